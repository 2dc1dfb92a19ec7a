"""A hundred and fifty English questions as people bring them to the counter of a legal department, in many wordings.

Sales, finance, auditors, partners abroad, engineers and trainees: in full sentences, as telegrams, and one turn after
another. All were written before any of them was asked. Both halves may be learned from; `HALF_B` was only counted until
2026-11-30. The first run (of `HALF_B` as recorded: 51 of 64 right, 1 wrong and sure, 1 of 13 others answered) stands in
`benchmarks/results/questions.json`.

Days are those stated in the contracts; no question turns on a renewal that has run already, nor on how long a month is.
"""

from __future__ import annotations

from datetime import date

from oracles.questions import gold as g
from oracles.questions.gold import NOT_ANSWERED, Case, Gold
from oracles.questions.portfolio import DEALS, TODAY, Deal, words_of

_T = TODAY.isoformat()
_NY, _CA, _TX, _DE, _NV = (g.law("US", state) for state in ("New York", "California", "Texas", "Delaware", "Nevada"))
_US, _JP, _EN, _SG = g.law("US"), g.law("JP"), g.law("GB", "England"), g.law("SG")
_NOTICE_DAYS = {"P30D": 30, "P60D": 60, "P90D": 90, "P3M": 91, "P120D": 120, "P180D": 180, "P6M": 182, "P12M": 365}
"""About so many days; no question here turns on how long a month is."""
_JAPANESE, _ENGLISH = g.written("ja"), g.written("en")
_RENEWS, _STOPS = g.stated("renewal"), g.missing("renewal")


def _ask(gold: Gold, *turns: str) -> Case:
    return Case(turns, gold)


def _days_of_notice(deal: Deal) -> int | None:
    return None if deal.notice is None else _NOTICE_DAYS[deal.notice]


def _notice(low: int, high: int = 9_999) -> g.Test:
    return lambda deal: deal.notice is not None and low <= _NOTICE_DAYS[deal.notice] <= high


def _renews_for(*periods: str) -> g.Test:
    return lambda deal: deal.renewal in periods


def _last_notice(first: str, last: str) -> g.Test:
    """Renews by itself, and the last day to stop that lies between two days."""
    return lambda deal: (
        deal.renewal is not None and deal.last_notice_day is not None and first <= deal.last_notice_day <= last
    )


def _role(part: str, role: str) -> g.Test:
    return lambda deal: any(part in name and role == its for name, its, _, _ in deal.parties)


def _expires(first: str, last: str = "9999") -> g.Test:
    return g.day("expires", first, last)


def _signed(first: str, last: str = "9999") -> g.Test:
    return g.day("signed", first, last)


def _begins(first: str, last: str = "9999") -> g.Test:
    return g.day("effective", first, last)


def _share(part: g.Test, *among: g.Test) -> Gold:
    return g.pct(g.chosen(part, *among), g.chosen(*among))


def _most(field: str, *tests: g.Test, most: bool = True, count: int = 1) -> Gold:
    return g.extreme(lambda deal: getattr(deal, field), *tests, most=most, count=count)


def _numbered(*numbers: int) -> g.Test:
    return lambda deal: deal.number in numbers


def _day(number: int, field: str) -> Gold:
    """A day of one contract."""
    found = date.fromisoformat(getattr(DEALS[number - 1], field))
    return g.values(number, of=(f"{found:%B} {found.day}, {found.year}",))


def _parties(number: int) -> Gold:
    return g.values(number, of=DEALS[number - 1].names)


def _words(number: int, code: str) -> Gold:
    """The sentence of a clause, from after the words with which each of them begins."""
    return g.values(number, of=(f"deal {number}", words_of(DEALS[number - 1], code).partition(": ")[2][:30]))


def _with(number: int, code: str, question: str) -> Case:
    """A question for the words of a clause that one contract has."""
    assert code in DEALS[number - 1].clauses
    return _ask(_words(number, code), question)


