"""What an entry of the audit log says, in words: codes are for the database, people read sentences.

`core/wording/audit.yaml` is the list of actions: the log takes no other (`core.access.audit`), so each has its words.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.taxonomy import taxonomy
from core.wording import Language, listed, wording_text, wordings

_CODED = frozenset({"after", "before", "decision", "kind", "method", "other", "scopes"})
"""Facts whose values are codes of ours; names of people and ids are shown as they are."""


def is_action(name: str) -> bool:
    """Whether the log knows an action, such as `contract.delete`."""
    return _did(name) in wordings()


def action_words(action: str, language: Language) -> str:
    """What was done; the code itself for an action of another release."""
    return _words(_did(action), language) or action


def resource_words(kind: str | None, language: Language) -> str:
    """What kind of thing it was done to; empty for nothing."""
    return "" if kind is None else _words(f"audit.thing_{kind}", language) or kind


def fact_words(facts: Mapping[str, object], language: Language) -> str:
    """What else an entry says: each fact under its name, codes in words."""
    colon = wording_text("punctuation.colon", language)
    return listed(
        (
            f"{_words(f'audit.fact_{name}', language) or name}{colon}{_value(name, value, language)}"
            for name, value in facts.items()
        ),
        language,
    )


def _value(name: str, value: object, language: Language) -> str:
    said = str(value).lower() if isinstance(value, bool) else str(value)
    if name == "role":
        key = f"login.role_{said}"
        return wording_text(key, language) if key in wordings() else said
    if name == "subject":
        return _item(said, language)
    codes = said.split(", ") if name == "scopes" else [said]
    coded = name in _CODED
    return listed(((_words(f"audit.value_{code}", language) or code) if coded else code for code in codes), language)


def _item(subject: str, language: Language) -> str:
    """The item of a contract: a fact or clause type under its name, anything else as it is."""
    code = subject.partition(":")[2].split(":")[0]
    try:
        return taxonomy().get(code).name(language)
    except KeyError:
        return subject


def _did(action: str) -> str:
    return f"audit.did_{action.replace('.', '_', 1)}"


def _words(key: str, language: Language) -> str | None:
    return wording_text(key, language) if key in wordings() else None
