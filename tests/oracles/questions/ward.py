"""Questions as a legal department and those who come to its door type them: 60 in Japanese, 60 in English.

Lawyers, trainees, sales, finance, auditors and partners abroad; in full sentences, half ones and as telegrams. Written
by a hand that had read neither the parser nor its lexicon, nor the other sets beyond their format. They were only
counted until 2026-11-30. The first run stands in `benchmarks/results/questions.json`.

Days are those stated in the contracts. Where a renewal that has run already would change the answer, the contract is
not in the range. Whether a contract is in force is asked only where its dates tell.
"""

from __future__ import annotations

from oracles.questions import gold as g
from oracles.questions.gold import NOT_ANSWERED, Case, Gold
from oracles.questions.portfolio import TODAY, Deal

_T = TODAY.isoformat()
_US, _JP, _EN = g.law("US"), g.law("JP"), g.law("GB", "England")
_CA, _DE, _NY, _TX = (g.law("US", state) for state in ("California", "Delaware", "New York", "Texas"))
_RENEWS = g.stated("renewal")
_NOTICE_DAYS = {"P30D": 30, "P60D": 60, "P90D": 90, "P3M": 91, "P120D": 120, "P180D": 180, "P6M": 182, "P12M": 365}
"""About so many days; no question here turns on how long a month is."""
_AKATSUKI, _BANK, _ELECTRIC = "株式会社あかつき商事", "東雲銀行株式会社", "東雲電機株式会社"
_HOKUTO, _MINATO, _TSUBAME = "北斗化学工業株式会社", "株式会社みなとシステム", "有限会社つばめ不動産"


def _ask(gold: Gold, *turns: str) -> Case:
    return Case(turns, gold)


def _expires(first: str, last: str = "9999") -> g.Test:
    return g.day("expires", first, last)


def _signed(first: str, last: str = "9999") -> g.Test:
    return g.day("signed", first, last)


def _days_of_notice(deal: Deal) -> int | None:
    return None if deal.notice is None else _NOTICE_DAYS[deal.notice]


def _role(part: str, role: str) -> g.Test:
    return lambda deal: any(part in name and role == its for name, its, _, _ in deal.parties)


def _began_when_signed(deal: Deal) -> bool:
    return deal.signed is not None and deal.signed == deal.effective


def _over(deal: Deal) -> bool:
    """Past its last day, and nothing renews it."""
    return deal.renewal is None and deal.expires is not None and deal.expires < _T


def _share(part: g.Test, *among: g.Test) -> Gold:
    return g.pct(g.chosen(part, *among), g.chosen(*among))


def _more(these: g.Test, than: g.Test) -> Gold:
    """Whether there are more of these than of those; of which contracts the answer tells does not matter."""
    return Gold("yes_no", len(g.chosen(these)) > len(g.chosen(than)))


