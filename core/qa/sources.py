"""Sources of one answer: rows that carry words of a contract get a key, and only a known key can be cited.

A citation is shown only after its words were found again in the contract's document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.documents import Document
from core.evidence import locate
from core.qa.answer import Citation
from core.qa.knowledge_answers import entry_citation

KEY = re.compile(r"[\[【［]\s*((?:[EQK]\d+)(?:\s*[,、;]\s*[EQK]\d+)*)\s*[\]】］]")
_QUOTE_LENGTH = 700
_LEAST, _SHORT = 3, 120


@dataclass(frozen=True, slots=True)
class _CallFacts:
    """What a sentence about a call can be recognised by: its numbers, and its short texts in small letters."""

    numbers: frozenset[str]
    words: frozenset[str]
    empty: bool


def _facts_of(value: Any, *, empty: bool) -> _CallFacts:
    numbers: set[str] = set()
    words: set[str] = set()
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            waiting += part.values()
        elif isinstance(part, list | tuple):
            waiting += part
        elif isinstance(part, str):
            numbers.update(re.findall(r"\d+", part) if len(part) <= _SHORT else ())
            if _LEAST <= len(part) <= _SHORT:
                words.add(part.casefold())
        elif isinstance(part, int | float) and not isinstance(part, bool):
            numbers.update(re.findall(r"\d+", str(part)))
    return _CallFacts(frozenset(numbers), frozenset(words), empty)


class Sources:
    """Keys of the rows that the calls of one answer gave: E1, E2, … for words of contracts, Q1, … for calls.

    Knowledge entries are cited by their own names, K1, K2, …
    """

    def __init__(self, numbers: Mapping[str, int], titles: Mapping[str, str]) -> None:
        self._numbers = numbers
        self._titles = titles
        self._cited: dict[str, Citation] = {}
        self._keys: dict[tuple[str, int | None, int | None, str], str] = {}
        self._calls: list[_CallFacts] = []

    def add(self, contract_id: str, words: Mapping[str, Any]) -> str | None:
        """Key of words of a contract; None when there are none.

        Args:
            contract_id: the contract.
            words: a row's part with `text` or `quote`, `page`, `start`, `end`, `state` and, for excerpts, `kind`.
        """
        quote = words.get("text") or words.get("quote")
        if not quote or contract_id not in self._numbers:
            return None
        start, end, page = words.get("start"), words.get("end"), words.get("page")
        place = (contract_id, start, end, quote)
        if place not in self._keys:
            key = f"E{len(self._keys) + 1}"
            self._keys[place] = key
            number = self._numbers[contract_id]
            self._cited[key] = Citation(
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
        return self._keys[place]

    def annotated(self, value: Any, contract_id: str | None = None) -> Any:
        """A row with a `key` beside all words of contracts in it, for a model to cite."""
        if isinstance(value, dict) and "entry_id" in value and "recommended_clause" in value:
            self._cited[value["name"]] = entry_citation(value)
            return {**value, "key": value["name"]}
        if isinstance(value, dict):
            here = value.get("contract_id") or contract_id
            result = {name: self.annotated(part, here) for name, part in value.items()}
            if "contract_id" in value and isinstance(here, str) and here in self._numbers:
                result["number"] = self._numbers[here]
            if isinstance(here, str) and ("text" in value or "quote" in value):
                key = self.add(here, value)
                if key is not None:
                    result["key"] = key
            return result
        if isinstance(value, list | tuple):
            return [self.annotated(part, contract_id) for part in value]
        return value

    def add_call(self, arguments: Mapping[str, Any], total: int, rows: Sequence[Any]) -> str:
        """Key of a call: what counts and lists of contracts rest on.

        Args:
            arguments: what it was called with.
            total: how many rows there are.
            rows: the rows as the model reads them.
        """
        self._calls.append(_facts_of([dict(arguments), total, *rows], empty=total == 0))
        return f"Q{len(self._calls)}"

    def bears(self, key: str, sentence: str) -> bool:
        """Whether a call's rows have anything to do with a sentence: a number, name or value of them stands in it.

        Of a call that gave nothing, every sentence that says so can rest on it.
        """
        facts = self._call(key)
        if facts is None:
            return False
        plain = sentence.casefold()
        return (
            facts.empty
            or not facts.numbers.isdisjoint(re.findall(r"\d+", plain))
            or any(words in plain for words in facts.words)
        )

    def _call(self, key: str) -> _CallFacts | None:
        at = int(key[1:]) - 1 if key.startswith("Q") and key[1:].isdigit() else -1
        return self._calls[at] if 0 <= at < len(self._calls) else None

    def citations(self) -> dict[str, Citation]:
        """All citations by their keys."""
        return dict(self._cited)

    def citation(self, key: str) -> Citation | None:
        """The citation of a key; None for a call's key or an unknown one."""
        return self._cited.get(key)


def verified(citation: Citation, document_of: Callable[[str], Document]) -> Citation | None:
    """The citation as the document bears it out; None when its words are not in the document.

    A citation that the graph already holds as unverified stays, and is shown as such. One of a knowledge entry rests on
    no document.
    """
    if citation.state == "unverified" or citation.kind == "entry":
        return citation
    evidence = locate(document_of(citation.contract_id), citation.quote, near=citation.start)
    if evidence.state == "unverified":
        return None
    return citation
