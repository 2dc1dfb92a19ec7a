"""What a question asks for: a count, a share, a statistic, a list of contracts in some order, groups."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import cast

from core.asked.numbers import NUMBER, number_of
from core.asked.windows import DateField
from core.graph.cypher.grammar_nouns import (
    dimension_of,
    dimension_pattern,
    field_of,
    field_pattern,
    quantity_of,
    quantity_pattern,
)
from core.graph.cypher.grammar_plan import Group, Having, Measure, NumberIs, Quantity, Statistic, Unit
from core.graph.cypher.grammar_words import Words

_DEFAULT_TOP = 5
_CONTRACT = r"(?:contracts?|agreements?)"
_COMPARED = (
    r"(?:(?P<more>more than|over|above|greater than|exceeding|longer than)"
    r"|(?P<least>at least|no fewer than|no less than|no shorter than)"
    r"|(?P<less>fewer than|less than|under|below|shorter than)"
    r"|(?P<most>at most|no more than|not more than|up to|no longer than)"
    rf"|(?P<exact>exactly|precisely|just|only))\s+(?:an?\s+)?(?P<n>{NUMBER})"
    rf"|(?P<m>{NUMBER})\s+or\s+(?P<way>more|fewer|less)|(?P<p>\d{{1,6}})\+"
    r"|(?P<several>multiple|several|different)"
)
_COMPARED_JA = (
    rf"(?P<n>{NUMBER})\s*(?P<unit>年|か月|ヶ月|カ月|ヵ月|箇月|日|ページ|頁|つ|個|件|種類|社|者|人|名)?(?:間)?"
    r"(?:(?P<least>以上)|(?P<more>を?超える|を?超えて|を?超|より(?:多い|長い|大きい))"
    r"|(?P<most>以下|以内)|(?P<less>未満|より(?:少ない|短い))|(?P<exact>ちょうど|だけ|のみ))"
)
_SEVERAL_JA = r"(?P<several>複数|2つ以上|二つ以上)"
_UNITS: dict[str, Unit] = {"年": "year", "か月": "month", "ヶ月": "month", "カ月": "month", "ヵ月": "month",
                           "箇月": "month", "日": "day"}  # fmt: skip
_STATISTICS: tuple[tuple[Statistic, str], ...] = (
    ("average", r"average|mean|avg\.?|平均(?:値|的な)?"),
    ("median", r"median|中央値"),
    ("minimum", r"minimum|min\.?|shortest|smallest|lowest|fewest|最小(?:値)?|最短|最少"),
    ("maximum", r"maximum|max\.?|longest|largest|highest|greatest|最大(?:値)?|最長|最多"),
    ("sum", r"total|sum|combined|aggregate|合計(?:値)?|総計|総"),
)
_STATISTIC = "|".join(pattern for _, pattern in _STATISTICS)
_MOST_JA = r"(?:最も|もっとも|一番|いちばん)"


@dataclass(slots=True)
class Head:
    """What was understood of the measure; the conditions are read afterwards."""

    measure: Measure | None = None
    statistic: Statistic | None = None
    quantity: Quantity | None = None
    by_date: DateField | None = None
    group: Group | None = None
    having: Having | None = None
    top: int | None = None
    ascending: bool = False
    distinct: bool = False
    presence: bool = False
    upcoming: bool = False
    numbers: tuple[NumberIs, ...] = ()


def read_head(words: Words) -> Head:
    """The measure of a question; takes the words that say it."""
    head = Head()
    _having(words, head)
    _ordered_list(words, head)
    _numbers(words, head)
    if head.measure is None:
        _share(words, head)
    if head.measure is None:
        _statistic(words, head)
    if head.group is None:
        _group(words, head)
    if head.measure is None and (head.group or _counts(words)):
        head.measure = "count"
    if head.measure is None and _lists(words):
        head.measure = "list"
    return head


def _bounds(match: re.Match[str]) -> tuple[int | None, int | None]:
    """Least and greatest number that a comparison allows, both included."""
    parts = match.groupdict()
    if parts.get("several"):
        return 2, None
    if parts.get("p"):
        return int(parts["p"]), None
    if parts.get("m"):
        number = number_of(parts["m"])
        return (number, None) if parts["way"] == "more" else (None, number)
    number = number_of(parts["n"])
    if parts.get("more"):
        return number + 1, None
    if parts.get("least"):
        return number, None
    if parts.get("less"):
        return None, number - 1
    return (None, number) if parts.get("most") else (number, number)


def _having(words: Words, head: Head) -> None:
    if words.japanese:
        dims = dimension_pattern(True)
        match = words.take(
            rf"(?:契約(?:件数|数)?が)?{_COMPARED_JA}の?(?:契約)?(?:が|を)?(?:ある|あり|持つ|有する|もつ|の)?(?P<dim>{dims})"
        )
        if match is not None and match["unit"] == "件":
            head.having = Having("contracts", *_bounds(match))
            head.group = Group(dimension_of(match["dim"]))
            return
        laws = words.take(
            rf"{_SEVERAL_JA}の準拠法(?:の下)?(?:で|に|の|が|を)?(?:契約)?(?:が|を|に)?"
            rf"(?:している|を締結している|ある|持つ|もつ|またがる|の)?(?P<dim>{dims})"
        ) or words.take(rf"準拠法が{_SEVERAL_JA}(?:ある|の|に(?:またがる|わたる))?(?P<dim>{dims})")
        if laws is not None:
            head.having, head.group = Having("laws", *_bounds(laws)), Group(dimension_of(laws["dim"]))
        return
    dims = dimension_pattern(False)
    match = words.take(
        rf"(?P<dim>{dims})\s+(?:(?:that|which|who)\s+)?(?:with|have|has|having|appear in|occur in)\s+(?:{_COMPARED})\s+"
        rf"(?:different\s+)?(?P<of>{_CONTRACT}|(?:governing\s+)?laws?)"
    ) or words.take(
        rf"(?P<dim>{dims})\s+(?:(?:that|which|who)\s+)?(?:with|have|has|having)\s+{_CONTRACT}\s+"
        rf"(?:under|governed by|in)\s+(?:{_COMPARED})\s+(?:different\s+)?(?P<of>(?:governing\s+)?laws?|jurisdictions?)"
    )
    if match is not None:
        of = "contracts" if re.fullmatch(_CONTRACT, match["of"]) else "laws"
        head.having = Having("contracts" if of == "contracts" else "laws", *_bounds(match))
        head.group = Group(dimension_of(match["dim"]))


def _ordered_list(words: Words, head: Head) -> None:
    number = rf"(?:(?P<k>{NUMBER})\s*)"
    if words.japanese:
        _ordered_list_ja(words, head)
        return
    quantity, field = quantity_pattern(False), field_pattern(False)
    match = words.take(
        rf"(?:top\s+)?{number}?(?P<c>{_CONTRACT})\s+(?:(?:that|which)\s+)?(?:with|has|have|having)\s+the\s+"
        rf"(?P<dir>most|fewest|least|longest|shortest|(?:highest|largest|greatest|lowest|smallest) number of)\s+"
        rf"(?P<q>{quantity})"
    ) or words.take(
        rf"top\s+{number}(?P<c>{_CONTRACT})\s+(?P<dir>by)\s+(?:the\s+)?(?:number of\s+|length of\s+)?(?P<q>{quantity})"
    )
    if match is not None:
        head.measure, head.quantity = "list", quantity_of(match["q"])
        head.ascending = bool(re.match(r"fewest|least|shortest|lowest|smallest", match["dir"]))
        head.top = _top(match["k"], match["c"])
        return
    match = words.take(r"(?P<dir>longest|shortest)\s+(?:contract |agreement )?(?P<q>terms?|durations?)(?![a-z])")
    if match is not None:
        head.measure, head.quantity = "list", "term_days"
        head.ascending, head.top = match["dir"] == "shortest", 1
        return
    soon = r"(?P<dir>next|soonest|first|earliest|last|latest|most recently)"
    match = words.take(
        rf"{number}?(?P<c>{_CONTRACT})\s+(?:(?:that|which|will|to|is|are|was|were|come|comes)\s+)*(?:{field})\s+"
        rf"(?:the\s+)?{soon}(?![a-z]|\s+(?:\d|year|month|week|day|two|three|six))"
    ) or words.take(
        rf"(?P<dir>next|first|last|earliest|latest)\s+{number}?(?P<c>{_CONTRACT})\s+(?:(?:that|which|will|to)\s+)*(?:{field})"
    )
    if match is None:
        match = words.take(
            rf"(?P<dir>earliest|latest|most recent|oldest|newest)\s+{number}?(?P<c>)(?:{field})(?:\s+dates?)?"
        ) or words.take(rf"(?P<dir>most recently|oldest|newest|earliest)\s+{number}?(?:{field})\s+(?P<c>{_CONTRACT})")
    if match is not None:
        named = next(found for found in match.groups()[::-1] if found and re.fullmatch(field_pattern(False), found))
        head.measure, head.by_date = "list", field_of(named)
        head.ascending = match["dir"] in ("next", "soonest", "first", "earliest", "oldest")
        head.upcoming = match["dir"] in ("next", "soonest")
        head.top = _top(match["k"], match["c"])


def _ordered_list_ja(words: Words, head: Head) -> None:
    quantity, field = quantity_pattern(True), field_pattern(True)
    extreme = r"(?P<dir>多い|少ない|長い|短い|最長の?|最短の?)"
    match = words.take(
        rf"(?:{_MOST_JA})?(?P<q>{quantity})(?:が|の)(?:{_MOST_JA})?{extreme}(?:順に)?(?:(?:上位)?の?(?P<k>\d+)件?の?)?契約"
    ) or words.take(rf"(?P<dir>最長|最短)の?(?P<q>(?:契約|有効)期間)(?P<k>)")
    if match is not None:
        head.measure, head.quantity = "list", quantity_of(match["q"])
        head.ascending = match["dir"].startswith(("少", "短", "最短"))
        after = words.take(r"(?:の)?上位(?P<k>\d+)件?|(?P<j>\d+)件(?!以|未|を)")
        head.top = int(match["k"] or (after and (after["k"] or after["j"])) or 1)
        return
    match = (
        words.take(
            rf"(?:{_MOST_JA})?(?P<dir>早く|遅く|近く|最近|次に|先に|最後に){field}(?:の|する)?(?P<k>\d+)?件?の?契約"
        )
        or words.take(
            rf"{field}(?:が|の)(?:{_MOST_JA})(?P<dir>早い|近い|遅い|古い|新しい)(?:(?:順に)?の?(?P<k>\d+)件?の?)?契約"
        )
        or words.take(rf"(?:{_MOST_JA})(?P<dir>早い|近い|遅い|古い|新しい){field}(?P<k>)")
    )
    if match is not None:
        named = next(found for found in match.groups() if found and re.fullmatch(field_pattern(True), found))
        head.measure, head.by_date = "list", field_of(named)
        head.ascending = match["dir"] in ("早く", "近く", "次に", "先に", "早い", "近い", "古い")
        head.upcoming = match["dir"] in ("次に", "近い", "近く")
        after = words.take(r"(?:の)?上位(?P<k>\d+)件?|(?P<j>\d+)件(?!以|未|を)")
        head.top = int(match["k"] or (after and (after["k"] or after["j"])) or 1)


def _top(number: str | None, noun: str) -> int:
    if number:
        return number_of(number)
    return _DEFAULT_TOP if noun.endswith("s") else 1


def _numbers(words: Words, head: Head) -> None:
    found: list[NumberIs] = []
    while (one := _number_ja(words) if words.japanese else _number(words)) is not None:
        found.append(one)
    head.numbers = tuple(found)


def _number(words: Words) -> NumberIs | None:
    counted = r"(?P<q>pages|clause types|clauses|parties|provisions|page|party|clause)"
    match = words.take(
        rf"(?:{_COMPARED.rsplit('|(?P<several>', 1)[0]})\s+(?:different\s+)?{counted}(?: long)?(?![a-z])"
    )
    if match is not None:
        return NumberIs(quantity_of(match["q"]), *_bounds(match))
    match = words.take(
        r"(?:with |have |has |having )?(?:an? |the )?(?:(?P<notice>notice periods?)|(?P<term>(?:contract )?(?:terms?|durations?)|run(?:s|ning)?|last(?:s|ing)?))"
        rf"\s*(?:that is |that are |is |are |of |for )?(?:{_COMPARED.rsplit('|(?P<several>', 1)[0]})\s+(?P<u>year|month|day)s?(?: long)?"
    ) or words.take(
        r"(?P<notice>§)?(?P<term>(?=longer|shorter))"
        rf"(?:{_COMPARED.rsplit('|(?P<several>', 1)[0]})\s+(?P<u>year|month|day)s?(?! of| notice|'s?)"
    )
    if match is None:
        return None
    return _measured(bool(match["notice"]), cast(Unit, match["u"]), match)


def _number_ja(words: Words) -> NumberIs | None:
    quantity = quantity_pattern(True)
    match = words.take(rf"(?P<q>{quantity})(?:が|は|の)?{_COMPARED_JA}(?:の|ある|含む)?")
    if match is None:
        match = words.take(rf"{_COMPARED_JA}の?(?P<q>{quantity})(?:の|を)?(?:持つ|もつ|ある)?")
    if match is None:
        match = words.take(rf"(?P<q>){_COMPARED_JA}(?:の)?(?=契約)")
        if match is None or match["unit"] not in ("ページ", "頁"):
            return _undone(words, match)
        return NumberIs("pages", *_bounds(match))
    kind = quantity_of(match["q"])
    unit = _UNITS.get(match["unit"] or "")
    if kind in ("term_days", "notice_days"):
        return _measured(kind == "notice_days", unit, match) if unit else _undone(words, match)
    return NumberIs(kind, *_bounds(match)) if unit is None else _undone(words, match)


def _undone(words: Words, match: re.Match[str] | None) -> NumberIs | None:
    """Nothing: the words of a match are left again."""
    if match is not None:
        words.give_back(match.start(), match.end())
    return None


def _measured(notice: bool, unit: Unit, match: re.Match[str]) -> NumberIs:
    low, high = _bounds(match)
    if not notice:
        # A term has no next whole number: more than five years is five years and a day.
        if match.groupdict().get("more"):
            return NumberIs("term_days", low and low - 1, None, unit, strict=True)
        if match.groupdict().get("less"):
            return NumberIs("term_days", None, None if high is None else high + 1, unit, strict=True)
        return NumberIs("term_days", low, high, unit)
    days = {"day": 1, "month": 30, "year": 365}[unit]
    if days > 1:
        low = None if low is None else (low - 1) * days + 1 if match.groupdict().get("more") else low * days
        high = None if high is None else (high + 1) * days - 1 if match.groupdict().get("less") else high * days
    return NumberIs("notice_days", low, high)


def _share(words: Words, head: Head) -> None:
    pattern = (
        r"(?:の)?(?:契約の)?(?:割合|比率)|何\s*(?:%|パーセント)|(?:%|パーセント)"
        if words.japanese
        else r"(?:what|which|the)?\s*(?:share|percentages?|per\s?cent|proportion|fraction|%)(?=\s+of|\s+are|\s+have|\s*\?|$)"
    )
    if words.take(pattern):
        head.measure = "share"


def _statistic(words: Words, head: Head) -> None:
    quantity = quantity_pattern(words.japanese)
    if words.japanese:
        match = words.take(rf"(?P<q>{quantity})(?:の|は)?(?P<s>{_STATISTIC})(?:で|は)?") or words.take(
            rf"(?P<s>{_STATISTIC})(?:の)?(?P<q>{quantity})"
        )
        unit = words.take(r"何?(?P<u>年|日)(?:数|間|単位)?(?=で|です|か|$|\?)") if match else None
        words.take(r"(?:1|一)?契約(?:1件)?(?:あたり|当たり|当り)の?|1件(?:あたり|当たり)の?")
        years = bool(unit and unit["u"] == "年")
    else:
        match = words.take(
            rf"(?P<s>{_STATISTIC})\s+(?:(?:of|the|number of|count of|length of|contract|agreement)\s+)*(?P<q>{quantity})"
            rf"(?:\s+(?:(?:of|in)\s+an?|per|a|each|for each)\s+{_CONTRACT})?"
        )
        if match is None:
            average = words.has(r"\bon average\b|\bin total\b|\baltogether\b")
            match = None if not average else words.take(rf"how (?:many|long)\s+(?:are\s+)?(?P<q>{quantity})?(?P<s>)")
            if match:
                said = words.take(r"(?P<s>on average|in total|altogether)")
                head.statistic = "average" if said and said["s"] == "on average" else "sum"
        unit = words.take(r"(?:,\s*)?\(?(?:measured |expressed )?in (?P<u>day|year)s\)?") if match else None
        years = bool(unit and unit["u"] == "year")
    if not match:
        return
    head.quantity = quantity_of(match["q"]) if match["q"] else "term_days"
    if head.quantity == "term_days" and years:
        head.quantity = "term_years"
    head.measure = "statistic"
    if match["s"]:
        head.statistic = next(name for name, pattern in _STATISTICS if re.fullmatch(pattern, match["s"]))


def _group(words: Words, head: Head) -> None:
    if _by_year(words, head):
        return
    if words.take(r"\bwith (?:and|or|versus|vs\.?) without\b|\bby (?:the )?presence of\b|の?有無(?:別|ごと|毎)?"):
        head.presence = True
        return
    named = (_group_ja if words.japanese else _group_en)(words, head)
    if named is not None:
        head.group = Group(dimension_of(named))


def _by_year(words: Words, head: Head) -> bool:
    field = field_pattern(words.japanese)
    if words.japanese:
        match = words.take(rf"(?:{field}の?)?(?P<u>年|月)(?:度)?(?:別|ごと|毎)")
    else:
        unit = r"(?:calendar\s+)?(?P<u>year|month)"
        match = words.take(
            rf"(?:by|per|for each|in each|each|every|across)\s+(?:the\s+|their\s+)?(?:{field}(?:\s+date)?\s+)?{unit}s?"
            rf"(?:\s+(?:of|in which they|they)\s+(?:the\s+|their\s+|were\s+|are\s+)?{field}(?:\s+dates?)?)?(?![a-z])"
        )
    if match is None:
        return False
    named = next((found for found in match.groups() if found and re.fullmatch(field, found)), None)
    if named is None:
        # "How many contracts expire each year": the date's word stands elsewhere in the question.
        found = words.take(field)
        named = found.group(1) if found else None
    if named is None:
        words.give_back(match.start(), match.end())
        return False
    words.take(r"(?<![a-z])dates?(?![a-z])")
    head.group = Group("year" if match["u"] in ("year", "年") else "month", field_of(named))
    return True


def _group_en(words: Words, head: Head) -> str | None:
    dims = dimension_pattern(False)
    number = rf"(?:(?P<k>{NUMBER})\s+)"
    often = r"(?:common|frequent|popular|used|often used|frequently used|prevalent|often|frequently)"
    for pattern in (
        rf"(?:top|first)\s+{number}(?:{often}\s+)?(?P<dir>)(?P<dim>{dims})(?:\s+by\s+(?:number of\s+)?{_CONTRACT})?",
        rf"{number}?(?:most|(?P<dir>least))\s+{often}\s+{number.replace('<k>', '<j>')}?(?P<dim>{dims})",
        rf"(?P<dir>rarest)\s+{number}?(?P<dim>{dims})",
        rf"(?:which|what)\s+{number}?(?P<dim>{dims})\s+(?:(?:is|are|has|have|had|with|appears?|occurs?|governs?|covers?|do|we|our|come|comes|up|used)\s+)+"
        rf"(?:in\s+|under\s+|by\s+)?(?:the\s+)?(?:(?P<dir>fewest|least|rarest)|most)(?:\s+(?:{often}|{_CONTRACT}|of our {_CONTRACT}))*(?:\s+(?:with|under|by))?",
        rf"(?:which|what)\s+{number}?(?P<dim>{dims})\s+(?:do|does|have|are)\s+we\s+(?:have|use|see)\s+(?:the\s+)?(?:(?P<dir>fewest|least)|most)(?:\s+(?:{often}|{_CONTRACT}))*(?:\s+(?:with|under|of))?",
        rf"{number}?(?P<dim>{dims})\s+with\s+the\s+(?:(?P<dir>fewest|least)|most|highest number of|largest number of)\s+{_CONTRACT}",
    ):
        match = words.take(pattern)
        if match is not None:
            count = match["k"] or match.groupdict().get("j")
            head.top = number_of(count) if count else 1 if not _plural(match["dim"]) else _DEFAULT_TOP
            head.ascending = bool(match["dir"])
            return match["dim"]
    for pattern in (
        rf"(?:by|per|for each|for every|in each|in every|under each|with each|grouped by|broken down by|split by|according to|across)\s+(?:the\s+|their\s+|different\s+|each\s+)*(?P<dim>{dims})",
        rf"(?:breakdown|break down|distribution|split)\s+(?:of\s+)?(?:our\s+|the\s+)?(?P<dim>{dims})",
        rf"each\s+(?P<dim>{dims})(?!\s+have)",
    ):
        match = words.take(pattern)
        if match is not None:
            words.take(r"\b(?:breakdown|break down|broken down|distribution|grouped|group|split)\b")
            return match["dim"]
    match = words.take(
        rf"how many\s+(?:(?:different|distinct|unique|separate)\s+)?(?P<dim>{dims})(?!\s+(?:do|does|per|in)\s+(?:the|our|each|a)\s+{_CONTRACT})(?![a-z])"
    ) or words.take(
        rf"(?:which|what|list|show|name|give)\s+(?:(?:me|all|of|the|us|are|our|different|distinct|unique|kinds)\s+)*(?P<dim>{dims})"
        r"(?:\s+(?:that|which))?(?=\s*(?:\?|\.|$|§)|\s+(?:occurs?|appears?|exists?|are there|are used|are represented|do we have|are in|are found|come up|we have|used|in (?:our|the)|with|govern))"
    )
    if match is not None and head.having is None:
        words.take(
            r"\b(?:occurs?|appears?|exists?|are there|are used|are represented|do we have|are found|come up|we have|used|govern)\b"
        )
        head.distinct = True
        return match["dim"]
    return None


def _group_ja(words: Words, head: Head) -> str | None:
    dims = dimension_pattern(True)
    match = words.take(rf"(?P<dim>{dims})(?:別|ごと|毎|単位)(?:に|の|で)?|各(?P<dim2>{dims})(?:の|に|で)?")
    if match is None:
        match = words.take(rf"(?P<dim>{dims})の?(?:内訳|分布|構成)(?P<dim2>)")
    if match is not None:
        words.take(r"の?(?:内訳|分布|構成)(?:を|は)?")
        return match["dim"] or match["dim2"]
    most = (
        rf"(?:{_MOST_JA})?(?:契約(?:件)?(?:数)?[がの])?(?:{_MOST_JA})?(?P<dir>多い|少ない|よく使われる|よくある|一般的な)"
        r"(?:順に)?(?:上位)?の?"
    )
    top = r"(?:(?:上位)?の?(?P<k>\d+|[一二三四五六七八九十])(?:つ|件|社|者|位|個|種類|名)?の?)"
    for pattern in (
        rf"{most}{top}?(?P<dim>{dims})",
        rf"(?P<dim>{dims})(?:は|が|で|の(?:うち|中で))?(?:、)?{most}(?:の)?(?:は)?{top}?",
        rf"上位の?(?P<k>\d+)(?:つ|件|社|者|位|個|種類|名)?の?(?P<dim>{dims})(?P<dir>)",
        rf"(?P<dim>{dims})の?(?:上位|トップ)(?P<k>\d+)(?P<dir>)",
        rf"(?P<dir>)最多の(?P<dim>{dims})(?P<k>)",
    ):
        match = words.take(pattern)
        if match is not None:
            after = words.take(
                r"(?:を|の|は)?(?:上位)?(?P<k>\d+|[一二三四五六七八九十])(?:つ|件|社|者|位|個|種類|名)(?!以|未|を超)"
            )
            count = match["k"] or (after["k"] if after else None)
            head.top = number_of(count) if count else 1
            head.ascending = match["dir"] == "少ない"
            return match["dim"]
    match = words.take(
        rf"(?:どの(?:ような)?|どんな|使われている|出てくる|登場する|ある|現れる)(?P<dim>{dims})(?:が|は|を)?(?:使われて|出て|あり|登場して|現れ)?"
    ) or words.take(
        rf"(?P<dim>{dims})(?:の種類)?(?:は|が|を)(?:何|いくつ|全部で|すべて|全て|列挙|挙げ)(?:種類|社|者|つ)?(?:あり)?"
    )
    if match is not None and head.having is None:
        words.take(r"何(?:種類|社|者|つ)|いくつ")
        head.distinct = True
        return match["dim"]
    return None


def _plural(noun: str) -> bool:
    return noun.split(" of ")[0].endswith("s")


def _counts(words: Words) -> bool:
    return words.has(
        r"\bhow many\b|\bnumber of\b|\bcount\b|\bhow often\b|何件|いくつ|何通|何本|件数|契約数|総数|数えて|集計|何社|何種類"
    )


def _lists(words: Words) -> bool:
    return words.has(rf"\b{_CONTRACT}\b|契約")
