"""New figures held against the committed ones, as ratios.

    python benchmarks/check.py [NAME …] [--allowed 1.05] [--all]

Each benchmark writes `benchmarks/results/NAME.json`; git keeps the last committed figures. Numbers at the same place
of both files are compared; those that differ by more than `--allowed` are shown, largest change first. Whether
more is better depends on the figure, so nothing is judged here: the exit code is 1 when anything is shown.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "results"


def numbers(value: object, place: str = "") -> Iterator[tuple[str, float]]:
    """Every number of a JSON value with its place."""
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        yield place, float(value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from numbers(inner, f"{place}/{key}")
    elif isinstance(value, list):
        for position, inner in enumerate(value):
            yield from numbers(inner, f"{place}/{position}")


def committed(name: str) -> object | None:
    """A result as git has it; None where it was never committed."""
    shown = subprocess.run(
        ["git", "show", f"HEAD:benchmarks/results/{name}.json"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return json.loads(shown.stdout) if shown.returncode == 0 else None


def ratios(before: object, after: object) -> dict[str, tuple[float, float, float]]:
    """Before, after and their ratio (1 where both are 0, infinite from 0) by place, for numbers that both have."""
    old, new = dict(numbers(before)), dict(numbers(after))
    found = {}
    for place in old.keys() & new.keys():
        same = old[place] == new[place]
        ratio = 1.0 if same else new[place] / old[place] if old[place] else float("inf")
        found[place] = (old[place], new[place], ratio)
    return found


def main() -> int:
    """Show what changed and give the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="results to compare; all where none is named")
    parser.add_argument("--allowed", type=float, default=1.05, help="ratio up to which a figure counts as unchanged")
    parser.add_argument("--all", action="store_true", help="show unchanged figures too")
    arguments = parser.parse_args()
    names = arguments.names or sorted(path.stem for path in RESULTS.glob("*.json"))
    changed = 0
    for name in names:
        path = RESULTS / f"{name}.json"
        before = committed(name)
        if before is None or not path.is_file():
            print(f"{name}: {'no new figures' if before is not None else 'nothing committed to compare with'}")
            continue
        found = ratios(before, json.loads(path.read_text("utf-8")))
        rows = sorted(found.items(), key=lambda item: -abs(item[1][2] - 1.0))
        for place, (old, new, ratio) in rows:
            beyond = not 1 / arguments.allowed <= ratio <= arguments.allowed
            changed += beyond
            if beyond or arguments.all:
                print(f"{name}{place}: {old:g} -> {new:g} (x {ratio:.3f})")
    print(f"{changed} figures changed by more than a factor of {arguments.allowed:g}")
    return 1 if changed else 0


if __name__ == "__main__":
    raise SystemExit(main())
