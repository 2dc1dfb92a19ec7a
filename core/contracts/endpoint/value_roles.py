"""What words say a value of: a day may be that of signing, of effect or of the end, a length that of a notice.

A value that stands in its words proves nothing while they say it of something else: "made on March 1" is no end, "pays
within sixty days after notice" no period of notice against a renewal, "the courts of Nevada" no governing law.
"""

from __future__ import annotations

import re
import unicodedata

from core.contracts.builtin.terms.fixed_day import fixes_day
from core.contracts.builtin.terms.open_japanese import leaves_open

_BEFORE, _AFTER = 80, 30
_AFTER_DAY: dict[str, re.Pattern[str]] = {
    "agreement_date": re.compile(
        r"[^。.;]{0,24}(?:締結|調印|署名|記名|合意し|作成)|\s*(?:付(?!随|録|属|加)|\(?[\"“(]?(?:the\s+)?[\"“]?(?:agreement|signing)\s+date)",
        re.IGNORECASE,
    ),
    "effective_date": re.compile(
        r"\s*(?:から|より|[~〜～]|を?もって(?:発効|効力|開始)|に(?:発効|効力|施行|開始)|を(?:効力|発効|開始|始期))|"
        r"\s*[(,]?\s*[\"“(]?(?:the\s+)?[\"“]?(?:effective|commencement)\s+date(?!\s*[:：])|\s*(?:to|through|until)\b",
        re.IGNORECASE,
    ),
    "expiration_date": re.compile(
        r"\s*(?:[)）]\s*)?(?:まで(?!に(?!満了|終了|失効))|を?もって(?:期間)?(?:の)?(?:満了|終了|失効)|に(?:満了|終了|失効)|を(?:満了|終期|期限))|"
        r"\s*[(,]?\s*[\"“(]?(?:the\s+)?[\"“]?(?:expiration|expiry|termination|end)\s+date(?!\s*[:：])",
        re.IGNORECASE,
    ),
}
_BEFORE_DAY: dict[str, re.Pattern[str]] = {
    "agreement_date": re.compile(
        r"\b(?:made|dated|date(?!s)|entered|executed|signed|concluded|agreed)\b[^.;]*$|\bas\s+of\b[^.;]*$|"
        r"(?:締結日?|契約(?:締結)?日|作成日|調印日|署名日|日付)[^。]{0,12}$",
        re.IGNORECASE,
    ),
    "effective_date": re.compile(
        r"\b(?:effective|commenc\w*|beginn?\w*|begins?|starts?|starting|in(?:to)?\s+(?:force|effect)|"
        r"tak(?:es?|ing)\s+effect|from|as\s+of|since)\b[^.;]*$|"
        r"(?:発効|効力|開始|始期|施行|有効期間)[^。]{0,12}$",
        re.IGNORECASE,
    ),
    "expiration_date": re.compile(
        r"\b(?:expir\w*|ends?|ending|laps\w*|terminat\w*|until|through|to|till|up\s+to|"
        r"continu\w*)\b[^.;]*$|(?:満了|終了|終期|期限|失効|[~〜～])[^。]{0,12}$",
        re.IGNORECASE,
    ),
}
_OTHER_ROLE = re.compile(
    r"\b(?:made|dated|entered|executed|signed|effective|commenc\w*|begins?|beginning|starts?|starting|from|expir\w*|"
    r"ends?|ending|laps\w*|terminat\w*|until|through|draft|sent|received|delivered|invoice\w*|paid|payable|due|as\s+of|to|"
    r"締結|満了|終了)\b",
    re.IGNORECASE,
)
_ANOTHER_BEFORE = re.compile(
    r"\b(?:the|that|a|an|certain|prior|previous|original|existing|said|such|an?other)\s+(?:certain\s+)?"
    r"(?:[A-Z][\w&-]*\s+){0,6}(?:Agreement|Contract|Lease|Deed|Memorandum|Licen[cs]e)\b(?:\s+\([^()]{0,40}\))?"
    r"(?:\s+(?:between|among|by|with)\s[^.;]{0,80}?)?,?\s+(?:originally\s+)?(?:dated|made|entered\s+into|executed|signed)"
    r"(?:\s+(?:as\s+of|on|the))*\s*$"
)
_ANOTHER_PAPER = re.compile(
    r"\b(?:(?i:the|that|an?|its|his|her|their|our|your|certain|prior|previous|original|existing|said)\s+|[\w.]+['’]s?\s+)"
    r"(?:[\w&.-]+\s+){0,4}(?i:heads\s+of\s+terms|mortgage|deed\s+of\s+trust|(?:promissory\s+)?note|bond|debenture|order|quotation|offer|"
    r"proposal|invoice|policy|letter|certificate|licen[cs]e|permit|resolution|minutes|term\s+sheet|prospectus|"
    r"power\s+of\s+attorney|judgment|report|statement\s+of\s+work|plan|by-?laws|articles|will|patent|application)"
    r"(?:\s+\([^()]{0,40}\))?(?:\s+(?:with|of|between|by|from|to|in\s+favou?r\s+of)\s[^.;]{0,60}?)?,?\s+"
    r"(?:which\s+was\s+|originally\s+)?(?:dated|made|entered\s+into|executed|signed|issued|granted|given|sent)"
    r"(?:\s+(?:as\s+of|on|the))*\s*$"
)
"""A paper that is no contract and has a day of its own: "the Landlord's mortgage with First Bank, dated"."""
_ANOTHER_AFTER = re.compile(
    r"\s*(?:付け?の?|に?締結(?:した|された|の)|に交わした)[「『]?[^\s。、「」]{0,30}?(?:契約|覚書|合意|協定|見積|注文|発注|請求|申込|通知|提案|仕様|届出|議事録|証券|許可証|鑑定)書?[」』]?"
    r"(?=は|を|に|が|の|と|、|$|\s*[(（]以下、?[「『](?!本))"
)
_RECKONED_FROM = re.compile(
    r"\b(?:anniversary\s+(?:of|from)|(?:years?|months?|weeks?|days?)\s+(?:after|from|of|following))\s*(?:the\s+)?$",
    re.IGNORECASE,
)
"""Words before a day from which another day is reckoned."""
_ENDS_STRONGLY = re.compile(
    r"\b(?:expir\w*|ends?|ending|laps\w*|terminat\w*|in\s+(?:force|effect)|continu\w*)\b|満了|終了|終期|失効|期間",
    re.IGNORECASE,
)
_TERM_IS_MEANT = re.compile(
    r"\b(?:agreement|contract|lease|licen[cs]e|term|engagement|appointment|subscription|venture|tenancy|"
    r"employment|arrangement|expir\w*|period)\b|契約|期間|有効|満了",
    re.IGNORECASE,
)
_TERM_OF_ANOTHER = re.compile(
    r"\b(?:warrant\w*|guarant\w*|support|maintenance|insurance|policy|offer|option|discounts?|prices?|invoices?|payments?|"
    r"repa\w+|deliver\w*|right\s+of\s+first|exercis\w*|long-?stop|notif\w*)\b|保証|保険|納付|支払|納入|納品|返済|引渡|提出|"
    r"通知|値引",
    re.IGNORECASE,
)


