"""Reading of documents in child processes with limits of memory and time."""
