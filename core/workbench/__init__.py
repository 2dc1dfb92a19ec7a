"""What one process holds open: store, library, ledger and graph, their start, and the graph's catching up."""
