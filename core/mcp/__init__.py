"""The retrieval functions for other agents, over the Model Context Protocol."""
