"""Two hundred questions from a legal department's docket, half in Japanese, half in English, written by one more hand.

They turn on how conditions are put together: neither, either but not both, except, only, a bound beside another, the
whole of a share, what a follow-up narrows. Written before the parser was read, none asked before all stood. `READ` is a
half drawn at random that is looked at; `APART` is only ever counted.

Days are those stated; no question turns on a renewal that has run already, nor on how long a month is.
"""

from __future__ import annotations

import random

from oracles.questions import gold as g
from oracles.questions.gold import NOT_ANSWERED, Case, Gold
from oracles.questions.portfolio import DEALS, TODAY, Deal, words_of

_T = TODAY.isoformat()
_US, _JP, _SG, _EN = g.law("US"), g.law("JP"), g.law("SG"), g.law("GB", "England")
_NY, _CA, _TX, _DE = (g.law("US", state) for state in ("New York", "California", "Texas", "Delaware"))
_JAPANESE, _ENGLISH = g.written("ja"), g.written("en")
_DAYS = {"P30D": 30, "P60D": 60, "P90D": 90, "P3M": 90, "P120D": 120, "P180D": 180, "P6M": 180, "P12M": 360}
_MINATO = "みなとシステム"


def _ask(gold: Gold, *turns: str) -> Case:
    return Case(turns, gold)


def _not(test: g.Test) -> g.Test:
    return lambda deal: not test(deal)


def _all(*tests: g.Test) -> g.Test:
    return lambda deal: all(test(deal) for test in tests)


def _one_of(first: g.Test, second: g.Test) -> g.Test:
    """The one or the other, not both."""
    return lambda deal: first(deal) != second(deal)


def _notice(low: int, high: int = 9_999) -> g.Test:
    return lambda deal: deal.notice is not None and low <= _DAYS[deal.notice] <= high


def _notice_days(deal: Deal) -> int | None:
    return None if deal.notice is None else _DAYS[deal.notice]


def _stop_by(last: str) -> g.Test:
    """Renews by itself, and the last day to stop that is from today to a day."""
    return lambda deal: (
        deal.renewal is not None and deal.last_notice_day is not None and _T <= deal.last_notice_day <= last
    )


def _role(part: str, role: str) -> g.Test:
    return lambda deal: any(part in name and role == its for name, its, _, _ in deal.parties)


def _number(*numbers: int) -> g.Test:
    return lambda deal: deal.number in numbers


def _share(part: g.Test, *among: g.Test) -> Gold:
    return g.pct(g.chosen(part, *among), g.chosen(*among))


def _signed(first: str = "0000", last: str = "9999") -> g.Test:
    return g.day("signed", first, last)


def _effective(first: str = "0000", last: str = "9999") -> g.Test:
    return g.day("effective", first, last)


def _expires(first: str = "0000", last: str = "9999") -> g.Test:
    return g.day("expires", first, last)


def _same_day(deal: Deal) -> bool:
    return deal.signed == deal.effective


