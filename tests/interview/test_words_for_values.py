"""Values in words that are known to tell one: levels, kinds with our side, guidelines, other names of clause types."""

from __future__ import annotations

import pytest

from core.interview.builtin import hearing
from core.interview.builtin.sentences import sentences


@pytest.mark.parametrize(
    ("words", "level"),
    [
        ("3/10", "low"),
        ("I rate it a nine of ten.", "high"),
        ("5/10", "medium"),
        ("Not dramatic.", "low"),
        ("Substantial, though no disaster.", None),
        ("Extreme.", "high"),
        ("重い、かなり", "high"),
        ("会社が傾くレベル。", "high"),
        ("会社が傾くほどじゃない", "low"),
        ("ふつう。", "medium"),
        ("中でございます。", "medium"),
        ("低～中", None),
        ("20/100", None),
        ("On a scale of five I give four.", "high"),
        ("Three from five.", "medium"),
        ("5段階で2", "medium"),
        ("12 of 10", None),
        ("15 of 5", None),
        ("Annoying rather than a disaster.", "low"),
        ("Rather important, I think.", "high"),
        ("重要", "high"),
        ("重要度は低い", "low"),
        ("最悪の部類です。", "high"),
    ],
)
def test_a_severity_in_plain_words(words: str, level: str | None) -> None:
    assert hearing.severity_told(words) == level


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("Hall hire, we were the hirers.", ("Hall hire",)),
        ("SaaS, we are the client", ("SaaS",)),
        ("建物の賃貸借、当社は貸主", ("建物の賃貸借",)),
        ("人材紹介の取引で、弊社は求人する側になります。", ("人材紹介の取引",)),
        ("We are bidder.", ()),
        ("当社は下請。", ()),
    ],
)
def test_our_side_is_no_kind_of_contract(words: str, kinds: tuple[str, ...]) -> None:
    assert hearing.kinds_told(words, "ja") == kinds


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Contract was a perpetual software licence.", "perpetual software licence"),
        ("The agreement was a five-year lease", "five-year lease"),
        ("契約の種類は賃貸借です", "賃貸借"),
        ("The contract was a mess.", None),
        ("The contract was signed late.", None),
        ("契約は無効だった。", None),
    ],
)
def test_what_kind_the_contract_was(words: str, kind: str | None) -> None:
    assert hearing.kind_named(words) == kind


@pytest.mark.parametrize(
    ("words", "laws"),
    [
        ("EU GMP Annex 11", [("EU", "GMP Annex 11")]),
        ("Incoterms 2020", [("Incoterms", "2020")]),
        ("URDG 758", [("URDG", "758")]),
        ("医療法と、医師の時間外労働の上限。", [("医療法", "")]),
        ("中小企業庁の知財取引ガイドラインも足しておいて。", [("中小企業庁の知財取引ガイドライン", "")]),
        ("It is under Croatian law, and I did not check.", [("Croatian law", "")]),
        ("Dutch provisions on unreasonable terms may help.", [("Dutch provisions on unreasonable terms", "")]),
        ("The law against unfair competition perhaps.", [("law against unfair competition", "")]),
        ("Turkish rules of 2018 restrict it.", [("Turkish rules of 2018", "")]),
        ("Local tender regulations may prohibit it.", [("Local tender regulations", "")]),
        ("市の要綱のみ。", [("要綱", "")]),
        ("優越的地位の濫用になるのでは", [("優越的地位の濫用", "")]),
        ("No law comes to mind.", []),
        ("None; the general law.", []),
        ("We follow our own rules.", []),
        ("none that I know", []),
        ("IT", []),
    ],
)
def test_guidelines_and_standards_where_a_law_was_asked_for(words: str, laws: list[tuple[str, str]]) -> None:
    assert [(law.law, law.article) for law in hearing.laws_told(words)] == laws


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        ("change control", ("amendment",)),
        ("終了時のデータ返還。", ("post_termination_services",)),
        ("紛争解決と、書類の優先順位", ("jurisdiction",)),
        ("order of precedence", ()),
    ],
)
def test_other_names_of_clause_types(words: str, codes: tuple[str, ...]) -> None:
    assert hearing.clause_types_named(words) == codes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See Art. 28 GDPR. It matters.", ["See Art. 28 GDPR.", "It matters."]),
        ("17 U.S.C. § 204 is why.", ["17 U.S.C. § 204 is why."]),
        ("Mr. Smith left. Then no. 5 came.", ["Mr. Smith left.", "Then no. 5 came."]),
        ("No. We won't.", ["No.", "We won't."]),
        ("We sold it in the U.S. It broke.", ["We sold it in the U.S.", "It broke."]),
    ],
)
def test_an_abbreviation_ends_no_sentence(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected
