"""Search, filters, undo: the line above the picture, and the line that says what it shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from core.errors import NotFound
from core.graph import GraphStore, Row
from core.graph.view import (
    KINDS,
    Picture,
    PictureRequest,
    PictureStep,
    Ref,
    clause_type_codes,
    colour,
    find,
    name_of,
    shape,
)
from core.lexicon import agreement_type_name
from core.taxonomy import taxonomy
from core.ui.address_choice import told, widget_key
from core.ui.escape import markup, md, plain, short
from core.ui.graph import address
from core.ui.graph.chart import CENTRED, STARTS, open_more
from core.ui.graph.numbers import numbered, numbers_of
from core.ui.graph.words import label_word
from core.ui.language import current_language
from core.ui.texts import t
from core.ui.workbench import workbench
from core.wording import Language

_SEARCH = "graph_search"
_CHOICES = 400
_NAME = 60


def bar(graph: GraphStore, request: PictureRequest) -> str:
    """Draw the line; gives the words that are searched for."""
    count = request.filters.count + (request.labels is not None)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="graph_bar"):
        words = st.text_input(
            t("graph.search"),
            placeholder=t("graph.search_hint"),
            key=_SEARCH,
            type="search",
            live=True,
            label_visibility="collapsed",
        )
        with st.popover(t("graph.filters_on", count=count) if count else t("graph.filters"), width="content"):
            _filters(graph, request)
        st.button(t("graph.undo"), key="graph_undo", on_click=address.undo, disabled=not address.can_undo())
        nothing = not (request.steps or count)
        st.button(t("graph.reset"), key="graph_reset", on_click=_start_over, disabled=nothing)
    return words or ""


def _start_over() -> None:
    address.reset()
    # Another start: the picture is shown as a whole again.
    st.session_state[STARTS] = st.session_state.get(STARTS, 0) + 1


def node_matches(graph: GraphStore, words: str) -> None:
    """Draw what a search found; one that is chosen is selected and brought into the picture."""
    found, total = find(graph, words, current_language())
    asked = _contract_of_number(words)
    if not found and asked is None:
        st.info(t("graph.nothing_found"))
        return
    if found and found[0].only_similar:
        st.caption(t("graph.found_near"))
    else:
        st.caption(t("graph.found", count=total + (asked is not None)))
    numbers = numbers_of(match.ref for match in found)
    with st.container(gap="xxsmall", key="graph_found"):
        if asked is not None:
            _row(Ref("Agreement", asked[0]), asked[1], "number")
        for place, match in enumerate(found):
            _row(match.ref, numbered(match.ref, match.name, numbers), str(place))
    if total > len(found):
        st.caption(t("graph.and_more", count=total - len(found)))


def _row(ref: Ref, name: str, place: str) -> None:
    st.button(
        f"{md(short(name, _NAME))}  :gray[{label_word(ref.label)}]",
        key=f"row_found_{place}",
        type="tertiary",
        width="stretch",
        on_click=_take,
        args=(ref,),
    )


def _take(ref: Ref) -> None:
    """Select a node, open it where it is or bring it into the picture, and have it in the middle."""
    shown: Sequence[Ref] = st.session_state.get("graph_shown", ())
    if ref in shown:
        open_more(ref, shown)
    else:
        address.add_step(PictureStep(ref))
    address.select(ref)
    st.session_state[CENTRED] = st.session_state.get(CENTRED, 0) + 1
    st.session_state[_SEARCH] = ""


def _contract_of_number(words: str) -> tuple[str, str] | None:
    """The contract that people call by this number."""
    number = words.strip()
    if not (number.isascii() and number.isdigit()):
        return None
    library = workbench().library
    try:
        contract_id = library.find(int(number))
    except NotFound:
        return None
    return contract_id, f"{number}. {library.row(contract_id).summary.title}"


@dataclass(frozen=True, slots=True)
class Choices:
    """What can be filtered by, names by key."""

    types: Mapping[str, str]
    laws: Mapping[str, str]
    parties: Mapping[str, str]
    contracts: Mapping[str, str]


_TYPES = "MATCH (a:Agreement) WHERE a.agreement_type IS NOT NULL RETURN DISTINCT a.agreement_type AS code ORDER BY code"
_LAWS = "MATCH (a:Agreement)-[:GOVERNED_BY_LAW]->(c:Country) RETURN DISTINCT c.code AS key, c.name AS name ORDER BY key"
_PARTIES = (
    "MATCH (o:Organization)-[:IS_PARTY_TO]->(a:Agreement) "
    "RETURN o.id AS key, o.name AS name, count(DISTINCT a.contract_id) AS contracts "
    f"ORDER BY contracts DESC, name, key LIMIT {_CHOICES:d}"
)
_CONTRACTS = f"MATCH (a:Agreement) RETURN a.contract_id AS key, a.title AS name ORDER BY name, key LIMIT {_CHOICES:d}"
_NAMES = {
    "parties": "MATCH (o:Organization) WHERE o.id IN $keys RETURN o.id AS key, o.name AS name",
    "contracts": "MATCH (a:Agreement) WHERE a.contract_id IN $keys RETURN a.contract_id AS key, a.title AS name",
}


@st.cache_data(max_entries=8, show_spinner=False)
def _choices(place: str, revision: int, language: Language, _graph: GraphStore) -> Choices:
    # Place and revision only tell apart what is kept.
    laws = [
        (str(row["key"]), name_of("Country", {"key": row["key"], "name_0": row["name"]}, language))
        for row in _graph.rows(_LAWS)
    ]
    return Choices(
        {str(row["code"]): agreement_type_name(str(row["code"]), language) for row in _graph.rows(_TYPES)},
        dict(sorted(laws, key=lambda law: law[1])),
        _parties(_graph.rows(_PARTIES)),
        _contracts(_graph.rows(_CONTRACTS)),
    )


def _parties(rows: list[Row]) -> dict[str, str]:
    return {str(row["key"]): plain(str(row["name"])) for row in rows}


def _contracts(rows: list[Row]) -> dict[str, str]:
    """Under their numbers: contracts of the same title would otherwise be one choice."""
    names = {Ref("Agreement", str(row["key"])): plain(str(row["name"])) for row in rows}
    numbers = numbers_of(names)
    return {ref.key: numbered(ref, name, numbers) for ref, name in names.items()}


def _filters(graph: GraphStore, request: PictureRequest) -> None:
    place = f"{workbench().settings.data_dir} {workbench().seen()}"
    choices = _choices(place, graph.revision(), current_language(), graph)
    clauses = {code: taxonomy().get(code).name(current_language()) for code in clause_type_codes()}
    kinds = {label: label_word(label) for label in KINDS}
    _many(graph, address.KINDS_SHOWN, kinds, sorted(request.labels or (), key=list(kinds).index), t("graph.kinds_hint"))
    _many(graph, address.TYPES, choices.types, request.filters.types)
    _many(graph, address.LAWS, choices.laws, request.filters.laws)
    for presence, name in address.CLAUSES.items():
        _many(graph, name, clauses, [code for code, wanted in request.filters.clauses if wanted == presence])
    _many(graph, address.PARTIES, choices.parties, request.filters.parties)
    _many(graph, address.CONTRACTS, choices.contracts, request.filters.contracts)


def _many(graph: GraphStore, name: str, options: Mapping[str, str], chosen: object, hint: str | None = None) -> None:
    """Choose several; the address holds the choice."""
    keys = [str(key) for key in chosen] if isinstance(chosen, list | tuple) else []
    absent = [key for key in keys if key not in options]
    named = dict(options)
    if absent and name in _NAMES:
        rows = graph.rows(_NAMES[name], {"keys": absent})
        named |= _contracts(rows) if name == address.CONTRACTS else _parties(rows)
    kept = [key for key in keys if key in named]
    widget = widget_key(f"graph_choice_{name}", frozenset(kept))
    st.session_state[widget] = kept
    st.multiselect(
        t(f"graph.filter_{name}"),
        list(named),
        format_func=named.__getitem__,
        key=widget,
        placeholder=hint or t("graph.any"),
        on_change=_chosen,
        args=(name, widget),
    )


def _chosen(name: str, widget: str) -> None:
    chosen = list(st.session_state[widget])
    told(f"graph_choice_{name}", frozenset(chosen))
    address.put(name, chosen)


def legend(picture: Picture, request: PictureRequest) -> None:
    """Draw what colours and shapes mean with the numbers shown, and what is left out."""
    if picture.summary is not None:
        there = dict.fromkeys(node.ref.label for node in picture.nodes)
        keys = [f'<span class="shinsa-key">{_mark(label)}{markup(label_word(label))}</span>' for label in there]
        note = markup(t("graph.summary_note", total=f"{picture.summary.total:,}"))
        st.html(f'<div class="shinsa-legend">{"".join(keys)}<span class="shinsa-note">{note}</span></div>')
        return
    shown = dict.fromkeys(KINDS, 0)
    for node in picture.nodes:
        shown[node.ref.label] += 1
    parts = [
        f'<span class="shinsa-key">{_mark(label)}{markup(label_word(label))} '
        f"<b>{count:,}</b>/{max(picture.totals[label], count):,}</span>"
        for label, count in shown.items()
        if picture.totals[label]
    ]
    whole = sum(max(picture.totals[label], shown[label]) for label in KINDS if label != "Excerpt")
    visible = sum(count for label, count in shown.items() if label != "Excerpt")
    note = ""
    if picture.full:
        note = t("graph.full", shown=len(picture.nodes))
    elif visible < whole:
        note = t("graph.partly", shown=f"{visible:,}", total=f"{whole:,}")
    st.html(f'<div class="shinsa-legend">{"".join(parts)}<span class="shinsa-note">{markup(note)}</span></div>')


def _mark(label: str) -> str:
    return f'<span class="shinsa-mark shinsa-{shape(label)}" style="background:{colour(label)}"></span>'
