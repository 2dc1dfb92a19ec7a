"""Clause extraction of the built-in engine on labelled contracts: ranked spans, presence, and speed.

    python benchmarks/clauses.py --data DIR [--model FILE] [--out FILE.json]

DIR holds `contracts/*.txt` and `spans.json` as CUAD v1's training split does (https://www.atticusprojectai.org/cuad).
With a `pdf/` folder in it, presence is measured on those PDFs too, read as the product reads them, beside the same
contracts' text. The shipped model was trained on CUAD's training split: its figures there are in-sample and far too
good; cross-validated ones are in data/models/clauses.json. Candidates are those of `extract --all-candidates`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]

import paths  # noqa: F401  # the root and the tests' oracles are found by it

from core.contracts.builtin.clauses.model_file import PATH, ClauseModel, load_model
from core.contracts.builtin.clauses.scored import score_text
from core.documents import read
from core.settings import load_settings
from scripts.training import report
from scripts.training.corpus import Labelled, codes, load
from scripts.training.metrics import f1, matches


def main() -> None:
    """Prints the tables and writes the JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=PATH)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    model = load_model(options.model)
    contracts = load(options.data)
    ranked, limits, seconds = score(contracts, model)
    figures: dict[str, object] = {"contracts": len(contracts)}
    figures["table"] = table = report.table(contracts, ranked, limits)
    figures["cpu_seconds"] = {
        "median": round(statistics.median(seconds), 3),
        "p95": round(float(np.quantile(seconds, 0.95)), 3),
        "characters_median": int(statistics.median(len(contract.text) for contract in contracts)),
    }
    print(report.printed(table))
    print(f"CPU seconds a contract: {figures['cpu_seconds']}")
    if (options.data / "pdf").is_dir():
        figures["pdf"] = on_pdfs(contracts, options.data / "pdf", model)
        print(f"Presence on PDFs and on the same contracts' text: {figures['pdf']}")
    if options.out is not None:
        options.out.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def score(contracts: list[Labelled], model: ClauseModel) -> tuple[report.Ranked, NDArray[np.float64], list[float]]:
    """Every candidate of the contracts with the gold spans it matches, limits of findings, CPU seconds a contract."""
    category, owner, confidence, seconds = [], [], [], []
    limits = np.zeros((len(contracts), len(codes())))
    matched: list[tuple[int, ...]] = []
    for number, contract in enumerate(contracts):
        begun = time.process_time()
        found, limit = score_text(contract.text, model, deep=True)
        limits[number] = [limit[code] for code in codes()]
        seconds.append(time.process_time() - begun)
        for column, rows in enumerate(found[code] for code in codes()):
            gold = [contract.text[a:b] for a, b in contract.gold[codes()[column]]]
            for row in rows:
                words = contract.text[row.start : row.end]
                category.append(column)
                owner.append(number)
                confidence.append(row.confidence)
                matched.append(tuple(i for i, want in enumerate(gold) if matches(words, want, codes()[column])))
    return report.Ranked(np.array(category), np.array(owner), np.array(confidence), matched), limits, seconds


def on_pdfs(contracts: list[Labelled], folder: Path, model: ClauseModel) -> dict[str, object]:
    """Presence precision, recall and F1 on the PDFs of the contracts, and on their text files."""
    both = [(contract, folder / f"{contract.name}.pdf") for contract in contracts]
    both = [(contract, path) for contract, path in both if path.is_file()]
    texts = {"text": [contract.text for contract, _ in both], "pdf": []}
    for _, path in both:
        texts["pdf"].append(read(path.read_bytes(), file_name=path.name, settings=load_settings()).text)
    real = report.truth([contract for contract, _ in both])
    result: dict[str, object] = {"contracts": len(both)}
    for kind, pieces in texts.items():
        claimed = [_present(text, model) for text in pieces]
        result[kind] = [round(value, 4) for value in f1(real, np.array(claimed))]
    return result


def _present(text: str, model: ClauseModel) -> list[bool]:
    found, limits = score_text(text, model)
    return [bool(found[code]) and found[code][0].confidence > limits[code] for code in codes()]


if __name__ == "__main__":
    main()
