"""Words looked for in the texts of all contracts that somebody may see, with what stands around them.

The database leaves out texts that lack a piece of the words, the pattern decides about the rest: no index to keep.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import ColumnElement, or_, select

from core.documents import find_words
from core.matters import hidden_contracts
from core.store import Contract, DocumentRow, Store

_ASCII = re.compile(r"[A-Za-z0-9]+")
_CJK = re.compile(r"[\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff]")
_SPACES = re.compile(r"\s+")
_MOST_A_TEXT = 200
_AROUND = 90
_WIDE = 0xFEE0


@dataclass(frozen=True, slots=True)
class TextMatch:
    """Found words on their page with what stands before and after them."""

    page: int
    before: str
    words: str
    after: str


@dataclass(frozen=True, slots=True)
class TextMatches:
    """A contract in which words were found: how often (at most 200 times) and the first few passages."""

    contract_id: str
    count: int
    passages: tuple[TextMatch, ...]


def search_texts(store: Store, words: str, *, passages: int = 3) -> list[TextMatches]:
    """Contracts whose text holds the words one after the other, most hits first; none for fewer than two characters."""
    if len("".join(words.split())) < 2:
        return []
    like = store.dialect == "sqlite"
    query = (
        select(Contract.contract_id, Contract.number, DocumentRow.text, DocumentRow.pages)
        .join(DocumentRow, DocumentRow.sha256 == Contract.sha256)
        .where(*_needed(words, like=like))
        .order_by(Contract.number)
        .execution_options(yield_per=20)
    )
    found = []
    with store.read() as session:
        hidden = hidden_contracts(session)
        for contract_id, number, text, pages in session.execute(query):
            spans = [] if contract_id in hidden else find_words(text, words, limit=_MOST_A_TEXT)
            if spans:
                shown = tuple(_passage(text, pages, *span) for span in spans[:passages])
                found.append((-len(spans), number, TextMatches(contract_id, len(spans), shown)))
    return [matches for *_, matches in sorted(found, key=lambda each: each[:2])]


def _needed(words: str, *, like: bool) -> Iterator[ColumnElement[bool]]:
    """Pieces that every text with the words holds, whatever their width, case and line breaks."""
    folded = unicodedata.normalize("NFKC", words)
    column = DocumentRow.text
    for piece in set(_ASCII.findall(folded)):
        first = piece[0]
        wide = {chr(ord(letter) + _WIDE) for letter in (first.lower(), first.upper())}
        plain = column.like(f"%{piece}%") if like else column.ilike(f"%{piece}%")
        yield or_(plain, *(column.contains(letter) for letter in sorted(wide)))
    for character in set(_CJK.findall(folded)):
        yield column.contains(character)


def _passage(text: str, pages: list[dict[str, object]], start: int, end: int) -> TextMatch:
    page = next((page for page in pages if int(str(page["start"])) <= start <= int(str(page["end"]))), None)
    before, after = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
    return TextMatch(
        int(str(page["number"])) if page else 1,
        ("…" if start > _AROUND else "") + _SPACES.sub(" ", before),
        _SPACES.sub(" ", text[start:end]),
        _SPACES.sub(" ", after) + ("…" if end + _AROUND < len(text) else ""),
    )
