"""Measures the Japanese rules and trains the machines beside them: `japanese_rules.json` and `japanese_clauses.npz`.

    python -m scripts.train_japanese --data DIR [--out FOLDER]

DIR holds `docs/*.txt` and `labels.jsonl`. Filled-in variants are left out, so that no contract counts twice. The rules
themselves are not trained; what is learnt is the share of right claims by what they rest on, drawn towards the share
that configs/ja_clauses.yaml expects as far as examples are few. The machines learn from those contracts and from
`scripts/training/told_clauses_ja.jsonl`, seeded and bit for bit.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from core.contracts.builtin.japanese.clauses import grounds_of
from core.contracts.builtin.japanese.told import PATH, save_told
from core.contracts.builtin.japanese.words import MEASURED, Grounds, expected_confidence
from scripts.training.japanese import CODES, load
from scripts.training.told_japanese import train, written

WEIGHT_OF_EXPECTED = 4.0


def main() -> None:
    """Counts, prints the table and writes the files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with docs/ and labels.jsonl")
    parser.add_argument("--out", type=Path, default=MEASURED.parent, help="folder to write to")
    options = parser.parse_args()
    expected = expected_confidence()
    counts = count(options.data)
    book = {}
    for grounds, share in expected.items():
        right, wrong = counts[grounds, True], counts[grounds, False]
        measured = (right + WEIGHT_OF_EXPECTED * share) / (right + wrong + WEIGHT_OF_EXPECTED)
        book[grounds] = {"right": right, "wrong": wrong, "confidence": round(measured, 3)}
        print(f"{grounds:22}{right:5} right{wrong:5} wrong  {measured:.3f} (expected {share})")
    (options.out / MEASURED.name).write_text(json.dumps(book, indent=1) + "\n", encoding="utf-8")
    originals = [contract for contract in load(options.data) if not contract.is_variant]
    model = train(written(), originals)
    save_told(model, options.out / PATH.name)
    print(f"{PATH.name}: {len(model.codes)} types, {len(model.keys)} groups of letters, chance {model.chance.tolist()}")


def count(folder: Path) -> Counter[tuple[Grounds, bool]]:
    """How often the best ground of a clause type in a contract was right, and how often wrong."""
    expected = expected_confidence()
    counts: Counter[tuple[Grounds, bool]] = Counter()
    labelled = set(CODES.values())
    for contract in load(folder):
        if contract.is_variant:
            continue
        for code, found in grounds_of(contract.document.text).items():
            if code in labelled and found:
                best = max((grounds for _, grounds in found), key=lambda grounds: expected[grounds])
                counts[best, code in contract.present()] += 1
    return counts


if __name__ == "__main__":
    main()
