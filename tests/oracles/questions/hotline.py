"""Questions as colleagues put them over a legal department's hotline, written before the parser was read; halved by chance.

Both halves may be learned from; half B was only counted until 2026-11-30. The first run on both stands in
`benchmarks/results/questions.json`.
"""

from __future__ import annotations

import random

from oracles.questions import gold as g
from oracles.questions.gold import NOT_ANSWERED, Case, Gold
from oracles.questions.portfolio import DEALS, TODAY

_T = TODAY.isoformat()
_NY, _CA, _TX, _DE = (g.law("US", state) for state in ("New York", "California", "Texas", "Delaware"))
_US, _JP, _EN, _SG, _CN = g.law("US"), g.law("JP"), g.law("GB", "England"), g.law("SG"), g.law("CN")
_NOTICE_DAYS = {"P30D": 30, "P60D": 60, "P90D": 90, "P3M": 90, "P120D": 120, "P180D": 180, "P6M": 180, "P12M": 365}
"""A month as 30 days, as answers say; the first run counted three months as 91."""


def _one(gold: Gold, *questions: str) -> list[Case]:
    return [Case((question,), gold) for question in questions]


def _then(gold: Gold, *turns: str) -> list[Case]:
    return [Case(turns, gold)]


def _notice(low: int = 0, high: int = 9999) -> g.Test:
    return lambda deal: deal.notice is not None and low <= _NOTICE_DAYS[deal.notice] <= high


