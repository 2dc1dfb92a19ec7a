"""Suggestions of names that may be one party, on CUAD's party names: how many, how fast, how many right.

    python benchmarks/party_names.py --data DIR [--errors] [--json OUT]

DIR holds `contracts/*.txt` and `spans.json` of CUAD v1's training split (https://www.atticusprojectai.org/cuad). The
names are the labelled spans of "Parties", short names and roles among them. Right and wrong are counted on the pairs of
`party_pairs.tsv`, judged by hand: pairs that are the same firm, and hard ones that are not. A suggestion is no merge: a
person decides. The time is also measured on 5,000 names made from these.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from pathlib import Path

import paths  # noqa: F401  # the root and the tests' oracles are found by it

from core.graph.projection.records import organization_id, plain_name
from core.parties import AliasStatement, Organization, alias_statements, suggestions

LABELS = Path(__file__).with_name("party_pairs.tsv")
MANY = 5_000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--errors", action="store_true", help="print the labelled pairs that came out wrong")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    organizations, statements, reading_s = read(options.data)
    begin = time.perf_counter()
    found = suggestions(organizations, statements)
    seconds = time.perf_counter() - begin
    scores = {frozenset((first.first.name, first.second.name)): first.score for first in found}
    counts: Counter[str] = Counter()
    likely: Counter[str] = Counter()
    for label, first, second in labelled():
        score = scores.get(frozenset((first, second)))
        counts[f"{label}, {'suggested' if score else 'not suggested'}"] += 1
        if score and score >= 0.75:
            likely[label] += 1
        if options.errors and (label == "same") != bool(score):
            print(f"  {label}: {first} | {second} ({score})")
    begin = time.perf_counter()
    many = len(suggestions(made(organizations), {}))
    many_s = time.perf_counter() - begin
    result = {
        "organizations": len(organizations),
        "suggestions": len(found),
        "by_reason": dict(Counter(first.reasons[0].code for first in found)),
        "seconds": round(seconds, 2),
        "seconds_reading_texts": round(reading_s, 2),
        "labelled": dict(counts),
        "labelled_medium_or_high": dict(likely),
        f"seconds_{MANY}_names": round(many_s, 2),
        f"suggestions_{MANY}_names": many,
    }
    for name, value in result.items():
        print(f"{name}: {value}")
    if options.json:
        options.json.write_text(json.dumps(result, indent=2, ensure_ascii=False))


def read(folder: Path) -> tuple[list[Organization], dict[str, tuple[AliasStatement, ...]], float]:
    """Organizations, what the texts state, and the seconds that finding it took."""
    spans = json.loads((folder / "spans.json").read_text(encoding="utf-8"))
    names: dict[str, dict[str, None]] = {}
    statements = {}
    seconds = 0.0
    for contract_id, categories in spans.items():
        text = (folder / "contracts" / f"{contract_id}.txt").read_text(encoding="utf-8")
        for start, end in categories["Parties"]:
            names.setdefault(plain_name(text[start:end]), {})[contract_id] = None
        begin = time.perf_counter()
        statements[contract_id] = alias_statements(text)
        seconds += time.perf_counter() - begin
    organizations = [Organization(organization_id(name), name, tuple(held)) for name, held in names.items()]
    return organizations, statements, seconds


def made(organizations: list[Organization]) -> list[Organization]:
    """As many names as a large portfolio has, words exchanged between real ones."""
    draw = random.Random(1)
    words = [word for organization in organizations for word in organization.name.split()]
    names = {organization.name for organization in organizations}
    while len(names) < MANY:
        names.add(" ".join(draw.sample(words, draw.randint(2, 4))))
    return [Organization(organization_id(name), name, (f"contract of {name}",)) for name in sorted(names)]


def labelled() -> list[tuple[str, str, str]]:
    """Label and names of each pair."""
    lines = LABELS.read_text(encoding="utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines if line and not line.startswith("#")]  # type: ignore[misc]


if __name__ == "__main__":
    main()
