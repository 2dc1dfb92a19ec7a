"""Values beside quotes as an endpoint gives them: how many wrong ones are verified, how many right ones are not.

python benchmarks/values.py [--show] [--out FILE]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

import paths  # noqa: F401  # the root and the tests' oracles are found by it

from oracles.values import states, value_pairs


def main(arguments: list[str]) -> int:
    """Print the table by language and kind of value, and write JSON where it is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true", help="print each pair that was judged wrongly")
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args(arguments)
    counts: Counter[tuple[str, str, bool, str]] = Counter()
    for pair, state in states(value_pairs()):
        counts[pair.language, pair.field, pair.right, state] += 1
        if chosen.show and pair.right != (state == "verified"):
            sys.stdout.write(f"{state:12} {pair.field} | {pair.value} | {pair.quote}\n")
    rows = []
    for language in ("en", "ja"):
        for field in dict.fromkeys(key[1] for key in counts):
            right, wrong = (
                {state: counts[language, field, label, state] for state in ("verified", "refused", "not_in_words")}
                for label in (True, False)
            )
            rows.append({"language": language, "field": field, "right": right, "wrong": wrong})
            sys.stdout.write(
                f"{language} {field:15} right {sum(right.values()):3}, not verified "
                f"{sum(right.values()) - right['verified']:3}   wrong {sum(wrong.values()):3}, verified "
                f"{wrong['verified']:3}\n"
            )
    right_ones, wrong_ones = (
        {
            state: sum(number for key, number in counts.items() if key[2:] == (label, state))
            for state in ("verified", "refused", "not_in_words")
        }
        for label in (True, False)
    )
    sys.stdout.write(f"all: right {right_ones}, wrong {wrong_ones}\n")
    if chosen.out:
        chosen.out.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
