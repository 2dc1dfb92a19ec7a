"""A quote on the page proves a value only when its words say the value."""

from __future__ import annotations

from datetime import date

import pytest

from core.contracts.endpoint.fact_values import placed
from core.contracts.endpoint.type_check import builtin_types, with_types_checked
from core.contracts.endpoint.value_check import checked_fact, checked_party, own_reading
from core.contracts.row import Summary, summarise, term_of
from core.documents import Document, Page
from core.evidence import locate
from core.record import Excerpt, Extraction, Fact, Party, from_json, to_json

ENGLISH = """SERVICES AGREEMENT

This Services Agreement is made on March 1, 2021 between Alpha Tools, Inc., a Delaware corporation ("Vendor"), and \
Beta Works GmbH, a German company (the "Buyer").

1. Term. This Agreement commences on April 1, 2021 and continues for an initial term of two years. It renews \
automatically for successive periods of one (1) year unless either party gives written notice of non-renewal at least \
sixty days before the end of the then-current term.

2. Fees. Buyer pays each invoice within thirty (30) days.

3. Law. This Agreement is governed by the laws of the State of New York. The courts of Nevada may enforce awards.

4. Liability. The total liability of Vendor under this Agreement shall not exceed the fees paid in the preceding \
twelve months.

5. Signed on the third day of March, two thousand and twenty-one. Dated 5/6/2021.
"""
JAPANESE = """業務委託契約書

株式会社アルファ（以下「甲」という。）と合同会社ベータ（以下「乙」という。）は、令和３年四月一日、次のとおり契約を締結する。

第１条　本契約の有効期間は、令和３年４月１日から令和４年３月３１日までとする。
第２条　期間満了の三か月前までに書面による申し出がないときは、本契約は更に一年間自動的に更新される。
第３条　本契約は日本法に準拠し、日本法に従って解釈される。
"""


def _document(text: str) -> Document:
    language = "ja" if "契約書" in text else "en"
    return Document("ab" * 32, "a.txt", "text", text, (Page(1, 0, len(text), 0.0, 0.0, "text"),), language)


def _sentence(text: str, words: str) -> str:
    """The paragraph of a text that holds some words."""
    return next(part for part in text.split("\n") if words in part)


@pytest.mark.parametrize(
    ("text", "name", "value", "words", "state", "read"),
    [
        # what the issue found: each was shown as verified
        (ENGLISH, "renewal_term", "P10Y", "Term.", "refused", "P1Y"),
        (ENGLISH, "notice_period", "P1D", "Term.", "refused", "P60D"),
        (ENGLISH, "agreement_date", "2021-03-02", "is made on", "refused", "2021-03-01"),
        (ENGLISH, "agreement_type", "Loan Agreement", "SERVICES AGREEMENT", "refused", "service"),
        (ENGLISH, "document_name", "Loan Agreement", "SERVICES AGREEMENT", "not_in_words", None),
        # right ones
        (ENGLISH, "agreement_type", "Services Agreement", "SERVICES AGREEMENT", "verified", None),
        (ENGLISH, "document_name", "Services Agreement", "SERVICES AGREEMENT", "verified", None),
        (ENGLISH, "agreement_date", "2021-03-01", "is made on", "verified", None),
        (ENGLISH, "renewal_term", "P12M", "Term.", "verified", None),
        (ENGLISH, "notice_period", "P60D", "Term.", "verified", None),
        (ENGLISH, "agreement_date", "2021-03-03", "third day of March", "verified", None),
        # in the words, but as something else
        (ENGLISH, "notice_period", "P30D", "Fees.", "not_in_words", None),
        (ENGLISH, "renewal_term", "P2Y", "Term.", "refused", "P1Y"),
        # the words do not say
        (ENGLISH, "agreement_date", "2021-03-01", "Fees.", "not_in_words", None),
        (ENGLISH, "notice_period", "P2M", "Law.", "not_in_words", None),
        # Japanese: eras, written numbers, full width
        (JAPANESE, "agreement_date", "2021-04-01", "締結する", "verified", None),
        (JAPANESE, "agreement_date", "2021-04-02", "締結する", "refused", "2021-04-01"),
        (JAPANESE, "expiration_date", "2022-03-31", "有効期間", "verified", None),
        (JAPANESE, "expiration_date", "2021-04-01", "有効期間", "refused", "2022-03-31"),
        (JAPANESE, "notice_period", "P3M", "更新される", "verified", None),
        (JAPANESE, "notice_period", "P1M", "更新される", "refused", "P3M"),
        (JAPANESE, "renewal_term", "P1Y", "更新される", "verified", None),
        (JAPANESE, "renewal_term", "P3Y", "更新される", "refused", "P1Y"),
        (JAPANESE, "agreement_type", "秘密保持契約", "業務委託契約書", "refused", "service"),
    ],
)
def test_a_value_is_read_again_from_its_quote(
    text: str, name: str, value: str, words: str, state: str, read: str | None
) -> None:
    document = _document(text)
    evidence = locate(document, _sentence(text, words))
    assert evidence.state == "verified"
    found = checked_fact(Fact(name, value, None, 0.9, evidence), own_reading(document))
    assert found.check is not None
    assert (found.check.state, found.check.read) == (state, read)
    assert (found.value, found.check.claimed) == ((None, value) if state == "refused" else (value, None))
    assert found.evidence == evidence, "that the quote stands on the page is another matter"
    assert found.confidence == {"verified": 0.9, "not_in_words": 0.3, "refused": 0.0}[state]


