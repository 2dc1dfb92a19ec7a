"""The guard of generated Cypher: what of it may run, and in which form.

It knows no database: it reads the text, refuses by rule, and gives the query as it would run. It is one of several
layers; behind it the database reads in a reading transaction with a time limit.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.cypher.dialect.dialect import to_embedded, to_neo4j
from core.cypher.graph_schema import Backend, GraphSchema
from core.cypher.guard.cost import check_cost
from core.cypher.guard.limits import bound_paths, bound_rows
from core.cypher.guard.rules import check_calls, forbidden_word, second_statement
from core.cypher.guard.schema_names import VariableNames
from core.cypher.guard.value_kinds import Kinds
from core.cypher.syntax.parts import QueryPart
from core.cypher.syntax.query_clauses import parse
from core.cypher.syntax.statement import candidates
from core.cypher.syntax.tokens import CypherToken, UnreadableQuery, tokenise
from core.cypher.syntax.writing import Writing


@dataclass(frozen=True, slots=True)
class GuardVerdict:
    """What the guard says about a text.

    Attributes:
        allowed: whether it may run.
        rule: the stable code of the rule that refused it, None where it may run.
        reason: why it was refused, for a person and for a repair; where it may run, what was changed in it.
        query: the one statement as it would run; on refusal the statement as far as it was found.
        limited: whether the guard put a LIMIT on it, so that as many rows mean that there may be more.
    """

    allowed: bool
    rule: str | None
    reason: str
    query: str
    limited: bool = False


def check(text: str, backend: Backend, schema: GraphSchema, *, any_schema: bool = False) -> GuardVerdict:
    """The verdict about a text that a model or a person wrote.

    Args:
        text: the text, with fences, thoughts or prose around the query.
        backend: where it would run; for the embedded graph it is written in its dialect.
        schema: labels, relations and properties of the graph.
        any_schema: leave out the check of labels, relations, properties and directions.
    """
    # Half a surrogate pair is no character: no database takes it, and no JSON.
    whole = text.encode("utf-8", "replace").decode()
    statement = whole.strip()
    if whole != text:
        return GuardVerdict(False, "hidden_text", "The text holds half a character.", statement)
    try:
        found = candidates(whole)
        refusals: list[UnreadableQuery] = []
        for statement in found:
            try:
                tokens, query = _read(statement)
            except UnreadableQuery as error:
                refusals.append(error)
                if error.rule != "syntax":
                    break
                continue
            return _verdict(tokens, query, backend, schema, any_schema)
        statement = found[0]
        raise refusals[0]
    except UnreadableQuery as error:
        return GuardVerdict(False, error.rule, error.reason, statement)
    except RecursionError:
        return GuardVerdict(False, "too_deep", "The query is nested too deeply.", statement)


def _read(statement: str) -> tuple[list[CypherToken], QueryPart]:
    tokens = tokenise(statement)
    if (several := second_statement(tokens)) is not None:
        raise forbidden_word(tokens) or several
    try:
        return tokens, parse(tokens)
    except UnreadableQuery as error:
        if error.rule != "syntax":
            raise
        raise forbidden_word(tokens) or error from None


def _verdict(
    tokens: list[CypherToken], query: QueryPart, backend: Backend, schema: GraphSchema, any_schema: bool
) -> GuardVerdict:
    writing = Writing(tokens)
    check_calls(query, backend)
    names = VariableNames(query, tokens, schema)
    kinds = Kinds(query, names)
    if not any_schema:
        names.check(query)
        kinds.check_comparisons(query, writing)
    check_cost(query)
    bound_paths(query, writing)
    if backend == "embedded":
        to_embedded(query, tokens, names, kinds, writing, any_schema=any_schema)
    else:
        to_neo4j(query, names, writing, any_schema=any_schema)
    limited = bound_rows(query, writing)
    return GuardVerdict(True, None, " ".join(writing.notes), writing.text(query), limited)
