"""Facts of a contract by rules: name, type, law, and all of them together."""
