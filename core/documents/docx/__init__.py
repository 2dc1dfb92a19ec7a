"""Word files into pages."""
