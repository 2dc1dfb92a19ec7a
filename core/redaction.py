"""Keys and passwords blotted out of words that leave the program or are kept by it.

An endpoint may echo the key that it was asked with: in an error, a request id, a model's name, an answer. What is
configured as a secret is known, so it is looked for by its value, and by that value as addresses, JSON, base64 and
hexadecimal write it; what only looks like a key goes as well.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote, quote_plus

BLOT = "***"
LEAST_LENGTH = 8
"""Shorter values are words such as `none` or `ollama`, which servers without keys are given."""
_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_KEY_LIKE = re.compile(r"\b(?:sk|pk|key)-[\w*.-]{6,}|\bBearer\s+\S+", re.IGNORECASE)


class Redactor:
    """Knows the secrets of a process."""

    def __init__(self, secrets: Iterable[str]) -> None:
        known = {secret for secret in secrets if len(secret) >= LEAST_LENGTH}
        self._secrets = sorted({form for secret in known for form in written_forms(secret)}, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(_pattern, self._secrets)), re.IGNORECASE) if self._secrets else None

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

    def held_back(self, text: str) -> int:
        """Length of the longest ending of a text with which a secret begins."""
        places = [place for place, char in enumerate(text) if char not in _UNSEEN]
        plain = "".join(text[place] for place in places).casefold()
        longest = 0
        for secret in self._secrets:
            for length in range(min(len(secret) - 1, len(plain)), longest, -1):
                if plain.endswith(secret[:length].casefold()):
                    longest = length
                    break
        return len(text) - places[len(places) - longest] if longest else 0

    def growing(self) -> GrowingRedaction:
        """A redaction of one text that comes in pieces."""
        return GrowingRedaction(self)


def written_forms(secret: str) -> Iterator[str]:
    """A secret as it is and as it is commonly written on: in an address, in base64, in hexadecimal, in JSON."""
    yield secret
    raw = secret.encode()
    for form in (quote(secret, safe=""), quote_plus(secret)):
        yield form
        yield re.sub(r"%[0-9A-F]{2}", lambda match: match[0].lower(), form)
    yield secret.replace("/", "\\/")
    yield raw.hex()
    yield raw.hex().upper()
    for before in range(3):
        # Within a longer text base64 begins at any of three places; what depends on the neighbours is left off.
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            encoded = encode(b"\0" * before + raw).decode().rstrip("=")
            middle = encoded[(before * 8 + 5) // 6 : (len(raw) + before) * 8 // 6]
            if len(middle) >= LEAST_LENGTH:
                yield middle


def _pattern(secret: str) -> str:
    """A pattern of a secret whose letters may have unseen characters between them."""
    return f"[{_UNSEEN}]*".join(map(re.escape, secret))


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
