"""Values of facts and names of things in the words of the session's language."""

from __future__ import annotations

from datetime import datetime

from core.contracts import fact_words
from core.lexicon import country_name
from core.record import Excerpt, Fact, Party
from core.taxonomy import taxonomy
from core.ui.contract.items import Item
from core.ui.escape import plain
from core.ui.language import current_language
from core.ui.texts import t

DATES = ("agreement_date", "effective_date", "expiration_date")


def item_name(name: str) -> str:
    """What a fact or clause type is called."""
    if name == "agreement_type":
        return t("contract.agreement_type")
    return taxonomy().get(name).name(current_language())


def item_value(item: Item) -> str:
    """An item's value on one line; empty when the contract does not say."""
    content = item.content
    if isinstance(content, Fact):
        return fact_value(content)
    if isinstance(content, Party):
        return party_value(content)
    if isinstance(content, Excerpt):
        return plain(content.evidence.shown or content.text)
    return t(f"contract.presence_{content}")


def fact_value(fact: Fact) -> str:
    """A fact's value in words; a relative date or term as the contract puts it."""
    return plain(fact_words(fact.name, fact.value, fact.detail, current_language()))


def party_value(party: Party) -> str:
    """A party with its role and where it is incorporated."""
    country = country_name(party.country, current_language()) if party.country else None
    place = ", ".join(part for part in (party.state, country) if part)
    notes = [note for note in (party.role, place) if note]
    if not notes:
        return plain(party.name)
    return plain(t("contract.party_with_notes", name=party.name, notes=" / ".join(notes)))


def moment(when: datetime) -> str:
    """A time to the minute in the machine's own zone."""
    return when.astimezone().strftime("%Y-%m-%d %H:%M")
