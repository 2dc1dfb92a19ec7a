"""A token's bytes as people can read them."""

from __future__ import annotations

_SIGNS = {"\n": "↵", "\t": "⇥", "\r": "␍", " ": "␣"}


def token_text(text: bytes) -> str:
    """The characters, blanks and controls as signs; bytes of a part of a character as hexadecimal numbers."""
    try:
        return "".join(_SIGNS.get(character, character) for character in text.decode())
    except UnicodeDecodeError:
        return " ".join(f"{byte:02x}" for byte in text)
