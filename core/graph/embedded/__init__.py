"""The graph in a file of this machine: ladybug, columns in memory, indexes of words and vectors."""
