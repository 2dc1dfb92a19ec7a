"""Drafts compared and put together, field by field, so that neither a person's edit nor a known word gets lost."""

from __future__ import annotations

from core.interview.versions import empty_draft
from core.knowledge import FIELDS, EntryDraft


def changed_fields(old: EntryDraft | None, new: EntryDraft | None) -> tuple[str, ...]:
    """Names of the fields that differ, in their order; None counts as a draft in which nothing is known."""
    before, after = old or empty_draft(), new or empty_draft()
    return tuple(name for name in FIELDS if getattr(before, name) != getattr(after, name))


def with_fields(draft: EntryDraft | None, other: EntryDraft, names: tuple[str, ...]) -> EntryDraft:
    """The draft with the named fields taken from another."""
    base = draft or empty_draft()
    return base.model_copy(update={name: getattr(other, name) for name in names})


def filled_up(answer: EntryDraft | None, known: EntryDraft | None) -> EntryDraft | None:
    """The answer's draft with what was known before wherever the answer has nothing: a model may forget, we may not."""
    if answer is None or known is None:
        return answer or known
    return with_fields(answer, known, tuple(name for name in FIELDS if not getattr(answer, name)))


def with_edits(draft: EntryDraft | None, *, since: EntryDraft | None, now: EntryDraft | None) -> EntryDraft | None:
    """The draft with the edits that a person made meanwhile: the fields in which `now` differs from `since`."""
    edited = changed_fields(since, now)
    return with_fields(draft, now or empty_draft(), edited) if edited else draft
