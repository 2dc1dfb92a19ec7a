"""The harder questions of the year: scopes of denials, days, lengths, follow-ups, and what only looks answerable."""

from __future__ import annotations

from oracles.questions import gold as g
from oracles.questions.gold import NOT_ANSWERED, Case, Gold
from oracles.questions.portfolio import DEALS, TODAY
from oracles.questions.year import DAYS

NY, CA, TX, DE_, ENG = ("US", "New York"), ("US", "California"), ("US", "Texas"), ("US", "Delaware"), ("GB", "England")
_T = TODAY.isoformat()


def _one(gold: Gold, *questions: str) -> list[Case]:
    return [Case((question,), gold) for question in questions]


def _then(gold: Gold, *turns: str) -> list[Case]:
    return [Case(turns, gold)]


def _notice(low: int = 0, high: int = 9999) -> g.Test:
    return lambda deal: deal.notice is not None and low <= DAYS[deal.notice] <= high


CASES: tuple[Case, ...] = (
    # negation & quantifier scope
    *_one(g.ids(g.has("cap_on_liability"), g.lacks("insurance")), "liability capped but no insurance", "contracts that cap liability yet don't require insurance", "責任は限定されているのに保険の定めがない契約", "with a cap, without insurance"),
    *_one(g.ids(g.lacks("cap_on_liability"), g.has("insurance")), "contracts without a cap but with insurance", "no cap on liability, insurance required", "責任上限はなく保険はある契約"),
    *_one(g.ids(g.lacks("exclusivity", "non_compete")), "contracts with no exclusivity and no non-compete", "neither exclusive nor restricted by a non-compete", "独占も競業避止もない契約"),
    *_one(g.ids(g.has("exclusivity", "non_compete", "audit_rights")), "exclusivity, non-compete and audit rights all three", "独占と競業避止と監査権が全部ある契約"),
    *_one(g.n(g.has("audit_rights"), g.has("insurance"), g.law(*DE_)), "how many Delaware contracts have both audit rights and insurance", "デラウェア州法で監査権と保険の両方がある契約は何件"),
    *_one(g.ids(g.has("anti_assignment"), g.has("change_of_control")), "where can't we assign and is there also a change of control clause", "譲渡禁止とCOCが両方入っている契約は？", "contracts that restrict assignment and address change of control"),
    *_one(g.ids(g.law("JP"), g.has("insurance"), g.lacks("audit_rights")), "日本法で、保険があって、監査権がない契約", "Japanese law contracts with insurance and without audit rights"),
    *_one(g.ids(g.day("expires", "2027-01-01", "2027-12-31"), g.lacks("termination_for_convenience")), "contracts expiring in 2027 that cannot be terminated for convenience", "2027年に満了し、中途解約できない契約"),
    *_one(g.ids(g.other_law("US")), "contracts not under US law", "which contracts are not governed by the law of the United States", "米国法以外の契約"),
    *_one(g.ids(g.other_law(*NY), g.law("US")), "US law contracts that are not under New York law", "米国法のうちニューヨーク州法以外の契約"),
    *_one(g.ids(g.not_of("license"), g.has("license_grant")), "license grants in contracts that are not license agreements", "contracts other than license agreements that grant a license", "ライセンス契約以外でライセンス許諾がある契約"),
    *_one(g.n(g.not_of("nda")), "how many contracts are not NDAs?", "NDA以外の契約は何件ですか"),
    *_one(g.ids(g.of("nda"), g.law(*NY)), "New York law NDAs", "NDAs governed by New York law"),
    *_one(g.ids(g.of("franchise"), g.has("exclusivity")), "franchise agreements with exclusivity", "独占条項のあるフランチャイズ契約"),
    *_one(g.ids(g.of("service", "maintenance"), g.written("ja")), "日本語の業務委託契約と保守契約", "業務委託契約または保守契約で日本語のもの"),
    # dates, relative
    *_one(g.ids(g.day("expires", "2026-11-01", "2026-11-30")), "what expires this month", "今月満了する契約", "今月中に期限が来る契約は"),
    *_one(g.ids(g.day("expires", *g.within(30))), "expiring in the next 30 days", "contracts that run out within thirty days", "30日以内に満了する契約", "向こう30日で切れる契約"),
    *_one(g.ids(g.day("expires", _T, "2027-05-20")), "contracts ending within six months", "6か月以内に満了する契約", "半年以内に期限が切れる契約", "which contracts come to an end over the next six months"),
    *_one(g.ids(g.day("expires", "2025-01-01", "2025-12-31")), "what lapsed last year", "contracts that expired in 2025", "昨年満了した契約", "去年期限が切れた契約"),
    *_one(g.ids(g.day("expires", "2029-01-01")), "expiring after 2028", "contracts that run beyond 2028", "2028年より後に満了する契約", "2029年以降に切れる契約"),
    *_one(g.ids(g.day("expires", "0000", "2024-12-31")), "expired before 2025", "contracts whose term ended by the end of 2024", "2025年より前に満了した契約", "2024年末までに終わった契約"),
    *_one(g.ids(g.day("signed", "2024-01-01", "2024-06-30")), "signed in the first half of 2024", "2024年上半期に締結した契約", "contracts signed between January and June 2024"),
    *_one(g.ids(g.day("signed", "2023-10-03", "2023-10-03")), "which contract was signed on 3 October 2023", "2023年10月3日に締結した契約"),
    *_one(g.ids(g.day("effective", "2021-05-01", "2021-05-31")), "took effect in May 2021", "2021年5月に発効した契約"),
    *_one(g.ids(g.day("signed", "2020-11-20", _T)), "signed since 20 November 2020", "2020年11月20日以降に締結された契約"),
    *_one(g.ids(g.day("last_notice_day", _T, "2026-12-31")), "for which contracts do we have to give notice by the end of this year", "年内に更新拒絶の通知をしなければならない契約", "notice deadlines before the end of the year"),
    *_one(g.ids(g.day("last_notice_day", "2027-01-01", "2027-03-31")), "notice deadlines in Q1 2027", "2027年第1四半期に通知期限が来る契約"),
    *_one(g.ids(g.day("expires", "2027-03-31", "2027-03-31")), "what ends on 31 March 2027", "2027年3月31日に満了する契約", "contracts expiring March 31, 2027", "満了日が2027年3月31日の契約は？"),
    *_one(g.n(g.day("expires", "2027-01-01", "2027-12-31")), "how many expire next year?", "number of contracts ending in 2027", "来年満了するのは何件？", "来年切れる契約の件数"),
    *_one(g.ids(g.day("expires", _T), g.law("JP")), "Japanese law contracts that have not expired yet", "日本法の契約でまだ満了していないもの"),
    *_one(g.ids(g.day("expires", "0000", "2026-11-19"), g.law("JP")), "日本法の契約で満了済みのもの", "expired contracts under Japanese law"),
    *_one(g.ids(g.in_force, g.has("exclusivity")), "exclusive contracts currently in force", "現在有効な独占契約", "which exclusivity clauses are in contracts that are still in force"),
    *_one(g.ids(g.in_force, g.party("みなとシステム")), "みなとシステムとの現在有効な契約", "みなとシステムとの契約で今有効なもの", "contracts with みなとシステム in force today"),
    *_one(g.ids(g.day("effective", "2019-04-01", "2020-03-31")), "2019年度に発効した契約", "令和元年度に発効した契約"),
    *_one(g.ids(g.day("signed", "2024-09-01", "2024-09-30")), "令和6年9月に締結した契約", "signed September 2024"),
    # terms & notice
    *_one(g.ids(g.years(1, 1)), "one-year contracts", "contracts with a term of exactly one year", "契約期間がちょうど1年の契約"),
    *_one(g.ids(g.years(high=3)), "contracts with a term of three years or less", "契約期間が3年以下の契約", "3年以内の期間の契約"),
    *_one(g.ids(g.years(low=5, high=10)), "contracts with a term between 5 and 10 years", "契約期間が5年から10年の契約"),
    *_one(g.n(g.years(low=5)), "how many contracts run five years or longer", "5年以上の契約は何件", "契約期間5年以上の契約の数"),
    *_one(g.ids(_notice(high=60)), "notice period of up to 60 days", "60日以下の通知期間の契約", "where 60 days' notice or less is enough"),
    *_one(g.ids(_notice(180)), "contracts with six months' notice or more", "通知期間が6か月以上の契約"),
    *_one(g.ids(_notice(30, 30)), "30 days notice contracts", "notice period exactly 30 days", "通知期間が30日の契約", "30日前までに通知する必要がある契約"),
    *_one(g.ids(g.has("insurance"), _notice(90)), "insurance and a notice period of at least 90 days", "保険があり通知期間が90日以上の契約"),
    *_one(g.n(g.stated("notice")), "how many contracts state a notice period", "通知期間を定めている契約は何件"),
    *_one(g.ids(g.missing("renewal")), "contracts without a renewal term", "更新期間の定めがない契約", "contracts that say nothing about renewal"),
    # parties
    *_one(g.ids(g.party("Etonbridge")), "Etonbridge", "show me everything we have with Etonbridge Foods", "Etonbridge Foodsが関わる契約", "Etonbridgeとの取引の契約を全部"),
    *_one(g.ids(g.party("東雲銀行")), "東雲銀行との契約", "東雲銀行株式会社が当事者になっている契約は？", "東雲銀行さんとの契約一覧"),
    *_one(g.ids(g.party("Medira"), g.party("Kestrel")), "contract between Medira and Kestrel", "MediraとKestrelの間の契約"),
    *_one(g.ids(g.party("Shenzhou")), "Shenzhou Precision contracts", "Shenzhouとの契約を見せて"),
    *_one(g.n(g.party("Velo")), "how many contracts with Velo?", "Veloとの契約は何本"),
    *_one(g.is_any(g.party("Siga"), g.of("nda")), "is there an NDA with Siga?", "Sigaとの秘密保持契約はある？", "do we have a confidentiality agreement with Siga"),
    *_one(g.is_any(g.party("Quillon"), g.of("nda")), "have we got an NDA with Quillon Media?", "Quillonとの秘密保持契約はありますか"),
    *_one(g.ids(g.home("CN")), "contracts with a Chinese company", "中国企業が相手の契約", "contracts involving a company from China"),
    *_one(g.ids(g.home("GB"), g.law("GB", "England")), "English law contracts with a British party", "英国企業との契約で英国法準拠のもの"),
    *_one(g.ids(g.party("Halden"), g.day("expires", "2027-01-01", "2027-12-31")), "which Halden contracts end in 2027", "Haldenとの契約で2027年に満了するもの"),
    # single contract
    *_one(g.whether(8, g.has("non_compete")), "does the Golden Griddle franchise agreement forbid competing", "is there a non-compete in contract 8", "契約8に競業避止義務はあるか", "契約8は競業を禁じていますか"),
    *_one(g.whether(14, g.has("exclusivity")), "is the Lakeshore sponsorship exclusive?", "契約14は独占契約ですか", "does contract 14 contain exclusivity"),
    *_one(g.whether(19, g.has("cap_on_liability")), "does contract 19 have a limitation of liability", "契約19に責任制限はありますか", "is liability limited in the Bluewater transportation agreement"),
    *_one(g.whether(5, g.has("change_of_control")), "does the Kestrel joint venture deal with a change of control", "契約5にチェンジオブコントロール条項はありますか"),
    *_one(g.whether(17, g.has("ip_ownership_assignment")), "does the Codeforge development agreement assign IP", "contract 17 - is there an IP assignment?", "契約17に知財の譲渡はありますか"),
    *_one(g.whether(3, g.law("GB", "England")), "is contract 3 under English law", "does English law govern the Etonbridge distributor agreement?", "契約3は英国法ですか"),
    *_one(g.whether(1, g.day("expires", "2028-01-01", "2028-12-31")), "does contract 1 expire in 2028", "契約1は2028年に満了しますか"),
    *_one(g.whether(40, g.stated("law")), "does contract 40 state a governing law?", "契約40に準拠法の定めはありますか"),
    *_one(g.values(13, of=("January 31, 2028",)), "end of the Adeyemi endorsement agreement?", "when does contract 13 come to an end", "contract 13: until when", "what's the expiration of contract 13"),
    *_one(g.values(20, of=("September 1, 2021",)), "when did contract 20 come into force", "effective date, contract 20", "contract 20 - when did it start"),
    *_one(g.values(6, of=("September 1, 2024",)), "when did we sign the Whitcombe consulting agreement", "signing date of contract 6", "date of signature for contract 6"),
    *_one(g.values(28, of=("2019年6月1日",)), "販売店契約書はいつから有効ですか", "契約28の開始日は？", "契約28はいつ始まりましたか", "契約28の発効日を教えてください"),
    *_one(g.values(34, of=("30",)), "契約34の解約予告は何日前", "保守契約書の通知期間は何日ですか", "契約34、通知は何日前まで？"),
    *_one(g.values(27, of=("東雲銀行株式会社",)), "契約27の相手方は誰ですか", "契約27の当事者を教えて", "ソフトウェア使用許諾契約書は誰との契約？"),
    *_one(g.values(23, of=("30",)), "how much notice must be given under contract 23", "notice period, BrightPath marketing agreement"),
    *_one(g.values(19, of=("5",)), "how long does the transportation agreement renew for", "renewal term of contract 19"),
    *_one(g.values(1, of=("March 31, 2028", "New York")), "contract 1: end date and law", "tell me when contract 1 ends and under which law it is"),
    *_one(g.values(36, of=("2029年12月31日", "日本")), "契約36の満了日と準拠法を教えて", "契約36はいつまでで、準拠法はどこですか"),
    # extremes
    *_one(g.extreme(lambda d: d.signed, g.law("JP"), most=False), "oldest Japanese law contract", "日本法の契約で一番古いもの"),
    *_one(g.extreme(lambda d: d.expires, g.day("expires", _T), g.law(*TX), most=False), "which Texas contract will expire next", "テキサス州法の契約で次に満了するのは"),
    *_one(g.extreme(lambda d: d.term, g.of("franchise"), most=True), "longest franchise agreement", "フランチャイズ契約で期間が最長のもの"),
    *_one(g.extreme(lambda d: d.signed, most=True, count=5), "five most recent contracts", "the last five contracts we signed", "最近締結した契約5件", "直近の5件"),
    *_one(g.extreme(lambda d: d.term, most=True, count=3), "the three longest contracts", "期間が長い契約を3件", "top 3 contracts by duration"),
    *_one(g.extreme(lambda d: DAYS.get(d.notice or ""), most=True), "which contract has the longest notice period", "通知期間が一番長い契約は？"),
    # groups/shares
    *_one(g.groups(g.by_year("effective")), "how many contracts took effect each year", "発効年ごとの契約件数"),
    *_one(g.groups(g.by_type, g.law("JP")), "Japanese law contracts by type", "日本法の契約を種類別に"),
    *_one(g.groups(g.by_law, g.has("exclusivity")), "governing law of exclusive contracts, counts per law", "独占契約の準拠法別件数"),
    *_one(g.groups(g.by_year("expires"), g.law("JP")), "日本法の契約の満了年別件数", "expiry per year for Japanese law contracts"),
    *_one(g.top(g.by_type, 1), "most common contract type", "一番多い契約の種類は？"),
    *_one(g.top(g.by_clause, 5), "top five clause types", "よくある条項の上位5つ", "the five most frequent clauses"),
    *_one(g.pct(g.chosen(g.lacks("insurance")), DEALS), "share of contracts without insurance", "what percentage has no insurance clause", "保険のない契約の割合"),
    *_one(g.pct(g.chosen(g.has("audit_rights"), g.law(*NY)), g.chosen(g.law(*NY))), "what share of New York contracts have audit rights", "ニューヨーク州法の契約のうち監査権があるのは何割"),
    *_one(g.pct(g.chosen(g.written("ja")), DEALS), "how many percent of the contracts are in Japanese", "日本語の契約の割合は？"),
    *_one(g.pct(g.chosen(g.law("JP"), g.has("insurance")), g.chosen(g.has("insurance"))), "of the contracts with insurance, what percentage is under Japanese law", "保険がある契約のうち日本法の割合"),
    *_one(g.number(round(sum(d.term for d in DEALS if d.term) / sum(1 for d in DEALS if d.term), 1)), "average contract term in days", "平均契約期間は何日ですか"),
    # compare
    *_one(Gold("values", ("Delaware", "Singapore"), frozenset({12, 7})), "compare the law of contracts 12 and 7", "how do contracts 12 and 7 differ in governing law"),
    *_one(Gold("values", ("2027年3月31日", "2026年12月31日"), frozenset({25, 34})), "契約25と契約34の満了日はどう違いますか", "契約25と契約34、満了日を比較"),
    # follow-ups
    *_then(g.n(g.has("audit_rights"), g.law("JP")), "How many contracts have audit rights?", "and of those, under Japanese law?"),
    *_then(g.ids(g.has("insurance"), g.day("expires", "2027-01-01", "2027-12-31")), "contracts with insurance", "which of them expire in 2027?"),
    *_then(g.n(g.has("insurance"), g.day("expires", "2027-01-01", "2027-12-31")), "contracts with insurance", "how many of them expire in 2027?"),
    *_then(g.ids(g.has("insurance"), g.has("audit_rights")), "contracts with insurance", "and which of these also have audit rights"),
    *_then(g.ids(g.has("insurance"), g.other_law("JP")), "contracts with insurance", "except those under Japanese law"),
    *_then(g.ids(g.has("insurance"), g.other_law("JP")), "保険がある契約", "日本法を除いて"),
    *_then(g.ids(g.has("insurance"), g.party("みなとシステム")), "保険がある契約を教えて", "みなとシステムとのものだけ"),
    *_then(g.groups(g.by_law, g.has("insurance")), "contracts with insurance", "break that down by law"),
    *_then(g.groups(g.by_law, g.has("insurance")), "保険がある契約", "準拠法別に"),
    *_then(g.extreme(lambda d: d.signed, g.has("insurance"), most=False), "contracts with insurance", "which of them is the oldest?"),
    *_then(g.extreme(lambda d: d.signed, g.has("insurance"), most=False), "保険がある契約", "その中で一番古いのは？"),
    *_then(g.values(1, of=("New York",)), "What about contract 1?", "which law?"),
    *_then(g.values(8, of=("Texas",)), "When does the Golden Griddle franchise agreement expire?", "governing law?"),
    *_then(g.whether(8, g.has("insurance")), "When does contract 8 expire?", "does it require insurance?"),
    *_then(g.whether(8, g.has("insurance")), "契約8はいつ満了しますか", "保険はありますか"),
    *_then(g.values(9, of=("February 28, 2025",)), "law of contract 8?", "and when does contract 9 expire?"),
    *_then(g.ids(g.law(*TX)), "How many contracts are under Texas law?", "which ones?"),
    *_then(g.ids(g.law(*TX)), "テキサス州法の契約は何件？", "どれ？"),
    *_then(g.n(g.law("SG")), "How many contracts are under Texas law?", "and Singapore?"),
    *_then(g.n(g.law("SG")), "テキサス州法の契約は何件？", "シンガポール法は？"),
    *_then(g.ids(g.day("expires", "2026-12-01", "2026-12-31")), "what expires this month?", "and next month?"),
    *_then(g.ids(g.day("expires", "2026-12-01", "2026-12-31")), "今月満了する契約は？", "来月は？"),
    *_then(g.n(g.of("nda")), "How many license agreements do we have?", "and NDAs?"),
    *_then(g.n(g.of("nda")), "ライセンス契約は何件？", "秘密保持契約は？"),
    *_then(NOT_ANSWERED, "contracts with insurance", "and the expensive ones?"),
    *_then(NOT_ANSWERED, "contracts with insurance", "which of them are good?"),
    *_then(NOT_ANSWERED, "保険がある契約は？", "高額なのは？"),
    # who may do what, under one contract, is what its clause says: its words are shown
    *_one(g.values(1, of=["a party may audit books, records or premises"]), "who may audit whom under contract 1"),
    # must be refused or asked back: bonds, events, people, values, modality
    *_one(NOT_ANSWERED,
        "contracts under which we must insure Halden's staff", "insurance for at least 5 million yen", "contracts insured by Lloyd's", "non-compete for the whole of Asia", "audit twice a year - which contracts", "audits on ten days' notice", "which contracts let Siga audit us", "licences granted to Halden", "exclusive licences for Japan", "royalty of 5 percent", "contracts with a perpetual term of confidentiality after termination of 5 years",
        "contracts where the cap is one year's fees", "caps higher than the contract value", "contracts with the same cap as contract 1", "contracts with stronger audit rights", "contracts with a broad license", "contracts with mutual indemnities only for IP", "which exclusivity ends in 2027", "when does the non-compete in contract 8 end", "how long is the warranty in contract 16", "how long does the non-compete last in contract 8", "how many audits are allowed per year in contract 1",
        "contracts renewed twice", "contracts that were renewed last year", "contracts about to be renewed by Velo", "contracts we forgot to renew", "contracts that Halden wants to terminate", "contracts we could terminate tomorrow without paying", "which contracts will be signed next week", "contracts signed by mistake", "contracts with missing signatures", "contracts signed electronically", "contracts in the drawer", "original paper copies", "contracts longer than 20 pages about software",
        "most profitable contract", "cheapest supplier", "best customer", "average price", "total liability", "how much insurance do we need", "what would it cost to terminate contract 2", "is contract 5 fair", "is it legal to assign contract 4", "can I ignore contract 3", "who decides", "what's new", "summarise everything", "do it again", "list", "show", "yes", "no", "contracts or not", "not contracts", "all", "Halden or", "and or not",
        "Haldenの従業員に保険をかける契約", "アジア全域の競業避止", "年2回監査できる契約", "Sigaが当社を監査できる契約", "Haldenに許諾されたライセンス", "日本独占のライセンス", "ロイヤルティ5%の契約", "上限が契約金額と同じ契約", "契約1と同じ上限の契約", "より強い監査権のある契約", "2027年に独占が切れる契約", "契約8の競業避止はいつまでですか", "契約16の保証期間は何年ですか", "契約8の競業避止は何年続きますか", "契約1では年に何回監査できますか",
        "2回更新された契約", "去年更新された契約", "更新し忘れた契約", "Haldenが解約したがっている契約", "明日解約できる契約で違約金なしのもの", "電子署名の契約", "署名漏れの契約", "紙の原本がある契約", "一番儲かる契約", "一番安い仕入先", "最も良い顧客", "平均価格", "保険はいくら必要か", "契約2を解約したらいくらかかるか", "契約5は公平か", "契約4を譲渡するのは合法か", "誰が決めるの", "全部要約して", "もう一回", "一覧", "はい", "いいえ", "満了", "契約じゃないもの"),
)  # fmt: skip