@pytest.mark.parametrize(
    ("text", "country", "state", "words", "verdict", "read"),
    [
        (ENGLISH, "United States", "New York", "Law.", "verified", None),
        (ENGLISH, "United States", None, "Law.", "verified", None),
        (ENGLISH, None, "Nevada", "Law.", "refused", "New York, US"),
        (ENGLISH, "Iran", None, "Fees.", "not_in_words", None),
        (ENGLISH, "Iran", None, "Law.", "refused", "New York, US"),
        (JAPANESE, "Japan", None, "日本法", "verified", None),
        (JAPANESE, "Japan", "Osaka", "日本法", "not_in_words", None),
        (JAPANESE, "Germany", None, "日本法", "refused", "JP"),
    ],
)
def test_a_law_is_read_again_from_its_quote(
    text: str, country: str | None, state: str | None, words: str, verdict: str, read: str | None
) -> None:
    document = _document(text)
    code, named = placed(country, state)
    fact = Fact("governing_law", code, named, 0.9, locate(document, _sentence(text, words)))
    check = checked_fact(fact, own_reading(document)).check
    assert check is not None
    assert (check.state, check.read) == (verdict, read)


def test_a_value_without_a_located_quote_is_not_in_its_words() -> None:
    document = _document(ENGLISH)
    for evidence in (None, locate(document, "This Agreement ends on Friday.")):
        found = checked_fact(Fact("agreement_date", "2021-03-01", None, 0.9, evidence), own_reading(document))
        assert found.check is not None
        assert found.check.state == "not_in_words"


@pytest.mark.parametrize(
    ("text", "party", "expected"),
    [
        (ENGLISH, Party("Alpha Tools, Inc.", "Vendor", "US", "Delaware"), ("Vendor", "US", "Delaware", ())),
        (
            ENGLISH,
            Party("Alpha Tools, Inc.", "Guarantor of all debts", "RU", None),
            (None, None, None, ("Guarantor of all debts", "Russia")),
        ),
        (ENGLISH, Party("Alpha Tools, Inc.", "Buyer", "DE", None), (None, None, None, ("Buyer", "Germany"))),
        (ENGLISH, Party("Beta Works GmbH", "Buyer", "DE", None), ("Buyer", "DE", None, ())),
        (
            ENGLISH,
            Party("Beta Works GmbH", "Vendor", "US", "Delaware"),
            (None, None, None, ("Vendor", "Delaware", "United States")),
        ),
        (JAPANESE, Party("株式会社アルファ", "甲", "JP", None), ("甲", "JP", None, ())),
        (JAPANESE, Party("合同会社ベータ", "甲", "US", None), (None, None, None, ("甲", "United States"))),
    ],
)  # fmt: skip
def test_what_a_partys_words_do_not_say_goes_no_further(text: str, party: Party, expected: tuple[object, ...]) -> None:
    document = _document(text)
    names = ["Alpha Tools, Inc.", "Beta Works GmbH", "株式会社アルファ", "合同会社ベータ"]
    located = Party(party.name, party.role, party.country, party.state, 0.9, locate(document, party.name))
    found = checked_party(located, document, [name for name in names if name != party.name])
    assert (found.role, found.country, found.state, found.unstated) == expected


@pytest.mark.parametrize(
    ("code", "words", "confirmed"),
    [
        ("uncapped_liability", "Liability.", False),
        ("cap_on_liability", "Liability.", True),
        ("insurance", "Law.", True),
    ],
)
def test_a_clause_type_that_the_classifier_puts_elsewhere_is_to_be_confirmed(
    code: str, words: str, confirmed: bool
) -> None:
    """The classifier takes the law's sentence for no clause type at all: that is no doubt."""
    document = _document(ENGLISH)
    evidence = locate(document, _sentence(ENGLISH, words))
    [found] = with_types_checked(code, [Excerpt(evidence.shown, 0.9, evidence)], builtin_types(document))
    assert found.confirmed is confirmed


