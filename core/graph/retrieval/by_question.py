"""Questions about many contracts at once, answered by a query that the built-in grammar writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

from pydantic import JsonValue

from core.errors import BadArguments
from core.graph.queries.question_query import Generated, generate, portfolio_of
from core.graph.retrieval.arguments import AggregationQuestion
from core.graph.retrieval.generated import CypherResult, run_cypher
from core.graph.rows import CypherAttempt, CypherReceipt, Result, TableRow
from core.graph.store import Cell, GraphStore, Row, Scope
from core.questions import PartyIs, Plan, Question, restated
from core.wording import Language

TIMEOUT_S = 10.0
MAX_ROWS = 500
NAME = "answer_aggregation_question"
BUILTIN = "builtin"


def answer_aggregation_question(graph: GraphStore, arguments: AggregationQuestion, scope: Scope) -> Result:
    """`TableRow` rows that answer a question about many contracts, with the receipt of their query.

    Raises:
        BadArguments: the question is not understood whole; names the words that are not.
    """
    return answer_by_grammar(graph, arguments.question, scope, today=date.today())  # noqa: DTZ011 (the user's own day)


def answer_by_grammar(graph: GraphStore, question: str, scope: Scope, *, today: date) -> Result:
    """As `answer_aggregation_question`, on a given day."""
    generated = generate(question, today=today, portfolio=portfolio_of(graph), scope=scope)
    if not isinstance(generated, Generated):
        raise not_understood(generated.unused, [*map(_called, generated.readings)])
    return run_generated(graph, generated)


def run_generated(graph: GraphStore, generated: Generated) -> Result:
    """Rows of a query of the grammar, cut to the top n it asks for, with its receipt.

    Raises:
        CypherRefused: the guard refused it.
        GraphError: the graph refused, or it took too long.
    """
    result = run_cypher(
        graph, generated.query, generated.parameters, timeout_s=TIMEOUT_S, max_rows=MAX_ROWS, isolated=False
    )
    rows = top_rows(result.table.rows, generated.plan)
    receipt = receipt_of(
        result,
        engine=BUILTIN,
        backend=graph.backend,
        restated=generated.restated,
        parameters=generated.parameters,
    )
    table = tuple(table_row(row) for row in rows)
    return Result(table, len(table), receipt)


def receipt_of(
    result: CypherResult,
    *,
    engine: str,
    backend: str,
    restated: Mapping[Language, str],
    parameters: Mapping[str, object],
    before: Sequence[CypherAttempt] = (),
    tokens: int = 0,
) -> CypherReceipt:
    """The receipt of a query that ran; `before` are the attempts that did not."""
    verdict = result.verdict
    return CypherReceipt(
        engine=engine,
        backend=backend,
        restated=dict(restated),
        query=verdict.query,
        parameters=tuple(parameters.items()),
        attempts=(*before, CypherAttempt(verdict.query, True, verdict.rule, verdict.reason)),
        columns=result.table.columns,
        truncated=result.table.truncated,
        milliseconds=round(result.milliseconds, 1),
        tokens=tokens,
        linked=result.linked,
    )


def _called(question: Question) -> str:
    names = [f"{c.asked}: {', '.join(c.names)}" for c in question.plan.conditions if isinstance(c, PartyIs)]
    return "; ".join([*names, restated(question.plan, "en")])


def not_understood(unused: Sequence[str], readings: Sequence[str] = ()) -> BadArguments:
    """The refusal of a question that is not understood whole, or in several ways."""
    reason = (
        f"these words are not understood: {', '.join(unused)}" if unused else "no number, group or list is asked for"
    )
    if len(readings) > 1 and not unused:
        reason = f"it can be read in several ways: {' | '.join(readings)}"
    return BadArguments(f"{NAME}: {reason}", function=NAME, argument="question", reason=reason, near=[])


def table_row(row: Row) -> TableRow:
    """A row of a query as plain values: days in ISO form, whole numbers as such."""
    # Nearly all cells are no more than text or numbers.
    return TableRow(
        tuple(
            [
                (name, cell if cell is None or isinstance(cell, str | int) else _value(cell))
                for name, cell in row.items()
            ]
        )
    )


def top_rows(rows: Sequence[Row], plan: Plan) -> list[Row]:
    """The first `plan.top` rows, those level with the last of them, and the row of what is not known, if any.

    A row without its key ("no governing law known") is no group that could be the first; it comes last.
    """
    if plan.top is None:
        return list(rows)
    nameless = [row for row in rows if plan.group is not None and _nameless(row)]
    named = [row for row in rows if row not in nameless]
    value: str = plan.statistic or ("percent" if plan.measure == "share" else "contracts")
    if plan.measure == "list":
        value = plan.by_date or plan.quantity or "title"
    edge = named[plan.top - 1][value] if len(named) > plan.top else None
    kept = [row for index, row in enumerate(named) if index < plan.top or row[value] == edge]
    return kept + nameless


def _nameless(row: Row) -> bool:
    return next(iter(row.values())) is None


def _value(cell: Cell | Decimal) -> JsonValue:
    if isinstance(cell, Decimal):
        return int(cell) if cell == cell.to_integral_value() else float(cell)
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, list):
        return [_value(part) for part in cell]
    return {key: _value(part) for key, part in cell.items()} if isinstance(cell, dict) else cell
