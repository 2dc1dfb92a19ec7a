"""Conditions that a question puts on contracts: dates, law, parties, types, language, clauses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import pairwise

from core.asked.agreements import types_in
from core.asked.mentions import Mention, folded, mentions
from core.asked.windows import FIELDS, DateField, Range, ranges
from core.graph.by_party import FLOOR, name_score
from core.graph.cypher.grammar_nouns import field_of, field_pattern
from core.graph.cypher.grammar_plan import (
    ClauseIs,
    Condition,
    DateIn,
    LanguageIs,
    Law,
    LawIs,
    PartyFrom,
    PartyIs,
    TypeIs,
)
from core.graph.cypher.grammar_words import TAKEN, Words
from core.names import normal_name
from core.places import Place, PlaceFound, places_in

_SHORTEST_NAME = 3
_BEGIN = 3
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
_JOINED = re.compile(r"\b(?:or|and|but|yet|either|nor)\b|または|又は|もしくは|若しくは|両方|どちらも|いずれも")


def read_parties(words: Words, question: str, parties: Sequence[str]) -> list[Condition]:
    """Organizations of the portfolio that a question names as they are written, white space and legal form aside."""
    places: list[tuple[int, int, PartyIs]] = []
    rest = words.rest
    for party in _named(tuple(parties)).in_text(rest):
        if not any(said in rest for said in party.said):
            continue
        written = sorted(map(re.escape, party.written), key=len, reverse=True)
        plain = r"[\s,.&'\"\\/-]*".join(map(re.escape, party.core.split()))
        bounded = rf"(?<![a-z0-9])(?:{'|'.join(written)}|{plain})(?![a-z0-9])"
        match = words.take(bounded)
        if match is None:
            continue
        words.take(r"§[,\s]*(?:inc|llc|ltd|corp|co|gmbh|l\.?p|k\.?k|limited|corporation|company)(?![a-z])\.?")
        words.take(r"(?:株式会社|有限会社|合同会社)(?=§)")
        _link(words, "party")
        places.append((match.start(), match.end(), PartyIs(match.group(), party.names)))
        rest = words.rest
    return _parties_joined(words, sorted(places, key=lambda place: place[0]))


@dataclass(frozen=True, slots=True)
class _Named:
    """Organizations that differ in their legal forms alone, and what a question says that names any of them.

    `said` are literals of which a question that names them has at least one: a pattern for each of thousands of names
    takes a second to make.
    """

    core: str
    names: tuple[str, ...]
    written: tuple[str, ...]
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Names:
    """The organizations of a portfolio, the longest core first, and their places by how what names them begins."""

    named: tuple[_Named, ...]
    places: dict[str, list[int]]

    def in_text(self, text: str) -> list[_Named]:
        """Those that a text may name, the longest core first."""
        begins = {text[at : at + length] for length in range(1, _BEGIN + 1) for at in range(len(text))}
        places = {place for begin in begins for place in self.places.get(begin, ())}
        return [self.named[place] for place in sorted(places)]


@lru_cache(maxsize=2)
def _named(parties: tuple[str, ...]) -> _Names:
    """The organizations of a portfolio by the core of their names."""
    by_core: dict[str, list[str]] = {}
    for party in parties:
        by_core.setdefault(_core(party), []).append(party)
    named: list[_Named] = []
    places: dict[str, list[int]] = {}
    for core in sorted(by_core, key=len, reverse=True):
        if len(core.replace(" ", "")) < (_SHORTEST_NAME if core.isascii() else 2):
            continue
        written = tuple(_folded(name) for name in by_core[core])
        said = tuple(dict.fromkeys((max(core.split(), key=len), *written)))
        for literal in said:
            places.setdefault(literal[:_BEGIN], []).append(len(named))
        named.append(_Named(core, tuple(sorted(by_core[core])), written, said))
    return _Names(tuple(named), places)


_core = lru_cache(maxsize=200_000)(normal_name)
_folded = lru_cache(maxsize=200_000)(folded)


def _parties_joined(words: Words, places: list[tuple[int, int, PartyIs]]) -> list[Condition]:
    """One condition for names joined by "or"; several names otherwise must all be parties."""
    found: list[PartyIs] = []
    for index, (start, _, party) in enumerate(places):
        gap = words.text[places[index - 1][1] : start] if index else ""
        either = re.fullmatch(r"[\s,.]*(?:or(?: with)?|または|又は|か)\s*", gap)
        if either:
            words.mark(places[index - 1][1], start)
            found[-1] = PartyIs(f"{found[-1].asked}, {party.asked}", (*found[-1].names, *party.names))
        else:
            found.append(party)
    return list(found)


def read_near_parties(words: Words, question: str, parties: Sequence[str]) -> list[Condition]:
    """An organization whose name is nearly what is left of a question, such as Mount Knowledge for Mount Kowledge."""
    match = re.search(r"[\"“「『](?P<name>[^\"”」』]{2,80})[\"”」』]", question) or re.search(
        r"\b(?:[Ww]ith|[Ff]or|of|between|involving|from|party)\s+(?P<name>(?:[A-Z][\w&.'-]*[,]?\s*)+)", question
    )
    match = match or re.search(
        r"(?P<name>[^\s、。§?？]{2,40}?)(?:との|と締結した|が当事者の|を当事者とする)契約", question
    )
    if match is None:
        return []
    asked = match["name"].strip(" .,?")
    place = words.rest.find(folded(asked))
    if place < 0:
        return []
    names = [party for party in parties if name_score(asked, party) >= FLOOR]
    if not names:
        return []
    words.mark(place, place + len(folded(asked)))
    _link(words, "party")
    return [PartyIs(asked, tuple(sorted(names)))]


def _link(words: Words, kind: str) -> None:
    """Words that tie a party's name to its contracts."""
    words.take(r"\b(?:with|for|of|between|involving|from|by|(?:to )?which|where)\s*(?:the\s+)?(?:party\s+)?(?=§)")
    words.take(r"(?<=§)\s+(?:is|are) (?:a |the )?(?:counter)?part(?:y|ies)(?: to)?")
    words.take(
        r"(?<=§)(?:との間の|との|と締結した|が当事者(?:の|である|となる|になっている)?|を当事者とする|が締結した)"
    )


