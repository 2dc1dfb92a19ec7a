"""The knowledge page: search, one entry, its form, its revisions, files."""
