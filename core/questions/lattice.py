"""Which stretches of a question mean what: the cheapest ways to cover it, every letter by exactly one part."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from core.lexicon import NUMBER, country_code, number_of, places_in, state_of
from core.questions.cascade import Token
from core.questions.lexicon import is_japanese, senses
from core.questions.names import Names
from core.questions.plan import Law
from core.questions.ranges import ranges

_NUMBERED = re.compile(
    r"(?:\b(?:contracts?|agreements?|deals?)\s*(?:no\.?|numbers?|nr\.?|#)?\s*|(?<![\w#])(?:no\.|#)\s*)"
    r"(?P<en>\d{1,6}(?:\s*(?:,\s*and|,|and|&|or|to|with|vs\.?)\s*#?\d{1,6})*)(?![\d-]|\.\d)(?!\s*(?:pages|clauses|years))"
    r"|(?:契約書?|案件)\s*(?:番号|no\.?|#)?\s*"
    r"(?P<ja>\d{1,6}(?:\s*(?:、|,|と|及び|および|や)\s*(?:契約)?\d{1,6})*)(?![\d年月日件個つ社])"
    r"|(?P<nth>\d{1,6})\s*番(?:目)?の?契約(?:書)?|^#?(?P<bare>\d{1,6})[\s。.?]*$"
)
_NTH = re.compile(
    r"\bthe (?P<en>first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last)"
    r"(?: (?:one|contract|agreement|of (?:them|those)))"
    r"|(?P<ja>\d{1,2}|[一二三四五六七八九十])(?:番目|つ目|件目|本目)(?:の(?:契約|もの))?"
)
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_KANJI = "一二三四五六七八九十"
_NUMERAL = re.compile(
    rf"(?<![a-z\d.,$¥€£])(?P<n>{NUMBER})(?![\d])(?!\s*(?:億|万|千|円|ドル|%|％|percent|million|billion))"
)
_ADJECTIVE_END = re.compile(r"(?:an|ese|ish|ch|ss|ean|i|k|sh|er)$")
_LATIN = re.compile(r"[^\W\d_ぁ-ゖァ-ヺー一-龠々][^\s\Wぁ-ゖァ-ヺー一-龠々]*(?:['&-]\w+)*|[$¥€£]?\d[\d,.]*%?")
_PUNCTUATION = re.compile(r"(?<=\w)-(?=\w)|(?<!\w)-(?!\d)|[\s.?!。？！「」『』\"“”()（）\[\]【】:：…~〜*`'<>{}|\\^=]")
_BARE_TYPE = 2.4
_ROLE = 2.0
KEPT = 6
"""So many ways to cover a question are read."""


@dataclass(frozen=True, slots=True)
class LatticeEdge:
    """A token with what it costs to read it so."""

    token: Token
    cost: float


def segmentations(text: str, original: str, names: Names, *, today: date) -> list[list[Token]]:
    """The cheapest ways to cover a folded question, best first.

    Args:
        text: the folded question.
        original: as typed; capitals tell names.
        names: names of the portfolio.
        today: what relative days count from.
    """
    edges: dict[int, list[LatticeEdge]] = {}
    for edge in _merged(_edges(text, original, names, today)):
        edges.setdefault(edge.token.start, []).append(edge)
    best: list[list[tuple[float, tuple[Token, ...]]]] = [[] for _ in range(len(text) + 1)]
    best[0] = [(0.0, ())]
    for place in range(len(text)):
        if not best[place]:
            continue
        best[place] = sorted(best[place], key=lambda way: way[0])[:KEPT]
        if _PUNCTUATION.match(text, place):
            best[place + 1] += best[place]
        for edge in edges.get(place, ()):
            for cost, path in best[place]:
                best[edge.token.end].append((cost + edge.cost, (*path, edge.token)))
        unknown = _unknown(text, place)
        taken = {edge.token.end for edge in edges.get(place, ())}
        if unknown is not None and unknown.token.end not in taken:
            for cost, path in best[place]:
                best[unknown.token.end].append((cost + unknown.cost, (*path, unknown.token)))
    return [_whole(path) for _, path in sorted(best[len(text)], key=lambda way: way[0])[:KEPT]]


def _whole(path: Iterable[Token]) -> list[Token]:
    """A path with neighbouring unknown Japanese letters as one unknown word."""
    result: list[Token] = []
    for token in path:
        last = result[-1] if result else None
        if (
            last is not None
            and last.has("unk")
            and token.has("unk")
            and last.end == token.start
            and is_japanese(token.text)
        ):
            result[-1] = Token(last.start, token.end, {"unk": True}, last.text + token.text)
        else:
            result.append(token)
    return result


def _unknown(text: str, place: int) -> LatticeEdge | None:
    if _PUNCTUATION.match(text, place):
        return None
    match = _LATIN.match(text, place)
    if match is not None and (place == 0 or not re.match(r"[a-z0-9]", text[place - 1]) or match.group()[0].isdigit()):
        return LatticeEdge(Token(place, match.end(), {"unk": True}, match.group()), 5.0)
    end = place + 1
    return LatticeEdge(Token(place, end, {"unk": True}, text[place:end]), 3.0)


def _edges(text: str, original: str, names: Names, today: date) -> Iterator[LatticeEdge]:
    found = list(senses(text))
    codes = {sense.value for sense in found if sense.tag == "clause"}
    named = {sense.start for sense in found if sense.tag == "clause" and text.startswith("non-", sense.start)}
    titled = text.title() if len(text.title()) == len(text) else text
    places = [(place.start, place.end) for place in places_in(titled, adjectives=True)]
    titles = {s for s in found if s.tag in ("type", "bare_type") and _CALLED_SO.fullmatch(text[s.start : s.end])}
    among = {s for s in found if s.tag == "bare_type" and _OF_KIND.match(text, s.end)}
    kinds = {(s.start, s.end): s.value for s in (*titles, *among)}
    for sense in found:
        ends = (sense.end, sense.end - 1)
        if sense.tag == "clause" and any(kinds.get((sense.start, end), sense.value) != sense.value for end in ends):
            # 「合併契約」, 「実施許諾で租税条項のあるもの」: a kind of agreement, not one with such a clause.
            continue
        if sense.tag == "refuse" and any(start <= sense.start and sense.end < end for start, end in places):
            # "New York contracts" are not new.
            continue
        if sense.tag == "except" and sense.start in named:
            # "Non-disparagement" is a clause type, not all but disparagement.
            continue
        if sense.tag == "without" and _COMPOUND.match(text, sense.start):
            # "The no-yakuza promise" is a promise, not the lack of one.
            continue
        if sense.tag == "bare_type" and _DONE.match(text, sense.end):
            continue
        if sense.tag == "type" and sense.value in codes and _LOOSE_NOUN.search(text[sense.start : sense.end]):
            # "Non-compete contracts" have the clause; a non-compete agreement is a contract of its own.
            continue
        if sense.tag == "bare_type" and (
            _NOUN_OF_TYPE.search(text[sense.start : sense.end]) or sense in titles | among
        ):
            token = Token(sense.start, sense.end, {"type": sense.value}, text[sense.start : sense.end])
            yield LatticeEdge(token, _price("type", sense.end - sense.start))
            continue
        if sense.tag == "bare_type":
            kind = {"type": sense.value, "bare": True}
            yield LatticeEdge(Token(sense.start, sense.end, kind, text[sense.start : sense.end]), _BARE_TYPE)
            continue
        token = Token(sense.start, sense.end, {sense.tag: sense.value}, text[sense.start : sense.end])
        yield LatticeEdge(token, _price(sense.tag, sense.end - sense.start))
    for span in ranges(text, today=today):
        if span.past:
            continue
        # "as of 1 June": "of" belongs to what stands before it.
        begin = span.start + 3 if text.startswith("of ", span.start) else span.start
        span = replace(span, start=begin)
        meaning: dict[str, object] = {"unread": True} if span.unclear else {"range": span}
        yield LatticeEdge(Token(begin, span.end, meaning, text[begin : span.end]), 0.6)
    yield from _place_edges(text, original)
    for match in _NUMERAL.finditer(text):
        value = number_of(match["n"])
        yield LatticeEdge(Token(match.start(), match.end(), {"num": value}, match.group()), 1.0)
    for match in _NUMBERED.finditer(text):
        part = next(value for value in match.groups() if value)
        numbers = tuple(dict.fromkeys(re.findall(r"\d+", part)))
        yield LatticeEdge(Token(match.start(), match.end(), {"contract": numbers}, match.group()), 0.7)
    for match in _NTH.finditer(text):
        yield LatticeEdge(Token(match.start(), match.end(), {"nth": _ordinal(match)}, match.group()), 0.8)
    called = list(names.spans(text, original))
    firms = [name.end for name in called if name.kind == "party"]
    for start, end, roles in names.roles_in(text):
        beside = any(_BESIDE.fullmatch(text, firm, start) for firm in firms)
        price = 0.3 if beside and not _OF_ROLE.match(text, end) else _role_price(text, start, end)
        yield LatticeEdge(Token(start, end, {"role": roles}, text[start:end]), price)
    for name in called:
        if name.kind == "party":
            yield LatticeEdge(
                Token(
                    name.start,
                    name.end,
                    {"party": tuple(zip(name.choices, name.others, strict=True))},
                    text[name.start : name.end],
                ),
                0.5 if name.whole else 1.2,
            )
        else:
            yield LatticeEdge(
                Token(name.start, name.end, {"contract": name.choices[0]}, text[name.start : name.end]), 1.4
            )


def _role_price(text: str, start: int, end: int) -> float:
    """What a party's role costs: little where the words around it say that somebody is so called."""
    said = _CALLED_BEFORE.search(text, 0, start) or _CALLED_AFTER.match(text, end)
    return 0.3 if said else _ROLE


