"""What a question says of a clause's words, what it denies of them, and what is no such thing."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import ClauseIs, ClauseSays, DateIn, LawIs, Question, Understood, understood_with_help
from core.questions.worded import contrary_question, place_in_words, worded_question

TODAY = date(2026, 11, 20)
TOKYO = ("東京地方裁判所", "東京地裁", "Tokyo District Court")
ICC = ("ICC", "International Chamber of Commerce", "国際商業会議所")
SIAC = ("SIAC", "Singapore International Arbitration Centre", "シンガポール国際仲裁センター")


def _read(question: str) -> Understood:
    return understood_with_help(question, today=TODAY)


def _sure(question: str) -> Question:
    understood = _read(question)
    assert understood.sure, (question, understood)
    return understood.readings[0]


@pytest.mark.parametrize(
    ("question", "code", "words"),
    [
        ("東京地方裁判所を管轄とする契約", "jurisdiction", TOKYO),
        ("管轄が東京地裁の契約はどれですか", "jurisdiction", TOKYO),
        ("ｔｏｋｙｏ　ｄｉｓｔｒｉｃｔ　ｃｏｕｒｔ contracts", "jurisdiction", ("Tokyo District Court", *TOKYO[:2])),
        ("旭川地裁を管轄とする契約", "jurisdiction", ("旭川地方裁判所", "旭川地裁")),
        ("contracts with ICC arbitration", "arbitration", ICC),
        ("contracts under icc rules", "arbitration", ICC),
        ("Which contracts provide for ICC or SIAC arbitration?", "arbitration", (*ICC, *SIAC)),
        ("contracts seated in Singapore", "arbitration", ("Singapore", "シンガポール")),
        ("仲裁地がシンガポールの契約", "arbitration", ("Singapore", "シンガポール")),
        ("which contracts have arbitration in London?", "arbitration", ("London", "ロンドン")),
        ("payment within 60 days", "payment", ("60 days", "60日")),
        ("contracts where payment is due within sixty (60) days", "payment", ("60 days", "60日")),
        ("contracts on net 30 terms", "payment", ("net 30", "30 days", "30日")),
        ("支払期限が翌月末の契約", "payment", ("翌月末", "end of the following month")),
        ("六十日以内に支払う契約", "payment", ("60日", "60 days")),
        ("liability capped at the fees paid in 12 months", "cap_on_liability", ("12 months", "12か月")),
        ("責任の上限が委託料の12か月分となっている契約", "cap_on_liability", ("12か月", "12 months")),
        ("contracts with a two-year non-compete", "non_compete", ("2 years", "2年")),
        ("Which licenses are non-exclusive?", "license_grant", ("non-exclusive", "nonexclusive", "非独占")),
        ("非独占のライセンスがある契約", "license_grant", ("non-exclusive", "nonexclusive", "非独占")),
        ("非独占のライセンスの契約", "license_grant", ("non-exclusive", "nonexclusive", "非独占")),
        ("contracts with Tokyo as venue", "jurisdiction", ("Tokyo", "東京")),
        ("責任制限条項に「重過失」とある契約", "cap_on_liability", ("重過失",)),
        ('contracts whose indemnification clause mentions "Gross Negligence"', "damages_indemnification",
         ("Gross Negligence",)),
    ],
)  # fmt: skip
def test_words_are_said_of_the_clause_that_they_belong_to(question: str, code: str, words: tuple[str, ...]) -> None:
    assert _sure(question).plan.conditions == (ClauseSays(code, words),)


def test_it_is_one_condition_among_others() -> None:
    joined = _sure("支払期限が60日以内で監査権のある契約").plan.conditions
    assert set(joined) == {ClauseSays("payment", ("60日", "60 days")), ClauseIs(("audit_rights",))}
    plan = _sure("ICC arbitration contracts under New York law that expire in 2027").plan
    assert ClauseSays("arbitration", ICC) in plan.conditions
    assert {type(condition) for condition in plan.conditions} == {ClauseSays, LawIs, DateIn}
    assert _sure("How many contracts have ICC arbitration?").kind == "count"
    counted = _sure("大阪地方裁判所を管轄とする契約の数を教えてください")
    assert counted.kind == "count"
    assert counted.plan.conditions == (
        ClauseSays("jurisdiction", ("大阪地方裁判所", "大阪地裁", "Osaka District Court")),
    )
    assert _sure("Is there any contract with ICC arbitration?").kind == "yes_no"
    both = _sure("東京地裁を専属的合意管轄裁判所とする契約").plan.conditions
    assert both == (ClauseSays("jurisdiction", TOKYO), ClauseSays("jurisdiction", ("exclusive", "専属")))


@pytest.mark.parametrize(
    "question",
    [
        "contracts without ICC arbitration",
        "Which contracts do not have ICC arbitration?",
        "contracts not seated in Singapore",
        "contracts with arbitration other than ICC arbitration",
        "東京地裁以外を管轄とする契約",
        "東京地方裁判所を管轄としない契約",
        "ICC仲裁でない契約",
        "SIACとHKIACの仲裁の件数",
    ],
)
def test_what_is_denied_is_asked_back(question: str) -> None:
    understood = _read(question)
    assert not understood.sure
    conditions = [c for reading in understood.readings for c in reading.plan.conditions]
    assert not any(isinstance(c, ClauseIs) and not c.wanted for c in conditions), understood


@pytest.mark.parametrize(
    "question",
    [
        "contracts with more than 60 days for payment",
        "競業避止の期間が2年を超える契約はどれですか",
        "競業避止が2年以内の契約",
        "保険金額が1億円以上の契約",
        "Which non-competes last longer than two years after termination?",
        "contracts under New York law with arbitration",
        "contracts with a notice period of 60 days",
        "契約期間が2年の契約",
        "contracts with a term of two years and a non-compete",
        "独占が日本国内に限られている契約",
        "シンガポール法を準拠法とし仲裁条項がある契約",
        "Is the Siga license non-exclusive?",
        "みなとのライセンスは非独占ですか",
    ],
)
def test_bounds_and_words_of_other_parts_are_not_said_of_a_clause(question: str) -> None:
    assert worded_question(question) is None


@pytest.mark.parametrize(
    ("text", "words", "there"),
    [
        ("within sixty (60) days", "60 days", True),
        ("within 60\ndays", "60 days", True),
        ("within 160 days", "60 days", False),
        ("within 60 business days", "60 days", False),
        ("６０日以内", "60日", True),
        ("六十日以内", "60日", True),
        ("百六十日以内", "60日", False),
        ("東京地方\n裁判所", "東京地方裁判所", True),
        ("ＩＣＣの仲裁規則", "ICC", True),
        ("MICCO", "ICC", False),
        ("翌月の末日までに", "翌月末", True),
        ("翌々月末日までに", "翌月末", False),
        ("non-exclusive jurisdiction", "exclusive", False),
        ("非専属的", "専属", False),
        ("12ヶ月分", "12か月", True),
        ("arbitration administered by the Singapore International Arbitration Centre", "Singapore", False),
        ("the Singapore International Arbitration Centre, and the seat is Singapore", "Singapore", True),
        ("under the laws of the State of New York, in the courts of Delaware", "New York", False),
        ("日本法に準拠し、シンガポール法は適用しない", "シンガポール", False),
        ("the ICC International Court of Arbitration", "ICC", True),
    ],
)
def test_a_clause_says_words_however_they_are_written_there(text: str, words: str, there: bool) -> None:
    assert (place_in_words(text, (words,)) is not None) is there


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("譲渡できる契約", "anti_assignment"),
        ("自由に譲渡できる契約はどれですか", "anti_assignment"),
        ("contracts that may be assigned freely", "anti_assignment"),
        ("Which contracts can be assigned without consent?", "anti_assignment"),
        ("競業できる契約", "non_compete"),
        ("非独占の契約", "exclusivity"),
    ],
)
def test_the_contrary_of_a_clause_is_offered_as_its_lack(question: str, code: str) -> None:
    understood = _read(question)
    assert understood.contrary
    assert not understood.sure
    assert [reading.plan.conditions for reading in understood.readings] == [(ClauseIs((code,), wanted=False),)]


def test_a_denied_contrary_is_none() -> None:
    assert contrary_question("contracts that may not be assigned freely") is None
    assert contrary_question("譲渡できない契約") is None
