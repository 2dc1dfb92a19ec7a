"""Decisions of people stand beside the machine's extraction and survive a new one."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from core.contracts.desk.review_values import ReviewValue, StatedPresence, value_from_json, value_to_json
from core.contracts.review import (
    Decision,
    ReviewRecord,
    apply_reviews,
    excerpt_subject,
    fact_subject,
    machine_value,
    open_subjects,
    party_subject,
    presence_subject,
)
from core.errors import BadArguments, StoreError
from core.evidence import Evidence
from core.record import Clause, Excerpt, Extraction, Fact, Party, Presence, ValueCheck
from core.taxonomy import taxonomy

SHA = "a" * 64


def _excerpt(start: int, end: int, confidence: float = 0.6) -> Excerpt:
    text = f"words {start}"
    return Excerpt(text, confidence, Evidence(SHA, "verified", "span", text, text, start, end, (1,)))


def _extraction(insurance: Clause | None = None) -> Extraction:
    clauses = tuple(
        insurance if insurance is not None and category.code == "insurance" else Clause(category.code, "absent", 0.1)
        for category in taxonomy().categories
    )
    return Extraction(
        engine="built-in",
        facts=(Fact("governing_law", "US", "Nevada", 0.9), Fact("effective_date", None)),
        parties=(Party("Birch First", "Company", confidence=0.8),),
        clauses=clauses,
    )


def _decided(
    extraction: Extraction, subject: str, decision: Decision, value: ReviewValue | None = None
) -> dict[str, ReviewRecord]:
    said = machine_value(extraction, subject)
    return {subject: ReviewRecord(subject, decision, value, said, None, "Sato", datetime(2026, 1, 1, tzinfo=UTC))}


TWO = Clause("insurance", "present", 0.6, excerpts=(_excerpt(10, 50), _excerpt(90, 140)))


def test_nothing_decided_changes_nothing() -> None:
    extraction = _extraction(TWO)
    assert apply_reviews(extraction, {}) == extraction


def test_a_corrected_fact_replaces_the_machines_value() -> None:
    extraction = _extraction()
    reviews = _decided(extraction, fact_subject("governing_law"), "correct", Fact("governing_law", "JP"))
    assert apply_reviews(extraction, reviews).fact("governing_law") == Fact("governing_law", "JP", None, 1.0)


def test_an_approved_fact_stays_when_a_later_run_says_otherwise() -> None:
    first = _extraction()
    reviews = _decided(first, fact_subject("governing_law"), "approve")
    later = replace(first, facts=(Fact("governing_law", "FR", None, 0.7),))
    assert apply_reviews(later, reviews).fact("governing_law") == Fact("governing_law", "US", "Nevada", 1.0)


def test_a_rejected_fact_has_no_value() -> None:
    extraction = _extraction()
    reviews = _decided(extraction, fact_subject("governing_law"), "reject")
    assert apply_reviews(extraction, reviews).fact("governing_law") == Fact("governing_law", None)


def test_the_words_of_a_rejected_fact_are_no_finding_of_its_category() -> None:
    """The sentence of a law that a person had rejected went on as a verified finding: in JSON, graph and answers."""
    read, other = _excerpt(10, 50), _excerpt(90, 140)
    law = Fact("governing_law", "US", "Nevada", 0.9, read.evidence)
    clause = Clause("governing_law", "present", 0.9, (read, other))
    base = _extraction()
    clauses = tuple(clause if each.type == "governing_law" else each for each in base.clauses)
    extraction = replace(base, facts=(law,), clauses=clauses)
    shown = apply_reviews(extraction, _decided(extraction, fact_subject("governing_law"), "reject"))
    assert shown.clause("governing_law") == replace(clause, excerpts=(other,))
    alone = replace(extraction, clauses=tuple(replace(c, excerpts=c.excerpts[:1]) for c in clauses))
    shown = apply_reviews(alone, _decided(alone, fact_subject("governing_law"), "reject")).clause("governing_law")
    assert (shown.presence, shown.excerpts) == ("unknown", ())
    second = Fact("governing_law", "JP", None, 0.9, _excerpt(30, 60).evidence)
    both = replace(alone, facts=(law, second))
    shown = apply_reviews(both, _decided(both, fact_subject("governing_law"), "reject")).clause("governing_law")
    assert (shown.presence, shown.excerpts) == ("present", (read,)), "another law is read from the same words"
    corrected = apply_reviews(alone, _decided(alone, fact_subject("governing_law"), "correct", {"value": "JP"}))
    assert corrected.clause("governing_law") == alone.clause("governing_law")


def test_a_withdrawn_decision_counts_for_nothing() -> None:
    extraction = _extraction()
    reviews = _decided(extraction, fact_subject("governing_law"), "withdraw")
    assert apply_reviews(extraction, reviews) == extraction


def test_a_rejected_excerpt_is_gone_and_the_other_stays() -> None:
    extraction = _extraction(TWO)
    reviews = _decided(extraction, "excerpt:insurance:10-50", "reject")
    clause = apply_reviews(extraction, reviews).clause("insurance")
    assert (clause.presence, [e.evidence.start for e in clause.excerpts]) == ("present", [90])


def test_a_rejected_excerpt_stays_away_when_a_later_run_cuts_it_a_little_differently() -> None:
    first = _extraction(TWO)
    reviews = _decided(first, "excerpt:insurance:10-50", "reject")
    later = _extraction(replace(TWO, excerpts=(_excerpt(12, 55),)))
    clause = apply_reviews(later, reviews).clause("insurance")
    assert (clause.presence, clause.excerpts) == ("unknown", ())


def test_all_excerpts_rejected_leaves_the_presence_unknown_not_absent() -> None:
    extraction = _extraction(TWO)
    reviews = _decided(extraction, "excerpt:insurance:10-50", "reject") | _decided(
        extraction, "excerpt:insurance:90-140", "reject"
    )
    assert apply_reviews(extraction, reviews).clause("insurance").presence == "unknown"


def test_an_approved_excerpt_survives_a_run_that_no_longer_finds_it() -> None:
    first = _extraction(TWO)
    reviews = _decided(first, "excerpt:insurance:10-50", "approve")
    clause = apply_reviews(_extraction(), reviews).clause("insurance")
    assert (clause.presence, clause.excerpts) == ("present", (replace(_excerpt(10, 50), confidence=1.0),))


def test_an_approved_candidate_becomes_a_finding_and_leaves_the_candidates() -> None:
    near = Clause("insurance", "absent", 0.2, candidates=(_excerpt(10, 50, 0.2), _excerpt(90, 140, 0.1)))
    extraction = _extraction(near)
    reviews = _decided(extraction, excerpt_subject("insurance", near.candidates[0]), "approve")
    clause = apply_reviews(extraction, reviews).clause("insurance")
    assert clause.presence == "present"
    assert [e.evidence.start for e in clause.excerpts] == [10]
    assert [e.evidence.start for e in clause.candidates] == [90]


@pytest.mark.parametrize("stated", ["present", "absent", "unknown"])
def test_a_person_states_the_presence(stated: Presence) -> None:
    extraction = _extraction(TWO)
    reviews = _decided(extraction, presence_subject("insurance"), "correct", StatedPresence(stated))
    clause = apply_reviews(extraction, reviews).clause("insurance")
    assert (clause.presence, bool(clause.excerpts)) == (stated, stated == "present")


def test_a_rejected_party_is_gone_and_a_corrected_one_renamed() -> None:
    extraction = _extraction()
    subject = party_subject("Birch First")
    assert apply_reviews(extraction, _decided(extraction, subject, "reject")).parties == ()
    corrected = _decided(extraction, subject, "correct", Party("Birch First Global", "Company"))
    assert apply_reviews(extraction, corrected).parties == (Party("Birch First Global", "Company", confidence=1.0),)


def test_what_is_open_shrinks_with_each_decision() -> None:
    extraction = _extraction(TWO)
    everything = open_subjects(extraction, {})
    assert everything == [
        "fact:governing_law",
        party_subject("Birch First"),
        "excerpt:insurance:10-50",
        "excerpt:insurance:90-140",
    ]
    decided = _decided(extraction, "excerpt:insurance:10-50", "approve")
    assert open_subjects(extraction, decided) == [s for s in everything if s != "excerpt:insurance:10-50"]
    withdrawn = _decided(extraction, "excerpt:insurance:10-50", "withdraw")
    assert open_subjects(extraction, withdrawn) == everything


@pytest.mark.parametrize("subject", ["party:x", "excerpt:insurance:1-2", "colour:red"])
def test_a_subject_that_is_not_there_is_refused(subject: str) -> None:
    with pytest.raises(BadArguments, match="nothing in this contract"):
        machine_value(_extraction(TWO), subject)


def test_corrections_of_earlier_versions_are_still_read() -> None:
    """They were stored as the form gave them, with what was corrected and nothing else."""
    assert value_from_json("fact:governing_law", {"value": "JP"}) == Fact("governing_law", "JP")
    assert value_from_json("party:x", {"name": "Birch", "role": None}) == Party("Birch")
    assert value_from_json("presence:insurance", {"presence": "absent"}) == StatedPresence("absent")
    later = "fact:effective_date:0123456789abcdef"
    assert value_from_json(later, {"name": "effective_date", "value": None}) == Fact("effective_date", None)


@pytest.mark.parametrize(
    ("subject", "value"),
    [
        ("fact:governing_law", Fact("governing_law", "US", "Nevada", 0.9, check=ValueCheck("verified", "Nevada"))),
        ("party:x", Party("Birch First", "Company", "US", "Texas", 0.8, unstated=("Buyer",))),
        ("presence:insurance", StatedPresence("not_found")),
        ("excerpt:insurance:10-50", _excerpt(10, 50)),
    ],
)
def test_what_is_stored_of_a_decision_reads_back(subject: str, value: ReviewValue) -> None:
    assert value_from_json(subject, json.loads(json.dumps(value_to_json(value)))) == value


def test_a_damaged_decision_is_named() -> None:
    with pytest.raises(StoreError, match="damaged"):
        value_from_json("excerpt:insurance:1-2", {"text": "words"})
