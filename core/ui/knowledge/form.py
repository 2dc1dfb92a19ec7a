"""The form of an entry. Two people at once: the second is told, sees what changed, and keeps what was typed."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st
from pydantic import ValidationError

from core.errors import WorkbenchError
from core.knowledge import (
    SEVERITIES,
    EntryDraft,
    FallbackPosition,
    LawReference,
    Proposal,
    StoredEntry,
    field_changes,
)
from core.lexicon import agreement_code, agreement_type_name, agreement_types
from core.taxonomy import taxonomy
from core.ui.access.permitted import permitted
from core.ui.escape import md
from core.ui.failure import show_error
from core.ui.knowledge.entry_words import field_name, severity_name
from core.ui.knowledge.opened import go
from core.ui.knowledge.revisions import show_changes
from core.ui.language import current_language
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import workbench

_BASE = "knowledge_base_revision"
_SPARE = 2
_EMPTY = EntryDraft(
    title=None, contract_types=None, problem_pattern=None, risk=None, recommended_clause=None, note=None
)


@dataclass(frozen=True, slots=True)
class _Base:
    """What the writer saw when beginning: the entry's revision in force and the proposal's version, 0 for none."""

    entry_id: str
    revision: int
    proposal: int


def new_form() -> None:
    """Draw an empty form; saving makes a draft."""
    st.button(t("knowledge.back"), key="back", type="tertiary", on_click=go)
    st.title(t("knowledge.new"), anchor=False)
    draft = _fields(_EMPTY, "new")
    if draft is None:
        return
    opened = workbench()
    try:
        made = opened.knowledge.create(draft, author=person())
    except WorkbenchError as error:
        show_error(error)
        return
    go(entry=made.name)
    st.rerun()


def edit_form(stored: StoredEntry) -> None:
    """Draw the form of an entry as it was when editing began; saving makes the next revision."""
    knowledge = workbench().knowledge
    proposal = knowledge.proposal(stored.entry.id)
    newest = _Base(stored.entry.id, stored.entry.revision, 0 if proposal is None else proposal.version)
    begun: _Base = st.session_state.setdefault(_BASE, newest)
    if begun.entry_id != stored.entry.id:
        begun = st.session_state[_BASE] = newest
    base = _content(stored, proposal, begun)
    back = t("knowledge.back_to", name=stored.name)
    st.button(back, key="back", type="tertiary", on_click=_leave, args=(stored.name,))
    st.title(t("knowledge.edit_title", name=stored.name), anchor=False)
    if stored.entry.status == "approved":
        st.caption(t("knowledge.edits_propose", revision=stored.entry.revision))
    draft = _fields(base, stored.entry.id, proposes=stored.entry.status == "approved")
    if begun != newest:
        _overtaken(stored, proposal, base, newest)
    if draft is None:
        return
    try:
        knowledge.edit(
            stored.entry.id,
            draft,
            base_revision=begun.revision,
            base_proposal=begun.proposal,
            author=person(),
            note=st.session_state.get("form_note", "").strip() or None,
        )
    except WorkbenchError as error:
        show_error(error)
        return
    _leave(stored.name)
    st.rerun()


def _leave(name: str) -> None:
    st.session_state.pop(_BASE, None)
    go(entry=name)


def _content(stored: StoredEntry, proposal: Proposal | None, begun: _Base) -> EntryDraft:
    """What the fields began with: the proposed revision where one waits, else the entry as it was then."""
    if proposal is not None and begun.proposal == proposal.version:
        return proposal.draft
    past = workbench().knowledge.revisions(stored.entry.id)
    return next(revision for revision in past if revision.revision == begun.revision).entry.content


def _overtaken(stored: StoredEntry, proposal: Proposal | None, base: EntryDraft, newest: _Base) -> None:
    """Somebody saved while this form was open: show what, and let the writer decide with both in sight."""
    who, content = (
        (stored.entry.author, stored.entry.content) if proposal is None else (proposal.author, proposal.draft)
    )
    st.warning(t("knowledge.overtaken", who=md(who), revision=stored.entry.revision))
    show_changes(field_changes(base, content, current_language()))
    st.button(t("knowledge.take_newest"), key="take_newest", on_click=_rebase, args=(newest,))


def _rebase(newest: _Base) -> None:
    st.session_state[_BASE] = newest


def _fields(given: EntryDraft, key: str, *, proposes: bool = False) -> EntryDraft | None:
    """Draw the fields; gives what was typed when it is to be saved."""
    language = current_language()
    kinds = {code: agreement_type_name(code, language) for code in agreement_types()}
    known = [agreement_code(name) or name for name in given.contract_types or ()]
    kinds |= {name: name for name in known if name not in kinds}
    clauses = {category.code: category.name(language) for category in taxonomy().categories}
    with st.form(f"entry_form_{key}", border=False):
        title = _area(given.title, "title", key, height=68)
        first, second, third = st.columns([4, 4, 2])
        types = first.multiselect(
            field_name("contract_types"),
            list(kinds),
            default=known,
            format_func=kinds.__getitem__,
            placeholder=t("knowledge.every_type"),
            key=f"contract_types_{key}",
        )
        codes = second.multiselect(
            field_name("clause_types"),
            list(clauses),
            default=list(dict.fromkeys(given.clause_types)),
            format_func=clauses.__getitem__,
            placeholder=t("knowledge.no_clause_type"),
            key=f"clause_types_{key}",
        )
        severity = third.selectbox(
            field_name("severity"),
            SEVERITIES,
            index=None if given.severity is None else SEVERITIES.index(given.severity),
            format_func=severity_name,
            placeholder="",
            key=f"severity_{key}",
        )
        left, right = st.columns(2, gap="medium")
        with left:
            problem = _area(given.problem_pattern, "problem_pattern", key)
            risk = _area(given.risk, "risk", key)
            clause = _area(given.recommended_clause, "recommended_clause", key, height=220)
            walk_away = _area(given.walk_away, "walk_away", key, height=68)
            note = _area(given.note, "note", key, height=68)
        with right:
            fallbacks = _fallbacks(given, key)
            conditions = _area("\n".join(given.applicability), "applicability", key, hint=t("knowledge.one_a_line"))
            laws = _area(
                "\n".join(f"{law.law} {law.article}".strip() for law in given.law_references),
                "law_references",
                key,
                hint=t("knowledge.laws_hint"),
            )
            source = _area(given.source_case, "source_case", key, height=68)
        st.text_input(t("knowledge.why"), key="form_note")
        label = t("knowledge.save_proposal" if proposes else "knowledge.save")
        if not st.form_submit_button(label, type="primary", key=f"save_{key}", **permitted("knowledge.propose")):
            return None
    try:
        return EntryDraft(
            title=title,
            contract_types=tuple(types),
            problem_pattern=problem,
            risk=risk,
            recommended_clause=clause,
            note=note,
            severity=severity,
            applicability=_lines(conditions),
            fallback_positions=fallbacks,
            walk_away=walk_away,
            clause_types=tuple(codes),
            law_references=tuple(_law(line) for line in _lines(laws)),
            source_case=source,
        )
    except ValidationError:
        st.error(t("knowledge.does_not_fit"))
        return None


def _area(value: str | None, name: str, key: str, *, height: int = 110, hint: str | None = None) -> str | None:
    typed = st.text_area(field_name(name), value or "", height=height, key=f"{name}_{key}", help=hint)
    return typed.strip() or None


def _fallbacks(given: EntryDraft, key: str) -> tuple[FallbackPosition, ...]:
    """Fields for each fallback position and two more; their order is the order to offer them in."""
    found: list[FallbackPosition] = []
    st.markdown(f"**{field_name('fallback_positions')}**", help=t("knowledge.fallbacks_help"))
    for number in range(len(given.fallback_positions) + _SPARE):
        before = given.fallback_positions[number] if number < len(given.fallback_positions) else None
        position = st.text_input(
            t("knowledge.fallback_position", number=number + 1),
            before.position if before else "",
            key=f"position_{number}_{key}",
        )
        clause = st.text_area(
            t("knowledge.fallback_clause", number=number + 1),
            before.clause if before else "",
            height=68,
            key=f"clause_{number}_{key}",
        )
        if position.strip() or clause.strip():
            found.append(FallbackPosition(level=len(found) + 1, position=position.strip(), clause=clause.strip()))
    return tuple(found)


def _lines(text: str | None) -> tuple[str, ...]:
    return tuple(line.strip() for line in (text or "").split("\n") if line.strip())


def _law(line: str) -> LawReference:
    """A law and its article: divided before the first 第…条, else at the first blank."""
    at = line.find("第")
    if at > 0:
        return LawReference(law=line[:at].strip(), article=line[at:].strip())
    law, _, article = line.partition(" ")
    return LawReference(law=law, article=article.strip())
