"""Names of one party: suggests which names may mean the same one, and keeps people's reversible decisions."""

from core.parties.book import PartyBook
from core.parties.group import Decision, JoinedParty, Member, Rejection
from core.parties.organizations import Organization, organizations
from core.parties.stated import AliasStatement, alias_statements
from core.parties.suggestions import PartySuggestion, Reason, suggestions

__all__ = [
    "AliasStatement",
    "Decision",
    "JoinedParty",
    "Member",
    "Organization",
    "PartyBook",
    "PartySuggestion",
    "Reason",
    "Rejection",
    "alias_statements",
    "organizations",
    "suggestions",
]
