"""Forty invented contracts (24 English, 16 Japanese) with perfect extractions: what is true of them is this table.

The words of every clause and fact stand in the contract's text, so that citations can be verified. Parties, titles and
days are invented in the manner of CUAD's contracts and of Japanese forms.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date

from core.contracts.dates_arithmetic import add_duration, last_day_to_give_notice
from core.contracts.ingestion import store_contract
from core.contracts.library import Library
from core.contracts.stored_document import document_columns
from core.documents import Document, read
from core.evidence import locate
from core.record import Clause, Excerpt, Extraction, Fact, Party, Presence, to_json
from core.settings import Settings
from core.store import open_store
from core.taxonomy import taxonomy

TODAY = date(2026, 11, 20)
CLAUSES = tuple(category.code for category in taxonomy().clauses if category.cuad)
"""The types of CUAD: a type that somebody adds to the taxonomy is in no contract."""


@dataclass(frozen=True)
class Deal:
    """What is true of one contract. Days are ISO dates, periods ISO 8601 durations, countries ISO 3166 alpha-2."""

    number: int
    title: str
    type: str
    parties: tuple[tuple[str, str, str, str | None], ...]
    law: tuple[str, str | None] | None
    signed: str | None
    effective: str | None
    expires: str | None
    renewal: str | None
    notice: str | None
    language: str
    clauses: frozenset[str]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the parties."""
        return tuple(party[0] for party in self.parties)

    @property
    def last_notice_day(self) -> str | None:
        """The last day to give notice against the renewal of the term that now runs."""
        if self.expires is None or self.notice is None:
            return None
        end = date.fromisoformat(self.expires)
        while self.renewal is not None and end < TODAY:
            end = add_duration(end, self.renewal)
        return last_day_to_give_notice(end, self.notice).result.isoformat()

    @property
    def term(self) -> int | None:
        """Days from the effective to the expiration date."""
        if self.effective is None or self.expires is None:
            return None
        return (date.fromisoformat(self.expires) - date.fromisoformat(self.effective)).days


