"""`extract FILE`: what the active engine finds in one file; nothing is stored."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from core.cli.output import emit
from core.contracts import BUILTIN, SENSITIVITIES, extract
from core.documents import Document, read
from core.errors import BadArguments
from core.evidence import Evidence
from core.record import Clause, Excerpt, Extraction, Fact
from core.settings import Settings
from core.taxonomy import taxonomy


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("extract", help="show what is found in one file; stores nothing")
    parser.add_argument("file", type=Path)
    parser.add_argument("--all-candidates", action="store_true", help="add every sentence that was scored")
    parser.add_argument(
        "--sensitivity",
        choices=SENSITIVITIES,
        default="balanced",
        help="what counts as a finding of the built-in engine (default: balanced)",
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Extract and write one object."""
    if not arguments.file.is_file():
        raise BadArguments(f"there is no file {arguments.file}", path=str(arguments.file))
    document = read(arguments.file.read_bytes(), file_name=arguments.file.name, settings=settings)
    extraction = extract(document, settings, all_candidates=arguments.all_candidates, sensitivity=arguments.sensitivity)
    value = extraction_json(document, extraction, all_candidates=arguments.all_candidates)
    found = [clause.type for clause in extraction.clauses if clause.presence == "present"]
    emit(value, as_json=arguments.json, text=f"{document.file_name}: {', '.join(found)}")
    return 0


def extraction_json(document: Document, extraction: Extraction, *, all_candidates: bool) -> dict[str, Any]:
    """An extraction as the command line shows it; clause types carry the CUAD names."""
    facts: dict[str, Any] = {
        fact.name: _fact_json(fact, extraction.engine)
        for fact in reversed(extraction.facts)  # of two governing laws the preferred one, which stands first
    }
    facts["parties"] = {
        "value": [
            {
                "name": party.name,
                "role": party.role,
                "country": party.country,
                "state": party.state,
                "not_in_its_words": party.unstated,
                "confidence": _sure(party.confidence, extraction.engine),
                "evidence": _evidence_json(party.evidence),
            }
            for party in extraction.parties
        ],
        "evidence": [_evidence_json(party.evidence) for party in extraction.parties],
    }
    return {
        "document": {
            "file": document.file_name,
            "sha256": document.sha256,
            "kind": document.kind,
            "language": document.language,
            "pages": len(document.pages),
            "unread_pages": document.unread_pages,
            "unseen_pages": document.unseen_pages,
            "doubtful_pages": document.doubtful_pages,
            "characters": len(document.text),
        },
        "engine": extraction.engine,
        "facts": facts,
        "clauses": [
            _clause_json(clause, extraction.engine, all_candidates=all_candidates) for clause in extraction.clauses
        ],
    }


def _fact_json(fact: Fact, engine: str) -> dict[str, Any]:
    """A fact; a value that its words do not say stands only in its check, as what the engine claimed."""
    check = fact.check
    value = fact.value if fact.borne_out else None
    return {
        "value": value,
        "detail": fact.detail if fact.borne_out else None,
        "confidence": _sure(fact.confidence, engine) if value is not None else None,
        "check": None
        if check is None
        else {"state": check.state, "claimed": check.claimed or fact.value, "read": check.read},
        "evidence": _evidence_json(fact.evidence),
    }


def _sure(confidence: float, engine: str) -> float | None:
    """How sure a reading is; an endpoint gives no probability."""
    return confidence if engine == BUILTIN else None


def _clause_json(clause: Clause, engine: str, *, all_candidates: bool) -> dict[str, Any]:
    category = taxonomy().get(clause.type)
    value: dict[str, Any] = {
        "type": category.cuad or category.en,
        "code": category.code,
        "presence": clause.presence,
        # No confidence beside an absence: nothing was found that one could be sure of.
        "confidence": _sure(clause.confidence, engine) if clause.presence == "present" else None,
        "excerpts": [_excerpt_json(excerpt, engine) for excerpt in clause.excerpts],
    }
    if all_candidates:
        value["candidates"] = [_excerpt_json(excerpt, engine) for excerpt in clause.candidates]
    return value


def _excerpt_json(excerpt: Excerpt, engine: str) -> dict[str, Any]:
    where = excerpt.evidence
    return {
        "text": excerpt.text,
        "page": where.page,
        "start": where.start,
        "end": where.end,
        "confidence": _sure(excerpt.confidence, engine),
        "confirmed": excerpt.confirmed,
        "state": where.state,
    }


def _evidence_json(evidence: Evidence | None) -> dict[str, Any] | None:
    if evidence is None:
        return None
    return {
        "state": evidence.state,
        "rule": evidence.rule,
        "page": evidence.page,
        "start": evidence.start,
        "end": evidence.end,
        "shown": evidence.shown,
    }
