"""The facts of English contracts: what the words say, and nothing where they do not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.contracts.builtin.facts.facts import find_facts
from core.contracts.builtin.facts.sureness import MeasuredShares, measured_shares
from core.contracts.builtin.facts.title import type_of_title
from core.contracts.builtin.parties.english_names import name_at
from core.documents import Document
from core.evidence import from_span
from core.lexicon.agreement_types import agreement_type_name
from core.record import Clause, Excerpt, Fact, Party
from scripts.train_facts import error, shares

Maker = Callable[..., Document]

WHOLE = """EXHIBIT 10.1

MASTER SERVICES AGREEMENT

This MASTER SERVICES AGREEMENT (this "Agreement") is made as of June 21, 1999 (the "Effective Date") by and between \
Alpha Systems, Inc., a Delaware corporation with its principal office at 1 Main Street, Dover ("Company"), and \
Beta Trading GmbH, a corporation organized under the laws of Germany ("Service Provider").

WHEREAS, the parties entered into that certain Letter Agreement dated May 1, 1998;

1. Term. The initial term of this Agreement shall be five (5) years from the Effective Date. Thereafter this \
Agreement shall automatically renew for successive one (1) year periods unless either party gives written notice of \
non-renewal at least ninety (90) days prior to the expiration of the then-current term.

