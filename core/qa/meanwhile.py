"""Whether a contract changed while an answer about it was written.

An answer takes a contract's values from the graph, by several calls, and some from the store. Where the contract was
read again, decided about or deleted in between, it would mix two states of it. Then it is written anew, a few times at
most; one that still was not left alone says so.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from core.contracts import Library
from core.errors import NotFound
from core.graph import GraphStore
from core.qa import phrases
from core.qa.answer import Answer, ContractCitation
from core.wording import Language

_PAUSES_S = (0.05, 0.1, 0.2, 0.4, 0.8)
_HELD = "MATCH (a:Agreement) WHERE a.contract_id IN $ids RETURN a.contract_id AS id"


class Meanwhile:
    """What the graph lacked when an answer was begun, and what changed since."""

    def __init__(self, library: Library, graph: GraphStore) -> None:
        """Note where graph and store stand.

        Args:
            library: the store's contracts.
            graph: what the answer is taken from.
        """
        self._library = library
        self._revision = graph.revision()
        ahead = library.changes_since(self._revision).changed
        held = {str(row["id"]) for row in graph.rows(_HELD, {"ids": list(ahead)})} if ahead else set()
        self._new = frozenset(ahead) - held

    def touched(self, answer: Answer) -> bool:
        """Whether a contract that an answer speaks of has changed; one that only came into the graph has not."""
        changes = self._library.changes_since(self._revision)
        changed = {*changes.changed, *changes.deleted} - self._new
        return bool(changed and changed & _spoken_of(answer))


def of_one_state(
    write: Callable[[], tuple[Answer, Meanwhile]], catch_up: Callable[[], object], language: Language
) -> Answer:
    """An answer whose contracts were left alone while it was written, or one that says that they were not.

    Args:
        write: writes it, with what was noted before.
        catch_up: brings the graph up to the store, which may take long; asked for before the last time.
        language: of the answer.

    Raises:
        NotFound: a contract was deleted each time while the answer was written.
    """
    for pause in _PAUSES_S:
        try:
            answer, meanwhile = write()
        except NotFound:  # the graph still had it
            time.sleep(pause)
            continue
        if not meanwhile.touched(answer):
            return answer
        time.sleep(pause)
    catch_up()
    answer, meanwhile = write()
    if not meanwhile.touched(answer):
        return answer
    return with_note_of_change(answer, language)


def with_note_of_change(answer: Answer, language: Language) -> Answer:
    """The answer, which says that contracts changed while it was written."""
    return replace(answer, text=f"{answer.text}\n\n{phrases.say('changed_meanwhile', language)}")


def _spoken_of(answer: Answer) -> set[str]:
    cited = {citation.contract_id for citation in answer.citations if isinstance(citation, ContractCitation)}
    found = {str(row["contract_id"]) for call in answer.calls for row in call.rows if row.get("contract_id")}
    return {*cited, *found, *answer.memory.get("contracts", ())}
