"""A hundred and sixty questions as a legal department types them, half in Japanese, half in English, 40 without an answer.

Written in one go before the parser was read, none asked before all stood, but by the hand that mended it afterwards and
knew what it was said not to understand. `READ` is a half drawn at random that is looked at; `APART` is only ever counted.

Days are those stated; no question turns on a renewal that has run already.
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


def _ask(gold: Gold, *turns: str) -> Case:
    return Case(turns, gold)


def _not(test: g.Test) -> g.Test:
    return lambda deal: not test(deal)


def _notice(low: int, high: int = 9_999) -> g.Test:
    return lambda deal: deal.notice is not None and low <= _DAYS[deal.notice] <= high


def _signed(first: str = "0000", last: str = "9999") -> g.Test:
    return g.day("signed", first, last)


def _effective(first: str = "0000", last: str = "9999") -> g.Test:
    return g.day("effective", first, last)


def _expires(first: str = "0000", last: str = "9999") -> g.Test:
    return g.day("expires", first, last)


def _share(part: g.Test, *among: g.Test) -> Gold:
    return g.pct(g.chosen(part, *among), g.chosen(*among))


def _number(*numbers: int) -> g.Test:
    return lambda deal: deal.number in numbers


def _says(number: int, code: str) -> Gold:
    return g.values(number, of=(words_of(DEALS[number - 1], code),))


def _first_with(code: str, *tests: g.Test) -> int:
    """The number of the first contract that has a clause, so that its words can be asked for."""
    return g.chosen(g.has(code), *tests)[0].number


def _length(deal: Deal) -> int | None:
    return deal.term


_ENGLISH_CASES = (
    _ask(g.ids(g.has("audit_rights"), _NY), "NY law contracts that let someone inspect the books"),
    _ask(g.ids(g.lacks("insurance"), g.of("manufacturing", "supply")), "Which supply or manufacturing agreements don't require insurance?"),
    _ask(g.n(_signed("2023-01-01", "2023-12-31")), "number of agreements executed in 2023"),
    _ask(g.ids(_expires("2027-01-01", "2027-03-31")), "what's expiring Q1 2027"),
    _ask(g.ids(_expires("2026-12-01", "2026-12-31")), "anything ending in December 2026?"),
    _ask(g.values(2, of=("June 30, 2027",)), "When does our MSA with Corvex run out?"),
    _ask(g.values(9, of=("Delaware",)), "Nimbus / Quillon hosting - governing law?"),
    _ask(g.values(3, of=("6 months",)), "How much notice do we have to give Pacific Larder to stop the distributor agreement renewing?"),
    _ask(g.whether(6, g.has("non_compete")), "Is Dr. Whitcombe bound by a non-compete?"),
    _ask(g.whether(20, g.has("joint_ip_ownership")), "Does the Genovara collaboration provide for joint ownership of IP?"),
    _ask(g.is_any(_TX, g.has("uncapped_liability")), "Is there any Texas law contract with unlimited liability?"),
    _ask(_share(g.has("cap_on_liability")), "what percentage of the portfolio has a limitation of liability"),
    _ask(_share(g.has("anti_assignment"), _JP), "What proportion of the Japanese law contracts restricts assignment?"),
    _ask(g.groups(g.by_law), "governing laws, with the number of contracts for each"),
    _ask(g.groups(g.by_year("signed")), "How many contracts were signed each year?"),
    _ask(g.groups(g.by_type, _US), "Break down US law contracts by agreement type"),
    _ask(g.extreme(lambda d: d.expires, most=False), "Which contract expires first?"),
    _ask(g.extreme(lambda d: d.signed, most=True), "What is the most recently signed contract?"),
    _ask(g.extreme(_length, _ENGLISH, most=True), "Longest-running English-language contract by term?"),
    _ask(g.extreme(lambda d: d.expires, _JAPANESE, most=True), "Of the Japanese-language contracts, which one expires last?"),
    _ask(g.top(g.by_clause, 3), "three most common clause types"),
    _ask(g.top(g.by_party, 1), "With whom do we have the most contracts?"),
    _ask(g.ids(g.party("Medira"), g.has("anti_assignment")), "Medira agreements which can't be assigned without consent"),
    _ask(g.ids(g.party("Orinoco")), "everything with Orinoco"),
    _ask(g.ids(g.either(g.party("Nimbus"), g.party("Talloway"))), "Show me the Nimbus and Talloway contracts"),
    _ask(g.ids(g.home("DE")), "Which counterparties' contracts involve a German company?"),
    _ask(g.ids(g.home("BR"), _EN), "English law contracts with a Brazilian party"),
    _ask(g.ids(g.other_law("US"), _ENGLISH), "contracts in English that aren't under US law"),
    _ask(g.ids(_notice(90, 90)), "Which contracts have a 90-day notice period?"),
    _ask(g.ids(_notice(1, 60)), "contracts with 60 days' notice or less"),
    _ask(g.ids(g.stated("renewal"), _expires("2027-01-01", "2027-12-31")), "auto-renewing contracts whose term ends in 2027"),
    _ask(g.ids(g.missing("renewal"), _US), "US contracts with no automatic renewal"),
    _ask(g.n(g.stated("renewal")), "How many of our contracts renew automatically?"),
    _ask(g.ids(g.day("last_notice_day", *g.within(60)), g.stated("renewal")), "Which renewals do I have to stop within the next 60 days?"),
    _ask(g.ids(g.has("exclusivity", "minimum_commitment")), "exclusive deals that also carry a minimum purchase commitment"),
    _ask(g.ids(g.any_of("no_solicit_of_customers", "no_solicit_of_employees")), "contracts with any non-solicit (customers or employees)"),
    _ask(g.ids(g.has("no_solicit_of_employees"), g.lacks("non_compete")), "No-poach but no non-compete: which agreements?"),
    _ask(g.ids(g.has("change_of_control"), g.lacks("anti_assignment")), "agreements addressing change of control while leaving assignment unrestricted"),
    _ask(g.ids(g.has("liquidated_damages"), _expires("2028-01-01")), "Liquidated damages in contracts expiring 2028 or later"),
    _ask(g.ids(g.of("nda"), g.has("audit_rights")), "Do our NDAs grant audit rights? List those which do."),
    _ask(g.n(g.of("reseller", "distributor", "agency")), "count of reseller, distributor and agency agreements"),
    _ask(g.ids(g.years(low=5)), "contracts with a term of at least five years"),
    _ask(g.ids(g.years(high=1)), "Contracts with a term of one year or less"),
    _ask(g.ids(g.missing("law")), "which agreements do not state a governing law"),
    _ask(g.ids(g.has("source_code_escrow")), "who has source code in escrow? list the contracts"),
    _ask(g.ids(g.has("most_favored_nation")), "contracts that promise somebody the best price / MFN"),
    _ask(g.ids(g.lacks("cap_on_liability"), g.has("insurance")), "insurance required, liability not capped"),
    _ask(_says(_first_with("exclusivity", _ENGLISH), "exclusivity"), f"Quote the exclusivity wording of contract no. {_first_with('exclusivity', _ENGLISH)}"),
    _ask(g.yes() if g.has("audit_rights")(DEALS[0]) and g.has("audit_rights")(DEALS[1]) else g.no(), "Do both the Siga software license and the Corvex master services agreement contain audit rights?"),
    _ask(Gold("list", None, frozenset({10})), "Which was signed earlier, the Codeforge development agreement or the Quillon NDA?"),
    _ask(g.values(7, of=("Singapore",)), "I'm looking at the Corvex/BrightPath reseller deal - what law applies?"),
    _ask(g.ids(_effective("2022-01-01", "2022-12-31")), "contracts that came into effect during 2022"),
    _ask(g.ids(_signed(last="2016-12-31")), "agreements older than 2017 (by signature)"),
    _ask(g.n(_expires("2030-01-01")), "how many contracts run beyond 2029"),
    # One turn after another
    _ask(g.ids(_NY, g.lacks("insurance")), "contracts under New York law", "without insurance?"),
    _ask(g.n(g.has("exclusivity"), _CA), "How many contracts under California law?", "and how many of those are exclusive"),
    _ask(g.values(14, of=("December 31, 2028",)), "Who are the parties to the Lakeshore sponsorship?", "when does it end"),
    _ask(g.ids(g.has("non_compete"), g.of("franchise")), "non-compete clauses", "just the franchises"),
    _ask(g.ids(g.party("Velo")), "contracts with Siga", "and with Velo?"),
    _ask(g.ids(_signed("2025-01-01", "2025-12-31")), "contracts signed in 2024", "and 2025?"),
    # What must not be answered
    *(_ask(NOT_ANSWERED, question) for question in (
        "Is the cap in the Lakeshore sponsorship high enough for us?",
        "Can we get out of the Talloway deal without paying anything?",
        "Please change the notice period of the Siga license to 30 days",
        "What did Velo pay for the Lakeshore sponsorship?",
        "Who at Halden Systems is our contact?",
        "Is Northfield Hospital Group creditworthy?",
        "Draft a termination letter to Corvex",
        "Which contracts have we breached?",
        "What's market standard for a liability cap in SaaS deals?",
        "Remind me two weeks before the Okavango agreement ends",
        "Which of these would a court refuse to enforce?",
        "Does Microsoft use a similar clause?",
        "which contracts were reviewed by outside counsel",
        "Is the contract good?",
        "contracts where the non-compete covers all of Asia",
        "Which licenses are non-exclusive?",
        "How many contracts did Legal turn down last year?",
        "What happens to our data under GDPR if Quillon is sold?",
        "Upload the new NDA with Medira",
        "Which insurance policy covers the Bluewater contract?",
    )),
)  # fmt: skip
_JAPANESE_CASES = (
    _ask(g.ids(g.has("audit_rights"), _JP), "日本法準拠で監査権のある契約を教えてください"),
    _ask(g.ids(g.lacks("insurance"), g.of("manufacturing", "supply")), "製造委託契約と売買契約のうち、保険の条項がないもの"),
    _ask(g.n(_signed("2023-01-01", "2023-12-31")), "2023年に結んだ契約は何本ありますか"),
    _ask(g.ids(_expires("2027-01-01", "2027-03-31")), "2027年の1月から3月に期限が来る契約を一覧で"),
    _ask(g.ids(_expires("2026-12-01", "2026-12-31")), "来月満了する契約はどれ？"),
    _ask(g.values(25, of=("2027年3月31日",)), "みなとシステムへの業務委託契約、満了日はいつでしたっけ"),
    _ask(g.values(35, of=("シンガポール",)), "北斗化学とKestrelの合弁の準拠法を知りたい"),
    _ask(g.values(30, of=("6か月",)), "つばめ不動産との賃貸借は、何か月前に通知すれば更新を止められますか"),
    _ask(g.whether(29, g.has("joint_ip_ownership")), "東雲電機との共同開発契約では成果物の知的財産は共有ですか"),
    _ask(g.whether(36, g.has("exclusivity")), "こだま珈琲のフランチャイズ契約に独占の定めはありますか"),
    _ask(g.is_any(_SG, g.has("cap_on_liability")), "シンガポール法の契約で責任の上限があるものはありますか"),
    _ask(_share(g.has("cap_on_liability")), "責任制限条項が入っている契約は全体の何％ですか"),
    _ask(_share(g.has("anti_assignment"), _JP), "日本法の契約のうち譲渡禁止のあるものの割合"),
    _ask(g.groups(g.by_law), "準拠法ごとの契約数を出して"),
    _ask(g.groups(g.by_year("expires")), "満了年別に件数を集計してください"),
    _ask(g.groups(g.by_language), "言語別の契約件数"),
    _ask(g.extreme(lambda d: d.expires, most=True), "一番遅く満了する契約はどれですか"),
    _ask(g.extreme(lambda d: d.signed, _JAPANESE, most=False), "日本語の契約書で締結日が最も古いのは？"),
    _ask(g.extreme(_length, _JP, most=True), "日本法の契約の中で契約期間が最長のもの"),
    _ask(g.extreme(lambda d: len(d.clauses), most=True), "条項の種類が最も多い契約を教えて"),
    _ask(g.top(g.by_clause, 3), "よくある条項トップ3"),
    _ask(g.top(g.by_party, 1), "契約数が一番多い相手先はどこ"),
    _ask(g.ids(g.party("北斗化学"), g.has("anti_assignment")), "北斗化学工業の契約で、承諾なしに譲渡できないもの"),
    _ask(g.ids(g.party("東雲電機")), "東雲電機がらみの契約を全部"),
    _ask(g.ids(g.either(g.party("東雲銀行"), g.party("つばめ不動産"))), "東雲銀行とつばめ不動産の契約をそれぞれ見せてください"),
    _ask(g.ids(g.home("CN")), "中国企業が当事者の契約"),
    _ask(g.ids(g.home("GB"), g.has("cap_on_liability")), "英国の会社との契約で、責任の上限が定められているもの"),
    _ask(g.ids(_JAPANESE, _not(_JP), g.stated("law")), "和文契約なのに日本法じゃないものは？"),
    _ask(g.ids(_notice(90, 90)), "通知期間がちょうど3か月の契約"),
    _ask(g.ids(_notice(1, 60)), "予告期間が60日以内の契約はどれでしょうか"),
    _ask(g.ids(g.stated("renewal"), _expires("2027-01-01", "2027-12-31")), "自動更新がついていて2027年中に期間が終わる契約"),
    _ask(g.ids(g.missing("renewal"), _JP), "日本法の契約で自動更新の定めがないもの"),
    _ask(g.n(g.stated("renewal")), "自動更新される契約は何件ですか？"),
    _ask(g.ids(g.day("last_notice_day", _T, "2026-12-31"), g.stated("renewal")), "年内に更新拒絶の通知期限が来る契約を洗い出したい"),
    _ask(g.ids(g.has("exclusivity", "minimum_commitment")), "独占かつ最低購入義務ありの契約"),
    _ask(g.ids(g.any_of("no_solicit_of_customers", "no_solicit_of_employees")), "顧客または従業員の勧誘禁止を定めている契約"),
    _ask(g.ids(g.has("no_solicit_of_employees"), g.lacks("non_compete")), "引き抜き禁止はあるが競業避止はない契約"),
    _ask(g.ids(g.has("change_of_control"), g.lacks("anti_assignment")), "支配権変更の定めはあるのに譲渡制限がない契約"),
    _ask(g.ids(g.has("liquidated_damages"), _expires("2028-01-01")), "違約金条項があり、2028年以降に満了する契約"),
    _ask(g.n(g.of("nda")), "NDAは今いくつありますか"),
    _ask(g.ids(g.of("nda"), g.lacks("audit_rights")), "秘密保持契約で監査の条項が入っていないもの"),
    _ask(g.ids(g.years(low=5), _JAPANESE), "契約期間が5年以上の和文契約"),
    _ask(g.ids(g.missing("expires")), "満了日の記載がない契約をリストアップして"),
    _ask(g.ids(g.missing("law")), "準拠法が書かれていない契約はありますか、あれば一覧で"),
    _ask(g.ids(g.has("source_code_escrow")), "ソースコードを預託している契約"),
    _ask(g.ids(g.has("most_favored_nation")), "最恵待遇を約束している契約"),
    _ask(g.ids(g.lacks("cap_on_liability"), g.has("insurance")), "保険は求めているが責任の上限はない契約"),
    _ask(_says(_first_with("cap_on_liability", _JAPANESE), "cap_on_liability"), f"{_first_with('cap_on_liability', _JAPANESE)}番の契約の責任上限の条文を見せて"),
    _ask(g.whether(34, g.has("audit_rights")), "みなとシステムと東雲銀行の保守契約には監査権がありますよね？"),
    _ask(Gold("list", None, frozenset({28})), "販売店契約と代理店契約では、どちらが先に締結されましたか"),
    _ask(g.values(27, of=("2026年11月30日",)), "東雲銀行へのソフトウェアの使用許諾はいつ切れる？"),
    _ask(g.ids(_effective("2022-01-01", "2022-12-31")), "2022年中に効力が発生した契約"),
    _ask(g.ids(_signed(last="2016-12-31")), "2016年以前に締結された契約"),
    _ask(g.n(_expires("2030-01-01")), "2030年以降まで続く契約は何件ありますか"),
    # 続けて聞く
    _ask(g.ids(_JP, g.lacks("insurance")), "日本法の契約を見せて", "そのうち保険がないものは？"),
    _ask(g.n(g.has("exclusivity"), _JP), "日本法の契約は何件？", "独占があるのはそのうち何件"),
    _ask(g.values(33, of=("2028年6月30日",)), "製造委託契約書の当事者は誰ですか", "いつまで続きますか"),
    _ask(g.ids(g.has("non_compete"), g.of("franchise")), "競業避止のある契約", "フランチャイズだけに絞って"),
    _ask(g.ids(g.party("こだま珈琲")), "さくら物産の契約", "こだま珈琲は？"),
    _ask(g.ids(_signed("2025-01-01", "2025-12-31")), "2024年に締結した契約", "2025年のは？"),
    # 答えてはならないもの
    *(_ask(NOT_ANSWERED, question) for question in (
        "みなとシステムとの契約、うちに不利な点はありますか",
        "Talloway契約を違約金なしで抜けられるか助言してください",
        "つばめ不動産の契約の通知期間を3か月に直しておいて",
        "賃貸借契約の月額賃料はいくらですか",
        "東雲電機の法務の窓口は誰ですか",
        "北斗化学工業の業績は大丈夫でしょうか",
        "さくら物産への解約通知を書いてほしい",
        "当社が違反している契約はどれですか",
        "責任の上限は一般にいくらくらいが相場ですか",
        "保守契約が終わる2週間前に知らせて",
        "裁判になったら負けそうな契約は？",
        "トヨタも同じ条項を使っていますか",
        "外部弁護士がレビューした契約を教えて",
        "この契約は大丈夫？",
        "競業避止がアジア全域に及ぶ契約",
        "非独占のライセンスはどれですか",
        "法務が去年差し戻した契約は何件？",
        "個人情報保護法の改正で直す必要がある契約は",
        "北斗化学との新しいNDAを登録して",
        "印紙税がかかる契約を教えて",
    )),
)  # fmt: skip


def _halves() -> tuple[tuple[Case, ...], tuple[Case, ...]]:
    """Each language's questions, shuffled by a fixed seed; every other one is kept apart."""
    draw = random.Random(2911)
    read: list[Case] = []
    apart: list[Case] = []
    for cases in (_ENGLISH_CASES, _JAPANESE_CASES):
        mixed = draw.sample(cases, len(cases))
        read += mixed[::2]
        apart += mixed[1::2]
    return tuple(read), tuple(apart)


READ, APART = _halves()
