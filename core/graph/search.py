"""Full-text index over the passages of all contracts: SQLite FTS5 beside the graph's file, rebuildable.

Ranking is SQLite's BM25 over our own terms (`core.graph.terms`), which makes one index serve both languages.
A passage's terms are kept beside it, for its share of a question's words and for the index when it is taken out.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import orjson

from core.errors import GraphDamaged, GraphError
from core.graph.passages import Passage
from core.graph.ranking import best, coverage, groups_of, pool, weights
from core.graph.records import clean
from core.graph.store import PassageHit, Scope
from core.graph.terms import VERSION, Group, terms

_FORM = f"{VERSION}.2"
"""Grows when the tables change, too; an index of another form is made anew."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS contracts (contract_id TEXT PRIMARY KEY, digest TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS passages (
    id INTEGER PRIMARY KEY, contract_id TEXT NOT NULL, page INTEGER NOT NULL,
    start_offset INTEGER NOT NULL, end_offset INTEGER NOT NULL, text TEXT NOT NULL, terms TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS passages_contract ON passages (contract_id);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(terms, content='', tokenize='unicode61 remove_diacritics 0');
CREATE VIRTUAL TABLE IF NOT EXISTS vocabulary USING fts5vocab(words, 'row');
"""


class PassageIndex:
    """The index of one graph. Not thread-safe by itself: its graph's lock guards it."""

    def __init__(self, path: Path | None) -> None:
        """Open or create the index.

        Args:
            path: its file, None for an index in memory.

        Raises:
            GraphDamaged: the file is no index of ours or cannot be read.
        """
        self.fresh = path is None or not path.is_file()
        """True when the index was empty at opening, so that every contract must be projected again."""
        try:
            self._db = sqlite3.connect(
                ":memory:" if path is None else path, check_same_thread=False, isolation_level=None
            )
            self._db.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;")
            self._db.executescript(_SCHEMA)
            version = self._db.execute("SELECT value FROM meta WHERE key = 'terms'").fetchone()
            if version is not None and version[0] != _FORM:
                self._drop()
                self.fresh = True
            self._db.execute("INSERT OR IGNORE INTO meta VALUES ('terms', ?)", (_FORM,))
        except sqlite3.Error as error:
            raise GraphDamaged(f"The search index cannot be opened: {error}", file=str(path)) from error

    def _drop(self) -> None:
        for table in ("vocabulary", "words", "passages", "contracts", "meta"):
            self._db.execute(f"DROP TABLE IF EXISTS {table}")
        self._db.executescript(_SCHEMA)

    def digest(self, contract_id: str) -> str | None:
        """Digest of the contract as it was indexed, None when it is not in the index."""
        row = self._db.execute("SELECT digest FROM contracts WHERE contract_id = ?", (contract_id,)).fetchone()
        return str(row[0]) if row else None

    def replace(self, contract_id: str, found: Sequence[Passage], digest: str) -> None:
        """Index a contract's passages in place of those it had."""
        prepared = [
            (passage.page, passage.start, passage.end, clean(passage.text), " ".join(terms(passage.text)))
            for passage in found
        ]
        self._begin()
        try:
            self._delete(contract_id)
            self._db.execute("INSERT INTO contracts VALUES (?, ?)", (contract_id, digest))
            for page, start, end, text, words in prepared:
                cursor = self._db.execute(
                    "INSERT INTO passages (contract_id, page, start_offset, end_offset, text, terms)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    (contract_id, page, start, end, text, words),
                )
                self._db.execute("INSERT INTO words (rowid, terms) VALUES (?, ?)", (cursor.lastrowid, words))
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            self._fail(error)

    def remove(self, contract_id: str) -> None:
        """Take a contract out of the index."""
        self._begin()
        try:
            self._delete(contract_id)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            self._fail(error)

    def clear(self) -> None:
        """Empty the index."""
        self._drop()
        self._db.execute("INSERT OR IGNORE INTO meta VALUES ('terms', ?)", (_FORM,))

    def search(self, text: str, limit: int, scope: Scope = None) -> list[PassageHit]:
        """Passages that share words with a text, best first: by the rarity-weighted share of its words, then BM25.

        Args:
            text: a question or a clause in either language.
            limit: how many to give.
            scope: contracts to look into, None for all.
        """
        groups = groups_of(text)
        if not groups or limit <= 0:
            return []
        where, values = "", [" OR ".join(_match(group) for group in groups)]
        if scope is not None:
            where = " AND p.contract_id IN (SELECT value FROM json_each(?))"
            values.append(orjson.dumps(list(scope)).decode())
        rows = self._db.execute(
            "SELECT p.contract_id, p.page, p.start_offset, p.end_offset, p.text, p.terms, -bm25(words) AS score"
            f" FROM words JOIN passages p ON p.id = words.rowid WHERE words MATCH ?{where}"
            " ORDER BY score DESC, p.contract_id, p.start_offset LIMIT ?",
            (*values, pool(limit)),
        ).fetchall()
        rarity = weights(groups, self._passages(), self._documents)
        hits = [
            PassageHit(
                contract_id=contract_id,
                page=page,
                start=start,
                end=end,
                text=words,
                score=score,
                coverage=coverage(groups, rarity, found),
            )
            for contract_id, page, start, end, words, found, score in rows
        ]
        return best(hits, limit)

    def dump(self) -> list[str]:
        """Every passage with its contract, in canonical order."""
        rows = self._db.execute("SELECT contract_id, page, start_offset, end_offset, text FROM passages").fetchall()
        return sorted(orjson.dumps(row).decode() for row in rows)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _delete(self, contract_id: str) -> None:
        rows = self._db.execute("SELECT id, terms FROM passages WHERE contract_id = ?", (contract_id,)).fetchall()
        # A contentless index is told what it held: the same terms that were put in.
        self._db.executemany(
            "INSERT INTO words (words, rowid, terms) VALUES ('delete', ?, ?)",
            rows,
        )
        self._db.execute("DELETE FROM passages WHERE contract_id = ?", (contract_id,))
        self._db.execute("DELETE FROM contracts WHERE contract_id = ?", (contract_id,))

    def _passages(self) -> int:
        return int(self._db.execute("SELECT count(*) FROM passages").fetchone()[0])

    def _documents(self, term: str) -> int:
        row = self._db.execute("SELECT doc FROM vocabulary WHERE term = ?", (term,)).fetchone()
        return int(row[0]) if row else 0

    def _begin(self) -> None:
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise GraphError(f"The search index refused: {error}") from error

    def _fail(self, error: sqlite3.Error) -> NoReturn:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")
        raise GraphError(f"The search index refused: {error}") from error


def _match(group: Group) -> str:
    return "(" + " OR ".join('"' + " ".join(way) + '"' for way in group.alternatives) + ")"
