"""Japanese turns of phrase that say in a roundabout way what the grammar has a word for.

A row in some order with a number (長い順に3つ), which of two contracts comes first (先に終わるのはどっち), a term
that is stated (有効期間の定め), the law of some state of a country, how long before somebody must be told
(2か月前に言わないといけない), how long each renewal lasts (1回につき2年延びる). Each is put as the plain question.
"""

from __future__ import annotations

import re

_KANJI = "一二三四五六七八九十"
_COUNT = rf"(?P<count>\d{{1,3}}|[{_KANJI}])(?:件|つ|個|本|社|通|番目まで|位まで)(?:だけ|まで|ほど)?"
_ROW = re.compile(
    r"(?P<order>(?:長|短|早|遅|近|遠|古|新し|多|少な)い(?:もの|方|ほう)?(?:の)?(?:順(?:番)?(?:に|で|から)?"
    r"|から))、?(?:並べて|ならべて|並べ替えて)?、?"
    rf"(?:上から|頭から|上位|トップ|ベスト|最初の)?{_COUNT}"
)
_LONGEST_OF = re.compile(
    rf"(?P<order>(?:長|短|早|遅|近|遠|古|新し|多|少な)い)(?:の|もの|契約)(?:を|から|で|の)?(?:上から|頭から|上位"
    rf"|トップ|ベスト)(?:の)?{_COUNT}"
)
"""「予告が長いのを上位5件」."""
_STATES = re.compile(
    r"(?:アメリカ|米国|合衆国)(?:国内)?の?(?:(?:いずれか|どこか|どれか|どっか|各|ある)の?)?州の?法(?:律|令)?(?![一-龠])"
)
_FOREIGN = re.compile(r"外国(?:の)?法(?:律|令)?(?!人|務|規|制|事)|海外(?:の)?法(?:律|令)?(?!人|務|規|制|事)")
"""Who asks in Japanese means any law but that of Japan; the answer's first line says so."""
_NOT_ONLY = re.compile(
    r"(?:(?:だけ|のみ)(?:で(?:は)?なく(?:て)?|ならず)|(?:のほか|の他|以外)に)、?(?=[^、。]{1,24}もあ)"
)
"""「監査権だけでなく独占条項もある」: both are there."""
_RUNS_OUT = re.compile(
    r"(?:満了|終了|期限(?:切れ)?|契約終了)(?:日)?まで(?:の?(?:期間|残り)(?:が|は)?)?(?:あと|残り|もう)?"
    r"(?P<days>\d{1,3})(?P<unit>日|週間|か月|ヶ月|カ月|ヵ月|箇月|年)(?:を切(?:って(?:いる)?|った|る)|もない|未満の?)"
)
_CERTAINLY = re.compile(
    r"(?:で|に)(?:間違い(?:は|が)?(?:ない|ありません|ございません)|合って(?:い)?(?:る|ます)|相違(?:は)?(?:ない"
    r"|ありません))"
    r"(?:です|でしょう)?か(?=[。?？\s]*$)"
)
_COURTED = re.compile(
    r"(?P<first>顧客|客|取引先|従業員|社員|人材)(?P<join>か|と|や|または|又は|もしくは|、|・)(?P<other>顧客|客"
    r"|取引先|従業員|社員|人材)、?"
    r"(?P<how>(?:の)?少なくとも(?:どちらか|いずれか|一方|片方)|(?:の)?(?:どちらか|いずれか)(?:一方)?"
    r"|(?:の)?両方とも?|(?:の)?どちらも)?"
    r"(?:の|への|に対する)?勧誘"
)
_TERM_STATED = re.compile(
    r"(?<![一-龠々])(?:契約の?)?(?:有効|契約|存続)?期間の(?:定め|記載|規定)(?=(?:は|が|って|も)?(?:あ[りるっ]"
    r"|な[いくし]|書|設|入))"
)
_LENGTH = r"(?P<length>\d+(?:日|週間|か月|ヶ月|カ月|ヵ月|箇月|年)(?:間)?)(?P<bound>以上|以下|以内|未満|超)?"
_STOPS = (
    r"(?:(?:自動)?(?:更新|延長|継続)(?:を|は)?(?:断る|拒否する|拒絶する|止める|やめる|しない|したくない)"
    r"(?:の|なら|場合|とき|時|に|は|旨|意思|を|と|こと|、)*)"
)
_TOLD = (
    r"(?:(?:の)?(?:通知|予告|連絡|申し?入れ|申し?出|意思表示)(?:を|が|で)?"
    r"(?:しないと|しなければ|しなくては|出さないと|出さなければ|必要|要る|要す|いる|求め|する必要|するべき|すべき)"
    r"|(?:伝え|知らせ|言わ|言う|通知し|通知する|連絡し|連絡する|予告し|申し?出|申し?入れ)(?:る)?"
    r"(?:必要|べき|ないと|なければ|なくては|ことに))"
)
_NOTICE_BEFORE = re.compile(
    rf"{_STOPS}?{_LENGTH}(?:より|も)?前(?:まで)?(?:に|の)は?、?(?:書面で|書面による|事前の|事前に)?{_TOLD}"
    r"[ぁ-ん]{0,12}(?=契約|もの|案件|$)"
)
_OR_EARLIER = re.compile(r"前か(?:それ|これ)(?:より(?:も)?(?:早い|前|以前)|以前|以上)")
_NOTICE_IS = re.compile(
    rf"(?P<notice>通知|予告)(?:期間)?(?:が|は){_LENGTH}(?:前(?:まで)?|(?=で))(?:(?P<enough>で(?:も)?(?:足りる|済む"
    rf"|いい|よい|ok|間に合う))|の|に)?"
    r"(?=契約|もの|案件)"
)
_RENEWS_BY = re.compile(
    rf"(?:自動)?更新(?:の|する|される)?(?:たび|度|ごと|都度|1回|一回|1度|一度)(?:に|で|につき|あたり|の|は"
    rf"|、)*{_LENGTH}"
    r"(?:ずつ|単位で)?(?:自動(?:で|的に))?(?:延び|伸び|延長|更新|続)(?:る|される|する|く|ていく|てい?く)?"
    rf"|(?:1回|一回|1度|一度|毎回)(?:の|あたりの?|につき)?更新(?:で|につき|に|ごとに|あたり|は|、)*"
    rf"{_LENGTH.replace('length>', 'length2>').replace('bound>', 'bound2>')}"
    r"(?:ずつ|単位で)?(?:自動(?:で|的に))?(?:延び|伸び|延長|更新|続)(?:る|される|する|く|ていく|てい?く)?"
)
_ENDS = {
    "満了日": (r"満了(?:日|する)?|終了(?:日|する)?|終わる|切れる|期限(?:が切れる|を迎える|が来る)?|終期"),
    "締結日": (
        r"締結(?:日|された|した|する)?|調印(?:日|された|した)?|署名(?:された|した)?"
        r"|結ばれた|結んだ|交わされた|交わした|契約した"
    ),
    "効力発生日": (
        r"発効(?:日|した|する)?|効力発生日|効力を?生じ(?:る|た)|開始(?:日|した|する)?"
        r"|始ま(?:る|った)|スタート(?:する|した)?"
    ),
}
_WHICH = r"(?:どちら|どっち)(?:の(?:方|ほう|契約(?:書)?))?"
_FIRST = r"(?:先|早|前|遅|後|あと)(?:い|く|め|め?に|に|の方|の|な)?"
_VERB = "|".join(f"(?P<date{place}>{words})" for place, words in enumerate(_ENDS.values()))
_OF_TWO = re.compile(
    r"^(?P<two>契約\d+.{0,16}?\d+(?:番)?)(?:では|で|のうち(?:で)?|の中で|なら|だと|を比べると|は|って)?、?(?:"
    rf"(?P<order>{_FIRST})(?:に|より)?(?:{_VERB})(?:の|もの|契約)は(?:{_WHICH})?"
    rf"|{_WHICH}(?:が|の方が|のほうが)(?P<order2>{_FIRST})(?:に|より)?(?:{_VERB.replace('<date', '<dateb')})[ぁ-ゖ]*"
    rf"|(?:{_VERB.replace('<date', '<datec')})[がの](?P<order3>{_FIRST})(?:なの|の|もの|契約)?は{_WHICH}"
    r")(?:か|です|でしょう|だろう|に|なり|ます|ました|のか)*[?？。\s]*$"
)

