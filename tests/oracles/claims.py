"""The labelled statements over cited words, and what the product says of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import orjson
import yaml

from core.documents import Document, Page
from core.qa.claims import check_claims
from core.qa.sources import PlacedWords, Sources
from core.qa.statements import statements
from core.qa.support import CallRows, judge

PARTS = (
    "first",
    "second",
    "third",
    "apart",
    "real-a",
    "real-a2",
    "real-b",
    "fresh-a",
    "fresh-b",
    "answers-a",
    "answers-b",
    "sealed",
    "prompted-a",
    "prompted-b",
    "summarised",
)
"""Judged for the first time in this order; all but the first four cite words of real contracts. All but `APART` were
tuned on after that."""
APART = ("fresh-b", "answers-b", "sealed", "prompted-b")
"""Their errors were never read: measured by the benchmark, and in no test."""
PARAPHRASED = ("answers-a", "summarised")
"""Said in everyday words: most true ones are still marked, false ones may not pass."""
PROMPTED = "prompted-a"
"""Said as the product's prompt asks for it: more of the true ones are still marked than of the older parts."""
DATA = Path(__file__).resolve().parents[1] / "data" / "claims"


def entries() -> list[dict[str, Any]]:
    """All entries of the labelled set, each with its language."""
    found: list[dict[str, Any]] = []
    for name in (
        "english",
        "japanese",
        "contracts_a",
        "contracts_a2",
        "contracts_b",
        "fresh_english",
        "fresh_japanese",
        "answers_english",
        "answers_japanese",
        "prompted_english",
        "prompted_japanese",
        "summarised_english",
        "summarised_japanese",
    ):
        path = DATA / f"{name}.yaml"
        if path.exists():
            read = yaml.safe_load(path.read_text(encoding="utf-8"))
            found += [{"language": name} | entry for entry in read]
    for language in ("english", "japanese"):
        lines = (DATA / f"sealed_{language}.jsonl").read_text(encoding="utf-8").splitlines()
        found += [_of_passage(orjson.loads(line), language) for line in lines]
    return found


def _of_passage(entry: dict[str, Any], language: str) -> dict[str, Any]:
    texts = {
        label: [said["text"] for said in entry["statements"] if said["carried"] is label] for label in (True, False)
    }
    bare = {"part": "sealed", "language": language, "words": entry["words"], "number": 1, "title": "", "source": ""}
    return bare | {"parties": [], "beside": [], "true": texts[True], "false": texts[False]}


def judged(entry: dict[str, Any]) -> list[tuple[bool, str, bool, str]]:
    """For each statement of an entry its label, its text, whether it is shown unmarked, and the first reason where not.

    A statement goes the way of an endpoint's answer: cut into sentences, its quotations looked up, each part judged.
    What stands under `of_rows` is true of the contract, but cites only the call that listed it: it counts as false.
    """
    found: list[tuple[bool, str, bool, str]] = []
    said = [(label, text, "E1") for label in (True, False) for text in entry["true" if label else "false"]]
    for label, text, key in [*said, *((False, text, "Q1") for text in entry.get("of_rows", ()))]:
        reply = orjson.dumps({"statements": [{"text": text, "sources": [key], "quotes": []}]}).decode()
        checked = check_claims(reply, _sources(entry), lambda _: _document(entry["words"]), language="en")
        found.append((label, text, checked.uncited == 0, "" if checked.uncited == 0 else _reason(text, entry)))
    return found


def ways_of(entry: dict[str, Any]) -> list[str]:
    """In which way each statement of `judged` is false, in its order; empty for the true ones."""
    turned = entry.get("ways", [""] * len(entry["false"]))
    return [*("" for _ in entry["true"]), *turned, *("rows" for _ in entry.get("of_rows", ()))]


_ID = "c0123456789abcde"


def _sources(entry: dict[str, Any]) -> Sources:
    sources = Sources({_ID: entry["number"]}, {_ID: entry["title"]}, {_ID: tuple(entry["parties"])})
    sources.add(_ID, PlacedWords(entry["words"], start=0, end=len(entry["words"])), tuple(entry["beside"]))
    row = {"number": entry["number"], "title": entry["title"]}
    sources.add_call(CallRows("get_contracts_with_clause_type", {"clause_type": "insurance"}, 1, [row]))
    return sources


def _document(words: str) -> Document:
    language: Literal["ja", "en"] = "ja" if sum("぀" <= char <= "鿿" for char in words) > len(words) // 3 else "en"
    page = Page(1, 0, len(words), 0.0, 0.0, "text")
    return Document("ab" * 32, "a.txt", "text", words, (page,), language)


def _reason(text: str, entry: dict[str, Any]) -> str:
    sources = _sources(entry)
    cited = sources.cited("E1")
    assert cited is not None
    reasons = (judge(statement.text, [cited]).reason for statement in statements(text))
    return next(filter(None, reasons), "quotation")
