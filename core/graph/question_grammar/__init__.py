"""Questions about the whole portfolio as Cypher, by a grammar or by an endpoint."""
