"""The form that corrects an item: fields that fit what is corrected, and the words of the contract that say so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

import streamlit as st

from core.contracts import (
    DURATIONS,
    Correction,
    Duration,
    ExcerptCorrection,
    FactCorrection,
    Item,
    PartyCorrection,
    StatedPresence,
    duration,
)
from core.errors import BadArguments
from core.lexicon import agreement_type_name, agreement_types, country_code, country_name
from core.record import Excerpt, Fact, Party, Presence
from core.ui.access.permitted import permitted
from core.ui.contract.values import DATES
from core.ui.language import current_language
from core.ui.texts import t

_FIRST_DAY, _LAST_DAY, _LONGEST = date(1900, 1, 1), date(2199, 12, 31), 9_999
_UNITS = ("days", "weeks", "months", "years")
_DECIDABLE: tuple[Presence, ...] = ("present", "absent", "unknown")
"""What a person may say; that the built-in engine found nothing is no decision."""


def correction(item: Item, selected: str = "") -> tuple[Correction, str] | None:
    """Draw the form; gives the correction and the note, once sent and sensible.

    Args:
        item: what is corrected.
        selected: words of the page that are its evidence; its own by default.
    """
    with st.form(f"correction_{item.subject}", border=False):
        content = item.content
        value: Correction | _Problem
        if isinstance(content, Fact):
            value = _fact(content)
        elif isinstance(content, Party):
            value = _party(content)
        elif isinstance(content, Excerpt):
            words = selected or content.evidence.shown or content.text
            quote = st.text_area(t("contract.words"), words, height=160)
            value = ExcerptCorrection(quote) if quote.strip() else _Problem(t("contract.words_missing"))
        else:
            presence = st.selectbox(
                t("contract.presence"),
                _DECIDABLE,
                index=_DECIDABLE.index(content) if content in _DECIDABLE else len(_DECIDABLE) - 1,
                format_func={code: t(f"contract.presence_{code}") for code in _DECIDABLE}.__getitem__,
            )
            value = StatedPresence(presence)
        if isinstance(content, Fact | Party):
            # What stood there stays the evidence of the corrected value, unless other words are given.
            words = selected or (item.evidence.shown if item.evidence is not None else "")
            quote = st.text_area(t("contract.words_optional"), words, height=80, help=t("contract.words_help"))
            if isinstance(value, FactCorrection | PartyCorrection) and quote.strip():
                value = replace(value, quote=quote)
        note = st.text_input(t("contract.note"))
        if not st.form_submit_button(t("contract.save_correction"), type="primary", **permitted("contract.review")):
            return None
        if isinstance(value, _Problem):
            st.error(value.words)
            return None
        return value, note


@dataclass(frozen=True, slots=True)
class _Problem:
    """What is wrong with the values of a form, in words."""

    words: str


def _fact(fact: Fact) -> FactCorrection | _Problem:
    """The fields of a fact."""
    if fact.name in DATES:
        stated = _day(fact.value)
        day = st.date_input(
            t("contract.date"),
            stated,
            min_value=min(_FIRST_DAY, stated or _FIRST_DAY),
            max_value=max(_LAST_DAY, stated or _LAST_DAY),
            format="YYYY-MM-DD",
        )
        return FactCorrection(day.isoformat() if isinstance(day, date) else None)
    if fact.name in DURATIONS:
        number, unit = _length(fact.value)
        count = st.number_input(t("contract.length"), 0, max(_LONGEST, number), number)
        units = {code: t(f"contract.{code}") for code in _UNITS}
        unit = st.selectbox(t("contract.unit"), _UNITS, index=_UNITS.index(unit), format_func=units.__getitem__)
        return FactCorrection(Duration(**{unit: int(count)}).iso() if count else None)
    if fact.name == "agreement_type":
        names = {"": t("contract.none")}
        names |= {code: agreement_type_name(code, current_language()) for code in agreement_types()}
        codes = list(names)
        index = codes.index(fact.value) if fact.value in names else 0
        code = st.selectbox(t("contract.agreement_type"), codes, index=index, format_func=names.__getitem__)
        return FactCorrection(code or None)
    if fact.name == "governing_law":
        return _law(fact)
    text = st.text_input(t("contract.value"), fact.value or "")
    return FactCorrection(text.strip() or None)


def _law(fact: Fact) -> FactCorrection | _Problem:
    language = current_language()
    country = st.text_input(t("contract.country"), country_name(fact.value, language) if fact.value else "")
    state = st.text_input(t("contract.state"), fact.detail or "")
    code = country_code(country) if country.strip() else None
    if country.strip() and code is None:
        return _Problem(t("contract.country_unknown"))
    return FactCorrection(code, state.strip() or None)


def _party(party: Party) -> PartyCorrection | _Problem:
    language = current_language()
    name = st.text_input(t("contract.party_name"), party.name)
    role = st.text_input(t("contract.role"), party.role or "")
    country = st.text_input(t("contract.country"), country_name(party.country, language) if party.country else "")
    state = st.text_input(t("contract.state"), party.state or "")
    code = country_code(country) if country.strip() else None
    if not name.strip():
        return _Problem(t("contract.name_missing"))
    if country.strip() and code is None:
        return _Problem(t("contract.country_unknown"))
    return PartyCorrection(name.strip(), role.strip() or None, code, state.strip() or None)


def _day(value: str | None) -> date | None:
    try:
        return date.fromisoformat(value) if value else None
    except ValueError:
        return None


def _length(value: str | None) -> tuple[int, str]:
    """A duration's number and unit; a mixed one is counted in its smallest unit where that is exact."""
    try:
        length = duration(value) if value else Duration()
    except BadArguments:
        return 0, "days"
    if length.days or length.weeks:
        return length.days + 7 * length.weeks, "days"
    if length.months:
        return length.months + 12 * length.years, "months"
    return length.years, "years" if length.years else "days"
