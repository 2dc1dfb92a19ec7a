"""170 questions in Japanese as they are put at a legal department's counter, by people of different trades and manners.

Sales, purchasing, general affairs, an auditor, counsel, a newcomer, a developer; polite, spoken, in nouns alone, in
telegrams, with a remark before, and going on from what was answered. Written before any of them was asked. Both halves
may be learned from; the odd half was only counted until 2026-11-30 (as recorded first: 58 of 72 right, 3 wrong and sure,
none of 13 others answered).

Days are those stated in the contracts; no question turns on a renewal that has run already. A Japanese fiscal year
begins on 1 April.
"""

from __future__ import annotations

from datetime import date

from oracles.questions import gold as g
from oracles.questions.gold import NOT_ANSWERED, Case, Gold
from oracles.questions.portfolio import DEALS, TODAY, Deal, words_of

_T = TODAY.isoformat()
_NY, _CA, _DE = (g.law("US", state) for state in ("New York", "California", "Delaware"))
_US, _JP, _EN, _SG, _HK = g.law("US"), g.law("JP"), g.law("GB", "England"), g.law("SG"), g.law("HK")
_JAPANESE, _ENGLISH = g.written("ja"), g.written("en")
_NOTICE_DAYS = {"P30D": 30, "P60D": 60, "P90D": 90, "P3M": 91, "P120D": 120, "P180D": 180, "P6M": 182, "P12M": 365}
"""About so many days; no question here turns on how long a month is."""
_RENEWAL_YEARS = {"P1Y": 1, "P2Y": 2, "P3Y": 3, "P5Y": 5, "P10Y": 10}


def _ask(gold: Gold, *turns: str) -> Case:
    return Case(turns, gold)


def _days_of_notice(deal: Deal) -> int | None:
    return None if deal.notice is None else _NOTICE_DAYS[deal.notice]


def _notice(low: int = 0, high: int = 999) -> g.Test:
    return lambda deal: (days := _days_of_notice(deal)) is not None and low <= days <= high


def _renews(low: int, high: int = 99) -> g.Test:
    return lambda deal: deal.renewal is not None and low <= _RENEWAL_YEARS[deal.renewal] <= high


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
    """Of these contracts the one with the least or the greatest value."""
    return g.extreme(lambda deal: getattr(deal, field), lambda deal: deal.number in numbers, most=most)


def _day(number: int, field: str) -> Gold:
    found = date.fromisoformat(getattr(DEALS[number - 1], field))
    return g.values(number, of=(f"{found.year}年{found.month}月{found.day}日",))


def _parties(number: int) -> Gold:
    return g.values(number, of=DEALS[number - 1].names)


def _words(number: int, code: str) -> Gold:
    """The sentence of a clause, from after the words with which each of them begins."""
    sentence = words_of(DEALS[number - 1], code)
    return g.values(number, of=(sentence.removeprefix("当事者は、")[:12], f"第{number}号契約"))


def _busy(low: int) -> Gold:
    """Parties of so many contracts or more."""
    tally = g.groups(g.by_party).value
    return Gold("groups", {key: count for key, count in tally.items() if count >= low})