_AFTERTHOUGHT = re.compile(
    r"(?P<asked>.{6,}?(?:(?:[かのね]|かな|です|ます)[?？]?|[?？]))[、,。]\s*"
    r"(?P<of>[^、。,?？]{2,20}?(?:[一-龠々ァ-ヺーa-z0-9)]|[一-龠々ァ-ヺーa-z0-9](?:の(?:方|ほう|件|話"
    r"|場合))?(?:だと|では|なら|は|って|との|の)))[?？。\s]*"
)
"""What the question is about, said behind it: 「…ことになってますか、サファイア技研」."""
_ASKS = re.compile(
    r"(?:一覧|リスト|件数|本数|全部|全件|以上|以下|以外|至急|今日中|比較|確認|教示|回答|共有|報告|願)$|お願い"
    r"|ください|教え|見せ|知り|(?<![一-龠])件$"
)
_EACH = re.compile(
    r"どの(?P<kind>(?!契約)[^、。?？どのもは]{1,12}?(?:契約書?)?)(?P<particle>に|で|が|と|から)?も(?!の)"
)
"""「どの保守にも」: every one of a kind."""
_TIME_LEFT = re.compile(
    r"(?:あと|残り)(?:、)?(?:何(?:日|週間|[かヶカヵ箇]月|年)|どれ(?:くらい|ぐらい|だけ|ほど))(?:間)?"
    r"(?:(?:で|すれば|したら|経てば|たてば)(?=終|切|満|失効|なくな)|(?P<goes>(?=続|残|有効|縛|もつ|存続)))"
)

