"""Panels of the Graph page."""
