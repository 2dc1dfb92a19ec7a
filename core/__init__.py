"""Shinsa's core: everything the workbench does, without its pages."""