_OTHERS_PERIOD = re.compile(
    r"\b(?:warranty|guarantee|support|maintenance|insurance|policy|option|exclusivity|cure|grace|payment|claims?)\s+(?:period|term)\b|"
    r"(?:保証|保険|保守|納付|支払|返済|据置|猶予|試用|提出)[^。、]{0,6}の?(?:有効)?期間",
    re.IGNORECASE,
)
"""A length of something else than the contract, though it is called a period."""


def _is_anothers(words: str, start: int, end: int) -> bool:
    """Whether a day is that of another contract which the same sentence names."""
    own = re.search(r"本(?:契約|覚書|合意)[^。]{0,4}$", words[:start]) is not None
    before = words[:start]
    if _ANOTHER_BEFORE.search(before) is not None or _ANOTHER_PAPER.search(before) is not None:
        return True
    return _ANOTHER_AFTER.match(words[end:]) is not None and not own and not re.match(r"\s*付で", words[end:])


def _ends_the_term(words: str, start: int, end: int) -> bool:
    """Whether the sentence of a day speaks of the contract's own time, and not of a warranty's or a payment's."""
    sentence = re.split(r"[.;。\n](?=\s|$)", words[:start])[-1] + re.split(r"[.;。\n](?=\s|$)", words[end:])[0]
    if _TERM_OF_ANOTHER.search(sentence) and not _TERM_IS_MEANT.search(_OTHERS_PERIOD.sub("", sentence)):
        return False
    return _ENDS_STRONGLY.search(sentence) is not None or _TERM_IS_MEANT.search(sentence) is not None


