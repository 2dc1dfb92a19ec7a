"""What the Graph page shows: which nodes and relations, where they lie, and the forms in which they are taken away."""
