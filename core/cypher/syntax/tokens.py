"""Tokens of a Cypher text, and text of tokens.

What runs is never the text that was given but the text written from these tokens: comments are gone, strings are
escaped in one way, words are in NFKC. So the guard and the database cannot read the same text differently.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

Kind = Literal["word", "name", "string", "number", "parameter", "operator", "end"]

LONGEST_TEXT = 20_000
"""Characters of a text that is looked at; no question of a lawyer needs more."""

MOST_TOKENS = 3_000

_NUMBER = re.compile(r"0[xX][0-9a-fA-F]+|0[oO][0-7]+|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_ASCII_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_SPACE = re.compile(r"\s+")
_NEW_LINE = re.compile(r"[\n\r]")
_OPERATORS = ("<=", ">=", "<>", "!=", "=~", "..", "||", "+=", "::")
_SINGLE = frozenset("()[]{}<>=+-*/%^.,:|&!;$")
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "\\": "\\", "'": "'", '"': '"', "`": "`"}
_WRITTEN = str.maketrans({"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"})
_REORDERING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNICODE_ESCAPE = re.compile(r"\\[uU]+([0-9a-fA-F]{4})")


class UnreadableQuery(Exception):
    """A text that is no Cypher, with the guard's rule and the reason in plain words."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(reason)
        self.rule = rule
        self.reason = reason


@dataclass(frozen=True, slots=True)
class CypherToken:
    """One token.

    Attributes:
        kind: what it is; `name` is a name in backticks.
        text: a word or name in NFKC, a string's content, an operator, a number as written, a parameter's name.
        upper: an ASCII word in capitals, for comparing with keywords; otherwise `text`.
        space: the white space before it: nothing, one blank, or a new line with its indentation.
        start: where it begins in the text.
    """

    kind: Kind
    text: str
    upper: str
    space: str
    start: int


def tokenise(text: str) -> list[CypherToken]:
    """The tokens of a text, the last one of kind `end`.

    Raises:
        UnreadableQuery: it hides something (invisible or reordering characters, escapes outside of strings), or a
            string, a name or a comment does not end.
    """
    if len(text) > LONGEST_TEXT:
        raise UnreadableQuery("too_long", f"The query has more than {LONGEST_TEXT:,} characters.")
    tokens: list[CypherToken] = []
    place, space = 0, ""
    while place < len(text):
        character = text[place]
        if character.isspace():
            found = _SPACE.match(text, place)
            end = found.end() if found else place + 1
            space = _blank(space + text[place:end])
            place = end
        elif text.startswith("//", place):
            place = _line_end(text, place)
            space = _blank(space + " ")
        elif text.startswith("/*", place):
            end = text.find("*/", place + 2)
            if end < 0:
                raise UnreadableQuery("unterminated", "A comment that begins with /* does not end.")
            place = end + 2
            space = _blank(space + " ")
        else:
            token, place = _token(text, place, space, tokens)
            tokens.append(token)
            space = ""
            if len(tokens) > MOST_TOKENS:
                raise UnreadableQuery("too_long", f"The query has more than {MOST_TOKENS:,} words and signs.")
    tokens.append(CypherToken("end", "", "", "", len(text)))
    return tokens


def written(token: CypherToken) -> str:
    """A token as it stands in the query that runs."""
    if token.kind == "string":
        return "'" + token.text.translate(_WRITTEN) + "'"
    if token.kind == "name":
        return f"`{token.text}`"
    if token.kind == "parameter":
        return f"${token.text}"
    return token.text


def string_literal(value: str) -> str:
    """A text as a Cypher string."""
    return "'" + value.translate(_WRITTEN) + "'"


def _blank(space: str) -> str:
    if "\n" not in space and "\r" not in space:
        return " "
    return "\n" + " " * min(len(space) - 1 - max(space.rfind("\n"), space.rfind("\r")), 8)


def _line_end(text: str, place: int) -> int:
    found = _NEW_LINE.search(text, place)
    return len(text) if found is None else found.start()


def _token(text: str, place: int, space: str, before: list[CypherToken]) -> tuple[CypherToken, int]:
    character = text[place]
    if found := _ASCII_WORD.match(text, place):
        end = found.end()
        if end >= len(text) or text[end].isascii():
            word = found.group()
            return CypherToken("word", word, word.upper(), space, place), end
    if character in "'\"":
        return _string(text, place, space)
    if character == "`":
        return _name(text, place, space)
    if (character.isdigit() and character.isascii()) or _is_fraction(text, place, before):
        return _number(text, place, space)
    for operator in _OPERATORS:
        if text.startswith(operator, place):
            return CypherToken("operator", *_same_operator(operator), space, place), place + 2
    if character == "$" and (end := _word_end(text, place + 1, digits=True)) > place + 1:
        name = unicodedata.normalize("NFKC", text[place + 1 : end])
        return CypherToken("parameter", name, name, space, place), end
    if character in _SINGLE:
        return CypherToken("operator", character, character, space, place), place + 1
    if (end := _word_end(text, place)) > place:
        word = unicodedata.normalize("NFKC", text[place:end])
        if word.isidentifier():
            return CypherToken("word", word, word.upper() if word.isascii() else word, space, place), end
    raise _strange(text, place)


