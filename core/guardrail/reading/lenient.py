"""A tolerant reader of JSON that changes form and never invents content.

It reads one value from a place in a text: JSON as models break it (JSON5, Python, full-width signs, missing or double
commas, comments, raw line breaks, marks that are not escaped). Every liberty that it takes is recorded. Whatever
could be read in two ways, or lacks content, is refused.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from core.guardrail.parse import MAX_DEPTH
from core.guardrail.reading import marks
from core.guardrail.reading.lenient_string import Role, read_string
from core.guardrail.reading.marks import (
    BARE_KEY,
    CLOSE_ARRAY,
    CLOSE_OBJECT,
    CLOSERS,
    COLONS,
    COMMAS,
    KEY,
    OPEN_ARRAY,
    OPEN_OBJECT,
    QUOTES,
    blank,
)
from core.guardrail.same import same
from core.guardrail.unreadable import UnreadableAnswer

_TOKEN = re.compile(r"[^\s\\,:;\[\]{}()\"'`“”‘’＂，：；、｛｝［］]+")
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?")
_STRICT_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?")
_PREFIX = re.compile(r"[ub](?=')")
_COMMENTED_OUT = re.compile(r"(?://|\#|/\*|<!--)\s*[\"'“{\[]")
_ELLIPSIS = re.compile(r"\.{2,}|…+")
_LITERALS: dict[str, object] = {"true": True, "false": False, "null": None}
_WORDS: dict[str, object] = {"none": None, "undefined": None, "nil": None}
_NO_NUMBERS = frozenset({"nan", "inf", "infinity"})
_MOST_DIGITS = 400
_MAY_TOUCH = CLOSERS | {"/"}  # the end of a value or comment that a next member may follow without white space
_SLIPPED_IN = frozenset(",]}:")


class BareWord(str):
    """A word without quotation marks where a string should be: good only where the schema lists the words."""

    __slots__ = ()


class NoNumber:
    """NaN or an infinite number."""


NO_NUMBER = NoNumber()


@dataclass(frozen=True, slots=True)
class LenientReading:
    """A value that was read.

    Attributes:
        value: may hold `BareWord` and `NO_NUMBER`, which the schema decides on.
        end: the place after it.
        steps: names of the liberties taken, each once.
        unclosed: the objects inside `value` that the text's end closed.
        inner_quotes: whether marks inside texts were not escaped.
    """

    value: object
    end: int
    steps: tuple[str, ...]
    unclosed: tuple[dict[str, object], ...] = ()
    inner_quotes: bool = False


@dataclass(slots=True)
class _OpenContainer:
    kind: str
    members: dict[str, object] = field(default_factory=dict)
    items: list[object] = field(default_factory=list)
    key: str = ""

    def value(self) -> object:
        return self.members if self.kind == "{" else self.items


def read_value(text: str, at: int = 0) -> LenientReading:
    """The value that begins at a place.

    Raises:
        UnreadableAnswer: there is no certain reading; says why.
    """
    return _LenientReader(text, at).read()


class _LenientReader:
    def __init__(self, text: str, at: int) -> None:
        self._text = text
        self._at = at
        self._stack: list[_OpenContainer] = []
        self._kinds: list[str] = []
        self._steps: dict[str, None] = {}
        self._inner = False
        self._text_item = False  # whether the last value is a string
        self._gap = False  # whether nothing stands between an opening bracket or comma and this place
        self._last = ""  # the last string value
        self._root: object = None

    def read(self) -> LenientReading:
        self._value()
        while self._stack:
            self._skip()
            if marks.ends(self._text, self._at):
                return self._cut()
            self._after()
        if {"commas", "same_key_twice"} <= self._steps.keys():
            raise UnreadableAnswer("ambiguous", "doubtful")  # two objects may have run together
        return LenientReading(self._root, self._at, tuple(self._steps), (), self._inner)

    def _skip(self) -> None:
        before = self._at
        self._at = blank(self._text, before)
        if self._at > before:
            for comment in marks.COMMENT.finditer(self._text, before, self._at):
                self._note("comments")
                if _COMMENTED_OUT.match(comment.group()):
                    raise UnreadableAnswer("ambiguous", "commented_out", place=comment.start())

    def _note(self, step: str) -> None:
        self._steps[step] = None

    def _sign(self) -> str:
        if marks.ends(self._text, self._at):
            raise UnreadableAnswer("truncated", "cut")
        return self._text[self._at]

    # What stands where a value is due.

    def _value(self) -> None:
        self._gap = False
        self._skip()
        sign = self._sign()
        self._text_item = False
        if sign in OPEN_OBJECT or sign in OPEN_ARRAY:
            self._push(sign)
        elif sign in QUOTES or _PREFIX.match(self._text, self._at):
            role: Role = "whole" if not self._stack else "member" if self._kinds[-1] == "{" else "item"
            self._last = self._string(role)
            self._attach(self._last)
            self._text_item = True
        else:
            self._attach(self._scalar())

    def _push(self, sign: str) -> None:
        if len(self._stack) == MAX_DEPTH:
            raise UnreadableAnswer("parse_error", "deep", limit=MAX_DEPTH)
        kind = "{" if sign in OPEN_OBJECT else "["
        if sign != kind:
            self._note("full_width")
        self._stack.append(_OpenContainer(kind))
        self._kinds.append(kind)
        self._at += 1
        self._member()

    def _member(self) -> None:
        """What follows an opening bracket or a comma."""
        top = self._stack[-1]
        while True:
            self._skip()
            sign = self._sign()
            if sign in COMMAS:
                self._note("commas")
                self._at += 1
            elif sign in CLOSERS:
                self._gap = True
                return
            elif _ELLIPSIS.match(self._text, self._at):
                raise UnreadableAnswer("truncated", "placeholder", place=self._at)
            else:
                break
        if top.kind == "[":
            self._value()
            return
        top.key = self._key()
        self._colon()
        self._value()

    def _key(self) -> str:
        if self._sign() in QUOTES or _PREFIX.match(self._text, self._at):
            return self._string("key")
        match = BARE_KEY.match(self._text, self._at)
        if match is None:
            raise self._syntax()
        self._note("bare_keys")
        self._at = match.end()
        return match.group()

    def _colon(self) -> None:
        self._skip()
        sign = self._sign()
        if sign in COLONS:
            if sign != ":":
                self._note("full_width")
            self._at += 1
        elif sign == "=":
            self._note("colons")
            self._at += 2 if self._text.startswith("=>", self._at) else 1
        elif sign in QUOTES or sign in OPEN_OBJECT or sign in OPEN_ARRAY:
            self._note("colons")
        else:
            raise self._syntax()

    def _string(self, role: Role) -> str:
        if self._text[self._at] in "ub":
            self._note("quotes")
            self._at += 1
        read = read_string(self._text, self._at, role, self._kinds)
        self._at = read.end
        for step in read.steps:
            self._note(step)
        self._inner |= read.inner
        return read.value

    def _scalar(self) -> object:
        match = _TOKEN.match(self._text, self._at)
        if match is None:
            if self._text[self._at] in CLOSERS or self._text[self._at] in COMMAS:
                raise UnreadableAnswer("parse_error", "value_missing", place=self._at)
            raise self._syntax()
        word = match.group()
        if _ELLIPSIS.match(word):
            raise UnreadableAnswer("truncated", "placeholder", place=self._at)
        for comment in ("//", "/*", "#"):
            word = word.split(comment, 1)[0]
        self._at += len(word)
        if word in _LITERALS:
            return _LITERALS[word]
        lower = word.lower()
        if lower in _LITERALS or lower in _WORDS:
            self._note("literals")
            return (_LITERALS | _WORDS)[lower]
        if lower.lstrip("+-") in _NO_NUMBERS:
            self._note("no_number")
            return NO_NUMBER
        if marks.ends(self._text, self._at) and self._at == len(self._text):
            raise UnreadableAnswer("truncated", "cut")  # a number or word that may go on
        return self._number(word)

    def _number(self, word: str) -> object:
        plain = unicodedata.normalize("NFKC", word)
        if _NUMBER.fullmatch(plain) and len(plain) <= _MOST_DIGITS and plain.isascii():
            if not _STRICT_NUMBER.fullmatch(word):
                digits = plain.lstrip("+-")
                if digits[:1] == "0" and digits[1:2].isdigit():
                    raise self._syntax()
                self._note("numbers")
            value = float(plain) if any(sign in plain for sign in ".eE") else int(plain)
            if value in (float("inf"), float("-inf")):
                raise UnreadableAnswer("parse_error", "no_number")
            return value
        self._note("bare_words")
        return BareWord(word)

    # What follows a value.

    def _after(self) -> None:
        top = self._stack[-1]
        sign = self._text[self._at]
        if sign in COMMAS:
            if sign != ",":
                self._note("full_width")
            self._at += 1
            self._skip()
            if self._sign() in CLOSERS:
                self._note("commas")
                self._gap = True
            else:
                self._member()
        elif sign in CLOSERS:
            self._close(sign)
        elif top.kind == "[" and sign in COLONS and self._text_item:
            self._key_in_list(top)
        elif KEY.match(self._text, self._at) and (top.kind == "{" or self._parent() == "{"):
            self._repair("commas")
            if top.kind == "[":
                self._note("closers")
                self._pop()
            self._member()
        elif top.kind == "[" and (sign in QUOTES or sign in OPEN_OBJECT or sign in OPEN_ARRAY):
            self._repair("commas")
            self._member()
        else:
            raise self._syntax()

    def _repair(self, step: str) -> None:
        """Notes a missing comma or closer, which may not have slipped into the text before it."""
        if self._text_item and self._last[-1:] in _SLIPPED_IN:
            raise UnreadableAnswer("ambiguous", "quotes", place=self._at)
        before = self._text[self._at - 1]
        if step == "commas" and not before.isspace() and before not in _MAY_TOUCH:
            raise self._syntax()
        self._note(step)

    def _parent(self) -> str:
        return self._kinds[-2] if len(self._kinds) > 1 else ""

    def _key_in_list(self, top: _OpenContainer) -> None:
        """A list that was not closed before the next key of its object."""
        if self._parent() != "{":
            raise self._syntax()
        key = top.items.pop()
        assert isinstance(key, str)
        if not top.items:
            raise UnreadableAnswer("truncated", "cut_list")
        self._last = str(top.items[-1]) if top.items else ""
        self._repair("closers")
        self._pop()
        self._stack[-1].key = key
        self._colon()
        self._value()

    def _close(self, sign: str) -> None:
        kind = self._kinds[-1]
        if sign not in (CLOSE_OBJECT if kind == "{" else CLOSE_ARRAY):
            if self._parent() not in ("{", "[") or self._parent() == kind:
                raise self._syntax()
            if self._gap and kind == "[":
                raise UnreadableAnswer("truncated", "cut_list")
            self._repair("closers")
            self._pop()
        self._gap = False
        if sign not in "}]":
            self._note("full_width")
        self._at += 1
        self._pop()

    def _pop(self) -> None:
        closed = self._stack.pop()
        self._kinds.pop()
        self._attach(closed.value())
        self._text_item = False

    def _attach(self, value: object) -> None:
        if not self._stack:
            self._root = value
            return
        top = self._stack[-1]
        if top.kind == "[":
            top.items.append(value)
        elif top.key not in top.members:
            top.members[top.key] = value
        elif same(top.members[top.key], value):
            self._note("same_key_twice")
        else:
            raise UnreadableAnswer("ambiguous", "two_values", key=top.key)

    def _cut(self) -> LenientReading:
        """The text has ended with containers open: good only where nothing but closers can be missing."""
        if "[" in self._kinds:
            raise UnreadableAnswer("truncated", "cut_list")
        unclosed = tuple(frame.members for frame in self._stack)
        self._note("closers")
        while self._stack:
            self._pop()
        return LenientReading(self._root, self._at, tuple(self._steps), unclosed, self._inner)

    def _syntax(self) -> UnreadableAnswer:
        return UnreadableAnswer("parse_error", "syntax", place=self._at)
