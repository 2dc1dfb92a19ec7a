"""A knowledge base on each database in turn, and drafts for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from core.knowledge import EntryDraft, KnowledgeBase
from core.settings import Settings
from core.store import Store, open_store
from each_database import settings, store

__all__ = ["settings", "store"]


@pytest.fixture
def lite(settings: Settings) -> Iterator[Store]:
    """A store on SQLite, for what no database changes."""
    opened = open_store(settings)
    yield opened
    opened.close()


@pytest.fixture
def knowledge(store: Store) -> KnowledgeBase:
    """An empty knowledge base."""
    return KnowledgeBase(store)


@pytest.fixture(scope="session")
def draft() -> Callable[..., EntryDraft]:
    """Makes a draft that could be approved; what is named is put in place."""

    def make(**values: object) -> EntryDraft:
        given: dict[str, object] = {
            "title": "競業避止は期間と対象を限る",
            "contract_types": ("秘密保持契約",),
            "problem_pattern": "期間の定めのない競業避止義務を求められる。",
            "risk": "事業の展開が止まる。",
            "recommended_clause": "乙は、契約終了後2年間に限り、別紙の製品と競合する製品を販売してはならない。",
            "note": None,
            "clause_types": ("non_compete",),
        }
        return EntryDraft.model_validate(given | values)

    return make
