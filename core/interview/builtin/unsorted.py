"""Words whose field is unsure: kept beside the draft and said once, until a person puts them where they belong."""

from __future__ import annotations

from core.interview.builtin.shown import shortened
from core.interview.builtin.turn_at_work import TurnAtWork
from core.interview.moving import is_under_any
from core.knowledge import EntryDraft

Unsorted = tuple[tuple[str, tuple[str, ...]], ...]
"""Words with the fields that they may belong to, the likeliest first."""


def put_aside(turn: TurnAtWork, unsure: Unsorted) -> None:
    """Keep words to be sorted and say so, with the fields that they may belong to; said in this turn alone."""
    known = {words for words, _ in turn.memory.unsorted}
    fresh = tuple((words, fields) for words, fields in unsure if words not in known)
    turn.remember(unsorted=(*turn.memory.unsorted, *fresh))
    for words, fields in fresh:
        turn.say("unsorted", words=shortened(words), fields=turn.names(fields))
    turn.put_aside = bool(fresh)


def still_unsorted(draft: EntryDraft | None, unsorted: Unsorted) -> Unsorted:
    """The words that stand nowhere in the draft yet."""
    return tuple((words, fields) for words, fields in unsorted if not is_under_any(draft, words))
