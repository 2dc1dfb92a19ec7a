"""Scanned pages into words."""
