"""Conditions that a question puts on contracts: dates, law, parties, types, language, clauses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from core.graph.question_grammar.grammar_nouns import field_of, field_pattern
from core.graph.question_grammar.grammar_plan import (
    ClauseIs,
    Condition,
    DateIn,
    LanguageIs,
    Law,
    LawIs,
    PartyFrom,
    TypeIs,
)
from core.graph.question_grammar.grammar_words import TAKEN, Words
from core.lexicon import Place, PlaceFound, places_in
from core.questions import FIELDS, DateField, Mention, Range, mentions, ranges, types_in, until_yesterday
from core.taxonomy import taxonomy

_NEAR = 28
_SHORT = {"Us": "US", "Usa": "US", "Uk": "GB"}
_NOT_A_CLAUSE = ("document_name", "parties")
_LAW_BEFORE = re.compile(
    r"(?P<no>\b(?:not|isn't|aren't|except|other than|outside)\s+)?(?:\bgoverned by|\bsubject to|\bunder|\blaws? of|"
    r"\bgoverning laws? (?:is|are|of|in|being)|\blaws? in|\blaw (?:is|being)|\bwith)?\s*"
    r"(?:the\s+)?(?:laws?\s+of\s+)?(?:the\s+)?(?:(?:state|commonwealth)\s+of\s+)?$"
)
_LAW_CUE = re.compile(r"governed by|subject to|laws? of|governing laws?|laws? in|law (?:is|being)")
_LAW_AFTER = re.compile(r"(?:-|\s)*laws?(?![a-z])|\s+as (?:the )?governing law")
_LAW_AFTER_JA = re.compile(
    r"(?:州|国)?法(?:令)?(?:(?P<other>以外)を(?:契約の)?準拠法と(?:する|した|している)|に?(?:準拠"
    r"|基づ[くい])(?:し|する|した|している|て)?|を(?:契約の)?準拠法(?:と(?:し|する|した|して)|に)?|"
    r"が(?:契約の)?準拠法(?:の|で|である|と(?:なって|なる))?)?(?P<no>以外|で(?:は)?ない|ではなく)?"
)
_LAW_BEFORE_JA = re.compile(r"準拠法(?:が|は|を|:)$")
_PARTY_BEFORE = re.compile(
    r"(?:part(?:y|ies)|compan(?:y|ies)|counter-?part(?:y|ies))\s+(?:(?:that\s+(?:is|are|was|were)\s+)?"
    r"(?:incorporated|organi[sz]ed|established|registered|based)\s+in|from|in)\s+(?:the\s+)?(?:state\s+of\s+)?$"
)
_PARTY_AFTER_JA = re.compile(
    r"(?:の|国籍の|で設立された|所在の)?(?:当事者|会社|法人|企業)(?:が(?:いる|ある)|との|を(?:含む|当事者とする))?"
)
_PARTY_AFTER = re.compile(r"\s+(?:parties|party|compan(?:y|ies)|counter-?part(?:y|ies))(?![a-z])")
_EITHER = re.compile(
    rf"[\s,{TAKEN}]*(?:and/or|or|and|,|または|又は|もしくは|か|と|や|、|および|及び)?[\s{TAKEN}]*(?:the\s+)?"
)
_LAWS_JOINED = re.compile(rf"(?:\s*(?:contracts?|agreements?|の?契約))?{_EITHER.pattern}")
_WRITTEN_JA = r"(?:契約|で書|版)"
_LANGUAGES = {
    "en": r"(?:in|written in|drafted in)\s+english(?!\s+law)|english[- ]language"
    rf"|英語の?(?={_WRITTEN_JA})(?:で書かれた)?|英文(?=契約)",
    "ja": r"(?:in|written in|drafted in)\s+japanese(?!\s+law)|japanese[- ]language"
    rf"|日本語の?(?={_WRITTEN_JA})(?:で書かれた)?|和文(?=契約)",
}
_NEGATIVE_EN = re.compile(
    r"\b(?:without|no|not|lacks?|lacking|missing|absent|neither|nor|never|none|omits?|omitting|excludes?"
    r"|excluding|free of|"
    r"free from|don't|doesn't|do not|does not|isn't|aren't|hasn't|haven't|any|an?|the|both|either|state|"
    r"states|specify|specifies|provide|provides|mention|mentions|is|are|known|stated)\b"
)
_NEGATIVE_JA = re.compile(
    r"[のが]?(?:ない|なし|無い|無し|なく|無く|含まない|含まず|定めのない|規定のない|欠く|欠いて(?:いる)?"
    r"|ありません|付き|つき|あり|ある|"
    r"含まれない|含まれていない|も|もない|だが|が|あるが|ありの|なしの)"
)
_STATED_JA = re.compile(
    r"(?:条項)?(?:の(?:記載|定め|規定))?[がのも]?(?:ある|あり|有|ない|なし|無|なく|含|欠|明記|記載|定め)|(?:条項)?(?:付き|つき)"
)
_STATED_EN = re.compile(
    r"\b(?:with|without|have|has|having|no|not|lacks?|lacking|missing|states?|specif(?:y|ies)|provides?|contains?|"
    r"containing|includes?|including|mentions?)\b[^,]{0,24}$"
)
_JOINED = re.compile(r"\b(?:or|and|but|yet|either|nor)\b|または|又は|もしくは|若しくは|両方|どちらも|いずれも")


def read_dates(words: Words, today: date, default: str | None = None) -> list[Condition]:
    """Windows of dates, each with the date that it is about; one whose date is not named stays untaken.

    Args:
        words: the question.
        today: what relative dates count from.
        default: the date whose year or month is grouped by; a window without its own date is about it.
    """
    found: list[Condition] = []
    spans: list[tuple[int, int]] = []
    offered = [one for one in ranges(words.rest, today=today) if not one.past]
    for index, one in enumerate(offered):
        low = offered[index - 1].end if index else 0
        high = offered[index + 1].start if index + 1 < len(offered) else len(words.text)
        field = _field(words, one, low, high)
        if field is None and index and (previous := _same_field(words, offered[index - 1], one, found)):
            field = previous
        if field is None:
            field = next((name for name, _ in FIELDS if name == default), None)
        if field is not None:
            words.mark(one.start, one.end)
            spans.append((one.start, one.end))
            words.take(r"(?<=§)中(?:に)?")
            words.take(r"(?<=§)に(?:来る|到来する|迎える)")
            meant = until_yesterday(words.text, one, today=today) if field == "expiration_date" else one
            found.append(DateIn(field, _iso(meant.first), _iso(meant.last)))
    for one in ranges(words.rest, today=today):
        if one.past:
            words.mark(one.start, one.end)
            spans.append((one.start, one.end))
            found.append(DateIn("expiration_date", None, _iso(one.last)))
    return _joined(words, found, spans)


def _joined(words: Words, found: list[Condition], spans: Sequence[tuple[int, int]]) -> list[Condition]:
    # "in 2020 or 2021", "in 2020 and 2021" of one date is one window where the two touch; other alternatives are left
    # and told: no day lies in both.
    if len(found) == 2 and all(isinstance(one, DateIn) for one in found):
        first, second = found
        assert isinstance(first, DateIn)
        assert isinstance(second, DateIn)
        either = re.search(r"§\s*(?:or|and|または|又は|か|と|・)\s*§", words.rest)
        if either and first.field == second.field and first.last and second.first:
            follows = (date.fromisoformat(second.first) - date.fromisoformat(first.last)).days == 1
            if follows:
                words.mark(either.start(), either.end())
                return [DateIn(first.field, first.first, second.last)]
        if first.field == second.field and _apart(first, second):
            for start, end in spans:
                words.give_back(start, end)
            return []
    return found


def _apart(one: DateIn, other: DateIn) -> bool:
    """Whether no day lies in both windows."""
    return bool(
        (one.last and other.first and one.last < other.first) or (other.last and one.first and other.last < one.first)
    )


def _same_field(words: Words, before: Range, here: Range, found: Sequence[Condition]) -> DateField | None:
    gap = words.text[before.end : here.start]
    last = found[-1] if found else None
    return (
        last.field
        if isinstance(last, DateIn) and re.fullmatch(r"\s*(?:or|and|または|又は|か)?\s*(?:in)?\s*", gap)
        else None
    )


def _field(words: Words, one: Range, low: int, high: int) -> DateField | None:
    pattern = re.compile(field_pattern(words.japanese))
    rest = words.rest
    before = list(pattern.finditer(rest, low, one.start))
    after = pattern.search(rest, one.end, high)
    chosen = before[-1] if before else after
    if words.japanese and after is not None:
        adjacent = before and re.fullmatch(r"(?:の日)?(?:が|は|:)?", rest[before[-1].end() : one.start])
        chosen = before[-1] if adjacent else after
    if chosen is None:
        return None
    words.mark(chosen.start(), chosen.end())
    gap_start, gap_end = sorted((chosen.end(), one.start)) if chosen.start() < one.start else (one.end, chosen.start())
    if words.japanese:
        after_field = re.match(
            r"(?:日)?(?:が|は)?(?:来る|到来する|する|した|となる|予定の?|される|された|されて(?:いる)?|され"
            r"|して(?:いる)?|し|を迎える)?",
            rest[chosen.end() :],
        )
        if after_field:
            words.mark(chosen.end(), chosen.end() + after_field.end())
    else:
        linking = re.compile(r"\b(?:dates?|due|falls?|falling|lies?|whose|an?|will|is|are|between|that|from|to)\b")
        for match in linking.finditer(rest, gap_start, gap_end):
            words.mark(match.start(), match.end())
        for match in re.finditer(
            r"\b(?:due to|due|up for|will|became|become|becomes|went|whose|an|dates?|coming to)\b", rest
        ):
            if abs(match.end() - chosen.start()) <= 2 or abs(match.start() - chosen.end()) <= 2:
                words.mark(match.start(), match.end())
    return field_of(chosen.group(1))


def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def read_laws(words: Words) -> list[Condition]:
    """Governing laws and countries of parties that a question names; a place without either role stays untaken."""
    # A place is known by its capitals.
    text = re.sub(r"[a-z][a-z'.]*", lambda match: match.group().title(), words.rest)
    if len(text) != len(words.text):
        return []
    laws: list[tuple[int, int, Law, bool]] = []
    countries: list[str] = []
    waiting: list[tuple[int, int, Law]] = []
    for found in _places(text):
        law = Law(found.place.country, found.place.state)
        before, after = words.rest[: found.start], words.rest[found.end :]
        if words.japanese:
            role, start, end, no = _role_ja(before, after, found.start, found.end)
        else:
            role, start, end, no = _role_en(before, after, found.start, found.end)
        if role == "law":
            joined = [one for one in waiting if _EITHER.fullmatch(words.text, one[1], start)]
            laws += [(one[0], one[1], one[2], no) for one in joined]
            laws.append((start, end, law, no))
            waiting = []
        elif role == "party" and law.state is None:
            words.mark(start, end)
            countries.append(law.country)
        elif laws and _EITHER.fullmatch(words.text, laws[-1][1], found.start):
            laws.append((found.start, found.end, law, laws[-1][3]))
        else:
            waiting.append((found.start, found.end, law))
    conditions: list[Condition] = [PartyFrom(tuple(countries))] if countries else []
    for wanted in (True, False):
        together: list[list[tuple[int, int, Law, bool]]] = []
        for one in (one for one in laws if one[3] is not wanted):
            words.mark(one[0], one[1])
            if together and _LAWS_JOINED.fullmatch(words.text, together[-1][-1][1], one[0]):
                words.mark(together[-1][-1][1], one[0])
                together[-1].append(one)
            else:
                together.append([one])
        conditions += [LawIs(tuple(dict.fromkeys(one[2] for one in same)), wanted) for same in together]
    return conditions


def _places(text: str) -> list[PlaceFound]:
    # "US law": two letters that are a country only where law follows.
    short = [
        PlaceFound(match.start(), match.end(), Place(_SHORT[match.group()]))
        for match in re.finditer(rf"\b(?:{'|'.join(_SHORT)})\b(?=[\s-]+Laws?\b)", text)
    ]
    return sorted([*places_in(text, adjectives=True), *short], key=lambda found: found.start)


def _role_en(before: str, after: str, start: int, end: int) -> tuple[str, int, int, bool]:
    lead = _LAW_BEFORE.search(before)
    assert lead is not None
    if party := _PARTY_BEFORE.search(before):
        return "party", party.start(), end, False
    if party := _PARTY_AFTER.match(after):
        return "party", start, end + party.end(), False
    tail = _LAW_AFTER.match(after)
    if tail or _LAW_CUE.search(lead.group()):
        stop = end + tail.end() if tail else end
        return "law", lead.start(), stop, bool(lead["no"])
    return "", start, end, False


def _role_ja(before: str, after: str, start: int, end: int) -> tuple[str, int, int, bool]:
    lead, tail = _LAW_BEFORE_JA.search(before), _LAW_AFTER_JA.match(after)
    if tail or lead:
        stop = end + tail.end() if tail else end
        if not tail and (no := re.match(r"以外", after)):
            return "law", lead.start() if lead else start, end + no.end(), True
        return "law", lead.start() if lead else start, stop, bool(tail and (tail["no"] or tail["other"]))
    if party := _PARTY_AFTER_JA.match(after):
        return "party", start, end + party.end(), False
    return "", start, end, False


def read_types(words: Words) -> list[Condition]:
    """Agreement types that a question names."""
    found = types_in(words.rest)
    if not found:
        return []
    lead = re.search(r"\b(?:not|other than|except|excluding)\s+(?:an?\s+)?$", words.rest[: found[0].start])
    tail = re.match(r"以外", words.rest[found[-1].end :])
    for index, one in enumerate(found):
        words.mark(one.start, one.end)
        if index and _EITHER.fullmatch(words.text, found[index - 1].end, one.start):
            words.mark(found[index - 1].end, one.start)
    if lead:
        words.mark(lead.start(), lead.end())
    if tail:
        words.mark(found[-1].end, found[-1].end + tail.end())
    return [TypeIs(tuple(dict.fromkeys(one.code for one in found)), wanted=not (lead or tail))]


def read_language(words: Words) -> list[Condition]:
    """The language that a question asks contracts to be written in."""
    return [LanguageIs(code) for code, pattern in _LANGUAGES.items() if words.take(pattern)]


def read_clauses(words: Words) -> list[Condition]:
    """Clause types and facts that should be there or lacking; an alternative without a plain meaning stays untaken."""
    found = [one for one in mentions(words.rest) if one.code not in _NOT_A_CLAUSE]
    found = [one for place, one in enumerate(found) if _is_asked_for(words, found, place)]
    either = _either(words, found)
    if not found or either is None:
        return []
    rest = words.rest
    gaps = [(0, found[0].start), *((a.end, b.start) for a, b in pairwise(found)), (found[-1].end, len(rest))]
    pattern = _NEGATIVE_JA if words.japanese else _NEGATIVE_EN
    for index, (start, end) in enumerate(gaps):
        for match in pattern.finditer(rest, start, end):
            # Only next to a name: a "not" elsewhere denies something else and must be told.
            before_a_name = index < len(found) and end - match.end() <= _NEAR
            if before_a_name or (index and match.start() - start <= _NEAR):
                words.mark(match.start(), match.end())
        if 0 < index < len(found):
            # Before the first name and after the last one "or" joins something else and must be told.
            for match in _JOINED.finditer(rest, start, end):
                words.mark(match.start(), match.end())
    for one in found:
        words.mark(one.start, one.end)
    if not either:
        words.take(r"(?<=§)(?:条項)?の(?:両方|双方|どちら|いずれ)も?(?=[がを]?(?:ある|あり|含|な|§))")
    positive = list(dict.fromkeys(one.code for one in found if one.polarity == "with"))
    negative = list(dict.fromkeys(one.code for one in found if one.polarity == "without"))
    conditions: list[Condition] = []
    if either:
        conditions.append(ClauseIs(tuple(positive)))
    else:
        conditions += [ClauseIs((code,)) for code in positive]
    return conditions + [ClauseIs((code,), wanted=False) for code in negative]


def _is_asked_for(words: Words, found: Sequence[Mention], place: int) -> bool:
    """Whether a name stands for a clause or fact that should be there or not.

    Any clause does. A fact, such as the governing law or a date, is mostly spoken of for its value: it must be said
    that it is there or lacking.
    """
    one = found[place]
    if taxonomy().get(one.code).kind == "clause":
        return True
    if words.japanese:
        return _STATED_JA.match(words.rest[one.end :]) is not None or (
            place + 1 < len(found)
            and _STATED_JA.match(words.rest[found[place + 1].end :]) is not None
            and re.fullmatch(r"[もやと、・]|または|又は|及び|および", words.rest[one.end : found[place + 1].start])
            is not None
        )
    before = words.rest[found[place - 1].end if place else 0 : one.start]
    return _STATED_EN.search(before) is not None or (
        place > 0 and re.fullmatch(r"\s*(?:,|and|or|nor)\s*(?:an?\s+|any\s+)?", before) is not None
    )


def _either(words: Words, found: Sequence[Mention]) -> bool | None:
    """Whether one of the wanted categories is enough; None where "or" stands between a wanted and an unwanted one."""
    wanted = [one for one in found if one.polarity == "with"]
    alternative = [one for one in wanted[1:] if one.alternative]
    for before, here in pairwise(found):
        if here.alternative and before.polarity != here.polarity:
            return None
    if not alternative:
        return False
    gaps = [words.text[a.end : b.start] for a, b in pairwise(wanted)]
    return (
        True
        if all(
            one.alternative or re.fullmatch(r"\s*[,、・]\s*", gap) for one, gap in zip(wanted[1:], gaps, strict=True)
        )
        else None
    )
