"""Sampling texts from a local model, free or within a grammar, many at once.

Within a grammar a text is always finished: when tokens run out, what is left of them is spent on the way to the end
that the automaton knows, so that a sample is cut off only where even that way has no room from the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from core.local_model.model_tokens import ModelTokens, encoded_bytes
from core.local_model.transformer import KeyValueMemory, Transformer
from core.local_model.weights import Floats
from core.structured import BudgetExceeded, Masks, Matcher, bytes_to_end, closing

_SPARE = 16  # tokens beyond twice the bytes to the end, before the way to the end is worked out
_PART = 256  # tokens of a prompt read at once: bounds the table of attention


@dataclass(frozen=True, slots=True)
class LocalModel:
    """A model that can be run here."""

    name: str
    transformer: Transformer
    tokens: ModelTokens
    trained: bool


@dataclass(frozen=True, slots=True)
class Sampling:
    """How to choose tokens.

    Attributes:
        temperature: 0 takes the likeliest token.
        most_tokens: tokens of an answer, the way to its end included.
        seed: the same seed gives the same texts, whatever the number of samples.
        close: whether the text goes to its end in time, or may stop in the middle.
    """

    temperature: float = 0.8
    most_tokens: int = 256
    seed: int = 0
    close: bool = True


@dataclass(slots=True)
class Sample:
    """One generated text.

    Attributes:
        text: its bytes.
        tokens: ids, without the end token.
        ended: by the model; closed along the automaton's way to the end; or cut off by the number of tokens.
    """

    text: bytes = b""
    tokens: list[int] = field(default_factory=list)
    ended: Literal["growing", "model", "closed", "cut"] = "growing"


class _GrowingText:
    """A sample while it grows, with its matcher and its own random numbers."""

    def __init__(self, number: int, model: LocalModel, start: Matcher | None, sampling: Sampling) -> None:
        self.sample = Sample()
        self._model = model
        self._sampling = sampling
        self._matcher = None if start is None else start.copy()
        self._rng = np.random.default_rng((sampling.seed, number))
        self._way: list[int] = []  # tokens that close the text, being written
        self._closing = None if start is None else _Closings(start.masks, model.tokens)

    def share_ways_with(self, other: _GrowingText) -> None:
        """Use the ways to the end that another sample of the same grammar has worked out."""
        self._closing = other._closing

    def take(self, scores: Floats) -> int | None:
        """Choose the next token; None when the sample has ended."""
        if self._way:
            return self._written(self._way.pop(0), ended="closed" if not self._way else "growing")
        room = self._sampling.most_tokens - len(self.sample.tokens)
        if room <= 0:
            self.sample.ended = "closed" if self._matcher is not None and self._matcher.complete() else "cut"
            return None
        if self._matcher is None:
            return self._chosen_freely(scores)
        allowed = _allowed(self._matcher.mask(), len(scores))
        token = self._choose(np.where(allowed, scores, -np.inf))
        if token == self._model.tokens.end:
            self.sample.ended = "model"
            return None
        here = self._matcher.copy()
        self._matcher.advance(token)
        if not self._sampling.close:
            return self._written(token)
        assert self._closing is not None
        if self._closing.fits(self._matcher, room - 1):
            return self._written(token)
        return self._close(here, room)

    def _close(self, here: Matcher, room: int) -> int | None:
        """Leave the model's choice and go to the end from `here`, where that fits."""
        self._matcher = here
        assert self._closing is not None
        way = self._closing.tokens(here)
        if way is None or len(way) > room:
            self.sample.ended = "cut"
            return None
        if not way:
            self.sample.ended = "closed"
            return None
        self._way = list(way)
        return self._written(self._way.pop(0), ended="closed" if not self._way else "growing")

    def _chosen_freely(self, scores: Floats) -> int | None:
        token = self._choose(scores)
        if token == self._model.tokens.end or not self._model.tokens.vocabulary.tokens[token]:
            self.sample.ended = "model"
            return None
        return self._written(token)

    def _written(self, token: int, *, ended: Literal["growing", "closed"] = "growing") -> int:
        self.sample.tokens.append(token)
        self.sample.text += self._model.tokens.vocabulary.tokens[token]
        self.sample.ended = ended
        return token

    def _choose(self, scores: Floats) -> int:
        if self._sampling.temperature == 0:
            return int(scores.argmax())
        scaled = scores / np.float32(self._sampling.temperature)
        # Gumbel's trick: the largest of score plus noise is a draw from the softmax.
        noise = -np.log(-np.log(self._rng.random(len(scores)) + 1e-20) + 1e-20)
        return int((scaled + noise).argmax())


