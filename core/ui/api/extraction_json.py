"""An extraction as programs get it: no value that its words do not say, no number beside what was not found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import orjson

from core.contracts import BUILTIN
from core.record import Clause, Extraction, Fact, to_json

_BY_A_PERSON = 1.0


def extraction_json(extraction: Extraction) -> dict[str, Any]:
    """JSON of an extraction as it stands after reviews.

    A value that its words do not say stands only in its `check`, as what the engine claimed. `confidence` is how sure
    the built-in engine is of a reading, 1 where a person decided, null everywhere else: beside what is not there or was
    not found, and for an endpoint, which gives no probability.
    """
    known = replace(extraction, facts=tuple(map(_fact, extraction.facts)))
    told: dict[str, Any] = orjson.loads(to_json(known))
    engine = extraction.engine
    for fact, stated in zip(known.facts, told["facts"], strict=True):
        stated["confidence"] = _sure(fact.confidence, engine) if fact.value is not None else None
    for party, stated in zip(known.parties, told["parties"], strict=True):
        stated["confidence"] = _sure(party.confidence, engine)
    for clause, stated in zip(known.clauses, told["clauses"], strict=True):
        _number(clause, stated, engine)
    return told


def _fact(fact: Fact) -> Fact:
    if fact.borne_out or fact.check is None:
        return fact
    return replace(fact, value=None, detail=None, check=replace(fact.check, claimed=fact.check.claimed or fact.value))


def _number(clause: Clause, stated: dict[str, Any], engine: str) -> None:
    stated["confidence"] = _sure(clause.confidence, engine) if clause.presence == "present" else None
    for name in ("excerpts", "candidates"):
        for excerpt in stated[name]:
            excerpt["confidence"] = _sure(excerpt["confidence"], engine)


def _sure(confidence: float, engine: str) -> float | None:
    return confidence if engine == BUILTIN or confidence == _BY_A_PERSON else None
