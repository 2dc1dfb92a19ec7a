"""Everyday ways to ask are read as the plain questions that they stand for; ranks and matters of a clause are not."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import NamedContract, Names, PartyFrom, Question, folded, understood_with_help, widened

TODAY = date(2026, 11, 20)
NAMES = Names(
    ["Birch Devices GmbH", "Alder Bank", "Cedar Foods Inc.", "株式会社かえで商事", "いちょう銀行株式会社"],
    [
        NamedContract("c1", 1, "Supply Agreement", "1.pdf", "supply", ("Birch Devices GmbH", "Alder Bank")),
        NamedContract("c2", 2, "Hosting Agreement", "2.pdf", "hosting", ("Cedar Foods Inc.", "Alder Bank")),
        NamedContract("c3", 3, "秘密保持契約書", "3.pdf", "nda", ("株式会社かえで商事", "いちょう銀行株式会社")),
    ],
    roles=("Vendor", "Buyer"),
)


def read(asked: str) -> Question | None:
    """The sure reading; None where the question is asked back."""
    understood = understood_with_help(asked, today=TODAY, names=NAMES)
    return understood.readings[0] if understood.sure else None


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("Agreements we signed in calendar year 2021", "agreements signed in 2021"),
        ("please teach me the contracts with an audit right", "show me the contracts with an audit right"),
        ("hw many contracts have insurance", "how many contracts have insurance"),
        ("give me whatever ran out in 2021", "everything that ran out in 2021"),
        ("which contracts last no more than a year?", "which contracts last at most 1 year?"),
        ("how many contracts expire over the course of 2027?", "how many contracts expire in 2027?"),
        ("contracts older than a decade", "contracts signed more than 10 years ago"),
        ("older than ten years", "contracts signed more than ten years ago"),
        ("which contracts renew for successive one-year terms?", "contracts with a renewal period of one year"),
        ("English-language contracts by the year in which they took effect",
         "number of English-language contracts by year of the effective date"),
        ("which counterparty turns up most often?", "which counterparty appears most often?"),
        ("which ends sooner, contract 1 or contract 2?", "which of contract 1 and contract 2 ends first?"),
        ("percentage with a liability cap among those under Japanese law",
         "what percentage of the contracts under Japanese law are with a liability cap"),
        ("who do we work with in Brazil? the contracts please", "contracts with a party from Brazil"),
        ("agreements governed by a non-US law", "agreements not governed by US law"),
        ("contracts under the law of a US state other than Texas", "contracts under US law except Texas law"),
        ("by when must we give notice so the Cedar hosting agreement does not roll over?",
         "what is the last day to give notice of the Cedar hosting agreement?"),
        ("when do we have to tell Cedar that we won't renew?",
         "what is the last day to give notice of the contract with Cedar?"),
        ("which contracts does Cedar appear in", "which contracts do we have with Cedar"),
        ("which state's law is used most?", "which state governs the most contracts?"),
        ("contracts that expire within 6 months of today", "contracts that expire within the next 6 months"),
        ("かえで商事がらみの契約ぜんぶ", "かえで商事がらみの契約全部"),
        ("かえで商事が関わっている契約を全部", "かえで商事との契約を全部"),
        ("準拠法が米国以外の国になっている契約", "準拠法が米国以外の契約"),
        ("通知が30日前で足りる契約ってどれですか", "通知期間が30日以内の契約はどれですか"),
        ("更新拒絶の通知を100日以上前に出さないといけない契約", "通知期間が100日以上の契約"),
        ("2027年3月31日付で終わる契約の一覧", "2027年3月31日で終わる契約の一覧"),
        ("合弁契約を出して、和文だけでいい", "合弁契約を出して、和文だけ"),
        ("かえで商事とは今まで何本契約してますか", "かえで商事との契約は何本ありますか"),
        ("契約って今何本入ってますか", "契約は何本ありますか"),
        ("契約1と契約2では、どちらが先に締結されましたか", "契約1と契約2のうち締結日が最も早い契約"),
        ("自動更新の期間が1年のもの", "更新期間が1年のもの"),
        ("今年中にこれから満了する契約", "今日から今年中に満了する契約"),
        ("今年度末までに更新拒絶の通知を出さないといけない契約", "今年度末までに通知が必要な、自動更新される契約"),
        ("更新拒絶の通知を年内に出すべき契約", "年内に通知が必要な、自動更新される契約"),
        ("かえで商事の秘密保持契約は更新しない場合何日前に通知が必要？", "かえで商事の秘密保持契約の通知期間は？"),
    ],
)  # fmt: skip
def test_it_is_read_as_the_plain_question(asked: str, plain: str) -> None:
    found = read(asked)
    assert found is not None
    assert found == read(plain)


@pytest.mark.parametrize(
    "asked",
    [
        "which contract has the longest warranty?",
        "longest non-compete",
        "where does the warranty run the longest",
        "show the longest clause",
        "保証期間が一番長い契約は？",
        "最長の競業避止",
        "秘密保持の期間が一番長い契約は",
        "一番長い条項を見せて",
        "Apacheライセンスの契約はありますか",
        "オープンソースライセンスの一覧",
        "does the Cedar agreement require return of confidential information?",
        "かえで商事との契約に秘密情報の返還義務はありますか",
        "ライセンス契約で保証の否認があるものは？",
        "印紙税が必要な契約はどれ",
        "what's the earliest date on which we could get out of the Cedar agreement?",
        "how many franchise agreements have a non-compete and how many don't?",
        "contracts with Texas or Delaware companies",
    ],
)
def test_it_is_asked_back(asked: str) -> None:
    """A rank, a deed or a kind that no reading says was read as the contract's own term, or passed over."""
    assert read(asked) is None


@pytest.mark.parametrize(
    ("asked", "countries"),
    [
        ("contracts with a party from China or South Africa", ("CN", "ZA")),
        ("contracts with a company from China, Germany or Brazil", ("CN", "DE", "BR")),
    ],
)
def test_homes_in_a_row_are_any_of_them(asked: str, countries: tuple[str, ...]) -> None:
    found = read(asked)
    assert found is not None
    assert [c.countries for c in found.plan.conditions if isinstance(c, PartyFrom)] == [countries]


@pytest.mark.parametrize(
    ("asked", "narrower"),
    [
        ("list all trademark licenses", [("trademark licenses", "license")]),
        ("商標ライセンスの一覧", [("商標ライセンス", "license")]),
        ("contracts with export control clauses", [("export control", "compliance")]),
        ("license agreements", []),
    ],
)
def test_words_for_something_narrower_are_told(asked: str, narrower: list[tuple[str, str]]) -> None:
    found = read(asked)
    assert found is not None
    assert [(word.words, word.code) for word in widened(folded(asked), found)] == narrower


def test_a_name_in_capitals_is_no_slip_of_a_common_word() -> None:
    assert understood_with_help("What law governs the BellRing agreement?", today=TODAY, names=NAMES).guesses == ()
