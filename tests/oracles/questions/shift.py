"""Questions as they come in during one shift at a legal department's desk: 80 in Japanese, 80 in English.

Written by another hand than the parser's, who had read neither the parser nor its lexicon. The first run stands in
`benchmarks/results/questions.json`; what was not right then is read and learned from.

Days are those stated in the contracts; no question turns on a renewal that has run already. A Japanese fiscal year
begins on 1 April.
"""

from __future__ import annotations

from datetime import date

from oracles.questions import gold as g
from oracles.questions.gold import NOT_ANSWERED, Case, Gold
from oracles.questions.portfolio import DEALS, TODAY, Deal, words_of

_T = TODAY.isoformat()
_NY, _CA, _TX, _DE = (g.law("US", state) for state in ("New York", "California", "Texas", "Delaware"))
_US, _JP, _EN, _SG = g.law("US"), g.law("JP"), g.law("GB", "England"), g.law("SG")
_NOTICE_DAYS = {"P30D": 30, "P60D": 60, "P90D": 90, "P3M": 91, "P120D": 120, "P180D": 180, "P6M": 182, "P12M": 365}
"""About so many days; no question here turns on how long a month is."""
_MINATO = "株式会社みなとシステム"
_JAPANESE, _ENGLISH = g.written("ja"), g.written("en")


def _ask(gold: Gold, *turns: str) -> Case:
    return Case(turns, gold)


def _days_of_notice(deal: Deal) -> int | None:
    return None if deal.notice is None else _NOTICE_DAYS[deal.notice]


def _notice(low: int) -> g.Test:
    return lambda deal: deal.notice is not None and _NOTICE_DAYS[deal.notice] >= low


def _renews_for(*periods: str) -> g.Test:
    return lambda deal: deal.renewal in periods


def _last_notice(last: str) -> g.Test:
    """Renews by itself, and the last day to stop that is from today to a day."""
    return lambda deal: (
        deal.renewal is not None and deal.last_notice_day is not None and _T <= deal.last_notice_day <= last
    )


def _role(part: str, role: str) -> g.Test:
    return lambda deal: any(part in name and role == its for name, its, _, _ in deal.parties)


def _share(part: g.Test, *among: g.Test) -> Gold:
    return g.pct(g.chosen(part, *among), g.chosen(*among))


def _first(field: str, *numbers: int, most: bool = False) -> Gold:
    """Of these contracts the one with the earliest or the latest day."""
    return g.extreme(lambda deal: getattr(deal, field), lambda deal: deal.number in numbers, most=most)


def _deal(number: int) -> Deal:
    return DEALS[number - 1]


def _day(language: str, number: int, field: str) -> Gold:
    """A day of one contract as it is written in a language."""
    found = date.fromisoformat(getattr(_deal(number), field))
    shown = (
        f"{found.year}年{found.month}月{found.day}日" if language == "ja" else f"{found:%B} {found.day}, {found.year}"
    )
    return g.values(number, of=(shown,))


def _parties(number: int) -> Gold:
    return g.values(number, of=_deal(number).names)


def _words(number: int, code: str) -> Gold:
    """The sentence of a clause, from after the words with which each of them begins."""
    deal = _deal(number)
    sentence = words_of(deal, code)
    if deal.language == "ja":
        return g.values(number, of=(sentence.removeprefix("当事者は、")[:12], f"第{number}号契約"))
    return g.values(number, of=(f"deal {number}", sentence.partition(": ")[2][:30]))


