"""A tiny sampler held to the schema: it has no weights and understands nothing, it only cannot leave the schema.

Its tokens are the pieces of the text in front of it and what JSON needs; the next one is drawn, with a seed, by how
often it follows the last one in the text. The mask of the compiled schema forbids the rest. It shows what constrained
decoding does and does not do: every output is valid, and nearly every value is invented.
"""

from __future__ import annotations

import hashlib
import itertools
import random
import re
import time
from collections import Counter
from collections.abc import Mapping

import numpy as np
import orjson

from core.errors import BadArguments
from core.extraction.engines.extracted import ExtractedText, TextAttempt
from core.extraction.files import ExtractionTask
from core.guardrail import violations
from core.prompting import Knob, Prompt
from core.structured import (
    COMPACT,
    Budget,
    Masks,
    Matcher,
    StructuredError,
    Vocabulary,
    closing,
    compile_json_schema,
    masks_of,
)

ENGINE = "sampler"
_PIECE = re.compile(r"[A-Za-z]+|[\u4e00-\u9fff々]+|[\u30a0-\u30ff]+|\d+|[\u3040-\u309f]{1,3}|\S", re.DOTALL)
_MOST_TOKENS = 120
_SECONDS = 10.0
_TRIES = 24
_LONGEST_TEXT = 4_000


class SamplerEngine:
    """Draws outputs that obey the schema; equal seeds give equal outputs."""

    def __init__(self, *, seed: int = 0) -> None:
        """Take a seed."""
        self._seed = seed

    @property
    def identity(self) -> str:
        """Its name, version and seed."""
        return f"{ENGINE}:1:{self._seed}"

    def extract(self, task: ExtractionTask, prompt: Prompt, knobs: Mapping[str, Knob], text: str) -> ExtractedText:
        """One output that obeys the task's schema."""
        began = time.perf_counter()
        pieces = _PIECE.findall(text[:_LONGEST_TEXT])
        tokens = _tokens(pieces, task)
        try:
            compiled = compile_json_schema(
                dict(task.checked.body), whitespace=COMPACT, any_order=False, formats="assert", budget=Budget(_SECONDS)
            )
            vocabulary = Vocabulary([*(token.encode() for token in tokens), b""], ends=[len(tokens)])
            key = f"{self._seed}\n{prompt.fingerprint}\n{sorted(knobs.items())}\n{text}"
            seed = int.from_bytes(hashlib.sha256(key.encode()).digest()[:8])
            masks, chance = masks_of(compiled, vocabulary), random.Random(seed)
            # The grammar's e-mail addresses are those of the standard, the validator's have a domain as well.
            drawn = (_drawn(masks, tokens, _Likely(pieces), chance) for _ in range(_TRIES))
            raw = next((text for text in drawn if not violations(task.schema, orjson.loads(text))), "")
            if not raw:
                raise BadArguments(f"No draw of {_TRIES} fits all formats of {task.name}.", reason="schema_unsupported")
        except StructuredError as error:
            words = f"The sampler cannot hold an output to the schema of {task.name}: {error}"
            raise BadArguments(words, reason="schema_unsupported", name=task.name, words=str(error)[:300]) from error
        return ExtractedText((TextAttempt(raw),), ENGINE, latency_ms=(time.perf_counter() - began) * 1000)

    def close(self) -> None:
        """Nothing to let go of."""


def _tokens(pieces: list[str], task: ExtractionTask) -> list[str]:
    """Pieces of the text, the schema's names and values, and what JSON needs; each once."""
    names = [orjson.dumps(name).decode()[1:-1] for name in task.checked.body["properties"]]
    values = [
        str(value)
        for rule in task.checked.body["properties"].values()
        if isinstance(rule, dict)
        for value in rule.get("enum", ())
        if isinstance(value, str)
    ]
    # Every letter that the schema may want, so that no word begun in a name or a value is a dead end; no escapes.
    marks = [chr(code) for code in range(0x20, 0x7F) if chr(code) != "\\"]
    letters = [letter for word in (*names, *values) for letter in word]
    return list(
        dict.fromkeys((*marks, "null", *letters, *names, *values, *(piece for piece in pieces if piece not in '"\\')))
    )


class _Likely:
    """How likely a token is: what followed the last one in the text, then what stands in the text, then the rest."""

    def __init__(self, pieces: list[str]) -> None:
        self._follow = Counter(itertools.pairwise(pieces))
        self._seen = frozenset(pieces)

    def weight(self, last: str, token: str) -> float:
        """The weight of a token after another."""
        if token in _VALUES:
            return 12.0 if not last else 1e-6
        return _LIKED.get(token, 0.02 + (token in self._seen) + 40.0 * self._follow[last, token])


def _drawn(masks: Masks, tokens: list[str], likely: _Likely, chance: random.Random) -> str:
    matcher, made, last = Matcher(masks), bytearray(), ""
    for _ in range(_MOST_TOKENS):
        forced = matcher.forced()
        if forced:
            matcher.advance_bytes(forced)
            made += forced
            last = ""
        allowed = _allowed(matcher, len(tokens) + 1)
        if len(tokens) in allowed or not allowed:
            break
        token = chance.choices(allowed, [likely.weight(last, tokens[at]) for at in allowed])[0]
        matcher.advance(token)
        made += tokens[token].encode()
        last = tokens[token]
    if not matcher.complete():
        made += closing(masks.table, matcher.state).text
    return made.decode()


_VALUES = frozenset({"null"})
_LIKED = {'"': 4.0, "{": 0.1, "}": 0.1, "[": 0.1, "]": 0.1}
"""Marks that an output needs now and then, however often they stand in the text that is read."""


def _allowed(matcher: Matcher, count: int) -> list[int]:
    bits = np.unpackbits(matcher.mask().view(np.uint8), bitorder="little")[:count]
    return [int(at) for at in np.flatnonzero(bits)]
