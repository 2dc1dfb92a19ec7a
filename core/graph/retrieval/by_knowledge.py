"""Approved knowledge entries: which of them say something on a question, a clause type or an agreement type."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from core.graph.retrieval.arguments import Knowledge
from core.graph.rows import Result, RetrievedKnowledge
from core.graph.store import Cell, GraphStore, Row, Scope
from core.graph.text.terms import TermAlternatives, normal, query_groups, terms
from core.lexicon import agreement_code, agreement_types
from core.taxonomy import taxonomy

FLOOR = 0.5
"""Least share of a query's words, by rarity, that an entry must hold."""
# What a person calls the knowledge base itself says nothing on what the question is about.
_SELF = re.compile(
    r"(?:社内|当社|我が社|弊社)の?|方針|ポリシー|立場|見解|ナレッジ|知見|プレイブック|推奨(?:条項|文言)?|譲歩案?|対応"
    r"|\b(?:our|we|us|company|internal|house|polic(?:y|ies)|positions?|stance|playbooks?|guidelines?|guidance|knowledge"
    r"|entr(?:y|ies)|recommend(?:ed|ation|ations|s)?|fallbacks?|preferred|standard|clauses?|provisions?)\b|条項|条文"
)


def search_knowledge(graph: GraphStore, arguments: Knowledge, scope: Scope) -> Result:
    """`RetrievedKnowledge` rows of approved entries, best first. A scope of contracts does not narrow them."""
    entries = graph.rows(
        "MATCH (k:KnowledgeEntry) RETURN k.id AS id, k.number AS number, k.title AS title, k.severity AS severity, "
        "k.problem AS problem, k.risk AS risk, k.recommended_clause AS recommended_clause, k.walk_away AS walk_away, "
        "k.fallback_positions AS fallback_positions, k.fallback_clauses AS fallback_clauses ORDER BY number"
    )
    about = _linked(graph, "ABOUT_CLAUSE", "ClauseType")
    applies = _linked(graph, "APPLIES_TO", "AgreementType")
    kind = None if arguments.contract_type is None else _kind(arguments.contract_type)
    kept = []
    for row in entries:
        key = str(row["id"])
        if arguments.clause_type is not None and arguments.clause_type not in about.get(key, ()):
            continue
        if kind is not None and applies.get(key) and kind not in applies[key]:
            continue
        kept.append(row)
    scores = _scores(arguments.query or "", kept, about, applies)
    results = [
        _retrieved(row, about.get(str(row["id"]), ()), applies.get(str(row["id"]), ()), score)
        for row, score in zip(kept, scores, strict=True)
        if score >= FLOOR
    ]
    results.sort(key=lambda entry: (-entry.score, entry.number))
    return Result(tuple(results[: arguments.limit]), len(results))


def _kind(name: str) -> str:
    return agreement_code(name) or name.strip().casefold()


def _linked(graph: GraphStore, relation: str, label: str) -> Mapping[str, Sequence[str]]:
    rows = graph.rows(
        f"MATCH (k:KnowledgeEntry)-[:{relation}]->(t:{label}) RETURN k.id AS id, t.code AS code ORDER BY id, code"
    )
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(str(row["id"]), []).append(str(row["code"]))
    return found


def _scores(
    query: str, entries: Sequence[Row], about: Mapping[str, Sequence[str]], applies: Mapping[str, Sequence[str]]
) -> list[float]:
    """Share of a query's words that each entry holds, weighted by rarity, in 0–1; a query of no words gives 1."""
    groups = query_groups(_SELF.sub(" ", _singular(normal(query))))
    if not groups:
        return [1.0] * len(entries)
    lines = []
    for row in entries:
        names = [part for code in about.get(str(row["id"]), ()) for part in _names(code)]
        parts = [part for name in _TEXTS for part in _parts(row[name])]
        kinds = [part for code in applies.get(str(row["id"]), ()) for part in _kind_names(code)]
        lines.append((_line("\n".join([str(row["title"]), *names])), _line("\n".join([*parts, *names, *kinds]))))
    held = [[_holds(group, whole) for group in groups] for _, whole in lines]
    weights = [math.log(1 + len(entries) / (1 + sum(row[at] for row in held))) for at in range(len(groups))]
    total = sum(weights)
    scores = []
    for (head, _), there in zip(lines, held, strict=True):
        share = sum(weight for weight, matches in zip(weights, there, strict=True) if matches) / total
        in_title = sum(weight for weight, group in zip(weights, groups, strict=True) if _holds(group, head)) / total
        # The share decides whether it is a hit; words in the title or clause type put it before the others.
        scores.append(round(share * (0.8 + 0.2 * in_title), 4) if share >= FLOOR / 0.8 else 0.0)
    return scores


_TEXTS = ("title", "problem", "risk", "recommended_clause", "walk_away", "fallback_positions", "fallback_clauses")


def _parts(cell: Cell) -> tuple[str, ...]:
    return tuple(map(str, cell)) if isinstance(cell, list) else (str(cell or ""),)


def _singular(text: str) -> str:
    # "liability caps" is the glossary's "liability cap"; terms are stemmed anyway.
    return re.sub(r"\b([a-z]{3,}[^s\W])s\b", r"\1", text)


def _names(code: str) -> tuple[str, ...]:
    return taxonomy().get(code).spoken_names


def _kind_names(code: str) -> tuple[str, ...]:
    kind = agreement_types().get(code)
    return (code,) if kind is None else kind.spoken_names


@lru_cache(maxsize=8_192)
def _line(text: str) -> str:
    return f" {' '.join(terms(text))} "


def _holds(group: TermAlternatives, line: str) -> bool:
    return any(f" {' '.join(way)} " in line for way in group.alternatives)


def _retrieved(
    row: Row, clause_types: Sequence[str], agreement_types: Sequence[str], score: float
) -> RetrievedKnowledge:
    return RetrievedKnowledge(
        entry_id=str(row["id"]),
        number=int(str(row["number"])),
        name=f"K{row['number']}",
        title=str(row["title"]),
        severity=None if row["severity"] is None else str(row["severity"]),
        clause_types=tuple(clause_types),
        agreement_types=tuple(agreement_types),
        problem=str(row["problem"]),
        risk=str(row["risk"]),
        recommended_clause=str(row["recommended_clause"]),
        fallback_positions=_parts(row["fallback_positions"]),
        fallback_clauses=_parts(row["fallback_clauses"]),
        walk_away=None if row["walk_away"] is None else str(row["walk_away"]),
        score=score,
    )
