"""Half sentences and roundabout questions are read as the plain questions that they stand for, or asked back."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import NamedContract, Names, Question, followed, understand

TODAY = date(2026, 11, 20)
NAMES = Names(
    ["Birch Devices GmbH", "Alder Bank", "Cedar Foods Inc.", "株式会社かえで商事", "いちょう銀行株式会社"],
    [
        NamedContract("c1", 1, "Supply Agreement", "1.pdf", "supply", ("Birch Devices GmbH", "Alder Bank")),
        NamedContract("c2", 2, "Hosting Agreement", "2.pdf", "hosting", ("Cedar Foods Inc.", "Alder Bank")),
        NamedContract("c3", 3, "保守契約書", "3.pdf", "maintenance", ("株式会社かえで商事", "いちょう銀行株式会社")),
    ],
    roles=("Vendor", "Buyer"),
)


def read(*turns: str) -> Question | None:
    """The sure reading of the last turn; None where it is asked back."""
    last: Question | None = None
    for turn in turns:
        understood = understand(turn, today=TODAY, names=NAMES, follows=last is not None)
        understood = followed(understood, last, ["c1", "c2"] if last else [], "those")
        last = understood.readings[0] if understood.sure else None
    return last


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        (
            "Which renewals must I stop within the next 60 days?",
            "Which auto-renewing contracts need notice in the next 60 days?",
        ),
        ("non-renewal notice this month", "which auto-renewing contracts need notice this month"),
        (
            "which notices of non-renewal fall due in January 2027?",
            "which auto-renewing contracts need notice in January 2027?",
        ),
        ("how many renewals must we stop this year?", "how many auto-renewing contracts need notice this year?"),
        ("how much notice to stop the Cedar hosting agreement renewing", "Cedar hosting agreement: notice period"),
        ("list the parties of all franchise agreements", "who are the parties of the franchise agreements"),
        ("longest term among exclusive contracts", "longest term of the exclusive contracts"),
        ("among US law contracts, what share are exclusive?", "what percentage of US law contracts are exclusive?"),
        ("how do our contracts split by language?", "number of contracts by language"),
        ("contracts governed by anything but US law", "contracts not governed by US law"),
        ("contracts with a law other than Texas law", "contracts not governed by Texas law"),
        ("agreements where no liability cap has been agreed", "agreements without a liability cap"),
        ("valid until at least 31 March 2027", "contracts expiring on or after 31 March 2027"),
        ("anything running into 2030 or later", "contracts expiring on or after 1 January 2030"),
        ("signed between end of 2016 and end of 2019", "signed between 31 December 2016 and 31 December 2019"),
        ("contracts starting next year", "contracts that start next year"),
        ("contracts starting in 2024", "contracts that start in 2024"),
        ("what kicked in last year?", "what started last year?"),
        ("exactly one year long", "contracts with a term of exactly one year"),
        ("NDAs: insurance yes, liability cap no", "NDAs with insurance but without a liability cap"),
        ("exclusive but no noncompete", "contracts with exclusivity but without a non-compete"),
        ("contracts that expire the year after next", "contracts that expire in 2028"),
        ("更新拒絶の予告が6ヶ月前の契約", "通知期間が6か月の契約"),
        ("今月中に更新拒絶を通知すべき契約", "今月中に通知が必要な、自動更新される契約"),
        ("今月中に更新しない旨を通知しないといけない契約", "今月中に通知が必要な、自動更新される契約"),
        ("ここ3年で結んだ契約", "過去3年以内に結んだ契約"),
        ("この3か月で切れる契約", "今後3か月以内に切れる契約"),
        ("準拠法が日本なのは何件ですか", "準拠法が日本の契約は何件ですか"),
        ("準拠法が日本で監査権がある契約", "準拠法が日本の、監査権がある契約"),
        ("再来年に期限が来る契約", "2028年に期限が来る契約"),
        ("平成のうちに締結された契約", "1989年1月8日から2019年4月30日までに締結された契約"),
        ("かえで商事といちょう銀行が結んだ契約", "かえで商事といちょう銀行の間の契約"),
        ("契約相手がかえで商事のもの", "かえで商事との契約"),
        ("税務の相談で使いますので、監査権のある契約を教えて", "監査権のある契約を教えて"),
        ("ライセンスを出している契約", "ライセンスの許諾がある契約"),
    ],
)  # fmt: skip
def test_it_is_read_as_the_plain_question(asked: str, plain: str) -> None:
    expected = read(plain)
    found = read(asked)
    assert expected is not None
    assert found is not None
    assert (found.kind, set(found.plan.every_condition), found.facts) == (
        expected.kind, set(expected.plan.every_condition), expected.facts,
    )  # fmt: skip
    assert found.plan.group == expected.plan.group


@pytest.mark.parametrize(
    "text",
    [
        "which are the longest and the shortest contracts?",
        "一番長いのと一番短いのは？",
        "no notice has been given",
        "contracts with no consent given to the transfer",
        "is there a chance in the Cedar hosting agreement?",
        "which clauses does contract 3 lack?",
        "contracts signed in the last or the next year",
        "更新拒絶の予告が届いた契約",
    ],
)
def test_what_only_looks_like_one_is_asked_back(text: str) -> None:
    understood = understand(text, today=TODAY, names=NAMES)
    assert not understood.sure or understood.readings[0].kind == "refused"


def test_a_role_is_read_behind_a_particle() -> None:
    found = read("BirchがVendorの契約")
    assert found is not None
    (party,) = found.plan.conditions
    assert party.kind == "party"
    assert party.roles


def test_clause_types_are_ranked_and_no_kinds_of_agreement() -> None:
    found = read("which clause type is most common in our contracts?")
    assert found is not None
    assert found.plan.group is not None
    assert found.plan.group.dimension == "clause_type"


def test_two_contracts_are_named_by_party_and_kind() -> None:
    found = read("governing law of the Birch supply agreement and the Cedar hosting agreement")
    assert found is not None
    (condition,) = found.plan.conditions
    assert condition.kind == "contract"
    assert set(condition.references) == {"c1", "c2"}


@pytest.mark.parametrize(
    ("before", "then", "country"),
    [
        ("How many contracts are under Texas law?", "and Singapore?", "SG"),
        ("カリフォルニア州法の契約を見せて", "シンガポール法なら？", "SG"),
        ("日本法の契約", "日本じゃなくてシンガポール", "SG"),
    ],
)
def test_a_place_behind_a_law_is_a_law(before: str, then: str, country: str) -> None:
    found = read(before, then)
    assert found is not None
    assert [law.country for c in found.plan.conditions if c.kind == "law" for law in c.laws] == [country]


def test_the_english_one_is_one_of_the_list() -> None:
    found = read("フランチャイズ契約を見せて", "英語のほうの当事者は？")
    assert found is not None
    assert {condition.kind for condition in found.plan.conditions} == {"contract", "language"}


def test_of_those_begins_a_question_in_japanese() -> None:
    found = read("日本法の契約は何件ありますか", "うちいちょう銀行が相手なのは何件？")
    assert found is not None
    assert found.kind == "count"
    assert {condition.kind for condition in found.plan.conditions} == {"contract", "party"}


@pytest.mark.parametrize(
    "unclear", ["which contract expires first?", "the earliest expiry date", "which of the NDAs expires first?"]
)
def test_what_expires_first_is_asked_back(unclear: str) -> None:
    """The first of all, or of what has not expired: nobody can tell."""
    assert not understand(unclear, today=TODAY, names=NAMES).sure
