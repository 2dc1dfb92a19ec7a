"""How surely quotes are located: true ones, and the same ones made false.

    python benchmarks/evidence.py --data FOLDER --out result.json [--spans 500] [--seed 11]

The folder holds `reference_contracts/` (three PDFs with the reference's extractions), `cuad/train/` (texts, spans and
PDFs; CUAD is published at https://www.atticusprojectai.org/cuad) and `meti/` (Japanese model contracts). A part that
is missing is named and left out. Mutants are false by construction; those whose letters stand in the contract anyway
(a "not" cut off at the quote's very edge, a clause that the contract has for both parties) are counted apart.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import paths  # noqa: F401  # the root and the tests' oracles are found by it

from core.documents import Document, read
from core.evidence import EvidenceIndex
from core.evidence.canonical import skeleton
from core.settings import Settings, load_settings
from oracles.quote_mutations import ENGLISH, JAPANESE, Mutation

_SENTENCE_JA = re.compile(r"[^。\n]{20,}。")


@dataclass(frozen=True)
class Quote:
    """A true quote of a file; `near` is its offset where it is known."""

    file: Path
    text: str
    near: int | None = None


@dataclass
class Tally:
    """Counts of states, for true quotes and for each kind of mutant, with the rules that decided."""

    states: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    accepted: list[dict[str, str]] = field(default_factory=list)
    seconds: float = 0.0

    def row(self) -> dict[str, object]:
        """The figures as JSON."""
        made = sum(self.states.values())
        return {
            "made": made,
            **{state: self.states[state] for state in ("verified", "repaired", "unverified")},
            "milliseconds_each": round(1000 * self.seconds / made, 2) if made else None,
            "rules": dict(self.rules.most_common()),
            "accepted": self.accepted,
        }


def reference_quotes(data: Path) -> Iterator[Quote]:
    """The excerpts that the reference implementation stored for its three contracts."""
    for file in sorted((data / "reference_contracts").glob("*.json")):
        for clause in json.loads(file.read_text(encoding="utf-8"))["agreement"]["clauses"]:
            for excerpt in clause["excerpts"]:
                yield Quote(file.with_suffix(".pdf"), excerpt)


def cuad_quotes(train: Path, count: int, seed: int, *, pdf: bool) -> list[Quote]:
    """A seeded sample of CUAD's annotated spans, to be looked for in the contract's text or in its PDF."""
    places = json.loads((train / "spans.json").read_text(encoding="utf-8"))
    files = {file.stem: file for file in (train / ("pdf" if pdf else "contracts")).iterdir()}
    spans = sorted(
        {(name, *span) for name in places if name in files for v in places[name].values() for span in map(tuple, v)}
    )
    chosen = sorted(random.Random(seed).sample(spans, min(count, len(spans))))
    quotes = []
    for name, start, end in chosen:
        text = (train / "contracts" / f"{name}.txt").read_bytes().decode("utf-8")
        quotes.append(Quote(files[name], text[start:end], None if pdf else start))
    return quotes


def japanese_quotes(folder: Path, count: int, seed: int) -> list[Quote]:
    """A seeded sample of sentences that bind a party, from Japanese model contracts."""
    found = [
        Quote(file, match[0], match.start())
        for file in sorted(folder.glob("*.md"))
        for match in _SENTENCE_JA.finditer(file.read_bytes().decode("utf-8"))
        if "甲" in match[0] or "乙" in match[0]
    ]
    return random.Random(seed).sample(found, min(count, len(found)))


class Reader:
    """Documents by file, the last one kept."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._file: Path | None = None
        self._index: EvidenceIndex | None = None
        self._key = ""

    def index(self, file: Path) -> EvidenceIndex:
        """The index of a file's document."""
        if self._index is None or file != self._file:
            document: Document = read(file.read_bytes(), file_name=file.name, settings=self._settings)
            self._file, self._index, self._key = file, EvidenceIndex(document), skeleton(document.text).key
        return self._index

    def stands_in(self, file: Path, quote: str) -> bool:
        """Whether a quote's letters and digits stand in the file somewhere."""
        self.index(file)
        return skeleton(quote).key in self._key


