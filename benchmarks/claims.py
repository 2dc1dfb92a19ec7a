"""Statements over cited words: how many false ones pass as carried, how many true ones are marked.

python -m benchmarks.claims [--part tuned|apart] [--show]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from oracles.claims import PARTS, entries, judged


def main(arguments: list[str]) -> int:
    """Print the table and write JSON beside it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=PARTS)
    parser.add_argument("--show", action="store_true", help="print each statement that was judged wrongly")
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args(arguments)
    counts: Counter[tuple[str, str, bool, bool]] = Counter()
    for entry in entries():
        if chosen.part not in (None, entry["part"]):
            continue
        for label, text, carried, reason in judged(entry):
            counts[entry["part"], entry["language"], label, carried] += 1
            if chosen.show and label != carried:
                sys.stdout.write(f"{'marked' if label else 'PASSED'} [{reason}] {entry['number']}: {text}\n")
    rows = []
    for part in PARTS:
        for language in ("english", "japanese"):
            true = [counts[part, language, True, carried] for carried in (False, True)]
            false = [counts[part, language, False, carried] for carried in (False, True)]
            if not sum(true):
                continue
            rows.append(
                {
                    "part": part,
                    "language": language,
                    "true": sum(true),
                    "marked": true[0],
                    "false": sum(false),
                    "passed": false[1],
                }
            )
    for row in rows:
        sys.stdout.write(
            f"{row['part']:6} {row['language']:9} true {row['true']:4} marked {row['marked']:3} "
            f"({100 * row['marked'] / row['true']:.1f} %)   false {row['false']:4} passed {row['passed']:3} "
            f"({100 * row['passed'] / row['false']:.1f} %)\n"
        )
    if chosen.out:
        chosen.out.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
