"""Words that no cue files elsewhere, taken as the answer to what was asked."""

from __future__ import annotations

from core.interview.builtin import hearing
from core.interview.builtin.filling import put, with_sorted, with_strays
from core.interview.builtin.finishing import approve
from core.interview.builtin.intents import Intent, is_none, yes_or_no
from core.interview.builtin.memory import InterviewMemory, next_slot
from core.interview.builtin.replies import SLOTS
from core.interview.builtin.shown import label, quoted, title_of
from core.interview.builtin.titles import title_in
from core.interview.builtin.turn_at_work import TurnAtWork

_SORTED = ("recommended_clause", "fallback_positions", "walk_away", "note", "check")
_LOOSE = ("problem_pattern", "risk", "severity", "applicability")
_UNCLEAR = {"severity": "which_severity", "law_references": "which_law", "clause_types": "which_clause"}
_SHORT_CASE = 15


def answered(turn: TurnAtWork, intent: Intent) -> None:
    """Take the words as the answer to what was asked."""
    asked_field = turn.memory.asked
    if asked_field == "check":
        _checked(turn, turn.message if intent.kind != "answer" else intent.text)
    elif intent.kind == "replace" and turn.memory.last is not None and asked_field != "title":
        set_field(turn, _meant(turn.memory, intent.text), intent.text)
    elif intent.kind == "wrong" and not (asked_field in ("note", "law_references") and is_none(intent.text)):
        turn.clarify("which_field")
        turn.ask = asked_field is None
    elif asked_field in (None, "review"):
        _unasked(turn, intent.text)
    else:
        _answer(turn, asked_field, intent.text)


def set_field(turn: TurnAtWork, field: str, text: str) -> None:
    """Put words in the place of what a field holds."""
    made = put(turn.draft, field, title_in(text) if field == "title" else text, turn.language)
    if made is None:
        turn.clarify(_UNCLEAR.get(field, "which_field"))
        turn.ask = False
        return
    turn.draft, turn.mode = made, "clarify"
    checked = turn.memory.checked and field not in ("recommended_clause", "source_case")
    skipped = tuple(slot for slot in turn.memory.skipped if slot != field)
    turn.remember(last=field, checked=checked, skipped=skipped, filed=((field, text.strip()),))
    turn.say("replaced", field=label(field, turn.language), value=quoted(made, field, turn.language))


def skip(turn: TurnAtWork) -> None:
    """Leave what was asked for open."""
    asked_field = turn.memory.asked
    if asked_field not in SLOTS:
        if asked_field is None:
            turn.remember(skipped=("source_case",))
            turn.say("left_open", field=label("source_case", turn.language))
        else:
            turn.clarify("which_field")
            turn.ask = False
        return
    turn.remember(skipped=(*turn.memory.skipped, asked_field))
    turn.say("left_open", field=label(asked_field, turn.language))


def _unasked(turn: TurnAtWork, text: str) -> None:
    """The first message, or one that came while the draft lay open for review."""
    if turn.memory.asked == "review":
        if yes_or_no(text)[0] is True:
            approve(turn)
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


def _meant(memory: InterviewMemory, text: str) -> str:
    """The field that "no, …" corrects: one that was read out of the words before, if it fits, else the one answered."""
    fits = {
        "contract_types": hearing.contract_types(text, "ja"),
        "clause_types": hearing.clause_types(text, requested=True),
        "law_references": hearing.law_references(text),
        "severity": hearing.severity(text),
    }
    assert memory.last is not None
    return next((field for field in memory.heard if fits.get(field)), memory.last)


def _case(turn: TurnAtWork, text: str) -> None:
    turn.hear(text, beside="source_case")
    if hearing.looks_like(text) == "rule" and turn.draft.recommended_clause is None:
        turn.set(recommended_clause=text.strip())
        turn.say("rule_first")
        turn.remember(last="recommended_clause", filed=(*turn.memory.filed, ("recommended_clause", text.strip())))
        return
    turn.set(source_case=text.strip())
    turn.remember(last="source_case", filed=(*turn.memory.filed, ("source_case", text.strip())))
    if len(text.strip()) < _SHORT_CASE and "source_case" not in turn.memory.probed:
        turn.remember(asked="source_case", probed=(*turn.memory.probed, "source_case"))
        turn.clarify("more_case")
        turn.ask = False


def _answer(turn: TurnAtWork, asked_field: str, text: str) -> None:
    if asked_field == "source_case":
        known = turn.draft.source_case
        if known is not None and "source_case" in turn.memory.probed:
            text = f"{known}\n{text.strip()}"
            turn.set(source_case=None)
        _case(turn, text)
        return
    if is_none(text):
        skip(turn)
        return
    if yes_or_no(text) == (True, ""):
        if asked_field == "severity" and turn.memory.proposed is not None:
            text = turn.memory.proposed
        elif asked_field == "title":
            text = title_of(turn.draft)
        else:
            turn.clarify("nothing_readable")
            return
    if asked_field in _LOOSE:
        turn.draft, text, strays = with_strays(turn.draft, text, asked_field)
        if strays:
            turn.remember(last=strays[-1])
            turn.recorded(strays)
        if not text:
            return
    into, rest = turn.draft, title_in(text) if asked_field == "title" else text
    filled: tuple[str, ...] = ()
    if asked_field in _SORTED:
        into, rest, filled = with_sorted(turn.draft, text, into=asked_field)
    made = put(into, asked_field, rest, turn.language)
    if made is None:
        if asked_field in _UNCLEAR and asked_field not in turn.memory.probed:
            turn.remember(probed=(*turn.memory.probed, asked_field))
            turn.clarify(_UNCLEAR[asked_field])
            return
        skip(turn)
        return
    turn.draft = made
    skipped = tuple(slot for slot in turn.memory.skipped if slot != asked_field)
    turn.remember(last=asked_field, skipped=skipped, filed=(*turn.memory.filed, (asked_field, rest.strip())))
    turn.recorded((asked_field, *filled))
    turn.hear(text, beside=asked_field)


def _checked(turn: TurnAtWork, text: str) -> None:
    meaning, rest = yes_or_no(text)
    if meaning is None:
        turn.clarify("yes_or_no")
        return
    if rest and not _says_prevented(rest):
        turn.set(note=f"{turn.draft.note}\n{rest}" if turn.draft.note else rest)
        turn.recorded(("note",))
    if meaning:
        turn.remember(checked=True)
        turn.say("prevented")
        return
    turn.mode = "clarify"
    turn.remember(asked="recommended_clause")
    turn.say("not_prevented")
    turn.ask = False


def _says_prevented(text: str) -> bool:
    """Whether the words after "yes" only say once more that the rule would have helped."""
    return yes_or_no(text)[0] is True and len(text) <= _SHORT_CASE
