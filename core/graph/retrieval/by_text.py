"""Words of contracts that are like a text: rank by vector and rank by words, fused.

Vectors cover the excerpts that were found for a clause type, words cover every passage of every contract, so that a
question also finds what is no finding. Fusion by reciprocal rank: Cormack, Clarke and Büttcher, SIGIR 2009.

Where a short text names a clause type in any words that the lexicon has for it, the type's name in the other language
is searched for as well, and the name in its own language where the words themselves stand nowhere.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.graph.retrieval.agreements import excerpt_row, headers
from core.graph.retrieval.arguments import SimilarText
from core.graph.rows import ExcerptRow, Result, RetrievedText
from core.graph.store import ExcerptKind, GraphStore, Placed, RetrievedPassage, Scope
from core.questions import clause_codes, is_japanese
from core.taxonomy import taxonomy
from core.wording import Language, languages

RANK_CONSTANT = 60
"""Damps the weight of the first ranks; the value of the paper."""
WORDS_FLOOR = 0.5
"""From this share of the text's words on, by rarity, a hit counts as saying what was asked."""
ALL_WORDS = 0.9
"""From this share on a hit comes before all that have less."""
DEPTH = 50
"""How far down both lists are read."""
PER_CONTRACT = 3
"""So many places of one contract are given before others get their turn."""

_SHORT = 120
"""Characters of a text that is a question or a few words, and no clause."""
_TYPES = 2
"""So many clause types that a text names are searched by their names."""

_COLUMNS = (
    "e.id AS id, e.contract_id AS contract_id, e.type AS type, e.text AS text, e.state AS state, e.page AS page, "
    "e.start_offset AS start_offset, e.end_offset AS end_offset, e.confidence AS confidence"
)


@dataclass(frozen=True, slots=True)
class _TextMatch:
    """One place in a contract with what is known about it."""

    contract_id: str
    excerpt: ExcerptRow | None
    passage: RetrievedPassage | None
    types: tuple[str, ...]
    score: float
    similarity: float | None

    @property
    def coverage(self) -> float | None:
        return self.passage.coverage if self.passage else None


def get_contracts_similar_text(graph: GraphStore, arguments: SimilarText, scope: Scope) -> Result:
    """`RetrievedText` rows, best first. `total` is the number of places looked at, not of all that are alike."""
    depth = max(DEPTH, arguments.limit * 2)
    found = _by_meaning(graph, arguments.text, depth, scope)
    by_contract: dict[str, list[int]] = defaultdict(list)
    for place, match in enumerate(found):
        by_contract[match.contract_id].append(place)
    for rank, passage in enumerate(_by_words(graph, arguments.text, depth, scope)):
        score = 1 / (RANK_CONSTANT + rank + 1)
        same = next((place for place in by_contract[passage.contract_id] if _same(passage, found[place])), None)
        if same is None:
            found.append(_TextMatch(passage.contract_id, None, passage, (), score, None))
        elif found[same].passage is None:
            found[same] = replace(found[same], passage=passage, score=found[same].score + score)
    if arguments.findings_only:
        found = [place for place in _named(graph, found, ("finding",)) if place.excerpt is not None]
    found.sort(key=lambda place: (-_strength(place), -place.score, place.contract_id, _start(place)))
    shown = _named(graph, _spread(found)[: arguments.limit])
    known = headers(graph, sorted({place.contract_id for place in shown}))
    rows = tuple(_row(place, known[place.contract_id].title) for place in shown if place.contract_id in known)
    return Result(rows, len(found))


def _by_words(graph: GraphStore, text: str, depth: int, scope: Scope) -> list[RetrievedPassage]:
    """Passages with a text's words, then, where it names clause types, those with the types' names."""
    found = graph.passages(text, depth, scope)
    codes = clause_codes(text)[:_TYPES] if len(text) <= _SHORT else ()
    spoken: Language = "ja" if is_japanese(text) else "en"
    met = any(passage.coverage >= WORDS_FLOOR for passage in found)
    for language in languages():
        if language == spoken and met:
            continue
        for code in codes:
            met_words = {(passage.contract_id, passage.start) for passage in found if passage.coverage >= WORDS_FLOOR}
            passages = graph.passages(taxonomy().get(code).name(language), depth, scope)
            # The name's words are not the text's: such a place is never put before one with all of those.
            named = [
                replace(passage, coverage=min(passage.coverage, WORDS_FLOOR))
                for passage in passages
                if passage.coverage >= ALL_WORDS and (passage.contract_id, passage.start) not in met_words
            ]
            places = {(passage.contract_id, passage.start) for passage in named}
            found = [passage for passage in found if (passage.contract_id, passage.start) not in places] + named
    return found


def _strength(place: _TextMatch) -> int:
    """2 for a place with all of the text's words but the most common, 1 for one with half of them, 0 else."""
    coverage = place.coverage or 0.0
    return 2 if coverage >= ALL_WORDS else 1 if coverage >= WORDS_FLOOR else 0


