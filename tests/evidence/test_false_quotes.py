"""True quotes of real contracts are located; the same quotes made false are never shown as verified.

The contracts' excerpts are in `tests/data/evidence/` (CUAD and METI, CC BY 4.0).
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from core.documents import Document
from core.evidence import EvidenceIndex
from core.evidence.canonical import skeleton
from oracles.quote_mutations import ENGLISH, JAPANESE

DATA = Path(__file__).resolve().parents[1] / "data" / "evidence"


def _cases(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


CUAD = _cases("cuad_spans.jsonl")
METI = _cases("meti_sentences.jsonl")
# Two neighbouring words in each other's place say the same when one of them is an article.
HARMLESS = {"swap_words"}


@pytest.fixture(scope="module")
def index_of(document_of: Callable[..., Document]) -> Callable[[str], EvidenceIndex]:
    made: dict[str, EvidenceIndex] = {}

    def index(text: str) -> EvidenceIndex:
        if text not in made:
            made[text] = EvidenceIndex(document_of(text))
        return made[text]

    return index


@pytest.mark.parametrize("case", [*CUAD, *METI], ids=lambda case: case["contract"][:24])
def test_true_quote_is_verified_at_its_place(index_of: Callable[[str], EvidenceIndex], case: dict[str, str]) -> None:
    found = index_of(case["text"]).locate(case["quote"])
    assert found.state == "verified" or (found.offered and found.rule in ("exact", "canonical"))
    assert case["text"][found.start : found.end] == case["quote"].strip()
    assert skeleton(case["quote"]).key in skeleton(found.shown).key


@pytest.mark.parametrize("kind", ENGLISH)
def test_false_english_quote_is_refused(index_of: Callable[[str], EvidenceIndex], kind: str) -> None:
    accepted = list(_accepted(index_of, CUAD, kind, ENGLISH[kind]))
    assert [case for case in accepted if case[0] == "verified"] == []
    if kind not in HARMLESS:
        assert accepted == []


@pytest.mark.parametrize("kind", JAPANESE)
def test_false_japanese_quote_is_refused(index_of: Callable[[str], EvidenceIndex], kind: str) -> None:
    assert list(_accepted(index_of, METI, kind, JAPANESE[kind])) == []


def test_negation_cut_off_at_the_edge_is_shown_to_the_reader(index_of: Callable[[str], EvidenceIndex]) -> None:
    """The words left are the source's, letter for letter, so only the whole sentence tells the reader the truth."""
    seen = 0
    for case in CUAD:
        for word in ("not ", "without ", "unless ", "except "):
            _, found, after = case["quote"].partition(word)
            if found and len(after) > 60 and case["text"].count(after) == 1:
                evidence = index_of(case["text"]).locate(after)
                assert (evidence.state, evidence.rule) == ("repaired", "edge_negation"), (word, after)
                assert word.strip() in evidence.shown
                seen += 1
    assert seen > 10


def _accepted(
    index_of: Callable[[str], EvidenceIndex],
    cases: list[dict[str, str]],
    kind: str,
    mutate: Callable[[str, random.Random], str | None],
) -> list[tuple[str, str, str]]:
    """Mutants shown as evidence, those left out whose letters stand in the excerpt anyway."""
    accepted, made = [], 0
    for case in cases:
        for attempt in range(2):
            mutant = mutate(case["quote"], random.Random(f"{kind}{attempt}{case['quote']}"))
            if mutant is None or mutant == case["quote"]:
                continue
            if kind != "move_decimal" and skeleton(mutant).key in skeleton(case["text"]).key:
                continue
            made += 1
            found = index_of(case["text"]).locate(mutant)
            if found.state != "unverified":
                accepted.append((found.state, mutant, found.shown))
    assert made > 0, f"no quote fits {kind}"
    return accepted
