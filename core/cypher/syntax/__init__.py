"""Cypher's tokens, tree and writing."""
