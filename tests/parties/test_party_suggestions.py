"""Which names are suggested as one party, why, and which never are."""

from __future__ import annotations

import random
import string
from datetime import UTC, datetime

import pytest
from made_organizations import organization

from core.parties import AliasStatement, JoinedParty, Member, Rejection, alias_statements, suggestions
from core.parties.pairs import similar_pairs
from core.parties.reasons import likeness

WHEN = datetime(2026, 1, 1, tzinfo=UTC)
PAIRS = [
    ("Acme Corp", "ACME CORP.", 1.0, ["same_words"]),
    ("Acme", "Acme, Inc.", 0.97, ["one_without_form"]),
    ("Acme Inc.", "Acme LLC", 0.7, ["forms_differ"]),
    ("株式会社山田商店", "山田商店株式会社", 0.8, ["form_before_after"]),
    ("株式会社山田商店", "(株)山田商店", 1.0, ["same_words"]),
    ("株式会社山田商店", "山田商店", 0.97, ["one_without_form"]),
    ("株式会社山田商店", "有限会社山田商店", 0.7, ["forms_differ"]),
    ("株式会社キヤノン", "株式会社キャノン", 0.95, ["kana_spelling"]),
    ("Mount Knowledge Inc.", "Mount Kowledge Inc.", 0.95, ["letter_more"]),
    ("Mount Knowledge Inc.", "Mount Knowlidge Inc.", 0.85, ["letter_changed"]),
    ("MacroGenics, Inc.", "Microgenics, Inc.", 0.7, ["letter_changed"]),
]
NEVER = [
    ("Acme Fund II, L.P.", "Acme Fund III, L.P."),
    ("Acme 1 Inc.", "Acme 2 Inc."),
    ("Acme Japan K.K.", "Acme China K.K."),
    ("Acme Inc.", "Non-Acme Inc."),
    ("株式会社山田商店", "株式会社山本商店"),
    ("東日本電信電話株式会社", "西日本電信電話株式会社"),
    ("第一生命保険株式会社", "第二生命保険株式会社"),
    ("Acme Inc.", "Acme Holdings Inc."),
    ("Brand Inc.", "Brandt Logistics Inc."),
    ("Prairie Secondary Acquiror E LP", "Prairie Secondary Acquiror LP"),
    ("the Company", "COMPANY"),
    ("甲", "(甲)"),
]


@pytest.mark.parametrize(("a", "b", "score", "codes"), PAIRS)
def test_likely_names_with_their_reasons(a: str, b: str, score: float, codes: list[str]) -> None:
    found = likeness(organization(a), organization(b))
    assert found is not None
    assert (found.score, [reason.code for reason in found.reasons]) == (score, codes)
    [suggestion] = suggestions([organization(a), organization(b)], {})
    assert ({suggestion.first.name, suggestion.second.name}, suggestion.score, suggestion.method) == (
        {a, b},
        score,
        "same_name",
    )


@pytest.mark.parametrize(("a", "b"), NEVER)
def test_names_that_are_never_suggested(a: str, b: str) -> None:
    assert suggestions([organization(a), organization(b)], {}) == []


def test_other_places_of_incorporation_speak_against() -> None:
    found = likeness(organization("Acme", state="Delaware"), organization("ACME", state="Nevada"))
    assert found is not None
    assert found.score == 0.65
    assert [(reason.code, reason.values) for reason in found.reasons] == [
        ("same_words", ()),
        ("incorporated_elsewhere", ("Delaware", "Nevada")),
    ]


def test_two_parties_of_one_contract_are_two_unless_only_marks_tell_them_apart() -> None:
    assert likeness(organization("Acme Inc.", "c1"), organization("Acme LLC", "c1")) is None
    found = likeness(organization("Acme Inc.", "c1"), organization("ACME, INC", "c1"))
    assert found is not None
    assert [reason.code for reason in found.reasons] == ["same_words", "same_contract"]


