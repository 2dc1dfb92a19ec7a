"""What the things of the audit log are called now, by their ids, as far as whoever looks may know them."""

from __future__ import annotations

from collections.abc import Mapping

from core.access import ApiTokens, People
from core.taxonomy import taxonomy
from core.ui.escape import short
from core.ui.language import current_language
from core.ui.texts import t
from core.ui.workbench import workbench

_TITLE = 60


def audit_names() -> Mapping[str, str]:
    """Names of people, matters, contracts, entries, tokens and clause types by id.

    A contract of a matter of which whoever looks is no member is not among them.
    """
    opened = workbench()
    names = {category.code: category.name(current_language()) for category in taxonomy().clauses}
    names |= {token.token_id: token.name for token in ApiTokens(opened.store).all()}
    names |= {matter.id: matter.name for matter in opened.matters.to_manage()}
    names |= People(opened.store).names()
    for stored in opened.knowledge.entries():
        names[stored.entry.id] = f"{stored.name} {short(stored.entry.title or t('knowledge.untitled'), _TITLE)}"
    for row in opened.library.rows():
        names[row.contract_id] = f"{row.number}. {short(row.summary.title, _TITLE)}"
    return names


def ids_called(words: str, names: Mapping[str, str]) -> tuple[str, ...]:
    """Ids of what is called by these words or by more, whatever their case."""
    wanted = words.strip().casefold()
    return tuple(key for key, name in names.items() if wanted in name.casefold()) if wanted else ()
