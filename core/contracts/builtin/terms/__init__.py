"""Term, expiration, renewal and notice period by rules."""
