"""Which queries may run, by rules over the parsed query."""
