"""The panel beside the picture: what is known of the selected node, each fact with the way to its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core.contracts import fact_subject, fact_words, party_subject, presence_subject
from core.graph import GraphStore
from core.graph.view import (
    Details,
    FactLine,
    Line,
    NeighbourGroup,
    Picture,
    PictureRequest,
    PictureStep,
    Ref,
    TextPlace,
    details,
    left_to_open,
)
from core.record import PRESENCES
from core.taxonomy import taxonomy
from core.ui.contract.item_list import PAGE, PARAMETER
from core.ui.escape import markup, md, short
from core.ui.evidence_marks import STATE_MARKS
from core.ui.graph import address
from core.ui.graph.numbers import numbered, numbers_of
from core.ui.graph.words import label_word, relation_word
from core.ui.language import current_language
from core.ui.links import CONTRACT, KNOWLEDGE
from core.ui.texts import t
from core.wording import wordings

_TITLE = 90
_LINE = 64
_WORDS = 900
_QUOTED = {"text", "problem", "risk", "recommended_clause", "walk_away"}


def side(graph: GraphStore, picture: Picture, request: PictureRequest, selected: Ref | None) -> None:
    """Draw the panel of the selected node, or say how to select one."""
    if selected is None:
        st.caption(t("graph.select_hint"))
        return
    found = details(graph, selected, current_language())
    if found is None:
        st.info(t("graph.gone"))
        return
    with st.container(gap="xxsmall"):
        st.caption(_kind_line(found))
        st.markdown(f"**{md(short(found.name, _TITLE))}**")
    _actions(graph, found, picture, request)
    _facts(found)
    numbers = numbers_of(line.ref for group in found.groups for line in group.lines)
    for group in found.groups:
        _group(found, group, numbers)


def _kind_line(chosen: Details) -> str:
    number = numbers_of([chosen.ref]).get(chosen.ref)
    return label_word(chosen.ref.label) + ("" if number is None else f" {number}")


def _actions(graph: GraphStore, chosen: Details, picture: Picture, request: PictureRequest) -> None:
    """One primary action, the way to the source; then what can be done with the picture."""
    ref = chosen.ref
    left = left_to_open(graph, ref, [node.ref for node in picture.nodes], request, current_language())
    with st.container(horizontal=True, gap="xsmall", key="graph_actions"):
        if ref.label == "Agreement" and st.button(t("graph.open_contract"), key="graph_open", type="primary"):
            st.switch_page(str(CONTRACT), query_params={"contract": ref.key})
        if ref.label == "KnowledgeEntry" and st.button(t("graph.open_entry"), key="graph_open", type="primary"):
            st.switch_page(str(KNOWLEDGE), query_params={"entry": chosen.name.partition(" ")[0]})
        if left.nodes:
            _button("more", t("graph.more", count=left.nodes), PictureStep(ref), disabled=picture.full)
        if left.words:
            _button(
                "words", t("graph.more_words", count=left.words), PictureStep(ref, words=True), disabled=picture.full
            )
        _button("alone", t("graph.alone"), PictureStep(ref, alone=True), help_text=t("graph.alone_help"))
        if ref.label == "Organization" and ref.key not in request.filters.parties:
            st.button(t("graph.only_party"), key="graph_only", on_click=address.put, args=(address.PARTIES, [ref.key]))


def _button(name: str, label: str, step: PictureStep, *, help_text: str | None = None, disabled: bool = False) -> None:
    st.button(label, key=f"graph_{name}", on_click=address.add_step, args=(step,), help=help_text, disabled=disabled)


def _facts(chosen: Details) -> None:
    if chosen.presence:
        counted = dict(chosen.presence)
        st.caption(" · ".join(t(f"graph.presence_{state}", count=f"{counted.get(state, 0):,}") for state in PRESENCES))
    with st.container(gap="xxsmall", key="graph_facts"):
        for fact in chosen.facts:
            if fact.name in _QUOTED and fact.value:
                st.html(f'<div class="shinsa-quote" tabindex="0">{markup(short(fact.value, _WORDS))}</div>')
                if fact.place is not None:
                    _link(t("graph.see_words"), fact.place, f"excerpt:{fact.place.subject}")
            else:
                _fact(fact)


def _fact(fact: FactLine) -> None:
    value = fact_words(fact.name, fact.value, fact.detail, current_language())
    if not value:
        return
    if fact.name == "severity" and f"findings.severity_{value}" in wordings():
        value = t(f"findings.severity_{value}")
    line = f":gray[{_fact_name(fact.name)}]  {md(short(value, _LINE))}"
    if fact.place is None:
        st.markdown(line)
    else:
        _link(line, fact.place, fact_subject(fact.name))


def _fact_name(name: str) -> str:
    key = f"graph.fact_{name}"
    return t(key) if key in wordings() else taxonomy().get(name).name(current_language())


def _link(label: str, place: TextPlace, subject: str) -> None:
    """The way to a place in a contract: its page opens with the words marked."""
    query = {"contract": place.contract_id}
    if subject.startswith("excerpt:") and place.start is not None and place.end is not None:
        query[PARAMETER] = f"{subject}:{place.start}-{place.end}"
    elif subject and not subject.startswith("excerpt:"):
        query[PARAMETER] = subject
    if place.state == "unverified":
        label = f"{label} :red[{t('contract.state_unverified')}]".strip()
    if place.page is not None:
        label += " " + t("graph.page", page=place.page) + _sign(place)
        if subject.startswith("party:") or PARAMETER not in query:
            query[PAGE] = str(place.page)
    st.page_link(str(CONTRACT), label=label, query_params=query)


def _sign(place: TextPlace) -> str:
    """Whether the words were found on the page, as a sign behind its number."""
    marks = [mark for state, mark in STATE_MARKS.items() if state == place.state]
    return f"\u00a0{marks[0]}" if marks else ""


def _group(chosen: Details, group: NeighbourGroup, numbers: Mapping[Ref, int]) -> None:
    heading = t("graph.group", words=relation_word(group.type, group.direction), count=f"{group.total:,}")
    st.markdown(f":gray[{heading}]")
    with st.container(gap="xxsmall", key=f"graph_group_{group.type}_{group.direction}"):
        for number, line in enumerate(group.lines):
            _line(chosen, group, number, line, numbered(line.ref, line.name, numbers))
        if group.total > len(group.lines):
            st.caption(t("graph.and_more", count=group.total - len(group.lines)))


def _line(chosen: Details, group: NeighbourGroup, number: int, line: Line, shown: str) -> None:
    label = md(short(shown, _LINE)) + (f" :gray[{md(short(line.note, 40))}]" if line.note else "")
    name, place = st.columns([5, 2], vertical_alignment="center", gap="small")
    with name:
        st.button(
            label,
            key=f"row_{group.type}_{group.direction}_{number}",
            type="tertiary",
            width="stretch",
            on_click=_show,
            args=(line.ref,),
        )
    if line.place is not None:
        with place:
            _link("" if line.place.page else t("graph.words"), line.place, _subject(chosen, line, line.place))


def _subject(chosen: Details, line: Line, place: TextPlace) -> str:
    """What the contract's page calls the words."""
    if place.subject == "party":
        return party_subject(line.name if line.ref.label == "Organization" else chosen.name)
    if place.subject == "governing_law":
        return fact_subject(place.subject)
    if not place.subject:
        return ""
    return presence_subject(place.subject) if place.start is None else f"excerpt:{place.subject}"


def _show(ref: Ref) -> None:
    """Select a node of a list, and bring it into the picture where it is not there."""
    address.select(ref)
    shown: Sequence[Ref] = st.session_state.get("graph_shown", ())
    if ref not in shown:
        address.add_step(PictureStep(ref))
