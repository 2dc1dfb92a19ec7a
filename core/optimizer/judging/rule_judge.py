"""The judge by rules: it scores against what a person wrote down as right, and against the context alone otherwise.

It knows four criteria and refuses a rubric with others. A form is compared field by field, its quotes with the text.
Words are compared, not meanings: it cannot tell a good paraphrase from a bad one, which is why its scores are for tasks
whose answers stay close to the contract's words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from core.errors import BadArguments
from core.optimizer.execution import CandidateAnswer
from core.optimizer.execution.text_words import words_of
from core.optimizer.files import Example, Rubric
from core.optimizer.judging.form_fields import quotes_share, right_share
from core.optimizer.judging.rules import (
    MARK,
    all_claims_cited,
    answer_text,
    check_answer,
    citations_valid,
    cited_ids,
    claims_of,
    says_unknown,
)
from core.optimizer.judging.verdict import Scores, Verdict, verdict_of

ENGINE = "builtin"


class RuleJudge:
    """Scores by rules."""

    def __init__(self, rubric: Rubric) -> None:
        """Take a rubric.

        Raises:
            BadArguments: it has a criterion that rules cannot score.
        """
        unknown = sorted(set(rubric.criteria) - set(_SHARES))
        if unknown:
            words = f"Rules cannot score the criterion {unknown[0]}; the rubric {rubric.id} needs a model as judge."
            raise BadArguments(words, reason="rubric", name=unknown[0])
        self._rubric = rubric

    @property
    def identity(self) -> str:
        """Engine, version of its rules, and the rubric."""
        return f"rules:2:{self._rubric.model_dump_json()}"

    def compare(self, example: Example, first: CandidateAnswer, second: CandidateAnswer) -> Verdict:
        """The verdict; the order makes no difference."""
        a, b = self.scores(example, first), self.scores(example, second)
        differing = [name for name in self._rubric.criteria if abs(a.by_criterion[name] - b.by_criterion[name]) > 1e-9]
        return verdict_of(a, b, self._rubric, reason=", ".join(differing), by="builtin", engine=ENGINE)

    def scores(self, example: Example, answer: CandidateAnswer) -> Scores:
        """One answer's scores."""
        scored = {
            name: criterion.max * _SHARES[name](example, answer) for name, criterion in self._rubric.criteria.items()
        }
        return Scores(
            scored,
            self._rubric.total(scored),
            citations_valid=citations_valid(answer, example),
            claims_cited=all_claims_cited(answer),
        )


def gold_share(example: Example, answer: CandidateAnswer) -> float | None:
    """How much of what a person wrote down as right an answer has, 0 to 1; None where nobody did.

    For a form it is the share of its fields that are right, else how far the words agree.
    """
    gold = example.gold
    if gold is None or not (gold.fields or gold.answer or gold.unknown):
        return None
    if gold.fields:
        return right_share(answer.value or {}, gold.fields)
    return _correctness(example, answer)


def _correctness(example: Example, answer: CandidateAnswer) -> float:
    if answer.state != "ok":
        return 0.0
    gold = example.gold
    if gold is not None and gold.fields:
        return right_share(answer.value or {}, gold.fields)
    if says_unknown(answer):
        return 1.0 if gold is not None and gold.unknown else 0.0
    if gold is not None and gold.unknown:
        return 0.0
    given = words_of(MARK.sub("", answer_text(answer)))
    faithful = _share(given, words_of(example.text))
    if gold is None or not gold.answer:
        return faithful
    wanted = words_of(gold.answer)
    recall, precision = _share(wanted, given), _share(given, wanted)
    # What is missing is worse than what is too much: a lawyer can skip a sentence, not guess one.
    agreement = 0.0 if recall + precision == 0 else 5 * precision * recall / (4 * precision + recall)
    return agreement * faithful


def _evidence(example: Example, answer: CandidateAnswer) -> float:
    gold = example.gold
    if gold is not None and gold.fields:
        return quotes_share(answer.value or {}, example.text) if answer.state == "ok" else 0.0
    if says_unknown(answer):
        return 1.0 if gold is not None and gold.unknown and not cited_ids(answer) else 0.0
    if answer.state != "ok" or not citations_valid(answer, example):
        return 0.0
    cited = set(cited_ids(answer))
    claims = claims_of(answer_text(answer))
    marked = sum(bool(MARK.search(claim)) for claim in claims) / len(claims)
    right = bool(cited) if gold is None or not gold.citations else _f1(cited, set(gold.citations))
    return float(right) * (0.5 + 0.5 * marked)


def _instruction(example: Example, answer: CandidateAnswer) -> float:
    if example.gold is not None and example.gold.fields:
        return float(answer.state == "ok")  # a form has no language and no statements to count
    checks = check_answer(answer, example)
    return (checks.language + checks.claims) / 2


def _notation(example: Example, answer: CandidateAnswer) -> float:
    return float(check_answer(answer, example).form and not answer.detail)


_SHARES: Mapping[str, Callable[[Example, CandidateAnswer], float]] = {
    "correctness": _correctness,
    "evidence": _evidence,
    "instruction": _instruction,
    "notation": _notation,
}


def _share(wanted: Counter[str], given: Counter[str]) -> float:
    total = sum(wanted.values())
    return sum((wanted & given).values()) / total if total else 0.0


def _f1(given: set[str], wanted: set[str]) -> float:
    right = len(given & wanted)
    return 2 * right / (len(given) + len(wanted)) if right else 0.0
