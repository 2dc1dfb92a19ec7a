"""Puts the repository's root and its tests' oracles on the path, for scripts that are run by their file."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "pages"), str(ROOT / "tests" / "journeys")]
