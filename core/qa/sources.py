"""Sources of one answer: rows that carry words of a contract get a key, and only a known key can be cited.

A citation is shown only after its words were found again in the contract's document.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from core.documents import Document
from core.evidence import OFFERED, locate
from core.qa.answer import Citation, ContractCitation, EntryCitation
from core.qa.support import CallRows, Cited
from core.taxonomy import taxonomy

_QUOTE_LENGTH = 700


_CATEGORY_FIELDS = ("type", "name", "field")
_VALUE_FIELDS = ("value", "detail", "day", "country", "country_name", "state", "role")


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

    def add(self, contract_id: str, words: Mapping[str, Any], beside: tuple[str, ...] = ()) -> str | None:
        """Key of words of a contract; None when there are none.

        Args:
            contract_id: the contract.
            words: a row's part with `text` or `quote`, `page`, `start`, `end`, `state` and, for excerpts, `kind`.
            beside: what the row says of them: a fact's or clause type's names, its value.
        """
        quote = words.get("text") or words.get("quote")
        if not quote or contract_id not in self._numbers:
            return None
        start, end, page = words.get("start"), words.get("end"), words.get("page")
        place = (contract_id, start, end, quote)
        if place not in self._keys:
            key = f"E{len(self._keys) + 1}"
            self._keys[place] = key
            self._words[key] = str(quote)
            number = self._numbers[contract_id]
            self._cited[key] = ContractCitation(
                label=f"{number}" if page is None else f"{number} · p. {page}",
                contract_id=contract_id,
                number=number,
                contract=self._titles[contract_id],
                page=page,
                quote=quote[:_QUOTE_LENGTH],
                # A passage is cut from the document itself and has no state of its own.
                state=words.get("state") or "verified",
                start=start,
                end=end,
                candidate=words.get("kind") == "candidate",
            )
        key = self._keys[place]
        self._beside[key] = tuple(dict.fromkeys((*self._beside.get(key, ()), *beside)))
        return key

    def annotated(self, value: Any, contract_id: str | None = None, beside: tuple[str, ...] = ()) -> Any:
        """A row with a `key` beside all words of contracts in it, for a model to cite."""
        if isinstance(value, dict) and "entry_id" in value and "recommended_clause" in value:
            self._cited[value["name"]] = EntryCitation(
                label=value["name"],
                entry_id=value["entry_id"],
                number=value["number"],
                title=value["title"],
                quote=value["recommended_clause"][:_QUOTE_LENGTH],
            )
            self._words[value["name"]] = " \n ".join(_texts(value))
            return {**value, "key": value["name"]}
        if isinstance(value, dict):
            here = value.get("contract_id") or contract_id
            own = _beside(value) or beside
            result = {name: self.annotated(part, here, own) for name, part in value.items()}
            if "contract_id" in value and isinstance(here, str) and here in self._numbers:
                result["number"] = self._numbers[here]
            if isinstance(here, str) and ("text" in value or "quote" in value):
                key = self.add(here, value, own)
                if key is not None:
                    result["key"] = key
            return result
        if isinstance(value, list | tuple):
            return [self.annotated(part, contract_id, beside) for part in value]
        return value

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


def _beside(row: Mapping[str, Any]) -> tuple[str, ...]:
    """What a row says of the words in it: names of its category in every language, and its value."""
    found: list[str] = []
    for field in _CATEGORY_FIELDS:
        category = taxonomy().find(str(row[field])) if isinstance(row.get(field), str) else None
        if category is not None:
            found += category.spoken_names
        elif field == "name" and isinstance(row.get(field), str):
            found.append(row[field])
    found += [str(row[field]) for field in _VALUE_FIELDS if isinstance(row.get(field), str)]
    return tuple(dict.fromkeys(found))


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for part in value.values() for text in _texts(part)]
    return [text for part in value for text in _texts(part)] if isinstance(value, list | tuple) else []


def verified(citation: Citation, document_of: Callable[[str], Document]) -> Citation | None:
    """The citation as the document bears it out; None when its words are not in the document.

    A citation that the graph already holds as unverified stays, and is shown as such. One of a knowledge entry rests on
    no document.
    """
    if citation.kind == "entry" or citation.state == "unverified":
        return citation
    evidence = locate(document_of(citation.contract_id), citation.quote, near=citation.start)
    if evidence.state == "unverified":
        return None
    return replace(citation, state=evidence.state) if evidence.state in ("text_layer", *OFFERED) else citation