_MAY_BE_ENDED = re.compile(r"\b(?:may|can|entitled\s+to|right\s+to)\s+(?:be\s+)?terminat\w*[^.;]*$", re.IGNORECASE)


def _left_open(words: str, start: int) -> bool:
    """Whether the words only say by when the end must or may come, or that a day is one of several."""
    may_be_ended = _MAY_BE_ENDED.search(words[:start]) is not None
    return may_be_ended or not fixes_day(words, 0, len(words), start) or leaves_open(words)


def day_plays(name: str, words: str, start: int, end: int) -> bool:
    """Whether words say of a day at some place that it is the one of signing, of effect, or of the end.

    Args:
        name: agreement_date, effective_date or expiration_date.
        words: the words as they are read.
        start: where the day begins in them.
        end: where it ends.
    """
    if speaks_of_another(words) or _is_anothers(words, start, end) or _RECKONED_FROM.search(words[:start]):
        return False
    if name == "expiration_date" and (not _ends_the_term(words, start, end) or _left_open(words, start)):
        return False
    before, after = words[max(0, start - _BEFORE) : start], words[end : end + _AFTER]
    if _AFTER_DAY[name].match(after):
        return True
    if any(pattern.match(after) for other, pattern in _AFTER_DAY.items() if other != name):
        return False
    cue = _BEFORE_DAY[name].search(before)
    if cue is None:
        return False
    # "commences on April 1 and ends on March 31": the nearest word tells.
    nearest = list(_OTHER_ROLE.finditer(before))
    return not nearest or nearest[-1].start() <= _last_start(name, before)


def _last_start(name: str, before: str) -> int:
    """Where the last word that gives a day its role begins."""
    at = -1
    for place in range(len(before)):
        match = _BEFORE_DAY[name].match(before, place)
        if match is not None:
            at = place
    return at