_IN_JAPANESE = (
    # Which contracts
    _ask(g.ids(g.has("audit_rights"), _JP), "日本法の契約で、相手が帳簿や事業所を調べに来られるものはどれですか"),
    _ask(g.ids(g.has("ip_ownership_assignment")), "開発部の者です。片方が作った知財が相手のものになってしまう契約を教えてもらえますか？"),
    _ask(g.ids(g.has("joint_ip_ownership")), "研究所からの問い合わせで急ぎなのですが、知財が両社の共有になる契約はどれでしょう"),
    _ask(g.ids(g.has("no_solicit_of_employees")), "相手の社員に転職の声をかけちゃダメ、って書いてある契約は？"),
    _ask(g.ids(g.party("北斗化学"), g.lacks("cap_on_liability")), "北斗化学との契約のうち、責任制限の条項が入ってないもの"),
    _ask(g.ids(g.day("expires", "2029-01-01", "2029-12-31")), "2029年に満了、一覧"),
    _ask(
        g.ids(g.day("signed", "2025-04-01", "2026-03-31")),
        "監査法人から依頼がありまして、2025年度（4月〜3月）に締結した契約のリストをいただけますでしょうか。",
    ),
    _ask(g.ids(g.home("CN")), "中国企業と結んでる契約が見たい"),
    _ask(g.ids(_JAPANESE, g.other_law("JP")), "和文なのに準拠法が外国法になっている契約"),
    _ask(g.ids(g.has("insurance", "termination_for_convenience")), "保険加入の義務と理由なしの解約、両方書いてあるもの"),
    _ask(g.ids(_notice(150)), "更新を止めるのに150日以上前の連絡がいる契約ってどれ"),
    _ask(g.ids(g.missing("expires")), "新人です、初歩的ですみません。終わりの日が決まってない契約はありますか？"),
    _ask(g.ids(g.has("liquidated_damages")), "違約金の額を前もって決めてある契約を出してください"),
    _ask(g.ids(g.party(_MINATO), g.has("post_termination_services")), "みなとシステムの契約で、終了後も義務が残るもの"),
    _ask(g.ids(g.has("price_restrictions"), _ENGLISH), "英文で、価格の上げ下げに縛りがあるやつ"),
    _ask(
        g.ids(g.has("change_of_control")),
        "株主構成が変わるかもしれず急いでいます。支配権が移ると相手が解除できたり同意が必要になったりする契約を全部挙げてください。",
    ),
    _ask(g.ids(g.any_of("no_solicit_of_customers", "no_solicit_of_employees")), "顧客か従業員、少なくともどちらかの勧誘を禁止している契約"),
    _ask(g.ids(g.has("third_party_beneficiary")), "当事者じゃない人が権利を主張できる契約、あれば全部"),
    _ask(
        g.ids(g.has("minimum_commitment")),
        "営業の小林です。お忙しいところすみません、最低これだけは買う（売る）と約束している契約はどれでしょうか。",
    ),
    _ask(g.ids(_renews_for("P2Y", "P3Y", "P5Y", "P10Y")), "更新1回につき2年以上延びる契約"),
    _ask(g.ids(_role("東雲電機", "委託者")), "東雲電機が委託者側の契約"),
    # How many, which share, by what
    _ask(g.n(g.missing("renewal")), "自動更新の定めがない契約、何件？"),
    _ask(g.n(g.has("cap_on_liability"), _JAPANESE), "和文の契約のうち責任に上限を設けてるのは何本ですか。保険会社への回答に要ります。"),
    _ask(g.n(g.day("signed", "0000", "2019-12-31")), "2019年12月31日までに締結したもの、件数だけ"),
    _ask(g.n(g.party("東雲銀行")), "東雲銀行さんとの契約件数を教えてください、与信の見直しに使います"),
    _ask(g.n(g.lacks("anti_assignment")), "契約の譲渡を縛る条項がない契約は全部でいくつ"),
    _ask(g.n(_US), "アメリカのいずれかの州の法律に従う契約は合計何件になりますか"),
    _ask(_share(g.has("audit_rights")), "監査条項が入ってる割合は？"),
    _ask(_share(g.has("non_compete"), _JP), "日本法の契約のうち競業禁止つきは何パーセント"),
    _ask(_share(g.stated("renewal"), _JAPANESE), "取締役会の資料に載せるので、和文契約のうち自動更新があるものの比率を知りたいです"),
    _ask(g.groups(g.by_year("signed")), "お手すきの際で結構です、締結年別の件数を表でいただけますか"),
    _ask(g.groups(g.by_type, _JAPANESE), "和文契約を種類ごとに数えて"),
    _ask(g.groups(g.by_language, g.has("audit_rights")), "監査条項のある契約は和文・英文それぞれ何件でしょうか"),
    _ask(g.top(g.by_party, 1), "契約にいちばん多く登場する会社はどこ"),
    # One contract
    _ask(_day("ja", 27, "expires"), "東雲銀行へのソフトの使用許諾、契約書上の満了日は？"),
    _ask(g.values(30, of=("6か月",)), "つばめ不動産から借りてる物件の契約、更新しないなら何か月前に言えばいい？"),
    _ask(_parties(35), "北斗化学の合弁契約、当事者の正式な名前が知りたい"),
    _ask(
        _day("ja", 25, "last_notice_day"),
        "前任から引き継いだばかりで恐縮ですが、あかつき商事とみなとシステムの業務委託、更新を断る場合の期限はいつですか。",
    ),
    _ask(_day("ja", 29, "signed"), "東雲電機とみなとの共同開発 締結日"),
    _ask(g.values(36, of=("3年",)), "こだま珈琲のFC契約は更新されると何年延びますか"),
    _ask(_day("ja", 39, "effective"), "みやこ大学との共同研究の発効日は"),
    _ask(g.values(37, of=("30日",)), "近藤さんのコンサル契約って通知期間は何日？"),
    _ask(g.values(31, of=("東雲電機株式会社",)), "売買基本契約書の売主ってどこでしたっけ"),
    _ask(g.values(7, of=("シンガポール",)), "CorvexとBrightPathのリセラー契約について準拠法を確認したく"),
    _ask(g.whether(34, g.has("insurance")), "東雲銀行の保守契約、保険をかける義務ある？"),
    _ask(g.whether(28, g.has("cap_on_liability")), "北斗化学とさくら物産の販売店契約に賠償の上限はありますか"),
    _ask(g.whether(33, g.stated("renewal")), "さっき会議で聞かれて答えられず…東雲電機とShenzhouの製造委託、自動更新だっけ"),
    _ask(g.is_any(g.home("BR")), "ブラジルの会社との契約ってありますか"),
    _ask(g.whether(26, g.day("expires", _T, "2027-03-31")), "あかつきと北斗化学の秘密保持契約は今年度中に満了しますか？"),
    _ask(g.whether(38, g.in_force), "星野あかりさんの出演契約ってまだ生きてます？"),
    _ask(_words(30, "non_compete"), "賃貸借契約書の競業避止、文言をそのまま見せて"),
    _ask(g.passages(31), "売買基本契約書だと支払が遅れたときどうなりますか"),
    # The most and the least, one beside another
    _ask(g.extreme(lambda d: d.signed, _JAPANESE, most=True), "和文でいちばん最近結んだ契約"),
    _ask(g.extreme(lambda d: d.expires, _JP, most=True), "日本法の契約で満了日が一番遅いのは？"),
    _ask(g.extreme(_days_of_notice, most=True), "通知期間が最長の契約はどれになりますか"),
    _ask(g.extreme(lambda d: d.term, most=True, count=3), "契約期間が長い順に3つ"),
    _ask(_first("expires", 27, 34), "契約27と契約34、満了日が先なのはどちら？"),
    # One turn after another
    _ask(g.ids(g.has("audit_rights"), _JP, g.party("北斗化学")), "監査条項のある契約は？", "そのうち日本法のもの", "さらに北斗化学が入ってるやつ"),
    _ask(g.values(29, 33, of=("日本", "中国")), "東雲電機の契約を出して", "満了日がまだ来てないのはどれ", "その準拠法は？"),
    _ask(g.n(_CA), "テキサス州法の契約は何件？", "カリフォルニアだと？"),
    _ask(_day("ja", 30, "last_notice_day"), "契約30の満了日は", "じゃあ更新拒絶の通知はいつまで"),
    _ask(g.ids(g.lacks("insurance")), "保険の条項がある契約を一覧で", "逆に、ないのは？"),
    _ask(g.ids(g.day("expires", "2027-01-01", "2027-12-31"), g.missing("renewal")), "来年満了する契約は？", "自動更新がないものに絞ってください"),
    # Not to be answered
    *(
        _ask(NOT_ANSWERED, question)
        for question in (
            "競業避止って何年までなら裁判で有効とされやすいですか",
            "東雲銀行の保守契約、更新したほうがいいと思いますか？",
            "北斗化学さんは来年も続けてくれそうですか",
            "契約31はもう要らないので消してください",
            "賃貸借契約書の満了日を2032年3月31日に直しておいてもらえると助かります",
            "山城重工との契約はいつ切れますか",
            "つばめ不動産に払ってる家賃って月いくら？",
            "東雲銀行の担当者の電話番号わかりますか",
            "フランチャイズ契約書にこだま珈琲側で押印した人の役職",
            "競業避止の期間が2年を超えている契約はどれですか",
            "保険金額が1億円以上と決められている契約を一覧にしてください",
            "監査の何営業日前に相手へ知らせる決まりか、契約ごとに教えて",
            "賠償の上限が委託料12か月分になってる契約",
            "契約26を英訳して先方に送っておいて",
            "うちの契約条件って同業他社と比べて不利？",
            "今日は寒いですね、コーヒーでもどうですか",
            "みなとシステムに値上げを言われたら何と返せばいいでしょうか。上司に聞かれて困っています。",
        )
    ),
)  # fmt: skip

