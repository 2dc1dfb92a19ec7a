"""A token's bytes as people can read them."""

from __future__ import annotations

_SIGNS = {"\n": "↵", "\t": "⇥", " ": "␣"}


def token_text(text: bytes) -> str:
    """The characters, blanks as signs; controls and bytes of a part of a character as numbers such as ‹e3›."""
    try:
        return "".join(_shown(character) for character in text.decode())
    except UnicodeDecodeError:
        return "".join(f"‹{byte:02x}›" for byte in text)


def _shown(character: str) -> str:
    if character in _SIGNS:
        return _SIGNS[character]
    return character if character.isprintable() else f"‹{ord(character):02x}›"
