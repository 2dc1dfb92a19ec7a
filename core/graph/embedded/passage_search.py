"""Full-text index over the passages of all contracts: SQLite FTS5 beside the graph's file, rebuildable.

Ranking is SQLite's BM25 over our own terms (`core.graph.text.terms`), which makes one index serve both languages.
A passage's terms are kept beside it, for its share of a question's words and for the index when it is taken out.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import orjson
from numpy.typing import NDArray

from core.errors import GraphDamaged, GraphError
from core.graph.embedded.index_segments import Segments
from core.graph.embedded.vector_index import Proposed, VectorSegment
from core.graph.embedded.word_index import Segment, ranked
from core.graph.projection.records import clean
from core.graph.store import ExcerptKind, Placed, RetrievedPassage, Scope
from core.graph.text.passages import Passage
from core.graph.text.ranking import (
    REACH,
    Weighed,
    best,
    coverage,
    groups_of,
    in_order,
    linked,
    pool,
    share,
    surest,
    weights,
)
from core.graph.text.terms import VERSION, TermAlternatives, terms

_FORM = f"{VERSION}.4"
"""Grows when the tables change, too; an index of another form is made anew."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS contracts (contract_id TEXT PRIMARY KEY, digest TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS passages (
    id INTEGER PRIMARY KEY, contract_id TEXT NOT NULL, page INTEGER NOT NULL,
    start_offset INTEGER NOT NULL, end_offset INTEGER NOT NULL, text TEXT NOT NULL, terms TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS passages_contract ON passages (contract_id);
