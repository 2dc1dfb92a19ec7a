"""What the built-in engine says of labelled Japanese contracts: clause types, titles, parties, dates and terms.

    python benchmarks/japanese.py [--data DIR ...] [--json OUT] [--errors]

A DIR holds `docs/*.txt` and `labels.jsonl`; without one our own written contracts are measured. Presence is counted on
originals only, facts on the filled-in variants too. The figures stand apart for families whose errors were read while
the rules were written and for the others; of our own contracts for those developed on and those kept apart, whose
errors `--errors` never prints.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import unicodedata
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from core.contracts.builtin import find_clauses
from core.contracts.builtin.facts.facts import find_facts
from core.contracts.builtin.parties.japanese_names import without_branch
from scripts.training.japanese import CODES, WRITTEN, LabelledJapanese, load

DATES = ("agreement_date", "effective_date", "expiration_date")
COMMON = 21
PARTS = (
    "developed", "apart", "developed_2", "apart_2", "heads", "developed_3", "apart_3", "developed_4", "apart_4",
    "heads_2", "apart_heads_2", "developed_5", "apart_5",
)  # fmt: skip
SEALED = tuple(f"written, {part}" for part in PARTS if part.startswith("apart"))


def main() -> None:
    """Prints the tables and writes the JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, nargs="+", help="folders with docs/ and labels.jsonl")
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--errors", action="store_true", help="print every clause type that is missed or wrongly found")
    options = parser.parse_args()
    figures: dict[str, object] = {}
    for folder in options.data or [WRITTEN / part for part in PARTS]:
        contracts = load(folder)
        frequency = Counter(code for contract in contracts if not contract.is_variant for code in contract.present())
        common = set(sorted(frequency, key=lambda code: (-frequency[code], code))[:COMMON])
        for part, chosen in parts(folder, contracts).items():
            if chosen:
                figures[part] = measured(part, chosen, common, show=options.errors and part not in SEALED)
    if options.json is not None:
        options.json.write_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def parts(folder: Path, contracts: list[LabelledJapanese]) -> dict[str, list[LabelledJapanese]]:
    """The contracts of a folder by what was known of them when the rules were written."""
    if folder.resolve().parent == WRITTEN:
        return {f"written, {folder.resolve().name}": contracts}
    return {
        name: [row for row in contracts if row.was_read == read] for name, read in (("read", True), ("apart", False))
    }


def measured(part: str, contracts: list[LabelledJapanese], common: set[str], *, show: bool) -> dict[str, object]:
    """The figures of a part, printed."""
    counts = presence([contract for contract in contracts if not contract.is_variant], show=show)
    facts = facts_of(contracts)
    total, of_common = Counter[str](), Counter[str]()
    for code, count in counts.items():
        total.update(count)
        if code in common:
            of_common.update(count)
    if common:
        print(f"{part}: presence over {len(CODES)} types {scores(total)}, over the {COMMON} common {scores(of_common)}")
    else:
        print(f"{part}: clause types are not labelled")
    for name, row in facts.items():
        print(f"  {name:18}{dict(row)}")
    return {
        "presence": scores(total),
        "presence_common": scores(of_common),
        "by_type": {code: dict(count) for code, count in counts.items()},
        "facts": {name: dict(row) for name, row in facts.items()},
    }


def presence(contracts: list[LabelledJapanese], *, show: bool) -> dict[str, Counter[str]]:
    """Right, wrong and missed claims by clause type."""
    counts = {code: Counter[str]() for code in CODES.values()}
    for contract in contracts:
        claimed = {clause.type for clause in find_clauses(contract.document) if clause.presence == "present"}
        for code, count in counts.items():
            real, said = code in contract.present(), code in claimed
            verdict = "right" if real and said else "missed" if real else "wrong" if said else "neither"
            count[verdict] += 1
            if show and verdict in ("missed", "wrong"):
                print(f"{verdict:7}{contract.name:22}{code}")
    return counts


def facts_of(contracts: list[LabelledJapanese]) -> dict[str, Counter[str]]:
    """Right, wrong, missed and extra values by fact; parties by name."""
    counts: dict[str, Counter[str]] = {
        name: Counter() for name in ("document_name", *DATES, "notice_period", "parties")
    }
    for contract in contracts:
        facts, parties = find_facts(contract.document, find_clauses(contract.document))
        values = {fact.name: fact.value for fact in reversed(facts)}
        labels = contract.labels
        counts["document_name"][_verdict(_bare(labels["title"]), _bare(values["document_name"]))] += 1
        for name in DATES:
            counts[name][_verdict(labels[name], values[name])] += 1
        counts["notice_period"][_verdict(_notice(labels), values["notice_period"])] += 1
        real = {_bare(without_branch(party["name"])) for party in labels["parties"] if party["name"]}
        named = {_bare(party.name) for party in parties}
        counts["parties"].update(right=len(real & named), missed=len(real - named), extra=len(named - real))
    return counts


def _verdict(real: str | None, said: str | None) -> str:
    if real and said:
        return "right" if real == said else "wrong"
    return "missed" if real else "extra" if said else "neither"


def _bare(words: str | None) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", words or ""))


def _notice(labels: dict[str, object]) -> str | None:
    """The labelled notice as a duration such as P3M."""
    notice = labels["notice_period"]
    words = _bare(str(notice["days_or_months"])) if isinstance(notice, dict) and notice["days_or_months"] else ""
    match = re.match(r"(\d+)(か月|ヶ月|カ月|日|週間|年)", words)
    return f"P{match[1]}{ {'日': 'D', '週間': 'W', '年': 'Y'}.get(match[2], 'M') }" if match else None


def scores(count: Counter[str]) -> dict[str, float]:
    """Precision, recall and F1 of claims."""
    precision = count["right"] / max(count["right"] + count["wrong"], 1)
    recall = count["right"] / max(count["right"] + count["missed"], 1)
    both = 2 * precision * recall / max(precision + recall, 1e-9)
    return {"precision": round(precision, 3), "recall": round(recall, 3), "f1": round(both, 3)}


if __name__ == "__main__":
    main()
