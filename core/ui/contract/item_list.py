"""The left side of the review: facts and clauses as rows to choose from."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.access import current_actor
from core.contracts import ClauseItems, Item, ReviewedContract, clause_items, fact_items
from core.lexicon import listed_types
from core.record import Excerpt, Fact
from core.taxonomy import taxonomy
from core.ui.contract.values import item_name, item_value, missing_words
from core.ui.contracts.matrix import SYMBOLS
from core.ui.escape import md, plain, short
from core.ui.evidence_marks import STATE_MARKS
from core.ui.language import current_language
from core.ui.texts import t

PARAMETER = "item"
PAGE = "page"
_LINE = 110
_NO_BREAK = "\u00a0"
_NEAREST = 3
"""Signs of whether a quote was found on the page, by its evidence's state."""


def all_items(detail: ReviewedContract) -> dict[str, Item]:
    """Every item of a contract by subject."""
    items = {item.subject: item for item in fact_items(detail)}
    for clause in clause_items(detail):
        for item in (clause.presence, *clause.excerpts, *clause.candidates):
            items[item.subject] = item
    return items


def facts_list(detail: ReviewedContract, selected: str | None) -> None:
    """Draw the facts and parties that were found, decided on or chosen; the rest is folded away."""
    items = fact_items(detail)
    left = [
        item
        for item in items
        if not item_value(item) and item.review is None and item.waiting is None and item.subject != selected
    ]
    _facts(detail, [item for item in items if item not in left], selected)
    if left:
        with st.expander(t("contract.facts_left", count=len(left))):
            _facts(detail, left, selected)


def _facts(detail: ReviewedContract, items: Sequence[Item], selected: str | None) -> None:
    for item in items:
        value = item_value(item)
        shown = f"**{md(short(value, _LINE))}**" if value else f":gray[{no_value(detail, item)}]"
        _row(item, f":gray[{item_name(item.name)}]  {shown}", selected)
        if not value and item.subject == selected:
            _nearest(detail, item)


def no_value(detail: ReviewedContract, item: Item) -> str:
    """What stands where an item has no value."""
    return missing_words(detail.shown, item.name, stated=item.review is not None and not item.rejected)


def _nearest(detail: ReviewedContract, item: Item) -> None:
    """The passages nearest to a fact that has no value."""
    near = next((clause.candidates for clause in detail.shown.clauses if clause.type == item.name), ())[:_NEAREST]
    if near:
        st.caption(t("contract.near_missing"))
    for passage in near:
        st.caption(f"{t('contract.page_short', page=passage.evidence.page)}: {md(short(plain(passage.text), _LINE))}")


def clauses_list(detail: ReviewedContract, selected: str | None) -> None:
    """Draw the clause types with their excerpts; candidates only under the clause that is chosen.

    What was found stands first, by group in the order that the setting has for the contract's agreement type and
    language; folded away are those of the setting of which no words were found, and all others.
    """
    summary = detail.row.summary
    listed = listed_types(summary.agreement_type, detail.row.language)
    order = {code: place for place, code in enumerate(listed)}
    clauses = sorted(clause_items(detail), key=lambda clause: order.get(clause.presence.name, len(order)))
    main = [clause for clause in clauses if _has_something(clause, selected)]
    left = [clause for clause in clauses if clause not in main]
    st.caption(t("contracts.legend", **SYMBOLS))
    _by_group(main, selected)
    for key, members in (
        ("contract.clauses_left", [clause for clause in left if clause.presence.name in order]),
        ("contract.other_clauses", [clause for clause in left if clause.presence.name not in order]),
    ):
        if members:
            with st.expander(t(key, count=len(members))):
                _by_group(members, selected)


def _has_something(clause: ClauseItems, selected: str | None) -> bool:
    """Whether a clause was found, decided on, or chosen."""
    items = (clause.presence, *clause.excerpts, *clause.candidates)
    chosen = selected in {item.subject for item in items}
    return bool(clause.excerpts) or clause.shown == "present" or _is_decided(clause.presence) or chosen


def _is_decided(item: Item) -> bool:
    return item.review is not None or item.waiting is not None


def _by_group(clauses: Sequence[ClauseItems], selected: str | None) -> None:
    language = current_language()
    by_group: dict[str, list[ClauseItems]] = {}
    for clause in clauses:
        by_group.setdefault(taxonomy().get(clause.presence.name).group, []).append(clause)
    for group, members in by_group.items():
        st.markdown(f"**{getattr(taxonomy().groups[group], language)}**")
        for clause in members:
            _clause(clause, selected)


def _clause(clause: ClauseItems, selected: str | None) -> None:
    name = item_name(clause.presence.name)
    label = f"{SYMBOLS[clause.shown]} **{name}** {t(f'contract.presence_{clause.shown}')}"
    if clause.candidates:
        label += f" :gray[{t('contract.candidates', count=len(clause.candidates))}]"
    _row(clause.presence, label, selected, mark=False)
    for item in clause.excerpts:
        _row(item, md(short(item_value(item), _LINE)), selected, indent=True)
    if clause.candidates and selected in {clause.presence.subject, *(item.subject for item in clause.candidates)}:
        st.caption(t("contract.candidates_note"))
        for item in clause.candidates:
            _row(item, md(short(item_value(item), _LINE)), selected, indent=True)


def _row(item: Item, label: str, selected: str | None, *, indent: bool = False, mark: bool = True) -> None:
    """One row; pressing it shows the item beside the list."""
    place = ""
    if item.rejected:
        label = f"~~{label.replace('**', '')}~~"
    elif mark and item.evidence is not None:
        where = t("contract.page_short", page=item.evidence.page) if item.evidence.page else ""
        # The sign stays on the line of its page number.
        sign = "" if item.refused else f"{_NO_BREAK}{STATE_MARKS[item.evidence.state]}"
        place = f" :gray[{where.replace(' ', _NO_BREAK)}{sign}]"
        place += f" :orange[{doubt}]" if (doubt := item_doubt(item)) else ""
    decided = f" :gray[({t(f'contract.decided_{item.review.decision}')})]" if item.review is not None else ""
    if item.waiting is not None:
        words = t("contract.one_of_two", decision=t(f"contract.decided_{item.waiting.decision}"))
        decided += f" :orange[({words})]"
    st.button(
        label + place + decided,
        key=f"{'row_in' if indent else 'row'}_{item.subject}",
        type="secondary" if item.subject == selected else "tertiary",
        width="stretch",
        on_click=choose,
        args=(item.subject,),
    )


def item_doubt(item: Item) -> str:
    """What is in doubt about how an item's words were read; empty where nothing is, or a person decided."""
    content = item.content
    if item.review is not None:
        return ""
    if item.evidence is not None and item.evidence.offered:
        return t(f"contract.state_{item.evidence.state}")
    if isinstance(content, Excerpt) and not content.confirmed:
        return t("contract.type_unconfirmed")
    if isinstance(content, Fact) and content.check is not None and content.check.state == "not_in_words":
        return t("contract.value_not_in_words")
    return ""


def choose(subject: str) -> None:
    """Remember the chosen item in the address."""
    st.query_params[PARAMETER] = subject
    st.query_params.pop(PAGE, None)


def first_open(items: Sequence[Item]) -> str | None:
    """The first item with evidence that nobody has decided on, else the first with evidence."""
    located = [item for item in items if item.evidence is not None and item.evidence.page is not None]
    user_id = current_actor().user_id
    undecided = [item for item in located if item.is_open_for(user_id)]
    chosen = (undecided or located or list(items))[:1]
    return chosen[0].subject if chosen else None
