"""Cypher written in the embedded graph's dialect."""
