"""What reviewers decided about contracts, as examples of the extraction's data set.

A contract is read in windows; each window in which something was decided is an example, with the decided fields as what
is right. What nobody has looked at is not in the examples: the engine's own answer is no evidence that it is right.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Final

from core.contracts import (
    Library,
    ReviewedContract,
    ReviewRecord,
    ReviewValue,
    StatedPresence,
    Window,
    excerpt_subject,
    party_subject,
    shown_facts,
    windows,
)
from core.errors import NotFound
from core.evidence import Evidence
from core.lexicon import country_name
from core.optimizer.files.dataset import WHOLE as WHOLE_TEXT
from core.optimizer.files.dataset import ContextPassage, DataSet, Example, Gold, dataset_of
from core.record import Fact, Party

DECISIONS: Final = "reviewers_decisions"
"""Name of the data set."""
INSTRUCTION: Final = "Extract facts and clauses from this part of a contract."
_LAW: Final = "governing_law"
_IN_WORDS: Final = frozenset({"agreement_type"})
"""Facts that an endpoint states in words of its own, which no rule can hold against a normal form."""

_Field = tuple[str, Any]


def decided_examples(library: Library) -> DataSet:
    """The data set of everything that reviewers decided of contracts that are everybody's.

    Runs are seen by all who work on prompts: a contract of a matter is no example.

    Raises:
        NotFound: nothing that can be compared has been decided yet.
    """
    of_matters = library.of_matters()
    open_to_all = [contract_id for contract_id in library.reviewed() if contract_id not in of_matters]
    examples = [example for contract_id in open_to_all for example in _of_contract(library, contract_id)]
    if not examples:
        raise NotFound("no reviewer has decided anything yet", kind="decisions", id=DECISIONS)
    return dataset_of(DECISIONS, examples)


def _of_contract(library: Library, contract_id: str) -> Iterator[Example]:
    detail, document = library.detail(contract_id), library.document(contract_id)
    parts = windows(document)
    fields: dict[Window, dict[str, Any]] = defaultdict(dict)
    for (path, value), place in _decided(detail):
        for window in _holding(parts, place):
            fields[window][path] = value
    for path in _absences(detail):
        for window in list(fields) or parts[:1]:
            fields[window][path] = False
    for window in sorted(fields, key=lambda window: window.start):
        text = document.text[window.start : window.end].replace("\f", "\n\n")
        yield Example(
            id=f"{contract_id}:{window.start}",
            instruction=INSTRUCTION,
            context=(ContextPassage(id=WHOLE_TEXT, text=text),),
            gold=Gold(fields=fields[window]),
        )


def _decided(detail: ReviewedContract) -> Iterator[tuple[_Field, int | None]]:
    """Fields that people decided, each with the place in the text that decides it; None for its beginning."""
    decided = {subject: review for subject, review in detail.reviews.items() if review.decision != "withdraw"}
    yield from _facts(detail, decided)
    yield from _clauses(detail, decided)
    if detail.shown.parties and all(_party_decided(party.name, decided) for party in detail.shown.parties):
        yield ("/parties/*/name", [party.name for party in detail.shown.parties]), None


def _facts(detail: ReviewedContract, decided: Mapping[str, ReviewRecord]) -> Iterator[tuple[_Field, int | None]]:
    for subject, fact in shown_facts(detail.machine, detail.reviews):
        review = decided.get(subject)
        if review is None or subject != f"fact:{fact.name}" or fact.name in _IN_WORDS:
            continue
        place = _start(fact.evidence) if review.decision != "reject" else _start(_fact_evidence(review.machine_value))
        if fact.name == _LAW:
            yield ("/governing_law/country", fact.value and country_name(fact.value, "en")), place
        else:
            yield (f"/facts/{fact.name}/value", fact.value), place


def _clauses(detail: ReviewedContract, decided: Mapping[str, ReviewRecord]) -> Iterator[tuple[_Field, int | None]]:
    """Clause types with words that a person held to be right; where they stand, the type is present."""
    for clause in detail.shown.clauses:
        if clause.presence != "present":
            continue
        stated = decided.get(f"presence:{clause.type}")
        for excerpt in clause.excerpts:
            if stated is not None or excerpt_subject(clause.type, excerpt) in decided:
                place = _start(excerpt.evidence)
                if place is not None:
                    yield (f"/clauses/{clause.type}/present", True), place


def _absences(detail: ReviewedContract) -> list[str]:
    """Paths of clause types that a person says are not in the contract: they are in no part of it."""
    return [
        f"/clauses/{subject.removeprefix('presence:')}/present"
        for subject, review in detail.reviews.items()
        if subject.startswith("presence:") and review.decision == "correct" and review.value == StatedPresence("absent")
    ]


def _party_decided(name: str, decided: Mapping[str, ReviewRecord]) -> bool:
    """Whether a party was approved as it was found, or is a person's own correction."""
    if party_subject(name) in decided:
        return True
    return any(
        review.decision == "correct" and isinstance(review.value, Party) and review.value.name == name
        for review in decided.values()
    )


def _holding(parts: tuple[Window, ...], place: int | None) -> list[Window]:
    """The windows that a place is read in; windows overlap."""
    return [window for window in parts if window.start <= (place or 0) < window.end]


def _start(evidence: Evidence | None) -> int | None:
    return None if evidence is None else evidence.start


def _fact_evidence(value: ReviewValue | None) -> Evidence | None:
    return value.evidence if isinstance(value, Fact) else None
