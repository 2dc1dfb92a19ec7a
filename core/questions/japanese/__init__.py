"""Japanese questions put in the forms that the lexicon and the grammar have, before they are read."""
