"""Everything of a run as one JSON document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.optimizer.files import Material
from core.optimizer.runs.budget import Spending
from core.optimizer.runs.records import MatchDetail, RunRecord
from core.optimizer.statistics import learn, position_share, tallies
from core.optimizer.statistics.intervals import Interval


def history(
    run: RunRecord, material: Material, details: Sequence[MatchDetail], overrules: Mapping[int, float]
) -> dict[str, Any]:
    """Run, candidates, and every match with both answers, scores, reasons, tokens, price and time."""
    matches = [detail.match for detail in details]
    learned = learn(run.knobs, matches, overrules, leader=None if run.outcome is None else run.outcome["best"])
    first = position_share(matches)
    return {
        "run": {
            "id": run.id,
            "title": run.title,
            "prompt": material.prompt.label,
            "prompt_fingerprint": material.prompt.fingerprint,
            "dataset": material.dataset.name,
            "dataset_fingerprint": material.dataset.fingerprint,
            "judge": material.judge.label,
            "rubric": material.rubric.label,
            "settings": run.settings.model_dump(mode="json"),
            "knobs": run.knobs.as_json(),
            "state": run.state,
            "reason": run.reason,
            "outcome": run.outcome,
            "created_by": run.created_by,
            "created_at": run.created_at.isoformat(),
        },
        "spent": Spending.sum_of(match.spent for match in matches).as_json(),
        "first_place": None if first is None else interval_json(first),
        "leader": None
        if learned is None
        else {
            "arm": list(learned.leader),
            "knobs": run.knobs.settings(learned.leader),
            "best": learned.leader_best,
            "near_best": learned.leader_near,
        },
        "effects": []
        if learned is None
        else [
            {"knob": effect.knob, "value": effect.value, **interval_json(effect.effect)} for effect in learned.effects
        ],
        "candidates": [
            {
                "arm": list(tally.arm),
                "knobs": run.knobs.settings(tally.arm),
                "wins": tally.wins,
                "ties": tally.ties,
                "losses": tally.losses,
                "win_rate": interval_json(tally.rate),
            }
            for tally in tallies(matches, overrules)
        ],
        "matches": [_match(detail, overrules) for detail in details],
    }


def interval_json(interval: Interval) -> dict[str, float]:
    """An interval as JSON."""
    return {"value": interval.value, "low": interval.low, "high": interval.high}


def _match(detail: MatchDetail, overrules: Mapping[int, float]) -> dict[str, Any]:
    match = detail.match
    return {
        "number": match.number,
        "a": list(match.a),
        "b": list(match.b),
        "example": match.example,
        "a_shown_first": match.a_first,
        "repeat": match.repeat,
        "state": match.state,
        "outcome": match.outcome,
        "margin": match.margin,
        "overruled": overrules.get(match.number),
        "best": None if match.best is None else list(match.best),
        "confidence": match.confidence,
        "spent": match.spent.as_json(),
        "answers": {"a": detail.a.as_json(), "b": detail.b.as_json()},
        "verdicts": [verdict.as_json() for verdict in detail.verdicts],
    }
