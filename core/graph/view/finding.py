"""Nodes found by name: contracts, parties, countries, clause types and entries, in Japanese and English."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz, process

from core.graph.store import GraphStore, Row
from core.graph.view.labels import name_forms, name_of, searchable
from core.graph.view.node_kinds import KINDS, Ref, clause_type_codes
from core.wording import Language

LIMIT = 20
MOST_NAMES = 60_000
"""Most nodes of one label that a search looks at."""
_SEARCHED = tuple(label for label in KINDS if label != "Excerpt")
_NEAR = 80
_LONGEST = 300
_FEWEST_LETTERS = 3


@dataclass(frozen=True, slots=True)
class NodeMatch:
    """A node that a search found; `only_similar` when only the letters are near, such as with one missing."""

    ref: Ref
    name: str
    only_similar: bool = False


def find(graph: GraphStore, words: str, language: Language) -> tuple[list[NodeMatch], int]:
    """Nodes whose name has every word, names that begin with the words first; without any, those spelt nearly so.

    Returns:
        The best `LIMIT` of them, and how many there are.
    """
    wanted = searchable(words[:_LONGEST])
    if not wanted:
        return [], 0
    parts = wanted.split()
    matches: list[tuple[tuple[int, int, str, str], NodeMatch]] = []
    others: dict[Ref, str] = {}
    names: dict[Ref, str] = {}
    for place, label in enumerate(_SEARCHED):
        for row in _rows(graph, label):
            forms = _forms(label, str(row["key"]), str(row["name_0"] or ""), str(row.get("name_1") or ""))
            ref = Ref(label, str(row["key"]))
            matching = [form for form in forms if all(part in form for part in parts)]
            if matching:
                name = name_of(label, row, language)
                rank = min(_rank(form, wanted) for form in matching)
                matches.append(((rank, place, name, ref.key), NodeMatch(ref, name)))
            elif not matches:
                others[ref] = forms[0]
                names[ref] = name_of(label, row, language)
    if matches:
        matches.sort(key=lambda ranked: ranked[0])
        return [match for _, match in matches[:LIMIT]], len(matches)
    if len(wanted) < _FEWEST_LETTERS:
        return [], 0
    close = process.extract(wanted, others, scorer=fuzz.partial_ratio, score_cutoff=_NEAR, limit=LIMIT)
    near = [NodeMatch(ref, names[ref], only_similar=True) for _, _, ref in close if len(others[ref]) >= _FEWEST_LETTERS]
    return near, len(near)


def _rows(graph: GraphStore, label: str) -> list[Row]:
    kind = KINDS[label]
    if label == "ClauseType":
        return graph.rows(
            f"MATCH (x:{label}) WHERE x.code IN $codes RETURN {kind.columns('x')} ORDER BY key",
            {"codes": clause_type_codes()},
        )
    return graph.rows(f"MATCH (x:{label}) RETURN {kind.columns('x')} ORDER BY key LIMIT {MOST_NAMES:d}")


@lru_cache(maxsize=200_000)
def _forms(label: str, key: str, first: str, second: str) -> tuple[str, ...]:
    return tuple(searchable(form) for form in name_forms(label, {"key": key, "name_0": first, "name_1": second}))


def _rank(form: str, wanted: str) -> int:
    if form == wanted:
        return 0
    if form.startswith(wanted):
        return 1
    return 2 if f" {wanted}" in form else 3
