"""What goes over the wire to an endpoint: chat completions and responses, schemas in strict mode, what it can do."""
