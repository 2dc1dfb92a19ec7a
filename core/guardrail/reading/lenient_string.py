"""One string of a broken JSON text, and the question where it ends.

A quotation mark inside a text that is not escaped looks like its end. It is the end only when structure follows that
fits the containers which are open; it is part of the text when no structure follows. Such inner marks must come in
pairs and must not look like keys: otherwise the reading is not certain and the answer is asked again.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Literal

import orjson

from core.guardrail.reading import marks
from core.guardrail.reading.marks import CLOSE_ARRAY, CLOSE_OBJECT, CLOSERS, COLONS, COMMAS, KEY, QUOTES, blank
from core.guardrail.unreadable import UnreadableAnswer

Role = Literal["key", "member", "item", "whole"]
_MOST_INNER = 200
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_STRICT = re.compile(r'"(?:[^"\\\x00-\x1f\ud800-\udfff]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+"')
_BACKSLASH = re.compile(r"\\(.)", re.DOTALL)
_RUN = re.compile(r"(?:\\.|[^\s\\、。，．,;；「」『』（）()\"'])+")
_CONTROL = re.compile(r"[\x00-\x1f]")
_HEX4 = re.compile(r"[0-9a-fA-F]{4}")
_HEX2 = re.compile(r"[0-9a-fA-F]{2}")
_SLIPPED = re.compile(r"u[0-9a-fA-F]{3,4}")
_PATH_HALF = re.compile("[\ud800-\udfff]")
_LETTER = re.compile(r"[g-tv-zG-Z]")
_BRACED = re.compile(r"\{([0-9a-fA-F]{1,6})\}")
_PATH_LETTER = re.compile(r"[g-tv-zG-Z]")
_LOW = re.compile(r"\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_ITEM = re.compile(r"[\"'`“”„‟＂〝〞‘’‚‛＇{｛\[［]|[-+]?\.?\d|(?:true|false|null|none|nan|infinity)\b", re.I)
_HALF = re.compile("[\ud800-\udfff]")
_LETTER = re.compile(r"[^\W_]")
_SWALLOWED = re.compile(r"[,{\[，｛［]\s*\n\s*[\"'“”＂]")


def _read_two_ways(text: str, start: int, end: int, raw: set[int]) -> bool:
    """Whether backslashes of a text that are no escapes make others doubtful that look like escapes.

    A doubled one anywhere: is it one backslash or two? Any other in the same run of characters, as in a path: is it a
    tab or the folder `temp`? An escaped quotation mark is none of these, since the text would have ended there.
    """
    signs = {match.start(): match[1] for match in _BACKSLASH.finditer(text, start, end)}
    if any(sign == "\\" for sign in signs.values()):
        return True
    for run in _RUN.finditer(text, start, end):
        places = [place for place in signs if run.start() <= place < run.end() and signs[place] not in "\"'"]
        if not raw.isdisjoint(places) and not raw.issuperset(places):
            return True
    return any(place not in raw and _may_be_a_command(text, place, sign) for place, sign in signs.items())


def _may_be_a_command(text: str, place: int, sign: str) -> bool:
    """Whether an escape may be a word with a backslash, as the others of its text are (\\alpha and \\beta, \\nu)."""
    if sign in "bf":
        return True
    before, after = text[place - 1 : place], text[place + 2 : place + 3]
    return sign in "nrt" and not before.isalnum() and before not in ".!?。" and after.isascii() and after.islower()


@dataclass(frozen=True, slots=True)
class ReadString:
    """A string with the place after it, the repairs, and whether marks inside it were not escaped."""

    value: str
    end: int
    steps: tuple[str, ...]
    inner: bool


@cache
def _plain(closing: str) -> re.Pattern[str]:
    """What needs no thought: no mark, no half of a pair, no broken escape."""
    return re.compile(rf"(?:[^{re.escape(closing)}\"\\\ud800-\udfff]++|\\(?:[\"\\/bfnrt]|u[0-9a-fA-F]{{4}}))++")


def _unescaped(chunk: str, steps: dict[str, None]) -> str:
    if _CONTROL.search(chunk):
        steps["control_characters"] = None
        # White space as JSON escapes it; the rest is dropped.
        chunk = chunk.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
        chunk = _CONTROL.sub("", chunk)
    if "\\" not in chunk:
        return chunk
    try:
        return str(orjson.loads(f'"{chunk}"'))
    except orjson.JSONDecodeError:  # half a surrogate pair
        steps["surrogates"] = None
        whole = json.loads(f'"{chunk}"')
        return _HALF.sub("\ufffd", whole)


def read_string(text: str, at: int, role: Role, kinds: Sequence[str]) -> ReadString:
    """The string that opens at a place.

    Args:
        text: all of the text.
        at: where the opening mark stands.
        role: what it is: a key, the value of a key, an item of an array, or the whole text.
        kinds: the containers that are open, `{` or `[`, the innermost last.

    Raises:
        UnreadableAnswer: it does not end, or where it ends is not certain.
    """
    opening = text[at]
    if opening in "\"'" and text.startswith(opening * 3, at):
        return _triple(text, at, opening * 3)
    whole = _STRICT.match(text, at) if opening == '"' else None
    if whole is not None and (role == "key" or _closes(text, whole.end() - 1, role, kinds)):
        with suppress(orjson.JSONDecodeError):  # half a surrogate pair
            return ReadString(orjson.loads(whole.group()), whole.end(), (), False)
    closing = QUOTES[opening]
    steps: dict[str, None] = {} if opening == '"' else {"quotes": None}
    parts: list[str] = []
    inner: Counter[str] = Counter()
    opened: dict[str, int] = {}
    place = at + 1
    plain = _plain(closing)
    raw: set[int] = set()  # where backslashes stand that are no escapes
    while True:
        chunk = plain.match(text, place)
        if chunk is not None:
            parts.append(_unescaped(chunk.group(), steps))
            place = chunk.end()
        if place >= len(text):
            raise UnreadableAnswer("truncated", "cut")
        here = place
        sign = text[here]
        if sign == "\\":
            character, place, step = _escape(text, here)
            parts.append(character)
            if character.startswith("\\") and step:
                raw.add(here)
            if step:
                steps[step] = None
        elif sign in closing:
            if role == "key" or _closes(text, here, role, kinds):
                break
            parts.append(sign)
            place = here + 1
            if not (sign in "'’‘＇" and _between_letters(text, here)):
                inner[sign] += 1
                if _structural(text, here, opened.get(sign, 0), opens=inner[sign] % 2 == 1):
                    raise UnreadableAnswer("ambiguous", "quotes", place=here)
                opened[sign] = here
            steps["inner_quotes"] = None
            if inner.total() > _MOST_INNER or _looks_like_key(text, place, opening):
                raise UnreadableAnswer("ambiguous", "quotes", place=here)
        elif "\ud800" <= sign < "\ue000":
            parts.append("\ufffd")
            steps["surrogates"] = None
            place = here + 1
        else:  # a mark inside marks of another kind
            parts.append(sign)
            place = here + 1
    if raw and _read_two_ways(text, at + 1, here, raw):
        raise UnreadableAnswer("ambiguous", "backslashes", place=min(raw))
    found = "inner_quotes" in steps
    if found and (sum(inner[mark] for mark in {opening, sign}) % 2 or _SWALLOWED.search(text, at + 1, here)):
        raise UnreadableAnswer("ambiguous", "quotes", place=here)
    return ReadString("".join(parts), here + 1, tuple(steps), found)


def _triple(text: str, at: int, mark: str) -> ReadString:
    end = text.find(mark, at + 3)
    if end < 0:
        raise UnreadableAnswer("truncated", "cut")
    inside = text[at + 3 : end]
    if "\\" in inside:
        raise UnreadableAnswer("ambiguous", "escape", place=at + 3 + inside.index("\\"))
    return ReadString(inside, end + 3, ("quotes",), False)


def _escape(text: str, at: int) -> tuple[str, int, str | None]:
    """The character that an escape stands for, the place after it, and the repair that it took."""
    if at + 1 >= len(text):
        raise UnreadableAnswer("truncated", "cut")
    sign = text[at + 1]
    if sign in _ESCAPES:
        return _ESCAPES[sign], at + 2, None
    if sign == "u":
        return _unicode(text, at)
    if sign == "\n":  # a line continuation, as JavaScript has it
        return "", at + 2, "escapes"
    if sign == "x" and _HEX2.match(text, at + 2):
        return chr(int(text[at + 2 : at + 4], 16)), at + 4, "escapes"
    if sign.isdigit() or _SLIPPED.match(text, at + 2):
        raise UnreadableAnswer("parse_error", "escape", place=at)
    # An escaped sign stands for itself (Markdown, JavaScript); before a letter the backslash is text (paths, patterns).
    return (f"\\{sign}" if sign.isalnum() else sign), at + 2, "escapes"


def _unicode(text: str, at: int) -> tuple[str, int, str | None]:
    braced = _BRACED.match(text, at + 2)
    if braced is not None and int(braced[1], 16) <= 0x10FFFF and not 0xD800 <= int(braced[1], 16) < 0xE000:
        return chr(int(braced[1], 16)), braced.end(), "escapes"
    if not _HEX4.match(text, at + 2):
        if len(text) < at + 6:
            raise UnreadableAnswer("truncated", "cut")
        if not _PATH_LETTER.match(text, at + 2):
            raise UnreadableAnswer("parse_error", "escape", place=at)
        return "\\u", at + 2, "escapes"
    code = int(text[at + 2 : at + 6], 16)
    if 0xD800 <= code < 0xDC00:
        low = _LOW.match(text, at + 6)
        if low is not None:
            return chr(0x10000 + ((code - 0xD800) << 10) + int(low[1], 16) - 0xDC00), low.end(), None
    if 0xD800 <= code < 0xE000:
        return "\ufffd", at + 6, "surrogates"
    return chr(code), at + 6, None


def _between_letters(text: str, at: int) -> bool:
    return text[at - 1].isalpha() and at + 1 < len(text) and text[at + 1].isalpha()


def _structural(text: str, at: int, opened: int, *, opens: bool) -> bool:
    """Whether structure, and no word, stands inside a pair of inner marks."""
    if opens:
        after = blank(text, at + 1)
        return after < len(text) and text[after] in ",:]}"
    return text[at - 1] in ",:[{" or _LETTER.search(text, opened, at) is None


def _looks_like_key(text: str, after: int, opening: str) -> bool:
    place = blank(text, after)
    colons = ":" if opening in "\"'`" else COLONS
    return place < len(text) and text[place] in colons


def _closes(text: str, at: int, role: Role, kinds: Sequence[str]) -> bool:
    """Whether what follows a mark is structure, so that the mark is the string's end."""
    place = marks.SPACES.match(text, at + 1).end()  # type: ignore[union-attr]
    commented = marks.COMMENT.match(text, place)
    if commented is not None and any(sign in commented.group() for sign in QUOTES):
        raise UnreadableAnswer("ambiguous", "quotes", place=at)
    place = blank(text, place)
    if role == "whole" or marks.ends(text, place):
        return marks.ends(text, place)
    if role == "item" and text[place] in COLONS:  # a key: the list before it was not closed
        return len(kinds) > 1 and kinds[-2] == "{"
    if not commented and place > at + 1 and _member_follows(text, place, kinds[-1], comma=False):
        return text[place] in QUOTES or text[place] in "{[｛［" or "\n" in text[at:place]
    return _structure_follows(text, place, kinds)


