"""Figures of ranked candidates against the gold spans, and the presence thresholds chosen from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.contract_presence import finding_limits, presence_chance
from core.contracts.builtin.clauses.first_stage import FirstStage
from core.contracts.builtin.clauses.scored import DEEPEST, SPAN_ONLY
from core.contracts.builtin.clauses.sentence_features import sentences
from scripts.training.corpus import FOLDS, Labelled, codes
from scripts.training.metrics import Tally, Words, f1, same

LEAST_PRECISION = 0.65
GRID = np.round(np.arange(0.16, 0.72, 0.02), 2)
FINDINGS = np.round(np.arange(0.3, 0.8, 0.02), 2)


@dataclass(frozen=True)
class Ranked:
    """Scored candidates of many contracts: category, contract, confidence, and the gold spans that each matches."""

    category: NDArray[np.int64]
    contract: NDArray[np.int64]
    confidence: NDArray[np.float64]
    matched: list[tuple[int, ...]]


def tallies(contracts: list[Labelled], ranked: Ranked) -> dict[str, Tally]:
    """One tally a category."""
    result = {code: Tally() for code in codes()}
    best: dict[tuple[int, int, int], float] = {}
    for column, owner, value, found in zip(
        ranked.category.tolist(), ranked.contract.tolist(), ranked.confidence.tolist(), ranked.matched, strict=True
    ):
        if not found:
            result[codes()[column]].wrong.append(value)
        for gold in found:
            key = owner, column, gold
            best[key] = max(best.get(key, 0.0), value)
    for owner, contract in enumerate(contracts):
        for column, code in enumerate(codes()):
            count = len(contract.gold[code])
            result[code].gold += [best.get((owner, column, gold), 0.0) for gold in range(count)]
    return result


def pooled(parts: dict[str, Tally]) -> Tally:
    """All categories as one."""
    total = Tally()
    for part in parts.values():
        total.extend(part)
    return total


def highest(contracts: list[Labelled], ranked: Ranked) -> NDArray[np.float64]:
    """The highest confidence of each contract in each category."""
    best = np.zeros((len(contracts), len(codes())))
    np.maximum.at(best, (ranked.contract, ranked.category), ranked.confidence)
    return best


def truth(contracts: list[Labelled]) -> NDArray[np.bool_]:
    """Which categories each contract has."""
    return np.array([[bool(contract.gold[code]) for code in codes()] for contract in contracts])


def thresholds(chance: NDArray[np.float64], real: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The threshold with the best pooled presence F1; raised where a category's claims would be wrong too often.

    A category is raised to the first threshold at which `LEAST_PRECISION` of its claims are right, else to the top of
    the grid: it then has candidates and hardly any findings.
    """
    common = max(GRID, key=lambda threshold: f1(real, chance > threshold)[2])
    chosen = np.full(real.shape[1], common, np.float32)
    for column in range(real.shape[1]):
        for threshold in GRID[common <= GRID]:
            chosen[column] = threshold
            if f1(real[:, column], chance[:, column] > threshold)[0] >= LEAST_PRECISION:
                break
    return chosen


def table(contracts: list[Labelled], ranked: Ranked, limits: NDArray[np.float64]) -> dict[str, dict[str, float]]:
    """Figures per category and, under `all`, pooled.

    Args:
        contracts: with their gold spans.
        ranked: their candidates.
        limits: of each contract and category the confidence above which a candidate is a finding.
    """
    parts = tallies(contracts, ranked)
    claimed, real = highest(contracts, ranked) > limits, truth(contracts)
    rows = {code: _row(parts[code], real[:, [column]], claimed[:, [column]]) for column, code in enumerate(codes())}
    return {"all": _row(pooled(parts), real, claimed), **rows}


def finding_threshold(
    contracts: list[Labelled],
    ranked: Ranked,
    odds: NDArray[np.float64],
    limits: NDArray[np.float32],
    chosen: NDArray[np.bool_],
) -> float:
    """The nearness above which findings have the best F1 in the chosen contracts.

    Args:
        contracts: with their gold spans.
        ranked: their candidates.
        odds: held-out log-odds of presence.
        limits: the chance of presence above which each category is there.
        chosen: which contracts count.
    """
    best = highest(contracts, ranked)

    def score(threshold: float) -> float:
        return findings(contracts, ranked, finding_limits(odds, best, limits, threshold), chosen)["f1"]

    return float(max(FINDINGS, key=score))


