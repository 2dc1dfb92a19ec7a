"""Search over entries, in the database's own index: FTS5 with trigrams on SQLite, a tsvector on PostgreSQL.

Both index folded text (`core.knowledge.folding`). A query is split into units; an entry is found when it holds every
unit, or for a legal term that the glossary knows, the same term in the other language. SQLite finds substrings; what is
shorter than its three characters is compared by LIKE. PostgreSQL has no tokenizer for Japanese, so its vector is made
of our own terms: Latin words whole, everything else in overlapping pairs, of which a phrase must stand side by side.
Where no entry holds every unit, those that hold some are given, marked as such.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.orm import Session

from core.knowledge.entry import Entry
from core.knowledge.folding import folded
from core.knowledge.stored import StoredEntry
from core.lexicon import concepts_in
from core.taxonomy import taxonomy

_WORD = re.compile(r"[a-z0-9]+|[^\W_a-z0-9]+")
_LATIN = re.compile(r"[a-z0-9]")
_MOST_UNITS = 12
_PARTICLES = re.compile(
    r"についての?|に関する|における|は(?=[。?？]|$)|とは|[、。?？!！「」『』()（）・]|(?<=[一-龠々ー])[のをはがにへとで]"
)
_COMMON = frozenset("a an and are about for in is of on or our the to what which with".split())


@dataclass(frozen=True, slots=True)
class EntryMatch:
    """An entry that a search found; `whole` is False where it holds only some of the words."""

    stored: StoredEntry
    score: float
    whole: bool


def index_entry(session: Session, entry: Entry) -> None:
    """Put an entry's text into the index in place of what was there, in the same transaction as the entry."""
    session.execute(text("DELETE FROM entry_search WHERE entry_id = :id"), {"id": entry.id})
    row = {"id": entry.id, "title": folded(entry.title or ""), "body": folded(searchable(entry))}
    if session.get_bind().dialect.name == "sqlite":
        session.execute(text("INSERT INTO entry_search (entry_id, title, body) VALUES (:id, :title, :body)"), row)
        return
    row["words"] = " ".join(_terms(row["body"]))
    session.execute(
        text(
            "INSERT INTO entry_search (entry_id, title, body, words) "
            "VALUES (:id, :title, :body, to_tsvector('simple', :words))"
        ),
        row,
    )


def searchable(entry: Entry) -> str:
    """Everything of an entry that a search looks at, with its clause types' names in every language."""
    parts: list[str | None] = [entry.title, *(entry.contract_types or ())]
    for code in entry.clause_types:
        category = taxonomy().get(code)
        parts += category.texts
    parts += [entry.problem_pattern, entry.risk, entry.recommended_clause, entry.note, *entry.applicability]
    for position in entry.fallback_positions:
        parts += [position.position, position.clause]
    parts += [f"{law.law} {law.article}" for law in entry.law_references]
    parts += [entry.walk_away, entry.source_case]
    return "\n".join(part for part in parts if part)


def search_entries(session: Session, query: str, among: Sequence[StoredEntry]) -> list[EntryMatch]:
    """Those of some entries that a query finds, best first; all of them in their order for a blank query."""
    plain = folded(query)
    if not plain:
        return [EntryMatch(stored, 0.0, True) for stored in among]
    named = re.fullmatch(r"k(\d{1,9})", plain)
    if named:
        return [EntryMatch(stored, 1.0, True) for stored in among if stored.number == int(named[1])]
    units = query_units(query)
    if not units:
        return []
    held = [_holding(session, unit) for unit in units]
    found: list[EntryMatch] = []
    for stored in among:
        scores = [unit.get(stored.entry.id) for unit in held]
        matches = [score for score in scores if score is not None]
        if matches:
            found.append(EntryMatch(stored, sum(matches) / len(units), len(matches) == len(units)))
    whole = [match for match in found if match.whole]
    return sorted(whole or found, key=lambda match: (-round(match.score, 6), match.stored.number))


