"""Panels of the page of questions and answers."""