_COMPOUND = re.compile(r"(?:no|not)-[a-z]")
"""A denial that is the first part of a word: what is so called denies something, and is not itself denied."""
_DONE = re.compile(r"する|し(?:て|た)|され|を(?=受け|与え|行|出す|出し[^て。]|許|提供|持|もら|認|得|取得|付与)")
"""After the name of a type: somebody does it, or does something with it, and no contract is so called."""
_NOUN_OF_TYPE = re.compile(r" (?:agreements?|contracts?|deals?|arrangements?|undertakings?)$")
"""Where it is said, an everyday word for a kind of agreement is as telling as its name."""
_LOOSE_NOUN = re.compile(r" (?:contracts?|deals?)$|契約$")
_CALLED_SO = re.compile(r"[一-龠々ァ-ヺー]+契約書?")
_OF_KIND = re.compile(r"(?:では|で(?!き|の)|のうち|の中(?:で|に))")
"""Behind a word for a kind of agreement: it is what is looked through."""
_BESIDE = re.compile(r"[,\s]*(?:as )?(?:the|an?|our) ")
"""What stands between a party and its role: "where is Corvex the vendor"."""
_OF_ROLE = re.compile(r"\s+(?:agreement|contract|deal)")
_CALLED_BEFORE = re.compile(r"\b(?:is|are|was|were|as|being)(?: the| an?)?\s*$")
_CALLED_AFTER = re.compile(r"[)）]?(?:で|と|に|の立場|として|である|の契約)")


