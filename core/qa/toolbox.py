"""Retrieval functions as the two engines call them: contract numbers resolved, calls recorded, rows bounded.

A question about many contracts that the built-in grammar does not understand may be written as Cypher by the endpoint,
last of all, and only where the question is not limited to some contracts: such a query cannot be held to a scope.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import TypeVar

from pydantic import JsonValue

from core.errors import BadArguments, NotFound
from core.graph import Scope
from core.graph.queries import GeneratedQuery, PortfolioWords, portfolio_of, query_of, write_cypher
from core.graph.retrieval import (
    FUNCTIONS,
    TIMEOUT_S,
    CypherReceipt,
    Result,
    RetrievedClause,
    RetrievedRow,
    TableRow,
    as_json,
    receipt_of,
    row_dict,
    run_generated,
    table_row,
)
from core.graph.retrieval import NAME as AGGREGATION
from core.llm import Endpoint, Usage
from core.prompting import PromptShelf
from core.qa.answer import Call, receipt_json
from core.qa.meanwhile import Meanwhile
from core.qa.writing.located_words import contracts_that_say
from core.questions import ClauseSays, Question
from core.record import Presence
from core.taxonomy import taxonomy
from core.wording import Language
from core.workbench import Workbench

_Row = TypeVar("_Row", bound=RetrievedRow)
_PAGE = 500
_KEPT = 50


class Toolbox:
    """The retrieval functions over one state of the graph, limited to a scope; remembers every call."""

    def __init__(
        self, workbench: Workbench, scope: Scope = None, *, model: Endpoint | None = None, language: Language = "en"
    ) -> None:
        """Functions over a workbench.

        Args:
            workbench: the contracts.
            scope: contracts that all calls are limited to, None for all.
            model: writes queries where the grammar does not understand; none by default.
            language: of what the model restates.
        """
        self._clock = workbench.clock
        self._library = workbench.library
        self._settings = workbench.settings
        self._model = model
        self._language: Language = language
        self.usage = Usage()
        self._graph = workbench.graph_to_ask()
        self.meanwhile = Meanwhile(self._library, self._graph)
        self._prompts = PromptShelf(workbench.store)
        self._scope = scope
        self.calls: list[Call] = []

    def call(self, name: str, *, within: Scope = None, **arguments: object) -> Call:
        """Call a function and give its rows.

        Args:
            name: the function.
            within: contracts to look among, inside the scope; None for the whole scope.
            **arguments: as the function's schema says; a `contract_id` may be a contract's number.

        Raises:
            BadArguments: no such function, or arguments that it does not take.
            NotFound: a contract that is not there.
        """
        return self._called(name, within, arguments)[0]

    def rows_of(self, kind: type[_Row], name: str, *, within: Scope = None, **arguments: object) -> list[_Row]:
        """As `call`, with the rows of the kind that the function gives.

        Raises:
            BadArguments: as `call`.
            NotFound: as `call`.
        """
        return [row for row in self._called(name, within, arguments)[1] if isinstance(row, kind)]

    def _called(self, name: str, within: Scope, arguments: Mapping[str, object]) -> tuple[Call, Sequence[RetrievedRow]]:
        begin = time.perf_counter()
        if name not in FUNCTIONS:
            raise BadArguments(f"there is no function {name}; there are {', '.join(FUNCTIONS)}", function=name)
        reference = arguments.get("contract_id")
        if isinstance(reference, int | str):
            arguments = {**arguments, "contract_id": self._library.find(reference)}
        limited = self._narrowed(within)
        error: str | None = None
        try:
            result = FUNCTIONS[name].run(self._graph, arguments, scope=limited)
        except BadArguments:
            question = arguments.get("question")
            if name != AGGREGATION or self._model is None or limited is not None or not isinstance(question, str):
                raise
            result, error = self._written(question, self._model)
        call = Call(
            function=name,
            arguments=_json_object(arguments),
            rows=tuple(row_dict(row) for row in result.rows),
            total=result.total,
            milliseconds=round((time.perf_counter() - begin) * 1_000, 1),
            error=error,
            receipt=None if result.receipt is None else receipt_json(result.receipt),
            not_found=result.not_found,
        )
        self.calls.append(_with_first_rows(call))
        return call, result.rows

    @property
    def today(self) -> date:
        """The day that relative days count from."""
        return self._clock()

    @property
    def portfolio(self) -> PortfolioWords:
        """The names that questions are read with."""
        return portfolio_of(self._graph)

    def query(self, question: Question) -> tuple[Call, list[TableRow]]:
        """The query that an understood question needs, as it is recorded, and its rows."""
        begin = time.perf_counter()
        generated = query_of(question, portfolio_of(self._graph), self._scope, self._worded_contracts(question))
        result = run_generated(self._graph, generated)
        call = Call(
            function=AGGREGATION,
            arguments={"question": generated.restated[self._language]},
            rows=tuple(row_dict(row) for row in result.rows),
            total=result.total,
            milliseconds=round((time.perf_counter() - begin) * 1_000, 1),
            receipt=None if result.receipt is None else receipt_json(result.receipt),
        )
        self.calls.append(call)
        return call, [row for row in result.rows if isinstance(row, TableRow)]

    def _worded_contracts(self, question: Question) -> dict[ClauseSays, tuple[list[str], list[str]]]:
        """What is known of clauses' words, for each condition on them."""
        found: dict[ClauseSays, tuple[list[str], list[str]]] = {}
        for condition in question.plan.every_condition:
            if isinstance(condition, ClauseSays):
                saying = contracts_that_say(condition, partial(self.all_rows, RetrievedClause))
                found[condition] = list(saying.certain), [*saying.otherwise, *saying.not_found]
        return found

    def _written(self, question: str, model: Endpoint) -> tuple[Result, str | None]:
        """What a query of the endpoint's gave, and why there is none."""
        written = write_cypher(
            question,
            self._graph,
            model,
            language=self._language,
            today=self._clock(),
            timeout_s=min(TIMEOUT_S, self._settings.graph_timeout_s),
            reasks=self._settings.llm_reasks,
            prompt=self._prompts.current("text_to_cypher"),
        )
        self.usage += written.usage
        if written.result is None:
            return Result((), 0, self._refused(written)), _why(written)
        rows = tuple(table_row(row) for row in written.result.table.rows)
        receipt = receipt_of(
            written.result,
            engine=written.model,
            backend=self._graph.backend,
            restated={self._language: written.restated},
            parameters={},
            before=written.attempts[:-1],
            tokens=written.usage.input_tokens + written.usage.output_tokens,
        )
        return Result(rows, len(rows), receipt), None

    def _refused(self, written: GeneratedQuery) -> CypherReceipt:
        return CypherReceipt(
            engine=written.model,
            backend=self._graph.backend,
            restated={self._language: written.restated},
            query=written.attempts[-1].query if written.attempts else "",
            parameters=(),
            attempts=written.attempts,
            columns=(),
            truncated=False,
            milliseconds=0.0,
            tokens=written.usage.input_tokens + written.usage.output_tokens,
        )

    def _narrowed(self, within: Scope) -> Scope:
        if within is None or self._scope is None:
            return self._scope if within is None else within
        return [contract_id for contract_id in within if contract_id in set(self._scope)]

    def known_absent(self, code: str, contract_ids: Sequence[str]) -> set[str]:
        """Those of some contracts of which a person or an endpoint said that they have no such fact."""
        if taxonomy().find(code) is None:
            return set()
        found = self._graph.lists().presences(code, contract_ids)
        return {contract_id for contract_id, presence in found.items() if presence == "absent"}

    def presences(self, code: str, contract_ids: Sequence[str]) -> Mapping[str, Presence]:
        """What is known of a clause type in some contracts, by id."""
        return self._graph.lists().presences(code, contract_ids)

    def all_rows(self, kind: type[_Row], name: str, **arguments: object) -> list[_Row]:
        """Every row of a function that gives a list of rows of a kind, page by page; recorded as one call."""
        begin = time.perf_counter()
        first, page = self._called(name, None, {**arguments, "limit": _PAGE})
        rows = [row for row in page if isinstance(row, kind)]
        while page and len(rows) < first.total:
            arguments_here = {**arguments, "limit": _PAGE, "offset": len(rows)}
            page = FUNCTIONS[name].run(self._graph, arguments_here, scope=self._scope).rows
            rows += [row for row in page if isinstance(row, kind)]
        spent = round((time.perf_counter() - begin) * 1_000, 1)
        self.calls[-1] = _with_first_rows(replace(first, arguments=_json_object(arguments), milliseconds=spent))
        return rows

    def try_call(self, name: str, arguments: Mapping[str, JsonValue]) -> Call:
        """As `call`, but a wrong call is recorded with its error, for a model to read."""
        try:
            return self._called(name, None, arguments)[0]
        except (BadArguments, NotFound) as error:
            call = Call(name, arguments, (), 0, 0.0, error=str(error))
            self.calls.append(call)
            return call


def _json_object(arguments: Mapping[str, object]) -> dict[str, JsonValue]:
    return {name: as_json(value) for name, value in arguments.items()}


def _why(written: GeneratedQuery) -> str:
    if written.attempts:
        return f"no query ran: {written.attempts[-1].reason}"
    return f"the graph cannot answer this: {written.restated}"


def _with_first_rows(call: Call) -> Call:
    """A call as the answer keeps it: the first rows only, but the whole table of a query."""
    return call if call.function == AGGREGATION else replace(call, rows=call.rows[:_KEPT])
