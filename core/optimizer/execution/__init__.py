"""Who answers as a candidate says: a model endpoint, or the built-in engine where it knows the task.

An answer that is not usable is an answer too, with its reason; only an endpoint that cannot be reached is an error.
"""

from core.optimizer.execution.candidate_answer import AnswerState, CandidateAnswer, Executor
from core.optimizer.execution.copying import BuiltinExecutor
from core.optimizer.execution.inputs import prompt_inputs
from core.optimizer.execution.model_executor import EndpointExecutor

__all__ = ["AnswerState", "BuiltinExecutor", "CandidateAnswer", "EndpointExecutor", "Executor", "prompt_inputs"]
