"""Japanese questions that were read otherwise than they say: what a denial denies, what a word is counted of."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import ClauseIs, DateIn, LawIs, Names, PartyIs, Question, RenewalIs, TypeIs, understand

TODAY = date(2026, 11, 20)
NAMES = Names(["東雲ロジ", "青葉フーズ", "サファイア技研", "オルカ・ソフト", "Lumière Cosmétiques", "Castell"])


def read(question: str) -> Question:
    """The one reading of a question."""
    understood = understand(question, today=TODAY, names=NAMES)
    assert understood.sure, (question, understood.unused, understood.readings)
    return understood.readings[0]


def asked_back(question: str) -> bool:
    """Whether a question is not answered as it stands."""
    return not understand(question, today=TODAY, names=NAMES).sure


@pytest.mark.parametrize(
    "question",
    [
        "個人情報にもセキュリティにも触れていないNDA",
        "個人情報についてもセキュリティについても触れていないNDA",
        "個人情報もセキュリティもないNDA",
    ],
)
def test_a_denial_behind_two_things_with_mo_denies_both(question: str) -> None:
    denied = {c for c in read(question).plan.conditions if isinstance(c, ClauseIs)}
    assert denied == {ClauseIs(("personal_data",), wanted=False), ClauseIs(("security",), wanted=False)}


def test_what_somebody_is_to_be_told_is_no_denial_of_the_contract() -> None:
    (condition,) = read("来月末までに更新しないと通知すべき契約は何件ありますか").plan.conditions
    assert isinstance(condition, DateIn)
    assert condition.field == "last_notice_day"
    assert asked_back("更新しない旨を相手に知らせた契約は？")


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("青葉フーズ以外との運送委託は何本", "transportation"),
        ("開発委託のうち監査権があるもの", "development"),
        ("保守委託の一覧", "maintenance"),
        ("OEMの一覧", "manufacturing"),
        ("売買で監査権があるもの", "sale"),
        ("融資の契約で保険があるもの", "loan"),
    ],
)
def test_a_compound_word_is_one_kind_of_agreement(question: str, code: str) -> None:
    kinds = [c for c in read(question).plan.every_condition if isinstance(c, TypeIs)]
    assert kinds == [TypeIs((code,))]


@pytest.mark.parametrize(
    "question",
    ["どの保守にもサービスレベルが付いていますか", "保守契約はどれもサービスレベルが付いていますか"],
)
def test_every_one_of_a_kind_is_asked_for_a_yes_or_no(question: str) -> None:
    found = read(question)
    assert (found.kind, found.every) == ("yes_no", True)
    assert found.plan.among == (TypeIs(("maintenance",)),)


@pytest.mark.parametrize(
    "question",
    [
        "青葉フーズとの契約は放っておいても続くの？",
        "青葉フーズとの契約は自動更新ですか",
    ],
)
def test_a_verb_with_no_asks_whether(question: str) -> None:
    found = read(question)
    assert found.kind == "yes_no"
    assert any(isinstance(c, RenewalIs) for c in found.plan.conditions)


def test_whether_may_be_asked_before_a_word_that_asks() -> None:
    assert read("青葉フーズの契約に保険があるかどうか見てほしい").kind == "yes_no"
    assert read("どの契約に保険があるか教えて").kind == "list"


def test_what_a_question_is_about_may_be_said_behind_it() -> None:
    found = read("相手の従業員を雇えないことになってますか、サファイア技研")
    assert found.kind == "yes_no"
    assert {type(c) for c in found.plan.conditions} == {PartyIs, ClauseIs}


def test_the_name_of_a_contract_is_asked_for() -> None:
    assert read("青葉フーズとの契約って名前は何ていうんでしたっけ").facts == ("document_name",)
    assert asked_back("青葉フーズとの契約の名前の由来")


def test_how_long_something_goes_on_and_how_much_is_left_of_it() -> None:
    assert read("何年続くんですか、青葉フーズのフランチャイズ").facts == ("term",)
    assert read("青葉フーズの代理店契約はあと何か月で終わるのか").facts == ("expiration_date",)


def test_also_next_year_is_not_within_next_year() -> None:
    (condition,) = read("来年も続いている契約").plan.conditions
    assert condition == DateIn("expiration_date", "2027-01-01", None)
    assert asked_back("2027年に続いている契約")


def test_companies_are_not_counted_as_contracts() -> None:
    assert asked_back("Castellとは全部で何社の契約ですか")
    found = read("東雲ロジが相手方の運送契約、件数だけ")
    assert (found.kind, found.plan.group) == ("count", None)
    ranked = read("当事者の数が一番多い契約を教えて").plan
    assert (ranked.measure, ranked.quantity, ranked.group) == ("list", "parties", None)


def test_kinds_are_counted_each() -> None:
    plan = read("契約種別に件数をまとめて").plan
    assert plan.group is not None
    assert not plan.distinct


def test_names_with_a_dot_or_an_accent_are_found_whole() -> None:
    assert read("オルカ・ソフトとの契約の準拠法").facts == ("governing_law",)
    assert read("Lumière Cosmétiquesの契約の題名は").facts == ("document_name",)


def test_the_court_of_a_contract_stands_in_its_words() -> None:
    found = read("オルカ・ソフトの専属管轄はどこ")
    assert (found.kind, found.clauses) == ("excerpts", ("jurisdiction",))
    assert read("どの契約に専属管轄がありますか").kind == "list"


def test_a_share_is_taken_of_what_stands_before_it() -> None:
    plan = read("NDAの何パーセントに仲裁が入っていますか").plan
    assert (plan.among, plan.conditions) == ((TypeIs(("nda",)),), (ClauseIs(("arbitration",)),))
    assert asked_back("仲裁と日本法の割合")


def test_a_law_of_no_place_stays_one_condition() -> None:
    assert any(isinstance(c, LawIs) for c in read("日本法で売買のもの").plan.conditions)


@pytest.mark.parametrize(
    "question",
    [
        "オルカ・ソフトのソースコード預託に関する文言を見せてください",
        "青葉フーズの契約の監査権の条文",
    ],
)
def test_the_words_of_a_clause_are_asked_for_not_a_list(question: str) -> None:
    assert read(question).kind == "excerpts"


def test_besides_takes_a_party_out() -> None:
    found = read("フランス法の契約はありますか、青葉フーズのほかに")
    assert [c.wanted for c in found.plan.conditions if isinstance(c, PartyIs)] == [False]
    assert asked_back("監査権が書いてある条を青葉フーズから抜いて")


def test_what_is_said_of_all_follows_the_topic() -> None:
    found = read("合弁契約はすべて日本法で、先買権付きですか")
    assert found.plan.among == (TypeIs(("joint_venture",)),)
    assert {type(c) for c in found.plan.conditions} == {LawIs, ClauseIs}


def test_contracts_are_counted_where_a_company_only_stands_before_what_is_said() -> None:
    assert read("和解で相手の悪口を言わない約束をしているのは何通").kind == "count"


def test_a_noun_that_no_clause_is_meant_by_is_left_over() -> None:
    assert asked_back("縛りのある代理店のうち最古はどこ")


def test_each_of_two_parties_is_not_a_contract_of_both() -> None:
    assert asked_back("監査権があるのは青葉フーズとオルカ・ソフトのどっちもですか")


def test_what_a_contract_says_of_its_court_is_no_condition() -> None:
    understood = understand("業務提携ってどこの法律でどこの裁判所になってる？", today=TODAY)
    assert (understood.sure, understood.readings[0].clauses) == (True, ("governing_law", "jurisdiction"))


def test_in_force_on_a_day_said_with_genzai() -> None:
    assert read("2026年10月1日現在有効な保証契約の本数").day == "2026-10-01"


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("スイス法の実施許諾で租税条項のあるもの", "license"),
        ("監査権のない外注契約", "outsourcing"),
        ("2025年に調印した合併契約は幾つ", "merger"),
    ],
)
def test_a_kind_of_agreement_is_no_clause(question: str, code: str) -> None:
    conditions = read(question).plan.conditions
    assert TypeIs((code,)) in conditions
    told = {code for c in conditions if isinstance(c, ClauseIs) for code in c.codes}
    assert told <= {"taxes", "audit_rights"}


@pytest.mark.parametrize(
    "question",
    [
        "約束を破られたら打ち切れるが、理由なしで解約できる権利はない契約",
        "約束を破られたら打ち切れる、でも理由なしで解約できる権利はない契約",
    ],
)
def test_what_stands_before_but_is_not_denied(question: str) -> None:
    told = {(c.codes, c.wanted) for c in read(question).plan.conditions if isinstance(c, ClauseIs)}
    assert told == {(("termination_for_cause",), True), (("termination_for_convenience",), False)}


def test_that_there_are_none_is_not_that_a_clause_is_missing() -> None:
    assert asked_back("NDAで監査権があるのはないですよね")
    assert read("監査権がある契約はありますか").kind == "yes_no"


def test_a_count_is_not_answered_by_a_fact() -> None:
    understood = understand(
        "解約の予告期間が定められ、更新の定めもあるリースは何件でしょうか", today=TODAY, names=NAMES
    )
    assert not understood.sure or understood.readings[0].kind == "count"


def test_one_kind_set_out_in_a_row_is_a_list() -> None:
    assert read("保険のあるリースを並べてください").kind == "list"


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("親会社が変わったら切られる契約", "change_of_control"),
        ("社員を引き抜かない約束がある契約", "no_solicit_of_employees"),
        ("下請けに丸投げできない契約", "subcontracting"),
        ("他の客より悪くしない約束のある契約", "most_favored_nation"),
        ("口頭では内容を変えられない契約", "amendment"),
        ("役人に金を渡すなと書いてある契約", "compliance"),
        ("プログラムの写しを第三者に預ける契約", "source_code_escrow"),
        ("理由なしで降りられる契約", "termination_for_convenience"),
    ],
)
def test_everyday_words_mean_a_clause_type(question: str, code: str) -> None:
    assert read(question).plan.conditions == (ClauseIs((code,)),)


def test_a_policy_that_is_only_the_reason_is_no_question_about_it() -> None:
    for question in (
        "社内規程で契約期間が3年を超える雇用契約を調べています",
        "方針に基づき2026年に満了する契約を出して",
    ):
        understood = understand(question, today=TODAY, names=NAMES)
        assert not understood.sure or understood.readings[0].kind != "house"
    assert read("監査権についての当社の方針は？").kind == "house"


def test_how_many_months_is_no_something() -> None:
    assert read("青葉フーズの販売店契約、何か月前に通知がいる？").facts == ("notice_period",)
