"""What the machines beside the Japanese rules are worth: written clauses, held out, put into contracts.

    python benchmarks/told_japanese.py --data DIR [--json OUT]

DIR holds `docs/*.txt` and `labels.jsonl`. Five-fold cross-validation over `scripts/training/told_clauses_ja.jsonl`:
each text is put in the middle of a labelled contract, whose family the same machines did not see either, as a
paragraph of its own. Counted is whether it is a finding of its type, and whether it is that or one of the five nearest
passages; the same for near misses, which are no such clauses; by rules alone and with the machines.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from core.contracts.builtin.clauses.clauses import NEAREST, passages
from core.contracts.builtin.clauses.scored import Scored
from core.contracts.builtin.japanese import binding_sentences, rule_book
from core.contracts.builtin.japanese.clauses import weighed
from core.contracts.builtin.japanese.told import nearest, told_model
from scripts.training.japanese import LabelledJapanese, load
from scripts.training.told_japanese import held_out, written

FEWEST_SENTENCES = 40


def main() -> None:
    """Prints the shares and writes the JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with docs/ and labels.jsonl")
    parser.add_argument("--json", type=Path, help="write the figures here")
    options = parser.parse_args()
    counts = measure([contract for contract in load(options.data) if not contract.is_variant])
    figures = {}
    for (kind, way), count in sorted(counts.items()):
        shares = {name: round(count[name] / count["all"], 3) for name in ("finding", "nearest")}
        figures[f"{kind}, {way}"] = {"all": count["all"], **shares}
        print(f"{kind:10} {way:14} {figures[f'{kind}, {way}']}")
    if options.json is not None:
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def measure(contracts: list[LabelledJapanese]) -> dict[tuple[str, str], Counter[str]]:
    """By kind of text and way of looking how many texts there were, were findings, and were shown at all."""
    texts = written()
    held = held_out(texts, contracts)
    shipped = told_model().chance
    machines = [replace(model, chance=shipped) for model in held.machines]
    long = [
        [
            contract
            for contract, at in zip(contracts, held.contract_fold.tolist(), strict=True)
            if at == fold and len(binding_sentences(contract.document.text)) >= FEWEST_SENTENCES
        ]
        for fold in range(len(machines))
    ]
    counts: dict[tuple[str, str], Counter[str]] = {}
    for number, (text, fold) in enumerate(zip(texts, held.text_fold.tolist(), strict=True)):
        around, start = _put_into(text.text, long[fold][number % len(long[fold])].document.text)
        sentences = binding_sentences(around)
        near = nearest([sentence.words for sentence in sentences], machines[fold])
        for way, rows in (("rules", weighed(sentences, {})), ("with machines", weighed(sentences, near))):
            finding, shown = _seen(around, rows.get(text.type, []), start, start + len(text.text))
            kind = "clauses" if text.is_one else "near misses"
            counts.setdefault((kind, way), Counter()).update(all=1, finding=finding, nearest=shown)
    return counts


def _put_into(text: str, contract: str) -> tuple[str, int]:
    """The contract with a text as a paragraph before the line nearest to its middle, and where the text begins."""
    middle = contract.find("\n", len(contract) // 2) + 1
    return f"{contract[:middle]}\n{text}\n\n{contract[middle:]}", middle + 1


def _seen(text: str, rows: list[Scored], start: int, end: int) -> tuple[bool, bool]:
    """Whether a span is a finding, and whether it is shown, as a finding or as one of the nearest passages."""
    findings = [row for row in rows if row.confidence > rule_book().threshold]
    rest = passages(text, rows[len(findings) :])[:NEAREST]
    found = any(row.start < end and row.end > start for row in findings)
    return found, found or any(row.start < end and row.end > start for row in rest)


if __name__ == "__main__":
    main()
