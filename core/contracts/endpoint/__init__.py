"""Extraction by a model endpoint: windows of text, answers, their merging and values."""
