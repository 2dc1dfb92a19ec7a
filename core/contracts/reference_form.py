"""Extractions as JSON in the form of the reference implementation, out and in.

An imported file is a person's statement: what it says is there counts as present, what it says is not there as absent
(if every page was read), what it does not mention as unknown. Its quotes are looked for all the same, and each shows
whether it stands in the contract. The form has no place for the agreement date, for evidence and for "unknown":
undecided clauses are left out of an export.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.contracts.borne_out import borne_out
from core.contracts.endpoint.categories import CONFIDENCE, Rule, all_categories, clause, excerpt, united
from core.contracts.endpoint.fact_values import normalised, placed
from core.documents import Document
from core.errors import BadArguments
from core.evidence import Evidence, locate
from core.lexicon import country_name
from core.record import UNDECIDED, Clause, Excerpt, Extraction, Fact, Party, Presence
from core.taxonomy import taxonomy

ENGINE = "imported"

_UNITS = {"day": "D", "week": "W", "month": "M", "year": "Y"}
_WORDS = re.compile(r"(?:[a-z-]+\s*)?\(?(\d+)\)?[\s-]*(?:calendar\s+)?(day|week|month|year)s?", re.IGNORECASE)
_PERIOD = re.compile(r"P(\d+)([DWMY])")


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class _Party(_Form):
    role: str = ""
    name: str = Field(min_length=1)
    incorporation_country: str = ""
    incorporation_state: str = ""


class _ReferenceLaw(_Form):
    country: str = ""
    state: str = ""
    most_favored_country: str = ""


class _Clause(_Form):
    clause_type: str
    exists: bool
    excerpts: list[str] = Field(default_factory=list)


class _Agreement(_Form):
    agreement_name: str | None = None
    agreement_type: str | None = None
    effective_date: str | None = None
    expiration_date: str | None = None
    renewal_term: str | None = None
    Notice_period_to_Terminate_Renewal: str | None = None
    parties: list[_Party] | None = None
    governing_law: _ReferenceLaw | None = None
    clauses: list[_Clause] = Field(default_factory=list)


class _Reference(_Form):
    agreement: _Agreement


def to_reference(extraction: Extraction) -> dict[str, object]:
    """An extraction in the reference's form, ready for JSON."""
    extraction = borne_out(extraction)
    law = extraction.fact("governing_law")
    country = country_name(law.value, "en") if law is not None and law.value is not None else ""
    agreement = _Agreement(
        agreement_name=_text(extraction, "document_name"),
        agreement_type=_text(extraction, "agreement_type"),
        effective_date=_text(extraction, "effective_date"),
        expiration_date=_text(extraction, "expiration_date"),
        renewal_term=_text(extraction, "renewal_term", _period_in_words),
        Notice_period_to_Terminate_Renewal=_text(extraction, "notice_period", _period_in_words),
        parties=[
            _Party(
                role=party.role or "",
                name=party.name,
                incorporation_country=country_name(party.country, "en") if party.country else "",
                incorporation_state=party.state or "",
            )
            for party in extraction.parties
        ],
        governing_law=_ReferenceLaw(
            country=country, state=(law.detail or "") if law is not None else "", most_favored_country=country
        ),
        clauses=[
            _Clause(
                clause_type=category.en,
                exists=verdict.presence == "present",
                excerpts=[excerpt.text for excerpt in verdict.excerpts] if verdict.presence == "present" else [],
            )
            for category in taxonomy().clauses
            if (verdict := extraction.clause(category.code)).presence not in UNDECIDED
        ],
    )
    return _Reference(agreement=agreement).model_dump()


def _text(extraction: Extraction, name: str, worded: Callable[[str], str] = str) -> str:
    fact = extraction.fact(name)
    if fact is None:
        return ""
    return worded(fact.value) if fact.value is not None else fact.detail or ""


def _period_in_words(value: str) -> str:
    match = _PERIOD.fullmatch(value)
    if match is None:
        return value
    unit = next(word for word, sign in _UNITS.items() if sign == match[2])
    return f"{match[1]} {unit}{'' if match[1] == '1' else 's'}"


