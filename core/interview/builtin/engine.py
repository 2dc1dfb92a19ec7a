"""One turn of the built-in interviewer: what the message wants, what it fills, and what is asked next.

Each sentence goes under the field that its words speak of; the rest answers the question. It draws no conclusions, and
what it proposes is marked as proposed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import get_args

from core.interview.builtin.answering import answered, set_field, skip
from core.interview.builtin.asking import ask, ask_next
from core.interview.builtin.field_labels import apart
from core.interview.builtin.filing import filed
from core.interview.builtin.filling import LONGEST
from core.interview.builtin.finishing import approve, remember_change, restart_answered, undo
from core.interview.builtin.heard import heard_before
from core.interview.builtin.intents import Intent, command_at_end, is_none, is_record, understood, yes_or_no
from core.interview.builtin.learned.talk_model import Act, wanted
from core.interview.builtin.listening import FieldSentence, is_question, parts_of, whole_sentences
from core.interview.builtin.memory import InterviewMemory, is_open, next_slot
from core.interview.builtin.replies import SLOTS, Slot, wording
from core.interview.builtin.shown import draft_lines, label, shortened
from core.interview.builtin.turn_at_work import TurnAtWork
from core.interview.builtin.unsorted import put_aside, still_unsorted
from core.interview.turn import TurnContent
from core.interview.versions import empty_draft
from core.knowledge import FIELDS, NEEDED, EntryDraft, Severity, missing_fields
from core.wording import Language

_MOST_IN_A_ROW = 2


@dataclass(frozen=True, slots=True)
class InterviewerReply:
    """What the interviewer says, and what it remembers."""

    content: TurnContent
    memory: InterviewMemory


def reply(message: str, draft: EntryDraft | None, memory: InterviewMemory, language: Language) -> InterviewerReply:
    """The interviewer's answer to a message.

    Args:
        message: as typed.
        draft: the entry as it stands, a person's edits included.
        memory: of the turn before; an empty one at the beginning.
        language: of the answer.
    """
    before = draft or empty_draft()
    waiting = still_unsorted(before, memory.unsorted)
    turn = TurnAtWork(message, before, replace(memory, filed=(), unsorted=waiting), language, [])
    if memory.asked == "restart":
        restart_answered(turn)
    else:
        _take(turn, understood(message))
    turn.remember(filed=tuple(sorted(turn.memory.filed, key=lambda told: message.find(told[1]))))
    if not turn.undone:
        remember_change(turn, before)
    if turn.ask:
        ask_next(turn)
    elif turn.memory.asked == memory.asked and not turn.put:
        _not_again(turn)
    return InterviewerReply(_stated(turn), turn.memory)


def _not_again(turn: TurnAtWork) -> None:
    """Go on when the same question would stand open for the third time, after two messages that did not answer it."""
    asked_field = turn.memory.asked
    if asked_field not in SLOTS:
        return
    turn.remember(times=turn.memory.times + 1)
    if turn.memory.times > _MOST_IN_A_ROW:
        turn.remember(skipped=(*turn.memory.skipped, asked_field), times=0)
        turn.say("left_open", field=label(asked_field, turn.language))
        ask_next(turn)


def _take(turn: TurnAtWork, intent: Intent) -> None:
    asked_field = turn.memory.asked
    if intent.kind in ("nothing", "instruction", "help"):
        turn.clarify({"nothing": "nothing_readable"}.get(intent.kind, intent.kind))
        turn.ask = asked_field != "review"
    elif intent.kind == "restart":
        turn.clarify("confirm_restart")
        turn.remember(asked="restart")
        turn.ask = False
    elif intent.kind == "summary":
        turn.say("summary", draft=draft_lines(turn.draft, turn.language))
        turn.ask = asked_field != "review"
    elif intent.kind == "undo":
        undo(turn)
    elif intent.kind == "finalize" or (intent.kind == "approve" and asked_field != "check"):
        approve(turn)
    elif len(intent.text) > LONGEST:
        turn.clarify("too_long", length=len(intent.text), limit=LONGEST)
    elif intent.kind == "unknown":
        skip(turn)
    elif intent.kind == "set" and len(pieces := apart(turn.message)) > 1:
        _listen(turn, Intent("answer", "\n".join(pieces)))
    elif intent.kind == "set" and intent.field is not None:
        set_field(turn, intent.field, intent.text)
    elif intent.kind in ("answer", "replace"):
        told, command = command_at_end(whole_sentences(intent.text)) if intent.kind == "answer" else ([], None)
        if command is None:
            _listen(turn, intent)
        else:
            _listen(turn, Intent("answer", "\n".join(told)))
            _take(turn, command)
    else:
        answered(turn, intent)


def _listen(turn: TurnAtWork, intent: Intent) -> None:
    """File each sentence under the field that its words speak of; the rest answers the question."""
    asked_field, text = turn.memory.asked, intent.text if intent.kind == "answer" else turn.message
    meaning, beyond = yes_or_no(text)
    if is_none(text) or (meaning is not None and (not beyond or (asked_field == "check" and meaning))):
        answered(turn, intent)
        return
    heard = heard_before(turn.draft, turn.memory)
    parts = parts_of(text, heard)
    weighed = heard.weighed or turn.memory.weighed
    turn.remember(ended=heard.previous, ended_with=heard.words, clear=heard.clear, weighed=weighed)
    if intent.kind == "answer" and text != turn.message.strip() and is_record(turn.message):
        parts = [replace(part, likely=()) for part in parts]  # the user wants them written down
    act = wanted(heard.talk[-1]) if heard.talk and heard.talk[-1] == whole_sentences(text)[-1] else None
    if heard.weighed and asked_field in ("severity", "review") and not parts:
        ask(turn, "severity")  # with the level that these words likely mean
        turn.ask = False
        return
    if heard.weighed and next_slot(turn.draft, turn.memory) != "severity":
        turn.say("weighed", words=shortened(heard.weighed))
    if not parts:
        if act is not None or not heard.weighed:
            _talk(turn, text, act)
        return
    _file(turn, intent, parts)
    if act == "finish":
        approve(turn)


def _file(turn: TurnAtWork, intent: Intent, parts: list[FieldSentence]) -> None:
    """Put the parts of a message under their fields; what no words decide answers the question."""
    asked_field, text = turn.memory.asked, intent.text if intent.kind == "answer" else turn.message
    made = filed(turn.draft, parts, asked_field=asked_field, last=turn.memory.last, language=turn.language)
    if made.unsure:
        put_aside(turn, made.unsure)
        if not made.fields and not made.rest:
            return
    if not made.fields:
        whole = len(parts) == len(whole_sentences(text)) and not made.unsure
        answered(turn, intent if whole else replace(intent, text=made.rest))
        return
    changed = made.draft.recommended_clause != turn.draft.recommended_clause
    turn.draft = made.draft
    turn.remember(
        last=made.fields[-1],
        skipped=tuple(slot for slot in turn.memory.skipped if slot not in made.fields),
        checked=turn.memory.checked and not changed,
        filed=made.filed,
    )
    turn.recorded(made.fields)
    if any(part.correction for part in parts):
        turn.mode = "clarify"
    if not made.rest:
        untold = ("fallback_positions", "walk_away")
        about = [part.sentence for part in parts if part.field not in untold and not part.likely]
        turn.hear("\n".join(about), beside=made.fields[-1])
    elif asked_field == "review":
        turn.clarify("which_field")
    else:
        answered(turn, Intent("answer", made.rest))


def _talk(turn: TurnAtWork, text: str, act: Act | None) -> None:
    """Answer a message that tells nothing: what it wants done, a question about the interview, or a courtesy."""
    asked_field = turn.memory.asked
    turn.ask = asked_field != "review"
    turn.remember(ended="talk")
    if act == "finish":
        approve(turn)
        return
    if act == "undo":
        undo(turn)
        return
    if act == "view":
        turn.say("summary", draft=draft_lines(turn.draft, turn.language))
        return
    if act == "pause":
        turn.clarify("kept")
        turn.ask = False
        return
    if act == "skip" and asked_field in SLOTS:
        skip(turn)
        return
    if asked_field is not None and not any(is_question(sentence) for sentence in whole_sentences(text)):
        turn.clarify("courtesy")
        return
    slot = asked_field if asked_field in SLOTS else next_slot(turn.draft, turn.memory)
    turn.clarify("asks_back")
    if slot is not None and slot != "check":
        turn.say("asks_why", field=label(slot, turn.language), why=wording().fields[slot].why.text(turn.language))


def _stated(turn: TurnAtWork) -> TurnContent:
    draft, memory = turn.draft, turn.memory
    empty = draft == empty_draft()
    words = wording()
    missing = [words.fields[slot].short for slot in SLOTS if is_open(slot, draft, memory)]
    missing += [words.fields[name].short for name in missing_fields(draft) if words.fields[name].short not in missing]
    slot = memory.asked if memory.asked in get_args(Slot) else next_slot(draft, memory)
    known = sum(name not in missing_fields(draft) for name in NEEDED)
    confidence: Severity | None = None
    if not empty:
        confidence = "high" if known == len(NEEDED) else "medium" if known >= 3 else "low"
    return TurnContent(
        mode=turn.mode,
        phase=words.phase(slot or "review"),
        missing_info=tuple(missing),
        message="\n\n".join(turn.parts),
        draft=None if empty else draft,
        answered=tuple(name for name in FIELDS if getattr(draft, name)),
        confidence=confidence,
    )
