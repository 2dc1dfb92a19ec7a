"""`python -m core`: the workbench from a shell."""

from core.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