2. Governing Law. This Agreement shall be governed by the laws of the State of New York, without regard to the \
conflict of laws rules of the State of California.
"""
FRAME = (
    'THIS LICENSE AGREEMENT is entered into on July 1, 2010, by and between A-One Ltd. ("Licensor") and Bee LLC '
    '("Licensee").\n\nWHEREAS, the parties wish to agree;\n\n'
)


def value(facts: tuple[Fact, ...], name: str) -> str | None:
    return next(fact for fact in facts if fact.name == name).value


def plain(party: Party) -> tuple[str, str | None, str | None, str | None]:
    return party.name, party.role, party.country, party.state


def test_a_whole_contract(text_document: Maker) -> None:
    facts, parties = find_facts(text_document(WHOLE))
    assert {fact.name: fact.value for fact in facts} == {
        "document_name": "MASTER SERVICES AGREEMENT",
        "agreement_type": "service",
        "agreement_date": "1999-06-21",
        "effective_date": "1999-06-21",
        "expiration_date": "2004-06-21",
        "renewal_term": "P1Y",
        "notice_period": "P90D",
        "governing_law": "US",
    }
    law = next(fact for fact in facts if fact.name == "governing_law")
    assert law.detail == "New York"
    assert [plain(party) for party in parties] == [
        ("Alpha Systems, Inc.", "Company", "US", "Delaware"),
        ("Beta Trading GmbH", "Service Provider", "DE", None),
    ]
    assert all(fact.evidence is not None and fact.evidence.state == "verified" for fact in facts)
    assert all(0.5 < fact.confidence < 1 for fact in facts)


@pytest.mark.parametrize(
    ("body", "name", "expected", "in_detail"),
    [
        ("The Effective Date shall be the date first written above.", "effective_date", "2010-07-01", "July 1, 2010"),
        ("The Effective Date of this Agreement is August 3, 2010.", "effective_date", "2010-08-03", "August 3, 2010"),
        ("The term of this Agreement shall commence on September 1, 2010.", "effective_date", "2010-09-01", ""),
        ("Nothing is said of it.", "effective_date", None, None),
        ("This Agreement shall expire on December 31, 2012.", "expiration_date", "2012-12-31", ""),
        ("This Agreement shall expire on [***], 2015.", "expiration_date", None, "[***], 2015"),
        (
            "The term of this Agreement shall be three (3) years from the date hereof.",
            "expiration_date",
            "2013-07-01",
            "three (3) years",
        ),
        (
            "The term of this Agreement shall be three (4) years from the date hereof.",
            "expiration_date",
            "2013-07-01",
            "words and figures differ",
        ),
        (
            "This Agreement shall terminate on the fifth anniversary of the date hereof.",
            "expiration_date",
            "2015-07-01",
            "fifth anniversary",
        ),
        (
            "The term of this Agreement shall be two (2) years from the First Commercial Sale.",
            "expiration_date",
            None,
            "First Commercial Sale",
        ),
        ("This Agreement shall continue until the later of July 31, 2021 or launch.", "expiration_date", None, "later"),
        (
            "This Agreement shall remain in effect until terminated by either party.",
            "expiration_date",
            None,
            "until terminated",
        ),
        (
            "This Agreement shall remain in effect until the end of the current calendar year and be renewed yearly.",
            "expiration_date",
            "2010-12-31",
            "calendar year",
        ),
        (
            "This Agreement is accepted by Company in the State of Nevada and shall be governed by the laws thereof.",
            "governing_law",
            "US",
            "Nevada",
        ),
        ("Licensee shall keep records for three (3) years after the term.", "expiration_date", None, None),
        ("The confidentiality obligations survive for five years from the date hereof.", "expiration_date", None, None),
        ("This Agreement shall not be renewed automatically.", "renewal_term", None, "not be renewed"),
        (
            "There is no right of renewal and no extension shall be implied.",
            "renewal_term",
            None,
            "no right of renewal",
        ),
        (
            "This Agreement has a minimum term ending on March 31, 2024 and shall continue thereafter until terminated "
            "by either party on three (3) months' written notice.",
            "renewal_term",
            None,
            "continue thereafter",
        ),
        ("This Agreement may be renewed for one (1) year by mutual written agreement.", "renewal_term", None, "mutual"),
        ("At its option Licensee may renew this Agreement for two additional years.", "renewal_term", "P2Y", "option"),
        ("The term shall automatically renew from year to year.", "renewal_term", "P1Y", "year to year"),
        ('"Contract Year" means each successive twelve (12) month period.', "renewal_term", None, None),
        (
            "This Agreement renews automatically for one year unless a party gives [***] days notice before its end.",
            "notice_period",
            None,
            "[***]",
        ),
        (
            "The term shall renew for one year unless notice of non-renewal is given thirty (60) days "
            "prior to expiration.",
            "notice_period",
            "P30D",
            "words and figures differ",
        ),
        ("Either party may terminate upon thirty (30) days notice to cure a breach.", "notice_period", None, None),
        ("This Agreement is governed by the laws of ____________.", "governing_law", None, "laws of ____________"),
        ("This Agreement shall be governed by English law.", "governing_law", "GB", "England"),
        ("This Agreement shall be governed by the laws of Japan.", "governing_law", "JP", None),
        ("This Agreement shall be governed by the laws of the State of Georgia.", "governing_law", "US", "Georgia"),
        ("This Agreement shall be governed by the laws of the Republic of Georgia.", "governing_law", "GE", None),
        ("The laws of Ontario, Canada shall govern this Agreement.", "governing_law", "CA", "Ontario"),
        (
            "This Agreement shall be governed by the laws of the United States and of the State of Texas.",
            "governing_law",
            "US",
            "Texas",
        ),
        (
            "This Agreement shall be governed by the laws, other than choice of law rules, of the State of Florida.",
            "governing_law",
            "US",
            "Florida",
        ),
        (
            "The Term of this Agreement shall commence on the date of this Agreement and end as of May 1, 2013.",
            "effective_date",
            "2010-07-01",
            "commence on the date of this Agreement",
        ),
        (
            "Except as required by law, the fiscal year shall commence on the date of this Agreement.",
            "effective_date",
            None,
            None,
        ),
        ('"Commencement Date" means 16 October 2010.', "effective_date", "2010-10-16", "16 October 2010"),
        (
            "THE EFFECTIVE DATE OF THIS RESELLER AGREEMENT SHALL BE: Sept 29, 2010",
            "effective_date",
            "2010-09-29",
            "Sept 29",
        ),
        (
            "This Agreement shall be effective on the later of the dates that it is signed and shall continue for "
            "three (3) years from July 1, 2010.",
            "expiration_date",
            "2013-07-01",
            "three (3) years",
        ),
        ("This Agreement shall be in effect until March 18. 2021.", "expiration_date", "2021-03-18", "March 18"),
        (
            'This promotion shall begin on June 1, 2011 and shall terminate June 1, 2012 (herein "Term").',
            "expiration_date",
            "2012-06-01",
            "June 1",
        ),
        (
            "While this Agreement is in force and for a one-year period after termination no party shall solicit.",
            "expiration_date",
            None,
            None,
        ),
        (
            "This Agreement shall be automatically renewed for additional 3~year periods.",
            "renewal_term",
            "P3Y",
            "3~year",
        ),
        (
            "Thereafter, this Agreement shall automatically continue until either party gives the other at least six "
            "(6) months prior written notice of termination.",
            "notice_period",
            "P6M",
            "six (6) months",
        ),
        ("Disputes shall be settled by the courts of France.", "governing_law", None, None),
        ("Licensee shall comply with the laws of Brazil.", "governing_law", None, None),
        ("Taxes shall be determined under the laws of Brazil.", "governing_law", None, None),
        ("This Agreement is determined under the laws of New South Wales.", "governing_law", "AU", "New South Wales"),
        ("9. Governing law: Scotland.\n", "governing_law", "GB", "Scotland"),
        ("Governing law:\nNotices go to Delaware.\n", "governing_law", None, None),
        ("This Agreement ends on December 31, 2025.", "expiration_date", "2025-12-31", "ends on December 31, 2025"),
        ("This Agreement ends if the fee of May 1, 2024 is not paid.", "expiration_date", None, None),
    ],
)
def test_one_fact(text_document: Maker, body: str, name: str, expected: str | None, in_detail: str | None) -> None:
    facts, _ = find_facts(text_document(FRAME + body))
    fact = next(fact for fact in facts if fact.name == name)
    assert fact.value == expected
    if in_detail is None:
        assert fact.detail is None
    else:
        assert in_detail in (fact.detail or "")
    assert (fact.confidence > 0) == (expected is not None)


def test_words_and_figures_that_differ_are_not_trusted(text_document: Maker) -> None:
    facts, _ = find_facts(
        text_document(FRAME + "This Agreement shall continue for two (3) years from the date hereof.")
    )
    assert next(fact for fact in facts if fact.name == "expiration_date").confidence == 0.3


def test_two_laws_are_two_facts(text_document: Maker) -> None:
    facts, _ = find_facts(text_document(FRAME + "This Agreement is governed by the laws of Delaware and Illinois."))
    laws = [(fact.value, fact.detail) for fact in facts if fact.name == "governing_law"]
    assert laws == [("US", "Delaware"), ("US", "Illinois")]


def test_a_blank_date_is_no_date(text_document: Maker) -> None:
    text = (
        'THIS AGREEMENT is made this ____ day of ________, 20__ between X Corp. ("Seller") and Y Inc. ("Buyer").\n\n'
        "This Agreement shall continue for one year from the date hereof."
    )
    facts, _ = find_facts(text_document(text))
    agreed = next(fact for fact in facts if fact.name == "agreement_date")
    assert (agreed.value, agreed.detail) == (None, "____ day of ________, 20__")
    assert value(facts, "expiration_date") is None


def test_an_amendment_does_not_take_the_date_of_the_lease(text_document: Maker) -> None:
    text = (
        "FIRST AMENDMENT TO LEASE AGREEMENT\n\n"
        'THIS FIRST AMENDMENT TO LEASE AGREEMENT (this "Amendment") is made as of March 3, 2012 by and between '
        'Home Land LLC, a Georgia limited liability company ("Landlord"), and Tom Smith ("Tenant").\n\n'
        'WHEREAS, they entered into that certain Lease Agreement dated as of April 1, 2009 (the "Lease");\n'
    )
    facts, parties = find_facts(text_document(text))
    assert (value(facts, "document_name"), value(facts, "agreement_date"), value(facts, "effective_date")) == (
        "FIRST AMENDMENT TO LEASE AGREEMENT",
        "2012-03-03",
        None,
    )
    assert [plain(party) for party in parties] == [
        ("Home Land LLC", "Landlord", "US", "Georgia"),
        ("Tom Smith", "Tenant", None, None),
    ]


def test_the_last_signature_dates_an_agreement_without_a_date(text_document: Maker) -> None:
    text = (
        'CONSULTING AGREEMENT\n\nThis Consulting Agreement is made between X Corp. ("Company") and Y Inc. '
        '("Consultant").\n\nThe Effective Date is the date of the last signature below.\n\n'
        "By: /s/ Ann\nTitle: CEO\nDate: May 1, 2020\n\nBy: /s/ Bob\nTitle: CFO\nDate: May 4, 2020\n"
    )
    facts, _ = find_facts(text_document(text))
    assert (value(facts, "agreement_date"), value(facts, "effective_date")) == ("2020-05-04", "2020-05-04")


@pytest.mark.parametrize(
    ("preamble", "expected"),
    [
        (
            'between: EHAVE, INC., a company incorporated under the laws of the Province of Ontario, Canada ("Ehave"); '
            "- and - COMPANION TECHNOLOGIES CORP, a company incorporated under the laws of Nevada (the CHT)",
            [("EHAVE, INC.", "Ehave", "CA", "Ontario"), ("COMPANION TECHNOLOGIES CORP", "CHT", "US", "Nevada")],
        ),
        (
            'between iBio Inc. ("iBio"), a public company, and Nissin Kogyo Co., Ltd., '
            'a Japanese corporation ("Nissin")',
            [("iBio Inc.", "iBio", None, None), ("Nissin Kogyo Co., Ltd.", "Nissin", "JP", None)],
        ),
        (
            'between Cano Petroleum, Inc., hereinafter referred to as "Sponsor", and The Deerskin Companies, Inc., '
            'located at 2500 Arrowhead Drive, Delaware (the "Company")',
            [("Cano Petroleum, Inc.", "Sponsor", None, None), ("The Deerskin Companies, Inc.", "Company", None, None)],
        ),
    ],
)
def test_preambles(text_document: Maker, preamble: str, expected: list[tuple[str, str, str, str]]) -> None:
    _, parties = find_facts(text_document(f"THIS SUPPLY AGREEMENT is made on May 2, 2011 {preamble}.\n\nRECITALS\n"))
    assert [plain(party) for party in parties] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "ROAD TRANSPORT\n\nParty A (Shipper): Zeta Express Co., Ltd.\nAddress: 1 Long Road\n"
            "Party B (Carrier): Tong Logistics Ltd.\nAddress: 2 Short Road\n\nParty A and Party B agree.\n",
            [("Zeta Express Co., Ltd.", "Party A"), ("Tong Logistics Ltd.", "Party B")],
        ),
        (
            'AGENCY LETTER\n\nDear Sirs:\n\nBlue Growth REIT, Inc., a Maryland corporation (the "Issuer"), '
            'together with BRG Manager, LLC, a Delaware limited liability company (the "Manager"), will sell under '
            'the Securities Act of 1933 (the "Act"). The Issuer and the Manager represent: the Issuer is in order, '
            "the Manager is in order; the Issuer pays, the Manager pays. The Act applies, the Act binds.",
            [("Blue Growth REIT, Inc.", "Issuer"), ("BRG Manager, LLC", "Manager")],
        ),
        (
            "JOINT FILING\n\nThe undersigned agree to file jointly.\n\nIN WITNESS WHEREOF, they signed.\n\n"
            "PRAIRIE ACQUIROR LP\nBy: BIP Manager L.L.C., its general partner\n\nHOLDINGS MANAGER INC.\n"
            "By: /s/ A. Bee\n",
            [("PRAIRIE ACQUIROR LP", None), ("HOLDINGS MANAGER INC.", None)],
        ),
        (
            "JOINT FILING\n\nThe undersigned agree to file jointly. Dated: 4/8/2020 Aster II, Ltd. By: /s/ T. Roe, "
            "Esq. Date: 4/8/2020 T. Roe Chief Compliance Officer Birch Global Advisors, LP By: Birch Manager, LLC Its: "
            "General Partner By: /s/ T. Roe, Esq.",
            [("Aster II, Ltd.", None), ("Birch Global Advisors, LP", None)],
        ),
        (
            "CABLE AGREEMENT\n\nThe parties named below build a cable.\n\nIN WITNESS WHEREOF they have signed.\n\n"
            "For and on behalf of Cedar Telecom\nBy: ______\n\nFor and on behalf of Dogwood Cable Pte Ltd   By: "
            "______\nFor and on behalf of the Company\nBy: ______\n",
            [("Cedar Telecom", None), ("Dogwood Cable Pte Ltd", None)],
        ),
        (
            "HOSTING AGREEMENT\n\nBETWEEN\n\nELDER MOBILE B.V.\n1 Canal Street\n\n&\n\nFir Talk Holding AG\n\n"
            "CONTENTS\n\n1. Hosting\n",
            [("ELDER MOBILE B.V.", None), ("Fir Talk Holding AG", None)],
        ),
        (
            'RIGHTS IN PATENTS\n\nGinkgo Systems, a California corporation in San Diego (the "Investor"), and Hazel '
            "Resources, a Nevada corporation, agree as follows:\n\n1. Background.\n",
            [("Ginkgo Systems", "Investor"), ("Hazel Resources", None)],
        ),
    ],
)
def test_parties_where_no_preamble_names_them(
    text_document: Maker, text: str, expected: list[tuple[str, str | None]]
) -> None:
    _, parties = find_facts(text_document(text))
    assert [(party.name, party.role) for party in parties] == expected
    assert all(party.confidence < 0.9 for party in parties)


@pytest.mark.parametrize(
    ("words", "end"),
    [
        ("This Agreement commences on the date hereof and continues thereafter for two (2) years.", "2012-07-01"),
        ("Termination Date: 1 April 2014", "2014-04-01"),
        (
            "This Agreement shall terminate upon the earlier of:\n\n(a) July 31, 2013; or\n\n(b) the last delivery.",
            None,  # it may end before that day
        ),
        (
            "This Agreement shall terminate upon the earlier of (a) July 31, 2013 and (b) its termination pursuant to "
            "Section 9.",
            "2013-07-31",
        ),
        ("This Agreement shall terminate upon the later of:\n\n(a) July 31, 2013; or\n\n(b) the last delivery.", None),
        (
            'This Agreement shall continue in effect for the Hosting Period.\n\n"Hosting Period" means the period from '
            "July 1, 2010 through June 30, 2013.",
            "2013-06-30",
        ),
        ('"Hosting Period" means the period from July 1, 2010 through June 30, 2013.', None),
        (
            "Expiration Date: at midnight on the last day of the month eighteen (18) months from the date hereof.",
            "2012-01-31",
        ),
        ("This Agreement shall have a three-year term from the date hereof.", "2013-07-01"),
        (
            "Subject to earlier termination, the Agreement shall have effect for 18 months from the date hereof.",
            "2012-01-01",
        ),
        ("Supplier hereby appoints Distributor for a term of five (5) years from the date hereof.", "2015-07-01"),
        (
            "1. TERM OF AGREEMENT.\n\nThe parties agree to be bound for a period of one (1) year from the date hereof.",
            "2011-07-01",
        ),
        (
            "This Agreement shall continue through the end of the fifth (5th) year following the date hereof.",
            "2015-07-01",
        ),
        (
            "The term of this Agreement will not be shorter than two (2) years after the display of the first banner.",
            None,
        ),
        (
            "The term of this Agreement ends by notice; all meet at the end of the first year after the date hereof.",
            None,
        ),
    ],
)
def test_ends_after_a_colon_a_label_and_thereafter(text_document: Maker, words: str, end: str | None) -> None:
    facts, _ = find_facts(text_document(f"{FRAME}{words}\n"))
    assert value(facts, "expiration_date") == end


def test_the_clause_finders_sentence_is_looked_at_first(text_document: Maker) -> None:
    text = FRAME + "This Agreement shall end on May 1, 2012. This Agreement shall expire on May 1, 2015."
    document = text_document(text)
    start = text.index("This Agreement shall expire")
    evidence = from_span(document, start, len(text))
    clause = Clause("expiration_date", "present", 0.9, (Excerpt(text[start:], 0.9, evidence),))
    assert value(find_facts(document)[0], "expiration_date") == "2012-05-01"
    assert value(find_facts(document, (clause,))[0], "expiration_date") == "2015-05-01"


def test_a_period_that_the_clause_finder_chose_needs_no_subject(text_document: Maker) -> None:
    text = FRAME + "INITIAL DISTRIBUTION:\n\nApril 15, 2011 through October 15, 2011"
    document = text_document(text)
    start = text.index("April 15")
    clause = Clause(
        "expiration_date", "present", 0.9, (Excerpt(text[start:], 0.9, from_span(document, start, len(text))),)
    )
    assert value(find_facts(document)[0], "expiration_date") is None
    assert value(find_facts(document, (clause,))[0], "expiration_date") == "2011-10-15"


@pytest.mark.parametrize(
    ("words", "effective"),
    [
        ("effective as of the date set forth below.\n\nDate: April 7, 2020\n\nBy: A. Smith", "2020-04-07"),
        ("effective as of the date set forth below.\n\nBy: A. Smith", None),
    ],
)
def test_effective_as_of_the_date_below(text_document: Maker, words: str, effective: str | None) -> None:
    text = f"LICENSE AGREEMENT\n\nAlpha, Inc. and Beta LLC agree on a licence.\n\nThis agreement is made {words}"
    assert value(find_facts(text_document(text))[0], "effective_date") == effective


@pytest.mark.parametrize("text", ["", "x", "AGREEMENT", "THIS AGREEMENT", "1. 2. 3.", "\n\n\n"])
def test_almost_nothing(text_document: Maker, text: str) -> None:
    facts, parties = find_facts(text_document(text))
    assert [fact.value for fact in facts if fact.name != "document_name"] == [None] * 7
    assert parties == ()


def test_types_of_agreements() -> None:
    titles = {
        "Co-Branding and Advertising Agreement": "co_branding",
        "EXCLUSIVE DISTRIBUTORSHIP AGREEMENT": "distributor",
        "Mutual Non-Disclosure Agreement": "nda",
        "Agreement": None,
        "秘密保持契約書": "nda",
        "共同研究開発契約書": "joint_research",
        "建物賃貸借契約書": "lease",
    }
    assert {title: type_of_title(title) for title in titles} == titles
    assert (agreement_type_name("nda", "ja"), agreement_type_name("nda", "en")) == (
        "秘密保持契約",
        "Non-disclosure agreement",
    )
    assert agreement_type_name("unheard_of", "en") == "unheard_of"


def test_confidence_is_the_share_that_was_right() -> None:
    shares = MeasuredShares(method="", steps={"effective_date": ((0.7, 0.75), (0.9, 0.98))})
    assert [shares.confidence("effective_date", strength) for strength in (0.3, 0.7, 0.85, 0.9, 0.95)] == [
        0.3, 0.75, 0.75, 0.98, 0.98,
    ]  # fmt: skip
    assert shares.confidence("agreement_type", 0.6) == 0.6


def test_shares_rise_with_the_strength_and_stand_on_enough_answers() -> None:
    answers = [("law", 0.6, n < 16) for n in range(20)] + [("law", 0.7, n < 10) for n in range(20)]
    answers += [("law", 0.9, True)] * 60 + [("law", 0.95, True)] * 3
    steps = shares(answers).steps["law"]
    assert [start for start, _ in steps] == [0.6, 0.9]
    assert steps[0][1] == pytest.approx((26 + 4 * 0.65) / 44, abs=0.001)
    assert (
        error([("law", 0.6, True), ("law", 0.6, False)], MeasuredShares(method="", steps={"law": ((0.6, 0.5),)})) == 0
    )


def test_every_fact_that_rules_read_was_measured() -> None:
    assert {"parties", "effective_date", "expiration_date", "governing_law"} <= set(measured_shares().steps)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Utah corporation", None),
        ("Cayman Islands exempted company", None),
        ("New Jersey limited liability company", None),
        ("Virginia Beach Ferries, Inc.", "Virginia Beach Ferries, Inc."),
        ("Nevada Gold Corporation", "Nevada Gold Corporation"),
        ("Ann B. Lee, in her individual capacity, and", "Ann B. Lee"),
        ("HARBOR WIDGETS, INC. CONSULTANT", "HARBOR WIDGETS, INC."),
        ("Harbor Customer Services, Inc.", "Harbor Customer Services, Inc."),
    ],
)
def test_what_is_no_part_of_a_name(words: str, name: str | None) -> None:
    found = name_at(words, 0, len(words))
    assert (found and words[slice(*found)]) == name


def test_a_role_before_a_name_is_no_part_of_it(text_document: Maker) -> None:
    """The parties were called "Landlord, Fonterra (USA) Inc." and "Tenant, O'Brien & Sons, L.L.C."."""
    text = (
        "LEASE\n\nThis Lease is made on May 1, 2020 between the Landlord, Fonterra (USA) Inc., and the Tenant, "
        "O'Brien & Sons, L.L.C.\n\n1. The Landlord lets the premises."
    )
    found = [(party.name, party.role) for party in find_facts(text_document(text))[1]]
    assert found == [("Fonterra (USA) Inc.", "Landlord"), ("O'Brien & Sons, L.L.C.", "Tenant")]
