"""A model proposes words from lost matches, a person admits them, and the run finds out that they are better."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from test_endpoint_judge import FULL, verdict_json
from test_runs import endpoints

from core.errors import BadArguments
from core.llm import endpoint
from core.llm.scripted import ReceivedRequest, ScriptedServer, Step
from core.optimizer import Knobs
from core.optimizer.files import Material, dataset_of
from core.optimizer.proposals import losses, propose, text_knobs
from core.optimizer.reports import best_prompt
from core.optimizer.runs import RunBook, RunSettings
from core.prompting import read_prompt
from core.settings import Settings
from core.store import Store

PLANTED = "Name the article that the answer is in."
PROMPT = """id: articles
version: "1"
task: demo
inputs: [instruction, context]
knobs:
  manner: ["Answer in one sentence.", "Answer politely and in full sentences."]
  tone: [plain, formal]
defaults: {manner: "Answer in one sentence.", tone: plain}
template:
  system: "{{ manner }} Be {{ tone }}."
  user: "{{ context }} {{ instruction }}"
"""
PART = {**FULL, "correctness": 2, "evidence": 0}


def script(seen: ReceivedRequest) -> Step:
    """The model that answers does what it is told; the judge wants an article; the adviser has read the reasons."""
    system = seen.messages[0][1]
    if "You improve one part of a prompt" in system:
        wants_articles = "no article is named" in seen.last
        value = PLANTED if wants_articles else "Answer with joy."
        known = {"value": "Answer in one sentence.", "why": "known", "cases": []}
        number = int(seen.last.partition("Match ")[2].split()[0])
        return Step(value={"proposals": [known, {"value": value, "why": "no article", "cases": [number, 999_999]}]})
    if seen.body["model"] == "answers":
        named = " Article 5." if PLANTED in system else ""
        return Step(text=f"One year.{named}" + (" Kindly." if "politely" in system else ""))
    first, second = (
        FULL if "Article" in seen.last.partition(f"<<{side} ")[2].partition(f"{side}>>")[0] else PART
        for side in ("first", "second")
    )
    verdict = "tie" if first == second else "first" if first == FULL else "second"
    # Before anybody names an article the judge leans to the shorter answer, and says what it misses.
    if verdict == "tie" and first == PART:
        kind = [
            "Kindly" in seen.last.partition(f"<<{side} ")[2].partition(f"{side}>>")[0] for side in ("first", "second")
        ]
        first, second = ({**PART, "correctness": 1} if it else PART for it in kind)
        verdict = "tie" if kind[0] == kind[1] else "second" if kind[0] else "first"
    return Step(value={**verdict_json(verdict, first, second), "reason": "no article is named"})


def test_a_planted_better_instruction_is_found(
    chosen: Callable[..., Settings], store: Store, material: Material, play: Callable[..., Any], tmp_path: Path
) -> None:
    path = tmp_path / "articles.yaml"
    path.write_text(PROMPT, encoding="utf-8")
    task = Material(
        read_prompt(path), dataset_of("few", material.dataset.examples[:6]), material.judge, material.rubric
    )
    with ScriptedServer(script) as server:
        settings = chosen(**endpoints(server))
        book = RunBook(store, settings)
        chosen_settings = RunSettings(executor="chat", judge="model", steps=16, seed=4, kept_apart=0)
        run = play(book, book.start(task, chosen_settings, user="sato").id)
        before = run.knobs.settings(run.outcome["best"])
        assert before["manner"] == "Answer in one sentence."

        lost = losses(book.details(run.id), task.dataset, {}, leader=tuple(run.outcome["best"]))
        assert lost
        model = endpoint("chat", settings)
        assert model is not None
        with model:
            (proposal,) = propose(model, task.prompt, run.knobs, "manner", lost, reasks=1)
        assert (proposal.value, proposal.engine) == (PLANTED, "answers")
        assert set(proposal.cases) <= {loss.number for loss in lost}
        assert len(proposal.cases) == 1

        book.admit(run.id, "manner", [proposal.value], user="sato", evidence={"cases": list(proposal.cases)})
        book.resume(run.id, changes={"steps": 60})
        ended = play(book, run.id)
        assert ended.knobs.settings(ended.outcome["best"])["manner"] == PLANTED
        winner = best_prompt(task.prompt, ended, tuple(ended.outcome["best"]))
        assert winner.defaults["manner"] == PLANTED
        assert PLANTED in winner.knobs["manner"]
        after = {entry["example"]: entry["totals"] for entry in book.comparison(ended)}
        assert len(after) == 6
        assert all(totals[1] > totals[0] for totals in after.values())


def test_people_come_first_among_the_losses(
    chosen: Callable[..., Settings], book: RunBook, material: Material, play: Callable[..., Any]
) -> None:
    run = play(book, book.start(material, RunSettings(steps=24, seed=3, kept_apart=0), user="sato").id)
    details = book.details(run.id)
    decided = next(detail.match for detail in details if detail.match.outcome in (0.0, 1.0))
    turned = 1.0 - (decided.outcome or 0.0)
    found = losses(details, material.dataset, {decided.number: turned}, limit=5)
    assert found[0].number == decided.number
    assert found[0].person
    assert len({loss.example for loss in found}) == len(found) == 5


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((("plain", "formal"), ("Answer briefly, please.", "x")), ("second",)),
        (((1, 2), (True, False)), ()),
    ],
)
def test_knobs_with_texts(values: Any, expected: tuple[str, ...]) -> None:
    assert text_knobs(Knobs(("first", "second"), values)) == expected


def test_nothing_is_asked_without_losses_or_texts(chosen: Callable[..., Settings], material: Material) -> None:
    knobs = Knobs(("size", "manner"), ((1, 2), ("Answer briefly, please.", "x")))
    with ScriptedServer(script) as server:
        model = endpoint("chat", chosen(**endpoints(server)))
        assert model is not None
        with model:
            for knob, words in (("size", "are no texts"), ("manner", "no match has been lost")):
                with pytest.raises(BadArguments, match=words):
                    propose(model, material.prompt, knobs, knob, [], reasks=1)
        assert server.requests == []
    assert orjson.dumps(knobs.as_json())
