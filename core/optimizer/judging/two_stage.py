"""Rules first: a judge is asked only where they leave a draw."""

from __future__ import annotations

from core.optimizer.execution import CandidateAnswer
from core.optimizer.files import Example, Rubric
from core.optimizer.judging.rules import Checks, all_claims_cited, check_answer, citations_valid
from core.optimizer.judging.verdict import Judge, Scores, Verdict, verdict_of


class TwoStageJudge:
    """The rules' verdict where one answer passes more checks than the other, else the judge's."""

    def __init__(self, judge: Judge, rubric: Rubric) -> None:
        self._judge = judge
        self._rubric = rubric

    @property
    def identity(self) -> str:
        """The judge's, with the rules before it."""
        return f"two-stage:1:{self._judge.identity}"

    def compare(self, example: Example, first: CandidateAnswer, second: CandidateAnswer) -> Verdict:
        """The verdict, with `a` for the answer that is shown first."""
        checks = check_answer(first, example), check_answer(second, example)
        if checks[0].passed == checks[1].passed and first.state == second.state == "ok":
            return self._judge.compare(example, first, second)
        a, b = (self._scores(check, example, answer) for check, answer in zip(checks, (first, second), strict=True))
        failed = sorted({*checks[0].failed} ^ {*checks[1].failed})
        return verdict_of(a, b, self._rubric, reason=", ".join(failed), by="rules", engine="rules")

    def _scores(self, checks: Checks, example: Example, answer: CandidateAnswer) -> Scores:
        share = checks.passed / checks.count
        scored = {name: criterion.max * share for name, criterion in self._rubric.criteria.items()}
        return Scores(scored, share, citations_valid(answer, example), all_claims_cited(answer))