_JAPANESE = (
    # Which contracts
    _ask(
        g.ids(g.party("BrightPath")),
        "お世話になっております、営業二課の者です。来週BrightPath社を訪問するので、先方と結んでいる契約を全部教えていただけますでしょうか。",
    ),
    _ask(g.ids(g.has("termination_for_convenience")), "理由がなくても途中でやめられる契約ってどれとどれ？"),
    _ask(
        g.ids(g.has("audit_rights")),
        "内部監査室です。相手方が帳簿や施設を検査できる定めのある契約をリストにしてください。",
    ),
    _ask(g.ids(g.has("no_solicit_of_employees")), "相手の社員を引き抜いちゃいけないことになってる契約"),
    _ask(g.ids(g.has("insurance"), _JP), "日本法準拠で、保険に入る義務があるもの"),
    _ask(g.ids(_expires("2027-03-01", "2027-03-31")), "満了日 2027年3月中 一覧"),
    _ask(
        g.ids(g.has("liquidated_damages")),
        "経理部です。引当金の検討をしておりまして、違約金の額をあらかじめ決めてある契約を知りたいのですが。",
    ),
    _ask(
        g.ids(g.has("change_of_control")),
        "M&Aの準備で確認したいのですが、会社の支配権が移ったときに通知や同意が要る契約はどれでしょうか。",
    ),
    _ask(
        g.ids(_RENEWS, lambda deal: (_days_of_notice(deal) or 0) >= 150),
        "自動更新で、しかも更新を断るのに150日以上前の予告がいる契約",
    ),
    _ask(g.ids(g.home("CN")), "中国の会社が入ってる契約は？"),
    _ask(
        g.ids(g.has("revenue_profit_sharing")),
        "税務の相談で使いますので、もうけを分け合う取り決めのある契約をお知らせください。お手数をおかけします。",
    ),
    _ask(g.ids(_signed("0000", "2017-12-31")), "2018年より前に署名した契約を挙げて"),
    _ask(
        g.ids(g.has("license_grant"), g.lacks("cap_on_liability")),
        "ライセンス許諾はあるけど、責任の上限についての条項がない契約",
    ),
    _ask(g.ids(g.home("GB"), g.missing("expires")), "イギリスの会社との契約で、満了日の記載がないもの"),
    _ask(g.ids(_over), "自動更新がなくて、満了日をもう過ぎてしまった契約を洗い出してください"),
    # How many, which share, by what
    _ask(g.n(g.has("non_disparagement")), "相手の悪口を言わないっていう約束が入ってる契約、何件？"),
    _ask(g.n(_signed("2026-01-01", "2026-12-31")), "今年に入って締結したのは何本ですか"),
    _ask(g.n(g.written("ja"), _RENEWS), "和文の契約書で自動更新つきのものは何通ありますか？"),
    _ask(g.n(g.party(_HOKUTO), g.has("audit_rights")), "北斗化学工業の契約、監査条項ありは何件"),
    _ask(g.n(g.missing("law")), "データの棚卸し中です。準拠法がどこにも書いていない契約の件数をお願いします。"),
    _ask(g.n(g.of("maintenance", "hosting")), "保守契約とホスティング契約あわせて何件"),
    _ask(
        _share(g.has("cap_on_liability")),
        "役員会の資料に載せたいので、全契約のうち賠償責任の上限があるものが何パーセントか教えてください。",
    ),
    _ask(_share(g.has("non_compete"), _JP), "日本法の契約のうち競業避止が入っている割合は？"),
    _ask(g.groups(g.by_year("signed")), "締結した年ごとの契約件数を表にしてもらえますか"),
    _ask(g.top(g.by_party, 2), "契約の本数が多い当事者、上から2社"),
    # One contract
    _ask(g.values(30, of=("2031年3月31日",)), "つばめ不動産から借りている物件の賃貸借契約はいつまでですか？"),
    _ask(
        g.values(39, of=("2021年11月15日",)),
        "すみません、新人なので教えてください。みやこ大学との共同研究の契約、締結日はいつになっていますか。",
    ),
    _ask(g.values(16, of=("イングランド",)), "Okavango社との代理店契約ってどこの法律が適用される？"),
    _ask(g.values(34, of=("30",)), "みなとシステムの保守契約、更新しないなら何日前までに言えばいい？"),
    _ask(g.values(19, of=("Orinoco Power",)), "Bluewaterの運送契約の荷主はどこの会社"),
    _ask(g.values(36, of=("3年",)), "こだま珈琲のフランチャイズ契約、自動更新されると何年延びますか"),
    _ask(
        g.whether(36, g.has("termination_for_convenience")),
        "こだま珈琲とのフランチャイズ契約書に、理由なしで中途解約できる条項は入ってますか",
    ),
    _ask(
        g.whether(27, g.has("source_code_escrow")),
        "東雲銀行のソフトウェア使用許諾契約書にソースコードのエスクローはある？",
    ),
    _ask(
        g.whether(35, g.has("non_compete")),
        "至急で恐縮ですが、北斗化学とKestrelの合弁契約書に競業避止条項があるかどうか確認をお願いします。",
    ),
    _ask(g.is_any(g.home("KR")), "韓国の会社との契約はありますか"),
    _ask(g.whether(31, _over), "東雲電機とさくら物産の売買基本契約書ってもう期限切れてる？"),
    _ask(g.values(30, of=("第30号契約", "競業")), "賃貸借契約書の競業避止の条文、原文のまま見せて"),
    # The most and the least, one beside another
    _ask(g.extreme(_days_of_notice, most=True), "更新拒絶の予告期間が一番長い契約はどれですか"),
    _ask(g.extreme(lambda d: d.expires, g.party(_TSUBAME), most=True), "つばめ不動産の契約で最後に満了するのは"),
    _ask(
        g.values(25, 30, of=("2027年3月31日", "2031年3月31日")),
        "あかつき商事の業務委託契約書と賃貸借契約書、満了日を比べて",
    ),
    _ask(_more(g.has("anti_assignment"), g.lacks("anti_assignment")), "譲渡禁止のある契約は、ない契約より多いですか？"),
    # One turn after another
    _ask(
        g.ids(g.party(_ELECTRIC), g.of("manufacturing")), "東雲電機の契約を並べてください", "その中で製造委託はどれ？"
    ),
    _ask(
        g.ids(_expires("2028-01-01", "2028-12-31"), _RENEWS, _NY),
        "2028年に満了する契約は？",
        "そのうち自動更新するものは？",
        "ニューヨーク州法のだけ",
    ),
    _ask(
        g.n(g.party(_MINATO), g.party(_BANK)), "みなとシステムの契約は何件ありますか", "うち東雲銀行が相手なのは何件？"
    ),
    _ask(
        g.values(8, of=("Golden Griddle Inc.", "Lone Star Diners LLC")),
        "フランチャイズ契約を見せて",
        "英語のほうの当事者は？",
    ),
)