def read_dates(words: Words, today: date, default: str | None = None) -> list[Condition]:
    """Windows of dates, each with the date that it is about; one whose date is not named stays untaken.

    Args:
        words: the question.
        today: what relative dates count from.
        default: the date whose year or month is grouped by; a window without its own date is about it.
    """
    found: list[Condition] = []
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
            words.take(r"(?<=§)中(?:に)?")
            found.append(DateIn(field, _iso(one.first), _iso(one.last)))
    for one in ranges(words.rest, today=today):
        if one.past:
            words.mark(one.start, one.end)
            found.append(DateIn("expiration_date", None, _iso(one.last)))
    return _joined(words, found)


def _joined(words: Words, found: list[Condition]) -> list[Condition]:
    # "in 2020 or 2021" of one date is one window where the two touch; other alternatives stay untaken and are told.
    if len(found) == 2 and all(isinstance(one, DateIn) for one in found):
        first, second = found
        assert isinstance(first, DateIn)
        assert isinstance(second, DateIn)
        either = re.search(r"§\s*(?:or|または|又は|か)\s*§", words.rest)
        if either and first.field == second.field and first.last and second.first:
            follows = (date.fromisoformat(second.first) - date.fromisoformat(first.last)).days == 1
            if follows:
                words.mark(either.start(), either.end())
                return [DateIn(first.field, first.first, second.last)]
    return found


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
        same = [one for one in laws if one[3] is not wanted]
        for index, (start, end, _, _) in enumerate(same):
            words.mark(start, end)
            if index:
                words.mark(same[index - 1][1], start)
        if same:
            conditions.append(LawIs(tuple(dict.fromkeys(one[2] for one in same)), wanted))
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
    positive = list(dict.fromkeys(one.code for one in found if one.polarity == "with"))
    negative = list(dict.fromkeys(one.code for one in found if one.polarity == "without"))
    conditions: list[Condition] = []
    if either:
        conditions.append(ClauseIs(tuple(positive)))
    else:
        conditions += [ClauseIs((code,)) for code in positive]
    return conditions + [ClauseIs((code,), wanted=False) for code in negative]


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
