"""Sources of one answer: rows that carry words of a contract get a key, and only a known key can be cited.

A citation is shown only after its words were found again in the contract's document.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import get_args

from pydantic import JsonValue

from core.documents import Document
from core.evidence import OFFERED, State, locate
from core.graph.retrieval import EvidenceRow, ExcerptRow, RetrievedText
from core.qa.answer import Citation, ContractCitation, EntryCitation
from core.qa.support import CallRows, Cited
from core.taxonomy import taxonomy

_QUOTE_LENGTH = 700
_CATEGORY_FIELDS = ("type", "name", "field")
_VALUE_FIELDS = ("value", "detail", "day", "country", "country_name", "state", "role")


@dataclass(frozen=True, slots=True)
class PlacedWords:
    """Words of a contract that a row carries, with their place. `candidate`: only near what was looked for."""

    quote: str
    page: int | None = None
    start: int | None = None
    end: int | None = None
    state: State = "verified"
    candidate: bool = False


def placed_words(row: EvidenceRow | ExcerptRow | RetrievedText) -> PlacedWords | None:
    """The words of a row; None where it has none."""
    quote = row.quote if isinstance(row, EvidenceRow) else row.text
    if not quote:
        return None
    candidate = not isinstance(row, EvidenceRow) and row.kind == "candidate"
    return PlacedWords(quote, row.page, row.start, row.end, _state(row.state), candidate)


class Sources:
    """Keys of the rows that the calls of one answer gave: E1, E2, … for words of contracts, Q1, … for calls.

    Knowledge entries are cited by their own names, K1, K2, …
    """

    def __init__(
        self,
        numbers: Mapping[str, int],
        titles: Mapping[str, str],
        parties: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    ) -> None:
        """No keys yet.

        Args:
            numbers: contracts' numbers by id.
            titles: their titles.
            parties: their parties' names.
        """
        self._numbers = numbers
        self._titles = titles
        self._parties = parties
        self._words: dict[str, str] = {}
        self._beside: dict[str, tuple[str, ...]] = {}
        self._cited: dict[str, Citation] = {}
        self._keys: dict[tuple[str, int | None, int | None, str], str] = {}
        self._calls: list[CallRows] = []

    def add(self, contract_id: str, words: PlacedWords, beside: tuple[str, ...] = ()) -> str | None:
        """Key of words of a contract; None for a contract that this answer does not know.

        Args:
            contract_id: the contract.
            words: the words and their place.
            beside: what the row says of them: a fact's or clause type's names, its value.
        """
        if contract_id not in self._numbers:
            return None
        place = (contract_id, words.start, words.end, words.quote)
        if place not in self._keys:
            key = f"E{len(self._keys) + 1}"
            self._keys[place] = key
            self._words[key] = words.quote
            number = self._numbers[contract_id]
            self._cited[key] = ContractCitation(
                label=f"{number}" if words.page is None else f"{number} · p. {words.page}",
                contract_id=contract_id,
                number=number,
                contract=self._titles[contract_id],
                page=words.page,
                quote=words.quote[:_QUOTE_LENGTH],
                state=words.state,
                start=words.start,
                end=words.end,
                candidate=words.candidate,
            )
        key = self._keys[place]
        self._beside[key] = tuple(dict.fromkeys((*self._beside.get(key, ()), *beside)))
        return key

    def annotated(self, row: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """A row with a `key` beside all words of contracts in it, for a model to cite."""
        return self._entry(row) if "entry_id" in row and "recommended_clause" in row else self._object(row, None, ())

    def _entry(self, row: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        name = str(row["name"])
        self._cited[name] = EntryCitation(
            label=name,
            entry_id=str(row["entry_id"]),
            number=int(str(row["number"])),
            title=str(row["title"]),
            quote=str(row["recommended_clause"])[:_QUOTE_LENGTH],
        )
        self._words[name] = " \n ".join(_texts(dict(row)))
        return {**row, "key": name}

    def _object(
        self, row: Mapping[str, JsonValue], contract_id: str | None, beside: tuple[str, ...]
    ) -> dict[str, JsonValue]:
        stated = row.get("contract_id")
        here = stated if isinstance(stated, str) and stated else contract_id
        own = _beside(row) or beside
        result = {name: self._part(part, here, own) for name, part in row.items()}
        if here is None:
            return result
        if "contract_id" in row and here in self._numbers:
            result["number"] = self._numbers[here]
        words = _words_in(row)
        key = None if words is None else self.add(here, words, own)
        if key is not None:
            result["key"] = key
        return result

    def _part(self, value: JsonValue, contract_id: str | None, beside: tuple[str, ...]) -> JsonValue:
        if isinstance(value, dict):
            return self._object(value, contract_id, beside)
        return [self._part(part, contract_id, beside) for part in value] if isinstance(value, list) else value

    def add_call(self, call: CallRows) -> str:
        """Key of a call: what counts and lists of contracts rest on."""
        self._calls.append(call)
        return f"Q{len(self._calls)}"

    def call(self, key: str) -> CallRows | None:
        """The call of a key; None for another key or an unknown one."""
        at = int(key[1:]) - 1 if key.startswith("Q") and key[1:].isdigit() else -1
        return self._calls[at] if 0 <= at < len(self._calls) else None

    @property
    def portfolio(self) -> int:
        """How many contracts there are."""
        return len(self._numbers)

    def cited(self, key: str) -> Cited | None:
        """What the citation of a key carries; None for a call's key or an unknown one."""
        citation = self._cited.get(key)
        if citation is None:
            return None
        if citation.kind == "entry":
            return Cited(self._words[key], title=citation.title, beside=(citation.label,))
        parties = self._parties.get(citation.contract_id, ())
        return Cited(self._words[key], citation.number, citation.contract, parties, self._beside.get(key, ()))

    def other_titles(self, numbers: Collection[int]) -> list[str]:
        """Titles of the contracts that have none of some numbers."""
        return [title for key, title in self._titles.items() if self._numbers[key] not in numbers]

    def citations(self) -> dict[str, Citation]:
        """All citations by their keys."""
        return dict(self._cited)

    def citation(self, key: str) -> Citation | None:
        """The citation of a key; None for a call's key or an unknown one."""
        return self._cited.get(key)


