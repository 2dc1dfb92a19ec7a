"""What the built-in engine reads of the short written contracts in many house styles, by part and language.

    python benchmarks/written_facts.py [--part developed|apart] [--sitting 1|2] [--json OUT] [--errors]

For each fact: right, wrong, missed, extra (a value where the contract gives none) and neither; of the parties right,
missed and extra names, and the roles of those found. `--errors` names them for the part `developed`, never for `apart`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

import paths  # noqa: F401  # the root and the tests' oracles are found by it

from oracles.written_facts import PARTS, compared


def main() -> None:
    """Prints the tables and writes the JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--part", choices=PARTS, help="only this part")
    parser.add_argument("--sitting", type=int, help="only the contracts written in this sitting")
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--errors", action="store_true", help="print what is wrong, missed or extra in `developed`")
    options = parser.parse_args()
    tables: dict[str, dict[str, Counter[str]]] = {}
    for part in (options.part,) if options.part else PARTS:
        for contract, name, verdict, said in compared(part, options.sitting):
            table = tables.setdefault(f"{part}, {contract['language']}", {})
            table.setdefault(name, Counter())[verdict] += 1
            if options.errors and part == "developed" and verdict in ("wrong", "missed", "extra"):
                sys.stdout.write(f"{verdict:7}{contract['id']:7}{name:16}{said}\n")
    for part, table in tables.items():
        sys.stdout.write(f"{part}\n")
        for name, count in table.items():
            row = "".join(
                f"{verdict} {count[verdict]:<4}" for verdict in ("right", "wrong", "missed", "extra", "neither")
            )
            sys.stdout.write(f"  {name:18}{row.rstrip()}\n")
    if options.json is not None:
        figures = {part: {name: dict(count) for name, count in table.items()} for part, table in tables.items()}
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
