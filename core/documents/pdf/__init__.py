"""PDF files into pages with characters and boxes."""
