"""Vocabularies from tokenizers' own files: `tokenizer.json` of the tokenizers library, and SentencePiece models.

Only what a token stands for is read, never how texts are cut. Special tokens stand for nothing and are never allowed;
some of them end a text. A word's mark (`▁` of SentencePiece, no `##` in WordPiece) is the blank before the word, as it
stands when a text goes on; the blank that a decoder drops at the very beginning of a text is not dropped here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from core.structured.errors import VocabularyError
from core.structured.vocabulary.vocabulary import Vocabulary

_ENDS = frozenset(
    "</s> <|endoftext|> <|im_end|> <|eot_id|> <|end_of_text|> <|end|> <eos> <end_of_turn> <|eos|> [SEP] [EOS]".split()
)
_BYTE = re.compile(r"<0x([0-9A-Fa-f]{2})>")
_MARK = "▁"
_NORMAL, _USER_DEFINED, _BYTE_PIECE = 1, 4, 6  # kinds of SentencePiece's pieces that stand for text
_VARINT, _EIGHT, _BYTES, _FOUR = 0, 1, 2, 5  # wire types of protocol buffers


def letter_bytes() -> dict[str, int]:
    """The byte that each letter stands for in byte-level notation.

    Printable bytes stand for themselves, the others for letters from U+0100 on, in order: the convention of GPT-2.
    """
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    letters = {chr(byte): byte for byte in printable}
    rest = (byte for byte in range(256) if byte not in set(printable))
    return letters | {chr(0x100 + position): byte for position, byte in enumerate(rest)}


def read_vocabulary(path: Path, *, ends: Collection[str] = ()) -> Vocabulary:
    """The vocabulary of a `tokenizer.json` or a SentencePiece `.model`.

    Args:
        path: the file.
        ends: names of the special tokens that end a text; without any, those with the usual names.

    Raises:
        VocabularyError: a file of another form or kind, an id that is given twice, a name in `ends` that is no token.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise VocabularyError(f"not a vocabulary file: {path.name}") from error
    return tokenizer_json(content, ends=ends) if path.suffix == ".json" else sentencepiece_model(content, ends=ends)


def tokenizer_json(content: bytes | str, *, ends: Collection[str] = ()) -> Vocabulary:
    """The vocabulary of a `tokenizer.json`: byte-level BPE, BPE or Unigram with `▁` and byte tokens, WordPiece.

    Raises:
        VocabularyError: as `read_vocabulary`.
    """
    try:
        described = json.loads(content)
        model = described["model"]
        listed = model["vocab"]
        pairs = (
            [(str(piece), int(number)) for piece, number in listed.items()]
            if isinstance(listed, dict)
            else [(str(piece), number) for number, (piece, _) in enumerate(listed)]
        )
        added = [
            (str(each["content"]), int(each["id"]), bool(each.get("special", False)))
            for each in described.get("added_tokens") or ()
        ]
        prefix = str(model.get("continuing_subword_prefix") or "") if model.get("type") == "WordPiece" else None
        unknown = model.get("unk_token") if isinstance(listed, dict) else pairs[int(model.get("unk_id") or 0)][0]
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise VocabularyError(f"no tokenizer.json that can be read: {error!r}") from error
    steps = {step["type"] for part in ("pre_tokenizer", "decoder") for step in _steps(described.get(part))}
    letters = letter_bytes() if "ByteLevel" in steps else None
    silent = {number for _, number, special in added if special}
    silent |= {number for piece, number in pairs if piece == unknown}
    literal = {number for _, number, _ in added}
    spelled = {
        number: b"" if number in silent else _spelled(piece, letters=letters, prefix=prefix)
        for piece, number in _once(pairs)
        if number not in literal
    }
    spelled |= {number: b"" if special else piece.encode() for piece, number, special in added}
    names = {piece: number for piece, number in pairs if number in silent} | {
        piece: number for piece, number, special in added if special
    }
    return _vocabulary(spelled, names, ends)


def sentencepiece_model(content: bytes, *, ends: Collection[str] = ()) -> Vocabulary:
    """The vocabulary of a SentencePiece model, read from its protocol buffer.

    Raises:
        VocabularyError: as `read_vocabulary`.
    """
    spelled: dict[int, bytes] = {}
    names: dict[str, int] = {}
    try:
        pieces = [value for field, value in _fields(content) if field == 1 and isinstance(value, bytes)]
        for number, piece in enumerate(pieces):
            parts = dict(_fields(piece))
            text, kind = parts[1], parts.get(3, _NORMAL)
            assert isinstance(text, bytes)
            name = text.decode()
            if kind in (_NORMAL, _USER_DEFINED, _BYTE_PIECE):
                spelled[number] = _spelled(name, letters=None, prefix=None)
            else:
                spelled[number], names[name] = b"", number
    except (ValueError, KeyError, IndexError, AssertionError) as error:
        raise VocabularyError("no SentencePiece model that can be read") from error
    if not pieces:
        raise VocabularyError("no SentencePiece model that can be read")
    return _vocabulary(spelled, names, ends)


def _steps(part: Any) -> Iterator[dict[str, Any]]:
    """A pre-tokenizer or decoder and those that it is a sequence of."""
    if isinstance(part, dict) and "type" in part:
        yield part
        for inner in [*(part.get("pretokenizers") or ()), *(part.get("decoders") or ())]:
            yield from _steps(inner)


def _once(pairs: list[tuple[str, int]]) -> list[tuple[str, int]]:
    seen: dict[int, str] = {}
    for piece, number in pairs:
        if number < 0 or seen.setdefault(number, piece) != piece:
            raise VocabularyError(f"the id {number} is given twice or is none", token=number)
    return pairs


def _spelled(piece: str, *, letters: dict[str, int] | None, prefix: str | None) -> bytes:
    if letters is not None:
        try:
            return bytes(letters[letter] for letter in piece)
        except KeyError as error:
            raise VocabularyError(f"the token {piece!r} holds {error}, which stands for no byte") from error
    if prefix is not None:  # WordPiece
        return piece.removeprefix(prefix).encode() if prefix and piece.startswith(prefix) else f" {piece}".encode()
    byte = _BYTE.fullmatch(piece)
    return bytes([int(byte[1], 16)]) if byte is not None else piece.replace(_MARK, " ").encode()


def _vocabulary(spelled: dict[int, bytes], names: dict[str, int], ends: Collection[str]) -> Vocabulary:
    missing = sorted(set(ends) - names.keys())
    if missing:
        raise VocabularyError(f"no special token is called {', '.join(missing)}", missing=missing)
    chosen = ends or _ENDS & names.keys()
    tokens = [spelled.get(number, b"") for number in range(max(spelled, default=-1) + 1)]
    return Vocabulary(tokens, ends=sorted({names[name] for name in chosen}), duplicates=True)


def _fields(content: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Numbers and values of a protocol buffer's fields; numbers of four or eight bytes as they stand.

    Raises:
        ValueError: no protocol buffer.
        IndexError: one that is cut off.
    """
    at = 0
    while at < len(content):
        key, at = _varint(content, at)
        wire = key & 7
        if wire == _VARINT:
            value, at = _varint(content, at)
            yield key >> 3, value
            continue
        size = {_EIGHT: 8, _FOUR: 4}.get(wire, -1)
        if wire == _BYTES:
            size, at = _varint(content, at)
        if size < 0 or at + size > len(content):
            raise ValueError("no protocol buffer")
        yield key >> 3, content[at : at + size]
        at += size


def _varint(content: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = content[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at
        if shift > 63:
            raise ValueError("no protocol buffer")