_NY, _DE, _CA, _TX, _NV = (
    ("US", "New York"),
    ("US", "Delaware"),
    ("US", "California"),
    ("US", "Texas"),
    ("US", "Nevada"),
)
_EN, _JP, _SG = ("GB", "England"), ("JP", None), ("SG", None)
_ROWS = (
    ("Software License Agreement", "license", "Siga Technologies Inc.|Licensor|US|Delaware", "Halden Systems LLC|Licensee|US|New York", _NY, "2018-03-15", "2018-04-01", "2028-03-31", "P1Y", "P60D"),
    ("Master Services Agreement", "service", "Corvex Networks Inc.|Provider|US|California", "Halden Systems LLC|Customer|US|New York", _CA, "2019-06-10", "2019-07-01", "2027-06-30", "P1Y", "P90D"),
    ("Distributor Agreement", "distributor", "Etonbridge Foods Ltd.|Supplier|GB|England", "Pacific Larder Co.|Distributor|US|California", _EN, "2020-01-20", "2020-02-01", "2026-12-31", "P2Y", "P6M"),
    ("Supply Agreement", "supply", "Medira Devices GmbH|Supplier|DE|", "Northfield Hospital Group|Buyer|US|Texas", _TX, "2017-11-02", "2017-11-02", "2022-11-01", None, None),
    ("Joint Venture Agreement", "joint_venture", "Kestrel Energy PLC|Venturer|GB|England", "Orinoco Power S.A.|Venturer|BR|", _EN, "2015-05-05", "2015-06-01", "2035-05-31", None, None),
    ("Consulting Agreement", "consulting", "Dr. Laura Whitcombe|Consultant|US|Nevada", "Siga Technologies Inc.|Company|US|Delaware", _NV, "2024-09-01", "2024-09-15", "2025-09-14", None, "P30D"),
    ("Reseller Agreement", "reseller", "Corvex Networks Inc.|Vendor|US|California", "BrightPath Solutions Pte. Ltd.|Reseller|SG|", _SG, "2021-04-12", "2021-05-01", "2027-04-30", "P1Y", "P3M"),
    ("Franchise Agreement", "franchise", "Golden Griddle Inc.|Franchisor|US|Delaware", "Lone Star Diners LLC|Franchisee|US|Texas", _TX, "2016-08-22", "2016-09-01", "2036-08-31", "P10Y", "P180D"),
    ("Hosting Agreement", "hosting", "Nimbus Cloudworks Inc.|Host|US|Delaware", "Quillon Media LLC|Customer|US|New York", _DE, "2022-02-14", "2022-03-01", "2025-02-28", "P1Y", "P30D"),
    ("Non-Disclosure Agreement", "nda", "Quillon Media LLC|Discloser|US|New York", "Medira Devices GmbH|Recipient|DE|", _NY, "2023-10-03", "2023-10-03", "2026-10-02", None, None),
    ("Maintenance Agreement", "maintenance", "Nimbus Cloudworks Inc.|Provider|US|Delaware", "Etonbridge Foods Ltd.|Customer|GB|England", _DE, "2021-12-01", "2022-01-01", "2027-12-31", "P1Y", "P60D"),
    ("Outsourcing Agreement", "outsourcing", "Talloway BPO Services Inc.|Provider|US|Delaware", "Northfield Hospital Group|Customer|US|Texas", _DE, "2020-07-07", "2020-08-01", "2027-01-31", "P2Y", "P120D"),
    ("Endorsement Agreement", "endorsement", "Marcus Adeyemi|Athlete|US|California", "Velo Sportswear Inc.|Company|US|California", _CA, "2025-01-08", "2025-02-01", "2028-01-31", None, None),
    ("Sponsorship Agreement", "sponsorship", "Velo Sportswear Inc.|Sponsor|US|California", "Lakeshore Marathon Association|Organizer|US|Illinois", ("US", "Illinois"), "2026-01-15", "2026-02-01", "2028-12-31", "P1Y", "P90D"),
    ("Manufacturing Agreement", "manufacturing", "Shenzhou Precision Co., Ltd.|Manufacturer|CN|", "Velo Sportswear Inc.|Customer|US|California", ("HK", None), "2019-09-09", "2019-10-01", "2024-09-30", None, "P90D"),
    ("Agency Agreement", "agency", "Pacific Larder Co.|Principal|US|California", "Okavango Trading (Pty) Ltd.|Agent|ZA|", _EN, "2023-03-20", "2023-04-01", "2027-03-31", "P1Y", "P60D"),
    ("Development Agreement", "development", "Halden Systems LLC|Customer|US|New York", "Codeforge Labs Inc.|Developer|CA|Ontario", _NY, "2024-05-30", "2024-06-15", "2026-12-14", None, None),
    ("Strategic Alliance Agreement", "strategic_alliance", "Kestrel Energy PLC|Party|GB|England", "Medira Devices GmbH|Party|DE|", ("DE", None), "2022-10-10", "2022-11-01", None, None, None),
    ("Transportation Agreement", "transportation", "Bluewater Pipelines LP|Transporter|US|Texas", "Orinoco Power S.A.|Shipper|BR|", _TX, "2014-02-27", "2014-03-01", "2029-02-28", "P5Y", "P12M"),
    ("Collaboration Agreement", "collaboration", "Genovara Biosciences Inc.|Partner|US|Delaware", "Siga Technologies Inc.|Partner|US|Delaware", _DE, "2021-08-16", "2021-09-01", "2031-08-31", None, None),
    ("Co-Branding Agreement", "co_branding", "Golden Griddle Inc.|Brand|US|Delaware", "Quillon Media LLC|Media|US|New York", _NY, "2018-12-05", "2019-01-01", "2021-12-31", None, None),
    ("Intellectual Property Agreement", "ip", "Codeforge Labs Inc.|Assignor|CA|Ontario", "Genovara Biosciences Inc.|Assignee|US|Delaware", None, "2023-06-21", "2023-06-21", None, None, None),
    ("Marketing Agreement", "marketing", "BrightPath Solutions Pte. Ltd.|Agency|SG|", "Talloway BPO Services Inc.|Client|US|Delaware", _SG, "2025-07-01", "2025-07-15", "2026-07-14", "P1Y", "P30D"),
    ("Promotion Agreement", "promotion", "Lone Star Diners LLC|Client|US|Texas", "Marcus Adeyemi|Promoter|US|California", _TX, "2026-03-03", "2026-03-15", "2027-03-14", None, None),
    ("業務委託契約書", "service", "株式会社あかつき商事|委託者|JP|", "株式会社みなとシステム|受託者|JP|", _JP, "2023-04-01", "2023-04-01", "2027-03-31", "P1Y", "P3M"),
    ("秘密保持契約書", "nda", "株式会社あかつき商事|開示者|JP|", "北斗化学工業株式会社|受領者|JP|", _JP, "2024-02-15", "2024-02-15", "2027-02-14", None, None),
    ("ソフトウェア使用許諾契約書", "license", "株式会社みなとシステム|許諾者|JP|", "東雲銀行株式会社|被許諾者|JP|", _JP, "2020-10-01", "2020-10-01", "2026-11-30", "P1Y", "P60D"),
    ("販売店契約書", "distributor", "北斗化学工業株式会社|供給者|JP|", "合同会社さくら物産|販売店|JP|", _JP, "2019-05-20", "2019-06-01", "2025-05-31", "P1Y", "P3M"),
    ("共同開発契約書", "development", "東雲電機株式会社|甲|JP|", "株式会社みなとシステム|乙|JP|", _JP, "2022-07-11", "2022-08-01", "2028-07-31", None, None),
    ("賃貸借契約書", "lease", "有限会社つばめ不動産|賃貸人|JP|", "株式会社あかつき商事|賃借人|JP|", _JP, "2021-03-25", "2021-04-01", "2031-03-31", "P10Y", "P6M"),
    ("売買基本契約書", "supply", "東雲電機株式会社|売主|JP|", "合同会社さくら物産|買主|JP|", _JP, "2018-09-03", "2018-10-01", "2023-09-30", None, None),
    ("代理店契約書", "agency", "合同会社さくら物産|代理店|JP|", "Etonbridge Foods Ltd.|本人|GB|England", _EN, "2022-04-04", "2022-04-15", "2027-04-14", "P1Y", "P90D"),
    ("製造委託契約書", "manufacturing", "東雲電機株式会社|委託者|JP|", "Shenzhou Precision Co., Ltd.|受託者|CN|", ("CN", None), "2025-06-05", "2025-07-01", "2028-06-30", None, "P60D"),
    ("保守契約書", "maintenance", "株式会社みなとシステム|保守者|JP|", "東雲銀行株式会社|利用者|JP|", _JP, "2024-10-01", "2024-10-01", "2026-12-31", "P1Y", "P30D"),
    ("合弁契約書", "joint_venture", "北斗化学工業株式会社|甲|JP|", "Kestrel Energy PLC|乙|GB|England", _SG, "2017-01-10", "2017-02-01", "2037-01-31", None, None),
    ("フランチャイズ契約書", "franchise", "株式会社こだま珈琲|本部|JP|", "有限会社つばめ不動産|加盟店|JP|", _JP, "2023-12-12", "2024-01-01", "2029-12-31", "P3Y", "P180D"),
    ("コンサルティング契約書", "consulting", "近藤誠一|受託者|JP|", "東雲銀行株式会社|委託者|JP|", _JP, "2026-04-01", "2026-04-01", "2027-03-31", None, "P30D"),
    ("広告出演契約書", "endorsement", "株式会社こだま珈琲|広告主|JP|", "星野あかり|出演者|JP|", _JP, "2025-09-10", "2025-10-01", "2026-09-30", None, None),
    ("共同研究契約書", "joint_research", "北斗化学工業株式会社|甲|JP|", "国立大学法人みやこ大学|乙|JP|", _JP, "2021-11-15", "2021-12-01", None, None, None),
    ("再販売契約書", "reseller", "株式会社みなとシステム|ベンダー|JP|", "BrightPath Solutions Pte. Ltd.|リセラー|SG|", None, "2026-08-20", "2026-09-01", "2029-08-31", "P1Y", "P60D"),
)  # fmt: skip
_RATES = {
    "anti_assignment": 0.7, "cap_on_liability": 0.6, "audit_rights": 0.5, "insurance": 0.4, "license_grant": 0.45,
    "termination_for_convenience": 0.45, "exclusivity": 0.35, "non_compete": 0.3, "change_of_control": 0.3,
    "post_termination_services": 0.35, "source_code_escrow": 0.08, "uncapped_liability": 0.3, "warranty_duration": 0.25,
    "covenant_not_to_sue": 0.08, "unlimited_license": 0.05,
}  # fmt: skip


