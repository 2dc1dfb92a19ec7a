"""The command line, `python -m core`: one file a subcommand, each as thin as a page."""