_SAME_YEAR = re.compile(r"(?P<said>(?P<year>\d{4}年)(?:[^。?？]{0,24}?)(?:から|~|〜|-|以降|、))同年(?=\d{1,2}月|末)")
"""The year of the day before: 「2025年4月1日から同年9月30日まで」."""
_OTHER_LAWS = re.compile(r"(?P<of>[一-龠ァ-ヺー]{2,10})以外の(?:国の)?(?:法律|法令|法)(?![一-龠])")
_ONE_OF_LAWS = re.compile(
    r"、(?P<last>[一-龠ァ-ヺー]{2,12}法)の(?:いずれか|どれか|どちらか)(?:一つ)?(?=を準拠法|に従|に準拠|に服|の|で)"
)
"""「韓国法、中国法のいずれかを準拠法とする」: one of them will do."""
_ALL_NAMED = re.compile(
    r"(?P<before>[がの])(?:(?P<both>両(?:条項|規定|定め|義務))(?=を|が|の|と)"
    r"|どれも(?=な[いくし]|無い|定め|書|入って|含ま|設け|備え)|(?:三|3)(?:つ|点)とも(?:が)?(?=揃|そろ|備|あ|入|な))"
)
"""Several that were named before, all of them: 「…の両条項」, 「…がどれもない」, 「…の三つとも」."""
_SHARE_TAKEN = re.compile(
    r"(?P<share>何(?:割|パーセント|%|分の(?:何|1|一))(?:ほど|くらい|ぐらい)?)(?:を|に)?(?:占め|当た"
    r"|あた)(?:て(?:い)?)?(?:る|り)?"
    r"(?:ます)?(?:か|の|のか|でしょうか|んですか)?(?=[。?？\s]*$)"
)
_COURT_ASKED = re.compile(
    r"(?P<of>管轄|裁判管轄)(?:は|が|って)(?:どの|どこの|どちらの|何という)裁判所(?=です|でしょ|か|に|[?？。\s]|$)"
)
_TOGETHER = re.compile(r"を?合わせると(?=、?(?:契約|全体|全部|何))")
_UNITS = "日|週間|か月|ヶ月|カ月|ヵ月|年"
_FROM_TO = re.compile(
    rf"(?P<of>(?:契約|通知|予告|更新)?期間)(?:が|は)?(?P<low>\d+)(?:{_UNITS})?(?:から|~"
    rf"|〜)(?P<high>\d+)(?P<unit>{_UNITS})"
    r"(?:まで)?(?:の間|のあいだ|間)?の"
)
_DATES_EACH = re.compile(
    r"(?P<what>署名|締結|調印|発効|効力発生|開始|満了|終了)(?:日)?は(?P<when>\d{4}年(?:\d{1,2}月(?:\d{1,2}日)?|度)?)"
    r"(?=、(?:署名|締結|調印|発効|効力発生|開始|満了|終了)(?:日)?[はが]|(?:という|の)(?:契約|もの))"
)
"""「署名は2024年、発効は2025年という契約」."""
_ALONE_THERE = re.compile(
    r"(?<!これ)(?<!それ)だけ(?=(?:あって|ある(?:が|けど|のに)|あり|入っていて|書いてあって)、?[^。、?？]{2,16}(?:は"
    r"|が|も)(?:な[いくし]|無|入っていない))"
)
"""「利息だけあって違約罰はない」: what else is not there is said."""
_EXTENDED_BY = re.compile(
    rf"(?P<length>\d+(?:{_UNITS})(?:間)?)(?:ずつ|単位で|ごとに)(?:、)?(?:自動(?:で|的に)|勝手に)?(?:延び|伸び"
    rf"|延長され|更新され|延長|更新)"
    r"(?:て(?:いく|行く|いき|行き))?(?:する|る|く)?(?:ます)?"
    r"(?P<asked>(?:の|ん)?(?:です)?か(?:ね)?[?？。\s]*$|(?:の|ん)ですよね[?？。\s]*$|[?？]\s*$)?"
)
"""How long each renewal is: 「1年ずつ延びていく契約」."""
_SIDES = (
    r"(?P<two>[^、。?？]{2,24}?(?:と(?!の)|との契約と)[^、。?？]{2,24}?)(?:の契約|との契約)?"
    r"(?:では|で|だと|なら|は|って|を比べると|のうち)?、?"
)
_COMPARED_FACT = r"(?:契約期間|予告期間|通知期間|更新期間|期間|満了日|終了日|発効日|締結日|署名日)"
_WHICH_FIRST = re.compile(
    rf"^{_SIDES}(?:(?:どちら|どっち)(?:の(?:方|ほう|契約(?:書)?))?(?:が|の方が)(?P<order>{_FIRST})(?:に"
    rf"|より)?(?:{_VERB})[ぁ-ゖ]*"
    rf"|(?:どちら|どっち)の(?P<fact>{_COMPARED_FACT})(?:の方|のほう)?(?:が|は)(?:長|短|早|遅|先|後)[いくに]?"
    rf"|(?P<fact2>{_COMPARED_FACT})(?:が|の)(?:長|短|早|遅)いのは(?:どちら|どっち)"
    rf"|(?:どちら|どっち)(?:の方|のほう)?(?:が|の)(?P<fact3>{_COMPARED_FACT})(?:が|は)(?:長|短|早|遅)い)"
    r"(?:の|ん)?(?:です|でしょう)?(?:か|ね|かな)?[?？。\s]*$"
)
"""Which of two comes first: both are shown side by side."""
_SO_MUCH_A_DAY = re.compile(
    r"(?:納期(?:に|の|が)?)?(?:遅れ|遅延|遅滞)(?:た(?:場合|とき|ら|分)?|ると|れば|したら|すると|る)?(?:は|に(?:は"
    r"|対して)?)?、?"
    r"(?:1日|一日|日)(?:当たり|あたり|につき|ごと(?:に)?)?(?:いくら|何円|幾ら)(?:か)?(?:の|という|かの|と(?:いう"
    r"|した)?)?"
    r"(?:罰金|違約金|ペナルティー?|損害金|決まり|約束)"
)
"""「遅れ1日いくらの罰金」: a sum that is fixed before the delay; 1日 counts nothing."""
_HOW_MANY_YEARS = re.compile(
    r"(?P<longest>(?:最も|一番|いちばん|最も期間が)(?:長|短)[いく][^、。?？]*?(?:は|って)、?何(?:年|[かヶカヵ箇]月"
    r"|日|週)間?)"
    r"(?:続|もち|もつ|有効|縛|存続|わた)[ぁ-んれま]{0,6}(?=[?？。\s]*$)"
)
"""「一番長い契約は何年続きますか」."""
_IS_THERE_NONE = re.compile(
    r"(?<=[るいたのな]契約|るもの|たもの|いもの|なもの|のもの|るやつ|たやつ|いやつ)(?:は|って(?:い)?"
    r"|とか)な(?:い(?:です(?:か)?|の(?:か|ですか)?|か(?:な)?)?)[?？]+\s*$"
)
"""「来月切れる契約ってない？」 asks whether there are any."""


