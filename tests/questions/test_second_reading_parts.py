"""The second reader with tags that are given: what it puts together, what it offers and what it leaves alone."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pytest

from core.questions import ClauseIs, NamedContract, Names, PartyIs, TypeIs, understood_with_help
from core.questions.learned import second_reading as module
from core.questions.learned.clause_fit import means_another
from core.questions.learned.clause_words import likely_types
from core.questions.learned.question_model import stored
from core.questions.learned.second_reading import likely_readings, second_reading
from core.questions.learned.tagged_question import TaggedQuestion
from core.questions.learned.word_signs import NAMED, question_words
from core.questions.learned.word_tags import TAGS
from core.questions.plan import DateIn, GroupBy, LawIs, NumberIs, Question
from core.questions.second_look import permits

TODAY = date(2026, 11, 20)
NAMES = Names(
    ["Corvex Networks Inc.", "Velo AG"],
    [
        NamedContract("c1", 1, "Supply Agreement", "", "supply", ("Corvex Networks Inc.",)),
        NamedContract("c2", 2, "License", "", "license", ("Velo AG",)),
    ],
)


def _read(marked: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> Question | None:
    """What the second reader makes of a question with its parts marked: `[tag|words]`."""
    text, masked_text, tags = "", "", []
    for piece in marked.replace("]", "[").split("["):
        tag, _, words = piece.rpartition("|") if "|" in piece else ("", "", piece)
        put = NAMED if words in ("Velo", "Corvex") else words
        tags.append((len(masked_text), len(masked_text) + len(put), tag))
        text, masked_text = text + words, masked_text + put

    def tagged(masked: str, model: object) -> Any:
        words = question_words(masked)
        chance = np.full((len(words), len(TAGS)), 0.001)
        for place, word in enumerate(words):
            tag = next((tag for start, end, tag in tags if start <= word.start < end), "")
            chance[place, TAGS.index(tag)] = 0.99
        return words, chance

    monkeypatch.setattr("core.questions.learned.tagged_question.likely_tags", tagged)
    monkeypatch.setattr(module, "question_kind", lambda *_, **__: kind)
    second = second_reading(TaggedQuestion(text, NAMES, TODAY, stored()), NAMES, TODAY)
    return None if second is None else second.question


def test_but_joins_what_is_there_to_what_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """The "but" was taken for one that leaves contracts out, and nothing was read."""
    reading = _read(
        "[thing|contracts] with [clause|insurance] but [lacks|don't allow] [clause|audits]", "list", monkeypatch
    )
    assert reading is not None
    assert reading.plan.conditions == (ClauseIs(("insurance",)), ClauseIs(("audit_rights",), wanted=False))


def test_all_of_a_kind_are_asked_of(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = _read("Do all [type|NDAs] of ours contain [clause|insurance]?", "yes_no", monkeypatch)
    assert reading is not None
    assert (reading.every, reading.plan.among) == (True, (TypeIs(("nda",)),))
    assert reading.plan.conditions == (ClauseIs(("insurance",)),)


def test_a_share_of_the_contracts_with_a_party(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = _read(
        "what share of the [name|Velo] contracts that there are has [clause|insurance]?", "share", monkeypatch
    )
    assert reading is not None
    assert [type(condition) for condition in reading.plan.among] == [PartyIs]
    assert reading.plan.conditions == (ClauseIs(("insurance",)),)


def test_who_asks_for_the_companies_and_suppliers_who_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = _read("Who has to carry [clause|insurance]?", "list", monkeypatch)
    assert asked is not None
    assert (asked.kind, asked.plan.group) == ("numbers", GroupBy("party"))
    told = _read("[type|NDAs] of people who carry [clause|insurance]", "list", monkeypatch)
    assert told is not None
    assert (told.kind, told.plan.group) == ("list", None)


def test_how_many_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = _read("number of contracts with [clause|insurance] for each [fact|governing law]", "group", monkeypatch)
    assert reading is not None
    assert (reading.plan.group, reading.plan.conditions) == (GroupBy("law"), (ClauseIs(("insurance",)),))


@pytest.mark.parametrize(
    ("marked", "kinds"),
    [
        ("[type|NDAs] [when|signed last year] having [clause|insurance]", [DateIn, ClauseIs, TypeIs]),
        ("[type|NDAs] [compare|longer than] [when|five years] having [clause|insurance]", [NumberIs, ClauseIs, TypeIs]),
        ("[clause|insurance] under [name|German law or Dutch law] please", [ClauseIs, LawIs]),
    ],
)
def test_days_lengths_and_laws_in_their_own_words(
    marked: str, kinds: list[type], monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = _read(marked, "list", monkeypatch)
    assert reading is not None
    assert [type(condition) for condition in reading.plan.conditions] == kinds


def test_kinds_of_agreement_side_by_side_will_each_do(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = _read("[type|hosting contracts] or [type|leases] having [clause|insurance]", "list", monkeypatch)
    assert reading is not None
    assert TypeIs(("hosting", "lease")) in reading.plan.conditions


def test_a_bare_no_before_words_that_may_deny_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """ "No ceiling" was read as contracts without unlimited liability."""
    assert _read("where have we [lacks|no] [clause|ceiling on liability for fraud]", "list", monkeypatch) is None


@pytest.mark.parametrize(
    ("words", "code", "allowed"),
    [
        ("which dealers may sell their place on", "anti_assignment", True),
        ("contracts that let us hand the deal over", "anti_assignment", True),
        ("contracts that forbid handing the deal over", "anti_assignment", False),
        ("contracts that let us look at the books", "audit_rights", False),
        ("譲渡を認めている契約", "anti_assignment", True),
    ],
)
def test_what_may_be_done_is_not_what_is_forbidden(words: str, code: str, allowed: bool) -> None:
    assert permits(words, code) is allowed


@pytest.mark.parametrize(
    ("words", "another"),
    [
        ("a default-interest rule or fixed due dates for invoices", True),
        ("a licence that never ends or can't be taken back", False),
        ("fixed due dates for invoices", False),
    ],
)
def test_a_part_that_surely_means_another_type_is_no_part(words: str, another: bool) -> None:
    model = stored().clauses
    types = likely_types(words, model)
    assert means_another(words, max(types, key=types.__getitem__), model) is another


def test_what_one_part_may_mean_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    readings = (Question("list"), Question("count"))
    monkeypatch.setattr("core.questions.learned.helping.second_reading", lambda *_: None)
    monkeypatch.setattr("core.questions.learned.helping.likely_readings", lambda *_: readings)
    understood = understood_with_help("Which flibbers have a gribble?", today=TODAY, names=NAMES)
    assert (understood.sure, understood.readings) == (False, readings)


def test_nothing_is_offered_of_what_names_an_unknown_thing() -> None:
    tagged = TaggedQuestion("Which flibbers have a gribble with Fennimore Rockets?", NAMES, TODAY, stored())
    assert likely_readings(tagged, NAMES, TODAY) == ()


@pytest.mark.parametrize(
    ("marked", "first", "last"),
    [
        ("which [thing|contracts] [fact|run out] before [when|31 March 2027]", None, "2027-03-30"),
        ("which [thing|contracts] [fact|run out] no later than [when|31 March 2027]", None, "2027-03-31"),
        ("which [thing|contracts] [fact|run out] not before [when|31 March 2027]", "2027-03-31", None),
        ("[when|2027年3月31日]以前に[fact|終わる][thing|契約]", None, "2027-03-31"),
        ("[when|2027年3月31日]よりも前に[fact|終わる][thing|契約]", None, "2027-03-30"),
        ("[when|2027年3月31日]を過ぎて[fact|終わる][thing|契約]", "2027-04-01", None),
        ("遅くとも[when|2027年3月31日]に[fact|終わる][thing|契約]", None, "2027-03-31"),
        ("[when|2030年3月31日]よりも後に[fact|終わっている][thing|契約]", "2030-04-01", None),
    ],
)
def test_days_are_bounded_by_the_words_of_the_lexicon(
    marked: str, first: str | None, last: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It had a short list of its own: "no later than", 「よりも前」 and 「遅くとも」 were left over."""
    reading = _read(marked, "list", monkeypatch)
    assert reading is not None
    (condition,) = reading.plan.conditions
    assert isinstance(condition, DateIn)
    assert (condition.field, condition.first, condition.last) == ("expiration_date", first, last)
