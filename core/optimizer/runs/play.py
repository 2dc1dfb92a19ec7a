"""One match as a unit of work: two candidates answer the same example, and a judge compares them.

A function of its payload and of the run's material alone. Answers and verdicts come from the cache in the store where
the same was asked before, in this run or in another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, cast

import orjson

from core import tracing
from core.errors import ConfigError, NotFound
from core.llm import CallLog, CallRecord, Endpoint, MemoryCalls, StoredCalls, Usage, endpoint
from core.optimizer.execution import BuiltinExecutor, CandidateAnswer, EndpointExecutor, Executor
from core.optimizer.files import Example, Material
from core.optimizer.files.material import unpack
from core.optimizer.judging import EndpointJudge, Judge, RuleJudge, TwoStageJudge, Verdict, gold_share
from core.optimizer.plugins import load_factory
from core.optimizer.runs.cache import MatchCache
from core.optimizer.runs.played_match import MatchPayload, PlayedMatch
from core.optimizer.runs.settings import RunSettings
from core.prompting import Knob
from core.settings import Role, Settings, settings
from core.store import Store, open_store

KIND = "optimizer_match"
_WINNERS: dict[float | None, str] = {1.0: "first", 0.5: "tie", 0.0: "second"}


def play_match(payload: dict[str, Any], blob: bytes | None, report: Callable[[str], None]) -> dict[str, Any]:
    """Answers and verdict of one match, as JSON.

    Args:
        payload: a `MatchPayload`, with the run's settings.
        blob: the run's material.
        report: is told the stage.

    Raises:
        NotFound: the material is gone from the store.
        RateLimited, EndpointDown, EndpointRejected, ModelTimeout: an endpoint could not be reached.
    """
    if blob is None:
        raise NotFound("the run's material is gone from the store", kind="file")
    chosen = RunSettings.model_validate(payload["settings"])
    with Players(unpack(blob), chosen, settings(), _store(settings())) as players:
        return players.play(cast(MatchPayload, payload), report).as_json()


@lru_cache(maxsize=1)
def _store(settings: Settings) -> Store:
    """The worker's connection to the store, opened once: looking whether its tables are up to date takes longer than
    many a match."""
    return open_store(settings)


@dataclass
class _Tee:
    """Records calls in the store and in memory."""

    stored: CallLog
    seen: MemoryCalls

    def record(self, call: CallRecord) -> None:
        """Keep one record in both."""
        self.stored.record(call)
        self.seen.record(call)


class Players:
    """Executor and judge of a run, with their connections; a context manager."""

    def __init__(self, material: Material, chosen: RunSettings, settings: Settings, store: Store) -> None:
        """Connect what the settings name.

        Raises:
            ConfigError: an endpoint is asked for and none is configured for the role.
            BadArguments: rules cannot score the rubric, or a dotted path leads nowhere.
        """
        self._material = material
        self._chosen = chosen
        self._settings = settings
        self._store = store
        self._cache = MatchCache(store)
        self._open: list[Endpoint] = []
        self.executor = self._executor()
        self.judge = self._judge()

    def __enter__(self) -> Players:
        return self

    def __exit__(self, *_: object) -> None:
        for opened in self._open:
            opened.close()

    def play(self, payload: MatchPayload, report: Callable[[str], None]) -> PlayedMatch:
        """One match."""
        example = self._material.dataset.example(payload["example"])
        span = {"shinsa.example": example.id, "shinsa.run": payload.get("run"), "shinsa.match": payload.get("number")}
        with tracing.span("optimizer match", span):
            report("answering")
            a, b = (self.answer(example, knobs) for knobs in (payload["a"], payload["b"]))
            report("judging")
            orders = [payload["a_first"]]
            if self._chosen.both_orders:
                orders.append(not payload["a_first"])
            verdicts = tuple(self._verdict(example, a, b, a_first=order, repeat=payload["repeat"]) for order in orders)
        gold = (gold_share(example, a), gold_share(example, b)) if payload.get("compare") else None
        return PlayedMatch(a, b, verdicts, gold)

    def answer(self, example: Example, knobs: Mapping[str, Knob]) -> CandidateAnswer:
        """A candidate's answer, from the cache where it was given before."""
        prompt = self._material.prompt
        settings = {**prompt.defaults, **knobs}
        key = _key("answer", self.executor.identity, prompt.fingerprint, settings, example.fingerprint)
        known = self._cache.get(key)
        if known is not None:
            return replace(CandidateAnswer.from_json(known), usage=Usage(), calls=0)
        span = {"shinsa.prompt": prompt.label, "shinsa.example": example.id, "shinsa.answer": key}
        with tracing.span("optimizer answer", span) as measured:
            answer = self.executor.answer(prompt.allowing(settings), settings, example)
            measured.note({"shinsa.engine": answer.engine})
            if answer.state != "ok":
                measured.failed(answer.state)
        self._cache.put(key, "answer", answer.as_json())
        return answer

    def _verdict(
        self, example: Example, a: CandidateAnswer, b: CandidateAnswer, *, a_first: bool, repeat: int
    ) -> Verdict:
        """The verdict in one order. One that failed is not cached: asked again it may come about."""
        first, second = (a, b) if a_first else (b, a)
        sides = [_seen(answer) for answer in (first, second)]
        key = _key("verdict", self.judge.identity, example.fingerprint, sides, repeat)
        known = self._cache.get(key)
        if known is not None:
            verdict = replace(Verdict.from_json(known), usage=Usage(), calls=0)
        else:
            span = {"shinsa.prompt": self._material.judge.label, "shinsa.example": example.id}
            with tracing.span("optimizer verdict", span) as measured:
                verdict = self.judge.compare(example, first, second)
                measured.note(
                    {
                        "shinsa.engine": verdict.engine,
                        "gen_ai.evaluation.name": self._material.rubric.label,
                        "gen_ai.evaluation.score.value": verdict.margin,
                        "gen_ai.evaluation.score.label": _WINNERS.get(verdict.outcome),
                    }
                )
                if verdict.failure is not None:
                    measured.failed(verdict.failure)
            if verdict.failure is None:
                self._cache.put(key, "verdict", verdict.as_json())
        return verdict if a_first else verdict.swapped()

    def _executor(self) -> Executor:
        chosen = self._chosen
        if chosen.executor_path is not None:
            made: Executor = load_factory(chosen.executor_path, Executor)(self._settings)
            return made
        if chosen.executor == "builtin":
            return BuiltinExecutor()
        opened, calls = self._endpoint(chosen.executor)
        return EndpointExecutor(opened, calls, max_output_tokens=chosen.answer_tokens)

    def _judge(self) -> Judge:
        chosen, rubric = self._chosen, self._material.rubric
        if chosen.judge_path is not None:
            judge: Judge = load_factory(chosen.judge_path, Judge)(self._settings)
        elif chosen.judge == "rules":
            judge = RuleJudge(rubric)
        else:
            opened, calls = self._endpoint("judge")
            reasks = self._settings.llm_reasks
            judge = EndpointJudge(opened, calls, self._material.judge, rubric, reasks=reasks)
        return TwoStageJudge(judge, rubric) if chosen.two_stage else judge

    def _endpoint(self, role: Role) -> tuple[Endpoint, MemoryCalls]:
        calls = MemoryCalls()
        opened = endpoint(role, self._settings, calls=_Tee(StoredCalls(self._store), calls))
        if opened is None:
            raise ConfigError(f"No model endpoint is configured for the role {role}.", name=role, reason="no_endpoint")
        self._open.append(opened)
        return opened, calls


def _seen(answer: CandidateAnswer) -> dict[str, str]:
    """What of an answer decides a verdict; not how long it took."""
    return {"text": answer.text, "state": answer.state, "detail": answer.detail}


def _key(*parts: object) -> str:
    return hashlib.sha256(orjson.dumps(parts, option=orjson.OPT_SORT_KEYS)).hexdigest()
