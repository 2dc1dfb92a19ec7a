"""Retrieval functions as the two engines call them: contract numbers resolved, calls recorded, rows bounded."""

from __future__ import annotations

import time
from typing import Any

from core.contracts.workbench import Workbench
from core.errors import BadArguments, NotFound
from core.graph import Scope
from core.graph.retrieval import FUNCTIONS
from core.graph.rows import row_dict
from core.qa.answer import Call

_PAGE = 500
_KEPT = 50


class Toolbox:
    """The retrieval functions over one state of the graph, limited to a scope; remembers every call."""

    def __init__(self, workbench: Workbench, scope: Scope = None) -> None:
        self._library = workbench.library
        self._graph = workbench.graph()
        self._scope = scope
        self.calls: list[Call] = []

    def call(self, name: str, *, within: Scope = None, **arguments: Any) -> Call:
        """Call a function and give its rows.

        Args:
            name: the function.
            within: contracts to look among, inside the scope; None for the whole scope.
            **arguments: as the function's schema says; a `contract_id` may be a contract's number.

        Raises:
            BadArguments: no such function, or arguments that it does not take.
            NotFound: a contract that is not there.
        """
        begin = time.perf_counter()
        if name not in FUNCTIONS:
            raise BadArguments(f"there is no function {name}; there are {', '.join(FUNCTIONS)}", function=name)
        if "contract_id" in arguments:
            arguments["contract_id"] = self._library.find(arguments["contract_id"])
        result = FUNCTIONS[name].run(self._graph, arguments, scope=self._narrowed(within))
        call = Call(
            function=name,
            arguments=arguments,
            rows=tuple(row_dict(row) for row in result.rows),
            total=result.total,
            milliseconds=round((time.perf_counter() - begin) * 1_000, 1),
        )
        self.calls.append(_kept(call))
        return call

    def _narrowed(self, within: Scope) -> Scope:
        if within is None or self._scope is None:
            return self._scope if within is None else within
        return [contract_id for contract_id in within if contract_id in set(self._scope)]

    def all_rows(self, name: str, **arguments: Any) -> list[dict[str, Any]]:
        """Every row of a function that gives a list, page by page; recorded as one call."""
        first = self.call(name, **arguments, limit=_PAGE)
        rows = list(first.rows)
        begin = time.perf_counter()
        while len(rows) < first.total:
            arguments_here = {**arguments, "limit": _PAGE, "offset": len(rows)}
            page = FUNCTIONS[name].run(self._graph, arguments_here, scope=self._scope).rows
            if not page:
                break
            rows += [row_dict(row) for row in page]
        spent = round((time.perf_counter() - begin) * 1_000, 1)
        self.calls[-1] = _kept(Call(name, arguments, first.rows, first.total, round(first.milliseconds + spent, 1)))
        return rows

    def try_call(self, name: str, arguments: dict[str, Any]) -> Call:
        """As `call`, but a wrong call is recorded with its error, for a model to read."""
        try:
            return self.call(name, **arguments)
        except (BadArguments, NotFound, TypeError) as error:
            call = Call(name, arguments, (), 0, 0.0, error=str(error))
            self.calls.append(call)
            return call


def _kept(call: Call) -> Call:
    """A call as the answer keeps it: the first rows only."""
    return Call(call.function, call.arguments, call.rows[:_KEPT], call.total, call.milliseconds, call.error)
