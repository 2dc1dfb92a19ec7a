"""Clauses of a contract by the built-in engine: presence, findings and nearest candidates, each with evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.contracts.builtin.clauses.by_words import score_by_words
from core.contracts.builtin.clauses.model_file import clause_model
from core.contracts.builtin.clauses.own import PRESENT as OWN_PRESENT
from core.contracts.builtin.clauses.own import score_own
from core.contracts.builtin.clauses.reworded import worded_otherwise
from core.contracts.builtin.clauses.scored import LOWEST, Scored, score_sentences
from core.contracts.builtin.clauses.sentence_features import Sentences, sentences
from core.contracts.builtin.document_kind import document_kind
from core.contracts.builtin.english import is_contract, is_english
from core.contracts.builtin.familiar import is_familiar
from core.contracts.builtin.japanese import rule_book, score_japanese
from core.contracts.builtin.miss_rates import absent_below
from core.contracts.builtin.sensitivity import FindingLimits, Sensitivity, limits
from core.documents import Document, part_at
from core.evidence import from_span
from core.record import Clause, Excerpt, Presence
from core.taxonomy import shipped_taxonomy, taxonomy

NEAREST = 5
_OWN_LIMITS = FindingLimits(OWN_PRESENT, OWN_PRESENT, OWN_PRESENT)
_JOINS = 0.2  # share of the best candidate's confidence that a sentence needs to join its neighbours


@dataclass(frozen=True, slots=True)
class ClauseVerdict:
    """Scored spans of one category, best first, and from which confidence on they count.

    It is absent where no passage reaches `absent_below`; None: that may never be said. Not `looked_for`: the engine
    cannot find such a category in this document at all. `otherwise` are spans that may say it in other words.
    """

    code: str
    scored: list[Scored]
    limits: FindingLimits
    absent_below: float | None
    looked_for: bool
    otherwise: tuple[tuple[int, int], ...] = ()


def find_clauses(
    document: Document, *, all_candidates: bool = False, sensitivity: Sensitivity = "balanced"
) -> tuple[Clause, ...]:
    """All categories in taxonomy order.

    `excerpts` are the findings, `candidates` the nearest passages below the threshold, both by falling confidence;
    first among the candidates stands what a model contract says in its options and explanations, which nobody has
    agreed on, then what may say it in other words (`reworded`). A passage joins candidates that follow each other.
    `confidence` is that of the best span, whatever the verdict:
    in English a calibrated probability, in Japanese the share of right claims of a rule's strength. A category is
    absent only when every page was read, no passage comes near to it, not in other words either, and it was measured
    that the engine seldom misses it in such documents (`miss_rates`, `familiar`); otherwise it is not_found where every
    page was read and the engine can look for it, else unknown. It is unknown, too, where nothing but passages to be
    confirmed was found, and where the balanced setting would call it present and `only_sure` does not.

    Args:
        document: a contract as read.
        all_candidates: every scored span as a candidate of its own, by confidence, instead of the nearest few
            passages.
        sensitivity: how near a passage of a clause type must come to count; types of the users' own have one
            confidence for all settings.

    Raises:
        ConfigError: the model, rule file or file of miss rates is missing or damaged.
    """
    verdicts = scored_categories(document, deep=all_candidates, sensitivity=sensitivity)
    return tuple(_clause(document, verdict, all_candidates=all_candidates) for verdict in verdicts)


def scored_categories(
    document: Document, *, deep: bool = False, sensitivity: Sensitivity = "balanced"
) -> list[ClauseVerdict]:
    """What was found for each category, in taxonomy order, before presence is decided.

    Args:
        document: a contract as read.
        deep: with the English sentences that the first stage alone ranks, which no reader sees.
        sensitivity: how near a passage must come to count.
    """
    japanese = document.language == "ja"
    cut = None if japanese else _english_sentences(document.text)
    scored, thresholds = _japanese(document.text) if japanese else _english(cut, deep=deep)
    otherwise = _otherwise(cut, scored, thresholds)
    own = taxonomy().own
    scored |= score_own(document, own)
    kind = document_kind(document)
    familiar = japanese or is_familiar(document.text)
    return [
        ClauseVerdict(
            category.code,
            scored.get(category.code, []),
            _OWN_LIMITS
            if category in own
            else limits(
                category.code,
                thresholds.get(category.code, 1.0),
                document.language,
                kind,
                sensitivity if category.kind == "clause" else "balanced",
            ),
            absent_below(category.code, document.language, kind) if familiar else None,
            category.code in scored,
            otherwise.get(category.code, ()),
        )
        for category in taxonomy().categories
    ]


Scores = tuple[dict[str, list[Scored]], dict[str, float]]


def _english_sentences(text: str) -> Sentences | None:
    """The sentences of an English contract; None for another language and for a text that is no contract."""
    return sentences(text) if is_english(text) and is_contract(text) else None


def _english(document: Sentences | None, *, deep: bool) -> Scores:
    """Scored spans and thresholds by code; nothing where there is no English contract."""
    if document is None:
        return {}, {}
    scored, thresholds = score_sentences(document, clause_model(), deep=deep)
    untrained = tuple(category.code for category in shipped_taxonomy().clauses if category.code not in scored)
    return scored | score_by_words(document, untrained), thresholds


def _otherwise(
    document: Sentences | None, scored: dict[str, list[Scored]], thresholds: dict[str, float]
) -> dict[str, tuple[tuple[int, int], ...]]:
    """Spans that may say in other words what the model did not find, by code."""
    if document is None or not len(document):
        return {}
    missing = [code for code, rows in scored.items() if _best(rows) <= thresholds.get(code, 1.0)]
    return {code: tuple(spans) for code, spans in worded_otherwise(document, tuple(missing)).items()}


def _best(rows: Sequence[Scored]) -> float:
    return max((row.confidence for row in rows), default=0.0)


def _japanese(text: str) -> Scores:
    scored = score_japanese(text)
    return scored, dict.fromkeys(scored, rule_book().threshold)


def own_clause(document: Document, code: str, scored: list[Scored]) -> Clause:
    """The verdict for a type that a user defined; never absent.

    Args:
        document: the contract as read.
        code: the type's code.
        scored: what `score_own` found in that document.
    """
    return _clause(document, ClauseVerdict(code, scored, _OWN_LIMITS, None, looked_for=True), all_candidates=False)


def _clause(document: Document, verdict: ClauseVerdict, *, all_candidates: bool) -> Clause:
    limits = verdict.limits
    above = [row for row in verdict.scored if row.confidence > limits.to_confirm]
    rest = verdict.scored[len(above) :]
    # What a model contract only offers or explains is no finding, however clearly it says it.
    findings = [row for row in above if part_at(document.text, row.start, row.end) is None]
    offered = [row for row in above if row not in findings]
    if all_candidates:
        rest = sorted(_led(verdict.otherwise, rest), key=lambda row: (-row.confidence, row.start))
    else:
        rest = _led(verdict.otherwise, passages(document.text, rest))[:NEAREST]
    best = _best([row for row in verdict.scored if row not in offered])
    presence: Presence = "unknown"
    if best > limits.finding:
        presence = "present"
    elif best > limits.open_above:
        presence = "unknown"
    elif document.read_in_full and not (offered or verdict.otherwise) and best < (verdict.absent_below or 0):
        presence = "absent"
    elif document.read_in_full and verdict.looked_for:
        presence = "not_found"
    return Clause(
        verdict.code,
        presence,
        best,
        tuple(_excerpt(document, row, confirmed=row.confidence > limits.finding) for row in findings),
        tuple(_excerpt(document, row) for row in (*offered, *rest)),
    )


def _led(spans: Sequence[tuple[int, int]], nearest: list[Scored]) -> list[Scored]:
    """The nearest passages with those first that hold one of the spans; a span that no passage holds is one."""
    first: list[Scored] = []
    for start, end in spans:
        holding = [row for row in nearest if row.start <= start and end <= row.end]
        first += [row for row in holding[:1] or [Scored(start, end, LOWEST)] if row not in first]
    return first + [row for row in nearest if row not in first]


def passages(text: str, candidates: list[Scored]) -> list[Scored]:
    """Candidates with those that follow each other joined, by falling confidence.

    A clause often runs over several sentences that are each scored alone; a joined passage has the confidence of its
    best one. Candidates far below the best of all join nothing and stay alone.
    """
    floor = _JOINS * max((row.confidence for row in candidates), default=0.0)
    joined: list[Scored] = []
    for row in sorted(candidates, key=lambda row: (row.start, -row.end)):
        before = joined[-1] if joined else None
        if before is None or min(before.confidence, row.confidence) < floor or text[before.end : row.start].strip():
            joined.append(row)
        else:
            end, confidence = max(before.end, row.end), max(before.confidence, row.confidence)
            joined[-1] = Scored(before.start, end, confidence)
    return sorted(joined, key=lambda row: (-row.confidence, row.start))


def _excerpt(document: Document, row: Scored, *, confirmed: bool = True) -> Excerpt:
    evidence = from_span(document, row.start, row.end)
    return Excerpt(document.text[row.start : row.end], row.confidence, evidence, confirmed)
