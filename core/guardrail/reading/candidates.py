"""The JSON objects of an answer: what stands around them is left out, thoughts and quotations are passed over."""

from __future__ import annotations

import html
import re
import urllib.parse
from contextlib import suppress
from dataclasses import dataclass

from core.guardrail.parse import NotStrict, parsed, parsed_at
from core.guardrail.reading import marks
from core.guardrail.reading.lenient import LenientReading, read_value
from core.guardrail.reading.lenient_string import read_string
from core.guardrail.reading.line_end import closed_line
from core.guardrail.reading.marks import CLOSERS, INVISIBLE, KEY, OPEN_OBJECT, QUOTES, blank
from core.guardrail.unreadable import UnreadableAnswer

_MOST_LAYERS = 3
_MOST_OBJECTS = 64
# Brackets and tags of prose that are looked at, and readings that may fail: bounds of the time for hostile text.
_MOST_SIGNS = 1_000
_MOST_FAILED = 8
_THOUGHT = (
    r"think|thinking|thoughts?|reasoning|reasoning_content|reflection|analysis|scratchpad|internal|inner_monologue"
)
_FIRST = "".join(sorted({name[0] for name in _THOUGHT.split("|")}))
_NEXT = re.compile(
    rf"(?=[{{｛\[［>＞ \t]|<(?:\||/?[{_FIRST}]))(?:"
    rf"<(?P<thought>{_THOUGHT})\b[^<>]{{0,200}}>"
    rf"|(?P<thought_end></(?:{_THOUGHT})\s*>)"
    r"|<\|channel\|>\s*(?P<channel>analysis|commentary)\b"
    r"|(?P<quotation>^[ \t]*[>＞](?!>).*$(?:\n[ \t]*[>＞].*$)*)"
    r"|(?P<bracket>[{｛\[［]))",
    re.MULTILINE | re.IGNORECASE,
)
_CHANNEL_END = re.compile(r"<\|(?:end|start|return)\|>|<\|channel\|>\s*final", re.IGNORECASE)
_OUTER = re.compile(rf"[\s\x00{INVISIBLE}]+")
_UNSEEN = "".join(chr(code) for code in range(0x10000) if _OUTER.fullmatch(chr(code)))
# A member of an object outside of objects: what was read may have ended too early.
_MEMBER = re.compile(rf"(?:{marks.QUOTED.pattern})\s{{0,20}}:")
_LETTER = re.compile(r"[^\W_]")
_FENCE = re.compile(r"(`{1,8}|~{3,8})[ \t]*[\w+.-]*[ \t]*\n?")
_OBJECT = re.compile(rf"[{{｛]\s*(?:[{re.escape(''.join(QUOTES))}]|//|/\*|#|<!--)")
_ARRAY = re.compile(rf"[\[［]\s*(?:[{{｛\[［{re.escape(''.join(QUOTES))}])")
_ESCAPED = re.compile(r"\{(?:\s|\\[nrt])*\\+\"")
_ENTITIES = re.compile(r"\{\s*(?:&quot;|&#0*34;|&#x0*22;)", re.IGNORECASE)
_PERCENT = re.compile(r"(?:%5b)?%7b(?:%\w\w|\+)*?%22", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CandidateReadings:
    """What an answer holds: readings in their order, and the repairs that led to them."""

    readings: tuple[LenientReading, ...]
    steps: tuple[str, ...]


def find(text: str, layer: int = 0) -> CandidateReadings:
    """The objects and arrays of an answer.

    Args:
        text: the answer.
        layer: how many strings it was already taken out of.

    Raises:
        UnreadableAnswer: there is none, or one that cannot be read: another one beside it would be a guess.
    """
    steps: dict[str, None] = {}
    inside = _bare(text, steps)
    if not inside:
        raise UnreadableAnswer("empty", "empty")
    if inside[0] in QUOTES and layer < _MOST_LAYERS:
        decoded = _decoded(inside)
        if decoded is not None:
            found = find(decoded, layer + 1)
            return CandidateReadings(found.readings, (*steps, "double_encoding", *found.steps))
    if layer < _MOST_LAYERS:
        first = inside.find("{")
        for pattern, step, undo in _ENCODINGS:
            match = pattern.match(inside, first) if first >= 0 else None
            if pattern is _PERCENT:
                match = pattern.search(inside, 0, first if first >= 0 else len(inside))
            if match is None or (plain := undo(inside[match.start() :])) == inside[match.start() :]:
                continue
            found = find(plain, layer + 1)
            before = ["prose"] if _is_prose(inside[: match.start()]) else []
            return CandidateReadings(found.readings, (*steps, *before, step, *found.steps))
    wrapped = _without_braces(inside)
    if wrapped is not None:
        return CandidateReadings((wrapped,), (*steps, "braces"))
    readings = _scan(inside, steps)
    if not readings:
        raise UnreadableAnswer("parse_error", "no_object")
    return CandidateReadings(tuple(readings), tuple(steps))


def _without_braces(text: str) -> LenientReading | None:
    """The object whose outer braces are missing around all of a text; None where it is none.

    Without the closing brace the object counts as unclosed: whether anything can be missing is for the schema to say.
    """
    if marks.QUOTED.match(text) is None or KEY.match(text) is None:
        return None
    try:
        reading = read_value("{" + text)
    except UnreadableAnswer:
        return None
    return reading if marks.ends(text, blank(text, reading.end - 1)) else None


def _bare(text: str, steps: dict[str, None]) -> str:
    """The text without invisible characters, white space and one fence around it."""
    inside = text.strip(_UNSEEN)
    around = text[: text.find(inside)] + text[text.find(inside) + len(inside) :]
    if re.search(rf"[{INVISIBLE}]", around):
        steps["invisible"] = None
    fence = _FENCE.match(inside)
    if fence is not None and inside[fence.end() : fence.end() + 1] in ('"', "'", "{", "[", "｛"):
        steps["fence"] = None
        return inside[fence.end() :].removesuffix(fence[1]).rstrip()
    return inside


def _decoded(text: str) -> str | None:
    """The text that a whole quoted text stands for, when it may hold an object."""
    if "{" not in text and "%7b" not in text.lower():
        return None
    try:
        value = parsed(text)
    except NotStrict:
        try:
            read = read_string(text, 0, "whole", ())
        except UnreadableAnswer:
            return None
        return read.value if not text[read.end :].strip() else None
    return value if isinstance(value, str) else None


def _unescaped(text: str) -> str:
    end = max(text.rfind("}"), text.rfind("]")) + 1
    body = text[:end].replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
    try:
        value = parsed(f'"{body}"')
    except NotStrict:
        return text
    return str(value)


_ENCODINGS = (
    (_ESCAPED, "double_encoding", _unescaped),
    (_ENTITIES, "entities", html.unescape),
    (_PERCENT, "percent_encoding", urllib.parse.unquote_plus),
)


def _scan(text: str, steps: dict[str, None]) -> list[LenientReading]:
    readings: list[LenientReading] = []
    at = told = 0  # `told` is where text that counts as prose begins
    prose = unclosed = False
    signs = failed = 0
    while (match := _NEXT.search(text, at)) is not None:
        signs += 1
        if signs > _MOST_SIGNS or failed > _MOST_FAILED:
            raise UnreadableAnswer("parse_error", "no_object")
        if readings and _MEMBER.search(text, told, match.start()):
            raise UnreadableAnswer("ambiguous", "half_answer")
        if match["bracket"]:
            prose |= _is_prose(text[told : match.start()])
            reading = _read(text, match.start())
            if reading is None:
                failed += _plausible(text, match.start())
                at = match.end()
                told = match.start()
                continue
            if len(readings) == _MOST_OBJECTS:
                raise UnreadableAnswer("ambiguous", "two_answers")
            readings.append(reading)
            at = told = _after(text, reading, steps)
            continue
        prose |= _is_prose(text[told : match.start()])
        if match["quotation"]:
            steps["quotation"] = None
            at = match.end()
        elif match["thought_end"]:
            readings.clear()
            steps["think"] = None
            at = match.end()
        else:
            end = _thought_end(text, match)
            if end is None:
                # With a thought before it, the object may be a draft inside the thought.
                end = match.end() + len(text[match.end() :]) - len(text[match.end() :].lstrip(_UNSEEN))
                if text[end : end + 1] not in OPEN_OBJECT:
                    raise UnreadableAnswer("truncated", "unclosed_thought")
                unclosed = True
            at = end
            steps["think"] = None
        told = at
    if readings and _MEMBER.search(text, told):
        raise UnreadableAnswer("ambiguous", "half_answer")
    if unclosed and not _ends_with_answer(text, readings):
        raise UnreadableAnswer("truncated", "unclosed_thought")
    if prose or _is_prose(text[told:]):
        steps["prose"] = None
    return readings


def _ends_with_answer(text: str, readings: list[LenientReading]) -> bool:
    """Whether a whole object is the last thing in a text whose thoughts were opened and not closed."""
    return bool(readings) and not readings[-1].unclosed and marks.ends(text, blank(text, readings[-1].end))


def _thought_end(text: str, match: re.Match[str]) -> int | None:
    """The place after a thought; None when it is not closed.

    Raises:
        UnreadableAnswer: a channel of thoughts is not closed.
    """
    if match["channel"]:
        end = _CHANNEL_END.search(text, match.end())
    else:
        end = re.compile(rf"</{re.escape(match['thought'])}\s*>", re.IGNORECASE).search(text, match.end())
        if end is None:
            return None
    if end is None:
        raise UnreadableAnswer("truncated", "unclosed_thought")
    return end.end()


def _is_prose(text: str) -> bool:
    return _LETTER.search(text) is not None


def _plausible(text: str, at: int) -> bool:
    """Whether a bracket may open JSON, and is not prose."""
    if text[at] in OPEN_OBJECT:
        return (_OBJECT.match(text, at) or KEY.match(text, blank(text, at + 1))) is not None
    return at == 0 or _ARRAY.match(text, at) is not None


def _read(text: str, at: int) -> LenientReading | None:
    """The value at a bracket; None when the bracket belongs to prose."""
    if not _plausible(text, at):
        return None
    with suppress(NotStrict):
        value, end = parsed_at(text, at)
        return LenientReading(value, end, ())
    try:
        return read_value(text, at)
    except UnreadableAnswer as error:
        closed = closed_line(text, at)
        if closed is not None:
            return closed
        # A form shown in prose with dots; the answer stands on a later line.
        line = text.find("\n", int(str(error.facts.get("place", 0))))
        placeholder = error.reason == "placeholder" and line > 0 and _NEXT.search(text, line)
        listed = text[at] not in OPEN_OBJECT and error.reason != "deep" and text[blank(text, at + 1)] not in OPEN_OBJECT
        if placeholder or (listed and not KEY.search(text, at, at + 400)):
            return None
        raise


def _after(text: str, reading: LenientReading, steps: dict[str, None]) -> int:
    """Where to go on after an object: closers too many are passed over, going on with a member is refused."""
    at = blank(text, reading.end)
    extra = at
    while extra < len(text) and text[extra] in CLOSERS:
        extra = blank(text, extra + 1)
    if extra > at:
        steps["extra_closers"] = None
    if extra < len(text):
        member = blank(text, extra + 1) if text[extra] in marks.COMMAS else extra
        if (member > extra or text[extra] in QUOTES) and KEY.match(text, member):
            raise UnreadableAnswer("parse_error", "syntax", place=extra)
    return extra if extra > at else reading.end
