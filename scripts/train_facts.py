"""Measures how often the facts read by the English rules are right and writes `data/models/fact_confidence.json`.

    python -m scripts.train_facts --data CUAD/train [--out FILE]

The rules are not trained. Learnt is, by fact, which share was right of what a rule gave with a strength: rising steps
of at least `FEWEST` answers, drawn towards the rule's own guess as far as answers are few. Printed is the expected
calibration error, each half of the contracts measured with the shares of the other.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests")]

from core.contracts.builtin.facts.facts import read_facts
from core.contracts.builtin.facts.sureness import PATH, MeasuredShares
from oracles.cuad_answers import gold_parties
from oracles.cuad_facts import KEYS, half, judge, read, same

FEWEST = 20
WEIGHT_OF_GUESS = 4.0
BINS = 10
METHOD = "share right of facts by the rule's strength on CUAD's training contracts; what the key lacks counts as wrong"

Answer = tuple[str, float, bool]


def main() -> None:
    """Measures, prints the calibration error across halves and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with contracts/*.txt and meta.json")
    parser.add_argument("--out", type=Path, default=PATH)
    options = parser.parse_args()
    by_half = answers(options.data)
    for measured, other in (("read", "apart"), ("apart", "read")):
        print(f"{measured} half, shares of the other: error {error(by_half[measured], shares(by_half[other])):.3f}")
    book = shares([answer for given in by_half.values() for answer in given])
    options.out.write_text(json.dumps(book.model_dump(), indent=1) + "\n", encoding="utf-8")


def answers(folder: Path) -> dict[str, list[Answer]]:
    """By half of the contracts each fact and party that the rules gave: its name, strength, and whether it is right."""
    given: dict[str, list[Answer]] = {"read": [], "apart": []}
    for name, entry in sorted(json.loads((folder / "meta.json").read_text(encoding="utf-8")).items()):
        facts, parties = read_facts(read(folder / "contracts" / f"{name}.txt"))
        seen: set[str] = set()
        for fact in facts:
            if fact.name in KEYS and fact.value is not None and fact.name not in seen:
                right = judge(fact.name, fact, entry["answers"][KEYS[fact.name]]) == "right"
                given[half(name)].append((fact.name, fact.confidence, right))
            seen.add(fact.name)
        if gold := gold_parties(entry["answers"]["Parties"]):
            for party in parties:
                right = any(same(party.name, other) for other in gold)
                given[half(name)].append(("parties", round(party.confidence, 3), right))
    return given


def shares(given: Sequence[Answer]) -> MeasuredShares:
    """Rising steps of the share that was right, by fact."""
    steps = {}
    for name in sorted({answer[0] for answer in given}):
        blocks: list[list[tuple[float, bool]]] = []
        for strength, right in sorted((strength, right) for fact, strength, right in given if fact == name):
            if blocks and blocks[-1][-1][0] == strength:
                blocks[-1].append((strength, right))
            else:
                blocks.append([(strength, right)])
        steps[name] = tuple((block[0][0], round(_share(block), 3)) for block in _rising(blocks))
    return MeasuredShares(method=METHOD, steps=steps)


def _rising(blocks: list[list[tuple[float, bool]]]) -> list[list[tuple[float, bool]]]:
    """The blocks, neighbours joined until each is large enough and none is less often right than one before it."""
    joined: list[list[tuple[float, bool]]] = []
    for block in blocks:
        joined.append(block)
        while len(joined) > 1 and (len(joined[-2]) < FEWEST or _share(joined[-2]) >= _share(joined[-1])):
            joined[-2:] = [[*joined[-2], *joined[-1]]]
    if len(joined) > 1 and len(joined[-1]) < FEWEST:
        joined[-2:] = [[*joined[-2], *joined[-1]]]
    return joined


def _share(block: list[tuple[float, bool]]) -> float:
    guess = sum(strength for strength, _ in block) / len(block)
    return (sum(right for _, right in block) + WEIGHT_OF_GUESS * guess) / (len(block) + WEIGHT_OF_GUESS)


def error(given: Sequence[Answer], book: MeasuredShares) -> float:
    """Expected calibration error of all facts together: mean distance of said and right over ten bins."""
    bins: dict[int, list[tuple[float, bool]]] = {}
    for name, strength, right in given:
        said = book.confidence(name, strength)
        bins.setdefault(min(int(said * BINS), BINS - 1), []).append((said, right))
    off = [abs(sum(said for said, _ in block) - sum(right for _, right in block)) for block in bins.values()]
    return sum(off) / max(len(given), 1)


if __name__ == "__main__":
    main()
