"""A task of another room is handed over: forms are compared field by field, and the winner has more of them right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from core.errors import BadArguments
from core.optimizer import Example, Gold, improve
from core.optimizer.execution import CandidateAnswer
from core.optimizer.judging import gold_share
from core.optimizer.judging.form_fields import MISSING, quotes_share, right_share, value_at
from core.optimizer.runs import RunBook
from core.optimizer.statistics import before_after
from core.prompting import Knob, Prompt, parse_prompt
from core.settings import Settings

PROMPT = parse_prompt(
    """
id: sorting
version: "1"
task: sort letters
inputs: [letter]
knobs: {care: [hasty, careful], tone: [plain, warm]}
defaults: {care: hasty, tone: plain}
template:
  system: "Be {{ care }} and {{ tone }}."
  user: "{{ letter }}"
""",
    file="sorting.yaml",
    form="yaml",
)
FORM = {
    "kind": "claim",
    "facts": {"term": {"value": "P1Y", "quote": "for one year"}},
    "parties": [{"name": "B"}, {"name": "A"}],
    "clauses": {"insurance": {"present": True, "excerpts": ["insured at all times", "never said"]}},
}


class Sorter:
    """Gets the kind right only when it is careful."""

    identity = "sorter:1"

    def answer(self, prompt: Prompt, knobs: Mapping[str, Knob], example: Example) -> CandidateAnswer:
        kind = example.inputs["kind"] if knobs["care"] == "careful" else "other"
        return CandidateAnswer(f"kind {kind}", {"kind": kind, "urgent": False}, "ok", "sorter")


def executor(settings: Settings) -> Sorter:
    return Sorter()


def example(number: int) -> Example:
    kind = ("claim", "offer")[number % 2]
    return Example(
        id=f"e{number}",
        instruction="Sort the letter.",
        inputs={"letter": "…", "kind": kind},
        gold=Gold(fields={"kind": kind, "urgent": False}),
    )


def test_a_task_is_tuned_and_says_how_many_fields_are_right(
    book: RunBook, chosen: Callable[..., Settings], play: Callable[..., Any]
) -> None:
    changes = {"steps": 24, "executor_path": "test_improve:executor"}
    examples = [example(number) for number in range(20)]
    run = improve(book, PROMPT, examples, chosen(), user="sato", title="letters", changes=changes)
    done = play(book, run.id)
    assert done.knobs.settings(done.outcome["best"])["care"] == "careful"
    found = before_after(book.comparison(done))
    assert found is not None
    assert (found.by, found.result.first, found.result.second) == ("gold", 0.5, 1.0)


@pytest.mark.parametrize("examples", [[], [example(1), example(1)]], ids=["none", "one id twice"])
def test_wrong_examples_are_refused(book: RunBook, chosen: Callable[..., Settings], examples: list[Example]) -> None:
    with pytest.raises(BadArguments, match="an id of its own"):
        improve(book, PROMPT, examples, chosen(), user="sato", title="letters")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("kind", "claim"),
        ("/facts/term/value", "P1Y"),
        ("/parties/*/name", ["B", "A"]),
        ("/parties/1/name", "A"),
        ("/clauses/insurance/present", True),
        ("/clauses/audit/present", MISSING),
        ("/kind/*/name", MISSING),
        ("/parties/2/name", MISSING),
        ("facts/term", MISSING),
    ],
)
def test_a_path_leads_to_a_value(path: str, value: object) -> None:
    assert value_at(FORM, path) == value


@pytest.mark.parametrize(
    ("wanted", "share"),
    [
        ({"/parties/*/name": ["A", "B"]}, 1.0),
        ({"/parties/*/name": ["A"]}, 0.0),
        ({"/clauses/insurance/present": 1}, 0.0),
        ({"/facts/term/value": None, "kind": "claim"}, 0.5),
        ({"/facts/audit/value": None}, 0.0),
    ],
)
def test_fields_are_compared_one_by_one(wanted: dict[str, object], share: float) -> None:
    assert right_share(FORM, wanted) == share


def test_quotes_are_looked_for_in_the_text() -> None:
    assert quotes_share(FORM, "It is insured at all\ntimes, for one  year.") == pytest.approx(2 / 3)
    assert quotes_share({"kind": "claim"}, "") == 1.0


def test_an_answer_that_is_no_form_has_nothing_right() -> None:
    assert gold_share(example(1), CandidateAnswer("?", None, "invalid", "sorter")) == 0.0
