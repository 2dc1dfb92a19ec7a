"""The signs that structure JSON, with all the forms in which models write them, and what may stand between them."""

from __future__ import annotations

import re

OPEN_OBJECT, CLOSE_OBJECT = frozenset("{｛"), frozenset("}｝")
OPEN_ARRAY, CLOSE_ARRAY = frozenset("[［"), frozenset("]］")
CLOSERS = CLOSE_OBJECT | CLOSE_ARRAY
COMMAS = frozenset(",，、;；")
COLONS = frozenset(":：")

# What opens a string, and the signs that may close it.
QUOTES = {
    '"': '"',
    "'": "'",
    "`": "`",
    **dict.fromkeys("“”„‟＂〝〞", '“”„‟＂〝〞"'),
    **dict.fromkeys("‘’‚‛＇", "‘’‚‛＇'"),
}

INVISIBLE = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff"
_SPACE = rf"[\s\x00{INVISIBLE}]"
# A comment is passed over only between tokens; its length is bounded so that hostile text costs linear time.
_COMMENT = r"//[^\n]{0,2000}|\#[^\n]{0,2000}|/\*(?:[^*]|\*(?!/)){0,2000}\*/|<!--(?:[^-]|-(?!->)){0,2000}-->"
# A line break written as an escape counts between tokens, too.
BLANK = re.compile(rf"(?:{_SPACE}++|\\[nrt]|{_COMMENT})*+")
SPACES = re.compile(rf"{_SPACE}*+")
COMMENT = re.compile(_COMMENT)

_DOUBLE = '"“”„‟＂〝〞'
_SINGLE = "'‘’‚‛＇"
_QUOTED_KEY = (
    rf"[{_DOUBLE}](?:[^{_DOUBLE}\\\n]|\\.){{0,200}}[{_DOUBLE}]"
    rf"|[{_SINGLE}](?:[^{_SINGLE}\\\n]|\\.){{0,200}}[{_SINGLE}]|`[^`\\\n]{{0,200}}`"
)
BARE_KEY = re.compile(r"[^\W\d][\w$.-]{0,100}|\$[\w$.-]{1,100}")
# A key with its colon: what must follow a comma inside an object.
KEY = re.compile(rf"(?:{_QUOTED_KEY}|{BARE_KEY.pattern}){_SPACE}{{0,200}}(?:[:：]|=>?)")
QUOTED = re.compile(_QUOTED_KEY)
# A key whose colon is missing, with the beginning of its value.
KEY_ALONE = re.compile(rf"(?:{_QUOTED_KEY}){_SPACE}{{1,200}}[{{｛\[［{_DOUBLE}{_SINGLE}]")
# Where the text of an answer ends although characters follow: a closing fence or tag.
END = re.compile(
    r"\Z|(?<=\s)(?:`{3,}|~{3,})[ \t]*(?:\n|\Z)|`{1,4}\s*\Z|</[\w:.-]{1,40}>\s*(?:`{3,}\s*)?\Z|<\|[\w ]{1,40}\|>\s*\Z"
)


def blank(text: str, at: int) -> int:
    """The place of the next token: white space, invisible characters and comments are passed over."""
    match = BLANK.match(text, at)
    assert match is not None  # it can match nothing at all
    return match.end()


def ends(text: str, at: int) -> bool:
    """Whether nothing but a closing fence or tag is left."""
    return END.match(text, at) is not None
