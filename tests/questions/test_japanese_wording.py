"""Japanese as it is spoken, put politely or in a roundabout way: in written forms, and understood or asked back."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import (
    ClauseIs,
    Condition,
    ContractIs,
    DateIn,
    GroupBy,
    LanguageIs,
    Law,
    LawIs,
    NamedContract,
    Names,
    NumberIs,
    Question,
    RenewalIs,
    TypeIs,
    followed,
    understand,
    understood_with_help,
)
from core.questions.japanese.spoken import as_written
from core.questions.japanese.turns import turned

TODAY = date(2026, 11, 20)
NAMES = Names(
    ["株式会社かえで商事", "すみれ物産株式会社"],
    [
        NamedContract("c1", 1, "売買基本契約書", "1.pdf", "supply", ("株式会社かえで商事", "すみれ物産株式会社")),
        NamedContract("c2", 2, "賃貸借契約書", "2.pdf", "lease", ("株式会社かえで商事",)),
    ],
    roles=["売主", "買主", "賃貸人", "賃借人"],
)
_ANY = ("automatic", "once", "evergreen")


def read(text: str) -> Question:
    """The sure reading of a question."""
    understood = understand(text, today=TODAY, names=NAMES)
    assert understood.sure, (understood.readings, understood.unused)
    return understood.readings[0]


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("社員を引き抜いちゃだめな契約", "社員を引き抜いてはだめな契約"),
        ("期限が過ぎちゃってる契約", "期限が過ぎている契約"),
        ("もう終わっちゃった契約", "もう終わった契約"),
        ("そのうち切れちゃう契約", "そのうち切れる契約"),
        ("権利が移ってしまう契約", "権利が移る契約"),
        ("相手に従ってしまう契約", "相手に従う契約"),
        ("条項が入ってない契約", "条項が入っていない契約"),
        ("条項が入ってません", "条項が入っていません"),
        ("保険を含んでる契約", "保険を含んでいる契約"),
        ("リストを確認したく存じます。", "リストを確認したい。"),
        ("一覧を知りたいと思っております。", "一覧を知りたい。"),
        ("譲渡禁止って入ってましたっけ", "譲渡禁止って入っていましたか"),
        ("売主ってどこでしたっけ", "売主ってどこですか"),
        ("2024年の契約を拾っといて", "2024年の契約を拾って"),
        ("一覧を出してもらえると助かります", "一覧を出して"),
        ("建物を建てる契約", "建物を建てる契約"),
        ("費用を立て替える契約", "費用を立て替える契約"),
        ("保険がない契約を外してください", "保険がない契約を外して"),
    ],
)
def test_endings_are_put_in_their_written_forms(spoken: str, written: str) -> None:
    assert as_written(spoken) == written


@pytest.mark.parametrize(
    ("roundabout", "plain"),
    [
        ("契約期間が長い順に3つ", "契約期間が長い順に3件"),
        ("満了が近い順で上から五件", "満了が近い順に5件"),
        ("アメリカのいずれかの州の法律に従う契約", "米国法に従う契約"),
        ("有効期間の定めはありますか", "満了日の定めはありますか"),
        ("保証期間の定めはありますか", "保証期間の定めはありますか"),
        ("更新を止めるのに150日以上前の連絡がいる契約", "通知期間が150日以上の契約"),
        ("通知が30日前で足りる契約", "通知期間が30日以内の契約"),
        ("更新1回につき2年以上延びる契約", "更新期間が2年以上の契約"),
        ("契約27と契約34、満了日が先なのはどちら?", "契約27と契約34のうち満了日が最も早い契約"),
        ("契約2と契約5、後に終わるのはどっち?", "契約2と契約5のうち満了日が最も遅い契約"),
    ],
)
def test_turns_of_phrase_are_put_plainly(roundabout: str, plain: str) -> None:
    assert turned(roundabout) == plain


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("アメリカのいずれかの州の法律に従う契約", (LawIs((Law("US"),)),)),
        ("譲渡を縛る条項がない契約", (ClauseIs(("anti_assignment",), wanted=False),)),
        ("責任に上限を設けてる契約", (ClauseIs(("cap_on_liability",)),)),
        ("保険の条項が入ってない契約", (ClauseIs(("insurance",), wanted=False),)),
        ("終わりの日が決まってない契約", (ClauseIs(("expiration_date",), wanted=False),)),
        ("FC契約を確認したく", (TypeIs(("franchise",)),)),
        ("更新1回につき2年以上延びる契約", (NumberIs("renewal_days", 2, None, "year"),)),
        ("更新を断るなら150日以上前に伝えないといけない契約", (NumberIs("notice_days", 150, None),)),
        ("ほっといても延びない契約", (RenewalIs(_ANY, wanted=False),)),
        ("2032年を過ぎても縛られたままの契約", (DateIn("expiration_date", "2033-01-01", None),)),
        ("2030年になってもまだ続いてる契約", (DateIn("expiration_date", "2030-01-01", None),)),
        ("満了まで90日を切ってる契約、急ぎで", (DateIn("expiration_date", "2026-11-20", "2027-02-17"),)),
        ("準拠法が外国法の契約", (LawIs((Law("JP"),), wanted=False),)),
        (
            "顧客か従業員、少なくともどちらかの勧誘を禁止している契約",
            (ClauseIs(("no_solicit_of_customers", "no_solicit_of_employees")),),
        ),
        ("監査の岡です。お忙しいところすみません、保険のある契約を出してください", (ClauseIs(("insurance",)),)),
        ("いつ終わるか書いてない契約", (ClauseIs(("expiration_date",), wanted=False),)),
        ("譲渡が認められていない契約", (ClauseIs(("anti_assignment",)),)),
        ("通知期間について何も決められていない契約", (ClauseIs(("notice_period",), wanted=False),)),
    ],
)
def test_what_is_said_is_what_is_read(question: str, expected: tuple[Condition, ...]) -> None:
    assert read(question).plan.conditions == expected


def test_languages_side_by_side_are_counted_each() -> None:
    question = read("監査条項のある契約は和文・英文それぞれ何件でしょうか")
    assert question.plan.group == GroupBy("language")
    assert question.plan.conditions == (ClauseIs(("audit_rights",)),)


def test_laws_side_by_side_are_counted_each() -> None:
    question = read("ニューヨーク州法とテキサス州法の契約はそれぞれ何件ですか")
    assert question.plan.group == GroupBy("law")


@pytest.mark.parametrize(
    "question",
    [
        "競業避止の期間が2年を超えている契約はどれですか",
        "競業避止の期間が一番長い契約",
        "監査の通知期間が10日以上の契約",
        "監査権のある契約と保険のある契約はそれぞれ何件ですか",
        "和文と英文の契約",
        "譲渡を認めている契約",
        "競業を認めている契約",
        "2020年から続いている契約",
        "2030年まで続く契約",
        "契約期間が長い順に一覧",
        "準拠法を件数の多い順に",
        "保険か監査のどちらかだけある契約",
        "保険の期間が1年より長い契約はどれですか",
    ],
)
def test_what_is_said_of_the_clause_or_of_each_is_asked_back(question: str) -> None:
    for reader in (understand, understood_with_help):
        understood = reader(question, today=TODAY, names=NAMES)
        assert not understood.sure, understood.readings


def test_the_three_longest_in_order() -> None:
    plan = read("契約期間が長い順に3つ").plan
    assert (plan.quantity, plan.top, plan.ascending) == ("term_days", 3, False)


def test_the_first_of_two_contracts_is_one_of_them() -> None:
    plan = read("契約27と契約34、満了日が先なのはどちら？").plan
    assert (plan.by_date, plan.top, plan.ascending) == ("expiration_date", 1, True)
    (about,) = plan.conditions
    assert isinstance(about, ContractIs)
    assert about.references == ("27", "34")


@pytest.mark.parametrize(
    "question",
    [
        "売買基本契約書の売主ってどこでしたっけ",
        "賃貸借契約書の貸主って誰？",
        "賃貸借契約書で貸してる側はどこ",
        "賃貸借契約書の貸主と借主",
    ],
)
def test_who_has_a_role_is_asked_of_the_contract(question: str) -> None:
    asked = read(question)
    assert (asked.kind, asked.facts) == ("facts", ("parties",))


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("契約1はいつから続いてる？", "effective_date"),
        ("契約1はいつまで続く？", "expiration_date"),
        ("契約1の準拠法はどこになってる？", "governing_law"),
        ("契約1、更新を断るなら何か月前に言えばいい？", "notice_period"),
        ("契約1、更新しないならいつまでに伝えればいいですか", "last_notice_day"),
        ("契約1って1回の更新で何年延びるんだっけ", "renewal_term"),
    ],
)
def test_a_fact_is_asked_however_it_is_put(question: str, fact: str) -> None:
    asked = read(question)
    assert (asked.kind, asked.facts) == ("facts", (fact,))


def test_what_a_contract_says_is_not_asked_of_all() -> None:
    asked = read("売買基本契約書で監査は何と決まってる？")
    assert (asked.kind, asked.clauses) == ("excerpts", ("audit_rights",))


def test_an_end_that_is_stated_is_asked_for_as_a_yes_or_a_no() -> None:
    question = read("賃貸借契約書に有効期間の定めはありますか")
    assert question.kind == "yes_no"
    assert ClauseIs(("expiration_date",)) in question.plan.conditions


def test_what_is_called_no_by_its_noun_goes_on_from_the_list() -> None:
    before = read("かえで商事の契約を出して")
    understood = understand("満了日がまだ来てないのはどれ", today=TODAY, names=NAMES, follows=True)
    (reading,) = followed(understood, before, ("c1", "c2"), "those").readings
    assert reading.plan.conditions == (*before.plan.conditions, DateIn("expiration_date", "2026-11-20", None))


def test_a_contract_written_in_a_language_stays_in_it() -> None:
    assert read("和文の契約").plan.conditions == (LanguageIs("ja"),)
