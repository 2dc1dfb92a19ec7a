"""An answer with everything that lets a reader check it: citations, calls, and what it could not use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias, TypedDict

from core.evidence import State
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
    """An approved entry of the house's knowledge that an answer rests on; `quote` is its recommended clause."""

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


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a retrieval function: arguments, the rows it gave, how many there are in all, and its time.

    `receipt` is that of a query that was written for the call (a `CypherReceipt` as plain values). `not_found` counts
    the contracts in which nothing was found of what the list goes by.
    """

    function: str
    arguments: dict[str, Any]
    rows: tuple[dict[str, Any], ...]
    total: int
    milliseconds: float
    error: str | None = None
    receipt: dict[str, Any] | None = None
    not_found: int | None = None

    @property
    def restated(self) -> str | None:
        """What a query that was written for the call answers, in words; None where none was written."""
        return (restated_in(self.receipt, "en") or None) if self.receipt is not None else None


def restated_in(receipt: Mapping[str, Any], language: Language) -> str:
    """What a query answers, in words, as a receipt has it: in a language, or in one that it was said in; else empty.

    Receipts that were kept before languages were declared have `restated_en` and `restated_ja`.
    """
    said = receipt.get("restated") or {key: receipt.get(f"restated_{key}") for key in ("ja", "en")}
    return str(said.get(language) or next((words for words in said.values() if words), ""))


class OfferedReading(TypedDict):
    """A reading that an answer offers, with the words of its button."""

    label: str
    question: object


class AnswerMemory(TypedDict, total=False):
    """What a follow-up question ("yes, more details") needs to know of an answer.

    Questions are as `Question.to_json` writes them; `before` has the earlier ones, the oldest first. `silent` is the
    fact that is missing from some of the contracts that were looked at.
    """

    question: object
    before: list[object]
    contracts: list[str]
    choices: list[OfferedReading]
    examples: list[str]
    silent: str


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
