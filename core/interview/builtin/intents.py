"""What a message wants: an answer, a correction, a command, or an instruction that is none of ours."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from core.interview.builtin.replies import wording
from core.interview.builtin.sentences import sentences

Kind = Literal[
    "answer",
    "nothing",
    "instruction",
    "restart",
    "summary",
    "help",
    "approve",
    "finalize",
    "undo",
    "unknown",
    "wrong",
    "replace",
    "set",
]
_RECORD = re.compile(r"^\s*(?:記録|record)\s*[:：]\s*", re.I)
_TAIL = r"(?:です|ます|でした|ください|下さい|お願いします|よ|ね|[!.。])*"
_COMMANDS: tuple[Kind, ...] = ("restart", "summary", "help", "approve", "finalize", "undo", "unknown", "wrong")
_BEGINS = r"(?:{})(?=$|[、,。.! \n]|です|か|い|ん)"
_NO = r"(?:いや|いいえ|違う|違います|ちがう|そう(?:では|じゃ)なく(?:て)?|正しくは|訂正|no|actually|correction)"
_AGAINST = re.compile(rf"^{_NO}[、,，。:： ]+(?P<value>.{{4,}})$", re.I | re.S)
_MOST_COMMAND = 40
# Words without which a message made of courtesies and stems is no such command.
_WHOLE = {
    "undo": re.compile(r"取り?消|戻|なかったこと|undo|scratch|take .*back|revert"),
    "finalize": re.compile(
        r"確定|登録|完了|終了|終わ|承認|完成|ファイナライズ|仕上げ|締め|保存"
        r"|finali|approve|submit|done|wrap.* up|finish|complete|close|register|save"
    ),
    "unknown": re.compile(
        r"わかりません|分かりません|わからない|分からない|知りません|不明|未定|スキップ|飛ばし|とばし|パス|特に|ございません"
        r"|後で|あとで|skip|pass|later|know|no idea|sure|nothing"
    ),
}
_VERB = "(?:直して|なおして|変更して|修正して|訂正して|変えて|書き換えて|して)"
_ASKED = rf"(?:に|へ|と)?{_VERB}(?:ください|下さい|ほしい|欲しい)?[。.]*$"


@dataclass(frozen=True, slots=True)
class Intent:
    """What a message wants. `text` is its content without what was said to us; `field` is what `set` is about."""

    kind: Kind
    text: str = ""
    field: str | None = None


def understood(message: str) -> Intent:
    """What a message wants."""
    text = message.strip()
    record = _RECORD.match(text)
    if record is not None and text[record.end() :].strip():
        return Intent("answer", text[record.end() :].strip())
    if not any(unicodedata.category(character)[0] in "LN" for character in text) and text not in ("?", "？"):
        return Intent("nothing", text)
    if len(text) <= _MOST_COMMAND * 10 and _phrases("instruction").search(_plain(text)):
        return Intent("instruction", text)
    plain = _plain(text)
    if len(plain) <= _MOST_COMMAND:
        for kind in _COMMANDS:
            if _phrases(kind, f"(?:{{}}){_TAIL}").fullmatch(plain):
                return Intent(kind, text)
        stem = _stem(plain)
        if stem is not None:
            return Intent(stem, text)
    field, value = _set(text)
    if field is not None:
        return Intent("set", value, field)
    against = _AGAINST.match(text)
    return Intent("replace", against["value"].strip()) if against is not None else Intent("answer", text)


def is_record(message: str) -> bool:
    """Whether a message says that its words are to be written down."""
    return _RECORD.match(message) is not None


def command_at_end(told: Sequence[str]) -> tuple[list[str], Intent | None]:
    """The sentences of a message before the command that ends it, and the command; None where none does."""
    if len(told) < 2:
        return list(told), None
    last = _plain(told[-1]).rstrip("。.! ")
    kind: Kind | None = "finalize" if _phrases("finalize", f"(?:{{}}){_TAIL}").fullmatch(last) else _stem(last)
    return (list(told[:-1]), Intent("finalize", told[-1])) if kind == "finalize" else (list(told), None)


def _stem(plain: str) -> Kind | None:
    """The command whose words a short message consists of, courtesies aside."""
    left = re.sub(r"[^\w\s]", " ", plain.replace("'", "").replace("’", ""))
    commands: tuple[Kind, ...] = ("undo", "finalize", "unknown")
    for kind in commands:
        stems = _stems(kind)
        if _WHOLE[kind].search(left) and stems.fullmatch(left):
            return kind
    return None


@cache
def _stems(kind: str) -> re.Pattern[str]:
    words = "|".join((*wording().phrases[f"{kind}_stem"], *wording().phrases["fluff"]))
    return re.compile(rf"(?:(?:{words})(?![a-z])|\s)+")


def is_none(text: str) -> bool:
    """Whether an answer says that there is nothing of the kind."""
    return _phrases("none").fullmatch(_plain(text).strip("。.! ")) is not None


def yes_or_no(text: str) -> tuple[bool | None, str]:
    """Whether an answer says yes (True) or no (False), and what it says beyond that."""
    text = text.strip()
    for name, meaning in (("yes", True), ("no", False)):
        match = _phrases(name, _BEGINS).match(_plain(text[:20]))
        if match is not None:
            rest = re.sub(r"^(?:です|ます|か|い|ん)*[、,，。.！!\s]*", "", text[match.end() :])
            return meaning, rest.strip()
    return None, text


def _plain(text: str) -> str:
    """A text without width, case and the quotation marks around it."""
    return unicodedata.normalize("NFKC", text).casefold().strip("「」『』\"' \n")


@cache
def _phrases(name: str, form: str = "(?:{})") -> re.Pattern[str]:
    """The phrases of a name as one pattern."""
    return re.compile(form.replace("{}", "|".join(wording().phrases[name])))


def _set(text: str) -> tuple[str | None, str]:
    """The field that a message names, and its new value."""
    inner = re.sub(rf"^{_NO}[、,，。:： ]+", "", text, flags=re.I)
    single = "\n" not in inner.strip() and len(sentences(inner)) == 1
    for pattern in (_japanese(), _english(), _labelled()) if single else ():
        match = pattern.match(inner)
        if match is not None:
            value = match["value"].strip()
            if value[:1] in '「『“"' and value[-1:] in '」』”"':
                value = value[1:-1].strip()
            return (_by_name()[match["name"].casefold()], value) if value else (None, text)
    return None, text


@cache
def _by_name() -> dict[str, str]:
    return {name.casefold(): field for field, words in wording().fields.items() for name in words.names}


@cache
def _names() -> str:
    return "|".join(re.escape(name) for name in sorted(_by_name(), key=len, reverse=True))


@cache
def _japanese() -> re.Pattern[str]:
    return re.compile(rf"^(?P<name>{_names()})(?:は|を|が)[、 ]?(?P<value>.+?){_ASKED}", re.I | re.S)


@cache
def _english() -> re.Pattern[str]:
    return re.compile(
        rf"^(?:please )?(?:change|set|make|correct) (?:the )?(?P<name>{_names()}) (?:to|into|:)\s*(?P<value>.+)$",
        re.I | re.S,
    )


@cache
def _labelled() -> re.Pattern[str]:
    return re.compile(rf"^(?P<name>{_names()})\s*[:：]\s*(?P<value>.+)$", re.I | re.S)