CASES = (
    # Which contracts: by days
    _ask(g.ids(_expires(_T, "2027-03-31")), "Sales here - which deals run out between today and 31 March 2027?"),
    _ask(g.ids(_begins("2026-01-01", "2026-12-31")), "what kicks in during 2026"),
    _ask(g.ids(_expires("2030-01-01")), "Which contracts lock us in until 2030 or beyond?"),
    _ask(g.ids(_expires("2021-01-01", "2022-12-31")), "give me whatever ran out in 2021 or 2022"),
    _ask(g.ids(_begins("0000", "2016-12-31")), "agreements that were already up and running before 2017"),
    _ask(g.ids(_signed("2026-01-01", "2026-12-31")), "inked this year?"),
    _ask(g.ids(_signed("2023-07-01", "2023-12-31")), "Everything we put our signature to in the second half of 2023, please."),
    _ask(g.ids(_signed("2023-06-01", "2023-06-30")), "agreements dated June 2023"),
    _ask(g.ids(_begins("2024-01-01", "2024-12-31"), _STOPS), "which of our contracts came into operation in 2024 and do not renew by themselves"),
    _ask(g.ids(_expires("2026-12-01", "2026-12-31")), "Which agreements are up in December?"),
    _ask(g.ids(_signed("0000", "2016-12-31")), "older than 2017 (date of signature) - list pls"),
    _ask(g.ids(g.missing("expires")), "contracts that just go on for ever, without a stated last day"),
    # Which contracts: by lengths, renewals and notice
    _ask(g.ids(g.years(10, strict=True)), "Audit request: please list each contract with a term longer than ten years."),
    _ask(g.ids(g.years(None, 1)), "which contracts last no more than a year?"),
    _ask(g.ids(_renews_for("P2Y")), "contracts that renew for two years at a time"),
    _ask(g.ids(_renews_for("P5Y", "P10Y")), "Which ones roll over for five years or longer each time?"),
    _ask(g.ids(_RENEWS, _JAPANESE), "self-renewing agreements written in Japanese"),
    _ask(g.ids(_STOPS, _TX), "under Texas law and not renewing on their own"),
    _ask(g.ids(_notice(151)), "Where do we have to tell the other side more than 150 days ahead?"),
    _ask(g.ids(_notice(30, 30)), "30 days notice - which contracts"),
    _ask(g.ids(_last_notice("2026-12-01", "2026-12-31")), "For which contracts is the last day to give notice in December 2026?"),
    _ask(g.ids(g.missing("notice"), _ENGLISH), "English contracts that say nothing about a notice period"),
    # Which contracts: by law and by place
    _ask(g.ids(g.either(_CA, _NY, _TX)), "contracts under Californian, New York or Texan law"),
    _ask(g.ids(lambda d: d.law is not None and d.law[0] not in ("US", "JP")), "governing law neither American nor Japanese: which contracts?"),
    _ask(g.ids(_SG), "What do we have under the laws of Singapore?"),
    _ask(g.ids(g.missing("law")), "contracts that never say whose law applies"),
    _ask(g.ids(_NV), "anything subject to Nevada law"),
    _ask(g.ids(g.home("DE")), "Which contracts are with German counterparties?"),
    _ask(g.ids(g.home("GB"), g.home("JP")), "Deals that have both a British and a Japanese company as parties"),
    _ask(g.ids(g.home("ZA")), "who do we work with in South Africa - list the contracts"),
    # Which contracts: by kind and by role
    _ask(g.ids(g.of("nda")), "our secrecy agreements"),
    _ask(g.ids(g.of("joint_venture")), "Show all JVs"),
    _ask(g.ids(g.of("distributor", "reseller")), "I need every distribution and reseller contract for the channel review."),
    _ask(g.ids(g.of("lease")), "which contracts are rentals"),
    _ask(g.ids(g.of("license"), _NY), "licensing deals governed by New York law"),
    _ask(g.ids(g.of("consulting"), g.stated("expires")), "consultancy contracts with an end date"),
    _ask(g.ids(_role("Velo", "Sponsor")), "in which agreement is Velo the sponsor?"),
    _ask(g.ids(_role("Medira", "Supplier")), "Medira as supplier - which contract"),
    _ask(g.ids(_role("Corvex", "Provider")), "contracts where Corvex acts as the provider"),
    _ask(g.ids(g.party("Etonbridge"), g.not_of("distributor")), "all our paper with Etonbridge except the distributor agreement"),
    # Which contracts: by clauses
    _ask(g.ids(g.has("insurance"), g.lacks("cap_on_liability")), "insurance required but liability not capped"),
    _ask(g.ids(g.any_of("non_compete", "exclusivity")), "Agreements containing a non-compete or exclusivity, either will do."),
    _ask(g.ids(g.lacks("insurance", "audit_rights")), "contracts with neither insurance nor audit rights"),
    _ask(g.ids(g.has("audit_rights"), g.not_of("franchise")), "with audit rights, except the franchise agreements"),
    _ask(g.ids(g.has("termination_for_convenience"), _EN), "Partner in London asks: English-law contracts that let a party walk away without a reason"),
    _ask(g.ids(g.has("anti_assignment"), g.party("Golden Griddle")), "Golden Griddle contracts with restrictions on assignment"),
    _ask(g.ids(g.has("minimum_commitment")), "where have we promised to buy or sell at least a certain amount?"),
    _ask(g.ids(g.has("liquidated_damages"), _ENGLISH), "English-language contracts with liquidated damages"),
    _ask(g.ids(g.has("joint_ip_ownership")), "R&D wants to know in which contracts the inventions are owned jointly"),
    _ask(g.ids(g.has("post_termination_services"), g.of("outsourcing", "hosting", "maintenance")), "outsourcing, hosting and maintenance agreements with duties that continue after the end"),
    _ask(g.ids(g.has("anti_assignment"), g.lacks("change_of_control")), "no change of control clause, but an assignment clause"),
    _ask(g.ids(g.has("irrevocable_or_perpetual_license")), "contracts that contain a perpetual or irrevocable licence"),
    # How many
    _ask(g.n(), "how many contracts do we hold, all told?"),
    _ask(g.n(_US), "Number of contracts under US law, whichever state."),
    _ask(g.n(_RENEWS, _ENGLISH), "How many of the English-language ones renew on their own?"),
    _ask(g.n(g.party("Nimbus")), "how many with Nimbus"),
    _ask(g.n(_signed("0000", "2016-12-31")), "How many did we sign in or before 2016?"),
    _ask(g.n(_expires("2027-01-01", "2027-12-31")), "how many of our contracts will expire over the course of 2027?"),
    _ask(g.n(g.lacks("cap_on_liability", "insurance")), "Count the contracts that lack both a liability cap and insurance."),
    _ask(g.n(g.of("nda")), "how many NDAs are there"),
    _ask(g.n(g.missing("expires")), "For the auditors: how many agreements have no end date?"),
    _ask(g.n(_role("Velo", "Customer")), "in how many agreements is Velo the customer?"),
    _ask(g.n(g.years(5, 5)), "how many contracts have a term of exactly five years"),
    _ask(g.n(g.has("audit_rights"), _JAPANESE), "audit rights in Japanese contracts, how many times?"),
    # Which share, by what
    _ask(_share(_NY, _ENGLISH), "What portion of the English-language contracts is under New York law?"),
    _ask(_share(g.has("cap_on_liability"), _JP), "percentage with a liability cap among those under Japanese law"),
    _ask(_share(_RENEWS), "what % of our contracts renew automatically"),
    _ask(_share(g.missing("expires")), "The CFO would like the share of contracts without an end date."),
    _ask(g.groups(g.by_year("expires")), "contracts per year of expiry"),
    _ask(g.groups(g.by_type), "tally by kind of contract, please"),
    _ask(g.groups(g.by_law, _RENEWS), "Break the auto-renewing contracts down by governing law."),
    _ask(g.groups(g.by_year("effective"), _JAPANESE), "Japanese-language contracts by the year in which they took effect"),
    _ask(g.top(g.by_law, 1), "which law do we use the most"),
    _ask(g.top(g.by_party, 1), "Which counterparty turns up most often in our contracts?"),
    _ask(g.top(g.by_clause, 3), "top three clause types"),
    _ask(g.top(g.by_year("signed"), 1), "in which year did we sign the most contracts?"),
    # One contract: its days and lengths
    _ask(g.values(8, 24, of=("August 31, 2036", "March 14, 2027")), "Until when are we tied to Lone Star Diners?"),
    _ask(_day(13, "effective"), "from what day does the Adeyemi endorsement run"),
    _ask(_day(19, "expires"), "Bluewater transportation agreement: final day?"),
    _ask(_day(20, "signed"), "When was the Genovara collaboration put on paper?"),
    _ask(_day(14, "expires"), "lakeshore sponsorship - expiry?"),
    _ask(_day(2, "last_notice_day"), "By when must we give notice if we do not want the Corvex master services agreement to renew?"),
    _ask(_day(11, "last_notice_day"), "notice deadline for the Nimbus maintenance agreement"),
    _ask(g.values(12, of=("120 days",)), "how far ahead must we tell Talloway that the outsourcing agreement is not to be renewed?"),
    _ask(g.values(8, of=("180 days",)), "What notice does the franchise agreement with Lone Star require?"),
    _ask(g.values(19, of=("5 years",)), "for how long does the Bluewater agreement renew?"),
    _ask(g.values(12, of=("2 years",)), "renewal term, Talloway outsourcing"),
    _ask(_day(5, "effective"), "start date of the Kestrel/Orinoco joint venture"),
    _ask(_day(17, "signed"), "I am new here: on what date was contract 17 signed?"),
    # One contract: law, parties, roles, kind
    _ask(g.values(15, of=("Hong Kong",)), "Shenzhou manufacturing agreement with Velo: governing law?"),
    _ask(g.values(14, of=("Illinois",)), "which state's law governs the Lakeshore sponsorship agreement"),
    _ask(_parties(9), "Full names of both sides of the hosting agreement, please"),
    _ask(_parties(21), "who are the parties to the co-branding agreement"),
    _ask(g.values(22, of=("Genovara Biosciences Inc.",)), "Who is the assignee under the intellectual property agreement?"),
    _ask(g.values(4, of=("Northfield Hospital Group",)), "who buys under the Medira supply agreement?"),
    _ask(g.values(16, of=("Okavango Trading (Pty) Ltd.",)), "Pacific Larder agency agreement - who's the agent"),
    _ask(g.values(1, of=("Halden Systems LLC",)), "Who is licensee in the software license agreement?"),
    # Yes or no
    _ask(g.whether(9, g.has("audit_rights")), "Nimbus hosting: audit rights, yes or no"),
    _ask(g.whether(16, g.stated("renewal")), "Does the Okavango agency agreement renew itself?"),
    _ask(g.whether(10, g.stated("renewal")), "is the Quillon NDA self-renewing?"),
    _ask(g.whether(1, _NY), "software license agreement governed by NY law? yes/no"),
    _ask(g.whether(18, g.stated("law")), "Does the strategic alliance agreement name a governing law?"),
    _ask(g.whether(22, g.stated("expires")), "has the intellectual property agreement got an end date"),
    _ask(g.whether(2, g.has("cap_on_liability")), "Is liability capped in the master services agreement with Corvex?"),
    _ask(g.whether(3, g.has("exclusivity")), "etonbridge distributor agreement exclusive?"),
    _ask(g.whether(37, g.in_force), "Is contract 37 still running?"),
    _ask(g.is_any(g.home("CN")), "Do we deal with anyone from China?"),
    _ask(g.is_any(g.of("employment")), "any employment contracts among these?"),
    _ask(g.is_any(g.of("sponsorship"), g.has("insurance")), "Is there a sponsorship agreement that requires insurance?"),
    # The very words
    _with(7, "exclusivity", "Corvex reseller agreement: exact wording of the exclusivity clause"),
    _with(19, "covenant_not_to_sue", "Could you copy out the Bluewater agreement's covenant not to sue, word for word?"),
    # The most and the least, one beside another
    _ask(_most("expires"), "which contract ends furthest in the future"),
    _ask(_most("expires", _ENGLISH), "Of the English-language contracts, which one runs until the latest date?"),
    _ask(_most("signed", most=False, count=3), "the three oldest contracts"),
    _ask(_most("term", count=3), "three longest-running contracts by term"),
    _ask(_most("signed"), "What is the contract we signed most recently?"),
    _ask(_most("signed", _SG, most=False), "earliest signed contract under Singapore law"),
    _ask(g.extreme(_days_of_notice, most=True), "Which contract has the longest notice period?"),
    _ask(g.extreme(lambda d: len(d.clauses), most=True), "contract with the most clause types"),
    _ask(_most("expires", _numbered(2, 11), most=False), "Which ends sooner, contract 2 or contract 11?"),
    _ask(_most("term", most=False), "shortest contract we have"),
    # One turn after another
    _ask(_day(36, "expires"), "When does contract 12 expire?", "same for contract 36"),
    _ask(_day(16, "last_notice_day"), "what law governs contract 16?", "and the last day to give notice?"),
    _ask(g.n(g.has("insurance")), "how many contracts have a liability cap", "and how many have insurance?"),
    _ask(g.ids(_NY, g.has("audit_rights")), "Contracts under New York law?", "and which of them have audit rights?"),
    _ask(g.ids(_CA), "list the contracts under Delaware law", "and California?"),
    _ask(_day(20, "expires"), "Who are the parties to the Genovara collaboration agreement?", "Until when does it run?"),
    _ask(g.ids(g.party("Velo"), _CA), "everything with Velo", "just those under California law"),
    _ask(g.n(g.party("Halden")), "Which contracts do we have with Halden?", "how many is that?"),
    # Not to be answered
    *(
        _ask(NOT_ANSWERED, question)
        for question in (
            "Which of the insurance clauses require cover of at least five million?",
            "contracts whose non-compete lasts longer than two years",
            "Which exclusivity clauses cover only the American market?",
            "has anyone made use of an audit right this year?",
            "When was contract 7 last amended?",
            "when does our agreement with Blackthorn Analytics end",
            "Extend contract 24 by one year, thanks.",
            "Which customers will we lose next year?",
            "Is the non-compete in contract 9 valid under Delaware law?",
            "would it be smarter to let the hosting agreement lapse?",
            "Whom at Kestrel do I call about the joint venture?",
            "which contracts exist only as a scan",
            "contracts that allow one audit a year at most",
            "Which contracts renew only if both sides agree to it in writing?",
            "Which counterparties have breached their contracts?",
            "liability capped at the fees of the last twelve months: how many contracts?",
            "which licences are limited to Europe",
            "Which contracts were signed electronically?",
            "the contracts that our Osaka branch works with",
            "Rank our counterparties by how much we can trust them.",
            "which of our two NDAs is the stricter one",
            "contracts in which the non-solicit binds only the supplier",
            "Which contract has the longest warranty?",
            "Have we given notice under the Lakeshore sponsorship yet?",
            "what's the total volume we have committed to buy across all contracts?",
        )
    ),
)  # fmt: skip
HALF_A, HALF_B = CASES[::2], CASES[1::2]
