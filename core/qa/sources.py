"""Sources of one answer: rows that carry words of a contract get a key, and only a known key can be cited.

A citation is shown only after its words were found again in the contract's document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from core.documents import Document
from core.evidence import locate
from core.qa.answer import Citation
from core.qa.house import entry_citation

KEY = re.compile(r"[\[【［]\s*((?:[EQK]\d+)(?:\s*[,、;]\s*[EQK]\d+)*)\s*[\]】］]")
_QUOTE_LENGTH = 700


class Sources:
    """Keys of the rows that the calls of one answer gave: E1, E2, … for words of contracts, Q1, … for calls.

    Knowledge entries are cited by their own names, K1, K2, …
    """

    def __init__(self, numbers: Mapping[str, int], titles: Mapping[str, str]) -> None:
        self._numbers = numbers
        self._titles = titles
        self._cited: dict[str, Citation] = {}
        self._keys: dict[tuple[str, int | None, int | None, str], str] = {}
        self._calls = 0

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
            if isinstance(here, str) and ("text" in value or "quote" in value):
                key = self.add(here, value)
                if key is not None:
                    result["key"] = key
            return result
        if isinstance(value, list | tuple):
            return [self.annotated(part, contract_id) for part in value]
        return value

    def add_call(self) -> str:
        """Key of a call: what counts and lists of contracts rest on."""
        self._calls += 1
        return f"Q{self._calls}"

    def knows(self, key: str) -> bool:
        """Whether a key was given out."""
        return key in self._cited or (key.startswith("Q") and key[1:].isdigit() and 0 < int(key[1:]) <= self._calls)

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
