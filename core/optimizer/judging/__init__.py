"""Which of two answers is better: by rules, by a model that sees instruction and context only, or rules first.

A verdict that did not come about is a state of its own, never a win, a loss or a tie.
"""

from core.optimizer.judging.model_judge import EndpointJudge
from core.optimizer.judging.rule_judge import RuleJudge, gold_share
from core.optimizer.judging.rules import Checks, check_answer
from core.optimizer.judging.two_stage import TwoStageJudge
from core.optimizer.judging.verdict import Judge, JudgedBy, Scores, Verdict, failed_verdict, verdict_of

__all__ = [
    "Checks",
    "EndpointJudge",
    "Judge",
    "JudgedBy",
    "RuleJudge",
    "Scores",
    "TwoStageJudge",
    "Verdict",
    "check_answer",
    "failed_verdict",
    "gold_share",
    "verdict_of",
]