def _same_operator(operator: str) -> tuple[str, str]:
    same = "<>" if operator == "!=" else operator
    return same, same


def _strange(text: str, place: int) -> UnreadableQuery:
    character = text[place]
    shown = f"U+{ord(character):04X}"
    if character == "\\":
        return UnreadableQuery("hidden_text", "There is a backslash outside of a string.")
    if unicodedata.category(character) in ("Cf", "Cc", "Cs", "Co", "Cn"):
        return UnreadableQuery("hidden_text", f"There is an invisible character ({shown}) outside of a string.")
    if unicodedata.normalize("NFKC", character) != character:
        return UnreadableQuery("hidden_text", f"There is a look-alike character ({shown}) outside of a string.")
    return UnreadableQuery("syntax", f"The character {character} ({shown}) does not belong into a query.")


def _word_end(text: str, place: int, *, digits: bool = False) -> int:
    end = place
    while end < len(text) and ((("a" if end > place or digits else "") + text[end]).isidentifier()):
        end += 1
    return end


def _is_fraction(text: str, place: int, before: list[CypherToken]) -> bool:
    if text[place] != "." or place + 1 >= len(text) or not (text[place + 1].isdigit() and text[place + 1].isascii()):
        return False
    return not before or (before[-1].text not in (")", "]", "}", "..") and before[-1].kind not in ("word", "name"))


def _number(text: str, place: int, space: str) -> tuple[CypherToken, int]:
    found = _NUMBER.match(text, place)
    end = found.end() if found else place + 1
    if end < len(text) and ((text[end] == "." and not text.startswith("..", end)) or _word_end(text, end) > end):
        raise UnreadableQuery("syntax", f"A number is not well formed: {text[place : end + 5]}")
    return CypherToken("number", text[place:end], text[place:end].upper(), space, place), end


def _name(text: str, place: int, space: str) -> tuple[CypherToken, int]:
    end = text.find("`", place + 1)
    if end < 0:
        raise UnreadableQuery("unterminated", "A name in backticks does not end.")
    name = unicodedata.normalize("NFKC", text[place + 1 : end])
    if text.startswith("``", end) or not name or "\\" in name or "`" in name:
        raise UnreadableQuery("hidden_text", "A name in backticks holds a backtick or a backslash, or nothing.")
    if any(unicodedata.category(character)[0] == "C" for character in name):
        raise UnreadableQuery("hidden_text", "A name in backticks holds an invisible character.")
    return CypherToken("name", name, name, space, place), end + 1


def _string(text: str, place: int, space: str) -> tuple[CypherToken, int]:
    quote, at = text[place], place + 1
    parts: list[str] = []
    while True:
        if at >= len(text):
            raise UnreadableQuery("unterminated", "A string does not end.")
        character = text[at]
        if character == quote:
            break
        if character != "\\":
            parts.append(character)
            at += 1
            continue
        following = text[at + 1 : at + 2]
        if following in _ESCAPES and following:
            parts.append(_ESCAPES[following])
            at += 2
        elif following in ("u", "U") and following:
            length = 4 if following == "u" else 8
            digits = text[at + 2 : at + 2 + length]
            if not re.fullmatch(r"[0-9a-fA-F]+", digits) or len(digits) < length or int(digits, 16) > 0x10FFFF:
                raise UnreadableQuery("hidden_text", "A \\u escape in a string is not complete.")
            parts.append(chr(int(digits, 16)))
            if parts[-1] in "'\"`\\" or ord(parts[-1]) < 32:
                # Some versions of Neo4j replace these before they look where a string ends.
                raise UnreadableQuery(
                    "hidden_text", "A \\u escape stands for a quote, a backslash or a control character."
                )
            at += 2 + length
        else:
            # `\d` and the like in patterns: the backslash is meant as itself.
            parts.append("\\")
            at += 1
    value = "".join(parts)
    if any(character in _REORDERING or character == "\0" or "\ud800" <= character <= "\udfff" for character in value):
        raise UnreadableQuery("hidden_text", "A string holds characters that change the order of what is shown.")
    for escape in _UNICODE_ESCAPE.finditer(value):
        if chr(int(escape.group(1), 16)) in "'\"`\\" or int(escape.group(1), 16) < 32:
            raise UnreadableQuery("hidden_text", "A string holds the escape of a quote or a backslash.")
    return CypherToken("string", value, value, space, place), at + 1
