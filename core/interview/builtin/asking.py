"""What is asked next: only what is still missing, most valuable first, no question three times in a row."""

from __future__ import annotations

from core.interview.builtin.memory import next_slot
from core.interview.builtin.proposals import proposed_severity
from core.interview.builtin.replies import Slot, wording
from core.interview.builtin.shown import draft_lines, label, shortened, title_of
from core.interview.builtin.turn_at_work import TurnAtWork

MOST_IN_A_ROW = 2
"""Times that one question is put before it stays open."""


def ask_next(turn: TurnAtWork) -> None:
    """Put the next question, or show the draft when nothing is left to ask."""
    slot = next_slot(turn.draft, turn.memory)
    if slot is not None:
        ask(turn, slot)
        return
    turn.say("review", draft=draft_lines(turn.draft, turn.language))
    turn.remember(asked="review")


def ask(turn: TurnAtWork, slot: Slot) -> None:
    """Put a question; one that was put twice in a row stays open."""
    times = turn.memory.times + 1 if slot == turn.memory.asked else 1
    if times > MOST_IN_A_ROW:
        turn.remember(skipped=(*turn.memory.skipped, slot), times=0)
        turn.say("left_open", field=label(slot, turn.language))
        ask_next(turn)
        return
    turn.put = True
    turn.remember(times=times, asked=slot, proposed=None)
    question, values = wording().fields[slot].question, {}
    if slot == "check":
        values = {
            "rule": shortened(turn.draft.recommended_clause or ""),
            "case": shortened(turn.draft.source_case or ""),
        }
    elif slot == "title":
        values = {"title": title_of(turn.draft)}
    elif slot == "severity" and (proposal := proposed_severity(turn.draft, turn.memory.weighed)) is not None:
        question = wording().says["severity_proposed"]
        values = {"level": wording().severities[proposal.level].text(turn.language), "words": proposal.words}
        turn.remember(proposed=proposal.level)
    turn.parts.append(question.text(turn.language, **values))
