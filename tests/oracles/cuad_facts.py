"""What our facts are worth against CUAD's normalised answers: right, wrong, missed, extra or neither."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Literal

from core.documents import Document, Page
from core.lexicon.party_names import normal_name, same_name_score
from core.record import Fact, Party
from oracles.cuad_answers import gold_dates, gold_durations, gold_laws, gold_parties, length

KEYS = {
    "document_name": "Document Name",
    "agreement_date": "Agreement Date",
    "effective_date": "Effective Date",
    "expiration_date": "Expiration Date",
    "renewal_term": "Renewal Term",
    "notice_period": "Notice Period To Terminate Renewal",
    "governing_law": "Governing Law",
}


def read(path: Path) -> Document:
    """A contract's text as a one-page document."""
    data = path.read_bytes()
    text = data.decode("utf-8")
    page = Page(1, 0, len(text), 0.0, 0.0, "text")
    return Document(sha256(data).hexdigest(), path.name, "text", text, (page,), "en")


def words_of(name: str) -> list[str]:
    """A title's words for comparison."""
    return re.findall(r"[a-z0-9]+", name.lower())


def judge(name: str, fact: Fact, answer: str) -> str:
    """right, wrong, missed, extra or neither."""
    value = fact.value
    gold: set[object]
    right: bool
    if name.endswith("_date"):
        gold = set(gold_dates(answer))
        right = value in gold
    elif name in ("renewal_term", "notice_period"):
        gold = set(gold_durations(answer))
        right = value is not None and length(value) in gold
    elif name == "governing_law":
        gold = set(gold_laws(answer))
        place = (value, fact.detail)
        right = place in gold or (
            value == "GB"
            and fact.detail in ("England", "England and Wales")
            and bool({("GB", "England"), ("GB", "England and Wales"), ("GB", None)} & gold)
        )
    else:
        gold = {answer} if answer else set()
        ours, theirs = words_of(value or ""), words_of(answer)
        right = bool(ours) and (ours == theirs or set(ours) <= set(theirs) or set(theirs) <= set(ours))
    if value is None:
        return "missed" if gold else "neither"
    if not gold:
        return "extra"
    return "right" if right else "wrong"


def match_parties(parties: tuple[Party, ...], answer: str) -> Counter[str]:
    """right (ours that are in the key), wrong (ours that are not), found and missed (of the key's names)."""
    gold = list(dict.fromkeys(gold_parties(answer)))
    counts: Counter[str] = Counter()
    for party in parties:
        counts["right" if any(same(party.name, name) for name in gold) else "wrong" if gold else "extra"] += 1
    counts["found"] = sum(any(same(party.name, name) for party in parties) for name in gold)
    counts["missed"] = len(gold) - counts["found"]
    return counts


def same(first: str, other: str) -> bool:
    """Whether two names are one party's, spelling apart."""
    return same_name_score(first, other) >= 0.6 or normal_name(first) == normal_name(other)


def half(name: str) -> Literal["read", "apart"]:
    """Which half of the contracts one is in: that whose errors are read, or the one kept apart."""
    return "apart" if int(sha256(name.encode()).hexdigest(), 16) % 2 else "read"