def deals() -> tuple[Deal, ...]:
    """The contracts; which clauses each has is drawn by a fixed seed."""
    draw = random.Random(15)
    found = []
    for number, (title, kind, first, second, law, signed, effective, expires, renewal, notice) in enumerate(_ROWS, 1):
        parties = []
        for party in (first, second):
            name, role, country, state = party.split("|")
            parties.append((name, role, country, state or None))
        clauses = frozenset(code for code in CLAUSES if draw.random() < _RATES.get(code, 0.15))
        language = "en" if title.isascii() else "ja"
        found.append(
            Deal(
                number, title, kind, tuple(parties), law, signed, effective, expires, renewal, notice, language, clauses
            )
        )
    return tuple(found)


DEALS = deals()


def words_of(deal: Deal, code: str) -> str:
    """The sentence of a clause of that type."""
    definition = taxonomy().get(code).definition
    if deal.language == "ja":
        return f"当事者は、{definition.ja.rstrip('。')}ことに合意する（第{deal.number}号契約）。"
    return f"The parties agree under deal {deal.number} as follows: {definition.en.rstrip('.').casefold()}."


def text_of(deal: Deal) -> str:
    """The contract's text."""
    lines = [deal.title, ""]
    lines += [f"{name} ({role})" for name, role, _, _ in deal.parties]
    for label, value in (("signed", deal.signed), ("effective", deal.effective), ("expires", deal.expires)):
        lines.append(f"{label}: {value or '-'}")
    lines += [f"renewal: {deal.renewal or '-'}", f"notice: {deal.notice or '-'}"]
    lines.append(f"law: {' '.join(part for part in deal.law or ('-',) if part)}")
    lines += [f"{place}. {words_of(deal, code)}" for place, code in enumerate(sorted(deal.clauses), 1)]
    lines.append(
        f"{len(deal.clauses) + 1}. "
        + (
            "支払が遅れた場合、買主は年14.6%の遅延損害金を支払う。"
            if deal.language == "ja"
            else "If a payment is late, interest of one and a half percent per month is due on the late amount."
        )
    )
    return "\n".join(lines) + "\n"


