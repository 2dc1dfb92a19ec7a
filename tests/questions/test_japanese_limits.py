"""Japanese as a legal department types it in a hurry: lengths, years, laws, courts, one of two, words of a clause."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import ClauseIs, Condition, DateIn, Law, LawIs, Names, NumberIs, Question, TypeIs, understand
from core.questions.japanese.turns import turned
from core.questions.learned.question_model import stored
from core.questions.learned.second_reading import second_reading
from core.questions.learned.tagged_question import TaggedQuestion

TODAY = date(2026, 11, 20)
NAMES = Names(["青葉商会", "三国商事"])


def read(text: str) -> Question:
    """The sure reading of a question."""
    understood = understand(text, today=TODAY, names=NAMES)
    assert understood.sure, (understood.readings, understood.unused)
    return understood.readings[0]


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("満了まで6か月を切っている供給契約", "6か月以内に満了する供給契約"),
        ("満了まで残り90日を切った契約", "89日以内に満了する契約"),
        ("発効日が2025年4月1日から同年9月30日までの契約", "発効日が2025年4月1日から2025年9月30日までの契約"),
        ("日本以外の国の法律に準拠する契約", "日本法以外に準拠する契約"),
        ("韓国法、中国法のいずれかを準拠法とする契約", "韓国法または中国法を準拠法とする契約"),
        ("日本法は全体の何パーセントを占めますか", "日本法は全体の何パーセントですか"),
        ("1年ずつ延びていく保守契約", "更新期間が1年の保守契約"),
        ("青葉との契約は一年ずつ延びますか", "青葉との契約は更新期間が1年ですか"),
        ("予告が長いのを上位5件見せて", "予告が長い順に5件見せて"),
        ("二〇二八年に満了する契約", "2028年に満了する契約"),
        ("第三者への再委託がある契約", "第三者への再委託がある契約"),
        ("これだけある契約", "これだけある契約"),
    ],
)
def test_a_turn_is_put_plainly(asked: str, plain: str) -> None:
    assert turned(asked) == plain


@pytest.mark.parametrize(
    ("asked", "conditions"),
    [
        ("日本以外の国の法律に準拠する契約", [LawIs((Law("JP"),), wanted=False)]),
        (
            "賠償上限と不可抗力の両条項を備えた供給契約",
            [ClauseIs(("cap_on_liability",)), ClauseIs(("force_majeure",)), TypeIs(("supply",))],
        ),
        (
            "監査権、保険、仲裁の規定がどれもない契約",
            [ClauseIs((code,), wanted=False) for code in ("audit_rights", "insurance", "arbitration")],
        ),
        (
            "延滞利息だけあって違約罰はないもの",
            [ClauseIs(("late_payment",)), ClauseIs(("liquidated_damages",), wanted=False)],
        ),
        ("期間が2年から4年の間の業務委託", [NumberIs("term_days", 2, 4, "year"), TypeIs(("service",))]),
        (
            "2026年1月1日以降に始まり2029年までに終わるもの",
            [DateIn("effective_date", "2026-01-01", None), DateIn("expiration_date", None, "2029-12-31")],
        ),
        ("終了後も残る義務がある示談書", [ClauseIs(("survival",)), TypeIs(("settlement",))]),
        ("終了後のサポート義務がある契約", [ClauseIs(("post_termination_services",))]),
        ("外注の契約で更新の仕組みがないもの", [TypeIs(("outsourcing",)), ClauseIs(("renewal_term",), wanted=False)]),
        ("配送契約の一覧", [TypeIs(("transportation",))]),
        ("税に関する規定がない供給契約", [ClauseIs(("taxes",), wanted=False), TypeIs(("supply",))]),
    ],
)
def test_conditions_are_read(asked: str, conditions: list[Condition]) -> None:
    assert sorted(read(asked).plan.conditions, key=repr) == sorted(conditions, key=repr)


@pytest.mark.parametrize(
    ("asked", "fact"),
    [
        ("青葉商会と三国商事の契約ではどちらが先に満了しますか", "expiration_date"),
        ("青葉商会との契約と三国商事との契約はどちらが先に発効しましたか", "effective_date"),
        ("青葉商会と三国商事ではどちらの予告期間が短いですか", "notice_period"),
    ],
)
def test_which_of_two_comes_first_is_shown_side_by_side(asked: str, fact: str) -> None:
    """Of contracts of either party, not of those between the two."""
    question = read(asked)
    assert (question.kind, question.facts) == ("differences", (fact,))
    (firms,) = question.plan.conditions
    assert firms.names == ("青葉商会", "三国商事")


@pytest.mark.parametrize(
    ("asked", "codes"),
    [
        ("青葉商会との契約の準拠法と裁判管轄を教えて", ("governing_law", "jurisdiction")),
        ("青葉商会との契約の更新条項の条文を見せてください", ("renewal_term",)),
        ("青葉商会の契約の管轄はどの裁判所ですか", ("jurisdiction",)),
        ("違約金の正確な文言を、青葉商会の契約から抜き出してください", ("liquidated_damages",)),
    ],
)
def test_the_words_of_clauses_are_quoted(asked: str, codes: tuple[str, ...]) -> None:
    question = read(asked)
    assert (question.kind, question.clauses) == ("excerpts", codes)


@pytest.mark.parametrize(
    "asked",
    [
        "最低購入数量は何個ですか",
        "監査は年に何回ですか",
        "残存条項がないものは何件、あるものは何件か、NDAで。",
        "秘密保持を除き、自動更新の契約は何件ありますか。",
        "NDAと業務委託契約はどちらが先に満了しますか",
        "青葉商会と三国商事の責任上限はどちらが高いですか",
        "監査権のある契約はひとつもない？",
    ],
)
def test_what_can_be_taken_for_something_else_is_asked_back(asked: str) -> None:
    """The first four were answered: a number of contracts, one half of the question, those without the clause."""
    assert not understand(asked, today=TODAY, names=NAMES).sure


@pytest.mark.parametrize("asked", ["期間満了日が2027年の再販売契約はどれですか", "対象期間に締結された契約を列挙"])
def test_a_list_of_contracts_is_not_answered_by_a_fact(asked: str) -> None:
    understood = understand(asked, today=TODAY, names=NAMES)
    assert not understood.sure or understood.readings[0].kind != "facts"


@pytest.mark.parametrize("asked", ["青葉商会署名者", "残存条項がないものは何件、あるものは何件か、NDAで。"])
def test_the_second_reader_leaves_them_alone(asked: str) -> None:
    """Who signed is not when; of two numbers neither is given by itself."""
    assert second_reading(TaggedQuestion(asked, NAMES, TODAY, stored()), NAMES, TODAY) is None
