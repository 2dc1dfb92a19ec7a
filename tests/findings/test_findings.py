"""Findings: decided only where words decide; in doubt a person reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import pytest

from core.findings import Change, findings_for
from core.findings.applies import applying
from core.findings.compare import compare_position
from core.findings.types import Reason
from core.knowledge import FallbackPosition
from core.llm import endpoint
from core.llm.scripted import ScriptedServer, Step
from core.settings import Settings
from core.wording import wordings

CAP = "Supplier's total liability under this Agreement shall not exceed the fees paid in the twelve (12) months before."
CAP_24 = CAP.replace("twelve (12)", "twenty-four (24)")
SECRET = "受領者は、本契約の終了後2年間、秘密情報を第三者に開示してはならない。"
Make = Callable[..., Any]


def test_every_reason_has_its_words() -> None:
    assert {f"report.reason_{reason}" for reason in get_args(Reason)} - wordings().keys() == set()


@pytest.mark.parametrize(
    ("position", "text", "outcome", "changes"),
    [
        (CAP, CAP, "same", []),
        (CAP, "7. Liability. " + CAP.upper(), "same", []),
        (CAP, CAP.replace("twelve (12)", "thirty-six (36)"), "changed", ["number"]),
        (CAP, CAP.replace("shall not", "shall"), "changed", ["negation"]),
        (CAP, CAP.replace("shall not", "may not"), "changed", ["modal"]),
        (CAP, "Damages are limited to what Buyer paid in the past year.", "unsure", []),
        (CAP, CAP + " This limit does not apply to indemnities.", "unsure", []),
        (CAP, "", "unsure", []),
        (SECRET, SECRET, "same", []),
        (SECRET, "第２条　受領者は、本契約の終了後２年間、秘密情報を第三者に開示してはならない。", "same", []),
        (SECRET, SECRET.replace("2年間", "5年間"), "changed", ["number"]),
        (SECRET, SECRET.replace("2年間", "二年間"), "same", []),
        (SECRET, SECRET + "ただし、甲はこの限りでない。", "unsure", []),
        (SECRET, "秘密情報は漏らさないものとする。", "unsure", []),
        (SECRET.replace("2年間", "●年間"), SECRET, "unsure", []),
        (
            "甲は乙に対して賠償の責任を負わないものとする。",
            "乙は甲に対して賠償の責任を負わないものとする。",
            "unsure",
            [],
        ),
    ],
)
def test_positions_are_compared_by_words(position: str, text: str, outcome: str, changes: list[str]) -> None:
    found = compare_position(position, text)
    assert (found.outcome, [change.kind for change in found.changes]) == (outcome, changes)


def verdict(contract: Make, entry: Make, text: str, stored: dict[str, Any], **given: Any) -> tuple[Any, ...]:
    detail, document = contract(text, **given)
    found = findings_for(detail, [entry(12, **stored)], document)
    return tuple((finding.stored.name, finding.verdict, finding.reason, finding.level) for finding in found)


CAPPED = {
    "recommended_clause": CAP,
    "clause_types": ("cap_on_liability",),
    "fallback_positions": (FallbackPosition(level=1, position="two years", clause=CAP_24),),
}


@pytest.mark.parametrize(
    ("text", "stored", "given", "expected"),
    [
        (f"1. Cap. {CAP}", CAPPED, {"present": {"cap_on_liability": CAP}}, ("fine", "matches", 0)),
        (f"1. Cap. {CAP_24}", CAPPED, {"present": {"cap_on_liability": CAP_24}}, ("fine", "matches_fallback", 1)),
        ("1. Nothing here at all.", CAPPED, {}, ("missing", "absent", None)),
        ("1. Nothing here at all.", CAPPED, {"unknown": ("cap_on_liability",)}, ("unclear", "unknown_presence", None)),
        (
            "1. Nothing here.",
            CAPPED,
            {"unknown": ("cap_on_liability",), "unread": True},
            ("unclear", "unread_pages", None),
        ),
        ("1. Nothing.", CAPPED | {"title": "責任制限条項を置かない"}, {}, ("fine", "absent_as_wanted", 0)),
        (
            "1. Cap. Damages are limited to fees.",
            CAPPED,
            {"present": {"cap_on_liability": "Damages are limited to fees."}},
            ("unclear", "not_comparable", None),
        ),
        (
            f"1. Cap. {CAP}",
            CAPPED | {"recommended_clause": SECRET},
            {"present": {"cap_on_liability": CAP}},
            ("unclear", "other_language", None),
        ),
        (f"1. Cap. {CAP}", {"recommended_clause": CAP}, {}, ("fine", "matches", 0)),
        ("1. Quite another subject.", {"recommended_clause": CAP}, {}, ("unclear", "no_clause_type", None)),
    ],
)
def test_verdicts(
    contract: Make, entry: Make, text: str, stored: dict[str, Any], given: dict[str, Any], expected: tuple[Any, ...]
) -> None:
    assert verdict(contract, entry, text, stored, **given) == (("K12", *expected),)


def test_a_deviation_names_its_words_and_place(contract: Make, entry: Make) -> None:
    words = CAP.replace("twelve (12)", "thirty-six (36)")
    detail, document = contract(f"1. Cap. {words}", present={"cap_on_liability": words})
    (found,) = findings_for(detail, [entry(3, **CAPPED)], document)
    assert (found.verdict, found.reason) == ("deviates", "differs")
    assert found.changes == (Change("number", "twelve (12) months before", "thirty-six (36) months before"),)
    assert [(evidence.state, evidence.page) for evidence in found.evidence] == [("verified", 1)]
    assert words.rstrip(".") == document.text[found.evidence[0].start : found.evidence[0].end]


def test_the_entries_that_apply(entry: Make) -> None:
    entries = [
        entry(3, contract_types=("NDA",)),
        entry(1, contract_types=("秘密保持契約書", "ライセンス契約")),
        entry(2),
        entry(4, contract_types=("lease",)),
        entry(5, status="draft"),
        entry(6, status="retired"),
    ]

    def names(kind: str | None) -> tuple[list[str], list[str]]:
        found = applying(kind, entries)
        return [stored.name for stored in found.entries], [stored.name for stored in found.undecided]

    assert names("nda") == (["K1", "K2", "K3"], [])
    assert names("license") == (["K1", "K2"], [])
    assert names("Something else") == (["K2"], [])
    assert names(None) == (["K2"], ["K1", "K3", "K4"])


def test_deviations_come_first(contract: Make, entry: Make) -> None:
    words = CAP.replace("shall not", "shall")
    detail, document = contract(f"1. Cap. {words}", present={"cap_on_liability": words})
    entries = [
        entry(1, clause_types=("insurance",), severity="low"),
        entry(2, clause_types=("insurance",), severity="high"),
        entry(3, **CAPPED),
    ]
    found = findings_for(detail, entries, document)
    assert [(finding.stored.name, finding.verdict) for finding in found] == [
        ("K3", "deviates"),
        ("K2", "missing"),
        ("K1", "missing"),
    ]


OTHER = "Damages are limited to what Buyer paid in the preceding year."


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"verdict": "deviates", "quote": OTHER, "position": None}, ("deviates", "model", None)),
        ({"verdict": "fine", "quote": OTHER, "position": 1}, ("fine", "model", 1)),
        ({"verdict": "fine", "quote": OTHER, "position": 9}, ("unclear", "model_without_quote", None)),
        ({"verdict": "fine", "quote": OTHER, "position": None}, ("unclear", "model_without_quote", None)),
        ({"verdict": "deviates", "quote": OTHER.replace("paid", "never paid"), "position": None},
         ("unclear", "model_without_quote", None)),
        ({"verdict": "deviates", "quote": None, "position": None}, ("unclear", "model_without_quote", None)),
        ({"verdict": "unclear", "quote": None, "position": None}, ("unclear", "model_unsure", None)),
        ({"verdict": "fine", "quote": OTHER, "position": 0, "entry": "K99"}, ("unclear", "not_comparable", None)),
    ],
)  # fmt: skip
def test_a_models_verdict_counts_with_its_quote_only(
    contract: Make, entry: Make, said: dict[str, Any], expected: tuple[Any, ...]
) -> None:
    detail, document = contract(f"1. Cap. {OTHER}", present={"cap_on_liability": OTHER})
    answer = {"findings": [{"entry": "K12", "explanation": "because", **said}]}
    with ScriptedServer([Step(value=answer)]) as server:
        settings = Settings(
            _env_file=None, OPENAI_BASE_URL=server.base_url, OPENAI_API_KEY="k", LLM_MODEL="m", llm_retries=0
        )
        model = endpoint("chat", settings)
        assert model is not None
        with model:
            (found,) = findings_for(detail, [entry(12, **CAPPED)], document, model=model)
    assert (found.verdict, found.reason, found.level) == expected


def test_a_model_is_not_asked_what_rules_decide(contract: Make, entry: Make) -> None:
    detail, document = contract(f"1. Cap. {CAP}", present={"cap_on_liability": CAP})
    with ScriptedServer([]) as server:
        settings = Settings(_env_file=None, OPENAI_BASE_URL=server.base_url, OPENAI_API_KEY="k", LLM_MODEL="m")
        model = endpoint("chat", settings)
        assert model is not None
        with model:
            entries = [entry(1, **CAPPED), entry(2, clause_types=("insurance",))]
            found = findings_for(detail, entries, document, model=model)
    assert [(finding.verdict, finding.engine) for finding in found] == [("missing", "builtin"), ("fine", "builtin")]