_IN_ENGLISH = (
    # Which contracts
    _ask(g.ids(g.party("Halden")), "everything with Halden"),
    _ask(
        g.ids(g.has("change_of_control")),
        "We may sell the business in spring, so I need to know early: which agreements let the other side out, or need its consent, when control changes?",
    ),
    _ask(g.ids(g.party("Velo"), g.has("audit_rights")), "Velo contracts where somebody may inspect the books"),
    _ask(g.ids(_DE, g.has("insurance")), "Delaware law + duty to insure, which ones?"),
    _ask(g.ids(_US, g.lacks("cap_on_liability")), "US-law contracts that have no liability cap clause in them"),
    _ask(g.ids(g.day("expires", _T, "2026-12-31")), "contracts whose expiration date falls between now and New Year's Eve"),
    _ask(g.ids(g.day("signed", "2023-01-01", "2023-12-31")), "signed in 2023 pls"),
    _ask(g.ids(g.of("nda")), "Could you list our confidentiality agreements?"),
    _ask(g.ids(g.home("CA")), "Which contracts are with a party from Canada? Our tax adviser would like to know, thanks in advance."),
    _ask(g.ids(_JAPANESE, g.has("exclusivity")), "Japanese-language contracts that make a party deal with one partner only"),
    _ask(g.ids(g.has("irrevocable_or_perpetual_license")), "where is there a licence that never ends or can't be taken back"),
    _ask(
        g.ids(g.has("source_code_escrow")),
        "Hi, engineering here. For which contracts does the code have to be deposited with an escrow agent? We are cleaning up old repos.",
    ),
    _ask(g.ids(g.has("most_favored_nation", "price_restrictions")), "deals having both a best-price promise and limits on changing prices"),
    _ask(g.ids(g.has("non_compete"), g.lacks("exclusivity")), "non-compete yes, exclusivity no"),
    _ask(g.ids(g.missing("law")), "I'm a trainee and was told to check this: any contracts silent on which law applies? List them please"),
    _ask(g.ids(g.missing("notice")), "contracts with no notice period stated"),
    _ask(g.ids(_renews_for("P1Y")), "which ones roll over a year at a time"),
    _ask(g.ids(_role("Halden", "Customer")), "Hello from the New York office. In which agreements is Halden the customer?"),
    _ask(g.ids(_last_notice("2026-12-31")), "Which auto-renewing contracts have a notice deadline coming up before the end of this year?"),
    _ask(g.ids(g.years(15)), "initial term of fifteen years or more"),
    _ask(g.ids(g.has("warranty_duration"), _ENGLISH), "English-language contracts that say how long a warranty lasts"),
    _ask(g.ids(g.either(_NY, _CA)), "I'd like those governed by the law of New York or of California"),
    _ask(g.ids(g.has("revenue_profit_sharing")), "finance asks: where do we have to split revenue or profit with the partner"),
    # How many, which share, by what
    _ask(g.n(g.day("signed", "2025-01-01")), "how many have we signed since the start of 2025?"),
    _ask(g.n(g.has("anti_assignment", "change_of_control")), "Number of contracts with both an assignment restriction and a change of control clause"),
    _ask(g.n(g.of("franchise", "distributor", "reseller")), "For the annual report: total number of franchise, distributor and reseller agreements"),
    _ask(g.n(_EN), "How many are under the law of England?"),
    _ask(g.n(g.party("BrightPath"), g.stated("renewal")), "how many BrightPath deals renew automatically"),
    _ask(g.n(g.lacks("termination_for_convenience")), "Count of contracts that can't be ended without cause, i.e. have no termination for convenience"),
    _ask(_share(g.has("cap_on_liability")), "What percentage of our contracts limit liability? The board has asked."),
    _ask(_share(_US), "share of contracts under the law of a US state"),
    _ask(_share(g.has("insurance"), _ENGLISH), "of the English-language ones, what % require insurance"),
    _ask(g.groups(g.by_year("signed"), _ENGLISH), "English-language contracts per signing year"),
    _ask(g.groups(g.by_language), "split by language?"),
    _ask(g.groups(g.by_law, g.has("cap_on_liability")), "Could I have the contracts with a liability cap broken down by governing law?"),
    # One contract
    _ask(_day("en", 8, "expires"), "end date of the Golden Griddle / Lone Star franchise"),
    _ask(g.values(20, of=("Delaware",)), "What law is the Genovara collaboration under?"),
    _ask(g.values(19, of=("12 months",)), "How far ahead must we tell Bluewater that we won't renew the transportation agreement?"),
    _ask(g.values(22, of=("Codeforge Labs Inc.",)), "who is the assignor in the intellectual property agreement"),
    _ask(_day("en", 14, "last_notice_day"), "Good morning! Sorry to bother you: what is the last day to give notice under the Lakeshore sponsorship?"),
    _ask(_day("en", 16, "signed"), "Okavango agency agreement, date of signature?"),
    _ask(_day("en", 17, "effective"), "As of which day is the Codeforge development agreement with Halden effective?"),
    _ask(g.values(3, of=("2 years",)), "each renewal of the Etonbridge distributor agreement is for how long?"),
    _ask(_parties(10), "Full names of the parties to the Quillon NDA, please."),
    _ask(g.whether(9, g.has("non_compete")), "does the Nimbus hosting agreement keep anyone from competing?"),
    _ask(g.whether(13, g.stated("renewal")), "Is the Adeyemi endorsement self-renewing?"),
    _ask(g.whether(5, _EN), "Kestrel/Orinoco JV under English law, yes or no?"),
    _ask(g.whether(18, g.stated("expires")), "Does the strategic alliance agreement state an end date?"),
    _ask(g.whether(15, g.in_force), "Is the Shenzhou - Velo manufacturing agreement still running? Purchasing wants to place an order."),
    _ask(g.is_any(g.of("hosting"), g.lacks("insurance")), "Is there a hosting contract without an insurance clause?"),
    _ask(g.is_any(g.home("AU")), "do we have any Austrailian counterparties"),
    _ask(_words(19, "covenant_not_to_sue"), "Please quote the covenant not to sue from the Bluewater transportation agreement"),
    _ask(_words(7, "exclusivity"), "exact exclusivity wording, Corvex reseller agreement"),
    # The most and the least, one beside another
    _ask(g.extreme(lambda d: d.expires, most=True), "Which contract has the expiration date furthest in the future?"),
    _ask(g.extreme(lambda d: d.signed, _US, most=False), "oldset contract we have under US law"),
    _ask(g.extreme(lambda d: len(d.clauses), most=False), "contract with the fewest clause types"),
    _ask(_first("signed", 5, 35), "Which was signed first, contract 5 or contract 35?"),
    # One turn after another
    _ask(g.ids(_TX, g.has("insurance")), "contracts under Texas law", "only those requiring insurance"),
    _ask(_day("en", 11, "last_notice_day"), "Who are the parties to contract 11?", "when does it expire?", "and the last day to give notice?"),
    _ask(g.n(g.has("insurance")), "How many contracts have audit rights?", "and how many contracts have insurance?"),
    _ask(g.ids(g.party("Kestrel"), g.missing("expires")), "list the Kestrel contracts", "which of these have no end date?"),
    _ask(_day("en", 36, "expires"), "When does contract 8 expire?", "same for contract 36"),
    # Not to be answered
    *(
        _ask(NOT_ANSWERED, question)
        for question in (
            "Should we let the Okavango agency renew?",
            "Would a court in California enforce the Nimbus non-compete?",
            "Will Nimbus put its prices up next year",
            "pls delete contract 21",
            "Set the expiration date of contract 12 to 31 January 2029.",
            "When does our agreement with Fennimore Rockets end?",
            "how much do we pay Nimbus per month for hosting",
            "Who on our side negotiated the Etonbridge deal?",
            "Which audit clauses require more than ten business days' notice of a visit?",
            "contracts whose liability cap is below twelve months' fees",
            "How many of the exclusivity clauses are limited to Asia?",
            "Which originals are kept in the safe of the Osaka office?",
            "Write a termination letter to Talloway, friendly tone, I need it by noon.",
            "which of our contracts is the most dangerous one for us, in your view",
            "What's market standard for liability caps in hosting deals?",
            "e-mail address of whoever signed for Genovara",
            "Which contracts did the CFO approve?",
            "you've been a great help today, any plans for the weekend?",
        )
    ),
)  # fmt: skip

CASES = (*_IN_JAPANESE, *_IN_ENGLISH)