def locate_all(quotes: list[Quote], reader: Reader) -> Tally:
    """States of true quotes; what is not verified is listed."""
    tally = Tally()
    for quote in sorted(quotes, key=lambda q: str(q.file)):
        index = reader.index(quote.file)
        begin = time.perf_counter()
        found = index.locate(quote.text, around=quote.near)
        tally.seconds += time.perf_counter() - begin
        tally.states[found.state] += 1
        tally.rules[f"{found.state}/{found.rule}"] += 1
        if found.state != "verified":
            tally.accepted.append({"state": found.state, "rule": found.rule, "quote": quote.text, "shown": found.shown})
    return tally


def locate_mutants(
    quotes: list[Quote], kinds: dict[str, Mutation], reader: Reader, seed: int
) -> tuple[dict[str, Tally], dict[str, Tally]]:
    """States of false quotes by kind: those that stand nowhere, and those whose letters stand there anyway."""
    false: dict[str, Tally] = {kind: Tally() for kind in kinds}
    standing: dict[str, Tally] = {kind: Tally() for kind in kinds}
    for quote in sorted(quotes, key=lambda q: str(q.file)):
        index = reader.index(quote.file)
        for kind, mutate in kinds.items():
            mutant = mutate(quote.text, random.Random(f"{seed}{kind}{quote.text}"))
            if mutant is None or mutant == quote.text:
                continue
            same = kind != "move_decimal" and reader.stands_in(quote.file, mutant)
            tally = (standing if same else false)[kind]
            begin = time.perf_counter()
            found = index.locate(mutant, around=quote.near)
            tally.seconds += time.perf_counter() - begin
            tally.states[found.state] += 1
            tally.rules[f"{found.state}/{found.rule}"] += 1
            if found.state != "unverified":
                case = {"state": found.state, "rule": found.rule, "quote": mutant, "true": quote.text}
                tally.accepted.append(case | {"shown": found.shown})
    return false, standing


def _print(title: str, rows: dict[str, Tally]) -> None:
    print(f"\n{title:34s} {'made':>6s} {'verified':>9s} {'repaired':>9s} {'unverified':>11s} {'ms':>7s}")
    for name, tally in rows.items():
        made = sum(tally.states.values())
        if made:
            s = tally.states
            each = 1000 * tally.seconds / made
            print(f"{name:34s} {made:6d} {s['verified']:9d} {s['repaired']:9d} {s['unverified']:11d} {each:7.1f}")


def main() -> None:
    """Locate true and false quotes, print the tables and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="JSON file to write")
    parser.add_argument("--spans", type=int, default=500)
    parser.add_argument("--seed", type=int, default=11)
    options = parser.parse_args()
    data, train, reader = options.data, options.data / "cuad" / "train", Reader(load_settings())
    samples: dict[str, list[Quote]] = {}
    if (data / "reference_contracts").is_dir():
        samples["reference quotes (PDF)"] = list(reference_quotes(data))
    if (train / "spans.json").is_file():
        samples["CUAD spans (text)"] = cuad_quotes(train, options.spans, options.seed, pdf=False)
        samples["CUAD spans (PDF)"] = cuad_quotes(train, options.spans, options.seed, pdf=True)
    if (data / "meti").is_dir():
        samples["Japanese sentences (text)"] = japanese_quotes(data / "meti", options.spans // 2, options.seed)
    if not samples:
        parser.error(
            f"none of reference_contracts/, cuad/train/, meti/ in {data}; CUAD: https://www.atticusprojectai.org/cuad"
        )
    true = {name: locate_all(quotes, reader) for name, quotes in samples.items()}
    _print("true quotes", true)
    result: dict[str, object] = {"seed": options.seed, "true": {name: tally.row() for name, tally in true.items()}}
    for name, quotes in samples.items():
        kinds = JAPANESE if name.startswith("Japanese") else ENGLISH
        false, standing = locate_mutants(quotes, kinds, reader, options.seed)
        _print(f"mutants of {name}", false)
        _print("  whose letters stand anyway", standing)
        result[f"mutants of {name}"] = {kind: tally.row() for kind, tally in false.items()}
        result[f"standing mutants of {name}"] = {kind: tally.row() for kind, tally in standing.items()}
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(result, ensure_ascii=False, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
