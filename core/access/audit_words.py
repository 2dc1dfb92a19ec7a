"""What an entry of the audit log says, in words: codes are for the database, people read sentences.

`core/wording/audit.yaml` is the list of actions: the log takes no other (`core.access.audit`), so each has its words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from core.taxonomy import taxonomy
from core.wording import Language, listed, wording_text, wordings

_CODED = frozenset({"after", "before", "decision", "kind", "method", "other", "scopes"})
"""Facts whose values are codes of ours; names of people are shown as they are."""
_IDS = frozenset({"job", "other", "run", "token", "user"})
"""Facts that may be the id of something that has a name."""
_OF_AN_ID = re.compile(r"[0-9A-Za-z]{12,}")
_END = 6
_NO_NAMES: Mapping[str, str] = MappingProxyType({})


def is_action(name: str) -> bool:
    """Whether the log knows an action, such as `contract.delete`."""
    return _did(name) in wordings()


def is_form(name: str) -> bool:
    """Whether a form in which something is exported, such as `graph_png`, has words."""
    return _form(name) in wordings()


def action_words(action: str, language: Language) -> str:
    """What was done; the code itself for an action of another release."""
    return _words(_did(action), language) or action


def resource_words(kind: str | None, language: Language) -> str:
    """What kind of thing it was done to; empty for nothing."""
    return "" if kind is None else _words(f"audit.thing_{kind}", language) or kind


def thing_words(
    kind: str | None, thing_id: str | None, language: Language, names: Mapping[str, str] = _NO_NAMES
) -> str:
    """What it was done to: the kind of thing and what it is called now, after `names` by id.

    Of an id without a name, such as that of a deleted contract, only its end is said, which tells it from others.
    """
    called = "" if thing_id is None else names.get(thing_id) or _end_of(thing_id)
    return " ".join(filter(None, (resource_words(kind, language), called)))


def fact_words(facts: Mapping[str, object], language: Language, names: Mapping[str, str] = _NO_NAMES) -> str:
    """What else an entry says: each fact under its name, codes in words, ids by what `names` says that they are."""
    colon = wording_text("punctuation.colon", language)
    return listed(
        (
            f"{_words(f'audit.fact_{name}', language) or name}{colon}{_value(name, value, language, names)}"
            for name, value in facts.items()
        ),
        language,
    )


def _value(name: str, value: object, language: Language, names: Mapping[str, str]) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if name in _IDS and text in names:
        return names[text]
    if name == "role":
        key = f"login.role_{text}"
        return wording_text(key, language) if key in wordings() else text
    if name == "subject":
        return _item(text, language)
    if name == "form":
        return _words(_form(text), language) or text
    if name in _IDS and name not in _CODED:
        return _end_of(text)
    codes = text.split(", ") if name == "scopes" else [text]
    coded = name in _CODED
    return listed(
        ((_words(f"audit.value_{code}", language) or _end_of(code)) if coded else code for code in codes), language
    )


def _item(subject: str, language: Language) -> str:
    """The item of a contract: a fact or clause type under its name, anything else as it is."""
    code = subject.partition(":")[2].split(":")[0]
    try:
        return taxonomy().get(code).name(language)
    except KeyError:
        kind, _, rest = subject.partition(":")
        if kind == "fact" and (named := _words(f"contract.{code}", language)):
            return named
        thing = _words(f"audit.thing_{kind}", language)
        return f"{thing} {_end_of(rest)}" if thing else _end_of(subject)


def _end_of(thing_id: str) -> str:
    """An id as people can bear it: all of a short one or of words, the end of one made of signs."""
    return _OF_AN_ID.sub(
        lambda match: f"…{match[0][-_END:]}" if any(map(str.isdigit, match[0])) else match[0], thing_id
    )


def _did(action: str) -> str:
    return f"audit.did_{action.replace('.', '_', 1)}"


def _form(name: str) -> str:
    return f"audit.form_{name}"


def _words(key: str, language: Language) -> str | None:
    return wording_text(key, language) if key in wordings() else None
