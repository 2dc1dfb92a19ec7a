"""A contract as the nodes and relations that stand for it in the graph; pure, so that every backend writes the same.

Organizations are keyed by the name as written with white space made even: two spellings stay two organizations
until a person says that they are one.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from core.evidence import Evidence
from core.graph.projection.contract import GraphContract, digest
from core.graph.store import Placed
from core.lexicon import country_name
from core.record import UNDECIDED, Excerpt, Fact
from core.taxonomy import Category, taxonomy

Value = str | int | float | None | list[int] | list[float] | list[str]
Properties = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Records:
    """Property maps of one contract's part of the graph; the keys of each map are those of `core.graph.schema`.

    Relations carry the key of their far end beside their own properties: `organization`, `country_code`, `type`.
    """

    agreement: Properties
    organizations: list[Properties]
    parties: list[Properties]
    countries: list[Properties]
    incorporations: list[Properties]
    laws: list[Properties]
    verdicts: list[Properties]
    clauses: list[Properties]
    excerpts: list[Properties]
    candidates: list[Properties]
    facts: list[Properties]

    @property
    def rows(self) -> int:
        """How many nodes it puts into the graph that are the contract's own."""
        return 1 + sum(map(len, (self.clauses, self.excerpts, self.candidates, self.facts)))


def excerpt_texts(contract: GraphContract) -> list[str]:
    """The texts of a contract that vectors are made of."""
    return [str(excerpt["text"]) for excerpt in records(contract).excerpts]


def records(contract: GraphContract) -> Records:
    """Everything that a contract puts into the graph, in an order that depends on the contract alone."""
    extraction = contract.extraction
    organizations: dict[str, Properties] = {}
    countries: dict[str, Properties] = {}
    parties: list[Properties] = []
    incorporations: list[Properties] = []
    for position, party in enumerate(extraction.parties):
        name = plain_name(party.name)
        if not name:
            continue
        key = organization_id(name)
        organizations[key] = {"id": key, "name": name}
        code = _country(party.country, countries)
        state = clean(party.state)
        parties.append(
            {
                "organization": key,
                "role": clean(party.role),
                "position": position,
                "country": code,
                "state": state,
                "confidence": party.confidence,
                **_evidence(party.evidence),
            }
        )
        edge: Properties = {"organization": key, "country_code": code, "state": state}
        if code is not None and edge not in incorporations:
            incorporations.append(edge)
    laws = [
        {
            "country_code": code,
            "state": clean(fact.detail),
            "position": position,
            "confidence": fact.confidence,
            **_evidence(fact.evidence),
        }
        for position, fact in enumerate(fact for fact in extraction.facts if fact.name == "governing_law")
        if (code := _country(fact.value, countries)) is not None
    ]
    clauses, excerpts, candidates = _clauses(contract)
    return Records(
        agreement=_agreement(contract, laws, [str(row["name"]) for row in organizations.values()]),
        organizations=list(organizations.values()),
        parties=parties,
        countries=list(countries.values()),
        incorporations=incorporations,
        laws=laws,
        verdicts=_verdicts(contract),
        clauses=clauses,
        excerpts=excerpts,
        candidates=candidates,
        facts=_facts(contract.contract_id, extraction.facts),
    )


def placed(excerpts: Sequence[Properties]) -> list[Placed]:
    """Those excerpts that have a place in the text, by type and position."""
    found = sorted(excerpts, key=lambda excerpt: (str(excerpt["type"]), int(str(excerpt["position"]))))
    return [
        Placed(str(excerpt["id"]), str(excerpt["type"]), start, end, float(str(excerpt["confidence"])))
        for excerpt in found
        if isinstance(start := excerpt["start_offset"], int) and isinstance(end := excerpt["end_offset"], int)
    ]


def clause_types() -> list[Properties]:
    """The nodes of the categories, in taxonomy order."""
    return [_clause_type(category) for category in taxonomy().categories]


def own_types() -> list[Properties]:
    """The nodes of the clause types that users defined: they may be newer than the graph."""
    return [_clause_type(category) for category in taxonomy().own]


def _clause_type(category: Category) -> Properties:
    return {
        "code": category.code,
        "kind": category.kind,
        "name": category.en,
        "name_ja": category.ja,
        "group_code": category.group,
    }


def plain_name(name: str) -> str:
    """A name as written, with white space made even."""
    return re.sub(r"\s+", " ", clean(name) or "").strip()


def organization_id(name: str) -> str:
    """Key of the organization of that plain name. A hash, because Neo4j cannot index keys above 8 KB."""
    return "o" + hashlib.sha256(name.encode()).hexdigest()[:24]


def clause_key(contract_id: str, code: str) -> str:
    """Key of a contract's clause of a type."""
    return f"{contract_id}:{code}"


def fact_key(contract_id: str, name: str, number: int) -> str:
    """Key of one of a contract's facts of a name, counted from 0."""
    return f"{contract_id}:fact:{name}:{number}"


def clean(text: str | None) -> str | None:
    """Text that both backends store: without NUL and without halves of surrogate pairs; None stays None."""
    if text is None:
        return None
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