def _state(stated: JsonValue) -> State:
    # A passage is cut from the document itself and has no state of its own; a query's `state` is one of a law.
    return next((state for state in get_args(State) if state == stated), "verified")


def _words_in(row: Mapping[str, JsonValue]) -> PlacedWords | None:
    quote = row.get("text") or row.get("quote")
    if not isinstance(quote, str) or not quote:
        return None
    return PlacedWords(
        quote,
        _whole(row.get("page")),
        _whole(row.get("start")),
        _whole(row.get("end")),
        _state(row.get("state")),
        row.get("kind") == "candidate",
    )


def _whole(value: JsonValue) -> int | None:
    return value if isinstance(value, int) else None


def _beside(row: Mapping[str, JsonValue]) -> tuple[str, ...]:
    """What a row says of the words in it: names of its category in every language, and its value."""
    texts = {field: text for field, text in row.items() if isinstance(text, str)}
    names: list[str] = []
    for field in _CATEGORY_FIELDS:
        category = taxonomy().find(texts[field]) if field in texts else None
        if category is not None:
            names += category.spoken_names
        elif field == "name" and field in texts:
            names.append(texts[field])
    names += [texts[field] for field in _VALUE_FIELDS if field in texts]
    return tuple(dict.fromkeys(names))


def _texts(value: JsonValue) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for part in value.values() for text in _texts(part)]
    return [text for part in value for text in _texts(part)] if isinstance(value, list) else []


def verified(citation: Citation, document_of: Callable[[str], Document]) -> Citation | None:
    """The citation as the document bears it out; None when its words are not in the document.

    A citation that the graph already holds as unverified stays, and is shown as such. One of a knowledge entry rests on
    no document.
    """
    if citation.kind == "entry" or citation.state == "unverified":
        return citation
    evidence = locate(document_of(citation.contract_id), citation.quote, around=citation.start)
    if evidence.state == "unverified":
        return None
    return replace(citation, state=evidence.state) if evidence.state in ("text_layer", *OFFERED) else citation