OTHER_ROLES = """SERVICES AGREEMENT

This Services Agreement is made on March 1, 2021 between Alpha Tools, Inc., a Delaware corporation ("Vendor"), and \
Beta Works GmbH, a German company (the "Buyer").

1. Term. This Agreement commences on April 1, 2021 and ends on March 31, 2023.

2. Fees. Buyer pays each invoice within sixty (60) days after notice from Vendor. The extended warranty lasts one year.

3. The courts of Nevada may enforce awards. Disputes are settled by arbitration in Singapore.

4. A draft of this Agreement was sent on February 2, 2021. The License Agreement between the parties dated May 5, 2019 \
is terminated.
"""
OTHER_ROLES_JA = """業務委託契約書

株式会社アルファ（以下「甲」という。）と合同会社ベータ（以下「乙」という。）は、令和３年四月一日、次のとおり契約を締結する。

第１条　本契約の有効期間は、令和３年４月１日から令和４年３月３１日までとする。
第２条　乙は請求書を受領した日から三か月前までの通知に基づき支払う。
第３条　東京地方裁判所を第一審の専属的合意管轄裁判所とする。
第４条　甲の工場は大阪府に所在する。乙はドイツの代理店である。
第５条　秘密保持義務は契約終了後三年間存続する。保証期間は一年間延長される。
"""


@pytest.mark.parametrize(
    ("text", "name", "value", "words"),
    [
        (OTHER_ROLES, "effective_date", "2021-03-01", "is made on March 1, 2021"),
        (OTHER_ROLES, "expiration_date", "2021-03-01", "is made on March 1, 2021"),
        (OTHER_ROLES, "agreement_date", "2021-02-02", "A draft of this Agreement was sent on February 2, 2021."),
        (OTHER_ROLES, "agreement_date", "2019-05-05", "The License Agreement between the parties dated May 5, 2019"),
        (OTHER_ROLES, "effective_date", "2019-05-05", "The License Agreement between the parties dated May 5, 2019"),
        (OTHER_ROLES, "expiration_date", "2019-05-05", "dated May 5, 2019 is terminated"),
        (OTHER_ROLES, "notice_period", "P60D", "Buyer pays each invoice within sixty (60) days after notice"),
        (OTHER_ROLES, "renewal_term", "P1Y", "The extended warranty lasts one year."),
        (OTHER_ROLES, "agreement_type", "License Agreement", "The License Agreement between the parties dated May 5"),
        (OTHER_ROLES, "document_name", "License Agreement", "The License Agreement between the parties dated May 5"),
        (OTHER_ROLES, "document_name", "Vices", "SERVICES AGREEMENT"),
        (OTHER_ROLES, "document_name", "A", "SERVICES AGREEMENT"),
        (OTHER_ROLES, "governing_law", "US", "The courts of Nevada may enforce awards."),
        (OTHER_ROLES, "governing_law", "US", "Alpha Tools, Inc., a Delaware corporation"),
        (OTHER_ROLES, "governing_law", "SG", "Disputes are settled by arbitration in Singapore."),
        (OTHER_ROLES, "governing_law", "DE", "Beta Works GmbH, a German company"),
        (OTHER_ROLES_JA, "expiration_date", "2021-04-01", "令和３年四月一日、次のとおり契約を締結する"),
        (OTHER_ROLES_JA, "agreement_date", "2022-03-31", "令和３年４月１日から令和４年３月３１日まで"),
        (OTHER_ROLES_JA, "notice_period", "P3M", "三か月前までの通知に基づき支払う"),
        (OTHER_ROLES_JA, "renewal_term", "P1Y", "保証期間は一年間延長される"),
        (OTHER_ROLES_JA, "governing_law", "DE", "乙はドイツの代理店である"),
    ],
)
def test_words_that_say_a_value_of_another_thing_do_not_verify_it(text: str, name: str, value: str, words: str) -> None:
    """Each was shown as verified: the value stood in its words, as the day, length or place of another thing."""
    document = _document(text)
    fact = checked_fact(Fact(name, value, words, 0.9, locate(document, words)), own_reading(document))
    assert fact.check is not None
    assert fact.check.state == "not_in_words"