def from_reference(data: object, document: Document) -> Extraction:
    """The extraction that a JSON value in the reference's form states of a document, its quotes looked for.

    Raises:
        BadArguments: the value has not that form; `facts["path"]` is the JSON Pointer of the first fault.
    """
    try:
        agreement = _Reference.model_validate(data).agreement
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        raise _wrong("".join(f"/{part}" for part in first["loc"]), first["msg"]) from None
    rule = _as_stated(document)
    facts = {fact.name: fact for fact in _facts(agreement, document)}
    parties = None if agreement.parties is None else tuple(_party(party, document) for party in agreement.parties)
    return Extraction(
        engine=ENGINE,
        facts=tuple(facts.values()),
        parties=parties or (),
        clauses=all_categories(_clauses(agreement, document, rule), facts, parties, rule),
    )


def _wrong(path: str, reason: str) -> BadArguments:
    return BadArguments(f"The extraction file is wrong at {path or '/'}: {reason}", path=path or "/", reason=reason)


def _as_stated(document: Document) -> Rule:
    def verdict(claimed: bool | None, _: tuple[Excerpt, ...]) -> Presence:
        if claimed:
            return "present"
        return "unknown" if claimed is None or not document.read_in_full else "absent"

    return verdict


def _clauses(agreement: _Agreement, document: Document, rule: Rule) -> dict[str, Clause]:
    found: dict[str, Clause] = {}
    for index, stated in enumerate(agreement.clauses):
        path = f"/agreement/clauses/{index}"
        category = taxonomy().find(stated.clause_type)
        if category is None or category.kind != "clause":
            raise _wrong(f"{path}/clause_type", f"no clause type is called {stated.clause_type!r}")
        if category.code in found:
            raise _wrong(f"{path}/clause_type", f"{stated.clause_type!r} stands twice")
        if stated.excerpts and not stated.exists:
            raise _wrong(f"{path}/excerpts", "excerpts of a clause that is said not to exist")
        quotes = [quote for quote in stated.excerpts if quote.strip()]
        excerpts = united(excerpt(locate(document, quote)) for quote in quotes)
        found[category.code] = clause(category.code, rule(stated.exists, excerpts), excerpts)
    return found


def _facts(agreement: _Agreement, document: Document) -> list[Fact]:
    stated = {
        "document_name": agreement.agreement_name,
        "agreement_type": agreement.agreement_type,
        "effective_date": agreement.effective_date,
        "expiration_date": agreement.expiration_date,
        "renewal_term": _period(agreement.renewal_term),
        "notice_period": _period(agreement.Notice_period_to_Terminate_Renewal),
    }
    facts = [_fact(name, words, document) for name, words in stated.items() if words is not None]
    if agreement.governing_law is not None:
        law = agreement.governing_law
        # Of several laws the form names the preferred one beside the first.
        country, state = placed(law.most_favored_country or law.country, law.state)
        detail = state if country is not None else (law.state or law.country or None)
        claimed = country is not None or detail is not None
        facts.append(Fact("governing_law", country, detail, CONFIDENCE["unverified"] if claimed else 0.0))
    return facts


def _period(words: str | None) -> str | None:
    """An ISO 8601 duration for words such as "30 days", else the words."""
    match = _WORDS.fullmatch(words.strip()) if words is not None else None
    return words if match is None else f"P{match[1]}{_UNITS[match[2].lower()]}"


def _fact(name: str, words: str, document: Document) -> Fact:
    if not words.strip():
        return Fact(name, None)
    value = normalised(name, words)
    # Only the name of a contract is a quote; the form keeps no words for the other facts.
    evidence = locate(document, words) if name == "document_name" else None
    return Fact(name, value, None if value is not None else words, _confidence(evidence), evidence)


def _party(stated: _Party, document: Document) -> Party:
    country, state = placed(stated.incorporation_country, stated.incorporation_state)
    evidence = locate(document, stated.name)
    return Party(stated.name, stated.role or None, country, state, _confidence(evidence), evidence)


def _confidence(evidence: Evidence | None) -> float:
    return CONFIDENCE["unverified" if evidence is None else evidence.state]
