"""What a column's name says of the values below it: a property under another one's name is a claim that nobody read.

Only values are looked at: what a condition compares, or a count counts, is not shown.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from core.cypher.syntax.parts import QueryPart
from core.cypher.syntax.tokens import UnreadableQuery

NOUN_LABELS = {
    "contract": frozenset(("Agreement",)),
    "agreement": frozenset(("Agreement",)),
    "title": frozenset(("Agreement", "KnowledgeEntry")),
    "party": frozenset(("Organization", "Party")),
    "organization": frozenset(("Organization", "Party")),
    "clause": frozenset(("ContractClause", "ClauseType", "Excerpt", "Candidate")),
    "excerpt": frozenset(("Excerpt", "Candidate")),
    "fact": frozenset(("Fact",)),
    "country": frozenset(("Country",)),
    "law": frozenset(("Country",)),
    "type": frozenset(("ClauseType", "AgreementType")),
}
"""What a column's noun counts or names."""
_ONE = {"parties": "party", "countries": "country"}
_NAMING = frozenset(("name", "title", "id", "code"))
"""Properties that many labels have: whose name it is, only the label tells."""
_PLACES = frozenset(("code", "name", "country", "most_favored_country", "value", "detail", "state"))
_KINDS = frozenset(("agreement_type", "type", "kind", "code", "name", "name_ja", "renewal_kind", "value", "group_code"))
_FITS = {
    "title": frozenset(("title", "name", "file_name")),
    "name": frozenset(("name", "name_ja", "title", "file_name", "code", "id", "parties", "value", "type")),
    "contract": frozenset(("contract_id", "title", "name", "file_name")),
    "agreement": frozenset(("contract_id", "title", "name", "file_name")),
    "party": frozenset(("name", "parties", "id")),
    "organization": frozenset(("name", "parties", "id")),
    "role": frozenset(("role",)),
    "country": _PLACES,
    "law": _PLACES,
    "state": frozenset(("state", "detail", "evidence_state")),
    "type": _KINDS,
    "kind": _KINDS,
    "agreement_type": frozenset(("agreement_type", "code", "name", "name_ja", "value")),
    "page": frozenset(("page", "pages", "unread_pages")),
    "text": frozenset(("text", "quote", "detail", "problem", "risk", "recommended_clause", "walk_away")),
    "quote": frozenset(("text", "quote")),
    "excerpt": frozenset(("text", "quote")),
    "id": frozenset(("id", "contract_id", "code", "key")),
}
"""Which properties a column of that name may hold; other names of properties hold that property, or a fact's value."""
_ANYTHING = frozenset(("value", "number", "position", "key", "code", "detail", "n", "x", "y", "contract_id"))
"""Names that say nothing of what they hold; whether a row's contract_id is one decides on its link only."""
_UNITS = frozenset("year years quarter quarters month months week weeks day days".split())
_LEAST = frozenset("earliest first least lowest min minimum oldest shortest smallest".split())
_MOST = frozenset("highest last latest longest max maximum most newest".split())


@dataclass(frozen=True, slots=True)
class HeldProperty:
    """A property whose values a column holds, with the labels of its node as far as they are known."""

    name: str
    labels: frozenset[str] | None


def name_words(name: str) -> list[str]:
    """The words of a name in snake_case or camelCase, in small letters."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_]+", name)]


def singular(word: str) -> str:
    """A noun of a column's name in the singular."""
    return _ONE.get(word, word.removesuffix("s"))


def check_words(name: str, known: Collection[str]) -> None:
    """Refuse a name with words that neither properties nor counts have.

    Args:
        name: the column's.
        known: words that a name may have.

    Raises:
        UnreadableQuery: it may say more than was read.
    """
    strange = [word for word in name_words(name) if not {word, word.removesuffix("s")} & set(known)]
    if strange or not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,40}", name):
        raise UnreadableQuery(
            "shown",
            f"The column name {name[:60]} may say more than was read; name columns by the properties that they hold, "
            "such as contract_id, title, expiration_date, contracts.",
        )


def check_name(
    name: str, expression: QueryPart, held: Collection[HeldProperty], properties: Collection[str], dated: bool
) -> None:
    """Refuse a column whose name says something else than the values below it.

    Args:
        name: the column's.
        expression: what gives its values.
        held: the properties that the values are of.
        properties: names of all properties.
        dated: whether a day or a length of time is among the values.

    Raises:
        UnreadableQuery: the name claims what was not read.
    """
    words = name_words(name)
    if not words:
        return
    head = name if name in _FITS or name in properties else singular(words[-1])
    for each in held:
        if not _fits(head, each, properties) or not _labelled(words[-1], each):
            raise _misnamed(name, each.name)
    if name in properties and held and any(part.kind == "arithmetic" for part in expression.walk()):
        raise _misnamed(name, "a value that was reckoned")
    if held and not dated and words[-1] in _UNITS:
        raise _misnamed(name, " and ".join(sorted({each.name for each in held})))
    if name not in properties:
        _check_end(name, words, expression)


def _fits(head: str, held: HeldProperty, properties: Collection[str]) -> bool:
    if head in _ANYTHING or held.name == head:
        return True
    if head in _FITS:
        return held.name in _FITS[head]
    return head not in properties or held.name == "value"


def _labelled(noun: str, held: HeldProperty) -> bool:
    wanted = NOUN_LABELS.get(singular(noun))
    return wanted is None or not held.labels or held.name not in _NAMING or bool(wanted & held.labels)


def _check_end(name: str, words: Iterable[str], expression: QueryPart) -> None:
    """The smallest is not called the latest, nor the greatest the first."""
    called = {part.name.lower() for part in expression.walk() if part.kind == "call"}
    wrong = {"min": _MOST, "max": _LEAST}
    for function in called & wrong.keys():
        if len(called & wrong.keys()) == 1 and wrong[function] & set(words) and not wrong[function] & called:
            raise _misnamed(name, f"the {function}")


def _misnamed(name: str, held: str) -> UnreadableQuery:
    return UnreadableQuery("shown", f"The column {name[:60]} would hold {held}; name it by what it holds.")
