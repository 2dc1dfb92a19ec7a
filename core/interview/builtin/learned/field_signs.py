"""What a sentence and the place where it is said tell beside its letters: cues, values, what was asked, what stands."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from core.interview.builtin import hearing
from core.interview.builtin.cues import cues

_QUOTE = re.compile(r"「[^」]{6,}」|“[^”]{10,}”|\"[^\"]{10,}\"")
_NUMBER = re.compile(r"[0-9０-９]")
_MONEY = re.compile(r"円|\$|€|£|[0-9０-９](?:万|億|k\b)|\b(?:dollars?|pounds?|euros?|grand)\b", re.I)
_SHORT = 40
_LENGTHS = (10, 20, 40, 80)


def signs(sentence: str) -> list[str]:
    """Names of what a sentence holds: cues of the table, values that can be read, quotations, amounts, length."""
    found = ["is a clause"] if hearing.is_clause(sentence) else []
    found += [
        f"{cue.strength} cue of {cue.field}"
        for cue in cues().cues
        if any(re.search(pattern, sentence, re.I) for pattern in cue.patterns)
    ]
    found += [name for name, held in _values(sentence).items() if held]
    plain = len(sentence) // (2 if sentence.isascii() else 1)
    return [*found, f"length {sum(plain >= step for step in _LENGTHS)}"]


def situation(*, told: Collection[str], asked_field: str | None, first: bool, opens_interview: bool) -> list[str]:
    """Names of what surrounds a sentence; the labels of the sentences beside it are the chain's to weigh.

    Args:
        told: fields that were filled before the message.
        asked_field: the field that was asked for.
        first: whether it is the first sentence of its message.
        opens_interview: whether nothing was told before the message.
    """
    place = ["opening", *(["first"] if first else [])] if opens_interview else ["later"]
    return [f"asked {asked_field}", *(f"told {field}" for field in sorted(told)), *place]


def _values(sentence: str) -> dict[str, bool]:
    short = " in few words" if len(sentence) < _SHORT else ""
    return {
        "a question": _any(cues().questions, sentence),
        "of the other side": _any(cues().others, sentence),
        f"a severity{short}": hearing.severity_loose(sentence) is not None,
        "a severity by name": hearing.severity_stated(sentence) is not None,
        f"a kind of contract{short}": bool(hearing.contract_types(sentence, "ja")),
        f"a clause type{short}": bool(hearing.clause_types(sentence, requested=True)),
        "a law": bool(hearing.law_references(sentence, bare=True)),
        "a quotation": _QUOTE.search(sentence) is not None,
        "a number": _NUMBER.search(sentence) is not None,
        "an amount of money": _MONEY.search(sentence) is not None,
    }


def _any(patterns: Sequence[str], text: str) -> bool:
    return any(re.search(pattern, text.strip(), re.I) for pattern in patterns)
