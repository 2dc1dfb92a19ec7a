"""Texts as a local model's tokens and back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from jinja2.exceptions import TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from core.errors import ConfigError
from core.local_model.gguf_file import TokenList
from core.structured import Vocabulary, letter_bytes

_HOLE = re.compile("\ue000(\\d+)\ue001")


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """One message of a conversation."""

    role: str
    content: str


class ModelTokens(Protocol):
    """What generation needs to know of a model's tokens."""

    vocabulary: Vocabulary
    end: int

    def encode(self, text: str) -> list[int]:
        """Ids of a text; words that look like special tokens are read as plain text."""
        ...

    def conversation(self, messages: Sequence[PromptMessage]) -> list[int]:
        """Ids of a conversation whose next message is the model's."""
        ...


class FileTokens:
    """Tokens as a model's file describes them: byte-level byte-pair encoding."""

    def __init__(self, listed: TokenList) -> None:
        """Prepare the vocabulary.

        Raises:
            ConfigError: a token that is not in byte-level notation.
        """
        self.end = listed.end
        self._listed = listed
        letters = letter_bytes()
        try:
            spelled = [
                b"" if number in listed.special else bytes(letters[letter] for letter in text)
                for number, text in enumerate(listed.texts)
            ]
        except KeyError as error:
            raise ConfigError(f"a token of the model holds {error}, which stands for no byte") from error
        self.vocabulary = Vocabulary(spelled, ends=[listed.end], duplicates=True)
        self._special = {listed.texts[number]: number for number in listed.special}
        self._special_pattern = re.compile(
            "|".join(re.escape(text) for text in sorted(self._special, key=len, reverse=True)) or "(?!)"
        )

    @cached_property
    def _encoder(self) -> Any:
        from tokenizers import Tokenizer, models, pre_tokenizers

        listed = self._listed
        merges = [(first, second) for first, _, second in (merge.partition(" ") for merge in listed.merges)]
        encoder = Tokenizer(models.BPE(vocab={text: n for n, text in enumerate(listed.texts)}, merges=merges))
        steps: list[Any] = [pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)]
        if listed.splitting == "smollm":
            steps.insert(0, pre_tokenizers.Digits(individual_digits=True))
        encoder.pre_tokenizer = pre_tokenizers.Sequence(steps)
        return encoder

    def encode(self, text: str) -> list[int]:
        """Ids of a text; words that look like special tokens are read as plain text."""
        return list(self._encoder.encode(text, add_special_tokens=False).ids)

    def conversation(self, messages: Sequence[PromptMessage]) -> list[int]:
        """Ids of the conversation in the model's own form. What people wrote cannot become a special token.

        Raises:
            ConfigError: the model's template cannot be filled.
        """
        held = [{"role": item.role, "content": f"\ue000{place}\ue001"} for place, item in enumerate(messages)]
        try:
            template = ImmutableSandboxedEnvironment().from_string(self._listed.template)
            written = template.render(messages=held, add_generation_prompt=True)
        except TemplateError as error:
            raise ConfigError(f"the model's template for conversations cannot be filled: {error}") from error
        ids: list[int] = []
        for place, part in enumerate(_HOLE.split(written)):
            ids += self.encode(messages[int(part)].content) if place % 2 else self._with_special(part)
        return ids

    def _with_special(self, text: str) -> list[int]:
        ids: list[int] = []
        behind = 0
        for match in self._special_pattern.finditer(text):
            ids += self.encode(text[behind : match.start()]) if match.start() > behind else []
            ids.append(self._special[match[0]])
            behind = match.end()
        return ids + (self.encode(text[behind:]) if behind < len(text) else [])


class PlainTokens:
    """Every byte and some longer pieces; a text is cut at the longest piece from the left. For untrained models."""

    def __init__(self, pieces: Sequence[str] = ()) -> None:
        spelled = [bytes([byte]) for byte in range(256)] + [piece.encode() for piece in pieces if len(piece) > 1]
        self.end = len(spelled)
        self.vocabulary = Vocabulary([*spelled, b""], ends=[self.end])
        self._ids = {piece: number for number, piece in enumerate(spelled)}
        self._longest = max(map(len, spelled))

    def encode(self, text: str) -> list[int]:
        """Ids of a text."""
        return encoded_bytes(text.encode("utf-8", "surrogatepass"), self._ids, self._longest)

    def conversation(self, messages: Sequence[PromptMessage]) -> list[int]:
        """The messages one after another, each behind the name of its role."""
        written = "".join(f"{message.role}: {message.content}\n" for message in messages)
        return self.encode(f"{written}assistant: ")


def encoded_bytes(text: bytes, ids: dict[bytes, int], longest: int) -> list[int]:
    """Ids of the longest pieces from the left.

    Raises:
        KeyError: a byte that no piece begins with.
    """
    found: list[int] = []
    start = 0
    while start < len(text):
        for size in range(min(longest, len(text) - start), 0, -1):
            number = ids.get(text[start : start + size])
            if number is not None:
                found.append(number)
                start += size
                break
        else:
            raise KeyError(text[start : start + 1])
    return found
