"""`python -m core`: the workbench from a shell."""

import os
import sys

if sys.argv[1:2] == ["optimize"]:
    # Read by numpy as it loads. The optimizer's matrices are small: threads for linear algebra would use ten times the
    # processor time, most of it waiting for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from core.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
