"""Countries and states by name, in both languages, and the names that could be either."""

from __future__ import annotations

import pytest

from core.lexicon.places import (
    Place,
    country_code,
    country_name,
    place_in_language,
    place_name,
    places_in,
    state_name,
    state_of,
)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("USA", "US"),
        ("U.S.A.", "US"),
        ("United States of America", "US"),
        ("the United Kingdom", "GB"),
        ("Great Britain", "GB"),
        ("Republic of Korea", "KR"),
        ("the Netherlands", "NL"),
        ("Hong Kong", "HK"),
        ("Cayman Islands", "KY"),
        ("British Virgin Islands", "VG"),
        ("U.S. Virgin Islands", "VI"),
        ("Bermuda", "BM"),
        ("Republic of Georgia", "GE"),
        ("People’s Republic of China", "CN"),
        ("Republic of China", "TW"),
        ("Côte d'Ivoire", "CI"),
        ("米国", "US"),
        ("アメリカ合衆国", "US"),
        ("中華人民共和国", "CN"),
        ("日本国", "JP"),
        ("日本", "JP"),
        ("英国", "GB"),
        ("JP", "JP"),
        ("DE", "DE"),
        ("Delaware", None),
        ("England and Wales", None),
        ("Atlantis", None),
        ("", None),
    ],
)
def test_country_codes(name: str, code: str | None) -> None:
    assert country_code(name) == code


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("Delaware", ("US", "Delaware")),
        ("State of New York", ("US", "New York")),
        ("N.Y.", ("US", "New York")),
        ("NY", ("US", "New York")),
        ("DE", None),
        ("CA", None),
        ("Georgia", ("US", "Georgia")),
        ("State of Georgia", ("US", "Georgia")),
        ("Republic of Georgia", None),
        ("England and Wales", ("GB", "England and Wales")),
        ("Province of Ontario", ("CA", "Ontario")),
        ("Québec", ("CA", "Quebec")),
        ("New South Wales", ("AU", "New South Wales")),
        ("U.S. Virgin Islands", ("US", "U.S. Virgin Islands")),
        ("ニューヨーク州", ("US", "New York")),
        ("Germany", None),
    ],
)
def test_states(name: str, state: tuple[str, str] | None) -> None:
    assert state_of(name) == state


def test_names_in_both_languages() -> None:
    assert (country_name("US", "ja"), country_name("US", "en")) == ("アメリカ合衆国", "United States")
    assert country_name("ZZ", "en") == "ZZ"
    assert (state_name("US", "Delaware", "ja"), state_name("US", "Delaware", "en")) == ("デラウェア州", "Delaware")
    assert state_name("JP", "Tokyo", "ja") == "Tokyo"


def test_a_place_is_named_whole_in_one_language() -> None:
    assert place_name("US", "Texas", "ja") == "アメリカ合衆国テキサス州"
    assert place_name("US", "Texas", "en") == "Texas, United States"
    assert (place_name("JP", None, "ja"), place_name("JP", "", "en")) == ("日本", "Japan")


@pytest.mark.parametrize(
    ("said", "ja", "en"),
    [
        ("United States", "アメリカ合衆国", "United States"),
        ("日本", "日本", "Japan"),
        ("Texas", "テキサス州", "Texas"),
        ("Georgia", "Georgia", "Georgia"),
        ("Guarantor of all debts", "Guarantor of all debts", "Guarantor of all debts"),
    ],
)
def test_a_place_that_somebody_named_is_named_in_the_language_of_the_page(said: str, ja: str, en: str) -> None:
    assert (place_in_language(said, "ja"), place_in_language(said, "en")) == (ja, en)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("the laws of the State of Georgia", [Place("US", "Georgia")]),
        ("the laws of Georgia", [Place("US", "Georgia", sure=False)]),
        ("the Republic of Georgia", [Place("GE")]),
        ("a company of Tbilisi, Georgia", [Place("GE")]),
        ("New Jersey and Jersey", [Place("US", "New Jersey"), Place("JE")]),
        ("the state of Israel", [Place("IL")]),
        ("the People’s Republic of China", [Place("CN")]),
        ("New Mexico, Mexico", [Place("US", "New Mexico"), Place("MX")]),
        ("england in lower case", []),
        ("ニューヨーク州法及び日本国法", [Place("US", "New York"), Place("JP")]),
    ],
)
def test_places_in_running_text(text: str, places: list[Place]) -> None:
    assert [found.place for found in places_in(text)] == places


def test_adjectives_only_when_asked() -> None:
    assert [found.place for found in places_in("Swiss law and English law", adjectives=True)] == [
        Place("CH"),
        Place("GB", "England"),
    ]
    assert places_in("Swiss law and English law") == ()