@pytest.mark.parametrize(
    ("text", "name", "value", "words"),
    [
        ("IN WITNESS WHEREOF the parties signed this on May 5, 2021.", "agreement_date", "2021-05-05", "signed this"),
        ("The term runs from May 5, 2021 to May 4, 2023.", "effective_date", "2021-05-05", "The term"),
        ("The term runs from May 5, 2021 to May 4, 2023.", "expiration_date", "2023-05-04", "The term"),
        ("It shall expire on May 4, 2023.", "expiration_date", "2023-05-04", "It shall"),
        ("Effective Date: May 5, 2021", "effective_date", "2021-05-05", "Effective Date"),
        ('May 5, 2021 (the "Effective Date") is agreed.', "effective_date", "2021-05-05", "is agreed"),
        ("有効期間は2021年5月5日から2023年5月4日までとする。", "expiration_date", "2023-05-04", "有効期間"),
        ("有効期間は2021年5月5日から2023年5月4日までとする。", "effective_date", "2021-05-05", "有効期間"),
        ("契約締結日：令和3年5月5日", "agreement_date", "2021-05-05", "契約締結日"),
        ("Any dispute is governed by the laws of Singapore.", "governing_law", "SG", "Any dispute"),
        ("本契約にはドイツ法を適用する。", "governing_law", "DE", "本契約"),
        ("90 days' notice before the end of the term is needed.", "notice_period", "P90D", "90 days"),
    ],
)
def test_words_that_say_a_value_of_it_verify_it(text: str, name: str, value: str, words: str) -> None:
    document = _document(text)
    quote = _sentence(text, words)
    fact = checked_fact(Fact(name, value, words, 0.9, locate(document, quote)), own_reading(document))
    assert fact.check is not None
    assert fact.check.state == "verified"


def _check(text: str, name: str, value: str, quote: str, detail: str | None = None) -> str:
    document = _document(text)
    fact = Fact(name, value, detail, 0.9, locate(document, quote))
    check = checked_fact(fact, own_reading(document)).check
    assert check is not None
    return check.state


DEED = """SPONSORSHIP AND BRAND LICENCE DEED

Dated 7 July 2021 between Harbour Trust ("the Trust") and Velo Sports GmbH ("the Sponsor").

1. The Landlord's mortgage with First Basin Bank, dated March 9, 2011, has no effect here.
2. This Deed enters into force on 15 July 2021 and shall remain in force through 14 July 2024.
3. This Deed shall be subject to New Zealand law. It shall not be governed by the laws of India.
4. The security over the mills shall be governed by the law of Mexico.
5. If the event is cancelled, the Sponsor may terminate on 14 days' notice.
"""


@pytest.mark.parametrize(
    ("name", "value", "quote", "state"),
    [
        (
            "agreement_date",
            "2011-03-09",
            "The Landlord's mortgage with First Basin Bank, dated March 9, 2011",
            "not_in_words",
        ),
        ("effective_date", "2021-07-15", "This Deed enters into force on 15 July 2021", "verified"),
        ("governing_law", "IN", "It shall not be governed by the laws of India.", "not_in_words"),
        ("governing_law", "MX", "The security over the mills shall be governed by the law of Mexico.", "not_in_words"),
        ("governing_law", "NZ", "This Deed shall be subject to New Zealand law.", "verified"),
        (
            "notice_period",
            "P14D",
            "If the event is cancelled, the Sponsor may terminate on 14 days' notice.",
            "not_in_words",
        ),
        ("document_name", "Licence Deed", "SPONSORSHIP AND BRAND LICENCE DEED", "not_in_words"),
    ],
)
def test_words_about_something_else_say_no_value(name: str, value: str, quote: str, state: str) -> None:
    """Papers with a day of their own, a law that is denied, and what only an event calls forth were verified."""
    assert _check(DEED, name, value, quote) == state


WAREHOUSE = """倉庫寄託に関する契約書

株式会社青葉精機（本店：仙台市。以下「寄託者」という。）は、次のとおり契約する。
甲乙間の令和元年5月7日付「業務基本契約書」（以下「原契約」という。）に関する。
第1条　期間満了の六ヶ月前から三ヶ月前までの間に更新しない旨の通知がないときは、契約期間は従前と同一の期間更新する。
第2条　火災保険の期間は令和三年九月三十日までとする。
第3条　本契約はフィンランド法に準拠し、スウェーデン法は適用しない。
"""