_ENGLISH_CASES = (
    _ask(g.is_any(_NY, g.has("source_code_escrow")), "Do any of our New York law contracts have a source code escrow?"),
    _ask(g.ids(g.has("anti_assignment", "audit_rights"), g.lacks("insurance")), "Which agreements restrict assignment and also give audit rights, but have no insurance requirement?"),
    _ask(g.ids(g.not_of("nda"), g.has("non_compete")), "Apart from NDAs, which contracts contain a non-compete?"),
    _ask(g.n(_signed(last="2019-12-31"), _US), "How many contracts signed before 2020 are under US law?"),
    _ask(g.ids(g.has("cap_on_liability"), g.lacks("termination_for_convenience")), "Contracts with a liability cap that do not allow termination for convenience"),
    _ask(g.ids(g.either(_DE, _TX), _expires("2028-01-01")), "which contracts are governed by either Delaware or Texas law and expire after 2027?"),
    _ask(g.whether(8, g.has("non_compete")), "Does the Lone Star Diners franchise agreement contain a non-compete?"),
    _ask(_share(g.has("exclusivity"), _ENGLISH), "What share of our English-language contracts has an exclusivity clause?"),
    _ask(g.values(19, of=("Orinoco Power S.A.",)), "Who has Bluewater Pipelines contracted with?"),
    _ask(g.values(12, of=("120 days",)), "What notice has to be given under the outsourcing agreement with Northfield?"),
    _ask(g.extreme(lambda d: d.term, most=True), "Which contract has the longest term?"),
    _ask(g.extreme(lambda d: d.signed, _JP, most=False), "What's our oldest contract under Japanese law, by signing date?"),
    _ask(g.groups(g.by_law, g.lacks("insurance")), "Break down the contracts without insurance by governing law"),
    _ask(g.ids(g.stated("renewal"), _notice(90)), "which contracts that renew automatically need at least 90 days' notice?"),
    _ask(g.n(g.lacks("cap_on_liability", "uncapped_liability")), "How many contracts mention neither a cap on liability nor unlimited liability?"),
    _ask(g.ids(_one_of(g.has("exclusivity"), g.has("non_compete"))), "List contracts that have exclusivity or a non-compete, but not both"),
    _ask(g.ids(g.party("Velo"), g.has("irrevocable_or_perpetual_license")), "which of the agreements with Velo Sportswear carry an irrevocable license?"),
    _ask(g.is_any(g.either(g.law("CN"), g.law("HK")), g.lacks("insurance")), "Is there any contract under Chinese or Hong Kong law that has no insurance clause?"),
    _ask(g.ids(_effective("2021-07-01", "2022-06-30")), "Contracts effective between July 2021 and June 2022"),
    _ask(g.ids(_signed("2021-01-01", "2021-12-31"), _expires("2031-01-01")), "Which of the contracts signed in 2021 expire later than 2030?"),
    _ask(g.ids(g.party("Kestrel"), g.not_of("joint_venture")), "Which Kestrel Energy contracts are not joint ventures?"),
    _ask(g.values(18, of=("German",)), "What law governs the alliance between Kestrel and Medira?"),
    _ask(g.values(21, of=("December 5, 2018",)), "When was the Golden Griddle co-branding agreement signed?"),
    _ask(g.values(8, of=("10 years",)), "How long is the renewal period of the Lone Star franchise?"),
    _ask(Gold("list", None, frozenset({12})), "Which expires first, the Nimbus maintenance agreement or the Talloway outsourcing agreement?"),
    _ask(g.n(g.has("no_solicit_of_customers", "non_compete")), "How many contracts bar soliciting customers and also contain a non-compete?"),
    _ask(g.ids(g.lacks("anti_assignment", "change_of_control")), "Which agreements neither restrict assignment nor address a change of control?"),
    _ask(g.ids(_JAPANESE, g.other_law("JP")), "Agreements written in Japanese but governed by a law other than Japan's"),
    _ask(g.ids(_expires("2028-01-01", "2028-06-30")), "Which agreements have their expiration date in the first half of 2028?"),
    _ask(g.yes(), "Are there more Texas law contracts than California law contracts?"),
    _ask(g.ids(g.home("SG"), g.has("exclusivity")), "Which contracts with a Singapore company have an exclusivity clause?"),
    _ask(g.ids(g.lacks("audit_rights", "cap_on_liability")), "contracts missing both an audit right and a cap on liability"),
    _ask(g.ids(_not(g.party("Siga")), g.has("license_grant")), "Which contracts other than Siga's grant a license?"),
    _ask(_share(g.has("audit_rights"), _signed("2023-01-01")), "What percentage of the contracts signed since the start of 2023 contain audit rights?"),
    _ask(g.n(_same_day), "How many agreements took effect on the very day they were signed?"),
    _ask(g.top(g.by_party, 1), "Which party appears in the most contracts?"),
    _ask(g.top(g.by_law, 3), "What are our top three governing laws?"),
    _ask(g.extreme(lambda d: len(d.clauses), most=False), "Which contract contains the fewest clause types?"),
    _ask(g.ids(g.clauses(10)), "contracts with more than nine clause types"),
    _ask(g.n(g.has("non_compete"), g.home("JP")), "How many of the contracts with a non-compete are with Japanese companies?"),
    _ask(_share(g.has("exclusivity"), g.has("liquidated_damages")), "Of the contracts with liquidated damages, what percentage is also exclusive?"),
    _ask(g.ids(g.day("expires", *g.within(90))), "Contracts that will expire within the next 90 days"),
    _ask(g.no(), "Are all of our franchise agreements exclusive?"),
    _ask(g.yes(), "Does every NDA have audit rights?"),
    _ask(g.ids(g.of("nda"), g.lacks("anti_assignment")), "Which NDA does not contain an anti-assignment clause?"),
    _ask(g.values(17, of=(words_of(DEALS[16], "liquidated_damages"),)), "Show me the liquidated damages clause in the Codeforge development agreement"),
    _ask(g.ids(g.party("Halden"), _expires("2027-01-01", "2028-05-31")), "Which Halden contracts expire in 2027 or later but before June 1, 2028?"),
    _ask(g.ids(_US, _not(g.either(_NY, _DE, _CA))), "contracts under US law that is not the law of New York, Delaware or California"),
    _ask(g.ids(g.missing("expires")), "contracts without a stated expiry date"),
    _ask(g.ids(g.missing("renewal"), g.missing("notice")), "which contracts have no renewal term and no notice period"),
    _ask(g.ids(_signed("2024-01-01", "2025-12-31"), g.has("insurance")), "Among the contracts signed in 2024 or 2025, which ones require insurance?"),
    _ask(g.ids(_signed("2024-04-01"), _not(_signed("2025-01-01", "2025-12-31"))), "contracts signed on or after April 1, 2024 but not in 2025"),
    _ask(g.n(_DE, g.lacks("exclusivity")), "Leaving out the exclusive ones, how many Delaware contracts do we have?"),
    _ask(g.n(g.has("cap_on_liability"), g.lacks("audit_rights")), "How many contracts cap liability but give nobody a right to audit?"),
    _ask(g.is_any(g.of("reseller"), g.lacks("exclusivity")), "Do we have a reseller agreement without exclusivity?"),
    _ask(g.values(4, of=("Supplier",)), "Is Medira the supplier or the buyer in the Northfield supply agreement?"),
    _ask(g.values(5, 19, of=("May 31, 2035", "February 28, 2029")), "When do the agreements with Orinoco Power end?"),
    _ask(g.extreme(lambda d: d.effective, most=False, count=2), "the two contracts with the earliest effective dates"),
    _ask(g.values(1, of=("January 31, 2028",)), "What is the last day to stop the renewal of the Siga software license?"),
    _ask(g.ids(_stop_by("2027-01-31")), "On which contracts must notice be given by January 31, 2027 at the latest to stop them from renewing?"),
    _ask(g.ids(g.has("most_favored_nation"), _signed("2020-01-01"), _not(_JP)), "MFN clauses in contracts signed in 2020 or later that aren't under Japanese law"),
    _ask(g.n(g.any_of("irrevocable_or_perpetual_license", "non_transferable_license"), g.lacks("license_grant")), "How many contracts have a perpetual or a non-transferable license but no license grant as such?"),
    _ask(g.is_any(g.of("maintenance"), g.has("source_code_escrow")), "Is source code put in escrow under any of the maintenance agreements?"),
    _ask(g.whether(14, g.has("cap_on_liability", "uncapped_liability")), "Does the Lakeshore sponsorship have both a cap on liability and an uncapped liability clause?"),
    _ask(g.ids(g.has("joint_ip_ownership")), "Under which agreements do the parties end up owning IP together?"),
    _ask(g.groups(g.by_type, _JAPANESE, g.has("cap_on_liability")), "Japanese-language contracts that cap liability, counted by type of agreement"),
    _ask(g.ids(g.years(10)), "Which contracts run for ten years or more?"),
    _ask(g.ids(g.missing("law"), g.has("price_restrictions")), "No governing law stated but prices restricted: which ones?"),
    _ask(g.ids(g.has("non_disparagement"), g.either(_JP, _EN)), "non-disparagement in contracts under the laws of Japan or England"),
    _ask(g.extreme(_notice_days, _US, most=True), "Which US law contract needs the longest notice?"),
    # One turn after another
    _ask(g.ids(g.party("Velo"), _CA), "Contracts with Velo Sportswear", "which of them are under California law?"),
    _ask(g.n(g.lacks("insurance")), "How many contracts have insurance?", "and without?"),
    _ask(g.ids(_expires("2028-01-01", "2028-12-31"), _signed("2021-01-01")), "Which contracts expire in 2028?", "of those, which were signed after 2020?"),
    _ask(g.values(16, of=("60 days",)), "When does the Okavango agency agreement expire?", "And what is its notice period?"),
    _ask(g.ids(_DE, g.lacks("exclusivity")), "list the Delaware law contracts", "now without the ones that have exclusivity"),
    _ask(g.ids(g.law("US", "Nevada")), "contracts under Texas law", "same for Nevada"),
    _ask(g.ids(g.has("non_compete"), _not(_JP)), "non-compete contracts", "only those not under Japanese law"),
    _ask(g.n(g.has("rofr_rofo_rofn"), _JAPANESE), "Which contracts have a right of first refusal?", "How many of those are in Japanese?"),
    _ask(g.whether(9, g.has("warranty_duration")), "Who are the parties to the hosting agreement?", "is there a warranty period in it?"),
    _ask(g.ids(_TX, g.lacks("insurance")), "Texas law contracts", "the ones that don't require insurance", ),
    _ask(g.values(7, of=("BrightPath Solutions Pte. Ltd.",)), "Which Corvex contracts are under Singapore law?", "who is the reseller there?"),
    _ask(g.n(g.has("exclusivity", "price_restrictions")), "exclusive contracts", "how many of them also restrict prices?"),
    _ask(g.ids(_signed("2023-01-01", "2023-12-31"), g.has("license_grant")), "contracts signed in 2022 with a license grant", "and in 2023?"),
    # What must not be answered
    *(_ask(NOT_ANSWERED, question) for question in (
        "How much do we pay Corvex per year?",
        "Which of our contracts is the riskiest for us?",
        "Should we terminate the Talloway agreement?",
        "Which contracts did Ms. Tanaka negotiate?",
        "Delete the Okavango contract",
        "How many employees does Halden Systems have?",
        "Which exclusivity clauses apply only in Europe?",
        "In which contracts is the non-compete mutual?",
        "contracts with a cap on liability above one million dollars",
        "Which non-competes last longer than two years after termination?",
        "Has anyone ever exercised the right of first refusal against Corvex?",
        "Which contracts were amended last year?",
        "Will the Nimbus hosting agreement be renewed?",
        "Where does the insurance have to cover at least five million?",
        "Who signed the Bluewater contract on behalf of Orinoco?",
        "How many NDAs did we sign with competitors?",
        "Which contracts can only the customer terminate for convenience?",
    )),
)  # fmt: skip
_JAPANESE_CASES = (
    _ask(g.ids(g.has("audit_rights"), g.lacks("insurance")), "監査権があって保険の定めがない契約を出してください"),
    _ask(g.ids(_JAPANESE, g.other_law("JP")), "日本語で書かれていて、準拠法が日本法以外の契約はどれですか"),
    _ask(g.ids(_one_of(g.has("exclusivity"), g.has("non_compete"))), "競業避止と独占のどちらか一方だけがある契約を教えてください"),
    _ask(g.n(g.lacks("cap_on_liability", "uncapped_liability")), "責任の上限も責任無制限の定めもない契約は何件ありますか"),
    _ask(g.ids(g.not_of("nda"), g.has("liquidated_damages")), "秘密保持契約を除いて、違約金の定めのある契約を一覧にしてください"),
    _ask(g.ids(_signed("2024-04-01", "2025-03-31")), "令和6年度に締結した契約は？"),
    _ask(g.ids(_expires("2028-04-01", "2029-03-31")), "令和10年度に満了日を迎える契約はどれですか"),
    _ask(g.values(25, of=("2027年3月31日",)), "あかつき商事とみなとシステムの業務委託契約はいつまでですか"),
    _ask(g.ids(g.party("北斗化学"), g.other_law("JP")), "北斗化学との契約のうち、準拠法が日本法でないもの"),
    _ask(g.ids(g.party("東雲電機"), g.has("ip_ownership_assignment")), "東雲電機の契約で知的財産の譲渡が定められているのはどれですか"),
    _ask(_share(_effective("2020-01-01", "2022-12-31")), "2020年から2022年までに発効した契約は全体の何パーセントですか"),
    _ask(g.ids(g.stated("renewal"), _notice(90)), "自動更新があり、かつ90日以上前の通知が必要な契約"),
    _ask(g.ids(g.missing("expires")), "満了日が書かれていない契約は？"),
    _ask(g.extreme(lambda d: d.effective, _JAPANESE, most=False), "日本語の契約で一番早く発効したのは？"),
    _ask(g.extreme(lambda d: len(d.clauses), most=True), "条項の種類が一番多い契約はどれ？"),
    _ask(g.groups(g.by_law, g.has("exclusivity")), "独占条項付きの契約数を準拠法別に集計して"),
    _ask(g.no(), "フランチャイズ契約にはどれも競業避止が入っていますか？"),
    _ask(g.ids(g.of("consulting"), g.has("termination_for_convenience")), "コンサルティング契約のうち任意に解約できるのは"),
    _ask(g.ids(g.either(_NY, _DE), g.lacks("audit_rights")), "ニューヨーク州法かデラウェア州法で、監査権のない契約"),
    _ask(g.ids(_US, _not(g.either(_CA, _TX))), "米国法の契約のうち、カリフォルニア州法でもテキサス州法でもないもの"),
    _ask(g.whether(30, g.has("uncapped_liability")), "つばめ不動産との賃貸借契約に責任上限なしの条項はありますか"),
    _ask(g.values(34, of=("1年",)), "東雲銀行との保守契約は1回の更新で何年延びますか"),
    _ask(g.ids(g.of("agency"), g.has("post_termination_services")), "代理店契約で契約終了後の義務があるもの"),
    _ask(g.ids(g.home("SG"), g.has("rofr_rofo_rofn")), "シンガポールの会社との契約で優先交渉権のあるもの"),
    _ask(g.values(37, of=("30日",)), "近藤誠一さんとの契約の通知期間は何日？"),
    _ask(g.values(38, of=("2025年9月10日",)), "星野あかりさんの出演契約はいつ締結されましたか"),
    _ask(g.ids(_signed(last="2024-12-31"), _expires("2030-01-01")), "2025年より前に締結され、2030年以降に満了する契約"),
    _ask(_share(g.has("insurance"), g.has("exclusivity")), "独占条項のある契約のうち、保険の定めもあるのは何％ですか"),
    _ask(g.ids(g.day("expires", _T, "2026-12-31")), "今日から年末までに満了日が来る契約を教えて"),
    _ask(g.n(g.any_of("source_code_escrow", "most_favored_nation")), "ソースコード預託か最恵待遇のいずれかがある契約の件数"),
    _ask(g.ids(g.has("no_solicit_of_employees"), g.lacks("no_solicit_of_customers")), "従業員の引き抜き禁止はあるが顧客の勧誘禁止はない契約"),
    _ask(g.ids(g.lacks("anti_assignment"), _JP), "譲渡禁止のない契約のうち、準拠法が日本法のもの"),
    _ask(g.top(g.by_party, 1), "最も多くの契約に登場する当事者は誰ですか"),
    _ask(g.groups(g.by_language), "英語の契約と日本語の契約はそれぞれ何件ありますか"),
    _ask(g.ids(g.party("Etonbridge"), _not(_EN)), "Etonbridgeが当事者で、準拠法が英国法ではない契約"),
    _ask(g.ids(g.missing("renewal"), g.missing("notice")), "更新の定めも通知期間の定めもない契約はどれですか"),
    _ask(g.ids(g.has("third_party_beneficiary"), g.lacks("non_compete")), "第三者受益者の定めがある契約のうち競業避止のないもの"),
    _ask(g.is_any(g.of("joint_venture"), g.lacks("audit_rights")), "合弁契約のうち監査権がないものはありますか"),
    _ask(g.ids(g.years(5, strict=True)), "契約期間が5年を超える契約"),
    _ask(g.n(g.years(3, 3)), "契約期間がちょうど3年の契約は何件ですか"),
    _ask(g.values(22, 40, of=("Codeforge Labs Inc.", "Genovara Biosciences Inc.", "株式会社みなとシステム", "BrightPath Solutions Pte. Ltd.")), "準拠法の記載がない契約の当事者を教えてください"),
    _ask(g.ids(_role("Siga", "Licensor")), "Siga Technologiesがライセンサーになっている契約"),
    _ask(g.ids(_role("東雲銀行", "委託者")), "東雲銀行が委託者として入っている契約はどれ"),
    _ask(g.ids(_signed("2026-01-01", "2026-12-31"), g.lacks("insurance")), "2026年に締結されたが保険の条項がない契約"),
    _ask(g.n(_signed(last="2019-04-30")), "平成のうちに締結された契約は何件ですか"),
    _ask(g.ids(_signed("2024-01-01", "2024-12-31")), "一昨年に締結した契約"),
    _ask(g.ids(_signed("2026-10-01", "2026-10-31")), "先月締結された契約はありますか。あれば一覧で"),
    _ask(g.extreme(_notice_days, most=True), "解約や更新拒絶の通知期間が最も長い契約"),
    _ask(g.n(_ENGLISH, g.lacks("liquidated_damages")), "違約金の条項が入っていない英語の契約を数えて"),
    _ask(_share(g.has("non_compete")), "競業避止義務のある契約は全体の何割ですか"),
    _ask(g.n(_same_day), "締結日と発効日が同じ契約は何件？"),
    _ask(g.top(g.by_law, 1, g.has("anti_assignment")), "譲渡禁止条項のある契約が最も多い準拠法は"),
    _ask(g.ids(g.has("audit_rights", "cap_on_liability"), g.lacks("termination_for_convenience", "insurance")), "監査権と責任上限があり、任意解約も保険もない契約を挙げてください"),
    _ask(g.ids(_not(g.party(_MINATO)), _JP, g.has("license_grant")), "みなとシステム以外との日本法の契約で、ライセンス許諾があるもの"),
    _ask(g.is_any(_EN, g.has("exclusivity")), "英国法の契約で独占条項のあるものは1件でもありますか"),
    _ask(g.ids(_notice(0, 60), g.stated("notice")), "通知期間が60日以内の契約"),
    _ask(g.values(32, of=("2027年1月14日",)), "Etonbridgeとさくら物産の代理店契約、更新を止めるには遅くともいつまでに通知が必要？"),
    _ask(Gold("list", None, frozenset({31})), "売買基本契約書と販売店契約書では、どちらが先に締結されましたか"),
    _ask(g.ids(g.has("change_of_control"), _not(_US), g.stated("law")), "支配権変更の条項がある契約で、米国法以外が準拠法のもの"),
    _ask(g.n(g.either(_all(_JP, g.has("insurance")), _all(_EN, g.has("insurance")))), "日本法または英国法の契約で保険の定めがあるのは何件ですか"),
    _ask(g.ids(g.of("license", "reseller"), g.has("post_termination_services")), "ライセンス契約と再販売契約のうち、終了後の義務があるもの"),
    _ask(g.extreme(lambda d: d.expires, g.day("expires", _T), _JP, most=False), "日本法の契約で次に満了するのはどれですか"),
    _ask(g.ids(g.has("warranty_duration"), _expires("2027-01-01")), "保証期間の定めがあり、2027年以降に満了日を迎える契約"),
    _ask(g.ids(g.has("price_restrictions"), g.not_of("service", "reseller")), "価格制限のある契約。ただし業務委託と再販売は除く"),
    _ask(g.whether(33, g.has("cap_on_liability")), "Shenzhou Precisionとの製造委託契約書には責任の上限がありますか"),
    _ask(g.ids(_signed("2021-01-01", "2021-12-31"), _expires("2031-01-01")), "2021年に締結された契約で、満了日が2030年より後のもの"),
    _ask(g.ids(g.of("distributor", "agency", "reseller"), g.lacks("exclusivity")), "販売店契約、代理店契約、再販売契約のうち独占条項のないもの"),
    _ask(g.ids(g.stated("law"), _not(g.either(_JP, _US))), "準拠法が日本法でも米国法でもない契約を教えて。準拠法の記載がないものは除いてください"),
    _ask(Gold("yes_no", len(g.chosen(g.has("cap_on_liability"))) > len(g.chosen(g.lacks("cap_on_liability")))), "責任の上限がある契約は、ない契約より多いですか"),
    _ask(g.ids(_SG, g.lacks("exclusivity", "non_compete")), "シンガポール法の契約で、競業避止も独占もないもの"),
    # 続けての質問
    _ask(g.ids(_JP, g.lacks("exclusivity")), "日本法の契約を見せて", "そのうち独占条項のないもの"),
    _ask(g.n(g.lacks("audit_rights")), "監査権のある契約は何件？", "ない方は何件？"),
    _ask(g.ids(_expires("2028-01-01", "2028-12-31"), g.stated("renewal")), "2028年に満了する契約", "うち自動更新があるのはどれ"),
    _ask(g.values(30, of=("6",)), "つばめ不動産との賃貸借契約の準拠法は？", "通知期間は？"),
    _ask(g.ids(g.party("Kestrel"), g.not_of("joint_venture")), "Kestrelとの契約", "合弁以外で"),
    _ask(g.groups(g.by_law, g.has("insurance"), _JAPANESE), "保険のある契約を準拠法別に集計", "日本語の契約だけで"),
    _ask(g.ids(_SG), "デラウェア州法の契約は？", "シンガポール法では？"),
    _ask(g.whether(36, g.has("non_compete")), "フランチャイズ契約書の締結日は", "競業避止はありますか"),
    _ask(g.n(g.lacks("most_favored_nation")), "最恵待遇のある契約", "逆に、ないものは何件ありますか"),
    _ask(g.ids(g.party("さくら物産"), g.has("audit_rights")), "さくら物産との契約を一覧で", "監査権があるものに絞って"),
    _ask(g.ids(g.has("non_compete"), g.home("GB")), "競業避止のある契約", "相手が英国の会社のものは？"),
    _ask(g.n(_signed("2025-01-01", "2025-12-31"), g.has("cap_on_liability")), "2024年に締結した契約で責任上限があるのは何件？", "2025年は？"),
    _ask(g.ids(_effective("2023-01-01"), _JP, g.lacks("insurance")), "2023年以降に発効した日本法の契約", "保険のあるものを除くと？"),
    # 答えてはならないもの
    *(_ask(NOT_ANSWERED, question) for question in (
        "みなとシステムへの年間の支払額はいくらですか",
        "この中で一番当社に不利な契約はどれだと思いますか",
        "東雲銀行との契約は解除すべきでしょうか",
        "Corvexとの契約書を削除してください",
        "秘密保持契約の雛形を作って",
        "競業避止の期間が2年を超える契約はどれですか",
        "独占が日本国内に限られている契約は",
        "監査を実際に実施した契約は何件ありますか",
        "責任の上限が委託料の12か月分となっている契約",
        "北斗化学の担当者の連絡先を教えて",
        "収入印紙を貼っていない契約はどれ",
        "経理部が管理している契約の一覧",
        "東雲電機は来年も契約を続けてくれそうですか",
        "保険金額が1億円以上の契約",
        "他社のNDAの期間は普通どれくらいですか",
        "甲だけが中途解約できる契約を教えて",
        "口頭で合意しただけの契約は何件ありますか",
    )),
)  # fmt: skip


def _halves() -> tuple[tuple[Case, ...], tuple[Case, ...]]:
    """Each language's questions, shuffled by a fixed seed; every other one is kept apart."""
    draw = random.Random(1511)
    read: list[Case] = []
    apart: list[Case] = []
    for cases in (_ENGLISH_CASES, _JAPANESE_CASES):
        mixed = draw.sample(cases, len(cases))
        read += mixed[::2]
        apart += mixed[1::2]
    return tuple(read), tuple(apart)


READ, APART = _halves()
