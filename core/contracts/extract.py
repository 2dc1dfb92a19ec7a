"""Extraction of one contract by whichever engine is active."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from core.contracts.builtin import find_clauses
from core.contracts.builtin.facts.facts import find_facts
from core.contracts.builtin.sensitivity import SURE, Sensitivity
from core.contracts.endpoint.extraction import extract_by_endpoint
from core.contracts.endpoint.own_types import ask_own, own_clauses_by_endpoint
from core.documents import Document
from core.llm import endpoint, stored_endpoint
from core.prompting import Prompt, PromptShelf, load_prompt
from core.record import Clause, Extraction
from core.settings import Settings
from core.store import Store
from core.taxonomy import taxonomy

BUILTIN = "built-in"
VERSION = "12"
"""Of the built-in engine; raised when it reads otherwise than before, so that people are told to extract again."""
PROMPT = "extraction"


def extract(
    document: Document,
    settings: Settings,
    *,
    store: Store | None = None,
    all_candidates: bool = False,
    sensitivity: Sensitivity = "balanced",
) -> Extraction:
    """Facts, parties and clauses of a document, with evidence.

    Args:
        document: the contract as read.
        settings: chooses the engine: the extraction endpoint when one is configured, else the built-in engine.
        store: where an endpoint's answers and calls are kept; nowhere by default.
        all_candidates: keep every sentence that the built-in engine scored, not only the nearest few.
        sensitivity: what counts as a finding of the built-in engine; an endpoint's findings are its own.

    Raises:
        ModelError: the endpoint gave no usable answer.
    """
    model = endpoint("extraction", settings) if store is None else stored_endpoint("extraction", settings, store)
    if model is not None:
        with model:
            found = extract_by_endpoint(document, model, settings, prompt=_prompt(store))
            if not (own := taxonomy().own):
                return found
            return with_clauses(found, own_clauses_by_endpoint(document, ask_own(document, own, model, settings)))
    clauses = find_clauses(document, all_candidates=all_candidates, sensitivity=sensitivity)
    facts, parties = find_facts(document, clauses)
    if sensitivity == "only_sure":
        facts = tuple(fact for fact in facts if fact.value is None or fact.confidence >= SURE)
        parties = tuple(party for party in parties if party.confidence >= SURE)
    return Extraction(engine=BUILTIN, facts=facts, parties=parties, clauses=clauses)


def with_clauses(extraction: Extraction, clauses: Sequence[Clause]) -> Extraction:
    """The extraction with these verdicts in place of those of the same types; others that it has not are added."""
    fresh = {clause.type: clause for clause in clauses}
    kept = [fresh.pop(clause.type, clause) for clause in extraction.clauses]
    return replace(extraction, clauses=(*kept, *fresh.values()))


def _prompt(store: Store | None) -> Prompt:
    return load_prompt(PROMPT) if store is None else PromptShelf(store).current(PROMPT)


def extraction_key(
    sha256: str, settings: Settings, *, store: Store | None = None, sensitivity: Sensitivity = "balanced"
) -> str:
    """Hash over everything that decides an extraction: content, engine, prompt or sensitivity, version of this code."""
    connection = settings.connection("extraction")
    parts = [sha256, VERSION, connection.model or BUILTIN, connection.base_url or ""]
    if connection.model:
        parts.append(_prompt(store).fingerprint)
    elif sensitivity != "balanced":
        parts.append(sensitivity)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
