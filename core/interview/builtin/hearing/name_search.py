"""Names of the lexicon and the taxonomy in a text, whatever its width and case."""

from __future__ import annotations

import re
import unicodedata


def folded(text: str) -> str:
    """The text in ordinary width and without case."""
    return unicodedata.normalize("NFKC", text).casefold()


def place_of(name: str, plain: str) -> int | None:
    """Where a name begins in a folded text, an English one as a whole word; None when it does not stand there."""
    if not name.isascii():
        place = plain.find(name)
        return None if place < 0 else place
    if name not in plain:
        return None
    match = re.search(rf"(?<![a-z0-9]){re.escape(name)}s?(?![a-z0-9])", plain)
    return None if match is None else match.start()


def without_name(plain: str, name: str) -> str:
    """The text without a name that was found, so that a shorter name inside it is not found as well."""
    return plain.replace(name, "\n" * len(name))