CREATE TABLE IF NOT EXISTS vectors (contract_id TEXT PRIMARY KEY, ids TEXT NOT NULL, numbers BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS places (contract_id TEXT PRIMARY KEY, finding TEXT NOT NULL, candidate TEXT NOT NULL);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(terms, content='', tokenize='unicode61 remove_diacritics 0');
CREATE VIRTUAL TABLE IF NOT EXISTS vocabulary USING fts5vocab(words, 'row');
"""


_CHECKED_BYTES = 256 << 20
"""A file of up to this size is read once at opening, to see that it is whole; `doctor` reads any."""
_MAPPED = 4 * 1024 * 1024 * 1024
"""So many bytes of the file are read without a call to the system for each page."""
MOST_KEPT = 4_000_000
"""Up to so many passages, about 2 GB, their terms are kept in memory; FTS5 ranks where there are more."""
MOST_NUMBERS = 1_000_000_000
"""Up to so many numbers of vectors, a byte each, are kept in memory; the graph compares where there are more."""
_fields = attrgetter("excerpt_id", "type", "start", "end", "confidence")
"""What is kept of a `Placed`, in the order in which it is made again."""
_CHOSEN = "WHERE id IN (SELECT value FROM json_each(?))"
_OF = "WHERE contract_id IN (SELECT value FROM json_each(?))"


class PassageIndex:
    """The index of one graph. Not thread-safe by itself: its graph's lock guards it."""

    def __init__(self, path: Path | None) -> None:
        """Open or create the index.

        Args:
            path: its file, None for an index in memory.

        Raises:
            GraphDamaged: the file is no index of ours or cannot be read.
        """
        self._path = path
        self.fresh = path is None or not path.is_file()
        """True when the index was empty at opening, so that every contract must be projected again."""
        self._open()
        if path is not None and not self.fresh and path.stat().st_size <= _CHECKED_BYTES:
            try:
                self.check()
            except GraphDamaged:
                self._renew()
                self.fresh = True

    def _open(self) -> None:
        self._words: Segments[Segment] = Segments()
        self._vectors: Segments[VectorSegment] = Segments()
        try:
            self._db = sqlite3.connect(
                ":memory:" if self._path is None else self._path, check_same_thread=False, isolation_level=None
            )
            self._db.executescript(f"PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA mmap_size={_MAPPED};")
            self._db.executescript(_SCHEMA)
            version = self._db.execute("SELECT value FROM meta WHERE key = 'terms'").fetchone()
            if version is not None and version[0] != _FORM:
                self._drop()
                self.fresh = True
            self._db.execute("INSERT OR IGNORE INTO meta VALUES ('terms', ?)", (_FORM,))
        except sqlite3.Error as error:
            raise GraphDamaged(f"The search index cannot be opened: {error}", file=str(self._path)) from error

    def check(self) -> None:
        """Read the whole file and compare its tables with their indexes.

        Raises:
            GraphDamaged: something of it is damaged.
        """
        try:
            (verdict,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
            self._db.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        except sqlite3.DatabaseError as error:
            verdict = str(error)
        if verdict != "ok":
            raise GraphDamaged(f"The search index is damaged: {verdict}", file=str(self._path))

    def _renew(self) -> None:
        """Put an empty file in the place of this one."""
        self._db.close()
        if self._path is not None:
            for suffix in ("", "-wal", "-shm"):
                self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)
        self._open()

    def _drop(self) -> None:
        self._words, self._vectors = Segments(), Segments()
        for table in ("vocabulary", "words", "passages", "vectors", "places", "contracts", "meta"):
            self._db.execute(f"DROP TABLE IF EXISTS {table}")
        self._db.executescript(_SCHEMA)

    def digest(self, contract_id: str) -> str | None:
        """Digest of the contract as it was indexed, None when it is not in the index."""
        row = self._db.execute("SELECT digest FROM contracts WHERE contract_id = ?", (contract_id,)).fetchone()
        return str(row[0]) if row else None

    def replace(
        self,
        contract_id: str,
        passages: Sequence[Passage],
        digest: str,
        vectors: Mapping[str, NDArray[np.float32]] | None = None,
        places: Mapping[ExcerptKind, Sequence[Placed]] | None = None,
    ) -> None:
        """Index a contract in place of what it had.

        Args:
            contract_id: the contract.
            passages: its passages.
            digest: of its state.
            vectors: of its excerpts, by their ids.
            places: its findings and candidates that have a place in its text.
        """
        prepared = [
            (passage.page, passage.start, passage.end, clean(passage.text), " ".join(terms(passage.text)))
            for passage in passages
        ]
        self._begin()
        try:
            self._note(contract_id)
            self._delete(contract_id)
            self._db.execute("INSERT INTO contracts VALUES (?, ?)", (contract_id, digest))
            for page, start, end, text, words in prepared:
                cursor = self._db.execute(
                    "INSERT INTO passages (contract_id, page, start_offset, end_offset, text, terms)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    (contract_id, page, start, end, text, words),
                )
                self._db.execute("INSERT INTO words (rowid, terms) VALUES (?, ?)", (cursor.lastrowid, words))
            if vectors:
                numbers = np.stack(list(vectors.values())).astype("<f4").tobytes()
                row = (contract_id, orjson.dumps(list(vectors)).decode(), numbers)
                self._db.execute("INSERT INTO vectors VALUES (?, ?, ?)", row)
            if places:
                there = (orjson.dumps([*map(_fields, places[kind])]).decode() for kind in ("finding", "candidate"))
                self._db.execute("INSERT INTO places VALUES (?, ?, ?)", (contract_id, *there))
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            self._fail(error)

    def remove(self, contract_id: str) -> None:
        """Take a contract out of the index."""
        self._begin()
        try:
            self._note(contract_id)
            self._delete(contract_id)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            self._fail(error)

    def clear(self) -> None:
        """Empty the index, whatever state its file is in."""
        self._renew()

    def search(self, text: str, limit: int, scope: Scope = None) -> list[RetrievedPassage]:
        """Passages that share words with a text, best first: by the rarity-weighted share of its words and BM25.

        Args:
            text: a question or a clause in either language.
            limit: how many to give.
            scope: contracts to look into, None for all.
        """
        groups = groups_of(text)
        if not groups or limit <= 0:
            return []
        kept = self._in_memory()
        if kept is not None:
            return self._ranked(kept, groups, limit, scope)
        where, values = "", [" OR ".join(_match(group) for group in groups)]
        if scope is not None:
            where = " AND p.contract_id IN (SELECT value FROM json_each(?))"
            values.append(orjson.dumps(list(scope)).decode())
        rows = self._db.execute(
            "SELECT p.id, p.contract_id, p.page, p.start_offset, p.end_offset, p.text, p.terms, -bm25(words) AS score"
            f" FROM words JOIN passages p ON p.id = words.rowid WHERE words MATCH ?{where}"
            " ORDER BY score DESC, p.contract_id, p.start_offset LIMIT ?",
            (*values, pool(limit)),
        ).fetchall()
        rarity = weights(groups, self._passages(), self._documents)
        passages = [
            RetrievedPassage(
                contract_id=contract_id,
                page=page,
                start=start,
                end=end,
                text=words,
                score=score,
                coverage=coverage(groups, rarity, matched),
            )
            for _, contract_id, page, start, end, words, matched, score in rows
        ]
        keys = {(row[1], row[3]): int(row[0]) for row in rows}

        def beside(chosen: Sequence[RetrievedPassage]) -> list[RetrievedPassage]:
            return [
                RetrievedPassage(contract_id, page, start, end, words, 0.0, coverage(groups, rarity, matched))
                for _, contract_id, page, start, end, words, matched in self._around(
                    [keys[passage.contract_id, passage.start] for passage in chosen]
                )
            ]

        return best(passages, limit, beside)

    def _ranked(
        self, segments: Sequence[Segment], groups: Sequence[TermAlternatives], limit: int, scope: Scope
    ) -> list[RetrievedPassage]:
        """What FTS5 would find, from memory; words are read for what is given alone."""
        ways = [way for group in groups for way in group.alternatives]
        found, holding, passages = ranked(segments, ways, pool(limit), None if scope is None else frozenset(scope))
        rarity = weights(groups, passages, lambda term: holding[(term,)])
        shares: dict[tuple[bool, ...], float] = {}
        for holds in {passage.holds for passage in found}:
            # Many passages hold the same phrases.
            each = iter(holds)
            shares[holds] = share(rarity, [any(list(islice(each, len(group.alternatives)))) for group in groups])
        keys = orjson.dumps([passage.key for passage in found]).decode()
        ends = dict(self._db.execute(f"SELECT id, end_offset FROM passages {_CHOSEN}", (keys,)).fetchall())
        weighed = [
            Weighed(passage.contract_id, passage.start, ends[passage.key], passage.score, shares[passage.holds])
            for passage in found
        ]
        around = self._around([found[at].key for at in surest(weighed)])
        known = {passage.key for passage in found}
        around = [row for row in around if row[0] not in known]
        covered = [Weighed(row[1], row[3], row[4], 0.0, coverage(groups, rarity, row[6])) for row in around]
        chosen = [at - len(found) for at in linked([*weighed, *covered], len(found))]
        weighed += [covered[at] for at in chosen]
        all_keys = [*(passage.key for passage in found), *(around[at][0] for at in chosen)]
        order = in_order(weighed)[:limit]
        rows = self._db.execute(
            f"SELECT id, page, text FROM passages {_CHOSEN}", (orjson.dumps([all_keys[at] for at in order]).decode(),)
        )
        by_key = {row[0]: row[1:] for row in rows}
        results = []
        for at in order:
            page, words = by_key[all_keys[at]]
            place = weighed[at]
            results.append(
                RetrievedPassage(place.contract_id, page, place.start, place.end, words, place.score, place.share)
            )
        return results

    def _around(self, keys: Sequence[int]) -> list[tuple[int, str, int, int, int, str, str]]:
        """Passages within `REACH` of some: id, contract, page, start, end, text, terms. A contract's ids follow on."""
        return self._db.execute(
            "SELECT DISTINCT p.id, p.contract_id, p.page, p.start_offset, p.end_offset, p.text, p.terms"
            " FROM json_each(?) AS asked JOIN passages h ON h.id = asked.value"
            f" JOIN passages p ON p.id BETWEEN h.id - {REACH} AND h.id + {REACH} AND p.contract_id = h.contract_id",
            (orjson.dumps(list(keys)).decode(),),
        ).fetchall()

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
        for table in ("vectors", "places", "contracts"):
            self._db.execute(f"DELETE FROM {table} WHERE contract_id = ?", (contract_id,))

    def _note(self, contract_id: str) -> None:
        """A contract changes: what is kept of it is read again before the next search."""
        self._words.changed(contract_id)
        self._vectors.changed(contract_id)

    def _in_memory(self) -> list[Segment] | None:
        """The terms of all passages as they are now, None where there are too many of them."""
        return self._words.segments(self._passages, self._held, self._segment, MOST_KEPT)

    def placed(self, contract_id: str, kind: ExcerptKind, spans: Sequence[tuple[int, int]]) -> list[Placed]:
        """The findings or candidates of a contract that share letters with one of some spans, as they were given."""
        row = self._db.execute(f"SELECT {kind} FROM places WHERE contract_id = ?", (contract_id,)).fetchone()
        first, last = min(start for start, _ in spans), max(end for _, end in spans)
        # Ids, types, starts, ends, confidences.
        found = [placed for placed in orjson.loads(row[0]) if first < placed[3] and placed[2] < last] if row else []
        return [
            Placed(*placed) for placed in found if any(placed[2] < end and start < placed[3] for start, end in spans)
        ]

    def nearest_to(
        self, vector: NDArray[np.float32], limit: int, scope: Scope
    ) -> Iterator[tuple[str, NDArray[np.float32]]] | None:
        """At least the nearest so many excerpts with their vectors, in no order; None where there are too many of all.

        Args:
            vector: of the question, of unit length.
            limit: how many are wanted.
            scope: contracts to look into, None for all.
        """
        dimension = len(vector)
        kept = self._vectors.segments(
            lambda: self._numbers("", ()),
            lambda chosen: self._numbers(_OF, (chosen,)) // dimension,
            lambda chosen: VectorSegment(dimension, self._contracts_vectors(dimension, chosen)),
            MOST_NUMBERS,
        )
        if kept is None:
            return None
        return self._exact(dimension, [proposal for part in kept for proposal in part.proposed(vector, limit, scope)])

    def _numbers(self, where: str, values: Sequence[str]) -> int:
        row = self._db.execute(f"SELECT coalesce(sum(length(numbers)), 0) FROM vectors {where}", values).fetchone()
        return int(row[0]) // 4

    def _contracts_vectors(
        self, dimension: int, chosen: str | None
    ) -> Iterator[tuple[str, Sequence[str], NDArray[np.float32]]]:
        where, values = ("", ()) if chosen is None else (_OF, (chosen,))
        rows = self._db.execute(f"SELECT contract_id, ids, numbers FROM vectors {where}", values)
        for contract_id, names, numbers in rows:
            yield contract_id, orjson.loads(names), np.frombuffer(numbers, "<f4").reshape(-1, dimension)

    def _exact(self, dimension: int, proposed: Sequence[Proposed]) -> Iterator[tuple[str, NDArray[np.float32]]]:
        size = dimension * 4
        places = [(proposal.contract_id, proposal.number * size + 1) for proposal in proposed]
        rows = self._db.execute(
            "SELECT asked.key, substr(v.numbers, json_extract(asked.value, '$[1]'), ?) FROM json_each(?) AS asked"
            " JOIN vectors v ON v.contract_id = json_extract(asked.value, '$[0]')",
            (size, orjson.dumps(places).decode()),
        )
        for place, numbers in rows:
            yield proposed[place].excerpt_id, np.frombuffer(numbers, "<f4")

    def _held(self, chosen: str) -> int:
        return int(self._db.execute(f"SELECT count(*) FROM passages {_OF}", (chosen,)).fetchone()[0])

    def _segment(self, chosen: str | None) -> Segment:
        where, values = ("", ()) if chosen is None else (_OF, (chosen,))
        rows = self._db.execute(f"SELECT id, contract_id, start_offset, terms FROM passages {where}", values)
        columns: list[list[Any]] = [[], [], [], []]
        while part := rows.fetchmany(10_000):
            for column, cells in zip(columns, zip(*part, strict=True), strict=True):
                column.extend(cells)
        return Segment(*columns)

    def _passages(self) -> int:
        return int(self._db.execute("SELECT count(*) FROM passages").fetchone()[0])

    def _documents(self, term: str) -> int:
        row = self._db.execute("SELECT doc FROM vocabulary WHERE term = ?", (term,)).fetchone()
        return int(row[0]) if row else 0

    def _begin(self) -> None:
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            if is_damage(error):
                raise
            raise GraphError(f"The search index refused: {error}") from error

    def _fail(self, error: sqlite3.Error) -> NoReturn:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")
        if is_damage(error):
            raise error
        raise GraphError(f"The search index refused: {error}") from error


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error says that the file itself is broken, rather than locked or full."""
    return (getattr(error, "sqlite_errorname", None) or "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


def _match(group: TermAlternatives) -> str:
    return "(" + " OR ".join('"' + " ".join(way) + '"' for way in group.alternatives) + ")"
