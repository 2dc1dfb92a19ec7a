"""Typed arguments of the retrieval functions; whoever calls them gives JSON, and gets the error in one sentence."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from core.errors import BadArguments
from core.graph.lists import Portion
from core.taxonomy import taxonomy

MAX_LIMIT = 500


class _NoSuchType(ValueError):
    """A name that stands for no clause type, with the names that are like it."""

    def __init__(self, name: str, similar: list[str]) -> None:
        super().__init__(f"no clause type {name!r}")
        self.name = name
        self.similar = similar


def _code(name: str) -> str:
    category = taxonomy().find(name)
    if category is None:
        names = {n: c for c in taxonomy().categories for n in (c.code, *c.spoken_names)}
        close = difflib.get_close_matches(name[:200].casefold(), list(names), n=6, cutoff=0.4)
        raise _NoSuchType(name[:200], list(dict.fromkeys(names[like].en for like in close))[:3])
    return category.code


def _day(value: str) -> str:
    return date.fromisoformat(value).isoformat()


ClauseType = Annotated[
    str,
    Field(
        min_length=1,
        max_length=200,
        description="Clause type: code, English or Japanese name, or alias, such as 'Non-Compete' or '競業避止'",
    ),
    AfterValidator(_code),
]
ContractId = Annotated[str, Field(pattern=r"^c[0-9a-f]{15}$", description="A contract's id, as rows give it")]
Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$", description="Day as YYYY-MM-DD"), AfterValidator(_day)]
Name = Annotated[str, Field(min_length=1, max_length=500)]


class Arguments(BaseModel):
    """Base of all arguments: no unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Paged(Arguments):
    """Arguments of a function that gives a list."""

    limit: int = Field(50, ge=1, le=MAX_LIMIT, description="Most rows to give")
    offset: int = Field(0, ge=0, le=10_000_000, description="Rows to skip")

    @property
    def portion(self) -> Portion:
        """Which part of the list is wanted."""
        return Portion(self.offset, self.limit)


class Everything(Paged):
    """Arguments of `list_contracts`."""


class NoArguments(Arguments):
    """Arguments of `count_contracts`."""


class OneContract(Arguments):
    """Arguments of `get_contract`."""

    contract_id: ContractId


class Excerpts(Paged):
    """Arguments of `get_contract_excerpts`."""

    contract_id: ContractId
    clause_type: ClauseType | None = None
    candidates: bool = Field(False, description="Give also the nearest sentences that are no findings")


class OrganizationArguments(Paged):
    """Arguments of `get_contracts`."""

    organization_name: Name | Annotated[list[Name], Field(min_length=1, max_length=20)] = Field(
        description="Name of an organization, or several; spelling may differ a little, legal forms do not matter"
    )

    @property
    def names(self) -> tuple[str, ...]:
        """The names asked for."""
        given = [self.organization_name] if isinstance(self.organization_name, str) else self.organization_name
        return tuple(dict.fromkeys(given))


class OneType(Paged):
    """Arguments of the functions about one clause type."""

    clause_type: ClauseType


class Combination(Paged):
    """Arguments of `get_contracts_by_clauses`."""

    with_types: Annotated[list[ClauseType], Field(max_length=200)] = Field(
        default_factory=list, description="Clause types that must be there"
    )
    without_types: Annotated[list[ClauseType], Field(max_length=200)] = Field(
        default_factory=list, description="Clause types that must not be there"
    )


class DateWindow(Paged):
    """Arguments of `get_contracts_by_date`."""

    field: Literal["agreement_date", "effective_date", "expiration_date", "last_notice_day", "current_end_date"] = (
        Field(
            description="Which date; expiration_date is the stated end of the initial term, current_end_date that of "
            "the term that now runs, renewals included; last_notice_day is the last day to give notice against renewal"
        )
    )
    from_day: Day | None = Field(
        None, description="First day, included: for 'after 31 March' give 1 April; none for no beginning"
    )
    to_day: Day | None = Field(
        None,
        description="Last day, included: for 'before 31 March' give 30 March, for 'by' or 'until' it 31 March; "
        "none for no end",
    )


class AsOf(Paged):
    """Arguments of `get_contracts_as_of`."""

    day: Day = Field(
        description="The day in question; a contract is in force on its first and on its last day, both included"
    )
    organization_name: Name | None = Field(None, description="Only contracts of this organization")
    clause_type: ClauseType | None = Field(
        None, description="Give also whose words on this clause type apply on the day, with the words"
    )
    all_states: bool = Field(False, description="List also contracts that had ended or had not begun")


class LawArguments(Paged):
    """Arguments of `get_contracts_by_governing_law`."""

    country: Annotated[str, Field(min_length=1, max_length=100)] | None = Field(
        None, description="Country: ISO 3166 alpha-2 code or name"
    )
    state: Annotated[str, Field(min_length=1, max_length=100)] | None = Field(
        None, description="State or province, such as New York"
    )


class SimilarText(Arguments):
    """Arguments of `get_contracts_similar_text`."""

    text: Annotated[str, Field(min_length=1, max_length=10_000)] = Field(
        description="A question or words of a clause, in English or Japanese"
    )
    limit: int = Field(10, ge=1, le=100, description="Most rows to give")
    findings_only: bool = Field(False, description="Look only at words that were found for a clause type")


class AggregationQuestion(Arguments):
    """Arguments of `answer_aggregation_question`."""

    question: Annotated[str, Field(min_length=1, max_length=4_000)] = Field(
        description="One question about many contracts at once, in English or Japanese, such as 'How many contracts "
        "expire in 2025, by governing law?'"
    )


class Knowledge(Arguments):
    """Arguments of `search_knowledge`."""

    query: Annotated[str, Field(max_length=10_000)] | None = Field(
        None, description="A question or words of the subject, in English or Japanese; none for all entries"
    )
    clause_type: ClauseType | None = None
    contract_type: Annotated[str, Field(min_length=1, max_length=200)] | None = Field(
        None, description="Agreement type: code or name, such as 'NDA' or '秘密保持契約'"
    )
    limit: int = Field(10, ge=1, le=100, description="Most rows to give")


def bad_arguments(function: str, error: ValidationError, known: Iterable[str] = ()) -> BadArguments:
    """The first thing wrong with arguments, in one sentence, with what there is instead: near types, other arguments.

    Args:
        function: that was called.
        error: what is wrong.
        known: names of its arguments.
    """
    first: Any = error.errors(include_url=False, include_input=False)[0]
    cause = first.get("ctx", {}).get("error")
    names = cause.similar if isinstance(cause, _NoSuchType) else []
    where = str(first["loc"][0]) if first["loc"] else "arguments"
    reason = str(first["msg"]).removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        reason = f"there is no such argument; there are {', '.join(known) or 'none'}"
    hint = f"; did you mean {' or '.join(names)}?" if names else ""
    return BadArguments(
        f"{function}: {where}: {reason}{hint}", function=function, argument=where, reason=reason, near=names
    )
