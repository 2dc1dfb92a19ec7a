"""How many judge calls the duel methods need, by simulation (`core/optimizer/simulation.py` says what a world is).

    python benchmarks/optimizer.py play bar --worlds 400 --cache duels.jsonl
    python benchmarks/optimizer.py play robust --worlds 40 --cache duels.jsonl
    python benchmarks/optimizer.py play large --worlds 10 --cache duels.jsonl
    python benchmarks/optimizer.py table --cache duels.jsonl

`play` adds one line for each world to the cache and passes over those that are there, so it can be stopped, and several
can run beside each other on different `--shapes` or `--methods`. `table` prints the figures and writes them to
`benchmarks/results/optimizer.json`, where a row of more worlds that was there stays.

Three references: `featurised` is told the variances that the worlds are drawn with, `plain featurised` nothing;
`first factored` is the method as it was first written down.

Seeds: 700000 and above here; the methods were tuned on worlds of seeds below 10000.

Figures of a row: calls until the recommended arm is within 0.02 of the best in 90 % (80 %) of the worlds, and stays;
mean regret after 200 calls, and at the end; regret averaged over the checks from call 50 to 800; and, for a run that
stops at the first check (every 10 calls, from 50 on) with a confidence of at least 90 %: how many get there, and the
share of those that is right.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from first_factored import FirstFactored
from plain_featurised import PlainFeaturised

from core.optimizer import Space
from core.optimizer.methods import create
from core.optimizer.simulation import WITHIN, World, WorldOptions

FIRST_SEED = 700_000
CHECK_EVERY = 10
FIRST_STOP = 50
STOP = 0.9
REFERENCES = {
    "featurised": "reference",
    "plain featurised": "plain_reference",
    "first factored": "first_version",
}
PEERS = {"plain featurised": PlainFeaturised, "first factored": FirstFactored}
ASKED = ("factored", "first factored")
SHAPES: tuple[tuple[int, ...], ...] = ((2, 3, 4, 6), (6, 6, 6), (3, 3, 3, 3, 3), (2,) * 7)
RESULTS = Path(__file__).parent / "results" / "optimizer.json"

ROBUST = {
    "default": WorldOptions(),
    "noise doubled": WorldOptions(kappa=5.0),
    "first place 0.3": WorldOptions(first=0.3),
    "tie 0.15": WorldOptions(tie=0.15),
    "half the examples cyclic": WorldOptions(cyclic=0.5),
    "20 % three-way": WorldOptions(triple_share=0.2),
    "50 % pairs": WorldOptions(pair_share=0.5),
    "no interaction": WorldOptions(pair_share=0.0),
    "30 % unstructured": WorldOptions(arm_share=0.3),
    "50 examples, 80 % fixed": WorldOptions(examples=50, repeated=0.8),
    "50 examples": WorldOptions(examples=50),
    "sd 0.03": WorldOptions(sd=0.03),
    "sd 0.2": WorldOptions(sd=0.2),
    "batches of 8": WorldOptions(),
    "verdict only": WorldOptions(),
}


@dataclass(frozen=True)
class Setting:
    """One row of the table."""

    part: str
    world: str
    method: str
    cards: tuple[int, ...]
    calls: int
    options: WorldOptions
    batch: int = 1
    margins: bool = True

    @property
    def key(self) -> str:
        """Names the row in the cache."""
        return f"{self.part} | {self.world} | {'x'.join(map(str, self.cards))} | {self.method}"


def settings(part: str) -> Iterator[Setting]:
    """The rows of a part."""
    if part == "bar":
        for card, calls in ((3, 800), (4, 800), (5, 1000)):
            plays = (("factored", calls), ("first factored", calls), ("featurised", 800), ("plain featurised", 2000))
            for method, asked in plays:
                yield Setting(part, "default", method, (card,) * 4, asked, WorldOptions())
    elif part == "spec":
        for method in ("tournament", "thompson", "ucb1", "elo", "bradley_terry", "halving"):
            yield Setting(part, "default", method, (4,) * 4, 800, WorldOptions())
    elif part == "robust":
        for world, options in ROBUST.items():
            for method in ("factored", "featurised"):
                batch = 8 if world.startswith("batches") else 1
                yield Setting(part, world, method, (4,) * 4, 800, options, batch, world != "verdict only")
    elif part == "shapes":
        for cards in SHAPES:
            for method in ("factored", "featurised"):
                yield Setting(part, "default", method, cards, 800, WorldOptions())
    else:
        for method in ("factored", "featurised"):
            yield Setting(part, "default", method, (4,) * 10, 400, WorldOptions(pairs=8))


def play(setting: Setting, seed: int) -> dict[str, Any]:
    """One run: regret at every check, confidence at every check until one is as sure as a run needs to stop, and
    milliseconds of processor time a duel, the judge's included.

    The clock is read twice in all: where it is slow, reading it for each duel takes longer than the duels.
    """
    world = World(Space(setting.cards), seed, setting.options)
    peer = PEERS.get(setting.method)
    method: Any = peer(world.space, seed) if peer else create(setting.method, world.space, seed=seed)
    asked = method if setting.method in ASKED or setting.part == "spec" else None
    regrets, confidences, done = [], [], 0
    start = time.process_time()
    while done < setting.calls:
        pairs = [method.propose_pair() for _ in range(setting.batch)]
        for a, b in pairs:
            verdict = world.judge(a, b)
            info = verdict.info if setting.margins else {**verdict.info, "margin": None}
            method.observe(info)
            method.update(a, b, verdict.outcome)
            done += 1
            if done % CHECK_EVERY == 0:
                best = method.best()
                regrets.append(round(world.regret(best), 5))
                if asked:
                    confidences.append(round(asked.confidence(), 4))
                    if done >= FIRST_STOP and confidences[-1] >= STOP:
                        asked = None
    spent = time.process_time() - start
    return {
        "key": setting.key,
        "seed": seed,
        "regret": regrets,
        "confidence": confidences,
        "ms": round(1000.0 * spent / setting.calls, 3),
    }


def calls_until(within: np.ndarray, share: float) -> int | None:
    """Calls from which on at least that share of the worlds is within, at every check; None where never."""
    missed = np.flatnonzero(within.mean(axis=0) < share)
    first = int(missed[-1]) + 1 if len(missed) else 0
    return CHECK_EVERY * (first + 1) if first < within.shape[1] else None


def figures(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The figures of one row of the table."""
    regret = np.array([row["regret"] for row in rows])
    within = regret <= WITHIN
    first = FIRST_STOP // CHECK_EVERY - 1
    averaged = regret[:, first : 800 // CHECK_EVERY].mean(axis=1)
    sure = [np.flatnonzero(np.array(row["confidence"][first:]) >= STOP) for row in rows]
    stopped = np.array([len(places) > 0 for places in sure])
    at = first + np.array([places[0] if len(places) else 0 for places in sure])
    right = within[np.arange(len(rows)), at][stopped]
    return {
        "worlds": len(rows),
        "calls_90": calls_until(within, 0.9),
        "calls_80": calls_until(within, 0.8),
        "regret_200": round(float(regret[:, 200 // CHECK_EVERY - 1].mean()), 4),
        "regret_end": round(float(regret[:, -1].mean()), 4),
        "calls": regret.shape[1] * CHECK_EVERY,
        "within_end": round(float(within[:, -1].mean()), 3),
        "regret_mean": round(float(averaged.mean()), 5),
        "regret_mean_error": round(float(averaged.std() / math.sqrt(len(rows))), 5),
        "stopped": round(float(stopped.mean()), 3),
        "right_when_stopped": round(float(right.mean()), 3) if len(right) else None,
        "calls_when_stopped": round(float(CHECK_EVERY * (at[stopped] + 1).mean())) if len(right) else None,
        "ms": round(float(np.mean([row["ms"] for row in rows])), 2),
    }


def ratio(own: dict[int, dict[str, Any]], other: dict[int, dict[str, Any]]) -> dict[str, float]:
    """Regret averaged over calls 50 to 800 as a part of another method's on the worlds that both played."""
    shared = sorted(set(own) & set(other))
    checks = slice(FIRST_STOP // CHECK_EVERY - 1, 800 // CHECK_EVERY)
    ours, theirs = (np.array([np.mean(rows[seed]["regret"][checks]) for seed in shared]) for rows in (own, other))
    part = float(ours.mean() / theirs.mean())
    error = float((ours - part * theirs).std() / math.sqrt(len(shared)) / theirs.mean())
    return {"ratio": round(part, 3), "ratio_error": round(error, 3), "ratio_worlds": len(shared)}


def merged(before: dict[str, Any], rows: dict[str, Any]) -> dict[str, Any]:
    """Rows written before and those of now; one of fewer worlds than before stands within the other, as `again`."""
    together = dict(before)
    for key, row in rows.items():
        more = before.get(key, row)["worlds"] > row["worlds"]
        together[key] = {**before[key], "again": row} if more else row
    return dict(sorted(together.items()))


def cached(path: Path) -> dict[str, dict[int, dict[str, Any]]]:
    """What the cache holds, by row and seed."""
    held: dict[str, dict[int, dict[str, Any]]] = defaultdict(dict)
    if path.is_file():
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            held[row["key"]][row["seed"]] = row
    return held


def run(arguments: argparse.Namespace) -> None:
    """Play what the cache lacks, all rows of the part in turn for each world."""
    held = cached(arguments.cache)
    chosen = [
        setting
        for setting in settings(arguments.part)
        if (not arguments.methods or setting.method in arguments.methods)
        and (not arguments.shapes or "x".join(map(str, setting.cards)) in arguments.shapes)
        and (not arguments.only or setting.world in arguments.only)
    ]
    for place in range(arguments.past, arguments.worlds):
        for setting in chosen:
            seed = FIRST_SEED + place
            if seed not in held[setting.key]:
                row = play(setting, seed)
                with arguments.cache.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")


def table(arguments: argparse.Namespace) -> None:
    """Print the figures of all rows, the method's regret beside the references' on the same worlds, and write them."""
    held = cached(arguments.cache)
    made = datetime.now(UTC).date().isoformat()
    rows = {}
    for key, by_seed in sorted(held.items()):
        row: dict[str, Any] = {"made": made, **figures(list(by_seed.values()))}
        for reference, name in REFERENCES.items():
            other = held.get(key.replace("factored", reference), {})
            if key.endswith("factored") and set(other) & set(by_seed):
                row |= {f"{name}_{figure}": value for figure, value in ratio(by_seed, other).items()}
        rows[key] = row
        print(f"{key}\n    {row}")
    RESULTS.parent.mkdir(exist_ok=True)
    before = json.loads(RESULTS.read_text())["rows"] if RESULTS.is_file() else {}
    RESULTS.write_text(json.dumps({"first_seed": FIRST_SEED, "rows": merged(before, rows)}, indent=1) + "\n")


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(dest="action", required=True)
    playing = actions.add_parser("play")
    playing.add_argument("part", choices=("bar", "spec", "robust", "shapes", "large"))
    playing.add_argument("--worlds", type=int, default=400)
    playing.add_argument("--past", type=int, default=0, help="the first so many of these are left to others")
    playing.add_argument("--methods", nargs="*")
    playing.add_argument("--shapes", nargs="*", help="such as 4x4x4x4")
    playing.add_argument("--only", nargs="*", help="worlds of the robust part")
    for action in (playing, actions.add_parser("table")):
        action.add_argument("--cache", type=Path, required=True)
    arguments = parser.parse_args()
    run(arguments) if arguments.action == "play" else table(arguments)


if __name__ == "__main__":
    main()