_YEAR_KANJI = re.compile(r"(?<![〇一-龠])[一二][〇一二三四五六七八九]{3}(?=年)")
_NUMBER_KANJI = re.compile(
    r"(?<![〇一-龠々\d第])[一二三四五六七八九](?=(?:か月|ヶ月|カ月|ヵ月|箇月|週間)(?!目|後)|年(?:間|ずつ|ごと|単位"
    r"|以上|以下|以内|未満|超|を超|前|の契約))"
)


def _digits(match: re.Match[str]) -> str:
    """A year or a length in Chinese numerals: 二〇二八年, 一か月."""
    return "".join(str("〇一二三四五六七八九".index(sign)) for sign in match[0])


def turned(text: str) -> str:
    """A folded question with such turns put plainly."""
    text = _topic_first(_YEAR_KANJI.sub(_digits, _NUMBER_KANJI.sub(_digits, text)))
    text = _EACH.sub(lambda match: f"すべての{match['kind']}{match['particle'] or 'が'}", text)
    text = _TIME_LEFT.sub(lambda match: "いつ" if match["goes"] is None else "いつまで", text)
    text = _STATES.sub("米国法", text)
    text = _FOREIGN.sub("日本法以外", text)
    text = _NOT_ONLY.sub("と", text)
    text = _RUNS_OUT.sub(_runs_out, text)
    text = _SAME_YEAR.sub(r"\g<said>\g<year>", text)
    text = _OTHER_LAWS.sub(r"\g<of>法以外", text)
    text = _ONE_OF_LAWS.sub(r"または\g<last>", text)
    text = _ALL_NAMED.sub(lambda match: f"{match['before']}{'両方' if match['both'] else 'いずれも'}", text)
    text = _SHARE_TAKEN.sub(r"\g<share>ですか", text)
    text = _FROM_TO.sub(r"\g<of>が\g<low>\g<unit>以上\g<high>\g<unit>以下の", text)
    text = _DATES_EACH.sub(r"\g<what>日が\g<when>", text)
    text = _ALONE_THERE.sub("が", text)
    text = _WHICH_FIRST.sub(_side_by_side, _of_two(text))
    text = _SO_MUCH_A_DAY.sub("遅延の違約金", text)
    text = _HOW_MANY_YEARS.sub(r"\g<longest>ですか", text)
    text = _IS_THERE_NONE.sub("はありますか", text)
    text = _CERTAINLY.sub("ですか", text)
    text = _COURTED.sub(_courted, text)
    text = _TERM_STATED.sub("満了日の定め", text)
    text = _ROW.sub(_in_a_row, _LONGEST_OF.sub(_in_a_row, text))
    text = _COURT_ASKED.sub(r"\g<of>はどこ", text)
    text = _TOGETHER.sub("を合わせて", text)
    text = _OR_EARLIER.sub("以上前", text)
    text = _NOTICE_BEFORE.sub(lambda match: f"通知期間が{match['length']}{match['bound'] or ''}の", text)
    text = _NOTICE_IS.sub(_notice, text)
    text = _EXTENDED_BY.sub(_extended_by, _RENEWS_BY.sub(_renews_by, text))
    return text