def extraction_of(deal: Deal, document: Document) -> Extraction:
    """The perfect extraction: each value with the words that it stands on."""

    def fact(name: str, value: str | None, quote: str, detail: str | None = None) -> Fact:
        return Fact(name, value, detail, 1.0, locate(document, quote) if value else None)

    country, state = deal.law or (None, None)
    facts = (
        fact("document_name", deal.title, deal.title),
        fact("agreement_type", deal.type, deal.title),
        fact("agreement_date", deal.signed, f"signed: {deal.signed}"),
        fact("effective_date", deal.effective, f"effective: {deal.effective}"),
        fact("expiration_date", deal.expires, f"expires: {deal.expires}"),
        fact("renewal_term", deal.renewal, f"renewal: {deal.renewal}"),
        fact("notice_period", deal.notice, f"notice: {deal.notice}"),
        fact("governing_law", country, f"law: {' '.join(part for part in deal.law or () if part)}", state),
    )
    parties = tuple(
        Party(name, role, land, region, 1.0, locate(document, f"{name} ({role})"))
        for name, role, land, region in deal.parties
    )
    stated = {fact.name for fact in facts if fact.value is not None} | {"parties"}
    clauses = []
    for category in taxonomy().categories:
        there = category.code in (deal.clauses if category.kind == "clause" else stated)
        excerpts: tuple[Excerpt, ...] = ()
        if there and category.kind == "clause":
            words = words_of(deal, category.code)
            excerpts = (Excerpt(words, 1.0, locate(document, words)),)
        clauses.append(Clause(category.code, _presence(category.cuad, there=there), 1.0, excerpts))
    return Extraction("perfect", facts, parties, tuple(clauses))


def _presence(cuad: str | None, *, there: bool) -> Presence:
    """Types that CUAD does not know were looked for in no contract."""
    return "present" if there else "absent" if cuad else "unknown"


def fill(settings: Settings) -> None:
    """Bring the contracts into the data folder of some settings, as a finished ingestion job would."""
    store = open_store(settings)
    library = Library(store, settings)
    for deal in DEALS:
        data, name = text_of(deal).encode(), f"{deal.number:02}-{deal.title.replace(' ', '-')}.txt"
        batch = library.ingest([(library.receive(data, name), name)], user="oracle")
        (unit,) = library._ledger.units(batch)
        document = read(data, file_name=name, settings=settings)
        result = {
            "state": "done",
            "document": document_columns(document),
            "extraction": to_json(extraction_of(deal, document)).decode(),
            "seconds": 0.0,
            "blob": b"",
        }
        with store.write() as session:
            store_contract(session, unit, result)
        library._ledger.cancel(batch)
    store.close()
