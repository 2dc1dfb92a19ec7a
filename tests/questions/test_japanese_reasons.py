"""Japanese that reads like a condition and is none: why it is asked, who stands on the other side, "all of them?"."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import Names, understand, understood_with_help
from core.questions.japanese.reasons import reason_before
from core.questions.plan import ClauseIs, Condition, LawIs, PartyIs, Question, RenewalIs, TypeIs

TODAY = date(2026, 11, 20)
NAMES = Names(["霧島酒造", "渚ホテル", "取引先", "相手方"])


def read(text: str) -> Question:
    """The sure reading of a question by the grammar alone."""
    understood = understand(text, today=TODAY, names=NAMES)
    assert understood.sure, (understood.readings, understood.unused)
    return understood.readings[0]


@pytest.mark.parametrize(
    ("reason", "asked"),
    [
        ("引継ぎのため、", "NDAを全部見せて"),
        ("監査のため、", "来年満了する契約を教えてください"),
        ("監査で聞かれたので、", "贈賄の禁止がある契約を教えてください"),
        ("監査で聞かれて、", "競業避止のある契約は?"),
        ("反社チェックのため、", "リース契約を出して"),
        ("仲裁の準備で、", "霧島酒造との契約をすべて"),
        ("M&Aの準備のため、", "支配権変更の条項がある契約を挙げて"),
        ("保険更新の時期なので、", "保険条項のある契約を教えて"),
        ("譲渡の件で、", "NDAの一覧をください"),
        ("競業避止の見直しに備えて、", "雇用契約を出して"),
    ],
)
def test_a_reason_in_front_gives_no_condition(reason: str, asked: str) -> None:
    assert reason_before(reason + asked) == len(reason)
    whole = understood_with_help(reason + asked, today=TODAY, names=NAMES)
    alone = understand(asked, today=TODAY, names=NAMES)
    assert alone.sure
    assert whole.readings == alone.readings
    assert whole.sure
    assert [taken.code for taken in whole.taken] == [None]


@pytest.mark.parametrize(
    "asked",
    [
        "2027年に切れるものが多いので、NDAを全部",
        "保険がない契約があるので、NDAを全部",
    ],
)
def test_a_reason_that_names_counts_or_denies_something_is_asked_back(asked: str) -> None:
    assert not understood_with_help(asked, today=TODAY, names=NAMES).sure


def test_a_party_named_in_a_reason_is_not_lost() -> None:
    found = understood_with_help("霧島酒造との契約更新なので、満了日を教えて", today=TODAY, names=NAMES)
    assert all(any(isinstance(c, PartyIs) for c in reading.plan.every_condition) for reading in found.readings)


@pytest.mark.parametrize(
    "asked",
    ["保険のある契約のうちで、監査権のないもの", "ライセンス契約で、独占のもの", "霧島酒造との契約で、保険のあるもの"],
)
def test_what_is_spoken_of_is_no_reason(asked: str) -> None:
    assert reason_before(asked) == 0


@pytest.mark.parametrize("asked", ["取引先ごとに契約を数えて", "相手方別に何件ありますか", "取引先はどこですか"])
def test_a_word_for_the_other_side_names_no_party(asked: str) -> None:
    understood = understand(asked, today=TODAY, names=NAMES)
    conditions = [c for reading in understood.readings for c in reading.plan.every_condition]
    assert not any(isinstance(condition, PartyIs) for condition in conditions)


@pytest.mark.parametrize("called", ["守秘契約", "守秘の契約", "秘密保持の契約", "機密保持の契約書", "機密保持契約"])
def test_a_secrecy_agreement_is_a_kind_of_agreement(called: str) -> None:
    assert read(f"{called}は何件ありますか").plan.conditions == (TypeIs(("nda",)),)
    assert read(f"{called}を古い順に3つ").plan.conditions == (TypeIs(("nda",)),)


def test_a_secrecy_clause_is_still_a_clause() -> None:
    assert read("秘密保持の条項がある契約は何件").plan.conditions == (ClauseIs(("confidentiality",)),)


@pytest.mark.parametrize(
    ("asked", "condition"),
    [
        ("リースはどれも勝手に更新されるの?", RenewalIs(("automatic", "once", "evergreen"))),
        ("リースはみんな自動更新されるの?", RenewalIs(("automatic", "once", "evergreen"))),
        ("リースはみな日本法ですか", None),
        ("リースはすべて日本法なの", None),
        ("リースはどれも日本法?", None),
    ],
)
def test_all_of_a_kind_are_asked_whether(asked: str, condition: Condition | None) -> None:
    question = read(asked)
    assert (question.kind, question.every) == ("yes_no", True)
    assert question.plan.among == (TypeIs(("lease",)),)
    (said,) = question.plan.conditions
    assert said == condition or (condition is None and isinstance(said, LawIs))


@pytest.mark.parametrize(
    ("asked", "fact"),
    [
        ("一番長く続くライセンス契約は何年ですか", "term"),
        ("一番長く続くライセンス契約は何年続きますか", "term"),
        ("最も短い賃貸借契約は何か月ですか", "term"),
        ("予告期間が最も長い契約は何日前ですか", "notice_period"),
    ],
)
def test_the_longest_is_given_with_its_length(asked: str, fact: str) -> None:
    question = read(asked)
    assert question.plan.top == 1
    assert question.plan.quantity in ("term_days", "notice_days")
    assert question.facts == (fact,)
