"""Japanese half sentences and roundabout ones, put in words that the grammar reads.

The last so many years (ここ3年で), notice that stops a renewal (更新拒絶の予告が6か月前の), a contract that two have made
(AとBが結んだ契約), nouns left out before は (準拠法が日本なのは), eras and years told from this one (平成のうちに, 再来年). Each is
a whole way to say a thing; what it does not reach stays as it is.
"""

from __future__ import annotations

import re
from datetime import date

_UNIT = r"(?:日|週間|か月|ヶ月|カ月|ヵ月|箇月|年)"
_PAPER = r"(?=契約|もの|案件|やつ|[?？。\s]*$)"
_REFUSES = r"(?:更新(?:の)?(?:拒絶|拒否)|不更新|更新(?:を)?し?ない(?:旨|こと)|更新(?:を)?(?:断る|止める|拒む|やめる)(?:旨|こと)?)"
_TELLS = r"(?:通知|連絡|申し?入れ|申し?出|意思表示|予告)"
_MUST = (
    r"(?:(?:を)?(?:す(?:る)?べき|し?なければ(?:ならない|いけない|なりません|いけません)|しないと(?:いけない|いけません"
    r"|ならない|まずい)|しなくては(?:ならない|いけない)|する(?:必要が(?:ある|あり(?:ます)?)|必要の(?:ある|あり)|ことになっている)"
    r"|せねばならない|出さ?(?:す|ない)(?:べき|といけない|と))|が(?:必要(?:な|です)?|要る))"
)
_BY_WHEN = r"いつまで(?:に)?(?:に)?"
_NUMBERED = r"(?:何(?:件|本|通|社|個|軒)|いくつ|どれ|どの契約|どちら)"
_STATES = r"(?P<state>有効|無効|必要|可能|独占的|自動的|無期限|無制限)"

