"""The graph's schema in words, for whoever writes Cypher: a model, an agent, a person."""

from __future__ import annotations

from core.cypher import Backend
from core.graph import schema

_LABELS = {
    "Agreement": "a contract",
    "Organization": "a party as the contracts name it",
    "Party": "one and the same party under all its names, as approved by a person",
    "Country": "a country; code is ISO 3166-1 alpha-2 such as US, JP, GB",
    "ClauseType": "one of the clause types and facts that contracts are checked for",
    "ContractClause": "a clause of one type that was found in one contract",
    "Excerpt": "words of a contract that a clause was found in",
    "Candidate": "words that may be a clause but were not taken for one",
    "Fact": "a value found in a contract, with the words that it was found in",
    "KnowledgeEntry": "a rule of the firm's playbook",
    "AgreementType": "a type of contract that playbook rules apply to",
}
_PROPERTIES = {
    "Agreement.title": "title for people",
    "Agreement.name": "name as written in the contract",
    "Agreement.agreement_type": "code of its type, missing when unknown",
    "Agreement.agreement_date": "day of signing, missing when unknown",
    "Agreement.effective_date": "first day",
    "Agreement.expiration_date": "last day of the initial term, missing when unknown or open-ended",
    "Agreement.current_end_date": "last day of the current term, renewals included",
    "Agreement.rolls_after": "day after which the current term is another one",
    "Agreement.renewal_kind": "automatic, once, evergreen, mutual, option or none; missing when its words do not say",
    "Agreement.last_notice_day": "last day to give notice against the next renewal",
    "Agreement.language": "en or ja",
    "Agreement.pages": "number of pages",
    "Organization.name": "compare with toLower(...) CONTAINS",
    "Country.name": "English name",
    "ClauseType.kind": "clause or fact",
    "ClauseType.name": "English name",
    "ClauseType.name_ja": "Japanese name",
    "ContractClause.type": "code of the clause type",
    "IS_PARTY_TO.role": "role as written, such as Supplier",
    "GOVERNED_BY_LAW.state": "state or province, such as New York",
    "CHECKED_FOR.presence": (
        "present, absent, not_found (the built-in engine found nothing: may be there) or unknown; every contract is "
        "CHECKED_FOR every clause type"
    ),
    "HAS_CLAUSE.type": "code of the clause type",
    "AMENDS.score": "certainty in 0-1",
}
_COMMON = """\
Write one reading query: MATCH, OPTIONAL MATCH, WHERE, WITH, UNWIND, RETURN, ORDER BY, SKIP, LIMIT, UNION. No CALL.
Use only the labels, relations and properties above, and follow relations in their direction.
Give every column a short name with AS. Count contracts with count(DISTINCT a).
Contracts without a clause: MATCH (a:Agreement)-[h:CHECKED_FOR]->(t:ClauseType {code: '…'}) \
WHERE h.presence = 'absent'; with 'not_found' or 'unknown' the clause may be there: count them apart.
Write a day as date('2024-01-31'), today as date(), a period as duration('P6M'); days between: \
duration.inDays(first, second).days."""
_EMBEDDED = """\
The embedded graph takes Neo4j's Cypher but for: CALL { }, COLLECT { }, pattern comprehensions, reduce, subqueries of \
more than one MATCH, split, toInteger and toFloat of texts, duration.between, WITH … ORDER BY without LIMIT, \
labels joined by & or :, keys()."""


def schema_text(backend: Backend) -> str:
    """Labels, relations and properties with their meaning, and what to mind in the backend's Cypher."""
    lines = ["Nodes:"]
    for node in schema.NODES:
        if node.label not in schema.SCHEMA.hidden_labels:
            lines.append(f"(:{node.label}) {_LABELS.get(node.label, '')}".rstrip())
            lines += _properties(node.label, node.properties)
    lines.append("Relations:")
    for relation in schema.RELATIONS:
        lines.append(f"(:{relation.source})-[:{relation.type}]->(:{relation.target})")
        lines += _properties(relation.type, relation.properties)
    lines.append("Rules:")
    lines.append(_COMMON)
    if backend == "embedded":
        lines.append(_EMBEDDED)
    return "\n".join(lines)


def _properties(owner: str, properties: tuple[tuple[str, str], ...]) -> list[str]:
    shown = []
    for name, kind in properties:
        if name not in schema.SCHEMA.hidden_properties:
            meaning = _PROPERTIES.get(f"{owner}.{name}")
            shown.append(f"{name} {kind}" + (f" ({meaning})" if meaning else ""))
    return [f"  {', '.join(shown)}"] if shown else []