def _agreement(contract: GraphContract, laws: list[Properties], parties: list[str]) -> Properties:
    values: dict[str, str] = {}
    for fact in contract.extraction.facts:
        if fact.value is not None:
            values.setdefault(fact.name, fact.value)
    return {
        "contract_id": contract.contract_id,
        "sha256": contract.sha256,
        "digest": digest(contract),
        "title": clean(contract.title),
        "name": clean(values.get("document_name")),
        "file_name": clean(contract.file_name),
        "language": contract.language,
        "engine": clean(contract.extraction.engine),
        "agreement_type": clean(values.get("agreement_type")),
        "agreement_date": _day(values.get("agreement_date")),
        "effective_date": _day(values.get("effective_date")),
        "expiration_date": _day(values.get("expiration_date")),
        "last_notice_day": _day(contract.last_notice_day),
        "current_end_date": (
            None if contract.runs_on else _day(contract.current_end_date) or _day(values.get("expiration_date"))
        ),
        "rolls_after": _day(contract.rolls_after),
        "renewal_term": clean(values.get("renewal_term")),
        "renewal_kind": contract.renewal_kind,
        "notice_period": clean(values.get("notice_period")),
        "most_favored_country": laws[0]["country_code"] if laws else None,
        "pages": len(contract.pages),
        "unread_pages": [page.number for page in contract.pages if page.source == "unread"],
        # The names once more, in their order: a list of contracts is then read by their keys alone.
        "parties": parties,
    }


def _day(value: str | None) -> str | None:
    # A relative or partial date is kept in the Fact; only a whole calendar day can be compared.
    if value is None or not re.fullmatch(r"\d{4}-\d{2}-\d{2}", value):
        return None
    try:
        return date.fromisoformat(value).isoformat()
    except ValueError:
        return None


def _country(code: str | None, countries: dict[str, Properties]) -> str | None:
    key = (clean(code) or "").strip().upper()
    if not key:
        return None
    countries[key] = {"code": key, "name": country_name(key, "en")}
    return key


def _verdicts(contract: GraphContract) -> list[Properties]:
    found = {clause.type: clause for clause in contract.extraction.clauses}
    verdicts: list[Properties] = []
    for category in taxonomy().categories:
        clause = found.get(category.code)
        verdicts.append(
            {
                "type": category.code,
                "presence": clause.presence if clause else "unknown",
                "confidence": clause.confidence if clause and clause.presence == "present" else None,
            }
        )
    return verdicts


def _clauses(contract: GraphContract) -> tuple[list[Properties], list[Properties], list[Properties]]:
    clauses: list[Properties] = []
    excerpts: list[Properties] = []
    candidates: list[Properties] = []
    known = {category.code for category in taxonomy().categories}
    for clause in contract.extraction.clauses:
        if clause.type not in known:
            continue
        waiting = list(clause.candidates)
        if clause.presence == "present":
            key = clause_key(contract.contract_id, clause.type)
            clauses.append(
                {
                    "id": key,
                    "contract_id": contract.contract_id,
                    "type": clause.type,
                    "confidence": clause.confidence,
                }
            )
            excerpts += [
                {"clause": key, **_excerpt(contract.contract_id, clause.type, position, excerpt, "excerpt")}
                for position, excerpt in enumerate(excerpt for excerpt in clause.excerpts if excerpt.confirmed)
            ]
            waiting = [*(excerpt for excerpt in clause.excerpts if not excerpt.confirmed), *waiting]
        elif clause.presence in UNDECIDED:
            # Words for a clause that nobody is sure of are worth showing, but are no finding.
            waiting = [*clause.excerpts, *waiting]
        candidates += [
            _excerpt(contract.contract_id, clause.type, position, excerpt, "candidate")
            for position, excerpt in enumerate(waiting)
        ]
    return clauses, excerpts, candidates


def _excerpt(contract_id: str, code: str, position: int, excerpt: Excerpt, kind: str) -> Properties:
    evidence = excerpt.evidence
    return {
        "id": f"{contract_id}:{code}:{kind}:{position}",
        "contract_id": contract_id,
        "type": code,
        "position": position,
        "text": clean(evidence.shown or excerpt.text),
        "state": evidence.state,
        "page": evidence.page,
        "start_offset": evidence.start,
        "end_offset": evidence.end,
        "confidence": excerpt.confidence,
    }


def _facts(contract_id: str, facts: Sequence[Fact]) -> list[Properties]:
    seen: Counter[str] = Counter()
    found: list[Properties] = []
    for position, fact in enumerate(facts):
        name = clean(fact.name) or ""
        found.append(
            {
                # So that a contract's facts of a name are looked up by key.
                "id": fact_key(contract_id, name, seen[name]),
                "contract_id": contract_id,
                "name": name,
                "position": position,
                "value": clean(fact.value),
                "detail": clean(fact.detail),
                "confidence": None if fact.value is None else fact.confidence,
                **_evidence(fact.evidence),
            }
        )
        seen[name] += 1
    return found


def _evidence(evidence: Evidence | None) -> Properties:
    if evidence is None:
        return dict.fromkeys(("evidence_state", "page", "start_offset", "end_offset", "quote"))
    return {
        "evidence_state": evidence.state,
        "page": evidence.page,
        "start_offset": evidence.start,
        "end_offset": evidence.end,
        "quote": clean(evidence.shown) or None,
    }