@pytest.mark.parametrize(
    ("name", "value", "quote", "state"),
    [
        (
            "agreement_date",
            "2019-05-07",
            "甲乙間の令和元年5月7日付「業務基本契約書」（以下「原契約」という。）に関する。",
            "not_in_words",
        ),
        (
            "renewal_term",
            "P6M",
            "期間満了の六ヶ月前から三ヶ月前までの間に更新しない旨の通知がないときは",
            "not_in_words",
        ),
        ("expiration_date", "2021-09-30", "火災保険の期間は令和三年九月三十日までとする。", "not_in_words"),
        ("governing_law", "FI", "本契約はフィンランド法に準拠し、スウェーデン法は適用しない。", "verified"),
    ],
)
def test_japanese_words_about_something_else_say_no_value(name: str, value: str, quote: str, state: str) -> None:
    assert _check(WAREHOUSE, name, value, quote) == state


def test_a_law_that_is_denied_is_not_the_contracts() -> None:
    """ "It shall not be governed by the laws of India" made India the governing law."""
    [law] = [fact for fact in own_reading(_document(DEED)).facts if fact.name == "governing_law"]
    assert law.value == "NZ"
    [law] = [fact for fact in own_reading(_document(WAREHOUSE)).facts if fact.name == "governing_law"]
    assert law.value == "FI"


def test_a_role_in_a_bracket_with_a_full_stop_is_read() -> None:
    document = _document(WAREHOUSE)
    party = Party("株式会社青葉精機", "寄託者", None, None, 0.9, locate(document, "株式会社青葉精機"))
    assert checked_party(party, document, []).role == "寄託者"


MASTER = """MASTER SERVICES AGREEMENT

This Master Services Agreement (the "Agreement") is made as of January 1, 2022 between Alpha Data Inc. ("Provider") \
and Beta Foods LLC ("Customer").

1. General. {own}

2. Services Term. The "Services Term" begins on the Start Date and ends on June 30, 2024. The Services Term renews for \
successive one-year periods unless either party gives ninety (90) days' written notice before the end of the Services \
Term.
"""
PARTS = (
    ("expiration_date", "2024-06-30", 'The "Services Term" begins on the Start Date and ends on June 30, 2024.'),
    ("renewal_term", "P1Y", "The Services Term renews for successive one-year periods"),
    ("notice_period", "P90D", "gives ninety (90) days' written notice before the end of the Services Term"),
)


@pytest.mark.parametrize(
    "own",
    [
        "This Agreement begins on January 1, 2022 and continues until December 31, 2031.",
        "This Agreement continues for ten years from the Effective Date.",
        "The term of this Agreement is ten (10) years.",
        "This Agreement shall continue in full force and effect for an initial term of five (5) years.",
        "The Agreement remains in force until it is ended under Section 9.",
    ],
)
@pytest.mark.parametrize(("name", "value", "quote"), PARTS)
def test_a_part_s_term_is_no_term_of_a_contract_that_states_its_own(
    own: str, name: str, value: str, quote: str
) -> None:
    """Issue 12, 8: ninety days of a "Services Term" were verified for the agreement of ten years."""
    assert _check(MASTER.format(own=own), name, value, quote) == "not_in_words"


@pytest.mark.parametrize(
    "own",
    [
        "This Agreement applies to all services.",
        "This Agreement remains in effect for the Services Term.",
        "Either party may terminate this Agreement on thirty (30) days' written notice in case of breach.",
        "The fees remain fixed for two years during the term of this Agreement.",
        "The duties under this Section remain in force for three years after the expiration of this Agreement.",
        "The policy under this Agreement remains in effect until January 1, 2030.",
    ],
)
@pytest.mark.parametrize(("name", "value", "quote"), PARTS)
def test_a_contract_whose_only_term_bears_a_part_s_name_is_not_lost(
    own: str, name: str, value: str, quote: str
) -> None:
    assert _check(MASTER.format(own=own), name, value, quote) == "verified"


def test_of_a_part_s_notice_both_passages_are_shown() -> None:
    """The page then says that notice and end speak of different terms, and quotes both."""
    document = _document(MASTER.format(own="This Agreement continues until December 31, 2031."))
    own = own_reading(document)
    stated = [("expiration_date", "2031-12-31", "This Agreement continues until December 31, 2031."), *PARTS[1:]]
    facts = [checked_fact(Fact(name, value, None, 0.9, locate(document, quote)), own) for name, value, quote in stated]
    read = Extraction("gpt-scripted", tuple(facts), (), ())
    summary = Summary(**summarise(document, read, from_json(to_json(read)), {}))
    term = term_of(summary, today=date(2026, 1, 1))
    assert (summary.notice_period, summary.notice_joined, summary.last_notice_day) == (None, False, None)
    assert term is not None
    assert "notice_of_another_term" in term.missing
    assert term.next_notice_day is None
