"""Keys and passwords blotted out of words that leave the program or are kept by it.

An endpoint may echo the key that it was asked with: in an error, a request id, a model's name, an answer. What is
configured as a secret is known, so it is looked for by its value; what only looks like a key goes as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

BLOT = "***"
LEAST_LENGTH = 8
"""Shorter values are words such as `none` or `ollama`, which servers without keys are given."""
_KEY_LIKE = re.compile(r"\b(?:sk|pk|key)-[\w*.-]{6,}|\bBearer\s+\S+", re.IGNORECASE)


class Redactor:
    """Knows the secrets of a process."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._secrets = sorted({secret for secret in secrets if len(secret) >= LEAST_LENGTH}, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, self._secrets))) if self._secrets else None

    def text(self, text: str) -> str:
        """The text without a secret's value."""
        return text if self._pattern is None else self._pattern.sub(BLOT, text)

    def label(self, text: str) -> str:
        """The text without a secret and without anything that looks like a key: for ids, codes and names."""
        return _KEY_LIKE.sub(BLOT, self.text(text))

    def value(self, value: object) -> object:
        """A value of texts, lists, tuples and mappings without a secret in any text."""
        if self._pattern is None:
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self.value(key): self.value(part) for key, part in value.items()}
        if isinstance(value, list):
            return [self.value(part) for part in value]
        if isinstance(value, tuple) and type(value) is tuple:
            return tuple(self.value(part) for part in value)
        return value

    def growing(self) -> GrowingRedaction:
        """A redaction of one text that comes in pieces."""
        return GrowingRedaction(self)

    def held_back(self, text: str) -> int:
        """Length of the longest ending of a text with which a secret begins."""
        longest = 0
        for secret in self._secrets:
            for length in range(min(len(secret) - 1, len(text)), longest, -1):
                if text.endswith(secret[:length]):
                    longest = length
                    break
        return longest


class GrowingRedaction:
    """A text that grows, without secrets; an ending that may be the beginning of one waits for what follows."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._rest = ""

    def feed(self, piece: str) -> str:
        """What may be shown after another piece; may be empty."""
        text = self._redactor.text(self._rest + piece)
        held = self._redactor.held_back(text)
        self._rest = text[len(text) - held :]
        return text[: len(text) - held]

    def end(self) -> str:
        """What is left when the text has ended."""
        rest, self._rest = self._rest, ""
        return rest
