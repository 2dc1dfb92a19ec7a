"""A model writes the query where the grammar does not understand: guarded, run, repaired once, or honestly refused."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from pydantic import BaseModel, ConfigDict

from core import logs
from core.cypher import check, shown_values
from core.errors import CypherRefused, GraphError
from core.graph.retrieval.generated import CypherResult, run_cypher
from core.graph.retrieval.schema_text import schema_text
from core.graph.rows import CypherAttempt
from core.graph.schema import SCHEMA
from core.graph.store import GraphStore
from core.guardrail import checked_answer
from core.lexicon import agreement_types
from core.llm import Endpoint, Message, Usage
from core.prompting import Prompt, fenced, load_prompt
from core.questions import concept_vocabulary
from core.wording import Language, languages

ROUNDS = 2
PROMPT = "text_to_cypher"
_log = logs.log(__name__)


class _CypherAnswer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    restated: str
    answerable: bool
    cypher: str


@dataclass(frozen=True, slots=True)
class GeneratedQuery:
    """What came of a question: `result` is None where no query ran, and `attempts` says why.

    `restated` is the model's own sentence: what is answered, or what the graph does not hold.
    """

    restated: str
    result: CypherResult | None
    attempts: tuple[CypherAttempt, ...]
    model: str
    usage: Usage


def write_cypher(
    question: str,
    graph: GraphStore,
    model: Endpoint,
    *,
    language: Language,
    today: date,
    timeout_s: float,
    reasks: int,
    prompt: Prompt | None = None,
) -> GeneratedQuery:
    """Ask a model for the query, run it behind the guard, and have it written again once if it does not run.

    A query cannot be limited to some contracts once it is written: never call this for a question with a scope.

    Args:
        question: as typed.
        graph: where the query runs.
        model: the chat endpoint.
        language: of the restated question.
        today: told to the model.
        timeout_s: longest time of a query in seconds.
        reasks: how often an answer out of form is asked again.
        prompt: what the model is asked with; the prompt that ships by default.

    Raises:
        ModelError: the model gave no usable answer.
    """
    prompt = prompt or load_prompt(PROMPT)
    assert prompt.schema is not None
    messages = list(
        prompt.render(
            question=fenced(question, "question"),
            graph_schema=schema_text(graph.backend),
            clause_types=concept_vocabulary(most=2),
            agreement_types=", ".join(agreement_types()),
            today=today.isoformat(),
            language=languages()[language].english,
        )
    )
    attempts: list[CypherAttempt] = []
    usage = Usage()
    answer: _CypherAnswer | None = None
    name = model.model
    for _ in range(ROUNDS):
        checked = checked_answer(
            model, messages, prompt.schema, reasks=reasks, temperature=0.0, prompt_version=prompt.label
        )
        usage += checked.usage
        name = checked.answer.model
        answer = _CypherAnswer.model_validate(checked.value)
        if not answer.answerable or not answer.cypher.strip():
            break
        result, attempt = _tried(graph, answer.cypher, timeout_s)
        attempts.append(attempt)
        if result is not None:
            return GeneratedQuery(answer.restated, result, tuple(attempts), name, usage)
        _log.info("cypher.repair", rule=attempt.rule, reason=attempt.reason)
        (repair,) = load_prompt("text_to_cypher_repair").render(reason=fenced(attempt.reason, "reason"))
        messages += [Message("assistant", checked.answer.text), repair]
    assert answer is not None
    return GeneratedQuery(answer.restated, None, tuple(attempts), name, usage)


def _tried(graph: GraphStore, query: str, timeout_s: float) -> tuple[CypherResult | None, CypherAttempt]:
    """One run of a query; what refused it is kept, in words for the repair."""
    from core.cypher import first_impossible  # the engine behind it is loaded with the first query

    impossible = first_impossible(query)
    if impossible is not None:
        before = query.encode("utf-8", "replace")[: impossible.position].decode("utf-8", "ignore")[-40:]
        reason = f"No reading query goes on like this after {before!r}; what could follow: {impossible.expected}."
        return None, _stopped(graph, query, "grammar", reason)
    shown = shown_values(query, SCHEMA)
    if shown.refused is not None:
        return None, _stopped(graph, query, "shown", shown.refused)
    try:
        result = run_cypher(graph, query, timeout_s=timeout_s)
    except CypherRefused as error:
        refused = str(error.facts.get("query") or query)
        return None, CypherAttempt(refused, False, str(error.facts.get("rule")), str(error))
    except GraphError as error:
        return None, CypherAttempt(query, False, error.code, str(error))
    result = replace(result, linked=shown.linked)
    verdict = result.verdict
    return result, CypherAttempt(verdict.query, True, verdict.rule, verdict.reason)


def _stopped(graph: GraphStore, query: str, rule: str, reason: str) -> CypherAttempt:
    """A query that did not come to the guard; where that refuses it too, its rule says more."""
    verdict = check(query, graph.backend, SCHEMA)
    if not verdict.allowed:
        return CypherAttempt(verdict.query, False, verdict.rule, verdict.reason)
    return CypherAttempt(query, False, rule, reason)
