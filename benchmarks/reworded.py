"""Clauses in words that no labelled contract uses: how often one that is there is called absent.

    python benchmarks/reworded.py --data CUAD/train [--set apart] [--out reworded.json]

Each clause is put into the middle of a long formal contract that has no such clause and where it is called absent.
Beside it stands how many clauses that labelled contracts do not have are called absent in these contracts. The
clauses were written by somebody who did not know what the engine was taught by; those `read` were looked at.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from pathlib import Path

import paths

from core.contracts.builtin.clauses.clauses import find_clauses
from core.documents import read
from core.settings import settings
from scripts.training.corpus import load

CLAUSES = paths.ROOT / "tests" / "data" / "clauses" / "reworded.jsonl"
CARRIERS = 14
SHORTEST, LONGEST = 8_000, 26_000
SEED = 7


def main() -> None:
    """Measures one set, or both, and prints what became of the clauses."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with contracts/*.txt and spans.json")
    parser.add_argument("--set", choices=("read", "apart"), default=None)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    chance = random.Random(SEED)
    contracts = [each for each in load(options.data) if SHORTEST < len(each.text) < LONGEST]
    carriers = chance.sample(contracts, CARRIERS)
    states = [presences(each.text) for each in carriers]
    free = [
        state[code] for state, each in zip(states, carriers, strict=True) for code in each.gold if not each.gold[code]
    ]
    figures: dict[str, dict[str, int]] = {"clauses that are not there": dict(Counter(free))}
    for name in (options.set,) if options.set else ("read", "apart"):
        counts: Counter[str] = Counter()
        for clause in written(name):
            code = clause["type"]
            fit = [row for row, state in enumerate(states) if state[code] == "absent" and not carriers[row].gold[code]]
            if not fit:
                counts["absent in no contract"] += 1
                continue
            text = carriers[chance.choice(fit)].text
            counts[presences(put_in(text, clause["text"]))[code]] += 1
        figures[name] = dict(counts)
    for name, row in figures.items():
        print(f"{name}: " + ", ".join(f"{state} {count}" for state, count in sorted(row.items())))
    if options.out:
        options.out.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def written(name: str) -> list[dict[str, str]]:
    """The clauses of one set."""
    rows = [json.loads(line) for line in CLAUSES.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if row["set"] == name]


def put_in(text: str, clause: str) -> str:
    """The contract with the clause as a paragraph of its own in the middle."""
    ends = [match.end() for match in re.finditer(r"\n\s*\n", text)]
    at = ends[len(ends) // 2] if ends else len(text)
    return f"{text[:at]}{clause}\n\n{text[at:]}"


def presences(text: str) -> dict[str, str]:
    """What the engine says of each type."""
    document = read(text.encode(), file_name="contract.txt", settings=settings())
    return {clause.type: clause.presence for clause in find_clauses(document)}


if __name__ == "__main__":
    main()
