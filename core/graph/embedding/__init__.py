"""Vectors of texts: the embedders and the exact order of what is nearest."""
