"""Ways to say something that mean more than their words, put in words that the grammar reads: one file a language."""
