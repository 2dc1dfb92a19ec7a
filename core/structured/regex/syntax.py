"""Pattern text to a tree. ECMA-262 with the `u` flag's reading; what no automaton decides is refused by name."""

from __future__ import annotations

from dataclasses import dataclass

from core.structured.errors import RegexError
from core.structured.regex.characters import (
    ANY,
    DIGITS,
    NOT_LINE_END,
    SPACES,
    WORDS,
    Ranges,
    both_cases,
    complement,
    property_ranges,
    unicode_class,
    union,
)


@dataclass(frozen=True, slots=True)
class Chars:
    """One character of a set of code point ranges."""

    ranges: Ranges


@dataclass(frozen=True, slots=True)
class Sequence:
    """Parts one after the other; empty: the empty text."""

    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Any of the branches."""

    branches: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """`body` from `least` to `most` times (None: without end)."""

    body: Tree
    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Start:
    """`^`."""


@dataclass(frozen=True, slots=True)
class End:
    """`$`."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """A look-ahead; decided only as the first thing after `^` (see `compile.py`)."""

    body: Tree
    negative: bool
    position: int


@dataclass(frozen=True, slots=True)
class Boundary:
    """`\\b`; decided only as the last thing of a look-ahead (see `terms.py`)."""


@dataclass(frozen=True, slots=True)
class Machine:
    """A finished automaton as part of a pattern; state 0 is its start.

    edges: (state, first byte, last byte, state after).
    """

    states: int
    edges: tuple[tuple[int, int, int, int], ...]
    accepting: tuple[int, ...]


Tree = Chars | Sequence | Choice | Repeat | Start | End | Ahead | Boundary | Machine


@dataclass(frozen=True, slots=True)
class Dialect:
    """What differs between the patterns of JSON Schema and those of grammars.

    Attributes:
        python: read as Python's `re` does: Unicode classes, `.` without line feed only, `]` may be first in brackets.
        ignore_case: letters stand for both cases.
        dot_all: `.` is every character.
        verbose: white space and # comments are passed over.
    """

    python: bool = False
    ignore_case: bool = False
    dot_all: bool = False
    verbose: bool = False


ECMA = Dialect()
_CLASSES = {"d": DIGITS, "w": WORDS, "s": SPACES}
_CONTROLS = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "0": 0}
_MOST_REPEATS = 100_000


def parse(pattern: str, dialect: Dialect = ECMA) -> Tree:
    """The tree of a pattern.

    Raises:
        RegexError: wrong syntax, back-references, look-behind, word boundaries, lazy groups' flags.
    """
    parser = _Parser(pattern, dialect)
    tree = parser.choice()
    if parser.at < len(pattern):
        raise parser.error("unmatched )")
    return tree


def is_lazy(pattern: str, dialect: Dialect) -> bool:
    """Whether a quantifier of the pattern is lazy.

    Raises:
        RegexError: as `parse`.
    """
    parser = _Parser(pattern, dialect)
    parser.choice()
    return parser.lazy


class _Parser:
    def __init__(self, pattern: str, dialect: Dialect) -> None:
        self.pattern = pattern
        self.dialect = dialect
        self.lazy = False
        self.at = 0
        self.depth = 0

    def error(self, message: str) -> RegexError:
        return RegexError(message, pattern=self.pattern, position=self.at)

    def peek(self) -> str:
        return self.pattern[self.at : self.at + 1]

    def choice(self) -> Tree:
        self.depth += 1
        if self.depth > 200:
            raise self.error("groups nested too deeply")
        branches = [self.sequence()]
        while self.peek() == "|":
            self.at += 1
            branches.append(self.sequence())
        self.depth -= 1
        return branches[0] if len(branches) == 1 else Choice(tuple(branches))

    def sequence(self) -> Tree:
        parts: list[Tree] = []
        while (char := self.peek()) and char not in "|)":
            if self.dialect.verbose and (char.isspace() or char == "#"):
                self.skip_comment(char)
                continue
            part = self.atom()
            parts.append(self.quantified(part))
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def skip_comment(self, char: str) -> None:
        end = self.pattern.find("\n", self.at) if char == "#" else self.at
        self.at = len(self.pattern) if end < 0 else end + 1

    def quantified(self, body: Tree) -> Tree:
        start = self.at
        bounds = self.bounds()
        if bounds is None:
            return body
        if isinstance(body, Start | End | Ahead | Boundary):
            self.at = start
            raise self.error("nothing to repeat")
        if self.peek() == "?":  # lazy: the same language; a terminal of a grammar ends with its first match
            self.at += 1
            self.lazy = True
        least, most = bounds
        if (most is not None and (most < least or most > _MOST_REPEATS)) or least > _MOST_REPEATS:
            raise self.error("repetition out of range")
        if self.peek() and self.peek() in "*+?":
            raise self.error("nothing to repeat")
        return Repeat(body, least, most)

    def bounds(self) -> tuple[int, int | None] | None:
        char = self.peek()
        if char and char in "*+?":
            self.at += 1
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[char]
        if char != "{":
            return None
        close = self.pattern.find("}", self.at)
        inside = self.pattern[self.at + 1 : close] if close > 0 else ""
        low, comma, high = inside.partition(",")
        if self.dialect.python and comma and not low and high:
            low = "0"
        if not low.isdigit() or not low.isascii() or (high and not (high.isdigit() and high.isascii())):
            return None  # a literal brace, as browsers read it
        self.at = close + 1
        if len(low) > 7 or len(high) > 7:
            raise self.error("repetition out of range")
        return int(low), (int(high) if high else None) if comma else int(low)

    def atom(self) -> Tree:
        char = self.peek()
        if char == "(":
            return self.group()
        if char == "[":
            return Chars(self.bracket())
        if char == "\\":
            return self.escape()
        self.at += 1
        if char == "^":
            return Start()
        if char == "$":
            return End()
        if char == ".":
            return Chars(self.dot())
        if char in "*+?":
            self.at -= 1
            raise self.error("nothing to repeat")
        return Chars(self.cased(((ord(char), ord(char)),)))

    def dot(self) -> Ranges:
        if self.dialect.dot_all:
            return ANY
        return complement(((10, 10),)) if self.dialect.python else NOT_LINE_END

    def cased(self, ranges: Ranges) -> Ranges:
        return both_cases(ranges) if self.dialect.ignore_case else ranges

    def group(self) -> Tree:
        start = self.at
        self.at += 1
        negative: bool | None = None
        if self.peek() == "?":
            kind = self.pattern[self.at : self.at + 2]
            behind = self.pattern[self.at : self.at + 3]
            if behind in ("?<=", "?<!"):
                raise self.error("look-behind is not supported")
            if kind == "?:":
                self.at += 2
            elif kind in ("?=", "?!"):
                self.at += 2
                negative = kind == "?!"
            elif kind in ("?<", "?P"):
                close = self.pattern.find(">", self.at)
                if close < 0 or behind == "?P=":
                    raise self.error("unsupported group")
                self.at = close + 1
            else:
                raise self.error("unsupported group")
        body = self.choice()
        if self.peek() != ")":
            raise self.error("missing )")
        self.at += 1
        return body if negative is None else Ahead(body, negative, start)

    def escape(self) -> Tree:
        char = self.pattern[self.at + 1 : self.at + 2]
        if char == "b" and self.dialect.python:
            self.at += 2
            return Boundary()
        if char and char in "bB":
            raise self.error("word boundaries are not supported")
        if char == "k" or (char.isdigit() and char != "0"):
            raise self.error("back-references are not supported")
        ranges = self.class_escape()
        if ranges is not None:
            return Chars(ranges)
        code = self.character_escape()
        return Chars(self.cased(((code, code),)))

    def class_escape(self) -> Ranges | None:
        char = self.pattern[self.at + 1 : self.at + 2]
        if char and char.lower() in _CLASSES:
            self.at += 2
            ranges = unicode_class(char.lower()) if self.dialect.python else _CLASSES[char.lower()]
            return complement(ranges) if char.isupper() else ranges
        if char and char in "pP" and self.pattern[self.at + 2 : self.at + 3] == "{":
            close = self.pattern.find("}", self.at)
            found = property_ranges(self.pattern[self.at + 3 : close]) if close > 0 else None
            if found is None:
                raise self.error("unknown character property")
            self.at = close + 1
            return complement(found) if char == "P" else found
        return None

    def character_escape(self) -> int:
        char = self.pattern[self.at + 1 : self.at + 2]
        if not char:
            raise self.error("a lone backslash")
        self.at += 2
        if char in _CONTROLS:
            return _CONTROLS[char]
        if self.dialect.python and char == "a":
            return 7
        if self.dialect.python and char == "U":
            return self.hexadecimal(8)
        if char == "c" and (letter := self.peek()).isalpha() and letter.isascii():
            self.at += 1
            return ord(letter) & 31
        if char == "x":
            return self.hexadecimal(2)
        if char == "u":
            return self.unicode_escape()
        if char.isalnum():
            self.at -= 2
            raise self.error(f"unknown escape \\{char}")
        return ord(char)

    def unicode_escape(self) -> int:
        if self.peek() == "{":
            close = self.pattern.find("}", self.at)
            digits = self.pattern[self.at + 1 : close]
            if close < 0 or not digits or len(digits) > 8 or any(d not in "0123456789abcdefABCDEF" for d in digits):
                raise self.error("wrong \\u escape")
            self.at = close + 1
            code = int(digits, 16)
            if code > 0x10FFFF:
                raise self.error("wrong \\u escape")
            return code
        high = self.hexadecimal(4)
        if 0xD800 <= high < 0xDC00 and self.pattern[self.at : self.at + 2] == "\\u":
            self.at += 2
            low = self.hexadecimal(4)
            if not 0xDC00 <= low < 0xE000:
                raise self.error("lone surrogate")
            return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
        return high

    def hexadecimal(self, size: int) -> int:
        digits = self.pattern[self.at : self.at + size]
        if len(digits) < size or any(d not in "0123456789abcdefABCDEF" for d in digits):
            raise self.error("wrong hexadecimal escape")
        self.at += size
        return int(digits, 16)

    def bracket(self) -> Ranges:
        start = self.at
        self.at += 1
        negative = self.peek() == "^"
        self.at += negative
        parts: list[Ranges] = []
        while True:
            char = self.peek()
            if not char:
                self.at = start
                raise self.error("missing ]")
            if char == "]" and (parts or not self.dialect.python):
                self.at += 1
                break
            low = self.bracket_item()
            if self.peek() == "-" and self.pattern[self.at + 1 : self.at + 2] not in ("]", ""):
                before = self.at
                self.at += 1
                high = self.bracket_item()
                if isinstance(low, int) and isinstance(high, int):
                    if high < low:
                        self.at = before
                        raise self.error("range out of order")
                    parts.append(((low, high),))
                    continue
                parts.extend([((45, 45),), ((high, high),) if isinstance(high, int) else high])
            parts.append(((low, low),) if isinstance(low, int) else low)
        ranges = self.cased(union(*parts))
        return complement(ranges) if negative else ranges

    def bracket_item(self) -> int | Ranges:
        char = self.peek()
        if char != "\\":
            self.at += 1
            return ord(char)
        if self.pattern[self.at + 1 : self.at + 2] == "b":
            self.at += 2
            return 8
        if self.pattern[self.at + 1 : self.at + 2] == "-":
            self.at += 2
            return 45
        ranges = self.class_escape()
        return self.character_escape() if ranges is None else ranges


__all__ = [
    "ANY",
    "Ahead",
    "Boundary",
    "Chars",
    "Choice",
    "Dialect",
    "End",
    "Machine",
    "Repeat",
    "Sequence",
    "Start",
    "Tree",
    "is_lazy",
    "parse",
]
