"""Contracts with known verdicts and entries to hold against them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from pydantic import TypeAdapter

from core.contracts.library import ReviewedContract
from core.contracts.row import ContractRow, Summary, summarise
from core.documents import Document, Page
from core.evidence import from_span
from core.knowledge import Entry, EntryDraft, StoredEntry
from core.record import Clause, Excerpt, Extraction, Fact, Presence
from core.taxonomy import taxonomy

NOW = datetime(2026, 11, 21, tzinfo=UTC)


def make_document(text: str, *, unread: bool = False) -> Document:
    """A text of one page, with a second, unread one on request."""
    pages = [Page(1, 0, len(text), 0, 0, "text")]
    if unread:
        pages.append(Page(2, len(text), len(text), 0, 0, "unread", "no_text"))
    language = "ja" if any("ぁ" <= ch <= "ん" for ch in text) else "en"
    return Document(
        hashlib.sha256(text.encode()).hexdigest(),
        "c.txt",
        "text",
        text,
        tuple(pages),
        language,  # type: ignore[arg-type]
    )


@pytest.fixture(scope="session")
def contract() -> Callable[..., tuple[ReviewedContract, Document]]:
    """Makes a contract: `contract(text, present={type: words}, unknown=[…], type="nda", unread=False)`."""

    def make(
        text: str,
        *,
        present: dict[str, str] | None = None,
        unknown: tuple[str, ...] = (),
        agreement_type: str | None = "nda",
        unread: bool = False,
    ) -> tuple[ReviewedContract, Document]:
        document = make_document(text, unread=unread)
        clauses = []
        for category in taxonomy().categories:
            words = (present or {}).get(category.code)
            excerpts: tuple[Excerpt, ...] = ()
            presence: Presence = "unknown" if category.code in unknown else "absent"
            if words is not None:
                start = text.index(words)
                excerpts = (Excerpt(words, 0.9, from_span(document, start, start + len(words))),)
                presence = "present"
            clauses.append(Clause(category.code, presence, 0.9, excerpts))
        extraction = Extraction("builtin", (Fact("agreement_type", agreement_type),), (), tuple(clauses))
        row = ContractRow(
            1, "c" + "0" * 15, "c.txt", "text", document.language, "builtin", "me", NOW, NOW,
            _summary(document, extraction),
        )  # fmt: skip
        return ReviewedContract(row, extraction, extraction, {}), document

    return make


def _summary(document: Document, extraction: Extraction) -> Summary:

    return TypeAdapter(Summary).validate_python(summarise(document, extraction, extraction, {}))


@pytest.fixture(scope="session")
def entry() -> Callable[..., StoredEntry]:
    """Makes an approved entry: `entry(12, recommended_clause=…, clause_types=(…))`."""

    def make(number: int = 1, *, status: str = "approved", **values: object) -> StoredEntry:
        given: dict[str, object] = {
            "title": "t",
            "contract_types": (),
            "problem_pattern": "p",
            "risk": "r",
            "recommended_clause": "c",
            "note": None,
        }
        draft = EntryDraft.model_validate(given | values)
        document = {**draft.model_dump(), "id": f"id{number}", "created_at": NOW, "updated_at": NOW, "author": "a"}
        return StoredEntry(number, Entry.model_validate({**document, "status": status}), number)

    return make
