"""Suggestions of names that may be one party. Nothing is merged by them: a person decides on each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from core.lexicon import normal_name, same_name_score
from core.parties.group import JoinedParty, Rejection
from core.parties.organizations import Organization
from core.parties.pairs import similar_pairs
from core.parties.reasons import Code, Reason, likeness
from core.parties.stated import AliasStatement, StatedAlias, is_role, stated_aliases

__all__ = ["Method", "PartySuggestion", "Reason", "suggestions"]

Method = Literal["same_name", "also_known_as", "person"]
_STATED: dict[str, Code] = {
    "former": "stated_former_name",
    "trade": "stated_trade_name",
    "other": "stated_other_name",
    "short": "stated_short_name",
}
_OTHER_FORM = 0.7


@dataclass(frozen=True, slots=True)
class PartySuggestion:
    """Two names that may be one party. `stated` are the places where a contract says so.

    `together` are all names that would be one party if it were approved, with those that groups have already.
    """

    first: Organization
    second: Organization
    method: Method
    score: float
    reasons: tuple[Reason, ...]
    stated: tuple[StatedAlias, ...]
    together: tuple[str, ...]


def suggestions(
    organizations: Sequence[Organization],
    statements: Mapping[str, Sequence[AliasStatement]],
    groups: Sequence[JoinedParty] = (),
    rejections: Sequence[Rejection] = (),
) -> list[PartySuggestion]:
    """What a person could decide on, surest first; names of one group and pairs that were rejected are left out.

    A name that is only a role ("the Company") is nobody's: it is never suggested.

    Args:
        organizations: all names.
        statements: what each contract's text says of other names, by contract id.
        groups: what people have called one party.
        rejections: what they have called different.
    """
    organizations = [suggestion for suggestion in organizations if not is_role(suggestion.name)]
    group_of = {member.organization_id: group for group in groups for member in group.members}
    refused = {suggestion.key for suggestion in rejections}
    stated = _stated(organizations, statements)
    by_id = {suggestion.id: suggestion for suggestion in organizations}
    found: dict[tuple[str, str], PartySuggestion] = {}
    alike = {_pair(a.id, b.id): (a, b) for a, b in similar_pairs(organizations)}
    for pair in alike.keys() | stated.keys():
        a, b = by_id[pair[0]], by_id[pair[1]]
        if pair in refused or (a.id in group_of and group_of.get(a.id) is group_of.get(b.id)):
            continue
        if _groups_refused(a.id, b.id, group_of, refused):
            continue
        suggestion = _suggestion(a, b, stated.get(pair, ()), group_of)
        if suggestion is not None:
            found[pair] = suggestion
    return sorted(
        found.values(), key=lambda suggestion: (-suggestion.score, suggestion.first.name, suggestion.second.name)
    )


def _suggestion(
    a: Organization, b: Organization, stated: Sequence[StatedAlias], group_of: Mapping[str, JoinedParty]
) -> PartySuggestion | None:
    like = likeness(a, b)
    if stated and normal_name(a.name) == normal_name(b.name) and same_name_score(a.name, b.name) <= _OTHER_FORM:
        # "Acme LLC ("Acme")" says nothing of Acme Limited
        stated = ()
    if like is None and not stated:
        return None
    reasons = tuple(dict.fromkeys(Reason(_STATED[statement.kind]) for statement in stated)) + (
        like.reasons if like else ()
    )
    best = max((statement.score for statement in stated), default=0.0)
    score = max(best, like.score if like else 0.0)
    together = {a.name, b.name}
    for organization in (a, b):
        if organization.id in group_of:
            together |= {member.name for member in group_of[organization.id].members}
    method: Method = "also_known_as" if stated else "same_name"
    first, second = sorted((a, b), key=lambda organization: (-len(organization.contracts), organization.name))
    return PartySuggestion(first, second, method, score, reasons, tuple(stated), tuple(sorted(together)))


def _groups_refused(a: str, b: str, group_of: Mapping[str, JoinedParty], refused: set[tuple[str, str]]) -> bool:
    """Whether to call two names one would put together names that a person called different."""
    ours = [member.organization_id for member in group_of[a].members] if a in group_of else [a]
    theirs = [member.organization_id for member in group_of[b].members] if b in group_of else [b]
    return bool(refused) and any(_pair(own, other) in refused for own in ours for other in theirs)


def _stated(
    organizations: Sequence[Organization], statements: Mapping[str, Sequence[AliasStatement]]
) -> dict[tuple[str, str], list[StatedAlias]]:
    by_name: dict[str, list[Organization]] = defaultdict(list)
    parties: dict[str, list[Organization]] = defaultdict(list)
    for organization in organizations:
        by_name[normal_name(organization.name)].append(organization)
        for contract_id in organization.contracts:
            parties[contract_id].append(organization)
    found: dict[tuple[str, str], list[StatedAlias]] = defaultdict(list)
    for contract_id, stated in statements.items():
        for alias in stated_aliases(contract_id, stated, parties.get(contract_id, ()), by_name):
            found[_pair(alias.organization_a, alias.organization_b)].append(alias)
    return found


def _pair(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)
