"""The built-in engine as executor: it answers from passages by copying the sentences that fit the question best.

It does not read the prompt's words, only its knobs, so it does one task, `contract_answer`, and says so for any other.
What a knob does here is what the prompt asks a model for: how many statements, whole sentences or their fitting part,
where the citation stands, and how sure it must be before it answers at all. It is deterministic and needs no key.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import orjson

from core.errors import BadArguments
from core.optimizer.execution.candidate_answer import CandidateAnswer
from core.optimizer.execution.text_words import clauses_of, overlap, sentences_of, words_of
from core.optimizer.files import Example
from core.prompting import Knob, Prompt

TASK = "contract_answer"
ENGINE = "builtin"
UNKNOWN = "不明"
_THRESHOLDS = {"strict": 0.42, "lenient": 0.2, "never": 0.0}
_WORDINGS = ("sentence", "clause")
_CITINGS = ("each_claim", "at_end", "none")
_SHORTEST = 8  # characters: headings and numbers of articles are no statements


@dataclass(frozen=True, slots=True)
class _Sentence:
    passage: str
    text: str
    words: Counter[str]


@dataclass(frozen=True, slots=True)
class _Manner:
    most_claims: int
    wording: str
    citing: str
    threshold: float


class BuiltinExecutor:
    """Answers by copying."""

    @property
    def identity(self) -> str:
        """Engine and version of its rules."""
        return "builtin:1"

    def answer(self, prompt: Prompt, knobs: Mapping[str, Knob], example: Example) -> CandidateAnswer:
        """The best sentences with their passages, as JSON; 不明 where none fits well enough."""
        began = time.perf_counter()
        manner = _manner(prompt, {**prompt.defaults, **knobs})
        value = _value(example, manner)
        return CandidateAnswer(
            text=orjson.dumps(value).decode(),
            value=value,
            state="ok",
            engine=ENGINE,
            latency_ms=(time.perf_counter() - began) * 1000,
        )


def _manner(prompt: Prompt, knobs: Mapping[str, Knob]) -> _Manner:
    if prompt.task != TASK:
        words = f"The built-in engine answers prompts of the task {TASK} only; {prompt.id} needs a model endpoint."
        raise BadArguments(words, reason="task", prompt=prompt.id)
    most, wording, citing, unknown = (knobs.get(name) for name in ("most_claims", "wording", "citing", "unknown"))
    if (
        not isinstance(most, int)
        or isinstance(most, bool)
        or most < 1
        or wording not in _WORDINGS
        or citing not in _CITINGS
        or unknown not in _THRESHOLDS
        or len(knobs) != 4
    ):
        words = (
            f"The built-in engine does not know these knobs of {prompt.id}: {dict(knobs)}; it needs a model endpoint."
        )
        raise BadArguments(words, reason="knobs", prompt=prompt.id)
    return _Manner(most, str(wording), str(citing), _THRESHOLDS[str(unknown)])


def _value(example: Example, manner: _Manner) -> dict[str, object]:
    question = words_of(example.instruction)
    sentences = [
        _Sentence(passage.id, sentence, words_of(sentence))
        for passage in example.context
        for sentence in sentences_of(passage.text)
        if len(sentence) >= _SHORTEST
    ]
    weights = _weights(sentences)
    scored = [(overlap(question, sentence.words, weights), -index) for index, sentence in enumerate(sentences)]
    best = sorted(scored, reverse=True)
    if not best or best[0][0] < manner.threshold or best[0][0] == 0.0:
        return {"answer": UNKNOWN, "citations": []}
    chosen = [sentences[-at] for score, at in best[: manner.most_claims] if score >= 0.5 * best[0][0]]
    lines = [_line(sentence, question, weights, manner) for sentence in chosen]
    cited = [] if manner.citing == "none" else list(dict.fromkeys(sentence.passage for sentence in chosen))
    return {"answer": "\n".join(lines), "citations": cited}


def _weights(sentences: list[_Sentence]) -> dict[str, float]:
    holding = Counter(word for sentence in sentences for word in set(sentence.words))
    return {word: math.log(1.0 + len(sentences) / count) for word, count in holding.items()}


def _line(sentence: _Sentence, question: Counter[str], weights: dict[str, float], manner: _Manner) -> str:
    text = sentence.text
    if manner.wording == "clause":
        parts = clauses_of(text)
        text = max(parts, key=lambda part: overlap(question, words_of(part), weights)).rstrip("、,;；")
    mark = f" [[src:{sentence.passage}]]" if manner.citing == "each_claim" else ""
    return f"- {text}{mark}"