def _ordinal(match: re.Match[str]) -> int:
    """The place that an ordinal names, from 0; -1 the last."""
    if match["en"]:
        return -1 if match["en"] == "last" else _ORDINALS.index(match["en"])
    return _KANJI.index(match["ja"]) if match["ja"] in _KANJI else int(match["ja"]) - 1


def _place_edges(text: str, original: str) -> Iterator[LatticeEdge]:
    """Places by name or adjective; names need no capital in a question."""
    titled = text.title() if len(text.title()) == len(text) else text
    for mention in places_in(titled, adjectives=True):
        words = text[mention.start : mention.end]
        if words in _NO_PLACES or (words in _ALSO_WORDS and not original[mention.start : mention.end].isupper()):
            continue
        if _KATAKANA.fullmatch(words) and _KATAKANA.search(
            text[max(0, mention.start - 1) : mention.start] + text[mention.end : mention.end + 1]
        ):
            continue  # アルバ of アルバイト
        adjective = words.isascii() and _ADJECTIVE_END.search(words) and not _is_name(words)
        # "English" is a law, a home and a language, as "Japanese" is.
        tag = "adj" if adjective or words == "english" else "place"
        yield LatticeEdge(
            Token(mention.start, mention.end, {tag: Law(mention.place.country, mention.place.state)}, words), 0.8
        )
    for match in re.finditer(r"(?<![a-z])(ny|n\.y\.|us|u\.s\.|uk|u\.k\.|prc|calif)(?![a-z])", text):
        said = original[match.start() : match.end()] if len(original) == len(text) else match.group().upper()
        code = _SHORT[match.group().replace(".", "")]
        if said.isupper() or "." in said:
            yield LatticeEdge(Token(match.start(), match.end(), {"place": code}, match.group()), 0.7)


_KATAKANA = re.compile(r"[ァ-ヺー]+")
_NO_PLACES = frozenset({"us", "in", "me", "or", "of", "no", "it", "is", "de", "ca", "as", "at", "to", "us law", "man"})
_ALSO_WORDS = frozenset({"act"})
"""Short names of places that are words as well: places only where they stand in capitals."""
_SHORT = {
    "ny": Law("US", "New York"),
    "calif": Law("US", "California"),
    "us": Law("US"),
    "uk": Law("GB"),
    "prc": Law("CN"),
}


def _is_name(words: str) -> bool:
    """Whether a word that ends like an adjective is the name of a country or state (Japan, Michigan)."""
    return country_code(words.title()) is not None or state_of(words.title()) is not None


def _price(tag: str, length: int) -> float:
    if tag == "func":
        return 0.75 - 0.002 * length
    return 1.0 - min(0.6, 0.012 * length)


def _merged(edges: Iterable[LatticeEdge]) -> Iterator[LatticeEdge]:
    """Edges of the same letters as one, with all their meanings, at the least price."""
    held: dict[tuple[int, int, bool], LatticeEdge] = {}
    for edge in edges:
        key = edge.token.start, edge.token.end, edge.token.has("bare", "role")
        known = held.get(key)
        if known is None:
            held[key] = edge
        else:
            token = edge.token
            values = {**token.values, **known.token.values}
            held[key] = LatticeEdge(Token(token.start, token.end, values, token.text), min(edge.cost, known.cost))
    yield from held.values()
