"""Statements over cited words: how many false ones pass as carried, how many true ones are marked.

python benchmarks/claims.py [--part NAME] [--show] [--out FILE]
python benchmarks/claims.py --written

The last judges the written pairs, each by trees that did not see its passage (a few minutes).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

import paths  # noqa: F401  # the root and the tests' oracles are found by it

from oracles.claims import PARTS, entries, judged

Counts = Counter[tuple[str, str, bool, bool]]
"""How many statements there are by part, language, label and whether they passed as carried."""


def counted(parts: tuple[str, ...], *, show: bool) -> Counts:
    """Every statement of some parts judged; with `show` those that were judged wrongly are printed."""
    counts: Counts = Counter()
    for entry in entries():
        if entry["part"] not in parts:
            continue
        for label, text, carried, reason in judged(entry):
            counts[entry["part"], entry["language"], label, carried] += 1
            if show and label != carried:
                sys.stdout.write(f"{'marked' if label else 'PASSED'} [{reason}] {entry['number']}: {text}\n")
    return counts


def main(arguments: list[str]) -> int:
    """Print the table and write JSON where it is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=PARTS)
    parser.add_argument("--show", action="store_true", help="print each statement that was judged wrongly")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--written", action="store_true", help="needs requirements-train.in")
    chosen = parser.parse_args(arguments)
    if chosen.written:
        from scripts.train_claims import measure  # LightGBM is needed for nothing else here

        measure()
        return 0
    counts = counted((chosen.part,) if chosen.part else PARTS, show=chosen.show)
    rows = []
    for part in PARTS:
        for language in ("english", "japanese"):
            marked, carried = (counts[part, language, True, passed] for passed in (False, True))
            refused, passed = (counts[part, language, False, passed] for passed in (False, True))
            true, false = marked + carried, refused + passed
            if not true or not false:
                continue
            rows.append(
                {"part": part, "language": language, "true": true, "marked": marked, "false": false, "passed": passed}
            )
            sys.stdout.write(
                f"{part:6} {language:9} true {true:4} marked {marked:3} ({100 * marked / true:.1f} %)   "
                f"false {false:4} passed {passed:3} ({100 * passed / false:.1f} %)\n"
            )
    if chosen.out:
        chosen.out.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
