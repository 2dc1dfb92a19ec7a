"""Which contracts of the portfolio words refer to: date, title, parties; ambiguous ones are all listed."""

from __future__ import annotations

from typing import Any

import pytest

from core.relations import AgreementReference, PortfolioAgreement, resolve

BASE: dict[str, Any] = {"title": "Supply Agreement", "day": "2019-03-01", "parties": ("acme", "beta")}
SOURCE: dict[str, Any] = {
    "title": "Amendment No. 1 to the Supply Agreement",
    "day": "2020-01-01",
    "parties": ("acme", "beta"),
}


def agreement(contract_id: str, *, title: str, day: str | None, parties: tuple[str, ...]) -> PortfolioAgreement:
    return PortfolioAgreement(contract_id, title, None, day, None, frozenset(parties))


def reference(
    title: str = "Supply Agreement", day: str | None = "2019-03-01", verb: Any = "amends"
) -> AgreementReference:
    return AgreementReference(title, day, verb, 3, 9)


def found(source: dict[str, Any], given: AgreementReference, *others: dict[str, Any]) -> list[tuple[str, float, bool]]:
    portfolio = [agreement("s", **source), *(agreement(f"o{n}", **other) for n, other in enumerate(others))]
    return [
        (suggestion.target, suggestion.score, suggestion.ambiguous)
        for suggestion in resolve(portfolio[0], [given], portfolio)
    ]


CASES: list[tuple[str, dict[str, Any], AgreementReference, list[dict[str, Any]], list[tuple[str, float, bool]]]] = [
    ("date, title and parties", SOURCE, reference(), [BASE], [("o0", 1.0, False)]),
    ("another date", SOURCE, reference(), [BASE | {"day": "2019-03-02"}], []),
    ("no party in common", SOURCE, reference(), [BASE | {"parties": ("gamma", "delta")}], []),
    ("one party of two", SOURCE, reference(), [BASE | {"parties": ("acme", "delta")}], [("o0", 0.85, False)]),
    ("no date stated", SOURCE, reference(day=None), [BASE], [("o0", 0.5, False)]),
    ("no date known", SOURCE, reference(), [BASE | {"day": None}], [("o0", 0.5, False)]),
    ("no date and another title", SOURCE, reference(day=None), [BASE | {"title": "Lease"}], []),
    ("its own date is not the other's", SOURCE, reference(day="2020-01-01"), [BASE], [("o0", 0.5, False)]),
    ("later than its amendment", SOURCE, reference(day=None), [BASE | {"day": "2021-01-01"}], []),
    ("another amendment is not the base", SOURCE, reference(day=None),
     [BASE, SOURCE | {"day": "2019-06-01"}], [("o0", 0.5, False)]),
    ("another amendment of that date", SOURCE, reference(), [SOURCE | {"day": "2019-03-01"}], []),
    ("two that fit", SOURCE, reference(day=None), [BASE, BASE | {"day": "2018-01-01"}],
     [("o0", 0.5, True), ("o1", 0.5, True)]),
    ("the date decides", SOURCE, reference(), [BASE, BASE | {"day": "2018-01-01"}], [("o0", 1.0, False)]),
    ("names is an amendment only under such a title", SOURCE | {"title": "Lease"}, reference(verb="names"), [BASE], []),
    ("named in an amendment", SOURCE, reference(verb="names"), [BASE], [("o0", 1.0, False)]),
    ("Japanese titles", SOURCE | {"title": "供給契約変更覚書"}, reference("供給契約書"),
     [BASE | {"title": "供給契約書"}], [("o0", 1.0, False)]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "given", "others", "expected"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_what_fits(
    source: dict[str, Any],
    given: AgreementReference,
    others: list[dict[str, Any]],
    expected: list[tuple[str, float, bool]],
) -> None:
    assert found(source, given, *others) == expected


def test_reasons_are_told() -> None:
    portfolio = [agreement("s", **SOURCE), agreement("o", **BASE)]
    [suggestion] = resolve(portfolio[0], [reference(verb="supersedes")], portfolio)
    assert (suggestion.kind, suggestion.start, suggestion.end) == ("SUPERSEDES", 3, 9)
    assert [(reason.code, reason.values) for reason in suggestion.reasons] == [
        ("same_date", ("2019-03-01",)),
        ("same_title", ("Supply Agreement",)),
        ("same_parties", ()),
    ]