def _spread(matches: list[_TextMatch]) -> list[_TextMatch]:
    """The same places with at most `PER_CONTRACT` of a contract before all others of it."""
    seen: Counter[str] = Counter()
    first: list[_TextMatch] = []
    rest: list[_TextMatch] = []
    for place in matches:
        seen[place.contract_id] += 1
        (first if seen[place.contract_id] <= PER_CONTRACT else rest).append(place)
    return first + rest


def _start(place: _TextMatch) -> int:
    if place.passage is not None:
        return place.passage.start
    return place.excerpt.start or 0 if place.excerpt is not None else 0


def _by_meaning(graph: GraphStore, text: str, depth: int, scope: Scope) -> list[_TextMatch]:
    nearest = graph.nearest_excerpts(text, depth, scope)
    rows = _rows_by_key(graph, [similar.excerpt_id for similar in nearest], "finding")
    merged: dict[tuple[str, str], _TextMatch] = {}
    for rank, similar in enumerate(nearest):
        contract_id, excerpt = rows[similar.excerpt_id]
        key = (contract_id, excerpt.text)
        if key in merged:
            # The same words found for several clause types are one place.
            types = tuple(dict.fromkeys((*merged[key].types, excerpt.type)))
            merged[key] = replace(merged[key], types=types)
        else:
            score = graph.vector_weight / (RANK_CONSTANT + rank + 1)
            merged[key] = _TextMatch(contract_id, excerpt, None, (excerpt.type,), score, similar.similarity)
    return list(merged.values())


def _rows_by_key(graph: GraphStore, keys: Sequence[str], kind: ExcerptKind) -> dict[str, tuple[str, ExcerptRow]]:
    """Contract and row of each of some excerpts."""
    label = "Excerpt" if kind == "finding" else "Candidate"
    # One look-up by key for each: a condition such as `IN $ids` would read all excerpts.
    rows = graph.rows(f"UNWIND $ids AS id MATCH (e:{label} {{id: id}}) RETURN {_COLUMNS}", {"ids": list(keys)})
    return {str(row["id"]): (str(row["contract_id"]), excerpt_row(row, kind)) for row in rows}


def _named(
    graph: GraphStore, matches: list[_TextMatch], kinds: Sequence[ExcerptKind] = ("finding", "candidate")
) -> list[_TextMatch]:
    """The same places; a passage that overlaps with a finding, else with a candidate, says for which clause types."""
    named = list(matches)
    for kind in kinds:
        unnamed = [(at, place.passage) for at, place in enumerate(named) if place.excerpt is None and place.passage]
        spans: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for _, passage in unnamed:
            spans[passage.contract_id].append((passage.start, passage.end))
        there = {key: graph.placed(key, kind, places) for key, places in spans.items()}
        chosen = {at: on for at, passage in unnamed if (on := _overlapping(passage, there[passage.contract_id]))}
        rows = _rows_by_key(graph, list({on[0].excerpt_id for on in chosen.values()}), kind) if chosen else {}
        for at, on in chosen.items():
            types = tuple(dict.fromkeys(clause.type for clause in on))
            named[at] = replace(named[at], excerpt=rows[on[0].excerpt_id][1], types=types)
    return named


def _overlapping(passage: RetrievedPassage, places: Sequence[Placed]) -> list[Placed]:
    on = [(min(passage.end, place.end) - max(passage.start, place.start), place) for place in places]
    found = sorted((pair for pair in on if pair[0] > 0), key=lambda pair: (-pair[0], -pair[1].confidence))
    return [place for _, place in found]


def _same(passage: RetrievedPassage, place: _TextMatch) -> bool:
    if place.excerpt is None:
        return False
    return _overlap(passage, place.excerpt) * 2 >= min(passage.end - passage.start, _length(place.excerpt))


def _overlap(passage: RetrievedPassage, row: ExcerptRow) -> int:
    if row.start is None or row.end is None:
        return 0
    return max(0, min(passage.end, row.end) - max(passage.start, row.start))


def _length(row: ExcerptRow) -> int:
    return (row.end or 0) - (row.start or 0)


def _row(place: _TextMatch, title: str) -> RetrievedText:
    excerpt, passage = place.excerpt, place.passage
    # The passage shows the words around a short finding; a finding met by vector alone is shown as found.
    shown = passage or excerpt
    return RetrievedText(
        contract_id=place.contract_id,
        title=title,
        kind=excerpt.kind if excerpt else "passage",
        types=place.types,
        text=shown.text if shown else "",
        page=shown.page if shown else None,
        start=shown.start if shown else None,
        end=shown.end if shown else None,
        state="verified" if passage else excerpt.state if excerpt else None,
        confidence=excerpt.confidence if excerpt else None,
        match="words" if _strength(place) else "meaning",
        score=place.score,
        similarity=place.similarity,
        coverage=place.coverage,
    )
