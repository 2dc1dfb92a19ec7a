"""Words of contracts as the graph searches them: terms, stop words, passages, ranking."""