_NOTICE = re.compile(
    r"\b(?:prior|before|ahead|advance|notice|notify|notifies|notification)\b|前|まで|通知|申し?[出入]", re.IGNORECASE
)
_OF_THE_END = re.compile(
    r"\b(?:expir\w*|ends?|ending|laps\w*|prolong\w*|maturity|"
    r"renew\w*|extend\w*|extension|terminat\w*|cancel\w*|non-?renewal|anniversary)\b|満了|終了|更新|延長|解約|解除",
    re.IGNORECASE,
)
_OF_OTHER_THINGS = re.compile(
    r"\b(?:breach\w*|cure\w*|default\w*|invoices?|pays?|payment|payable|insolven\w*|deliver\w*|warrant\w*|confidential\w*|"
    r"audit\w*|support|maintenance)\b|請求書|支払|代金|違反|是正|催告|不履行|納入|引渡|検収|保証|秘密|監査|競業",
    re.IGNORECASE,
)
_RENEWS = re.compile(
    r"\b(?:renew\w*|exten(?:d|sion)\w*|prolong\w*|(?:successive|additional|further)(?=[^.;]{0,60}\b(?:terms?|periods?|years?|months?|weeks?|days?|quarters?)\b)|continu\w*(?=[^.;]{0,40}\b(?:thereafter|from\s+\w+\s+to|"
    r"additional|successive|further)\b)|(?:year|month)[\s-]+to[\s-]+(?:year|month))\b|"
    r"更新|延長|継続",
    re.IGNORECASE,
)
_NEAR = 120
_BEFORE_THE_END = re.compile(
    r"(?:,?\s+(?:but|and|nor|or)\s+(?:(?:not|no)\s+)?(?:more|greater|later|earlier)\s+than\s+[\w-]+(?:\s*\(\d+\))?\s+"
    r"(?:days|weeks|months|years))?[\s)\]]*(?:['’]s?\s)?\s*(?:(?:or\s+more|in|of|written|prior|calendar|business)\s+){0,3}(?:prior|before|advance|ahead|"
    r"preceding|notice|notif\w+)\b|\s*(?:以上|間)?(?:の|以上の)?\s*(?:前|まえ|事前|予告)",
    re.IGNORECASE,
)
"""Behind the length of a notice: "90 days before", 三か月前."""
_NOTICE_OF = re.compile(
    r"\b(?:notice|notif\w+|notification)\b(?:\s+(?:period\s*)?(?:of|is|shall\s+be|required|in\s+writing|non-?renewal|at|not|no|"
    r"less|fewer|least|than|a|the|minimum|:)\b)*[\s:(]*$|(?:予告|通知)期間[^。]{0,12}$",
    re.IGNORECASE,
)


def length_plays(name: str, words: str, start: int, end: int) -> bool:
    """Whether words say of a length at some place that it is that of a notice against the end, or of a renewal."""
    around = words[max(0, start - _NEAR) : end + _NEAR]
    before, after = words[max(0, start - _NEAR) : start], words[end : end + _NEAR]
    of_notice = _BEFORE_THE_END.match(after) is not None or _NOTICE_OF.search(before) is not None
    if of_notice != (name == "notice_period"):
        return False
    if _OF_OTHER_THINGS.search(around):
        return False
    if name == "notice_period" and _ONLY_IF.search(words) and not _ENDS_OR_RENEWS.search(words):
        return False
    if name == "notice_period":
        return _NOTICE.search(around) is not None and _OF_THE_END.search(around) is not None
    if _WITHIN.search(before) or re.match(r"\s*以内", after):
        return False
    return _RENEWS.search(around) is not None and _NOT_RENEWED.search(words) is None


_WITHIN = re.compile(r"\bwithin\s+(?:the\s+)?(?:[\w-]+\s*)?\(?$", re.IGNORECASE)
_NOT_RENEWED = re.compile(
    r"更新(?:は|も)(?:し|され|行わ)?(?:ない|ません)(?!場合|とき|限り)|更新しない(?:もの)?と(?:する|します)|"
    r"\b(?:shall|will|does|may|is)\s+not\s+(?:be\s+)?(?:subject\s+to\s+)?renew\w*\s*(?=[.;]|$)",
    re.IGNORECASE,
)
_ONLY_IF = re.compile(
    r"\b(?:if|where|when|in\s+case|in\s+the\s+event|should)\b(?:[^.;]|\.(?=\d)){0,160}\b(?:may|entitled|right\s+to)\b[^.;]{0,60}\b(?:terminat|cancel|rescind|withdraw)",
    re.IGNORECASE,
)
_ENDS_OR_RENEWS = re.compile(
    r"\b(?:expir\w*|renew\w*|non-?renewal|extend\w*|extension|anniversary|then-current|convenience|any\s+reason|without\s+cause|"
    r"end\s+of)\b",
    re.IGNORECASE,
)
"""Beside a right to end that something else must call forth: what makes its notice one against the term after all."""
_CHOOSES = re.compile(
    r"\bgovern\w*|\bconstru\w+|\binterpret\w*|\bapplicable\s+law|\bin\s+accordance\s+with\s+the\s+(?:substantive\s+)?laws?\b|"
    r"\blaws?\b[^.;]{0,30}\bappl(?:y|ies|icable)\b|\blaws?\b[^.;]{0,60}\bgovern|"
    r"\bsubject\s+to\s+(?:the\s+)?[\w\s]{0,30}\blaws?\b|\b(?:choice|law)\s+of\s+law\b|準拠|適用(?:法|され)|"
    r"法(?:律|令)?(?:に(?:従|より|よる|よって|基づ)|を適用|が適用)|法律?の適用",
    re.IGNORECASE,
)


