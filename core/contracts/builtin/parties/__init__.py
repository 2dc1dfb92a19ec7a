"""Parties of a contract by rules, from preamble, table and signature block."""
