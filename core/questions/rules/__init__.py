"""Rules that make conditions of runs of tokens, by what they speak of."""
