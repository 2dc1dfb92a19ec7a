"""Values of facts and names of things in the words of the session's language."""

from __future__ import annotations

from datetime import datetime

from core.contracts import Item, absent_words, check_words, fact_words, law_name, missing_value_words
from core.lexicon import place_in_language
from core.record import Excerpt, Extraction, Fact, Party
from core.taxonomy import taxonomy
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
    """A fact's value in words, a relative date or term as the contract puts it; of a refused value, what it was."""
    if fact.check is not None and fact.check.state == "refused":
        return plain(check_words(fact, current_language()))
    return plain(fact_words(fact.name, fact.value, fact.detail, current_language()))


def missing_words(extraction: Extraction, name: str, *, stated: bool = False) -> str:
    """What stands where a fact has no value: whether it is not stated, or was only not found.

    Args:
        extraction: the contract's.
        name: of the fact.
        stated: a person said that there is none.
    """
    if stated:
        return absent_words(current_language())
    return missing_value_words(extraction, name, current_language())


def party_value(party: Party) -> str:
    """A party with its role and where it is incorporated."""
    language = current_language()
    place = law_name(party.country, party.state, language) or place_in_language(party.state or "", language)
    notes = [note for note in (party.role, place) if note]
    name = party.name if not notes else t("contract.party_with_notes", name=party.name, notes=" / ".join(notes))
    if party.unstated:
        unstated = [place_in_language(words, language) for words in party.unstated]
        name = t("contract.unstated", name=name, unstated=" / ".join(unstated))
    return plain(name)


def moment(when: datetime) -> str:
    """A time to the minute in the machine's own zone."""
    return when.astimezone().strftime("%Y-%m-%d %H:%M")
