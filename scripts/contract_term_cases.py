"""Makes the cases of the task contract_terms from CUAD: clauses with the terms that lawyers marked.

    python scripts/contract_term_cases.py --data ../shared/data/cuad/train

CUAD v1, The Atticus Project, CC BY 4.0: https://www.atticusprojectai.org/cuad. Only contracts whose marked answer is
plain and whose words stand in the clause are taken; nothing is labelled by hand. Every third case of a class is held
out.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

OUT = Path(__file__).resolve().parents[1] / "configs" / "extraction" / "contract_terms"
LAWS = (
    "New York",
    "California",
    "Delaware",
    "Texas",
    "Florida",
    "Pennsylvania",
    "Ontario",
    "Nevada",
    "Israel",
    "England",
)
_DURATION = re.compile(r"\s*(?:successive|succesive)?\s*(\d+)\s*(day|week|month|year)s?\s*", re.IGNORECASE)
_DATE = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{2})")
_NONE = ("Insurance", "Audit Rights", "Non-Disparagement", "Anti-Assignment", "Liquidated Damages")
LONGEST = 900
MOST = {"law": 18, "renewal": 20, "date": 14, "none": 8, "blank": 6}


def main() -> None:
    """Write cases and examples."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--data", type=Path, required=True, help="CUAD's training part: contracts, spans.json, meta.json"
    )
    data = parser.parse_args().data
    spans = json.loads((data / "spans.json").read_text("utf-8"))
    meta = json.loads((data / "meta.json").read_text("utf-8"))
    taken: Counter[str] = Counter()
    by_law: Counter[str] = Counter()
    cases: list[dict[str, Any]] = []
    for name in sorted(spans):
        text = (data / "contracts" / f"{name}.txt").read_text("utf-8")
        for kind, case in found(text, spans[name], meta[name]["answers"]):
            law = case["expected"].get("governing_law")
            # One kind a contract, and no law too often: the set is small.
            if taken[kind] >= MOST[kind] or (law and by_law[law] >= 3):
                continue
            taken[kind] += 1
            by_law[law or ""] += 1
            cases.append({**case, "source": name[:100]})
            break
    write(cases)


def found(text: str, spans: dict[str, Any], answers: dict[str, str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Cases that a contract gives, the rarer ones first."""
    renewal, notice = duration(answers["Renewal Term"]), duration(answers["Notice Period To Terminate Renewal"])
    clause = passage(text, spans["Renewal Term"])
    if renewal and clause and (notice or not spans["Notice Period To Terminate Renewal"]):
        both = passage(text, spans["Renewal Term"] + spans["Notice Period To Terminate Renewal"])
        if both:
            yield "renewal", case("normal", both, "renewal", renewal_term=renewal, notice_period=notice)
    day = answers["Agreement Date"]
    opening = around(text, spans["Agreement Date"])
    if opening and re.search(r"_{2,}|\[[\s_●*]*\]", opening) and "[]" in day:
        yield "blank", case("corner", opening, "agreement_date")
    elif opening and (stated := iso(day)):
        yield "date", case("normal", opening, "agreement_date", agreement_date=stated)
    law = answers["Governing Law"].partition(",")[0]
    clause = passage(text, spans["Governing Law"])
    if clause and law in LAWS and law in clause:
        yield "law", case("normal", clause, "governing_law", governing_law=law)
    for category in _NONE:
        clause = passage(text, spans[category])
        if clause and not re.search(r"govern|renew|dated|as of|successive", clause, re.IGNORECASE):
            yield "none", {"class": "hard", "text": clause, "expected": {}, "missing": ["term_kind"]}


def case(kind: str, text: str, term: str, **values: str | None) -> dict[str, Any]:
    """One case; what a clause does not say is null."""
    empty = dict.fromkeys(("governing_law", "renewal_term", "notice_period", "agreement_date"))
    return {"class": kind, "text": text, "expected": {"term_kind": term, **empty, **values}}


def passage(text: str, spans: list[list[int]]) -> str:
    """The marked words, joined where there are several; empty where there are none or too many."""
    parts = list(dict.fromkeys(" ".join(text[start:end].split()) for start, end in spans))
    joined = " ".join(parts)
    return joined if 60 <= len(joined) <= LONGEST else ""


def around(text: str, spans: list[list[int]]) -> str:
    """The sentence around the first marked words."""
    if not spans:
        return ""
    start, end = spans[0]
    before = max(text.rfind("\n\n", 0, start), text.rfind(". ", 0, start), start - 250, -1) + 1
    after = next((at for at in (text.find("\n\n", end), text.find(". ", end)) if 0 <= at < end + 300), end + 200)
    return " ".join(text[before:after].split())


def duration(answer: str) -> str | None:
    """An ISO 8601 duration of an answer such as `successive 1 year`."""
    match = _DURATION.fullmatch(answer)
    return f"P{int(match[1])}{match[2][0].upper()}" if match else None


def iso(answer: str) -> str | None:
    """The ISO date of an answer such as 6/21/99."""
    match = _DATE.fullmatch(answer)
    if match is None:
        return None
    month, day, year = (int(part) for part in match.groups())
    return date(year + (1900 if year > 50 else 2000), month, day).isoformat()


def write(cases: list[dict[str, Any]]) -> None:
    """Two of each class become examples, the others cases; every third is held out."""
    counts: Counter[str] = Counter()
    examples: list[str] = []
    lines: list[str] = []
    kinds: Counter[str] = Counter()
    for entry in cases:
        term = entry["expected"].get("term_kind", "none")
        kinds[term] += 1
        if kinds[term] == 1:
            examples.append(json.dumps({"id": f"example{len(examples) + 1}", **entry}, ensure_ascii=False))
            continue
        counts[entry["class"]] += 1
        number = counts[entry["class"]]
        held = {"held_out": True} if number % 3 == 0 else {}
        lines.append(json.dumps({"id": f"{entry['class'][0]}{number:02d}", **entry, **held}, ensure_ascii=False))
    (OUT / "cases.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    (OUT / "examples.jsonl").write_text("\n".join(examples) + "\n", "utf-8")
    print(dict(counts), dict(kinds))


if __name__ == "__main__":
    main()