def _runs_out(match: re.Match[str]) -> str:
    """Less than so long until the end; of days exactly."""
    count, unit = int(match["days"]), match["unit"]
    return f"{count - 1 if unit == '日' else count}{unit}以内に満了する"


def _extended_by(match: re.Match[str]) -> str:
    return f"更新期間が{match['length']}{'ですか' if match['asked'] else 'の'}"


def _side_by_side(match: re.Match[str]) -> str:
    fact = match["fact"] or match["fact2"] or match["fact3"]
    if fact is None:
        fact = next(day for place, day in enumerate(_ENDS) if match[f"date{place}"])
        if _TWO_TITLES.fullmatch(match["two"].removesuffix("の")) is not None:
            # No contract bears both titles: of the two that do, the one that comes first.
            order = "早い" if re.match("先|早", match["order"]) else "遅い"
            return f"{match['two'].removesuffix('の')}のうち{fact}が最も{order}契約はどれですか"
    return f"{match['two']}の{'契約期間' if fact == '期間' else fact}を比較"


_TWO_TITLES = re.compile(r"[^とのや、]{2,}契約書と[^とのや、]{2,}契約書")


def _topic_first(text: str) -> str:
    """A question with what it is about before it, where that is said behind."""
    match = _AFTERTHOUGHT.fullmatch(text)
    if match is None or _ASKS.search(match["of"]) is not None or "、" in match["asked"][-4:]:
        return text
    return f"{match['of']}、{match['asked']}"


