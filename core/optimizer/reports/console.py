"""A run in a few lines for a console."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.optimizer.runs.budget import Spending
from core.optimizer.runs.records import MatchRecord, RunRecord
from core.optimizer.statistics import BeforeAfter, learn, position_share, tallies

_TOP = 5


def console_lines(
    run: RunRecord,
    matches: Sequence[MatchRecord],
    overrules: Mapping[int, float],
    compared: BeforeAfter | None = None,
) -> list[str]:
    """Win rates with their intervals, the best knobs, and how sure that is; English."""
    played = [match for match in matches if match.state in ("decided", "failed")]
    failed = sum(match.state == "failed" for match in played)
    spent = Spending.sum_of(match.spent for match in played)
    lines = [
        f"{run.title}: {run.state}{f' ({run.reason})' if run.reason else ''}, {len(played)} matches"
        f"{f', {failed} without a verdict' if failed else ''}; "
        f"{spent.calls} calls, {spent.tokens:,} tokens, cost {spent.cost:.4f}"
    ]
    for tally in tallies(played, overrules)[:_TOP]:
        settings = ", ".join(f"{name}={value}" for name, value in run.knobs.settings(tally.arm).items())
        lines.append(
            f"  {tally.rate.value:6.1%} ({tally.rate.low:.0%}-{tally.rate.high:.0%}) of {tally.matches:>3}  {settings}"
        )
    learned = learn(run.knobs, played, overrules, leader=None if run.outcome is None else run.outcome["best"])
    if learned is not None:
        best = ", ".join(f"{name}={value}" for name, value in run.knobs.settings(learned.leader).items())
        lines.append(f"best knobs: {best}")
        lines.append(
            f"chance that they are the best: {learned.leader_best:.0%}; within 0.02 of the best: "
            f"{learned.leader_near:.0%}, for examples like these {learned.examples}"
        )
    if compared is not None:
        both = compared.result
        what = "right" if compared.by == "gold" else "of the judge's scale"
        where = "examples kept apart" if run.settings.kept_apart else "the same examples"
        lines.append(
            f"before and after on {both.count} {where}: {both.first:.0%} -> {both.second:.0%} {what}"
            f" ({both.difference.low:+.0%} to {both.difference.high:+.0%})"
        )
    first = position_share(played)
    if first is not None and (first.low > 0.5 or first.high < 0.5):
        lines.append(f"the judge prefers a place: what is shown first wins {first.value:.0%} of the time")
    return lines
