"""What the form of a statement says by itself: a label that says none, a label for a person, a time turned about.

Headings, rows of tables and short answers have no verb that could be compared, and yet they say something. Each test
here can only refuse.
"""

from __future__ import annotations

import re
import unicodedata

from core.qa.support.figures import PlacedFigure, figures, placed_figures

_NONE = re.compile(
    r"(?:[:：|—–=(（]\s*[*_]*|\bis\s+|\bare\s+|^\s*)"
    r"(?:none|nothing|nobody|n/?a|not applicable|not limited|unlimited|free of charge|no\s+[a-z]+(?:\s+[a-z]+)?|"
    r"無し|なし|無制限|無料|定めなし|該当なし|制限なし|上限なし|ありません|不要|自由|[一-龯]{1,6}(?:なし|無し))[*_\s]*[)）]?\s*[|.。]?\s*$",
    re.IGNORECASE,
)
_NONE_WRITTEN = re.compile(
    r"\b(?:none|nothing|nobody|unlimited|uncapped|free(?:ly)?|no (?!more|less|later|earlier|fewer|greater|event)\w+|"
    r"without (?:any )?(?:limit|cap|charge|fee)\w*|not (?:limited|capped|required|applicable))\b|"
    r"なし|無制限|無料|無償|自由|不要|要しない|(?:もの|こと|義務|責任|制限|上限)(?:は|が)?(?:ない|存在しない|負わない)",
    re.IGNORECASE,
)


def says_none(text: str, source: str) -> bool:
    """Whether a line says that there is none of what its label names, where the source says nothing of the kind."""
    plain = unicodedata.normalize("NFKC", text).strip()
    return _NONE.search(plain) is not None and _NONE_WRITTEN.search(source) is None


_LEFT = {
    "before": re.compile(r"(?:\bbefore|\bprior to|\bpreceding)\s+(?:the\s+)?(?:first\s+|last\s+)?$", re.I),
    "during": re.compile(r"(?:\bduring|\bthroughout|\bwithin)\s+(?:the\s+)?(?:first\s+|initial\s+)?$", re.I),
    "after": re.compile(r"(?:\bafter|\bfollowing|\bupon expiry of)\s+(?:the\s+)?(?:first\s+|initial\s+)?$", re.I),
}


def time_turned(text: str, source: str) -> bool:
    """Whether a length of time is one during or before which something is, and in the source one after which it is."""
    flat, claimed = placed_figures(text)
    plain, written = placed_figures(source)
    for figure in claimed:
        if figure.kind != "length" or (mark := _mark(flat, figure)) is None:
            continue
        known = {_mark(plain, other) for other in written if other.value == figure.value and other.kind == "length"}
        if known and None not in known and mark not in known:
            return True
    return _order_turned(text, source)


def _mark(text: str, figure: PlacedFigure) -> str | None:
    before = text[max(0, figure.start - 40) : figure.start]
    return next((mark for mark, pattern in _LEFT.items() if pattern.search(before)), None)


_ORDER = re.compile(r"([一-龯ァ-ヺ]{2})(?:の日|日)?(前|後)(?=の?(?:\d|[〇一二三四五六七八九十百]))")


def _order_turned(text: str, source: str) -> bool:
    """Whether a figure counts from before something and in the source from after it (締結前30日, 締結後30日)."""
    claimed, written = (unicodedata.normalize("NFKC", part) for part in (text, source))
    known: dict[str, set[str]] = {}
    for match in _ORDER.finditer(written):
        known.setdefault(match[1], set()).add(match[2])
    return any(match[1] in known and match[2] not in known[match[1]] for match in _ORDER.finditer(claimed))


_MONTH_NAMES = frozenset(
    "january february march april may june july august september october november december jan feb mar apr jun jul aug "
    "sept sep oct nov dec monday tuesday wednesday thursday friday saturday sunday".split()
)


def is_calendar_word(word: str) -> bool:
    """Whether a word with a capital is a month or a day of the week, which figures compare."""
    return word.casefold().rstrip(".") in _MONTH_NAMES


_GENERIC = frozenset(
    "the inc ltd llc corp corporation company limited group holdings international global american united national "
    "first new institute university bank association partners".split()
)


def other_party_named(text: str, parties: str, words: str) -> bool:
    """Whether a statement names a party that the words do not name, where they name another one.

    Args:
        text: the statement.
        parties: the names of the contract's parties, one a line.
        words: the cited words.
    """
    keys = {key for line in parties.split("\n") if (key := _key_of(line)) is not None}
    named = {key for key in keys if _stands(key, words)}
    return bool(named) and any(_stands(key, text) for key in keys - named)


def _key_of(name: str) -> str | None:
    plain = re.sub(r"株式会社|合同会社|有限会社|\(株\)|（株）", " ", name)
    for word in re.split(r"[\s,、（）()]+", plain):
        if len(word) > 2 and word.casefold().rstrip(".") not in _GENERIC:
            return word.rstrip(".")
    return None


def _stands(key: str, text: str) -> bool:
    return re.search(rf"(?<![A-Za-z]){re.escape(key)}(?![A-Za-z])", text, re.IGNORECASE) is not None


_WHO = re.compile(
    r"(?P<done>[一-龯]{2,6}?)(?:の|を)?(?:義務|責任)?(?:を)?(?:負う|負担する|行う|する|う)?(?:者|当事者|側)\s*[*_]*[:：|]\s*[*_]*"
    r"(?P<who>[甲乙丙丁]|[一-龯]{1,5}(?:者|主|人|社))"
)


def who_does(text: str) -> str | None:
    """A line that names who does something (報告義務を負う者：受領者) as a sentence; None for other lines."""
    match = _WHO.search(unicodedata.normalize("NFKC", text))
    return None if match is None else f"{match['who']}は{match['done'].removesuffix('義務')}する。"


def ends_written(source: str) -> tuple[str, ...]:
    """Words that a statement may use for a day of which its source says 日から or 日まで, in both languages."""
    found = figures(source)
    if not found.days and not found.months:
        return ()
    begins = re.search(r"[日月年](?:から|より)|\b(?:from|as of|commenc|effective)", source, re.IGNORECASE)
    ends = re.search(r"[日月年](?:まで|をもって)|\b(?:until|through|to)\b", source, re.IGNORECASE)
    return (*(_BEGIN_WORDS if begins else ()), *(_END_WORDS if ends else ()))


_BEGIN_WORDS = ("開始", "始期", "開始日", "始まる", "begins", "starts", "commences")
_END_WORDS = ("満了", "満了日", "終了", "終了日", "終期", "期限", "ends", "expires", "expiry")