def _structure_follows(text: str, place: int, kinds: Sequence[str]) -> bool:
    depth = len(kinds) - 1
    closed = False
    while not marks.ends(text, place):
        sign = text[place]
        if sign in CLOSERS:
            wanted = CLOSE_OBJECT if kinds[depth] == "{" else CLOSE_ARRAY
            if sign not in wanted:
                depth -= 1  # one closer is missing
                if depth < 0 or sign not in (CLOSE_OBJECT if kinds[depth] == "{" else CLOSE_ARRAY):
                    return False
            depth -= 1
            if depth < 0:
                return True
            closed = True
            place = blank(text, place + 1)
        elif sign in COMMAS:
            while place < len(text) and text[place] in COMMAS:
                place = blank(text, place + 1)
            if marks.ends(text, place):
                return True
            if text[place] not in CLOSERS:
                return _member_follows(text, place, kinds[depth], comma=True)
        else:
            return closed and _member_follows(text, place, kinds[depth], comma=False)
    return True


def _member_follows(text: str, place: int, kind: str, *, comma: bool) -> bool:
    if place >= len(text):
        return False
    if kind == "{" or KEY.match(text, place):
        return KEY.match(text, place) is not None or (comma and marks.KEY_ALONE.match(text, place) is not None)
    return bool(_ITEM.match(text, place)) and (comma or text[place] in "{[｛［" or text[place] in QUOTES)