def query_units(query: str) -> list[tuple[str, ...]]:
    """What a query asks for: each unit is one word with the words that mean the same, folded.

    Words are divided by blanks; a legal term and the grammar around it are taken apart, so that
    「非競業条項についての社内方針」 asks for the term and for 社内方針.
    """
    units: dict[tuple[str, ...], None] = {}
    plain = re.sub(r"\s+", " ", _normal(query))
    for concept, words in concepts_in(plain):
        units[tuple(dict.fromkeys(folded(way) for way in (words, *concept.japanese, *concept.english)))] = None
        plain = plain.replace(words, " ")
    # A quoted phrase is one unit.
    for phrase in re.findall(r'"([^"]+)"', plain):
        if folded(phrase):
            units[(folded(phrase),)] = None
    plain = re.sub(r'"[^"]*"', " ", plain)
    for word in _PARTICLES.sub(" ", plain).split():
        unit = folded(word).strip(".,;:!?()[]{}'\"*")
        if re.search(r"\w", unit) and unit not in _COMMON and unit not in ("条項", "clause", "clauses"):
            units[(unit,)] = None
    if not units:
        unit = folded(query)
        units = {(unit,): None} if re.search(r"\w", unit) else {}
    return list(units)[:_MOST_UNITS]


def _normal(query: str) -> str:
    # The glossary's words are in NFKC lower case, with katakana as it is written.
    return unicodedata.normalize("NFKC", query.encode("utf-8", "ignore").decode("utf-8")).casefold()


def _holding(session: Session, unit: Iterable[str]) -> Mapping[str, float]:
    """Score in 0–1 of every entry that holds one of a unit's words; a word in the title counts double."""
    ways = [way for way in unit if way]
    if session.get_bind().dialect.name == "sqlite":
        return _holding_sqlite(session, ways)
    return _holding_postgres(session, ways)


def _holding_sqlite(session: Session, ways: Sequence[str]) -> dict[str, float]:
    scores: dict[str, float] = {}
    long = [way for way in ways if len(way) >= 3]
    if long:
        # In quotes nothing is an operator of FTS5; a quote inside is doubled.
        terms = " OR ".join('"' + way.replace('"', '""') + '"' for way in long)
        for key, title, rank in session.execute(
            text(
                "SELECT entry_id, title, -bm25(entry_search, 0, 4, 1) FROM entry_search WHERE entry_search MATCH :asked"
            ),
            {"asked": terms},
        ):
            scores[key] = _score(title, ways, float(rank))
    for way in ways:
        if len(way) < 3:
            for key, title in session.execute(
                text("SELECT entry_id, title FROM entry_search WHERE body LIKE :like ESCAPE '\\'"),
                {"like": _like(way)},
            ):
                scores[key] = max(scores.get(key, 0.0), _score(title, ways, 0.0))
    return scores


def _holding_postgres(session: Session, ways: Sequence[str]) -> dict[str, float]:
    scores: dict[str, float] = {}
    for way in ways:
        query = _tsquery(way)
        if query is not None:
            rows = session.execute(
                text(
                    "SELECT entry_id, title, ts_rank(words, to_tsquery('simple', :asked)) FROM entry_search "
                    "WHERE words @@ to_tsquery('simple', :asked) AND strpos(body, :way) > 0"
                ),
                {"asked": query, "way": way},
            )
        else:
            rows = session.execute(
                text("SELECT entry_id, title, 0.0 FROM entry_search WHERE body LIKE :like ESCAPE '\\'"),
                {"like": _like(way)},
            )
        for key, title, rank in rows:
            scores[key] = max(scores.get(key, 0.0), _score(title, ways, float(rank)))
    return scores


def _score(title: str, ways: Sequence[str], rank: float) -> float:
    inside = any(way in title for way in ways)
    return (0.5 if inside else 0.0) + 0.5 * rank / (1.0 + rank) if rank > 0 else (0.5 if inside else 0.0) + 0.1


def _like(way: str) -> str:
    return "%" + re.sub(r"([\\%_])", r"\\\1", way) + "%"


def _terms(plain: str) -> list[str]:
    """Latin words and overlapping pairs of other characters, in their order; what the vector is made of."""
    found: list[str] = []
    for word in _WORD.findall(plain):
        if _LATIN.match(word) or len(word) == 1:
            found.append(word)
        else:
            found += [word[at : at + 2] for at in range(len(word) - 1)]
    return found


def _tsquery(way: str) -> str | None:
    """A way's terms side by side, the first and last Latin word open at the end; None where it has no term."""
    parts = _WORD.findall(way)
    if not parts or any(len(part) == 1 and not _LATIN.match(part) for part in parts):
        return None
    terms = [term if not _LATIN.match(term) else f"{term}:*" for term in _terms(way)]
    return " <-> ".join(terms)