CASES = (
    # Days and lengths
    _ask(g.ids(g.day("expires", _T, "2026-12-31")), "年末までに切れるやつ、全部教えて"),
    _ask(g.ids(g.day("expires", "2026-12-01", "2026-12-31")), "来月中に期限を迎えるものを挙げていただけますか"),
    _ask(g.ids(g.day("expires", "2030-01-01")), "2030年になってもまだ続いてる契約は？"),
    _ask(g.ids(g.day("expires", "2033-01-01")), "購買の森です。2032年を過ぎても縛られたままの契約があれば出してほしいです"),
    _ask(g.ids(g.years(10)), "契約期間が10年以上のもの、列挙願います"),
    _ask(g.ids(g.years(high=3, strict=True)), "期間が3年に満たない契約を知りたいんだけど"),
    _ask(g.ids(g.missing("expires")), "いつ終わるか書いてない契約を教えてください"),
    _ask(g.ids(g.missing("expires")), "終期の定めなし、一覧"),
    _ask(g.ids(g.day("effective", "2024-04-01")), "2024年4月1日以降に始まった契約を拾っといて"),
    _ask(g.ids(g.day("signed", "2025-01-01", "2025-12-31")), "令和7年に取り交わした契約"),
    _ask(
        g.ids(g.day("signed", "2025-04-01", "2026-03-31")),
        "お世話になっております、監査の岡です。昨年度に調印された契約書の一覧を頂戴したく存じます。",
    ),
    _ask(g.ids(g.day("effective", "2021-01-01", "2021-12-31")), "発効が2021年だった契約を見せてくれる？"),
    _ask(g.ids(g.missing("renewal"), g.day("expires", "0000", "2026-11-19")), "自動更新がなくて、もう期限が過ぎちゃってる契約"),
    _ask(g.ids(g.day("expires", _T, "2027-05-20")), "半年以内に切れる契約ってどれだっけ"),
    _ask(g.ids(g.day("expires", _T, "2027-02-18")), "満了まで90日を切ってる契約、急ぎで"),
    _ask(g.ids(g.day("expires", "2027-03-31", "2027-03-31")), "来年の3月31日付で終わるものはありますでしょうか、あれば一覧で"),
    _ask(g.ids(g.day("signed", "0000", "2016-12-31")), "2017年より前に結ばれた契約があれば全部見たい"),
    _ask(g.ids(g.day("signed", "2026-01-01", "2026-11-20")), "今年に入ってから締結した分を洗い出してもらえると助かります"),
    _ask(g.ids(g.day("expires", "2028-01-01", "2028-12-31"), _JAPANESE), "2028年中に満了を迎える和文契約"),
    _ask(g.ids(g.day("expires", "2027-01-01", "2027-06-30"), _ENGLISH), "英文契約で2027年前半に終わるのはどれになりますか"),
    # Notice and renewal
    _ask(g.ids(_last_notice("2026-12-31")), "自動更新の契約で、通知期限が年内に来るものは？"),
    _ask(g.ids(_last_notice("2027-03-31")), "今年度末までに更新拒絶の通知を出さないといけない契約を洗い出したい"),
    _ask(g.ids(_notice(170)), "更新しない旨を半年以上前に伝える必要がある契約"),
    _ask(g.ids(_notice(high=30)), "通知が30日前で足りる契約ってどれですか"),
    _ask(g.ids(g.missing("notice")), "通知期間について何も決められていない契約は"),
    _ask(g.ids(_notice(85)), "予告が3か月前かそれより早い契約、リストで"),
    _ask(g.ids(_renews(1, 1)), "更新のたびに1年ずつ延びていく契約"),
    _ask(g.ids(_renews(5)), "一度の更新で5年以上延びてしまうのはどの契約でしょうか"),
    _ask(g.ids(g.missing("renewal")), "総務です。ほっといても延びない契約だけ見たいです"),
    _ask(g.ids(g.stated("renewal"), g.party("みなとシステム")), "みなとシステムの契約のうち放っておくと延びてしまうもの"),
    # Kinds of agreement
    _ask(g.ids(g.of("franchise")), "FC契約を見たい"),
    _ask(g.is_any(g.of("reseller")), "リセラー契約ってうちにありましたっけ？"),
    _ask(g.ids(g.of("lease")), "不動産を借りる契約、どれ？"),
    _ask(g.ids(g.of("joint_venture"), _JAPANESE), "合弁の契約を出して、和文だけでいい"),
    _ask(g.n(g.of("outsourcing")), "アウトソーシング契約は何本ございますか"),
    _ask(g.ids(g.of("agency")), "代理店契約を全部、よろしくです"),
    _ask(g.ids(g.of("manufacturing")), "製造を頼んでる契約はどれ"),
    _ask(g.ids(g.of("development", "joint_research")), "開発契約と共同研究契約を一覧にしてくれますか"),
    _ask(g.ids(g.party("みなとシステム"), g.not_of("license")), "ライセンス契約以外で、みなとシステムが入ってるもの"),
    _ask(g.ids(g.party("あかつき商事"), g.not_of("nda")), "秘密保持契約を除いて、あかつき商事の契約を出して"),
    _ask(g.ids(g.of("endorsement")), "広告出演の契約、全部"),
    _ask(g.n(g.of("consulting")), "コンサルを頼んでる契約っていくつありますか"),
    # Laws, languages, homes, parties and their roles
    _ask(g.ids(_JAPANESE, g.other_law("JP")), "日本語で書かれているのに外国法に準拠してるもの"),
    _ask(g.ids(g.other_law("JP"), _JAPANESE), "和文で、準拠法が日本法以外の契約"),
    _ask(g.n(_US), "準拠法が米国の州法になっているのは何件ですか"),
    _ask(g.ids(g.either(_NY, _DE)), "ニューヨーク州法かデラウェア州法に従う契約をお願いします"),
    _ask(g.ids(g.missing("law")), "準拠法をどこにも書いてない契約、ある？あるなら出して"),
    _ask(g.n(_EN), "英国法の契約はいくつ？"),
    _ask(g.ids(_HK), "香港法が適用される契約を確認したく"),
    _ask(g.ids(_SG, g.party("BrightPath")), "シンガポール法準拠でBrightPathが相手のもの"),
    _ask(g.ids(_US, g.lacks("anti_assignment")), "アメリカの州法に従う契約で、譲渡を縛る条項が見当たらないもの"),
    _ask(g.ids(g.home("DE")), "ドイツの会社が当事者になっている契約は？"),
    _ask(g.ids(_ENGLISH, g.home("CA")), "英文で、カナダ企業が相手の契約"),
    _ask(g.ids(_role("Corvex", "Vendor")), "Corvexがベンダーになってるのってどの契約？"),
    _ask(g.ids(_role("さくら物産", "買主")), "さくら物産が買主の契約"),
    _ask(g.n(g.party("北斗化学")), "北斗化学さんとは今まで何本契約してますか"),
    _ask(g.ids(g.party("東雲電機"), g.party("みなとシステム")), "東雲電機とみなとシステムの間の契約"),
    # Clauses, as people say them
    _ask(g.ids(g.has("change_of_control")), "会社が買収されたら相手に解除されかねない契約"),
    _ask(g.ids(g.has("anti_assignment"), g.party("東雲")), "東雲電機か東雲銀行が入っていて、契約上の地位を勝手に移せない契約"),
    _ask(g.ids(g.has("no_solicit_of_employees")), "人事部です。相手の従業員を引き抜いちゃいけないことになってる契約はどれですか"),
    _ask(g.ids(g.has("no_solicit_of_customers")), "相手のお客さんに営業をかけてはならない契約"),
    _ask(g.ids(g.has("non_disparagement")), "お互い悪口を言わないと約束している契約を探しています"),
    _ask(g.ids(g.has("termination_for_convenience"), _JAPANESE), "和文で、理由がなくても途中でやめられるやつ"),
    _ask(g.ids(g.has("rofr_rofo_rofn")), "第三者より先に買い取りを持ちかけてもらえる契約"),
    _ask(g.ids(g.has("most_favored_nation")), "ほかの客より不利な条件にはしない、と決めてある契約"),
    _ask(g.ids(g.has("revenue_profit_sharing")), "経理から。もうけや売上を分け合う取り決めのある契約を出してほしい"),
    _ask(g.ids(g.has("minimum_commitment")), "最低でもこれだけは発注する、という縛りのある契約"),
    _ask(g.ids(g.has("volume_restriction")), "使える量に上限が決まってる契約ってどれですか"),
    _ask(g.ids(g.has("source_code_escrow")), "ソースコードを第三者に預けることになっている契約、あれば"),
    _ask(g.ids(g.has("irrevocable_or_perpetual_license")), "ずっと使えて取り消されないライセンスが付いている契約"),
    _ask(g.ids(g.has("affiliate_license_licensee")), "ライセンスを受ける側のグループ会社も使える契約"),
    _ask(g.ids(g.has("covenant_not_to_sue")), "相手の権利を争わない・訴えないと約束した契約"),
    _ask(g.ids(g.has("third_party_beneficiary")), "契約していない第三者でも権利を主張できちゃう契約は？"),
    _ask(g.ids(g.lacks("cap_on_liability"), _JAPANESE), "和文契約で賠償額の上限を決めてないもの"),
    _ask(g.ids(g.has("uncapped_liability")), "責任が青天井になってる契約、取締役会に報告するので全部"),
    _ask(g.ids(g.has("warranty_duration")), "保証がいつまで続くか決めてある契約"),
    _ask(g.ids(g.has("insurance"), _JP), "保険に入っておかないといけない日本法の契約"),
    _ask(g.ids(g.has("audit_rights"), g.party("Velo")), "Veloとの契約で帳簿を見せろと言われうるもの"),
    _ask(g.ids(g.has("joint_ip_ownership")), "成果物の知財が共有になるのはどの契約？"),
    _ask(g.ids(g.has("ip_ownership_assignment"), _JAPANESE), "和文で、知的財産が相手方に移ると定めているもの"),
    _ask(g.ids(g.has("price_restrictions")), "勝手に値上げできないことになっている契約を知りたい"),
    _ask(g.ids(g.has("post_termination_services")), "契約が終わってからもやることが残る契約"),
    _ask(g.ids(g.has("liquidated_damages")), "違約金の決まりがある契約ってどれっすか"),
    _ask(g.ids(g.has("exclusivity"), _JAPANESE), "独占的な扱いを約束している和文契約"),
    _ask(g.ids(g.has("non_compete")), "競合する商品を扱うなと言われている契約は、どれとどれですか"),
    _ask(g.ids(g.has("competitive_restriction_exception")), "競業禁止に例外を認めている契約"),
    # Both, either, neither, but not
    _ask(g.ids(g.any_of("audit_rights", "insurance"), _JAPANESE), "和文契約で、監査権か保険のどちらかでもあるもの"),
    _ask(g.ids(g.lacks("audit_rights", "insurance")), "監査権も保険もない契約"),
    _ask(g.ids(g.has("exclusivity", "non_compete")), "独占と競業避止がどちらも入っている契約はどれでしょう"),
    _ask(g.ids(g.has("anti_assignment"), g.lacks("change_of_control"), _JP), "日本法で、譲渡禁止はあるけど支配権変更の条項はないもの"),
    _ask(g.n(g.any_of("liquidated_damages", "cap_on_liability")), "違約金と責任上限、少なくとも一方があるのは何件ですか"),
    _ask(g.ids(_ENGLISH, g.has("insurance"), g.lacks("cap_on_liability")), "英文で、保険はあるのに責任の上限がないもの"),
    # How many, which share, by what
    _ask(g.groups(g.by_language), "和文・英文、それぞれ何件あります？"),
    _ask(g.groups(g.by_language, g.of("nda")), "NDAは和文と英文でそれぞれ何件ですか"),
    _ask(g.groups(g.by_law), "準拠法ごとの件数、表で頼みます"),
    _ask(g.groups(g.by_type, _JP), "日本法の契約を種類別に集計してください"),
    _ask(g.groups(g.by_year("expires")), "満了する年ごとに何本あるか教えてほしい"),
    _ask(g.groups(g.by_year("effective"), _ENGLISH), "英文契約の発効年別の件数"),
    _ask(g.top(g.by_law, 1), "いちばん多く使われてる準拠法は？"),
    _ask(_busy(4), "契約が4件以上ある取引先はどこですか"),
    _ask(_share(_ENGLISH), "英文契約って全体の何割くらい？"),
    _ask(_share(g.has("insurance")), "付保義務のある契約が占める割合を教えてください"),
    _ask(_share(g.stated("renewal"), _JP), "日本法の契約のうち自動更新つきは何％になりますか"),
    _ask(g.n(g.lacks("insurance"), _JAPANESE), "和文のうち保険の定めがないものの件数"),
    # One contract
    _ask(_day(34, "expires"), "みなとシステムと東雲銀行の保守、いつまで有効？"),
    _ask(g.values(36, of=("株式会社こだま珈琲",)), "つばめ不動産が入ってるFC契約、本部はどこ"),
    _ask(g.values(30, of=("有限会社つばめ不動産",)), "賃貸借契約書の貸主って誰になってますか"),
    _ask(g.values(40, of=("株式会社みなとシステム",)), "再販売契約書でベンダーになっているのはどの会社ですか"),
    _ask(g.values(35, of=("シンガポール",)), "合弁契約書の準拠法、確認お願いします"),
    _ask(g.values(27, of=("60日",)), "東雲銀行のソフトウェア使用許諾、何日前に言えば更新を止められる？"),
    _ask(_day(32, "last_notice_day"), "さくら物産とEtonbridgeの代理店契約、更新しないなら通知はいつまでですか"),
    _ask(_day(31, "signed"), "売買基本契約書の締結日は？"),
    _ask(_day(39, "effective"), "共同研究契約書はいつから効力がありますか"),
    _ask(g.values(30, of=("10年",)), "つばめ不動産の賃貸借って1回の更新で何年延びるんだっけ"),
    _ask(_parties(36), "契約36の概要"),
    _ask(g.whether(33, g.stated("expires")), "東雲電機とShenzhouの製造委託契約に有効期間の定めはありますか"),
    _ask(g.whether(37, g.stated("renewal")), "近藤さんのコンサルティング契約は自動更新？"),
    _ask(g.whether(38, g.day("expires", "0000", "2026-11-19")), "星野あかりさんの契約、もう終わってますか？"),
    _ask(g.whether(38, g.has("warranty_duration")), "広告出演契約書に保証期間の定めはありますか"),
    _ask(g.whether(39, g.stated("expires")), "みやこ大学との共同研究、満了日は決まってる？"),
    _ask(g.whether(26, _JP), "顧問の柴田です。秘密保持契約書の準拠法は日本法で間違いありませんか"),
    _ask(g.whether(31, g.has("anti_assignment")), "売買基本契約書って譲渡禁止の条項、入ってましたっけ"),
    _ask(_words(36, "change_of_control"), "フランチャイズ契約書の支配権変更のところ、原文のまま見せて"),
    _ask(_words(35, "revenue_profit_sharing"), "合弁契約書の利益分配の条文を引用してください"),
    _ask(g.passages(25), "業務委託契約書では、支払が遅れたらどうなりますか"),
    _ask(_parties(40), "再販売契約書の当事者、正式名称で"),
    # The most and the least, one beside another
    _ask(g.extreme(lambda d: d.term, most=True), "契約期間が一番長いのはどれですか"),
    _ask(g.extreme(lambda d: d.term, _JP, most=False, count=2), "日本法の契約で期間が短い順に2つ挙げて"),
    _ask(g.extreme(lambda d: d.expires, g.day("expires", _T), most=False, count=5), "これから満了する契約を近い順に5件"),
    _ask(g.extreme(lambda d: d.signed, most=True), "最後に調印したのはどれ？"),
    _ask(g.extreme(_days_of_notice, most=False), "通知期間がいちばん短い契約"),
    _ask(g.extreme(lambda d: len(d.clauses), most=True), "条項の種類が一番多い契約を教えて"),
    _ask(_first("expires", 25, 29), "契約25と契約29、先に終わるのはどっち？"),
    _ask(_first("signed", 26, 36), "契約26と契約36では、どちらが先に締結されましたか"),
    # One turn after another
    _ask(_day(36, "expires"), "契約27の満了日は？", "契約36も"),
    _ask(g.values(27, 34, of=("60日", "30日")), "東雲銀行との契約を全部", "そのうち自動更新なのは", "その通知期間は？"),
    _ask(_day(30, "last_notice_day"), "賃貸借契約書の満了日は", "じゃあ更新を断るならいつまでに言えばいい？"),
    _ask(g.ids(g.has("insurance"), _ENGLISH), "保険の条項がある契約は？", "英文だけにして"),
    _ask(g.n(g.other_law("JP")), "日本法の契約は何件？", "日本法以外だと？"),
    _ask(g.ids(g.has("non_compete")), "競業避止のある契約は何件？", "それを見せて"),
    _ask(_day(33, "effective"), "契約33の当事者は？", "準拠法は？", "発効日も教えて"),
    _ask(_day(26, "expires"), "NDAの一覧", "和文のだけ", "満了日は？"),
    _ask(g.whether(32, g.has("exclusivity")), "代理店契約書に監査権はありますか", "独占は？"),
    _ask(g.ids(g.party("北斗化学"), g.has("anti_assignment"), _JP), "北斗化学の契約を出して", "譲渡禁止のあるものは？", "さらに日本法に絞って"),
    # Not to be answered
    *(
        _ask(NOT_ANSWERED, question)
        for question in (
            "契約30の競業避止は契約が終わってから何年続きますか",
            "業務委託契約書の委託料っていくらでしたっけ",
            "保険の期間が1年より長い契約はどれですか",
            "損害賠償の上限が1000万円を超えている契約を出してください",
            "独占の範囲が関東に限られている契約はどれ？",
            "監査が年1回までに限られている契約、一覧",
            "契約28は更新したほうがよろしいでしょうか",
            "秘密保持の義務が終了後3年を超えて残る契約",
            "引き抜き禁止が退職後1年間に及ぶ契約ってありますか",
            "契約の原本がどの倉庫にあるか知りたい",
            "担当部署別の契約件数を出して",
            "保守契約書を起案したのって誰ですか",
            "山田商会との契約を全部見せて",
            "みなとシステムの社長さんのお名前を教えていただけますか",
            "こだま珈琲の競業避止、裁判になったら負けますかね",
            "再販売契約書の準拠法を日本法に変えておいて",
            "代理店契約書の解約通知、文案を作ってもらえない？",
            "監査権を去年実際に使った契約は何件ですか",
            "保険証券の写しをもう受け取っている契約",
            "印紙を貼っていない契約書を一覧で",
            "支払サイトが60日を超える取引先の契約はどれですか",
            "北斗化学って信用しても大丈夫な会社ですか",
            "販売店の担当エリアが九州になっている契約",
            "うちの契約の中で一番もうかっているのはどれ",
            "電子署名で締結した契約の割合は？",
            "保証期間が2年以上の契約を教えて",
        )
    ),
)  # fmt: skip
EVEN, ODD = CASES[::2], CASES[1::2]
"""The half that is read and learned from, and the half of which only counts are looked at."""
