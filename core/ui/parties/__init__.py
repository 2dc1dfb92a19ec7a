"""Names of parties: suggestions, groups, history."""
