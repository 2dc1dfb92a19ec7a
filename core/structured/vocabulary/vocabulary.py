"""A model's tokens as byte strings, prepared for masks."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from core.structured.errors import TokenOutOfRange, VocabularyError
from core.structured.vocabulary.trie import Trie, build_trie

Words = npt.NDArray[np.uint32]
LONGEST_COUNTED = 64  # strings with room for more characters than this are treated alike, see `plain`


class Vocabulary:
    """Byte strings by token id.

    Args:
        tokens: the bytes of each id; an empty string is an id that is never allowed (special tokens).
        ends: ids that end a text.
        duplicates: whether several ids may have the same bytes.

    Raises:
        VocabularyError: equal tokens though `duplicates` is False, an end out of range, an end with bytes of its own,
            or no token at all.
    """

    def __init__(self, tokens: Sequence[bytes], *, ends: Iterable[int] = (), duplicates: bool = False) -> None:
        self.tokens = list(tokens)
        self.ends = tuple(ends)
        if not any(self.tokens):
            raise VocabularyError("a vocabulary without tokens")
        for end in self.ends:
            if not 0 <= end < len(self.tokens):
                raise VocabularyError(f"the end token {end} is outside the vocabulary", token=end)
            if self.tokens[end]:
                raise VocabularyError(f"the end token {end} also stands for bytes", token=end)
        if not duplicates:
            seen: dict[bytes, int] = {}
            for number, token in enumerate(self.tokens):
                if token and seen.setdefault(token, number) != number:
                    raise VocabularyError(
                        f"tokens {seen[token]} and {number} have the same bytes", first=seen[token], second=number
                    )
        self.words = (len(self.tokens) + 31) >> 5
        self.end_mask = np.zeros(self.words, dtype=np.uint32)
        for end in self.ends:
            self.end_mask[end >> 5] |= np.uint32(1 << (end & 31))

    @classmethod
    def load(cls, path: Path) -> Vocabulary:
        """A vocabulary of the form of `o200k_base.npz`: `blob`, `off`, `special`, `special_names`.

        The special token whose name says "end of text" ends a text; other special tokens are never allowed.

        Raises:
            VocabularyError: another form.
        """
        try:
            with np.load(path) as data:
                blob, offsets = data["blob"].tobytes(), data["off"].tolist()
                special = [int(number) for number in data["special"]] if "special" in data else []
                names = [str(name) for name in data["special_names"]] if "special_names" in data else []
        except (OSError, KeyError, ValueError, EOFError, BadZipFile) as error:
            raise VocabularyError(f"not a vocabulary file: {path.name}") from error
        if any(start > end for start, end in itertools.pairwise(offsets)) or (offsets and offsets[-1] > len(blob)):
            raise VocabularyError(f"not a vocabulary file: {path.name}")
        tokens = [blob[start:end] for start, end in itertools.pairwise(offsets)]
        ends = [number for number, name in zip(special, names, strict=False) if "endoftext" in name] or special[:1]
        if any(not 0 <= number < len(tokens) for number in special):
            raise VocabularyError("a special token outside the vocabulary")
        for number in special:
            tokens[number] = b""
        return cls(tokens, ends=ends, duplicates=True)

    def __len__(self) -> int:
        return len(self.tokens)

    def bytes_of(self, token: int) -> bytes:
        """The bytes of an id; empty for an id that stands for none.

        Raises:
            TokenOutOfRange: no such id.
        """
        if not 0 <= token < len(self.tokens):
            raise TokenOutOfRange(token, len(self.tokens))
        return self.tokens[token]

    @cached_property
    def trie(self) -> Trie:
        """All tokens."""
        return build_trie([(token, number) for number, token in enumerate(self.tokens)])

    @cached_property
    def _sizes(self) -> list[int]:
        """Characters of tokens that are plain text inside a JSON string, -1 for the others."""
        sizes = []
        for token in self.tokens:
            if not token or b'"' in token or b"\\" in token or min(token) < 0x20:
                sizes.append(-1)
            elif token.isascii():
                sizes.append(len(token))
            else:
                try:
                    sizes.append(len(token.decode()))
                except UnicodeDecodeError:
                    sizes.append(-1)
        return sizes

    @cached_property
    def plain(self) -> npt.NDArray[np.uint32]:
        """Masks of tokens that are plain text of at most `i` characters in a JSON string; the last row: of any."""
        sizes = np.array(self._sizes)
        rows = np.zeros((LONGEST_COUNTED + 2, self.words), dtype=np.uint32)
        for size in range(1, LONGEST_COUNTED + 1):
            rows[size] = packed((sizes > 0) & (sizes <= size), self.words)
        rows[-1] = packed(sizes > 0, self.words)
        return rows

    @cached_property
    def _through_quote(self) -> tuple[list[int], list[tuple[bytes, int]]]:
        """Special tokens that stay inside a free string, and what the others have behind its closing quote."""
        inside, behind = [], []
        for number, size in enumerate(self._sizes):
            if size < 0 and self.tokens[number] and (rest := _behind_string(self.tokens[number])) is not None:
                inside.append(number) if rest is _INSIDE else behind.append((rest, number))
        return inside, behind

    @cached_property
    def closes_behind_escape(self) -> bool:
        """Whether some token goes on behind a character spelled as \\uXXXX with a quote."""
        return any(_SPELLED_QUOTE.search(token) for token in self.tokens if b"\\u" in token)

    @cached_property
    def inside_string(self) -> Words:
        """Mask of the tokens that stay inside a free JSON string."""
        chosen = np.array(self._sizes) > 0
        chosen[self._through_quote[0]] = True
        return packed(chosen, self.words)

    @cached_property
    def closes_string(self) -> Words:
        """Mask of the tokens that end with the quote that closes a free JSON string."""
        chosen = np.zeros(len(self.tokens), dtype=bool)
        chosen[[number for rest, number in self._through_quote[1] if not rest]] = True
        return packed(chosen, self.words)

    @cached_property
    def behind_string(self) -> Trie:
        """What the tokens that leave a free JSON string have behind its closing quote."""
        return build_trie(self._through_quote[1])

    @cached_property
    def begins_without_quote(self) -> Words:
        """Mask of the tokens that do not begin with a quote."""
        return packed(np.array([token[:1] != b'"' for token in self.tokens]), self.words)

    @cached_property
    def quote_alone(self) -> Words:
        """Mask of the tokens that are a quote and no more."""
        return packed(np.array([token == b'"' for token in self.tokens]), self.words)

    @cached_property
    def behind_quote(self) -> Trie:
        """What the tokens that begin with a quote have behind it."""
        return build_trie([(token[1:], number) for number, token in enumerate(self.tokens) if token[:1] == b'"'])

    @cached_property
    def quoted(self) -> tuple[int, int]:
        """The nodes of `trie` that begin with a quote: the first, and the one behind the last."""
        return self.trie.below(0x22)

    @cached_property
    def quoted_special(self) -> tuple[int, int]:
        """The same of `special`."""
        return self.special.below(0x22)

    @cached_property
    def special(self) -> Trie:
        """The tokens that are not plain text: with quotes, escapes, control characters, or parts of characters."""
        return build_trie([(self.tokens[number], number) for number, size in enumerate(self._sizes) if size < 0])

    @cached_property
    def word_trie(self) -> Trie:
        """The tokens of ASCII letters, digits and underscores, also with one blank before them."""
        return build_trie([(token, number) for number, token in enumerate(self.tokens) if _WORD.fullmatch(token)])

    @cached_property
    def other_trie(self) -> Trie:
        """All other tokens."""
        return build_trie([(token, number) for number, token in enumerate(self.tokens) if not _WORD.fullmatch(token)])

    @cached_property
    def kinds(self) -> list[tuple[npt.NDArray[np.int64], Words, Trie]]:
        """Tokens of letters and digits only by the bytes they are of, each kind with its mask and its trie."""
        found = []
        for letters, pattern in _KINDS:
            chosen = np.array([pattern.fullmatch(token) is not None for token in self.tokens])
            entries = [(self.tokens[number], number) for number in np.flatnonzero(chosen).tolist()]
            found.append((np.array(list(letters)), packed(chosen, self.words), build_trie(entries)))
        return found

    @cached_property
    def mixed(self) -> Trie:
        """The tokens that are of none of these kinds."""
        patterns = [pattern for _, pattern in _KINDS]
        return build_trie(
            [
                (token, number)
                for number, token in enumerate(self.tokens)
                if not any(pattern.fullmatch(token) for pattern in patterns)
            ]
        )

    @cached_property
    def long(self) -> Trie:
        """Plain tokens longer than `LONGEST_COUNTED` characters."""
        sizes = enumerate(self._sizes)
        return build_trie([(self.tokens[number], number) for number, size in sizes if size > LONGEST_COUNTED])


_WORD = re.compile(rb" ?[A-Za-z0-9_]+")
_SMALL, _LETTERS, _DIGITS = (
    b"abcdefghijklmnopqrstuvwxyz",
    bytes(range(0x41, 0x5B)) + bytes(range(0x61, 0x7B)),
    b"0123456789",
)
_KINDS = (
    (_DIGITS, re.compile(rb"[0-9]+")),
    (_SMALL, re.compile(rb"[a-z]+")),
    (_LETTERS, re.compile(rb"(?=[a-z]*[A-Z])[A-Za-z]+")),
    (b" " + _LETTERS, re.compile(rb" [A-Za-z]+")),
)
_INSIDE = b"\0inside"
_SPELLED_QUOTE = re.compile(rb"\\u[0-9a-fA-F]{4}.*\"", re.DOTALL)
_ESCAPED = re.compile(
    rb"(?:[\x20\x21\x23-\x5b\x5d-\x7f]|\\[\"\\/bfnrt]"
    rb"|\\u(?:[0-9a-cA-Ce-fE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}"
    rb"|[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    rb"|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}"
    rb"|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}"
    rb"|\xf4[\x80-\x8f][\x80-\xbf]{2})*"
)
_BEGUN = re.compile(
    rb"\\(?:u(?:[0-9a-cA-Ce-fE-F][0-9a-fA-F]{0,2}|[dD](?:[0-7][0-9a-fA-F]?)?"
    rb"|[dD][89abAB](?:[0-9a-fA-F](?:[0-9a-fA-F](?:\\(?:u(?:[dD](?:[c-fC-F][0-9a-fA-F]?)?)?)?)?)?)?)?)?"
    rb"|[\xc2-\xdf]|\xe0(?:[\xa0-\xbf])?|[\xe1-\xec\xee\xef][\x80-\xbf]?|\xed(?:[\x80-\x9f])?"
    rb"|\xf0(?:[\x90-\xbf][\x80-\xbf]?)?|[\xf1-\xf3][\x80-\xbf]{0,2}|\xf4(?:[\x80-\x8f][\x80-\xbf]?)?"
)


def _behind_string(token: bytes) -> bytes | None:
    """What a token has behind the quote that closes a free string; `_INSIDE` if it stays, None if it cannot be."""
    match = _ESCAPED.match(token)
    end = match.end() if match else 0
    if token[end : end + 1] == b'"':
        return token[end + 1 :]
    return _INSIDE if end == len(token) or _BEGUN.fullmatch(token, end) else None


def packed(chosen: npt.NDArray[np.bool_], words: int) -> Words:
    """A mask of the chosen ids, 32 in a word, lowest bit first."""
    bits = np.zeros(words * 32, dtype=bool)
    bits[: len(chosen)] = chosen
    return np.packbits(bits, bitorder="little").view(np.uint32)
