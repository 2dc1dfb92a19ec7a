"""The matches that say most about what goes wrong: corrected by a person first, then the clearest losses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.optimizer.files import DataSet
from core.optimizer.runs import MatchDetail
from core.optimizer.space import Arm

_LONGEST = 3_000


@dataclass(frozen=True, slots=True)
class Loss:
    """A match seen from the side that lost. `person` is what a person said against the judge, empty otherwise."""

    number: int
    example: str
    instruction: str
    lost: str
    won: str
    reason: str
    person: str


def losses(
    details: Sequence[MatchDetail],
    dataset: DataSet,
    overrules: Mapping[int, float],
    *,
    leader: Arm | None = None,
    limit: int = 12,
) -> list[Loss]:
    """At most `limit` matches, one for each example before any example comes twice.

    Args:
        details: matches with answers and verdicts.
        dataset: their examples.
        overrules: people's verdicts by number.
        leader: an arm whose losses come before those of others: they are what is left to mend.
        limit: how many.
    """
    found: list[tuple[tuple[int, int, float], Loss]] = []
    for detail in details:
        match = detail.match
        person = overrules.get(match.number)
        outcome = match.outcome if person is None else person
        if outcome is None or outcome == 0.5 or match.margin is None:
            continue
        won, lost = (detail.a, detail.b) if outcome == 1.0 else (detail.b, detail.a)
        loser = match.b if outcome == 1.0 else match.a
        differs = person is not None and person != match.outcome
        rank = (0 if differs else 1, 0 if loser == leader else 1, -abs(match.margin))
        reason = " / ".join(verdict.reason for verdict in detail.verdicts)
        loss = Loss(
            match.number,
            match.example,
            dataset.example(match.example).instruction[:_LONGEST],
            lost.text[:_LONGEST],
            won.text[:_LONGEST],
            reason[:_LONGEST],
            "the judge was wrong here: the answer shown as winner is the better one" if differs else "",
        )
        found.append((rank, loss))
    found.sort(key=lambda entry: entry[0])
    seen: set[str] = set()
    first: list[Loss] = []
    rest: list[Loss] = []
    for _, loss in found:
        (rest if loss.example in seen else first).append(loss)
        seen.add(loss.example)
    return [*first, *rest][:limit]
