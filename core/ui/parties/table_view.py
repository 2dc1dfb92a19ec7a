"""All parties in one table: names that are one party share a row; rows can be joined by hand and names taken out."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.graph.view import searchable
from core.parties import JoinedParty
from core.ui.access.permitted import permitted
from core.ui.contract.values import moment
from core.ui.escape import md, plain, short
from core.ui.parties.choice_table import choice_table
from core.ui.parties.state import PartyState, approve, detach
from core.ui.texts import t

_MAX_PX = 390
_NAME = 80


@dataclass(frozen=True, slots=True)
class _PartyLine:
    name: str
    names: tuple[str, ...]
    contracts: int
    group: JoinedParty | None


def table_view(state: PartyState) -> None:
    """Draw the table and what can be done with the chosen rows."""
    words = st.text_input(
        t("parties.search"), placeholder=t("parties.search"), key="party_search", label_visibility="collapsed"
    )
    found = [line for line in _lines(state) if _holds(line, words or "")]
    if not found:
        st.info(t("parties.nothing_found"))
        return
    st.caption(t("parties.table_help"))
    lines = [
        (plain(line.name), plain(t("punctuation.list").join(line.names)) if line.group else "", line.contracts)
        for line in found
    ]
    rows = choice_table(
        "party_table",
        ("party", "names", "contracts"),
        lines,
        most_px=_MAX_PX,
        mode="multi-row",
        alt=t("parties.table_help"),
    )
    chosen = [found[row] for row in rows]
    names = tuple(dict.fromkeys(name for line in chosen for name in line.names))
    if len(chosen) > 1:
        st.markdown(t("punctuation.list").join(f"**{md(short(name, _NAME))}**" for name in names))
    st.button(
        t("parties.merge"),
        key="party_merge",
        type="primary",
        **permitted("contract.relate", disabled=len(chosen) < 2, help=t("parties.merge_help")),
        on_click=approve,
        args=(names,),
    )
    if len(chosen) == 1 and chosen[0].group is not None:
        _members(chosen[0].group)


def _lines(state: PartyState) -> list[_PartyLine]:
    contracts = {organization.id: set(organization.contracts) for organization in state.organizations}
    grouped = {member.organization_id for group in state.groups for member in group.members}
    found = [
        _PartyLine(
            group.name,
            group.names,
            len(set().union(*(contracts.get(member.organization_id, set()) for member in group.members))),
            group,
        )
        for group in state.groups
    ]
    found += [
        _PartyLine(organization.name, (organization.name,), len(organization.contracts), None)
        for organization in state.organizations
        if organization.id not in grouped
    ]
    return sorted(found, key=lambda line: (line.group is None, -line.contracts, line.name))


def _holds(line: _PartyLine, words: str) -> bool:
    names = [searchable(name) for name in line.names]
    return all(any(word in name for name in names) for word in searchable(words).split())


def _members(group: JoinedParty) -> None:
    with st.container(border=True, key="party_members"):
        st.markdown(f"**{md(short(group.name, _NAME))}**")
        for member in group.members:
            left, right = st.columns([5, 1], vertical_alignment="center")
            how = t(
                "parties.member_by",
                how=t(f"parties.method_{member.method}"),
                who=md(member.approved_by),
                when=moment(member.approved_at),
            )
            left.markdown(f"{md(short(member.name, _NAME))}  \n:gray[{how}]")
            right.button(
                t("parties.detach"),
                key=f"party_detach_{member.organization_id}",
                **permitted("contract.relate", help=t("parties.detach_help")),
                on_click=detach,
                args=(member.name,),
            )
