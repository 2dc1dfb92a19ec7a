"""Ends and ways back: the draft approved as soon as its needed fields stand, a change taken back, all begun again."""

from __future__ import annotations

from core.interview.builtin.asking import MOST_IN_A_ROW, ask
from core.interview.builtin.intents import understood, yes_or_no
from core.interview.builtin.memory import LONGEST_WAY_BACK, InterviewMemory
from core.interview.builtin.replies import SLOTS
from core.interview.builtin.shown import title_of
from core.interview.builtin.turn_at_work import TurnAtWork
from core.interview.versions import empty_draft
from core.knowledge import EntryDraft, missing_fields


def approve(turn: TurnAtWork) -> None:
    """Finalise the draft if its needed fields stand, else name those that are missing and ask for one.

    What was asked for twice in a row is not asked for again. A title that is missing is made of the user's words, which
    is said. Words put aside by the very message that ends are shown before.
    """
    if turn.put_aside:
        turn.clarify("unsorted_first")
        turn.ask = False
        return
    missing, title = missing_fields(turn.draft), title_of(turn.draft)
    lacking = tuple(name for name in missing if name != "title" or not title)
    if lacking:
        turn.clarify("lacking", fields=turn.names(lacking))
        turn.remember(skipped=tuple(slot for slot in turn.memory.skipped if slot not in lacking))
        open_slots = [slot for slot in SLOTS if slot in lacking]
        often = turn.memory.asked if turn.memory.times >= MOST_IN_A_ROW else None
        slot = next((slot for slot in open_slots if slot != often), None)
        if slot is not None:
            ask(turn, slot)
        else:  # it was asked for twice, and is not a third time
            turn.say("lacking_sorted" if turn.memory.unsorted else "lacking_told")
            turn.remember(asked="review", times=0)
        turn.ask = False
        return
    if missing:
        turn.set(title=title)
        turn.say("title_proposed", title=title)
    turn.mode = "finalize"
    turn.remember(asked="review")
    turn.say("finalized")
    turn.ask = False


def remember_change(turn: TurnAtWork, before: EntryDraft) -> None:
    """Remember the fields that this turn changed as they were, so that it can be taken back."""
    now = turn.draft.model_dump(mode="json")
    changed = {name: value for name, value in before.model_dump(mode="json").items() if value != now[name]}
    if changed:
        turn.remember(before=(*turn.memory.before, changed)[-LONGEST_WAY_BACK:])


def undo(turn: TurnAtWork) -> None:
    """Take the last change back that was not taken back yet; what was said stays in the history of the turns."""
    if not turn.memory.before:
        turn.clarify("nothing_to_undo")
        return
    *earlier, last = turn.memory.before
    turn.draft = EntryDraft.model_validate({**turn.draft.model_dump(mode="json"), **last})
    turn.remember(last=None if turn.draft == empty_draft() else turn.memory.last, before=tuple(earlier), filed=())
    turn.clarify("undone", fields=turn.names(tuple(last)))
    turn.undone = True


def restart_answered(turn: TurnAtWork) -> None:
    """Empty the draft if that was confirmed."""
    meaning, _ = yes_or_no(turn.message)
    if meaning is True or understood(turn.message).kind == "restart":
        turn.draft, turn.memory = empty_draft(), InterviewMemory()
        turn.say("restarted")
    else:
        turn.remember(asked=None)
        turn.say("went_on")
