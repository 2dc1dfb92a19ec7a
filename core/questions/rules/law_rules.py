"""Rules of places: governing laws and the homes of companies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from core.questions.cascade import Token
from core.questions.plan import Law, LawIs, PartyFrom
from core.questions.rules.run_rules import as_condition, value_of


def law(run: Sequence[Token]) -> Token | None:
    if not any(token.has("govern", "law", "lawfact", "under") for token in run):
        return None
    if all(token.has("adj", "func", "under", "without", "except", "or", "and", "comma") for token in run):
        return None
    laws = tuple(
        cast(Law, token.values.get("place") or token.values.get("adj")) for token in run if token.has("place", "adj")
    )
    denied = sum(token.has("except", "exceptJ", "without", "withoutJ") for token in run)
    if denied > 1 or (denied and begins_again(run, "place", "adj")):
        return None
    if not denied and any(token.has("and") and token.text in ("かつ", "同時に") for token in run):
        return as_condition(run, *(LawIs((law,)) for law in laws))
    return as_condition(run, LawIs(laws, denied == 0))


def begins_again(run: Sequence[Token], *tags: str) -> bool:
    """Whether a "with" or "under" stands between two of a row: "not under Delaware law and under Texas law"."""
    places = [place for place, token in enumerate(run) if token.has(*tags)]
    inside = run[places[0] : places[-1]] if places else ()
    return any(token.has("under", "govern", "with", "party_to") and token.text != "from" for token in inside)


def homes(run: Sequence[Token]) -> Token | None:
    """ "A UK and a Japanese party": one of each; with "or", one of any. Which state a party is from is not
    known; whoever says "English" means the United Kingdom.
    """
    places = [cast(Law, token.values.get("place") or token.values["adj"]) for token in run if token.has("place", "adj")]
    if any(place.state is not None and place.country != "GB" for place in places):
        return None
    countries = tuple(place.country for place in places)
    if any(token.has("or") for token in run):
        return as_condition(run, PartyFrom(countries))
    return as_condition(run, *(PartyFrom((country,)) for country in countries))


def any_home(run: Sequence[Token]) -> Token | None:
    """ "A party from China or South Africa"; with "and" it is open whether one contract has both."""
    return homes(run) if any(token.has("or") for token in run) and not any(token.has("and") for token in run) else None


def state_law(run: Sequence[Token]) -> Token | None:
    """ "Texas contracts": the law of a state, since no company is said to be from there."""
    laws = tuple(cast(Law, token.values["place"]) for token in run if token.has("place"))
    stated = all(law.state is not None for law in laws) and not any(token.has("adj") for token in run)
    return as_condition(run, LawIs(laws)) if stated else None


def home(run: Sequence[Token]) -> Token | None:
    law = cast(Law, value_of(run, "place") or value_of(run, "adj"))
    return as_condition(run, PartyFrom((law.country,))) if law.state is None else None
