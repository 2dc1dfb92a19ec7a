"""Everyday Japanese of a legal department: clause types in plain words, notices, lengths, what is there or not."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import Names, understand
from core.questions.plan import ClauseIs, DateIn, NumberIs, PartyIs, Question

TODAY = date(2026, 11, 20)
NAMES = Names(["霧島酒造", "渚ホテル"])


def read(text: str) -> Question:
    """The sure reading of a question by the grammar alone."""
    understood = understand(text, today=TODAY, names=NAMES)
    assert understood.sure, (understood.readings, understood.unused)
    return understood.readings[0]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("丸投げを認めていない契約", "subcontracting"),
        ("丸投げ禁止の契約", "subcontracting"),
        ("値上げを縛っている契約", "price_restrictions"),
        ("値上げを抑える条項のある契約", "price_restrictions"),
        ("値上げできない契約", "price_restrictions"),
        ("滞納したときの利息がある契約", "late_payment"),
        ("納期に遅れたら1日いくらの違約金という契約", "liquidated_damages"),
        ("遅れ1日いくらの罰金がある契約", "liquidated_damages"),
        ("無効部分を切り離す条文のある契約", "severability"),
        ("相手をけなさない条項のある契約", "non_disparagement"),
        ("実績として社名を載せてよい契約", "publicity"),
        ("宣伝利用の制限がある契約", "publicity"),
        ("終わってからも守る義務がある契約", "survival"),
        ("契約終了後も続く義務がある契約", "survival"),
        ("契約終了後のサポート義務がある契約", "post_termination_services"),
        ("解約後に資料を返す決まりのある契約", "post_termination_services"),
        ("書面でしか変更できないという条文のある契約", "amendment"),
        ("口約束は無効という条項のある契約", "entire_agreement"),
        ("感染症で止まった場合の定めがある契約", "force_majeure"),
        ("台風で納品できないときの条項がある契約", "force_majeure"),
        ("指定の倉庫まで届ける義務を負う契約", "delivery"),
        ("検査に合格しないと受け取らないという契約", "acceptance"),
        ("売れた分から取り分が入る契約", "revenue_profit_sharing"),
        ("うちだけに売る約束が入っている契約", "exclusivity"),
        ("よそに売らない約束がある契約", "exclusivity"),
        ("実地調査の権利のある契約", "audit_rights"),
        ("店舗数や台数に制限のある契約", "volume_restriction"),
        ("限度なしの賠償がある契約", "uncapped_liability"),
        ("倒産に備えたソースの寄託がある契約", "source_code_escrow"),
        ("書留で知らせよと書いてある契約", "notices"),
        ("支払いを怠れば即解除ができる契約", "termination_for_cause"),
        ("途中で降りることができる契約", "termination_for_convenience"),
    ],
)
def test_a_clause_type_in_everyday_words(asked: str, code: str) -> None:
    assert read(f"{asked}はどれですか").plan.conditions == (ClauseIs((code,)),)


@pytest.mark.parametrize("asked", ["コロナで止まった契約はどれ", "滞納したら年14%みたいな定めがある契約、どれ?"])
def test_what_happened_and_what_a_clause_counts_is_not_read(asked: str) -> None:
    assert not understand(asked, today=TODAY, names=NAMES).sure


@pytest.mark.parametrize(
    ("asked", "there", "missing"),
    [
        ("責任の上限があり、無制限になる例外がない契約", "cap_on_liability", "uncapped_liability"),
        ("責任の上限があり、監査権がない契約", "cap_on_liability", "audit_rights"),
        ("保険があり、監査権がない契約", "insurance", "audit_rights"),
    ],
)
def test_what_is_there_before_a_comma_is_not_denied_behind_it(asked: str, there: str, missing: str) -> None:
    assert set(read(asked).plan.conditions) == {ClauseIs((there,)), ClauseIs((missing,), wanted=False)}


@pytest.mark.parametrize("asked", ["霧島酒造に保険の定めはある?", "霧島酒造に保険の条項は入っていますか"])
def test_what_stands_in_the_contract_with_a_firm(asked: str) -> None:
    question = read(asked)
    assert question.kind == "yes_no"
    assert {type(c) for c in question.plan.conditions} == {PartyIs, ClauseIs}


def test_what_a_firm_owes_is_asked_back() -> None:
    assert not understand("霧島酒造に保険を義務付けていますか", today=TODAY, names=NAMES).sure


@pytest.mark.parametrize(
    ("asked", "fact"),
    [
        ("霧島酒造はいつまでに断れば更新されないの", "last_notice_day"),
        ("霧島酒造に更新しないと伝える期限はいつですか", "last_notice_day"),
        ("霧島酒造の解約の申し出は何週間前?", "notice_period"),
        ("渚ホテルからは何か月前に退去を告げればよいですか", "notice_period"),
        ("渚ホテルは何日前に言えばおしまいにできる?", "notice_period"),
        ("霧島酒造との契約は何日前に伝えればやめられますか", "notice_period"),
        ("霧島酒造の協賛契約は何月まで?", "expiration_date"),
    ],
)
def test_when_and_how_long_before_somebody_must_be_told(asked: str, fact: str) -> None:
    question = read(asked)
    assert (question.kind, question.facts) == ("facts", (fact,))


@pytest.mark.parametrize(("asked", "years"), [("3年契約はいくつありますか", 3), ("5年契約を一覧にして", 5)])
def test_a_contract_of_so_many_years(asked: str, years: int) -> None:
    assert read(asked).plan.conditions == (NumberIs("term_days", years, years, "year"),)


def test_the_number_of_a_year_is_no_length() -> None:
    assert not understand("2025年契約の一覧", today=TODAY, names=NAMES).sure


def test_whether_a_contract_has_already_run_out() -> None:
    question = read("霧島酒造との契約、もう切れてますか")
    assert question.kind == "yes_no"
    assert DateIn("expiration_date", None, "2026-11-19") in question.plan.conditions


def test_the_words_of_a_clause_are_asked_for() -> None:
    question = read("霧島酒造の一部無効の条項はどんな言葉ですか")
    assert (question.kind, question.clauses) == ("excerpts", ("severability",))


@pytest.mark.parametrize(
    "asked",
    [
        "今月中に更新通知が必要な契約は？",
        "今月中に更新拒絶の通知が必要な契約は？",
        "今月末までに通知しないと自動更新されてしまう契約は？",
    ],
)
def test_the_notice_that_stops_a_renewal_is_asked_for_by_its_last_day(asked: str) -> None:
    conditions = read(asked).plan.conditions
    days = [(condition.field, condition.last) for condition in conditions if isinstance(condition, DateIn)]
    assert days == [("last_notice_day", "2026-11-30")]
    # A notice of non-renewal is one of a contract that renews.
    assert len(conditions) == (2 if "更新拒絶" in asked else 1)
