"""Contracts with CUAD's labels as their extraction: real sizes and real words, whatever an extractor would find."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from core.documents import Page
from core.evidence import Evidence
from core.graph import GraphContract
from core.record import Clause, Excerpt, Extraction, Fact, Party
from core.taxonomy import taxonomy

PAGE_CHARACTERS = 3_000


def contracts(folder: Path, most: int) -> Iterator[GraphContract]:
    """Contracts with CUAD's labels as their extraction."""
    train = folder / "cuad" / "train"
    spans = json.loads((train / "spans.json").read_text(encoding="utf-8"))
    meta = json.loads((train / "meta.json").read_text(encoding="utf-8"))
    for name in list(spans)[:most]:
        text = (train / "contracts" / f"{name}.txt").read_bytes().decode("utf-8")
        yield contract(name, text, spans[name], meta[name])


def contract(name: str, text: str, spans: dict[str, list[list[int]]], meta: dict[str, object]) -> GraphContract:
    """One contract from its labels; pages are cut every 3,000 characters."""
    sha256 = hashlib.sha256(name.encode()).hexdigest()
    starts = range(0, max(len(text), 1), PAGE_CHARACTERS)
    pages = tuple(
        Page(place + 1, start, min(start + PAGE_CHARACTERS, len(text)), 612, 792, "text")
        for place, start in enumerate(starts)
    )
    answers = meta["answers"] if isinstance(meta["answers"], dict) else {}

    def excerpt(start: int, end: int) -> Excerpt:
        page = start // PAGE_CHARACTERS + 1
        words = text[start:end]
        return Excerpt(words, 0.9, Evidence(sha256, "verified", "span", words, words, start, end, (page,)))

    clauses, facts, parties = [], [], []
    for category in taxonomy().categories:
        found = [excerpt(start, end) for start, end in spans.get(category.cuad or "", [])]
        presence = "present" if found else "absent"
        clauses.append(Clause(category.code, presence, 0.9, tuple(found)))  # type: ignore[arg-type]
        if category.code == "parties":
            parties = [Party(item.text, None, "US", "Delaware", 0.9, item.evidence) for item in found]
        elif category.kind == "fact" and found:
            value = fact_value(category.code, found[0].text, str(answers.get(category.cuad, "")))
            facts.append(Fact(category.code, value, found[0].text, 0.9, found[0].evidence))
    return GraphContract(
        contract_id="c" + sha256[:15],
        sha256=sha256,
        title=str(meta["title"]),
        file_name=f"{name}.txt",
        language="en",
        extraction=Extraction("labels", tuple(facts), tuple(parties), tuple(clauses)),
        text=text,
        pages=pages,
    )


def fact_value(code: str, words: str, answer: str) -> str | None:
    """Value of a fact from CUAD's normalised answer: dates as ISO, a governing law as the United States."""
    if code == "document_name":
        return words
    if code == "governing_law":
        return "US"
    if code.endswith("_date"):
        for form in ("%m/%d/%y", "%m/%d/%Y"):
            try:
                return datetime.strptime(answer, form).date().isoformat()  # noqa: DTZ007  # a day has no zone
            except ValueError:
                continue
    return None