_SENTENCES = (
    # The last so many years, up to today
    (
        rf"(?:ここ|この|直近の?|過去|最近の?|この前の)(?P<count>\d+|数)(?P<unit>{_UNIT})(?:間)?(?:で|の間に|の間で|以内に|のうちに|に)"
        r"(?=[^、。?？]{0,12}(?:た|ている|てる|ました)(?:契約|もの|案件|やつ|の|[?？。\s]*$))",
        lambda match: match[0] if match["count"] == "数" else f"過去{match['count']}{match['unit']}以内に",
    ),
    # Notice that stops a renewal
    (
        rf"(?:{_REFUSES}|解約|終了)の(?:{_TELLS}|通告)(?:期間|期限)?(?:が|は)(?P<length>\d+{_UNIT})前(?:まで)?(?:に必要な|の|と定めた"
        rf"|とされた|となっている|である){_PAPER}",
        r"通知期間が\g<length>の",
    ),
    (rf"{_REFUSES}(?:の|を|と|、)?(?:{_TELLS})?{_MUST}(?={_PAPER[3:]}", "通知が必要な"),
    (
        rf"(?:、|の|は|を)*(?:{_REFUSES}|更新を(?:止める|断る|拒む|拒絶する|やめる)(?:に|ため|には)?)(?:に|は|の|、|ため|なら)*"
        rf"(?:遅くとも)?{_BY_WHEN}(?:に)?(?:{_TELLS})(?:を)?(?:が必要|すれば(?:よい|いい|良い)|が要る|しなければならない|しないといけない"
        r"|すべき|する必要がある|を出せば(?:よい|いい))(?:です|でしょう|の|ん)*(?:か)?(?=[?？。\s]*$)",
        "の通知の最終日は",
    ),
    # Made by two, with each other
    (
        r"(?P<two>[^、。?？はが]{2,20}と[^、。?？はが]{2,20})が(?:結ん(?:だ|で(?:い)?る|でいます)|締結し(?:た|て(?:い)?る)"
        r"|(?:取り?)?交わし(?:た|て(?:い)?る))(?=契約|nda|案件|もの)",
        r"\g<two>の間の",
    ),
    (
        r"から(?:借りて(?:い)?る|賃借して(?:い)?る)(?:件の?|物件の?|ところの?|事務所の?|オフィスの?|建物の?|土地の?|店舗の?)?(?=、?(?:賃貸|契約))",
        "との",
    ),
    (
        r"^(?:どこ|どの会社|どこの会社|どちら|誰|だれ)と(?P<what>[^、。?？]{2,24}?)(?:のある|がある|の入った|の)契約を?"
        r"(?:結んで|締結して|交わして|して)(?:い|お)?(?:る|ます|ります)(?:の|ん)?(?:です)?(?:か)?(?=[?？。\s]*$)",
        r"\g<what>がある契約の当事者はどこ",
    ),
    (
        r"^(?:全部で|今|現在)?(?:、)?何社と(?:の)?(?:取引|契約)(?:を)?(?:して|結んで|がある|があります|関係が)(?:い)?(?:る|ます|ある"
        r"|あります)?(?:の|ん)?(?:です)?(?:か)?(?=[?？。\s]*$)",
        "当事者は何社",
    ),
    # A noun that is left out
    (rf"{_STATES}な(?:の|もの)(?=は、?{_NUMBERED})", r"\g<state>な契約"),
    (rf"(?<=[一-龠ァ-ヺーa-z.])な(?:の|もの)(?=は、?{_NUMBERED})", "の契約"),
    (rf"準拠法が(?P<place>[一-龠ァ-ヺー]{{2,12}}?)(?P<law>法)?で、?(?!す|は|も|な|あ|し|統|{_NUMBERED})(?=[^、。?？]{{3,}})",
     r"準拠法が\g<place>\g<law>の、"),
    (
        r"^(?P<old>[^、。?？]{1,12}?)(?:じゃ|では|で)なくて?、?(?P<new>(?!て)[^、。?？はがを]{2,12}?)(?:の(?:方|ほう)|は)?(?=[?？。\s]*$)",
        r"\g<new>は？",
    ),
    # Eras and years
    (r"平成(?:のうち|中|の間|時代|年間)に(?!なって)", "1989年1月8日から2019年4月30日までに"),
    (r"令和(?:に(?:入って|なって)から|になって以降|以降)(?:に)?", "2019年5月1日以降に"),
    (
        r"(?P<decade>(?:19|20)\d)0年代(?:になって|以降|に入って)も(?:まだ|なお)?(?:残(?:って(?:い)?る|る)|続(?:く|いて(?:い)?る)|有効な|生きて(?:い)?る)",
        r"満了日が\g<decade>0年1月1日以降の",
    ),
    # Those whose law is not stated are in no list of another law
    (
        r"(?<=契約を教えて|契約を挙げて|契約の一覧を)[。、]\s*準拠法(?:の|が)(?:記載|定め|規定)?(?:の|が)?ない(?:もの|契約)は(?:除いて|含めないで|含めず)"
        r"(?:ください|下さい)?(?=[。\s]*$)",
        "",
    ),
    # Why somebody asks, with nothing of a contract in it
    (r"^[^。、契約法条約]{2,20}(?:で|に)使(?:い|う)(?:ます)?(?:ので|ため|から)、", ""),
    (r"、[^、。契約法条約]{2,16}に使(?:い|う|い)(?:ます)?[。\s]*$", ""),
    (r"[。、]\s*お手数(?:を)?(?:お)?(?:かけ|掛け)(?:いた)?します[。\s]*$", ""),
)  # fmt: skip
_PATTERNS = tuple((re.compile(pattern), spelled) for pattern, spelled in _SENTENCES)
_TURNS = {"再来年": 2, "さ来年": 2, "一昨年": -2, "おととし": -2}
_YEARS = re.compile(rf"(?P<which>{'|'.join(_TURNS)})(?!度)(?:の(?=\d{{1,2}}月))?")


def half_sentences_spelled_out(text: str, today: date) -> str:
    """A folded question with its half sentences and roundabout ways spelled out."""
    text = _YEARS.sub(lambda match: f"{today.year + _TURNS[match['which']]}年", text)
    for pattern, spelled in _PATTERNS:
        text = pattern.sub(spelled, text)
    return text