class _Closings:
    """The way to the end from each state, as tokens, worked out once."""

    def __init__(self, masks: Masks, tokens: ModelTokens) -> None:
        self._masks = masks
        vocabulary = tokens.vocabulary
        self._ids = {text: number for number, text in enumerate(vocabulary.tokens) if text}
        self._longest = max(map(len, self._ids))
        self._known: dict[object, list[int] | None] = {}

    def fits(self, matcher: Matcher, room: int) -> bool:
        """Whether the text can be completed with so many tokens more.

        A token has a byte at least, so there is nothing to work out where the end is far nearer than that.
        """
        size = bytes_to_end(self._masks.table, matcher.state)
        if size is not None and 2 * size + _SPARE <= room:
            return True
        way = self.tokens(matcher)
        return way is not None and len(way) <= room

    def tokens(self, matcher: Matcher) -> list[int] | None:
        """Tokens that complete the text; None where no short way was found."""
        state = matcher.state
        if state not in self._known:
            try:
                text = closing(self._masks.table, state).text
                self._known[state] = encoded_bytes(text, self._ids, self._longest)
            except BudgetExceeded:
                self._known[state] = None
        return self._known[state]


def _allowed(words: npt.NDArray[np.uint32], count: int) -> npt.NDArray[np.bool_]:
    return np.unpackbits(words.view(np.uint8), bitorder="little", count=count).view(np.bool_)


def read_prompt(model: LocalModel, prompt: Sequence[int], memory: KeyValueMemory) -> Floats:
    """Read a prompt in parts; scores of the token behind it: (1, vocabulary)."""
    scores: Floats | None = None
    for start in range(0, len(prompt), _PART):
        scores = model.transformer.read([list(prompt[start : start + _PART])], memory)
    if scores is None:
        raise ValueError("an empty prompt")
    return scores


def grow(
    model: LocalModel,
    scores: Floats,
    memory: KeyValueMemory,
    sampling: Sampling,
    start: Matcher | None = None,
    samples: int = 1,
) -> Iterator[list[Sample]]:
    """Generate; after each step of the batch, all samples as they stand.

    Args:
        model: what generates.
        scores: of the first token, as `read_prompt` gives them.
        memory: what was read, of one text, with room for the answer.
        sampling: how tokens are chosen.
        start: where the grammar stands; None samples freely.
        samples: texts to generate from the same prompt.
    """
    growing = [_GrowingText(number, model, start, sampling) for number in range(samples)]
    if start is not None:  # one table of ways to the end for all of them
        for other in growing[1:]:
            other.share_ways_with(growing[0])
    rows = list(range(samples))
    batch = memory.repeated(samples) if samples > 1 else memory
    scores = np.repeat(scores, samples, axis=0)
    while rows:
        taken = [growing[row].take(scores[place]) for place, row in enumerate(rows)]
        yield [each.sample for each in growing]
        open_places = [
            place
            for place, token in enumerate(taken)
            if token is not None and growing[rows[place]].sample.ended == "growing"
        ]
        if not open_places:
            return
        if len(open_places) < len(rows):
            batch = batch.only(open_places)
        rows = [rows[place] for place in open_places]
        scores = model.transformer.read(
            [[token] for place in open_places if (token := taken[place]) is not None], batch
        )


def generate(
    model: LocalModel,
    prompt: Sequence[int],
    sampling: Sampling,
    start: Matcher | None = None,
    samples: int = 1,
    tell: Callable[[int], None] | None = None,
) -> list[Sample]:
    """Finished samples of one prompt, decoded in a batch.

    Args:
        model: what generates.
        prompt: token ids.
        sampling: how tokens are chosen.
        start: where the grammar stands; None samples freely.
        samples: how many.
        tell: called with the number of finished samples after each step.

    Raises:
        ValueError: an empty prompt, or one that leaves no room for the answer.
    """
    memory = model.transformer.memory(1, len(prompt) + sampling.most_tokens)
    scores = read_prompt(model, prompt, memory)
    grown: list[Sample] = []
    for grown in grow(model, scores, memory, sampling, start, samples):
        if tell is not None:
            tell(sum(sample.ended != "growing" for sample in grown))
    return grown
