"""A judge learned from written pairs, beside the rules."""
