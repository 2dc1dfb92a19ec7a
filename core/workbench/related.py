"""Suggestions for parties and for relations between agreements, from the portfolio and what its texts state."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from core.contracts import ContractRow, all_statements
from core.evidence import from_span
from core.graph.projection import organization_id, plain_name
from core.lexicon import normal_name
from core.parties import JoinedParty, PartySuggestion, organizations, suggestions
from core.relations import PortfolioAgreement, RelationEvidence, RelationSuggestion, resolve
from core.workbench.workbench import Workbench

Progress = Callable[[int, int], None]


def party_suggestions(workbench: Workbench, *, on_progress: Progress | None = None) -> list[PartySuggestion]:
    """Names that may be one party and on which nobody has decided, surest first."""
    stated = all_statements(workbench.store, on_progress=on_progress)
    return suggestions(
        organizations(workbench.graph()),
        {contract_id: statements.aliases for contract_id, statements in stated.items()},
        workbench.parties.groups(),
        workbench.parties.rejections(),
    )


def relation_suggestions(
    workbench: Workbench, contract_id: str | None = None, *, on_progress: Progress | None = None
) -> list[RelationSuggestion]:
    """Relations between agreements that texts state and on which nobody has decided, surest first.

    Args:
        workbench: the contracts.
        contract_id: only those that touch this contract, from its own words or from another's.
        on_progress: told how many texts of how many have been read, where some had not been.
    """
    stated = all_statements(workbench.store, on_progress=on_progress)
    portfolio = portfolio_agreements(workbench.library.rows(), workbench.parties.groups())
    by_party: dict[str, list[PortfolioAgreement]] = defaultdict(list)
    for agreement in portfolio:
        for party in agreement.parties:
            by_party[party].append(agreement)
    decided = {(relation.kind, relation.source, relation.target) for relation in workbench.relations.relations()}
    found = [
        suggestion
        for agreement in portfolio
        if (references := stated[agreement.contract_id].references if agreement.contract_id in stated else ())
        for suggestion in resolve(agreement, references, _sharing(agreement, by_party))
        if contract_id in (None, suggestion.source, suggestion.target)
        and (suggestion.kind, suggestion.source, suggestion.target) not in decided
    ]
    return sorted(
        found, key=lambda suggestion: (suggestion.ambiguous, -suggestion.score, suggestion.source, suggestion.target)
    )


def _sharing(
    agreement: PortfolioAgreement, by_party: Mapping[str, Sequence[PortfolioAgreement]]
) -> Iterable[PortfolioAgreement]:
    return {other.contract_id: other for party in agreement.parties for other in by_party[party]}.values()


def portfolio_agreements(rows: Sequence[ContractRow], groups: Sequence[JoinedParty]) -> list[PortfolioAgreement]:
    """Contracts as references are held against them; names of one party have one key."""
    group_of = {member.organization_id: group.id for group in groups for member in group.members}

    def key(name: str) -> str:
        plain = plain_name(name)
        return group_of.get(organization_id(plain)) or normal_name(plain)

    return [
        PortfolioAgreement(
            contract_id=row.contract_id,
            title=row.summary.title,
            agreement_type=row.summary.agreement_type,
            agreement_date=row.summary.agreement_date,
            effective_date=row.summary.effective_date,
            parties=frozenset(found for name in row.summary.parties if (found := key(name))),
        )
        for row in rows
    ]


def relation_evidence(workbench: Workbench, suggestion: RelationSuggestion) -> RelationEvidence:
    """The words behind a suggestion, as the document has them.

    Raises:
        NotFound: the contract is gone.
        BadArguments: the text has no such place any more.
    """
    document = workbench.library.document(suggestion.source)
    found = from_span(document, suggestion.start, suggestion.end)
    start, end = (
        found.start if found.start is not None else suggestion.start,
        found.end if found.end is not None else suggestion.end,
    )
    return RelationEvidence(found.page, start, end, found.shown or document.text[start:end])