STATED = [
    ("Glu Mobile, Inc. f/k/a Sorrent, Inc.", " agrees", "Glu Mobile, Inc.", "Sorrent, Inc.", "former_name"),
    ("Glu Mobile, Inc. (formerly known as Sorrent, Inc.", "), a", "Glu Mobile, Inc.", "Sorrent Inc", "former_name"),
    ("Big Foods LLC, a Texas company, d/b/a “Taco House", "”, and", "Big Foods LLC", "Taco House", "trade_name"),
    ("International Widgets Corporation (“IWC", "”), a", "International Widgets Corporation", "IWC", "short_name"),
    ("新山商事株式会社（旧商号：株式会社山田商店", "）は", "新山商事株式会社", "株式会社山田商店", "former_name"),
    ("株式会社山田商店（以下「山田", "」という。）と", "株式会社山田商店", "山田", "short_name"),
]


@pytest.mark.parametrize(("words", "rest", "party", "other", "code"), STATED)
def test_names_that_a_contract_states(words: str, rest: str, party: str, other: str, code: str) -> None:
    names = [organization(party, "c1"), organization(other, "c2")]
    text = f"Between {words}{rest}"
    [suggestion] = suggestions(names, {"c1": alias_statements(text)})
    assert (suggestion.method, suggestion.reasons[0].code) == ("also_known_as", f"stated_{code}")
    assert [text[stated.start : stated.end] for stated in suggestion.stated] == [words]


@pytest.mark.parametrize(
    "text",
    ["Acme Inc. (the “Supplier”) and", "株式会社山田商店（以下「甲」という。）", "Acme Inc., formerly in Texas,"],
)
def test_roles_and_other_words_are_no_names(text: str) -> None:
    names = [organization("Acme Inc.", "c1"), organization("株式会社山田商店", "c1"), organization("Supplier", "c2")]
    assert [suggestion for suggestion in suggestions(names, {"c1": alias_statements(text)}) if suggestion.stated] == []


def test_a_statement_about_somebody_who_is_no_party_counts_for_nothing() -> None:
    said: dict[str, tuple[AliasStatement, ...]] = {"c1": alias_statements("Other Corp. f/k/a Sorrent, Inc. is")}
    assert suggestions([organization("Glu Mobile", "c1"), organization("Sorrent, Inc.", "c2")], said) == []


def group(*names: str) -> JoinedParty:
    return JoinedParty("g", names[0], tuple(Member(f"id of {name}", name, "person", 1.0, "me", WHEN) for name in names))


def rejection(a: str, b: str) -> Rejection:
    first, second = sorted((f"id of {a}", f"id of {b}"))
    return Rejection(first, second, a, b, "me", WHEN)


def test_decided_pairs_are_left_out_and_groups_come_along() -> None:
    names = [organization(name) for name in ("Acme", "ACME", "Acme Inc.")]
    together = suggestions(names, {}, [group("Acme", "ACME")])
    assert {suggestion.together for suggestion in together} == {("ACME", "Acme", "Acme Inc.")}
    assert suggestions(names, {}, [group("Acme", "ACME")], [rejection("ACME", "Acme Inc.")]) == []
    assert len(suggestions(names, {}, [], [rejection("ACME", "Acme Inc.")])) == 2


def test_keys_find_every_pair_that_comparing_all_would() -> None:
    """The blocking loses nothing: names one letter apart share a shortened form."""
    draw = random.Random(5)
    names = {"Acme Trading", "Birch Works", "Gamma Holdings Group", "株式会社キヤノン", "株式会社キャノン"}
    for name in list(names):
        for _ in range(6):
            place = draw.randrange(len(name))
            letter = draw.choice(string.ascii_lowercase)
            names |= {
                name[:place] + name[place + 1 :],
                name[:place] + letter + name[place:],
                name[:place] + letter + name[place + 1 :],
            }
    organizations = [organization(name) for name in sorted(names)]
    everything = {
        frozenset((a.name, b.name))
        for i, a in enumerate(organizations)
        for b in organizations[i + 1 :]
        if likeness(a, b) is not None
    }
    found = {frozenset((a.name, b.name)) for a, b in similar_pairs(organizations) if likeness(a, b) is not None}
    assert len(everything) > 50
    assert found == everything
