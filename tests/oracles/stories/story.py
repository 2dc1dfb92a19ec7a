"""A told case: its messages taken apart, with the fields of each part."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.wording import Language

_PART = re.compile(r"(?P<fields>[^:]*): (?P<text>.*)", re.S)
_LABEL = re.compile(r"^[\s・\-]*[^\s：:。]{1,8}(?: [a-z]{2,10})?[：:]\s*")
_CORE = re.compile(r"<(?P<core>[^>]*)>")


@dataclass(frozen=True)
class Told:
    """What one part of a message tells.

    Attributes:
        fields: of which one must hold it; more than one where a lawyer could file it under either.
        core: the words that must stand there, or the value of a field that has values.
        replaced: whether a later message takes it back, so that it must stand nowhere at the end.
    """

    fields: tuple[str, ...]
    core: str
    replaced: bool = False


@dataclass(frozen=True)
class Message:
    """A message as typed, and what its parts tell; a command tells nothing."""

    text: str
    told: tuple[Told, ...]
    parts: tuple[tuple[tuple[str, ...], str], ...] = ()

    def labelled(self) -> tuple[tuple[tuple[str, ...], str], ...]:
        """Each part with the fields that it tells; a command tells `talk`."""
        return self.parts


@dataclass(frozen=True)
class Story:
    """A case told from beginning to end; the last message asks to finalise it."""

    name: str
    language: Language
    messages: tuple[Message, ...]


def story(name: str, language: Language, *messages: tuple[str, ...]) -> Story:
    """A story from its parts, written `FIELDS: words`.

    Fields are joined by `+` where the part tells several things, by `/` where one of several is right; `FIELD=VALUE`
    names a value, `FIELD-` words that are taken back later, `command` words that belong nowhere. `<...>` marks the
    words that count; without it all do, but for a bullet and a label before a colon.
    """
    return Story(name, language, tuple(_message(parts, language) for parts in messages))


def _message(parts: tuple[str, ...], language: Language) -> Message:
    texts, told, labelled = [], [], []
    for part in parts:
        match = _PART.fullmatch(part)
        if match is None:
            raise ValueError(part)
        texts.append(_CORE.sub(r"\g<core>", match["text"]))
        core = _CORE.search(match["text"])
        labelled.append((_labels(match["fields"]), texts[-1].strip()))
        for name in match["fields"].split("+"):
            if name == "command":
                continue
            field, _, value = name.partition("=")
            words = value or (core["core"] if core else _LABEL.sub("", match["text"]))
            told.append(Told(tuple(field.removesuffix("-").split("/")), words.strip(), field.endswith("-")))
    return Message(("" if language == "ja" else " ").join(texts), tuple(told), tuple(labelled))


def _labels(fields: str) -> tuple[str, ...]:
    names = [name.partition("=")[0].split("/")[0].removesuffix("-") for name in fields.split("+")]
    return tuple("talk" if name == "command" else name for name in names)
