"""A plan in words: what exactly will be answered."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from babel.dates import format_date

from core.lexicon import agreement_type_name, country_name, place_name
from core.questions.plan import (
    EVERY_CONTRACT,
    TIMES,
    ClauseIs,
    ClauseSays,
    Condition,
    ContractIs,
    DateIn,
    GroupBy,
    LanguageIs,
    Law,
    LawIs,
    NumberIs,
    PartyFrom,
    PartyIs,
    Plan,
    RenewalIs,
    TypeIs,
    Unit,
)
from core.taxonomy import taxonomy
from core.wording import Language, listed, locale_of, wording_text

_GREATER: dict[bool, str] = {False: "most", True: "least"}
"""What a list in descending and in ascending order begins with."""


def restated(plan: Plan, language: Language) -> str:
    """The question as it was understood."""
    conditions = _all(plan.conditions, language)
    if plan.measure == "compare":
        return _compared(plan, language)
    if plan.measure == "share":
        text = _share(plan, conditions, language)
        if plan.group and plan.group.dimension == "clause_type":
            return text
    else:
        text = _measure(plan, language)
        if conditions:
            text = _say("among", language, what=text, conditions=conditions)
    return _say("names_joined", language, what=text) if plan.joined else text


def conditions_in_words(conditions: Sequence[Condition], language: Language) -> str:
    """Conditions in words; empty for none."""
    return _all(conditions, language)


def _say(key: str, language: Language, **values: object) -> str:
    return wording_text(f"question.{key}", language, **values)


def _compared(plan: Plan, language: Language) -> str:
    sides = [
        _say("side", language, n=place, side=_condition(side, language)) for place, side in enumerate(plan.sides, 1)
    ]
    return _say("compare", language, sides=_say("side_next", language).join(sides))


def _share(plan: Plan, conditions: str, language: Language) -> str:
    among = _all(plan.among, language)
    base = _say("contracts", language, conditions=among) if among else _say("all_contracts", language)
    if plan.group and plan.group.dimension == "clause_type":
        return _say("share_each_clause", language, among=base)
    met = conditions or _say("all", language)
    return _say("share", language, by=_by(plan, language), among=base, met=met)


def _measure(plan: Plan, language: Language) -> str:
    if plan.measure == "statistic":
        quantity, statistic = _say(plan.quantity or "", language), _say(plan.statistic or "", language)
        return _say("statistic", language, by=_by(plan, language), quantity=quantity, statistic=statistic)
    if plan.measure == "list":
        return _list(plan, language)
    if plan.group is None:
        return _say("count", language, by="")
    name = _group(plan.group, language)
    if plan.having is not None:
        bounds = _bounds(plan.having.low, plan.having.high, language)
        return _say(f"having_{plan.having.of}", language, name=name, bounds=bounds)
    if plan.top is not None:
        return _say("count_fewest" if plan.ascending else "count_most", language, name=name, n=plan.top)
    if plan.distinct:
        return _say("count_distinct", language, name=name)
    return _say("count", language, by=_by(plan, language))


def _list(plan: Plan, language: Language) -> str:
    if plan.top is None or not (plan.by_date or plan.quantity):
        return _say("list", language)
    if plan.by_date and plan.top == EVERY_CONTRACT:
        return _say(
            f"list_{'earliest' if plan.ascending else 'latest'}_first", language, date=_say(plan.by_date, language)
        )
    if plan.by_date:
        what = _say("earliest" if plan.ascending else "latest", language, date=_say(plan.by_date, language))
    else:
        what = _say(f"{_GREATER[plan.ascending]}_{plan.quantity}", language)
    if plan.top == 1:
        return _say("list_top_one", language, what=what)
    return _say("list_top", language, what=what, n=plan.top)


def _by(plan: Plan, language: Language) -> str:
    names = [_group(group, language) for group in plan.groups]
    return _say("by", language, names=_say("by_next", language).join(names)) if names else ""


def _group(group: GroupBy, language: Language) -> str:
    if group.dimension in TIMES:
        return _say("time", language, date=_say(group.of or "", language), unit=_say(group.dimension, language))
    if group.dimension == "presence":
        return _say("presence", language, name=taxonomy().get(group.of or "").name(language))
    return _say(group.dimension, language)


def _all(conditions: Sequence[Condition], language: Language) -> str:
    return wording_text("punctuation.and", language).join(_condition(condition, language) for condition in conditions)


def _condition(condition: Condition, language: Language) -> str:
    either = wording_text("punctuation.or", language)
    match condition:
        case ContractIs(_, called):
            return _say("one_of", language, called=called)
        case ClauseIs(codes, wanted):
            names = either.join(taxonomy().get(code).name(language) for code in codes)
            return _say("clause_there" if wanted else "clause_missing", language, names=names)
        case ClauseSays(clause, spellings):
            quoted = either.join(wording_text("punctuation.quoted", language, words=each) for each in spellings)
            return _say("clause_says", language, name=taxonomy().get(clause).name(language), words=quoted)
        case LawIs(laws, wanted):
            names = either.join(law_words(law, language) for law in laws)
            return _say("law_is" if wanted else "law_is_not", language, names=names)
        case PartyIs(_, parties, others, wanted, roles):
            names = either.join(parties)
            if others:
                names = _say("other_names", language, names=names, others=listed(others, language))
            if roles:
                return _say("party_called", language, names=names, roles=either.join(roles))
            return _say("party_is" if wanted else "party_is_not", language, names=names)
        case PartyFrom(countries):
            names = either.join(country_name(code, language) for code in countries)
            return _say("party_from", language, names=names)
        case TypeIs(codes, wanted):
            names = either.join(agreement_type_name(code, language) for code in codes)
            return _say("type_is" if wanted else "type_is_not", language, names=names)
        case LanguageIs(code):
            return _say("written_in", language, name=_say(f"language_{code}", language))
        case RenewalIs(renewals, wanted):
            name = renewals[0] if renewals in (("evergreen",), ("mutual",)) else "automatic"
            return _say(f"renews_{name}" if wanted else f"renews_{name}_not", language)
        case DateIn(field, first, last, wanted):
            words = _window(_say(field, language), first, last, language)
            return words if wanted else _say("window_not", language, window=words)
        case NumberIs(quantity, low, high, unit, strict):
            if quantity in ("term_days", "renewal_days"):
                return _lasts(quantity.removesuffix("_days"), low, high, unit, strict, language)
            bounds = _bounds(low, high, language)
            return _say("number_is", language, quantity=_say(quantity, language), bounds=bounds)


def _lasts(what: str, low: int | None, high: int | None, unit: Unit, strict: bool, language: Language) -> str:
    number = low if low is not None else high
    length = wording_text(f"length.{unit}" if number == 1 else f"length.{unit}s", language, n=number)
    if low is not None:
        way = "exactly" if low == high else "more" if strict else "at_least"
    else:
        way = "less" if strict else "at_most"
    return _say(f"{what}_{way}", language, length=length)


def _window(name: str, first: str | None, last: str | None, language: Language) -> str:
    begin, end = (None if day is None else day_words(day, language) for day in (first, last))
    if begin and end:
        if begin == end:
            return _say("window_day", language, date=name, first=begin)
        return _say("window", language, date=name, first=begin, last=end)
    if begin:
        return _say("window_from", language, date=name, first=begin)
    return _say("window_to", language, date=name, last=end)


def _bounds(low: int | None, high: int | None, language: Language) -> str:
    if low is not None and high is not None:
        return _say("exactly", language, n=low) if low == high else _say("from_to", language, low=low, high=high)
    return _say("at_least", language, n=low) if low is not None else _say("at_most", language, n=high)


def law_words(law: Law, language: Language) -> str:
    """A governing law in words, such as "New York, United States"."""
    return place_name(law.country, law.state, language)


def day_words(day: str, language: Language) -> str:
    """An ISO day as people write it."""
    return format_date(date.fromisoformat(day), format="long", locale=locale_of(language))