def _courted(match: re.Match[str]) -> str:
    """ "Soliciting customers or employees" says the verb once for both."""
    either = match["join"] in ("か", "または", "又は", "もしくは") or re.search("か|一方|片方", match["how"] or "")
    return f"{match['first']}の勧誘{'か' if either else 'と'}{match['other']}の勧誘"


def _in_a_row(match: re.Match[str]) -> str:
    """ "長い順に上から三つ" as 「長い順に3件」."""
    count = match["count"]
    order = re.match(r".+?い", match["order"])
    assert order is not None
    return f"{order.group()}順に{_KANJI.index(count) + 1 if count in _KANJI else count}件"


def _notice(match: re.Match[str]) -> str:
    """ "Thirty days' notice will do" is a period of thirty days or less."""
    bound = match["bound"] or ("以内" if match["enough"] else "")
    return f"通知期間が{match['length']}{bound}の"


def _renews_by(match: re.Match[str]) -> str:
    length, bound = (match[name] or match[f"{name}2"] or "" for name in ("length", "bound"))
    return f"更新期間が{length}{bound}の"


def _of_two(text: str) -> str:
    """Which of two contracts comes first, as the one of them whose day is the earliest or the latest."""
    match = _OF_TWO.match(text)
    if match is None:
        return text
    named = next(name for name, value in match.groupdict().items() if name.startswith("date") and value)
    day = list(_ENDS)[int(named[-1])]
    order = next(match[name] for name in ("order", "order2", "order3") if match[name])
    late = order[0] in "遅後あ"
    return f"{match['two']}のうち{day}が{'最も遅い' if late else '最も早い'}契約"
