"""The built-in engine answers by copying, and rules score it: no key, no server, the same every time."""

from __future__ import annotations

import pytest

from core.errors import BadArguments
from core.llm import Usage
from core.optimizer.execution import BuiltinExecutor, CandidateAnswer
from core.optimizer.files import ContextPassage, Example, Gold, read_rubric
from core.optimizer.files.material import RUBRICS
from core.optimizer.files.rubric import Rubric
from core.optimizer.judging import RuleJudge, TwoStageJudge, check_answer
from core.prompting import load_prompt

RUBRIC = read_rubric(RUBRICS / "rubric.yaml")
PASSAGES = (
    ContextPassage(id="c1:10", text="The supplier delivers the goods to the warehouse. Payment is due in sixty days."),
    ContextPassage(
        id="c1:90", text="Either party may terminate this agreement with thirty days notice, and without cause."
    ),
)
EXAMPLE = Example(
    id="notice",
    instruction="With how many days of notice may a party terminate?",
    context=PASSAGES,
    gold=Gold(answer="Either party may terminate with thirty days notice", citations=("c1:90",)),
)
UNKNOWN = Example(
    id="rent", instruction="What is the monthly rent of the warehouse?", context=PASSAGES, gold=Gold(unknown=True)
)


def said(answer: str, *cited: str, state: str = "ok") -> CandidateAnswer:
    value = {"answer": answer, "citations": list(cited)}
    return CandidateAnswer(answer, value if state == "ok" else None, state, "test")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("knobs", "example", "answer", "citations"),
    [
        (
            {"most_claims": 1},
            EXAMPLE,
            "- Either party may terminate this agreement with thirty days notice, and without cause. [[src:c1:90]]",
            ["c1:90"],
        ),
        (
            {"most_claims": 1, "wording": "clause", "citing": "at_end"},
            EXAMPLE,
            "- Either party may terminate this agreement with thirty days notice",
            ["c1:90"],
        ),
        (
            {"most_claims": 1, "citing": "none"},
            EXAMPLE,
            "- Either party may terminate this agreement with thirty days notice, and without cause.",
            [],
        ),
        ({}, UNKNOWN, "不明", []),
    ],
)
def test_builtin_answers(knobs: dict[str, int | str], example: Example, answer: str, citations: list[str]) -> None:
    found = BuiltinExecutor().answer(load_prompt("contract_answer"), knobs, example)
    assert found.value == {"answer": answer, "citations": citations}
    assert (found.state, found.engine, found.usage, found.calls) == ("ok", "builtin", Usage(), 0)


def test_builtin_never_saying_unknown_answers_wrongly() -> None:
    found = BuiltinExecutor().answer(load_prompt("contract_answer"), {"unknown": "never"}, UNKNOWN)
    scores = RuleJudge(RUBRIC).scores(UNKNOWN, found)
    assert scores.by_criterion["correctness"] == 0.0


def test_builtin_refuses_what_it_does_not_do() -> None:
    with pytest.raises(BadArguments, match="answers prompts of the task contract_answer only"):
        BuiltinExecutor().answer(load_prompt("extraction"), {}, EXAMPLE)


GOOD = "- Either party may terminate with thirty days notice [[src:c1:90]]"


@pytest.mark.parametrize(
    ("example", "answer", "scores"),
    [
        (EXAMPLE, said(GOOD, "c1:90"), {"correctness": 5.0, "evidence": 3.0, "instruction": 2.0, "notation": 1.0}),
        (
            EXAMPLE,
            said(GOOD.partition(" [[")[0], "c1:90"),
            {"correctness": 5.0, "evidence": 1.5, "instruction": 2.0, "notation": 1.0},
        ),
        (
            EXAMPLE,
            said(GOOD.replace("c1:90", "c9:1"), "c9:1"),
            {"correctness": 5.0, "evidence": 0.0, "instruction": 2.0, "notation": 1.0},
        ),
        (EXAMPLE, said("不明"), {"correctness": 0.0, "evidence": 0.0, "instruction": 2.0, "notation": 1.0}),
        (UNKNOWN, said("不明"), {"correctness": 5.0, "evidence": 3.0, "instruction": 2.0, "notation": 1.0}),
        (
            EXAMPLE,
            said("no", state="refused"),
            {"correctness": 0.0, "evidence": 0.0, "instruction": 0.0, "notation": 0.0},
        ),
    ],
)
def test_scores(example: Example, answer: CandidateAnswer, scores: dict[str, float]) -> None:
    assert RuleJudge(RUBRIC).scores(example, answer).by_criterion == pytest.approx(scores)


def test_verdict_is_the_difference_and_small_ones_are_ties() -> None:
    judge = RuleJudge(RUBRIC)
    better, worse = said(GOOD, "c1:90"), said("不明")
    verdict = judge.compare(EXAMPLE, better, worse)
    assert (verdict.outcome, verdict.margin) == (1.0, pytest.approx(8 / 11))
    assert judge.compare(EXAMPLE, worse, better) == verdict.swapped()
    same = judge.compare(EXAMPLE, better, better)
    assert (same.outcome, same.margin, same.failure) == (0.5, 0.0, None)


def test_a_rubric_that_rules_do_not_know_is_refused() -> None:
    rubric = Rubric.model_validate(
        {"id": "r", "version": "1", "criteria": {"wit": {"max": 1, "ja": "機知", "en": "wit"}}}
    )
    with pytest.raises(BadArguments, match="cannot score the criterion wit"):
        RuleJudge(rubric)


@pytest.mark.parametrize(
    ("answer", "failed"),
    [
        (said(GOOD, "c1:90"), ()),
        (said("- 三十日前に通知する [[src:c1:90]]", "c1:90"), ("language",)),
        (said(GOOD, "c7:7"), ("citations_exist",)),
        (said(f"{GOOD}\n{GOOD}", "c1:90"), ("claims",)),
        (said("", state="truncated"), ("form", "citations_exist", "language", "claims")),
    ],
)
def test_checks(answer: CandidateAnswer, failed: tuple[str, ...]) -> None:
    assert check_answer(answer, EXAMPLE.model_copy(update={"most_claims": 1})).failed == failed


class Never:
    """A judge that must not be asked."""

    identity = "never"

    def compare(self, *_: object) -> None:
        raise AssertionError("asked although rules decided")


def test_two_stages_ask_the_judge_only_in_a_draw() -> None:
    good, foreign = said(GOOD, "c1:90"), said("- 三十日前", "c1:90")
    decided = TwoStageJudge(Never(), RUBRIC).compare(EXAMPLE, foreign, good)  # type: ignore[arg-type]
    assert (decided.outcome, decided.margin, decided.by, decided.reason) == (0.0, -0.25, "rules", "language")
    drawn = TwoStageJudge(RuleJudge(RUBRIC), RUBRIC).compare(EXAMPLE, good, said("不明"))
    assert (drawn.outcome, drawn.by) == (1.0, "builtin")
