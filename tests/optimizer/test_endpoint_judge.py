"""A model as judge over HTTP: what it says counts only in the form asked for and in agreement with itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import orjson
import pytest
from test_rule_judge import said

from core.errors import EndpointDown
from core.llm import MemoryCalls, endpoint
from core.llm.scripted import ReceivedRequest, ScriptedServer, Step
from core.optimizer.execution import EndpointExecutor
from core.optimizer.files import ContextPassage, Example, read_rubric
from core.optimizer.files.material import RUBRICS
from core.optimizer.judging import EndpointJudge, Verdict
from core.prompting import load_prompt
from core.settings import Settings

RUBRIC = read_rubric(RUBRICS / "rubric.yaml")
EXAMPLE = Example(
    id="e", instruction="When?", context=(ContextPassage(id="p1", text="On 1 May."), ContextPassage(id="p2", text="x"))
)
FULL = {"correctness": 5, "evidence": 3, "instruction": 2, "notation": 1}
NONE = dict.fromkeys(FULL, 0)
FLAGS = {"citation_ids_valid": True, "all_claims_cited": True}


def verdict_json(
    verdict: str,
    first: dict[str, float] = FULL,
    second: dict[str, float] = NONE,
    totals: dict[str, float] | None = None,
) -> dict[str, object]:
    sums = {"first": sum(first.values()), "second": sum(second.values())} | (totals or {})
    return {
        "reason": "because",
        "first": {**first, **FLAGS},
        "second": {**second, **FLAGS},
        "totals": sums,
        "verdict": verdict,
    }


@contextmanager
def judge(
    script: list[Step] | Callable[[ReceivedRequest], Step], settings: Settings, **changes: object
) -> Iterator[tuple[EndpointJudge, ScriptedServer]]:
    with ScriptedServer(script) as server:
        update = {"judge_base_url": server.base_url, "judge_model": "scripted", "api_style": "chat", "llm_retries": 0}
        calls = MemoryCalls()
        opened = endpoint("judge", settings.model_copy(update=update | changes), calls=calls, sleep=lambda _s: None)
        assert opened is not None
        with opened:
            yield EndpointJudge(opened, calls, load_prompt("judge"), RUBRIC, reasks=2), server


def asked(settings: Settings, *steps: Step, **changes: object) -> tuple[Verdict, ScriptedServer]:
    with judge(list(steps), settings, **changes) as (made, server):
        return made.compare(EXAMPLE, said("- On 1 May [[src:p1]]", "p1"), said("- soon", "p9")), server


def test_a_verdict_is_scores_margin_and_outcome(chosen: Callable[..., Settings]) -> None:
    verdict, server = asked(chosen(), Step(value=verdict_json("first"), usage=(100, 20)))
    assert (verdict.outcome, verdict.margin, verdict.reason, verdict.by) == (1.0, 1.0, "because", "model")
    assert (verdict.calls, verdict.usage.input_tokens, verdict.usage.output_tokens) == (1, 100, 20)
    assert verdict.a is not None
    assert verdict.b is not None
    assert verdict.a.by_criterion == FULL
    # Whether ids exist is known by rules, whatever the model claims.
    assert (verdict.a.citations_valid, verdict.a.claims_cited) == (True, True)
    assert (verdict.b.citations_valid, verdict.b.claims_cited) == (False, False)
    system, user = (text for _, text in server.requests[0].messages)
    assert "correctness (0 to 5)" in system
    assert "On 1 May." in user
    assert "- soon" in user


@pytest.mark.parametrize(
    ("value", "outcome", "margin"),
    [
        (verdict_json("second", NONE, FULL), 0.0, -1.0),
        (verdict_json("tie", FULL, FULL), 0.5, 0.0),
        # 0.5 of 11 is below the bound of ties: the margin is kept, the outcome is a tie, either word will do.
        (verdict_json("first", FULL, {**FULL, "notation": 0.5}), 0.5, 0.5 / 11),
        (verdict_json("tie", FULL, {**FULL, "notation": 0.5}), 0.5, 0.5 / 11),
    ],
)
def test_ties(chosen: Callable[..., Settings], value: dict[str, object], outcome: float, margin: float) -> None:
    verdict, server = asked(chosen(), Step(value=value))
    assert (verdict.outcome, len(server.requests)) == (outcome, 1)
    assert verdict.margin == pytest.approx(margin)


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (verdict_json("second"), "verdict is second, but the scores add up to 11 for the first and 0 for the second"),
        (verdict_json("tie"), "verdict is tie"),
        (verdict_json("first", FULL, FULL), "verdict is first"),
        (verdict_json("second", FULL, {**FULL, "notation": 0.5}), "verdict is second"),
        (verdict_json("first", totals={"second": 4}), "totals.second is 4, but the scores of second add up to 0"),
        (verdict_json("first", {**FULL, "correctness": 6}, totals={"first": 11}), "correctness"),
        ({"verdict": "first"}, "one of the keys"),
    ],
)
def test_contradiction_or_wrong_form_is_asked_again(
    chosen: Callable[..., Settings], bad: dict[str, object], words: str
) -> None:
    verdict, server = asked(chosen(), Step(value=bad), Step(value=verdict_json("first")))
    assert (verdict.outcome, verdict.calls, verdict.failure) == (1.0, 2, None)
    assert words in server.requests[1].last


def test_a_judge_that_goes_on_contradicting_itself_gives_no_verdict(chosen: Callable[..., Settings]) -> None:
    verdict, server = asked(chosen(), Step(value=verdict_json("second"), times=None))
    assert (verdict.outcome, verdict.margin, verdict.a, verdict.failure) == (None, None, None, "inconsistent")
    assert (verdict.calls, len(server.requests)) == (3, 3)
    assert verdict.swapped() == verdict


@pytest.mark.parametrize(
    ("step", "failure", "calls"),
    [
        (Step(refusal="I would rather not.", times=None), "refusal", 3),
        (Step(value=verdict_json("first", {**FULL, "correctness": 9}), times=None), "schema_error", 3),
        (Step(text="first is better", times=None), "parse_error", 3),
        (Step(value=verdict_json("first"), finish="length", times=None), "length", 3),
        (Step(value=verdict_json("first"), delay_s=5, times=None), "model_timeout", 1),
    ],
)
def test_a_verdict_that_does_not_come_about_is_a_state_of_its_own(
    chosen: Callable[..., Settings], step: Step, failure: str, calls: int
) -> None:
    verdict, _ = asked(chosen(), step, llm_timeout_s=0.3)
    assert (verdict.outcome, verdict.failure, verdict.calls) == (None, failure, calls)


def test_an_endpoint_that_is_down_is_an_error_and_no_verdict(chosen: Callable[..., Settings]) -> None:
    with pytest.raises(EndpointDown):
        asked(chosen(), Step(status=503, times=None))


@pytest.mark.parametrize(
    ("step", "state", "calls"),
    [
        (Step(value={"answer": "- x", "citations": []}), "ok", 1),
        (Step(text="no JSON", times=None), "invalid", 2),
        (Step(refusal="no", times=None), "refused", 2),
        (Step(value={"answer": "- x", "citations": []}, finish="length", times=None), "truncated", 1),
    ],
)
def test_an_answer_that_is_not_usable_is_an_answer(
    chosen: Callable[..., Settings], step: Step, state: str, calls: int
) -> None:
    with ScriptedServer([step]) as server:
        update = {"chat_base_url": server.base_url, "chat_model": "m", "api_style": "chat", "llm_retries": 0}
        made = MemoryCalls()
        opened = endpoint("chat", chosen().model_copy(update=update), calls=made)
        assert opened is not None
        with opened:
            executor = EndpointExecutor(opened, made, max_output_tokens=500)
            answer = executor.answer(load_prompt("contract_answer"), {"most_claims": 5}, EXAMPLE)
        assert (answer.state, answer.calls, answer.engine) == (state, calls, "m")
        assert "At most 5 statement(s)" in server.requests[0].messages[0][1]
        assert server.requests[0].body["temperature"] == 0.0
        assert orjson.loads(orjson.dumps(answer.as_json())) == answer.as_json()
