"""The contract graph as a projection of the store: records of contracts, entries and links, and their writing."""
