"""What of a growing answer may be shown: the text of `assistant_message`, and whether there is any use in reading on.

The reader takes the characters as they come and never looks back. It knows three cases. As long as the characters are
the beginning of a JSON object it follows keys and texts. Where they stop being JSON in a way that the guard's repair
may mend (a fence, prose or thoughts before the object, a forgotten quote), it shows nothing more and says nothing: the
repair needs the whole answer. Where no continuation and no repair can lead to a valid turn, `hopeless` says why, and
the stream can be ended at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from core.guardrail import folded

LONGEST_PREAMBLE = 4_000
"""Characters before the first bracket after which no object is expected any more; think tags do not count."""
_MOST_BYTES = 1_000_000
_MOST_DEPTH = 64
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_LITERAL = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?|true|false|null")
_LITERAL_START = re.compile(r"-?\d*\.?\d*([eE][+-]?\d*)?|t(r(ue?)?)?|f(a(l(se?)?)?)?|n(u(ll?)?)?")
_TAG = re.compile(r"<(/?)(think|thinking|thought|reasoning)>$", re.IGNORECASE)
_LONGEST_TAG = 12


class MessageReader:
    """Reads `assistant_message` out of a turn as it grows, wherever it stands among the keys.

    Args:
        words: values that a text may have by its place, such as `/control/mode`; other places are free.
    """

    def __init__(self, words: Mapping[str, frozenset[str]] | None = None) -> None:
        self._words = words or {}
        self._hopeless: str | None = None
        self._take: Callable[[str], None] | None = self._preamble
        self._before = ""
        self._outside = 0
        self._thinking: str | None = None
        self._length = 0
        self._stack: list[str] = []
        self._path: list[str] = []
        self._text: list[str] = []
        self._units = ""
        self._half = ""
        self._is_key = False
        self._shown = False
        self._out: list[str] = []

    @property
    def hopeless(self) -> str | None:
        """Why the characters so far can no longer lead to a valid turn; None while they can."""
        return self._hopeless

    @property
    def place(self) -> str:
        """Where the reader is, as a JSON Pointer; empty at the beginning."""
        return "".join(f"/{key}" for key in self._path)

    def feed(self, chunk: str) -> str:
        """Take the next characters; gives what they add to the message that is shown."""
        self._length += len(chunk)
        if self._length > _MOST_BYTES:
            self._hopeless = self._hopeless or "too_long"
        for character in chunk:
            if self._take is None or self._hopeless is not None:
                break
            self._take(character)
        added, self._out = "".join(self._out), []
        return added

    def _lost(self) -> None:
        """No strict JSON any more, but perhaps still one that can be mended."""
        self._take = None

    def _preamble(self, character: str) -> None:
        """What stands before the object; a bracket inside thoughts opens none."""
        self._before = (self._before + character)[-_LONGEST_TAG:]
        if self._thinking is None:
            self._outside += 1
            if character == "{":
                self._open("{")
            elif self._outside > LONGEST_PREAMBLE:
                self._hopeless = "no_object"
        if character == ">":
            tag = _TAG.search(self._before)
            if tag is not None and tag[1] == "/" and tag[2].lower() == self._thinking:
                self._thinking = None
            elif tag is not None and not tag[1] and self._thinking is None:
                self._thinking = tag[2].lower()

    def _open(self, bracket: str) -> None:
        self._stack.append(bracket)
        if len(self._stack) > _MOST_DEPTH:
            self._hopeless = "too_deep"
        self._path.append("")
        self._take = self._key_or_end if bracket == "{" else self._value_or_end

    def _close(self, bracket: str) -> None:
        if self._stack.pop() != ("{" if bracket == "}" else "["):
            self._lost()
            return
        self._path.pop()
        self._take = self._after if self._stack else None

    def _key_or_end(self, character: str) -> None:
        if character == "}":
            self._close(character)
        else:
            self._key(character)

    def _key(self, character: str) -> None:
        if character == '"':
            self._begin_text(is_key=True)
        elif not _space(character):
            self._lost()

    def _colon(self, character: str) -> None:
        if character == ":":
            self._take = self._value
        elif not _space(character):
            self._lost()

    def _value_or_end(self, character: str) -> None:
        if character == "]":
            self._close(character)
        else:
            self._value(character)

    def _value(self, character: str) -> None:
        if character == '"':
            self._begin_text(is_key=False)
        elif character in "{[":
            self._open(character)
        elif _LITERAL_START.fullmatch(character):
            self._text = [character]
            self._take = self._literal
        elif not _space(character):
            self._lost()

    def _literal(self, character: str) -> None:
        if character not in ",]}" and not _space(character):
            self._text.append(character)
            if _LITERAL_START.fullmatch("".join(self._text)) is None:
                self._lost()
            return
        if _LITERAL.fullmatch("".join(self._text)) is None:
            self._lost()
            return
        if self.place in ("/control", "/state", "/assistant_message"):
            # An object or a text is due here, and neither can be made from a number, true, false or null.
            self._hopeless = "wrong_type"
            return
        self._take = self._after
        self._after(character)

    def _after(self, character: str) -> None:
        if character == ",":
            self._take = self._key if self._stack[-1] == "{" else self._value
        elif character in "}]":
            self._close(character)
        elif not _space(character):
            self._lost()

    def _begin_text(self, *, is_key: bool) -> None:
        self._text, self._is_key, self._half = [], is_key, ""
        self._take = self._in_text

    def _in_text(self, character: str) -> None:
        if character == '"':
            self._add("")
            self._end_text()
        elif character == "\\":
            self._take = self._escape
        elif character < " ":
            self._lost()
        else:
            self._add(character)

    def _escape(self, character: str) -> None:
        if character == "u":
            self._units = ""
            self._take = self._unicode
        elif character in _ESCAPES:
            self._add(_ESCAPES[character])
            self._take = self._in_text
        else:
            self._lost()

    def _unicode(self, character: str) -> None:
        if character not in "0123456789abcdefABCDEF":
            self._lost()
            return
        self._units += character
        if len(self._units) == 4:
            self._take = self._in_text
            self._unit(int(self._units, 16))

    def _unit(self, unit: int) -> None:
        """One UTF-16 unit; the first half of a pair waits for the second, also over the end of a chunk."""
        if 0xD800 <= unit < 0xDC00:
            self._add("")
            self._half = chr(unit)
        elif 0xDC00 <= unit < 0xE000 and self._half:
            pair, self._half = self._half + chr(unit), ""
            self._add(pair.encode("utf-16", "surrogatepass").decode("utf-16"))
        else:
            self._add("\ufffd" if 0xDC00 <= unit < 0xE000 else chr(unit))

    def _add(self, text: str) -> None:
        if self._half:
            text, self._half = "\ufffd" + text, ""
        if not text:
            return
        self._text.append(text)
        if not self._is_key and not self._shown and self._path == ["assistant_message"]:
            self._out.append(text)

    def _end_text(self) -> None:
        if self._is_key:
            self._path[-1] = "".join(self._text)
            self._take = self._colon
            return
        if self._path == ["assistant_message"]:
            self._shown = True
        allowed = self._words.get(self.place)
        if allowed is not None and folded("".join(self._text)) not in allowed:
            self._hopeless = "wrong_word"
            return
        self._take = self._after


def _space(character: str) -> bool:
    return character in " \t\r\n"