_FOUNDED = re.compile(
    r"\b(?:organi[sz]ed|incorporated|existing|formed|established|registered)\b[^.;]{0,60}\blaws?\b|"
    r"法(?:律|令)?に(?:基づ[きい]て?|従[いっ]て?|より|準拠して?)[^。、]{0,12}(?:設立|組織|存続|登記)",
    re.IGNORECASE,
)
_GOVERNS_PLAINLY = re.compile(r"\bgovern\w*|\bconstru\w+|\binterpret\w*|準拠法|解釈|適用", re.IGNORECASE)


def chooses_law(words: str) -> bool:
    """Whether words say which law governs, and do not only name a place or what a company was founded under."""
    if _FOUNDED.search(words) and not _GOVERNS_PLAINLY.search(words):
        return False
    return _CHOOSES.search(words) is not None


def speaks_of_this(words: str) -> bool:
    """Whether words name this contract."""
    return _THIS.search(words) is not None or _OF_THIS.search(words) is not None


_ANOTHER = re.compile(
    r"\b(?:the|that|a|an|certain|prior|previous|original|existing|said)\s+(?:certain\s+)?"
    r"(?:[A-Z][\w-]*\s+){0,5}(?:Agreement|Contract|Lease|Deed|Memorandum)\b"
    r"(?:\s+(?:between|among|by)\s[^.;]{0,80})?,?\s+dated\b|"
    r"(?:別途|別に|締結済みの|先に)[^。]{0,12}締結(?:した|する|された)|付(?:け)?の?[「『]?[^\s。、]{1,20}契約(?:書)?(?:は|を|に)",
    re.IGNORECASE,
)
_THIS = re.compile(
    r"\bthis\s+[\"“]?(?:[A-Z][\w-]*\s+){0,5}(?:Agreement|Contract|Lease|Deed|Memorandum)\b|本契約|本覚書|本合意",
    re.IGNORECASE,
)


_OF_THIS = re.compile(
    r"\b(?:this|these|the)\s+(?:[\w-]+\s+){0,3}(?:agreement|contract|lease|deed|terms|letter|order|instrument|memorandum)\b|"
    r"\b(?:hereof|hereunder|herein|hereto)\b|(?:本|この)(?:契約|覚書|合意|協定|証書|書|約款|規約|条件)",
    re.IGNORECASE,
)


def speaks_of_another(words: str) -> bool:
    """Whether words speak of another, dated contract and not of this one."""
    return _ANOTHER.search(words) is not None and _THIS.search(words) is None


def names_whole(words: str, name: str) -> bool:
    """Whether a name stands in words as whole words, case, width and blanks aside."""
    whole, plain = (re.sub(r"\s+", " ", unicodedata.normalize("NFKC", part)).casefold() for part in (name, words))
    tight = re.sub(r"[\s\W_]+", "", whole)
    if not tight:
        return False
    if not tight.isascii():
        return tight in re.sub(r"[\s\W_]+", "", plain)
    pattern = r"[\W_]*".join(re.escape(word) for word in re.findall(r"\w+", whole))
    return re.search(rf"(?<!\w){pattern}(?!\w)", plain) is not None
