"""Panels of one contract's page, and the view of a place in a document that other pages use too."""
