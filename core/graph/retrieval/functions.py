"""The retrieval functions by name: what the agent calls, `call` runs and pages use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from core import tracing
from core.errors import BadArguments
from core.graph.retrieval import arguments as given
from core.graph.retrieval.as_of import get_contracts_as_of
from core.graph.retrieval.by_clause import (
    get_contracts_by_clauses,
    get_contracts_with_clause_type,
    get_contracts_without_clause,
)
from core.graph.retrieval.by_contract import count_contracts, get_contract, get_contract_excerpts, list_contracts
from core.graph.retrieval.by_date_and_law import get_contracts_by_date, get_contracts_by_governing_law
from core.graph.retrieval.by_knowledge import search_knowledge
from core.graph.retrieval.by_party import get_contracts
from core.graph.retrieval.by_question import answer_aggregation_question
from core.graph.retrieval.by_text import get_contracts_similar_text
from core.graph.rows import Result
from core.graph.store import GraphStore, Scope

__all__ = ["FUNCTIONS", "Result", "RetrievalFunction", "function"]

_A = TypeVar("_A", bound=given.Arguments)


@dataclass(frozen=True, slots=True)
class RetrievalFunction(Generic[_A]):
    """A retrieval function with its typed arguments. `description` is what a model reads before it calls."""

    name: str
    description: str
    arguments: type[_A]
    body: Callable[[GraphStore, _A, Scope], Result]

    @property
    def schema(self) -> dict[str, Any]:
        """JSON Schema of the arguments."""
        return self.arguments.model_json_schema()

    def run(self, graph: GraphStore, arguments: Mapping[str, object], scope: Scope = None) -> Result:
        """Rows of one call, all of one state of the graph.

        Args:
            graph: where to look.
            arguments: JSON object, checked against `schema`.
            scope: contracts that the question is limited to, None for all.

        Raises:
            BadArguments: an argument is unknown, missing or out of bounds; says which.
            NotFound: the contract asked for is not there.
            GraphError: the graph refused.
        """
        try:
            checked = self.arguments.model_validate(dict(arguments))
        except ValidationError as error:
            raise given.bad_arguments(self.name, error, self.arguments.model_fields) from None
        measured = {
            "gen_ai.operation.name": "retrieval",
            "gen_ai.data_source.id": "graph",
            "shinsa.function": self.name,
        }
        with tracing.span(f"retrieval {self.name}", measured) as span:
            result = graph.in_one_state(lambda: self.body(graph, checked, scope))
            span.note({"shinsa.rows": len(result.rows)})
            return result


FUNCTIONS: dict[str, RetrievalFunction[Any]] = {
    entry.name: entry
    for entry in (
        RetrievalFunction(
            "get_contract",
            "One contract: parties, dates, terms, governing law and its verdict on every clause type.",
            given.OneContract,
            get_contract,
        ),
        RetrievalFunction(
            "get_contracts",
            "Contracts of one or several organizations by name, best match first; small misspellings are found.",
            given.OrganizationArguments,
            get_contracts,
        ),
        RetrievalFunction(
            "get_contracts_with_clause_type",
            "Contracts that have a clause type, with the words found for it.",
            given.OneType,
            get_contracts_with_clause_type,
        ),
        RetrievalFunction(
            "get_contracts_without_clause",
            "Contracts without a clause type: presence says absent, not_found (by the built-in engine; it may be "
            "there) or unknown; near candidates are shown.",
            given.OneType,
            get_contracts_without_clause,
        ),
        RetrievalFunction(
            "get_contracts_by_clauses",
            "Contracts with all of some clause types and none of others, such as price restrictions but no insurance.",
            given.Combination,
            get_contracts_by_clauses,
        ),
        RetrievalFunction(
            "get_contracts_similar_text",
            "Words of contracts that are like a question or a text, findings and other passages, with scores.",
            given.SimilarText,
            get_contracts_similar_text,
        ),
        RetrievalFunction(
            "get_contract_excerpts",
            "The words found in one contract for its clause types and facts; candidates on request.",
            given.Excerpts,
            get_contract_excerpts,
        ),
        RetrievalFunction(
            "get_contracts_by_date",
            "Contracts whose agreement, effective or expiration date, or last day to give notice, lies in a window; "
            "both its days count.",
            given.DateWindow,
            get_contracts_by_date,
        ),
        RetrievalFunction(
            "get_contracts_as_of",
            "Agreements as of a day: in force, unknown, or superseded (by what, since when), with the amendments that "
            "apply on it in order; for a clause type also whose words apply, with the words.",
            given.AsOf,
            get_contracts_as_of,
        ),
        RetrievalFunction(
            "get_contracts_by_governing_law",
            "Contracts under the law of a country or of a state.",
            given.LawArguments,
            get_contracts_by_governing_law,
        ),
        RetrievalFunction("list_contracts", "All contracts by title.", given.Everything, list_contracts),
        RetrievalFunction(
            "search_knowledge",
            "Approved knowledge entries (what our side wants of contracts, why, what to fall back to) on a subject, "
            "a clause type or an agreement type; cite them by name, such as K12.",
            given.Knowledge,
            search_knowledge,
        ),
        RetrievalFunction(
            "answer_aggregation_question",
            "Counts, groups, shares, averages, extremes, rankings and filters over all contracts, asked in words: use "
            "it where no other function gives the number. Rows count certain contracts; unknown ones are a column of "
            "their own.",
            given.AggregationQuestion,
            answer_aggregation_question,
        ),
        RetrievalFunction("count_contracts", "How many contracts there are.", given.NoArguments, count_contracts),
    )
}


def function(name: str) -> RetrievalFunction[Any]:
    """The retrieval function of that name.

    Raises:
        BadArguments: there is none.
    """
    if name not in FUNCTIONS:
        raise BadArguments(
            f"No function {name[:80]!r}",
            function=name[:80],
            argument="function",
            reason="unknown",
            near=list(FUNCTIONS),
        )
    return FUNCTIONS[name]
