"""An answer with everything that lets a reader check it: citations, calls, and what it could not use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from pydantic import JsonValue

from core.evidence import State
from core.graph.retrieval import CypherReceipt, as_json
from core.wording import Language


@dataclass(frozen=True, slots=True)
class ContractCitation:
    """Words of a contract that an answer rests on. `label` is how the answer's text refers to them."""

    label: str
    contract_id: str
    number: int
    contract: str
    page: int | None
    quote: str
    state: State
    start: int | None = None
    end: int | None = None
    candidate: bool = False
    kind: Literal["contract"] = "contract"

    @property
    def title(self) -> str:
        """What is cited, as people call it."""
        return self.contract


@dataclass(frozen=True, slots=True)
class EntryCitation:
    """An approved knowledge entry that an answer rests on; `quote` is its recommended clause."""

    label: str
    entry_id: str
    number: int
    title: str
    quote: str
    kind: Literal["entry"] = "entry"

    @property
    def state(self) -> State:
        """An entry's words are its own."""
        return "verified"


Citation: TypeAlias = ContractCitation | EntryCitation
"""What an answer rests on."""


def citation_from_json(value: Mapping[str, Any]) -> Citation:
    """The citation as the store keeps it.

    One of an entry that was kept by an earlier version has the entry's id and title in the fields of a contract.
    """
    if value["kind"] == "contract":
        return ContractCitation(**value)
    return EntryCitation(
        label=value["label"],
        entry_id=value.get("entry_id") or value["contract_id"],
        number=value["number"],
        title=value.get("title") or value["contract"],
        quote=value["quote"],
    )


class StoredAttempt(TypedDict):
    """A query that was tried, as JSON (see `CypherAttempt`)."""

    query: str
    ran: bool
    rule: str | None
    reason: str


class StoredReceipt(TypedDict):
    """How a question was answered by a query, as JSON (see `CypherReceipt`).

    Earlier versions wrote `restated_en` and `restated_ja` in place of `restated`, and neither `tokens` nor `linked`.
    """

    engine: str
    backend: str
    restated: NotRequired[Mapping[str, str]]
    restated_en: NotRequired[str | None]
    restated_ja: NotRequired[str | None]
    query: str
    parameters: Sequence[tuple[str, JsonValue]]
    attempts: Sequence[StoredAttempt]
    columns: Sequence[str]
    truncated: bool
    milliseconds: float
    tokens: NotRequired[int]
    linked: NotRequired[bool]


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a retrieval function: arguments, the rows it gave, how many there are in all, and its time.

    Arguments and rows are JSON, as they are stored, shown and given to a model. `receipt` is that of a query that was
    written for the call. `not_found` counts the contracts in which nothing was found of what the list goes by.
    """

    function: str
    arguments: Mapping[str, JsonValue]
    rows: tuple[Mapping[str, JsonValue], ...]
    total: int
    milliseconds: float
    error: str | None = None
    receipt: StoredReceipt | None = None
    not_found: int | None = None

    @property
    def restated(self) -> str | None:
        """What a query that was written for the call answers, in words; None where none was written."""
        return (restated_in(self.receipt, "en") or None) if self.receipt is not None else None


def receipt_json(receipt: CypherReceipt) -> StoredReceipt:
    """A receipt as the store keeps it."""
    return {
        "engine": receipt.engine,
        "backend": receipt.backend,
        "restated": dict(receipt.restated),
        "query": receipt.query,
        "parameters": [(name, as_json(value)) for name, value in receipt.parameters],
        "attempts": [
            {"query": attempt.query, "ran": attempt.ran, "rule": attempt.rule, "reason": attempt.reason}
            for attempt in receipt.attempts
        ],
        "columns": list(receipt.columns),
        "truncated": receipt.truncated,
        "milliseconds": round(receipt.milliseconds, 4),
        "tokens": receipt.tokens,
        "linked": receipt.linked,
    }


def restated_in(receipt: StoredReceipt, language: Language) -> str:
    """What a query answers, in words, in the language asked for or else in one that the receipt has; empty for none.

    Receipts that were kept before languages were declared have `restated_en` and `restated_ja`.
    """
    restated = receipt.get("restated")
    if not restated:
        restated = {"ja": receipt.get("restated_ja") or "", "en": receipt.get("restated_en") or ""}
    return restated.get(language) or next((words for words in restated.values() if words), "")


class OfferedReading(TypedDict):
    """A reading that an answer offers, with the words of its button."""

    label: str
    question: object


class AnswerMemory(TypedDict, total=False):
    """What a follow-up question ("yes, more details") needs to know of an answer.

    Questions are as `Question.to_json` writes them; `before` has the earlier ones, the oldest first. `silent` is the
    fact that is missing from some of the contracts that were looked at; `unanswered` says that a question has been
    asked back since that answer.
    """

    question: object
    before: list[object]
    contracts: list[str]
    choices: list[OfferedReading]
    examples: list[str]
    silent: str
    unanswered: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer, with what a follow-up question needs of it.

    `trial` names the use of the prompt where a thumb on this answer counts; None where nothing is tried.
    """

    text: str
    engine: str
    refused: bool
    citations: tuple[Citation, ...]
    calls: tuple[Call, ...]
    memory: AnswerMemory
    reference: str = ""
    tokens: int = 0
    trial: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The answer as the store keeps it."""
        return asdict(self)


def answer_from_json(value: dict[str, Any]) -> Answer:
    """The answer that `Answer.to_json` wrote."""
    return Answer(
        **{
            **value,
            "citations": tuple(citation_from_json(citation) for citation in value["citations"]),
            "calls": tuple(Call(**{**call, "rows": tuple(call["rows"])}) for call in value["calls"]),
        }
    )