def held_out(
    contracts: list[Labelled], ranked: Ranked, odds: NDArray[np.float64], fold: NDArray[np.int64]
) -> dict[str, float]:
    """Presence and findings of each fold by thresholds chosen on the others."""
    best, real = highest(contracts, ranked), truth(contracts)
    chance = presence_chance(odds, best)
    limits = np.zeros(real.shape)
    for number in range(FOLDS):
        held = fold == number
        of_presence = thresholds(chance[~held], real[~held])
        nearness = finding_threshold(contracts, ranked, odds, of_presence, ~held)
        limits[held] = finding_limits(odds[held], best[held], of_presence, nearness)
    presence = dict(zip(("precision", "recall", "f1"), f1(real, best > limits), strict=True))
    found = findings(contracts, ranked, limits)
    return {f"held_out_presence_{name}": round(value, 4) for name, value in presence.items()} | {
        f"held_out_finding_{name}": value for name, value in found.items()
    }


def findings(
    contracts: list[Labelled],
    ranked: Ranked,
    limits: NDArray[np.float64],
    chosen: NDArray[np.bool_] | None = None,
) -> dict[str, float]:
    """Candidates above their limits: the share that matches a gold span, and the share of gold spans matched.

    Args:
        contracts: with their gold spans.
        ranked: their candidates.
        limits: of each contract and category the confidence above which a candidate is a finding.
        chosen: which contracts count; all by default.
    """
    counts = np.ones(len(contracts), bool) if chosen is None else chosen
    is_finding = (ranked.confidence > limits[ranked.contract, ranked.category]) & counts[ranked.contract]
    above = np.flatnonzero(is_finding).tolist()
    right = sum(bool(ranked.matched[row]) for row in above)
    found = {
        (int(ranked.contract[row]), int(ranked.category[row]), gold) for row in above for gold in ranked.matched[row]
    }
    gold = sum(len(spans) for owner in np.flatnonzero(counts) for spans in contracts[owner].gold.values())
    precision, recall = right / max(len(above), 1), len(found) / max(gold, 1)
    score = 2 * precision * recall / max(precision + recall, 1e-9)
    return {
        "precision": round(precision, 4),
        "recall": round(recall, 4),
        "f1": round(score, 4),
    }


def listed_recall(contracts: list[Labelled], stages: list[FirstStage], ranked: Ranked) -> float:
    """The share of gold spans that some candidate matches, with the sentences that a list of all candidates adds.

    Args:
        contracts: with their gold spans.
        stages: of each contract what a first stage that did not see it says.
        ranked: the candidates of the second stage.
    """
    found = {
        (owner, column, gold)
        for owner, column, matched in zip(
            ranked.contract.tolist(), ranked.category.tolist(), ranked.matched, strict=True
        )
        for gold in matched
    }
    count = 0
    for owner, (contract, stage) in enumerate(zip(contracts, stages, strict=True)):
        document = sentences(contract.text)
        said = cache(lambda start, end, text=contract.text: Words.of(text[start:end]))
        for column, code in enumerate(codes()):
            count += len(contract.gold[code])
            lost = [gold for gold in range(len(contract.gold[code])) if (owner, column, gold) not in found]
            if code in SPAN_ONLY or not lost:
                continue
            spans = document.spans[np.argsort(-stage.scores[:, column], kind="stable")[:DEEPEST]].tolist()
            for gold in lost:
                want = said(*contract.gold[code][gold])
                if any(same(said(start, end), want, code) for start, end in spans):
                    found.add((owner, column, gold))
    return round(len(found) / max(count, 1), 4)


def _row(tally: Tally, real: NDArray[np.bool_], claimed: NDArray[np.bool_]) -> dict[str, float]:
    precision, recall, score = f1(real, claimed)
    return {
        "spans": len(tally.gold),
        "aupr": round(tally.aupr(), 4),
        "precision_at_80_recall": round(tally.precision_at(0.8), 4),
        "highest_recall": round(float(np.mean(np.array(tally.gold) > 0)) if tally.gold else 0.0, 4),
        "presence_precision": round(precision, 4),
        "presence_recall": round(recall, 4),
        "presence_f1": round(score, 4),
    }


def printed(rows: dict[str, dict[str, float]]) -> str:
    """The table as Markdown."""
    head = list(rows["governing_law"])
    lines = [
        "| category | " + " | ".join(name.replace("_", " ") for name in head) + " |",
        "|---" * (len(head) + 1) + "|",
    ]
    for code, row in rows.items():
        lines.append(f"| {code} | " + " | ".join(f"{row[name]:g}" if name in row else "" for name in head) + " |")
    return "\n".join(lines)
