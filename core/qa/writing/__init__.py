"""The lines that an answer is written of: contracts one by one, and lists of them."""
