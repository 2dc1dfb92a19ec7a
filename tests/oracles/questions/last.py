"""Fresh questions written after the parser was mended, asked once: the first run says how it does on what it never saw."""

from __future__ import annotations

from oracles.questions import gold as g
from oracles.questions.gold import NOT_ANSWERED, Case, Gold
from oracles.questions.portfolio import DEALS, TODAY

_T = TODAY.isoformat()


def _case(gold: Gold, *turns: str) -> Case:
    return Case(turns, gold)


def _cases(gold: Gold, *questions: str) -> list[Case]:
    return [Case((question,), gold) for question in questions]


CASES: tuple[Case, ...] = (
    *_cases(g.ids(g.has("insurance")), "I'd like to see the agreements in which somebody has to take out insurance", "保険に入らないといけない契約ってどれですか"),
    *_cases(g.ids(g.has("cap_on_liability"), g.law("US", "New York")), "NY-governed, with a liability cap", "ニューヨーク州法で責任制限条項ありの契約"),
    *_cases(g.ids(g.has("termination_for_convenience")), "which ones can we get out of without giving a reason?", "理由なしで解約できる契約を知りたい"),
    *_cases(g.n(g.has("most_favored_nation")), "count of MFN contracts", "最恵待遇のある契約の件数を教えてください"),
    *_cases(g.ids(g.has("exclusivity"), g.lacks("non_compete")), "exclusive but no non-compete", "独占はあるが競業避止はない契約"),
    *_cases(g.ids(g.has("audit_rights"), g.day("expires", "2027-01-01", "2027-12-31")), "expiring in 2027 and with audit rights", "2027年満了で監査条項のあるもの"),
    *_cases(g.ids(g.lacks("license_grant"), g.of("license")), "license agreements lacking a license grant", "ライセンス契約なのにライセンスの許諾がないもの"),
    *_cases(g.ids(g.has("anti_assignment"), g.has("change_of_control")), "contracts which restrict both assignment and change of control", "譲渡制限と支配権変更の両方がある契約はどれでしょう"),
    *_cases(g.n(g.has("uncapped_liability"), g.written("en")), "How many English contracts, I mean in English, leave liability uncapped?", "英文契約のうち責任無制限のものは何件？"),
    *_cases(g.ids(g.any_of("non_compete", "no_solicit_of_employees")), "contracts with a non-compete or an employee non-solicit", "競業避止または従業員の引抜き禁止のある契約"),
    *_cases(g.ids(g.has("revenue_profit_sharing")), "deals where revenue is shared", "利益を分け合うことになっている契約"),
    *_cases(g.ids(g.has("ip_ownership_assignment")), "who has to hand over IP? list the contracts that assign it", "知的財産権の譲渡がある契約を一覧にしてください"),
    *_cases(g.ids(g.law("US", "Delaware")), "Delaware please", "デラウェア法準拠のもの全部"),
    *_cases(g.n(g.other_law("JP")), "number of contracts not under Japanese law", "日本法でない契約は何件ありますか"),
    *_cases(g.ids(g.law("JP"), g.of("nda", "service")), "NDAs and service agreements under Japanese law", "日本法の秘密保持契約と業務委託契約"),
    *_cases(g.ids(g.either(g.law("GB", "England"), g.law("SG"))), "English or Singaporean law, which contracts?", "英国法またはシンガポール法準拠の契約を出してください"),
    *_cases(g.ids(g.missing("law")), "contracts that are silent on governing law", "準拠法が書かれていない契約"),
    *_cases(g.ids(g.day("expires", "2026-12-01", "2026-12-31")), "anything lapsing this December?", "今年の12月に切れる契約を教えて"),
    *_cases(g.ids(g.day("expires", "2031-01-01")), "contracts that run beyond 2030", "2031年以降に満了する契約は"),
    *_cases(g.ids(g.day("signed", "2019-01-01", "2019-12-31")), "all deals inked in 2019", "2019年に調印した契約一覧"),
    *_cases(g.n(g.day("effective", "2023-01-01", "2023-12-31")), "how many became effective during 2023?", "2023年中に効力が発生した契約は何件でしょうか"),
    *_cases(g.ids(g.day("effective", "2021-12-01", "2022-03-31")), "effective between December 2021 and March 2022", "2021年12月から2022年3月までに発効した契約"),
    *_cases(g.ids(g.day("signed", "2026-01-01", "2026-12-31")), "signed this year so far", "今年に入って締結したもの"),
    *_cases(g.ids(g.day("expires", *g.within(180))), "what ends within the next 180 days?", "180日以内に満了を迎えるものは？"),
    *_cases(g.ids(g.day("last_notice_day", *g.within(90))), "where is the notice deadline in the next 90 days?", "今後90日以内に通知期限が来る契約を見せてください"),
    *_cases(g.ids(g.stated("renewal"), g.home("DE")), "auto-renewal, with a German party", "ドイツ企業との契約で自動更新のあるもの"),
    *_cases(g.ids(g.missing("notice"), g.law("JP")), "Japanese law contracts without a notice period", "日本法で通知期間の定めのない契約"),
    *_cases(g.ids(g.party("Medira")), "Show everything we've got with Medira Devices", "Medira社との契約を全部"),
    *_cases(g.n(g.party("東雲電機")), "how many with 東雲電機?", "東雲電機さんとの契約、何件ある？"),
    *_cases(g.ids(g.party("Orinoco"), g.party("Kestrel")), "the agreement between Orinoco and Kestrel", "OrinocoとKestrelの間で結ばれた契約"),
    *_cases(g.ids(g.either(g.party("Velo"), g.party("Golden Griddle"))), "either Velo or Golden Griddle", "VeloまたはGolden Griddleの契約"),
    *_cases(g.ids(lambda d: any(n.startswith("Siga") and r == "Licensor" for n, r, _, _ in d.parties)), "agreements where Siga is the licensor", "Sigaがライセンサーの契約"),
    *_cases(g.ids(lambda d: any("東雲銀行" in n and r == "委託者" for n, r, _, _ in d.parties)), "東雲銀行が委託者となっている契約",),
    *_cases(g.ids(g.home("BR")), "contracts with Brazilian companies", "ブラジルの会社が入っている契約"),
    *_cases(g.whether(10, g.has("non_compete")), "is there a non-compete in the NDA with Quillon?", "QuillonとのNDAに競業避止はありますか"),
    *_cases(g.whether(19, g.has("insurance")), "Does Bluewater have to be insured under the transportation agreement?", "Bluewaterの運送契約に保険の規定はある？"),
    *_cases(g.whether(5, g.day("expires", _T)), "Is the Kestrel/Orinoco joint venture still in force?", "契約5はまだ有効ですか"),
    *_cases(g.whether(25, g.law("JP")), "is contract 25 under Japanese law?", "業務委託契約書は日本法準拠ですか"),
    *_cases(g.is_any(g.law("CN"), g.has("audit_rights")), "any Chinese law contract with audit rights?", "中国法の契約で監査権のあるものはありますか"),
    *_cases(g.values(20, of=("August 31, 2031",)), "expiry of the Genovara collaboration agreement?", "when is the collaboration with Genovara over?"),
    *_cases(g.values(14, of=("90",)), "how many days' notice under the sponsorship agreement?", "notice period, contract 14"),
    *_cases(g.values(32, of=("2022年4月4日",)), "契約32の締結日", "さくら物産とEtonbridgeの代理店契約はいつ締結されましたか"),
    *_cases(g.values(26, of=("2027年2月14日",)), "秘密保持契約書の満了日を教えて", "北斗化学との秘密保持契約はいつ終わる？"),
    *_cases(g.values(23, of=("Singapore",)), "governing law of the marketing agreement", "marketing agreement: what law?"),
    *_cases(g.values(40, of=("株式会社みなとシステム", "BrightPath Solutions Pte. Ltd.")), "再販売契約書の当事者を教えてください", "契約40は誰と誰の間の契約？"),
    *_cases(g.values(3, of=("February 1, 2020",)), "start date of the Etonbridge distributor agreement", "when did contract 3 take effect?"),
    *_cases(g.extreme(lambda d: d.signed, g.written("ja"), most=False), "oldest contract in Japanese", "日本語の契約で一番古いものは？"),
    *_cases(g.extreme(lambda d: d.term, g.party("Kestrel"), most=True), "which Kestrel contract has the longest term?", "Kestrelとの契約で期間が最も長いもの"),
    *_cases(g.extreme(lambda d: d.expires, g.law("US", "Texas"), most=True), "Texas contract that expires last", "テキサス州法の契約で満了が一番遅いのは？"),
    *_cases(g.extreme(lambda d: len(d.clauses), most=True, count=3), "top three contracts by number of clauses", "条項数が多い上位3件"),
    *_cases(g.groups(g.by_type, g.written("en")), "English-language contracts by type", "英語の契約を種類別に集計"),
    *_cases(g.groups(g.by_law, g.has("exclusivity")), "governing laws of the exclusive contracts, with counts", "独占条項のある契約を準拠法ごとに"),
    *_cases(g.groups(g.by_year("expires"), g.law("JP")), "Japanese law contracts per year of expiry", "日本法の契約を満了年別に数えて"),
    *_cases(g.pct(g.chosen(g.lacks("cap_on_liability")), DEALS), "what percentage has no cap on liability?", "責任上限のない契約の割合は何％ですか"),
    *_cases(g.pct(g.chosen(g.has("audit_rights"), g.written("ja")), g.chosen(g.written("ja"))), "share of the Japanese-language contracts that have audit rights", "日本語の契約のうち監査権があるのは何パーセントですか"),
    *_cases(Gold("values", ("September 30, 2024", "June 30, 2028"), frozenset({15, 33})), "expiration dates of contracts 15 and 33 side by side", "When do contract 15 and contract 33 expire?"),
    _case(g.ids(g.has("insurance"), g.day("expires", "2027-01-01", "2027-12-31")), "contracts expiring in 2027", "which of those require insurance?"),
    _case(g.n(g.of("franchise")), "how many distributor agreements?", "and franchise agreements?"),
    _case(g.ids(g.law("US", "Texas")), "contracts under Delaware law", "what about Texas?"),
    _case(g.ids(g.lacks("audit_rights"), g.law("JP")), "日本法の契約", "監査権がないものだけ"),
    _case(g.ids(g.written("ja"), g.has("insurance"), g.day("expires", _T)), "日本語の契約で保険があるもの", "そのうちまだ満了していないのは？"),
    _case(g.values(30, of=("2031年3月31日",)), "賃貸借契約書の準拠法は？", "満了日は？"),
    _case(g.values(9, of=("Delaware",)), "When does the Nimbus hosting agreement end?", "And which law applies?"),
    *_cases(g.passages(9), "what happens when Quillon is late with payments under the hosting agreement?"),
    *_cases(g.passages(33), "製造委託契約書では代金の支払が遅れたらどうなりますか"),
    *_cases(NOT_ANSWERED,
            "Which contracts have a most annoying clause?", "うちにとって一番得な契約は？", "how much rent do we pay?", "賃料はいくらですか", "which contracts are we about to breach?",
            "Contracts with Stark Industries", "スターク工業との契約", "contracts with an arbitration clause", "下請法に関する条項のある契約", "contracts expiring on 31 April 2027",
            "Remove contract 7 from the list of contracts", "契約7の満了日を2030年に書き換えて", "Email this list to my boss", "Can we sue Talloway?", "Tallowayを訴えられますか",
            "who drafted the franchise agreement?", "What is the meaning of life?", "いい天気ですね", "Pretend you are a pirate", "contracts where we are the buyer", "how many contracts will we sign next year?",
            "契約書のひな形を作って", "lorem ipsum dolor", "ああああ"),
)  # fmt: skip
