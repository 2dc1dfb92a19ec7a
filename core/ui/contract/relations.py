"""Related contracts of a contract: what it amends or supersedes and what amends or supersedes it.

Rows to choose from, one way to add a relation by hand, and the decisions' history.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import streamlit as st

from core.contracts import ReviewedContract
from core.errors import WorkbenchError
from core.graph.projection import RelationKind
from core.relations import DecidedRelation, RelationSuggestion
from core.ui.access.permitted import permitted
from core.ui.contract.values import moment
from core.ui.escape import md, plain, short
from core.ui.failure import show_error
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import workbench
from core.workbench import relation_suggestions

RELATION = "relation"
_FAULT = "relation_fault"
_TITLE = 60
_Way = Literal["amends", "amended_by", "supersedes", "superseded_by"]
_WAYS: tuple[_Way, ...] = ("amends", "amended_by", "supersedes", "superseded_by")


@dataclass(frozen=True, slots=True)
class Related:
    """One relation of the contract on the page, decided or suggested."""

    kind: RelationKind
    source: str
    target: str
    decided: DecidedRelation | None = None
    suggestion: RelationSuggestion | None = None

    @property
    def key(self) -> str:
        """Its name in the address."""
        return f"{self.kind}-{self.source}-{self.target}"

    def other(self, contract_id: str) -> str:
        """The contract at the other end."""
        return self.target if self.source == contract_id else self.source

    def way(self, contract_id: str) -> _Way:
        """What it is, seen from a contract."""
        if self.kind == "AMENDS":
            return "amends" if self.source == contract_id else "amended_by"
        return "supersedes" if self.source == contract_id else "superseded_by"


def related_list(detail: ReviewedContract) -> Related | None:
    """Draw the relations as rows; gives the chosen one."""
    contract_id = detail.row.contract_id
    fault = st.session_state.pop(_FAULT, None)
    if fault is not None:
        show_error(fault)
    found = _related(contract_id)
    by_key = {related.key: related for related in found}
    chosen = by_key.get(st.query_params.get(RELATION, "")) or next(iter(found), None)
    if not found:
        st.info(t("relations.none"))
    for state in ("approved", "suggested", "rejected"):
        rows = [related for related in found if _state(related) == state]
        if rows:
            st.markdown(f"**{t(f'relations.{state}')}**")
        for row in rows:
            other = workbench().library.row(row.other(contract_id))
            label = t(f"relations.way_{row.way(contract_id)}")
            title = f"{other.number}\\. {md(short(other.summary.title, _TITLE))}"
            unsure = (
                f" :orange-badge[{t('relations.ambiguous')}]" if row.suggestion and row.suggestion.ambiguous else ""
            )
            st.button(
                f":gray[{label}] {title}{unsure}",
                key=f"row_relation_{row.key}",
                type="secondary" if chosen is not None and row.key == chosen.key else "tertiary",
                width="stretch",
                on_click=_choose,
                args=(row.key,),
            )
    _add(contract_id)
    _history(contract_id)
    return chosen


def _related(contract_id: str) -> list[Related]:
    opened = workbench()
    with st.spinner(t("relations.reading")):
        suggested = relation_suggestions(opened, contract_id)
    decided = [
        Related(relation.kind, relation.source, relation.target, relation)
        for relation in opened.relations.relations(contract_id)
    ]
    return decided + [
        Related(suggestion.kind, suggestion.source, suggestion.target, None, suggestion) for suggestion in suggested
    ]


def _state(related: Related) -> str:
    return related.decided.status if related.decided is not None else "suggested"


def _choose(key: str) -> None:
    st.query_params[RELATION] = key


def _add(contract_id: str) -> None:
    rows = {row.contract_id: row for row in workbench().library.rows() if row.contract_id != contract_id}
    if not rows:
        return
    with st.popover(t("relations.add"), key="relation_add", **permitted("contract.relate")):
        way = st.selectbox(
            t("relations.this_contract"),
            _WAYS,
            format_func={way: t(f"relations.way_{way}") for way in _WAYS}.__getitem__,
            key="relation_way",
        )
        names = {key: f"{row.number}. {plain(short(row.summary.title, _TITLE))}" for key, row in rows.items()}
        other = st.selectbox(
            t("relations.other_contract"), list(rows), index=None, format_func=names.__getitem__, key="relation_other"
        )
        pressed = st.button(
            t("relations.add_button"), key="relation_add_button", **permitted("contract.relate", disabled=other is None)
        )
        if pressed and other is not None:
            here = way in ("amends", "supersedes")
            kind: RelationKind = "AMENDS" if way in ("amends", "amended_by") else "SUPERSEDES"
            source, target = (contract_id, other) if here else (other, contract_id)
            opened = workbench()
            try:
                opened.relations.approve(kind, source, target, by=person())
            except WorkbenchError as error:
                show_error(error)
            else:
                _choose(Related(kind, source, target).key)
                st.rerun()


def _history(contract_id: str) -> None:
    decisions = workbench().relations.history(contract_id)
    if not decisions:
        return
    library = workbench().library
    with st.expander(t("relations.history", count=len(decisions))):
        for decision in decisions:
            seen = Related(decision.kind, decision.source, decision.target)
            other = library.row(seen.other(contract_id))
            st.markdown(
                f"**{t(f'relations.decision_{decision.decision}')}** {t(f'relations.way_{seen.way(contract_id)}')} "
                f"{other.number}\\. {md(short(other.summary.title, _TITLE))}  \n"
                f":gray[{md(decision.decided_by)} {moment(decision.decided_at)}]"
            )


def failed(error: WorkbenchError) -> None:
    """Remember what was wrong with the decision just tried, to be shown on the next drawing."""
    st.session_state[_FAULT] = error
