"""Beginnings and ends in written contract sentences: how many are read, and how many wrong days are given.

    python benchmarks/stated_terms.py [--half read|apart] [--show]

The sentences of the half `apart` are measured and never shown.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

import paths  # noqa: F401  # the root and the tests' oracles are found by it

from oracles.stated_terms import FACTS, read_terms


def main(arguments: list[str]) -> int:
    """Print the table by half and fact."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=("read", "apart"))
    parser.add_argument("--show", action="store_true", help="print what was read wrongly or missed in the half `read`")
    chosen = parser.parse_args(arguments)
    for half in ("read", "apart") if chosen.half is None else (chosen.half,):
        counts: dict[str, Counter[str]] = {name: Counter() for name in FACTS}
        for contract, name, value, verdict in read_terms(half):
            counts[name][verdict] += 1
            if chosen.show and half == "read" and verdict in ("wrong", "missed"):
                sys.stdout.write(f"{verdict} {name}: {value} for {contract.stated[name]} | {contract.words}\n")
        for name, count in counts.items():
            known = count["right"] + count["missed"] + count["wrong"]
            sys.stdout.write(
                f"{half:6}{name:17} right {count['right']:3} of {known:3}  wrong {count['wrong']:2}  "
                f"missed {count['missed']:2}  rightly none {count['none']:2}\n"
            )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