CASES: tuple[Case, ...] = (
    # Clauses by what people do with them
    *_one(g.ids(g.has("change_of_control")), "うちが買収されたら相手に解除されうる契約", "which counterparties could walk if we get bought? list the contracts"),
    *_one(g.ids(g.has("anti_assignment")), "契約を他社に引き継がせるのに同意を取らないといけないもの", "agreements we cannot hand over to someone else without permission"),
    *_one(g.ids(g.has("audit_rights")), "帳簿を見せろと言われうる契約はどれですか", "contracts under which somebody may inspect the books"),
    *_one(g.ids(g.has("cap_on_liability")), "損害賠償額に天井がある契約", "damages limited to a maximum amount - which deals"),
    *_one(g.ids(g.has("insurance")), "保険証券を出さないといけない契約ってあります？一覧で", "insurance must be maintained under which agreements"),
    *_one(g.ids(g.has("termination_for_convenience")), "理由なしで解約できるもの", "terminable at will"),
    *_one(g.ids(g.has("non_compete")), "競業が禁じられている契約を教えてください", "deals that stop a party from competing"),
    *_one(g.ids(g.has("exclusivity")), "他社と取引してはいけないことになっている契約", "which ones lock us into a single supplier or customer"),
    *_one(g.ids(g.has("no_solicit_of_employees")), "従業員の引抜きを禁じる条項つき", "staff poaching bans"),
    *_one(g.ids(g.has("non_disparagement")), "悪口を言ってはいけない契約", "contracts with a non-disparagement undertaking"),
    *_one(g.ids(g.has("most_favored_nation")), "最恵待遇を約束している契約", "best price guarantee - where did we promise that?"),
    *_one(g.ids(g.has("joint_ip_ownership")), "成果物の権利を共有する契約", "jointly held intellectual property"),
    *_one(g.ids(g.has("ip_ownership_assignment")), "知的財産権が相手に移転する契約", "inventions get assigned - list"),
    *_one(g.ids(g.has("liquidated_damages")), "損害賠償額の予定があるもの", "LDs in which contracts?"),
    *_one(g.ids(g.has("covenant_not_to_sue")), "訴えないと約束している契約", "promise not to challenge IP or sue"),
    *_one(g.ids(g.has("minimum_commitment")), "最低購入数量の縛りがある契約", "take-or-pay or minimum purchase commitments"),
    *_one(g.ids(g.has("price_restrictions")), "値上げに制限がかかっている契約", "contracts that restrict price increases"),
    *_one(g.ids(g.has("irrevocable_or_perpetual_license")), "永久ライセンスを与えている契約", "perpetual licences"),
    *_one(g.ids(g.has("non_transferable_license")), "譲渡不可のライセンスがある契約"),
    *_one(g.ids(g.has("warranty_duration")), "how long the warranty lasts is stated in which contracts", "保証の期限が書いてあるのはどれか"),
    *_one(g.ids(g.has("revenue_profit_sharing")), "売上を分け合う取り決めのある契約", "royalty or revenue share deals"),
    *_one(g.ids(g.has("post_termination_services")), "契約終了後も義務が残る引継ぎ支援のある契約"),
    # Several facts
    *_one(g.ids(g.has("cap_on_liability"), g.lacks("insurance")), "責任の上限は決めているのに保険の規定がない契約", "capped liability, but nothing on insurance"),
    *_one(g.ids(g.has("audit_rights"), _DE), "デラウェア州法で監査を受けうるもの", "audit clause + Delaware law"),
    *_one(g.ids(g.lacks("anti_assignment"), g.written("en")), "英語の契約で譲渡制限がないもの", "English-language contracts without any assignment restriction"),
    *_one(g.ids(g.in_force, g.has("exclusivity")), "今生きていて独占がついているもの", "currently running deals with exclusivity"),
    *_one(g.ids(g.party("Velo"), g.day("expires", _T)), "Veloの契約でまだ終わっていないもの", "Velo Sportswear contracts that have not ended yet"),
    *_one(g.ids(g.of("license"), g.has("audit_rights")), "ライセンス契約で監査条項のあるもの", "licences with an audit right"),
    *_one(g.ids(g.either(_NY, _DE), g.has("cap_on_liability")), "ニューヨーク州法またはデラウェア州法で責任上限あり", "NY or Delaware law, liability capped"),
    *_one(g.ids(g.home("SG")), "シンガポールの会社と結んだ契約", "agreements with a Singapore company"),
    *_one(g.ids(g.home("DE")), "ドイツ企業が当事者の契約", "who do we deal with in Germany? the contracts please"),
    *_one(g.ids(g.home("BR"), g.home("GB")), "contracts between a Brazilian and an English company"),
    *_one(g.ids(g.stated("renewal"), g.missing("notice")), "自動更新なのに予告期間の定めがない契約"),
    *_one(g.ids(g.missing("renewal"), g.stated("notice")), "notice period stated but no renewal", "更新はないが予告期間はあるもの"),
    *_one(g.ids(g.of("lease", "franchise")), "賃貸借とフランチャイズの契約", "leases and franchises"),
    *_one(g.ids(g.not_of("nda"), _JP, g.day("expires", "0000", "2025-12-31")), "日本法の契約のうち2025年末までに終わったもの（NDA以外）"),
    # Dates
    *_one(g.ids(g.day("expires", "2027-01-01", "2027-03-31")), "2027年1〜3月に満了するもの", "expiring Q1 2027"),
    *_one(g.ids(g.day("signed", "2025-11-20", _T)), "ここ1年で締結した契約", "signed over the last 12 months"),
    *_one(g.ids(g.day("expires", "2028-01-01", "2028-12-31")), "再来年に期限が来る契約", "contracts running out in 2028"),
    *_one(g.ids(g.day("effective", "2019-01-01", "2019-12-31")), "2019年に始まった契約は？", "took effect during 2019"),
    *_one(g.ids(g.day("signed", "0000", "2016-12-31")), "2017年より前に結んだ契約", "signed before 2017"),
    *_one(g.ids(g.day("signed", "0000", "2017-12-31")), "signed no later than the end of 2017"),
    *_one(g.ids(g.day("expires", "2031-04-01")), "2031年3月末より後まで続くもの", "contracts that outlive March 31, 2031"),
    *_one(g.ids(g.day("expires", _T, "2027-02-18")), "90日以内に期限を迎える契約", "anything expiring in the next 90 days?"),
    *_one(g.ids(g.day("signed", "2021-07-01", "2021-12-31")), "2021年下半期に締結したもの", "signed in the second half of 2021"),
    *_one(g.ids(g.day("effective", "2026-12-01")), "来月以降に効力が生じる契約"),
    *_one(g.ids(g.day("signed", "2026-04-01", "2027-03-31")), "今期（2026年4月〜2027年3月）に結んだ契約"),
    *_one(g.ids(g.missing("expires")), "終わりの日が決まっていない契約", "open-ended contracts, no end date"),
    *_one(g.ids(g.day("last_notice_day", _T, "2027-01-31")), "更新拒絶の通知期限が1月末までに来る契約", "non-renewal notice has to be out by the end of January 2027 - which?"),
    *_one(g.ids(g.years(10, strict=True)), "契約期間が10年を超える契約", "terms longer than ten years"),
    *_one(g.ids(g.years(1, 1)), "ちょうど1年契約のもの", "exactly one year long"),
    *_one(g.ids(g.years(None, 3)), "期間3年以下の契約", "contract period of no more than three years"),
    # Numbers
    *_one(g.n(_JP), "準拠法が日本なのは何件ですか", "how many are subject to Japanese law"),
    *_one(g.n(g.has("audit_rights", "insurance")), "監査も保険もどっちもある契約は何件？", "how many have both audit rights and insurance"),
    *_one(g.n(g.not_of("nda")), "NDA以外は何件？", "number of contracts that aren't NDAs"),
    *_one(g.n(g.day("expires", "2026-11-20", "2027-11-20")), "向こう1年で切れるのは何件", "how many run out within a year from now"),
    *_one(g.n(g.stated("renewal")), "自動更新つきは何件", "how many renew by themselves?"),
    *_one(g.n(g.home("JP")), "日本企業が当事者になっている契約の件数"),
    *_one(g.n(g.other_law("US"), g.written("en")), "英文契約で準拠法が米国以外のものはいくつ"),
    *_one(g.pct(g.chosen(g.has("anti_assignment")), DEALS), "譲渡禁止がついている割合は？", "what fraction of contracts restrict assignment"),
    *_one(g.pct(g.chosen(_JP, g.has("cap_on_liability")), g.chosen(_JP)), "日本法の契約のうち責任上限があるのは何パーセント", "of the contracts under Japanese law, what percentage caps liability"),
    *_one(g.groups(g.by_type), "契約類型ごとの件数", "count by contract type"),
    *_one(g.groups(g.by_year("signed")), "締結年ごとに何件あるか", "contracts per signing year"),
    *_one(g.groups(g.by_law, g.written("en")), "英文契約の準拠法の内訳", "governing laws of the English-language contracts, with counts"),
    *_one(g.top(g.by_party, 1), "一番契約の多い相手はどこ", "counterparty with the most contracts"),
    *_one(g.extreme(lambda d: d.expires if d.expires and d.expires >= _T else None, most=False), "次に満了するのはどの契約", "which contract expires next"),
    *_one(g.extreme(lambda d: d.signed, most=True), "一番最近締結した契約", "latest signing"),
    *_one(g.extreme(lambda d: d.signed, _JP, most=False), "日本法の契約で一番古いもの", "oldest contract under Japanese law"),
    *_one(g.extreme(lambda d: d.term, most=True), "最も契約期間の長い契約は？", "the longest-running term of all"),
    *_one(g.extreme(lambda d: len(d.clauses), most=True), "条項の種類が一番多い契約"),
    *_one(g.extreme(lambda d: _NOTICE_DAYS[d.notice] if d.notice else None, most=False), "予告期間が最も短い契約", "shortest notice period"),
    # One contract
    *_one(g.values(30, of=["2031"]), "つばめ不動産との賃貸借はいつ終わる？", "when is the lease with つばめ不動産 up"),
    *_one(g.values(12, of=["120"]), "Tallowayのアウトソーシング契約の予告期間", "how much notice does the Talloway outsourcing agreement need"),
    *_one(g.values(8, of=["テキサス"]), "フランチャイズ契約（Golden Griddle）の準拠法は"),
    *_one(g.values(8, of=["Texas"]), "law of the Golden Griddle franchise deal"),
    *_one(g.values(1, of=["2018"]), "when did Siga and Halden sign the licence", "Sigaのライセンス契約の締結日"),
    *_one(g.values(5, of=["Kestrel", "Orinoco"]), "who are the parties to the joint venture in English"),
    *_one(g.whether(9, g.has("insurance")), "Nimbusのホスティング契約に保険の規定はありますか", "does the hosting agreement call for insurance"),
    *_one(g.whether(17, g.has("cap_on_liability")), "Codeforgeとの開発契約は責任上限ある？", "is liability capped in the Codeforge development agreement?"),
    *_one(g.whether(33, g.has("audit_rights")), "深圳... Shenzhouへの製造委託契約、監査権はある？"),
    *_one(g.whether(11, lambda d: d.renewal is not None), "maintenance agreement with Etonbridge: does it renew automatically?"),
    *_one(g.no(), "ブラジル法の契約はありますか", "do we have anything under Brazilian law"),
    *_one(g.is_any(g.has("source_code_escrow")), "ソースコードエスクローがある契約はある？", "is there any contract with source code escrow"),
    *_one(g.passages(), "支払が遅れたらどうなりますか", "what happens when payment is late?"),
    # Follow-ups
    *_then(g.ids(g.has("insurance"), _JP), "保険条項のある契約", "そのうち日本法のもの"),
    *_then(g.ids(g.has("insurance"), _CA), "contracts with insurance", "only the Californian ones"),
    *_then(g.n(g.has("audit_rights")), "監査権がある契約を出して", "何件？"),
    *_then(g.ids(g.has("cap_on_liability"), g.day("expires", "2027-01-01", "2027-12-31")), "contracts with a liability cap", "and expiring in 2027?"),
    *_then(g.ids(_TX), "contracts under New York law", "what about Texas?"),
    *_then(g.ids(g.has("non_compete")), "独占条項のある契約は", "競業避止は？"),
    *_then(g.ids(g.has("exclusivity"), g.lacks("non_compete")), "contracts with exclusivity", "without a non-compete"),
    *_then(g.values(30, of=["10"]), "つばめ不動産との賃貸借契約の満了日は？", "更新期間は？"),
    *_then(g.values(2, of=["2027"]), "what law governs the Corvex Halden services agreement", "and when does it expire?"),
    # Comparison
    *_one(g.n(g.day("signed", "2021-01-01")), "2021年以降に結んだ契約は何件ありますか"),
    *_one(g.ids(g.lacks("cap_on_liability"), g.lacks("uncapped_liability")), "責任上限も無制限責任もどちらも書かれていない契約", "neither capped nor expressly uncapped liability"),
    *_one(g.ids(g.has("cap_on_liability", "uncapped_liability")), "both a cap and an uncapped carve-out for liability"),
    *_one(g.ids(_notice(91)), "予告が90日より長い契約", "notice longer than 90 days"),
    *_one(g.ids(g.clauses(10)), "条項が10種類以上見つかった契約", "contracts with at least ten clause types"),
    *_one(g.ids(g.written("ja"), g.home("GB")), "日本語で書かれ、英国の会社が入っている契約"),
    *_one(g.ids(g.other_law("JP"), g.home("JP")), "日本企業が当事者で準拠法が日本以外と定められている契約"),
    # What looks answerable and is not
    *_one(
        NOT_ANSWERED,
        "責任上限が1億円を超える契約", "年間の支払額が一番大きい契約", "監査の頻度が年2回以上の契約", "賠償上限が12か月分の料金になっている契約", "担当者が佐藤さんの契約",
        "印紙が貼ってない契約", "先月の会議で話題になった契約", "署名済みでない契約", "弁護士がレビューした契約", "競業避止が2年以内の契約",
        "保険金額が5億円以上の契約", "みなと銀行との契約", "相手方の信用が悪化している契約", "更新したほうがいい契約はどれ", "この条項は有効ですか",
        "Siga社の社長は誰", "2026年2月30日に切れる契約", "取引停止すべき相手", "契約書を翻訳して", "全部削除しておいて",
        "どの契約が一番有利？", "監査権があるのに監査していない契約", "昨日アップした契約の要点を5行で", "期限が2027年なのに2026年に切れる契約", "電子署名で締結した契約",
        "contracts where we are the weaker party", "which audit rights have been exercised", "what did we pay Halden last year", "liability caps above $500,000", "contracts with a non-compete radius of 50 miles",
        "who negotiated the Corvex deal", "contracts that mention blockchain royalties for cats", "is the Siga licence enforceable", "which contracts breach GDPR", "approve the Halden agreement",
        "email me the list of NDAs", "contracts with a termination fee of more than one month", "deals we regret", "contracts signed on a Sunday by fax", "expires after 2030 and before 2025",
        "how many employees does Medira have", "contracts with Umbrella Corp", "warranty longer than 24 months", "insurance from at least two insurers", "rewrite the cap so that it is mutual",
        "contracts which are governed by New York law and by Texas law at once", "which lawyer drafted the NDA", "unsigned drafts", "average liability cap", "contracts nobody has looked at",
    ),
)  # fmt: skip

_shuffled = list(CASES)
random.Random(1122).shuffle(_shuffled)
HALF_A, HALF_B = tuple(_shuffled[0::2]), tuple(_shuffled[1::2])
