"""Panels of the page of all contracts."""