_ENGLISH = (
    # Which contracts
    _ask(
        g.ids(g.has("no_solicit_of_customers")),
        "Hi, Ben from sales here. I have a pitch on Thursday and need to know which contracts bar a party from poaching the other side's customers, please.",
    ),
    _ask(g.ids(g.party("Quillon")), "anything with Quillon?"),
    _ask(g.ids(_RENEWS, _EN), "contracts under English law that roll over automatically"),
    _ask(
        g.ids(g.has("most_favored_nation")),
        "I'm the new trainee and was asked to find every agreement with a most favoured customer promise. Could you list them for me?",
    ),
    _ask(g.ids(_expires(_T, "2026-12-25")), "Which contracts expire between now and Christmas?"),
    _ask(g.ids(g.has("minimum_commitment")), "who has minimum purchase obligations? list the agreemnts"),
    _ask(g.ids(g.missing("notice")), "Contracts which don't state a notice period"),
    _ask(
        g.ids(g.has("irrevocable_or_perpetual_license")),
        "Which deals include a licence that lasts forever or can't be revoked?",
    ),
    _ask(g.ids(_DE, g.has("insurance")), "Delaware law + insurance requirement"),
    _ask(
        g.ids(_signed("2023-01-01", "2023-12-31")),
        "For the year-end audit we require a list of all agreements signed in calendar year 2023. Many thanks in advance.",
    ),
    _ask(
        g.ids(g.has("non_compete"), g.other_law("US")), "non-competes in contracts governed by a law other than US law"
    ),
    _ask(
        g.ids(g.has("exclusivity", "cap_on_liability")),
        "Show contracts that are exclusive and also have a liabilty cap",
    ),
    _ask(
        g.ids(g.home("BR")),
        "Good morning from Berlin! We are preparing a call: which agreements have a Brazilian company as a party?",
    ),
    _ask(g.ids(g.of("supply", "manufacturing")), "supply and manufacturing agreements only pls"),
    _ask(g.ids(_role("Halden", "Customer")), "Contracts in which Halden is the customer"),
    _ask(
        g.ids(g.has("third_party_beneficiary")),
        "Our Paris partners are asking which agreements someone who is not a party can enforce. Could you tell me?",
    ),
    _ask(g.ids(_began_when_signed), "Which contracts took effect on the same day they were signed?"),
    _ask(g.ids(g.years(10), _RENEWS), "initial term of 10 years or more, renewing automatically: which ones"),
    # How many, which share, by what
    _ask(g.n(g.of("nda")), "how many NDAs are in there"),
    _ask(
        g.n(g.has("price_restrictions")),
        "Finance would like to know how many contracts limit price increases or decreases.",
    ),
    _ask(g.n(_expires("2031-01-01")), "How many agreements expire in 2031 or later?"),
    _ask(g.n(_TX, g.has("audit_rights")), "no. of Texas law contracts with audit clause"),
    _ask(g.n(g.home("SG")), "with how many contracts is a Singapore company involved?"),
    _ask(_share(g.written("ja")), "what % of the contracts is in Japanese"),
    _ask(
        _share(g.has("insurance"), g.has("cap_on_liability")),
        "Of the contracts with a liability cap, what percentage also requires insurance?",
    ),
    _ask(
        g.groups(g.by_law),
        "Could I please have a breakdown of the portfolio by governing law? It is for the board paper.",
    ),
    _ask(g.groups(g.by_type, g.written("ja")), "Japanese-language contracts per agreement type, number of each"),
    # One contract
    _ask(g.values(14, of=("December 31, 2028",)), "When does the Lakeshore Marathon sponsorship end?"),
    _ask(g.values(12, of=("Delaware",)), "governing law Talloway outsourcing?"),
    _ask(g.values(15, of=("September 9, 2019",)), "signing date of the Velo / Shenzhou manufacturing contract pls"),
    _ask(
        g.values(7, of=("January 30, 2027",)),
        "Sorry to bother you again: by what date must notice go out if we don't want the BrightPath reseller deal with Corvex to renew?",
    ),
    _ask(g.values(22, of=("June 21, 2023",)), "effective date of the Codeforge IP agreement"),
    _ask(
        g.whether(8, g.has("termination_for_convenience")),
        "Can a party walk away from the Golden Griddle franchise agreement without giving a reason?",
    ),
    _ask(
        g.whether(9, g.has("cap_on_liability")),
        "Is liability capped in the Nimbus hosting agreement? Asking because we had an outage last night.",
    ),
    _ask(g.is_any(g.law("HK")), "Do we have anything under Hong Kong law?"),
    _ask(g.is_any(g.has("unlimited_license")), "Any all-you-can-eat licenses in our contracts?"),
    _ask(
        g.values(16, of=("deal 16", "disparage")),
        "Please quote the non-disparagement wording in the Okavango agency agreement",
    ),
    # The most and the least, one beside another
    _ask(
        g.extreme(lambda d: d.signed, g.written("en"), most=True),
        "Which English-language contract was signed most recently?",
    ),
    _ask(g.extreme(lambda d: d.expires, g.party("Siga"), most=True), "Of the Siga agreements, which one expires last?"),
    _ask(
        g.values(9, 11, of=("30", "60")),
        "Compare the notice periods in the Nimbus hosting and Nimbus maintenance agreements.",
    ),
    _ask(
        _more(g.has("change_of_control"), g.has("non_compete")),
        "Do more contracts have a change of control clause than a non-compete?",
    ),
    # One turn after another
    _ask(
        g.ids(g.party("Kestrel"), _expires("2031-01-01")),
        "Show me the Kestrel contracts",
        "Which of those expire after 2030?",
    ),
    _ask(g.ids(_expires("2031-01-01", "2031-12-31")), "contracts expiring in 2029", "and in 2031?"),
    _ask(
        g.ids(_DE, _RENEWS),
        "How many contracts are under New York law?",
        "And under Delaware law?",
        "Of the Delaware ones, which renew automatically?",
    ),
    _ask(
        g.ids(g.has("liquidated_damages"), g.lacks("cap_on_liability")),
        "List the contracts with liquidated damages",
        "only those without a cap on liability",
    ),
)

