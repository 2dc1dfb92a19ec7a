"""The parts of the page of the knowledge interview."""
