"""Ends, renewals and notices in contracts that speak of several terms: how many are the contract's own, by half.

    python benchmarks/own_terms.py [--half read|apart|second|third] [--show]

Below each half: every day and length of its sentences as an endpoint may give it, and how many are shown as verified.
`second` was written after the rules had been mended on `read`. Only contracts of `read` are shown.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

import paths  # noqa: F401  # the root and the tests' oracles are found by it

from oracles.own_terms import FACTS, LANGUAGES, read_cases, term_pairs
from oracles.values import states


def main(arguments: list[str]) -> int:
    """Print the table by half, language, group and fact."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=("read", "apart", "second", "third"))
    parser.add_argument("--show", action="store_true", help="print what is wrong or withheld in the half `read`")
    chosen = parser.parse_args(arguments)
    for half in ("read", "apart", "second", "third") if chosen.half is None else (chosen.half,):
        counts: dict[tuple[str, str, str], Counter[str]] = {}
        for case, name, value, verdict in read_cases(half):
            counts.setdefault((case.language, case.group, name), Counter())[verdict] += 1
            if chosen.show and half == "read" and verdict in ("wrong", "withheld"):
                sys.stdout.write(f"{verdict} {name}: {value} for {case.stated[name]} | {case.words}\n")
        for (language, group, name), count in sorted(
            counts.items(),
            key=lambda row: (tuple(map(str, LANGUAGES)).index(row[0][0]), row[0][1], FACTS.index(row[0][2])),
        ):
            sys.stdout.write(
                f"{half:7}{language} {group:7} {name:16} right {count['right']:3}  wrong {count['wrong']:3}  "
                f"withheld {count['withheld']:3}  rightly none {count['none']:3}\n"
            )
        given = Counter((pair.language, pair.right, state == "verified") for pair, state in states(term_pairs(half)))
        for language in LANGUAGES:
            right, wrong = (given[language, label, True] + given[language, label, False] for label in (True, False))
            sys.stdout.write(
                f"{half:6}{language} given by an endpoint: right {right:3}, verified {given[language, True, True]:3}   "
                f"wrong {wrong:3}, verified {given[language, False, True]:3}\n"
            )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
