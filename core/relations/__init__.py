"""Relations between agreements (amends, supersedes): those that the texts state, and people's reversible decisions."""

from core.relations.book import RelationBook
from core.relations.reference import AgreementReference, Verb
from core.relations.relation import DecidedRelation, RelationDecisionRow, RelationEvidence
from core.relations.resolve import PortfolioAgreement, RelationSuggestion, SuggestionReason, resolve

__all__ = [
    "AgreementReference",
    "DecidedRelation",
    "PortfolioAgreement",
    "RelationBook",
    "RelationDecisionRow",
    "RelationEvidence",
    "RelationSuggestion",
    "SuggestionReason",
    "Verb",
    "resolve",
]
