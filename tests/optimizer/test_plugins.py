"""Executor, judge and optimizer of one's own, named by a dotted path."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from core.optimizer.execution import CandidateAnswer
from core.optimizer.files import Example, Material
from core.optimizer.judging import Verdict
from core.optimizer.methods import Method, MethodOptions, create
from core.optimizer.runs import RunBook, RunSettings
from core.optimizer.space import Space
from core.prompting import Knob, Prompt
from core.settings import Settings


class Shouting:
    """Answers with its knobs in capitals."""

    identity = "shouting:1"

    def answer(self, prompt: Prompt, knobs: Mapping[str, Knob], example: Example) -> CandidateAnswer:
        return CandidateAnswer(str(knobs["citing"]).upper(), None, "ok", "shouting")


class PrefersNone:
    """Likes answers that say NONE."""

    identity = "prefers-none:1"

    def compare(self, example: Example, first: CandidateAnswer, second: CandidateAnswer) -> Verdict:
        margin = float(first.text == "NONE") - float(second.text == "NONE")
        return Verdict((margin + 1) / 2, margin, None, None, "", "model", "prefers-none")


def executor(settings: Settings) -> Shouting:
    return Shouting()


def judge(settings: Settings) -> PrefersNone:
    return PrefersNone()


def optimizer(space: Space, *, seed: int, options: MethodOptions) -> Method:
    return create("bradley_terry", space, seed=seed + 1, options=options)


def test_all_three_are_used(book: RunBook, material: Material, play: Callable[..., Any]) -> None:
    chosen = RunSettings(
        steps=30,
        executor_path="test_plugins:executor",
        judge_path="test_plugins:judge",
        optimizer_path="test_plugins:optimizer",
    )
    run = play(book, book.start(material, chosen, user="sato", knobs={"citing": ["each_claim", "at_end", "none"]}).id)
    assert run.knobs.settings(run.outcome["best"]) == {"citing": "none"}
    detail = book.detail(run.id, 1)
    assert detail is not None
    assert {detail.a.engine, detail.b.engine, detail.verdicts[0].engine} == {"shouting", "prefers-none"}