_NOT_FOR_US = (
    # Advice and opinion
    "あかつき商事の賃貸借契約、更新したほうがいいと思いますか？",
    "近藤先生との契約を円満に終わらせるには、どう切り出すのがよいでしょうか。ご助言いただけますと幸いです。",
    "うちで一番不利な契約はどれだと思う？",
    "Should we let the Nimbus maintenance agreement renew?",
    "Is 60 days' notice fair to the other side, in your view?",
    "Which of our contracts worries you most?",
    # Prediction
    "東雲銀行は来年も保守契約を続けてくれそうですか",
    "Will Velo want to extend the Adeyemi endorsement when it runs out?",
    # Work on the contracts
    "契約31はもう失効しているので削除しておいてください",
    "保守契約書の満了日を2027年12月31日に直して",
    "We agreed it by phone, so could you please change the expiration date of contract 12 to 31 March 2027? Thanks!",
    "remove the Golden Griddle co-branding file from the system",
    "Draft a termination letter for the Bluewater agreement",
    # Other companies and the law at large
    "他社さんは普通、予告期間を何日にしているものなんでしょうか？",
    "下請法だと支払期日って何日以内でしたっけ",
    "What notice period does Microsoft use in its reseller contracts?",
    "What liability cap is usual in the software industry?",
    # What no field holds
    "こだま珈琲のフランチャイズ契約、ロイヤリティは何％ですか",
    "業務委託契約書の月々の委託料はいくら？",
    "北斗化学工業の代表取締役のお名前を教えてください",
    "お忙しいところ失礼します。税務調査で聞かれまして、共同開発契約書に印紙はいくら貼ってありますか。",
    "製造委託契約の社内担当者は誰ですか",
    "Hello, sorry for the silly question, I'm closing the accounts: how much do we pay Talloway per month?",
    "Which of our contracts has been breached most often?",
    "Where is the signed paper original of the Lone Star franchise agreement kept?",
    "What was Northfield Hospital Group's revenue last year?",
    # Small talk
    "おはようございます！今日は冷えますね",
    "お昼どこかおすすめある？",
    "thanks, you're a star! how is your day going?",
    "what's the weather in Singapore tomorrow",
)

CASES: tuple[Case, ...] = (*_JAPANESE, *_ENGLISH, *(_ask(NOT_ANSWERED, question) for question in _NOT_FOR_US))
