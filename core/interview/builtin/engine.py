"""One turn of the built-in interviewer: what the message wants, what it fills, and what is asked next.

Each sentence goes under the field that its words speak of; the rest answers the question. Questions come in a fixed
order, none three times in a row. It draws no conclusions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, get_args

from core.interview.builtin import hearing
from core.interview.builtin.filing import filed
from core.interview.builtin.filling import LONGEST, put, with_heard, with_sorted, with_strays
from core.interview.builtin.intents import Intent, is_none, understood, yes_or_no
from core.interview.builtin.listening import parts_of
from core.interview.builtin.memory import Memory, is_open, next_slot
from core.interview.builtin.replies import SLOTS, Slot, wording
from core.interview.builtin.sentences import sentences
from core.interview.builtin.shown import draft_lines, label, quoted, shortened, shown, title_of
from core.interview.turn import Mode, TurnContent
from core.interview.versions import empty_draft
from core.knowledge import FIELDS, NEEDED, EntryDraft, Severity, missing_fields
from core.wording import Language

_SORTED = ("recommended_clause", "fallback_positions", "walk_away", "note", "check")
_LOOSE = ("problem_pattern", "risk", "severity", "applicability")
_UNCLEAR = {"severity": "which_severity", "law_references": "which_law", "clause_types": "which_clause"}
_SHORT_CASE = 15
_MOST_IN_A_ROW = 2


@dataclass(frozen=True, slots=True)
class InterviewerReply:
    """What the interviewer says, and what it remembers."""

    said: TurnContent
    memory: Memory


@dataclass(slots=True)
class _WorkingTurn:
    """The turn as it is worked out."""

    message: str
    draft: EntryDraft
    memory: Memory
    language: Language
    parts: list[str]
    mode: Mode = "interview"
    ask: bool = True

    def say(self, key: str, **values: object) -> None:
        self.parts.append(wording().says[key].text(self.language, **values))

    def clarify(self, key: str, **values: object) -> None:
        self.mode = "clarify"
        self.say(key, **values)

    def remember(self, **changes: Any) -> None:
        self.memory = replace(self.memory, **changes)


def reply(message: str, draft: EntryDraft | None, memory: Memory, language: Language) -> InterviewerReply:
    """The interviewer's answer to a message.

    Args:
        message: as typed.
        draft: the entry as it stands, a person's edits included.
        memory: of the turn before; an empty one at the beginning.
        language: of the answer.
    """
    turn = _WorkingTurn(message, draft or empty_draft(), memory, language, [])
    if memory.asked == "restart":
        _restart_answered(turn)
    else:
        _take(turn, understood(message))
    _remember_change(turn, draft or empty_draft())
    if turn.ask:
        _ask_next(turn)
    return InterviewerReply(_stated(turn), turn.memory)


def _take(turn: _WorkingTurn, intent: Intent) -> None:
    asked = turn.memory.asked
    if intent.kind in ("nothing", "instruction", "help"):
        turn.clarify({"nothing": "nothing_readable"}.get(intent.kind, intent.kind))
        turn.ask = asked != "review"
    elif intent.kind == "restart":
        turn.clarify("confirm_restart")
        turn.remember(asked="restart")
        turn.ask = False
    elif intent.kind == "summary":
        turn.say("summary", draft=draft_lines(turn.draft, turn.language))
        turn.ask = asked != "review"
    elif intent.kind == "undo":
        _undo(turn)
    elif intent.kind == "finalize" or (intent.kind == "approve" and asked != "check"):
        _approve(turn)
    elif len(intent.text) > LONGEST:
        turn.clarify("too_long", length=len(intent.text), limit=LONGEST)
    elif intent.kind == "unknown":
        _skip(turn)
    elif intent.kind == "set" and intent.field is not None:
        _set(turn, intent.field, intent.text)
    elif intent.kind in ("answer", "replace"):
        _listen(turn, intent)
    else:
        _answered(turn, intent)


def _listen(turn: _WorkingTurn, intent: Intent) -> None:
    """File each sentence under the field that its words speak of; the rest answers the question."""
    asked, text = turn.memory.asked, intent.text if intent.kind == "answer" else turn.message
    parts = parts_of(text, turn.draft, asked)
    if not parts:
        turn.clarify("asks_back")
        turn.ask = asked != "review"
        return
    made = filed(turn.draft, parts, asked=asked, last=turn.memory.last, language=turn.language)
    if not made.fields:
        _answered(turn, intent if len(parts) == len(sentences(text)) else replace(intent, text=made.rest))
        return
    changed = made.draft.recommended_clause != turn.draft.recommended_clause
    turn.draft = made.draft
    turn.remember(
        last=made.fields[-1],
        skipped=tuple(slot for slot in turn.memory.skipped if slot not in made.fields),
        checked=turn.memory.checked and not changed,
    )
    _recorded(turn, made.fields)
    if not made.rest:
        about = [part.sentence for part in parts if part.field not in ("fallback_positions", "walk_away")]
        _hear(turn, "\n".join(about), beside=made.fields[-1])
    elif asked == "review":
        turn.clarify("which_field")
    else:
        _answered(turn, Intent("answer", made.rest))


def _answered(turn: _WorkingTurn, intent: Intent) -> None:
    """Take the words as the answer to what was asked."""
    asked = turn.memory.asked
    if asked == "check":
        _checked(turn, turn.message if intent.kind != "answer" else intent.text)
    elif intent.kind == "replace" and turn.memory.last is not None and asked != "title":
        _set(turn, _meant(turn.memory, intent.text), intent.text)
    elif intent.kind == "wrong" and not (asked in ("note", "law_references") and is_none(intent.text)):
        turn.clarify("which_field")
        turn.ask = asked is None
    elif asked in (None, "review"):
        _unasked(turn, intent.text)
    else:
        _answer(turn, asked, intent.text)


def _unasked(turn: _WorkingTurn, text: str) -> None:
    """The first message, or one that came while the draft lay open for review."""
    if turn.memory.asked == "review":
        if yes_or_no(text)[0] is True:
            _approve(turn)
            return
        turn.clarify("which_field")
        turn.ask = False
        return
    if turn.draft.source_case is None:
        _case(turn, text)
    else:
        slot = next_slot(turn.draft, turn.memory)
        if slot is None:
            turn.clarify("which_field")
        else:
            _answer(turn, slot, text)


def _meant(memory: Memory, text: str) -> str:
    """The field that "no, …" corrects: one that was read out of the words before, if it fits, else the one answered."""
    fits = {
        "contract_types": hearing.contract_types(text, "ja"),
        "clause_types": hearing.clause_types(text, asked=True),
        "law_references": hearing.law_references(text),
        "severity": hearing.severity(text),
    }
    assert memory.last is not None
    return next((field for field in memory.heard if fits.get(field)), memory.last)


def _case(turn: _WorkingTurn, text: str) -> None:
    _hear(turn, text, beside="source_case")
    if hearing.looks_like(text) == "rule" and turn.draft.recommended_clause is None:
        turn.draft = turn.draft.model_copy(update={"recommended_clause": text.strip()})
        turn.say("rule_first")
        turn.remember(last="recommended_clause")
        return
    turn.draft = turn.draft.model_copy(update={"source_case": text.strip()})
    turn.remember(last="source_case")
    if len(text.strip()) < _SHORT_CASE and "source_case" not in turn.memory.probed:
        turn.remember(asked="source_case", probed=(*turn.memory.probed, "source_case"))
        turn.clarify("more_case")
        turn.ask = False


def _answer(turn: _WorkingTurn, asked: str, text: str) -> None:
    if asked == "source_case":
        known = turn.draft.source_case
        if known is not None and "source_case" in turn.memory.probed:
            text = f"{known}\n{text.strip()}"
            turn.draft = turn.draft.model_copy(update={"source_case": None})
        _case(turn, text)
        return
    if is_none(text):
        _skip(turn)
        return
    if yes_or_no(text) == (True, ""):
        if asked != "title":
            turn.clarify("nothing_readable")
            return
        text = title_of(turn.draft)
    if asked in _LOOSE:
        turn.draft, text, strays = with_strays(turn.draft, text, asked)
        if strays:
            turn.remember(last=strays[-1])
            _recorded(turn, strays)
        if not text:
            return
    into, rest = turn.draft, text
    filled: tuple[str, ...] = ()
    if asked in _SORTED:
        into, rest, filled = with_sorted(turn.draft, text, into=asked)
    made = put(into, asked, rest, turn.language)
    if made is None:
        if asked in _UNCLEAR and asked not in turn.memory.probed:
            turn.remember(probed=(*turn.memory.probed, asked))
            turn.clarify(_UNCLEAR[asked])
            return
        _skip(turn)
        return
    turn.draft = made
    turn.remember(last=asked, skipped=tuple(slot for slot in turn.memory.skipped if slot != asked))
    _recorded(turn, (asked, *filled))
    _hear(turn, text, beside=asked)


def _recorded(turn: _WorkingTurn, fields: tuple[str, ...]) -> None:
    lines = [f"{label(name, turn.language)} — {quoted(turn.draft, name, turn.language)}" for name in fields]
    turn.say("recorded", what=("；" if turn.language == "ja" else "; ").join(lines))


def _hear(turn: _WorkingTurn, text: str, *, beside: str) -> None:
    """Take what any message tells for certain beside what it answers."""
    turn.draft, names = with_heard(turn.draft, text, turn.language)
    names = tuple(name for name in names if name != beside)
    turn.remember(heard=names)
    if names:
        lines = [f"{label(name, turn.language)} — {shown(turn.draft, name, turn.language)}" for name in names]
        turn.say("heard", what=("；" if turn.language == "ja" else "; ").join(lines))


def _set(turn: _WorkingTurn, field: str, text: str) -> None:
    made = put(turn.draft, field, text, turn.language)
    if made is None:
        turn.clarify(_UNCLEAR.get(field, "which_field"))
        turn.ask = False
        return
    turn.draft, turn.mode = made, "clarify"
    checked = turn.memory.checked and field not in ("recommended_clause", "source_case")
    turn.remember(last=field, checked=checked, skipped=tuple(slot for slot in turn.memory.skipped if slot != field))
    turn.say("replaced", field=label(field, turn.language), value=quoted(made, field, turn.language))


def _skip(turn: _WorkingTurn) -> None:
    asked = turn.memory.asked
    if asked not in SLOTS:
        if asked is None:
            turn.remember(skipped=("source_case",))
            turn.say("left_open", field=label("source_case", turn.language))
        else:
            turn.clarify("which_field")
            turn.ask = False
        return
    turn.remember(skipped=(*turn.memory.skipped, asked))
    turn.say("left_open", field=label(asked, turn.language))


def _checked(turn: _WorkingTurn, text: str) -> None:
    meaning, rest = yes_or_no(text)
    if meaning is None:
        turn.clarify("yes_or_no")
        return
    if rest:
        note = f"{turn.draft.note}\n{rest}" if turn.draft.note else rest
        turn.draft = turn.draft.model_copy(update={"note": note})
        _recorded(turn, ("note",))
    if meaning:
        turn.remember(checked=True)
        turn.say("prevented")
        return
    turn.mode = "clarify"
    turn.remember(asked="recommended_clause")
    turn.say("not_prevented")
    turn.ask = False


def _approve(turn: _WorkingTurn) -> None:
    lacking = missing_fields(turn.draft)
    if lacking:
        names = ("、" if turn.language == "ja" else ", ").join(label(name, turn.language) for name in lacking)
        turn.clarify("lacking", fields=names)
        turn.remember(skipped=tuple(slot for slot in turn.memory.skipped if slot not in lacking))
        _ask(turn, next(slot for slot in SLOTS if slot in lacking), needed=True)
        turn.ask = False
        return
    turn.mode = "finalize"
    turn.remember(asked="review")
    turn.say("finalized")
    turn.ask = False


def _remember_change(turn: _WorkingTurn, before: EntryDraft) -> None:
    now = turn.draft.model_dump(mode="json")
    changed = {name: value for name, value in before.model_dump(mode="json").items() if value != now[name]}
    if changed:
        turn.remember(before=changed)


def _undo(turn: _WorkingTurn) -> None:
    """Take the last change back; what was said stays in the history of the turns."""
    before = turn.memory.before
    if not before:
        turn.clarify("nothing_to_undo")
        return
    turn.draft = EntryDraft.model_validate({**turn.draft.model_dump(mode="json"), **before})
    turn.remember(last=None if turn.draft == empty_draft() else turn.memory.last)
    names = ("、" if turn.language == "ja" else ", ").join(label(name, turn.language) for name in before)
    turn.clarify("undone", fields=names)


def _restart_answered(turn: _WorkingTurn) -> None:
    meaning, _ = yes_or_no(turn.message)
    if meaning is True or understood(turn.message).kind == "restart":
        turn.draft, turn.memory = empty_draft(), Memory()
        turn.say("restarted")
    else:
        turn.remember(asked=None)
        turn.say("went_on")


def _ask_next(turn: _WorkingTurn) -> None:
    slot = next_slot(turn.draft, turn.memory)
    if slot is not None:
        _ask(turn, slot)
        return
    turn.say("review", draft=draft_lines(turn.draft, turn.language))
    turn.remember(asked="review")


def _ask(turn: _WorkingTurn, slot: Slot, *, needed: bool = False) -> None:
    """Put a question; one that was put twice in a row stays open, unless the user wants to end and it is needed."""
    times = turn.memory.times + 1 if slot == turn.memory.asked else 1
    if times > _MOST_IN_A_ROW and not needed:
        turn.remember(skipped=(*turn.memory.skipped, slot), times=0)
        turn.say("left_open", field=label(slot, turn.language))
        _ask_next(turn)
        return
    turn.remember(times=times)
    values = {}
    if slot == "check":
        values = {
            "rule": shortened(turn.draft.recommended_clause or ""),
            "case": shortened(turn.draft.source_case or ""),
        }
    elif slot == "title":
        values = {"title": title_of(turn.draft)}
    turn.remember(asked=slot)
    turn.parts.append(wording().fields[slot].question.text(turn.language, **values))


def _stated(turn: _WorkingTurn) -> TurnContent:
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
