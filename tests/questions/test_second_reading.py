"""A second reader: a question that the grammar cannot read, put together of its tagged parts, or not answered."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import ClauseIs, NamedContract, Names, PartyIs, TypeIs, understand, understood_with_help
from core.questions.learned.clause_fit import denies_itself
from core.questions.learned.question_kind import question_kind
from core.questions.learned.question_model import stored
from core.questions.learned.question_parts import Part
from core.questions.learned.second_reading import SecondReading, _loses, second_reading
from core.questions.learned.served_parts import _apart
from core.questions.learned.tagged_question import TaggedQuestion
from core.questions.lexicon import senses
from core.questions.plan import Plan, Question

TODAY = date(2026, 11, 20)
PARTIES = ["Bluewater Pipelines LP", "Corvex Networks Inc.", "北斗化学工業株式会社", "東雲銀行株式会社"]
CONTRACTS = [
    NamedContract("c1", 1, "Transportation Agreement", "", "transportation", (PARTIES[0],)),
    NamedContract("c2", 2, "売買基本契約書", "", "supply", (PARTIES[2],)),
]
NAMES = Names(PARTIES, CONTRACTS, roles=("Customer", "売主"))


def _second(question: str) -> Question | None:
    second = second_reading(TaggedQuestion(question, NAMES, TODAY, stored()), NAMES, TODAY)
    return None if second is None else second.question


def test_what_is_asked_in_pieces_is_put_together() -> None:
    reading = _second("What is the notice period of the transportation agreement with Bluewater?")
    assert reading is not None
    assert (reading.kind, reading.facts) == ("facts", ("notice_period",))
    assert [type(condition) for condition in reading.plan.conditions] == [PartyIs, TypeIs]


def test_what_only_the_second_reader_reads_is_answered_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    question = "Which contracts have a flibber clause?"
    told = Question("list", Plan("list", (ClauseIs(("insurance",)),)))
    monkeypatch.setattr("core.questions.learned.helping.second_reading", lambda *_: SecondReading(told, ()))
    assert not understand(question, today=TODAY, names=NAMES).sure
    understood = understood_with_help(question, today=TODAY, names=NAMES)
    assert (understood.readings, understood.retold, understood.sure) == ((told,), True, True)


def test_a_ranking_says_how_many_and_by_what() -> None:
    reading = _second("契約期間が長い順に3つ")
    assert reading is not None
    assert (reading.plan.quantity, reading.plan.top, reading.plan.ascending) == ("term_days", 3, False)


def test_a_title_calls_one_contract() -> None:
    reading = _second("売買基本契約書の売主ってどこでしたっけ")
    assert reading is not None
    assert (reading.kind, reading.facts) == ("facts", ("parties",))
    assert [getattr(condition, "references", ()) for condition in reading.plan.conditions] == [("c2",)]


def test_the_words_of_a_clause_are_shown_not_a_list() -> None:
    reading = _second("売買基本契約書の競業避止、文言をそのまま見せて")
    assert reading is not None
    assert (reading.kind, reading.clauses) == ("excerpts", ("non_compete",))


def test_a_fact_is_not_asked_of_a_party_with_several_contracts() -> None:
    several = Names(PARTIES, [*CONTRACTS, NamedContract("c3", 3, "Lease", "", "lease", (PARTIES[0],))])
    question = "When does the Bluewater contract run out?"
    assert _second(question) is not None
    assert second_reading(TaggedQuestion(question, several, TODAY, stored()), several, TODAY) is None


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Which contracts with Corvex and with audit rights do we have?", True),
        ("Which contracts with Corvex have no audit rights?", False),
        ("北斗化学との契約で監査権のないものはどれですか", False),
    ],
)
def test_a_denial_stays_with_what_it_denies(question: str, wanted: bool) -> None:
    reading = _second(question)
    assert reading is not None
    assert ClauseIs(("audit_rights",), wanted) in reading.plan.conditions


def test_all_contracts_of_a_party_are_every_one() -> None:
    reading = _second("Do all contracts with Corvex have audit rights?")
    assert reading is not None
    assert (reading.kind, reading.every) == ("yes_no", True)
    assert [type(condition) for condition in reading.plan.among] == [PartyIs]


@pytest.mark.parametrize(
    "question",
    [
        "Which contracts where we are the licensee expire in 2027?",
        "Only the contracts with Corvex that have audit rights?",
        "Which contracts with Corvex have audit rights or expire in 2027?",
        "Corvex contracts that have not expired yet and may not be assigned except to Bluewater",
        "How do the audit rights of Corvex and Bluewater differ?",
        "Latest signed supply agreement, who with?",
        "Corvex contracts that stay live through December 2027",
        "contracts under Korean, Taiwanese or Thai law with audit rights",
        "NDAs are not always renewed automatically, right?",
        "When do the contracts with Fennimore Rockets end?",
        "Should we let the Bluewater transportation agreement renew?",
        "監査権を行使した北斗化学との契約はどれですか",
        "東雲銀行との契約は来年も続きそうですか",
    ],
)
def test_what_would_be_lost_is_not_read(question: str) -> None:
    assert _second(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "contracts that only the supplier may terminate for convenience",
        "contracts where the customer may audit",
        "相手だけが中途解約できる契約は？",
        "監査権が顧客側にある契約",
    ],
)
def test_which_side_a_clause_is_of_is_never_taken_for_the_clause_type(question: str) -> None:
    """These were answered with every contract that has the clause, whosever right it is."""
    assert not understood_with_help(question, today=TODAY, names=NAMES).sure


def test_whether_and_which_are_told_apart() -> None:
    def kind(question: str) -> str | None:
        return question_kind(question, senses(question), stored().kinds)

    assert kind("which contracts have insurance?") == "list"
    assert kind("保険のある契約はありますか？") == "yes_no"
    assert kind("how many contracts have insurance?") == "count"
    assert kind("compare the insurance of contract 1 and contract 2") is None


def test_two_readers_who_disagree_are_both_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    question = "The auditors are asking again: which contracts have insurance?"
    other = Question("count")

    monkeypatch.setattr("core.questions.learned.helping.second_reading", lambda *_: SecondReading(other, ()))
    understood = understood_with_help(question, today=TODAY, names=NAMES)
    assert not understood.sure
    assert other in understood.readings


def test_what_japanese_words_count_is_not_left_to_the_model() -> None:
    def kind(text: str) -> str | None:
        return question_kind(text, senses(text), stored().kinds)

    assert kind("1年を超える機密保持は何通") in ("count", None)
    assert kind("使える台数や回数に枠のあるソフトの使用許諾") != "count"
    assert kind("共同研究契約で監査権のあるものをご列挙願えますでしょうか") != "yes_no"


def test_two_japanese_clause_types_in_one_part_are_read_each() -> None:
    pair = "引き抜き禁止も客先の横取り禁止"
    apart = _apart([Part("clause", 0, len(pair), pair, 0.9)], f"{pair}も入れているもの")
    assert [part.words for part in apart] == ["引き抜き禁止", "客先の横取り禁止"]
    joined = [Part("clause", 0, 6, "同業を始める", 0.9), Part("clause", 8, 13, "禁じている", 0.8)]
    assert [part.words for part in _apart(joined, "同業を始めるのを禁じている契約")] == ["同業を始めるのを禁じている"]


def test_a_denial_that_is_a_clause_types_own_says_that_it_is_there() -> None:
    assert denies_itself("他の客より悪くしない", "most_favored_nation")
    assert denies_itself("同意なしに地位を移せない", "anti_assignment")
    assert not denies_itself("譲渡の禁止が書いてない", "anti_assignment")
    assert not denies_itself("保険をかけない", "insurance")


def test_a_kind_or_a_length_that_is_lost_is_no_reading() -> None:
    named = TaggedQuestion("NDAで引き抜き禁止のもの", NAMES, TODAY, stored())
    clause = ClauseIs(("no_solicit_of_employees",))
    assert _loses(Question("list", Plan("list", (clause,))), named)
    assert not _loses(Question("list", Plan("list", (clause, TypeIs(("nda",))))), named)
    ahead = TaggedQuestion("終了を伝える期限は満了の何日前ですか", NAMES, TODAY, stored())
    assert _loses(Question("facts", Plan("list", ()), ("expiration_date",)), ahead)
    assert not _loses(Question("facts", Plan("list", ()), ("notice_period",)), ahead)


def test_what_was_done_under_a_clause_is_not_what_it_says() -> None:
    assert not understood_with_help(
        "ソースコード預託は実際に引き出されたことがありますか", today=TODAY, names=NAMES
    ).sure


def test_a_place_that_nobody_knows_is_not_lost_before_a_kind() -> None:
    tagged = TaggedQuestion("池袋のオフィスの賃貸", NAMES, TODAY, stored())
    assert tagged.known.unknown_before(3)
    assert tagged.known.names_more_than_a_kind(0, 10)
    assert not tagged.known.names_more_than_a_kind(3, 10)


def test_who_has_a_role_in_a_contract_lists_none() -> None:
    for question in ("売買基本契約書の売主ってどこでしたっけ", "売買基本契約書の売主はどこでしたか"):
        reading = _second(question)
        assert reading is not None, question
        assert reading.kind == "facts", question


@pytest.mark.parametrize(
    "order",
    [
        "Set the expiration date of contract 12 to 31 January 2029.",
        "please change the notice period of contract 3 to 60 days",
    ],
)
def test_an_order_to_change_what_is_stored_is_no_question(order: str) -> None:
    understood = understand(order, today=TODAY, names=NAMES)
    helped = understood_with_help(order, today=TODAY, names=NAMES)
    assert not helped.sure or understood.sure
    assert not helped.retold


def test_what_was_done_is_not_what_a_clause_says() -> None:
    assert not understood_with_help("保険証券の写しをもう受け取っている契約", today=TODAY, names=NAMES).sure
