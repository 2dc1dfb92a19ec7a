"""Token masks for grammars of languages beside llguidance and XGrammar: compile, first pass, states seen before.

    python benchmarks/grammars.py --vocab ../shared/data/vocab/o200k_base.npz [--grammars mini_c go python sql]

Each shipped grammar follows the text of its name in `tests/data/structured`. The others read the same grammars with
look-aheads left out of their names (their patterns have none) and without our own directives; llguidance's slices for
JSON are off. Processor time of one thread; each engine reads each grammar in a process of its own, which is ended after
ten minutes, and what it grew by at its peak is its memory.
"""

from __future__ import annotations

import argparse
import gc
import json
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from mask_peers import PEERS, Encode, PeerRefused, peer

from core.structured import (
    Budget,
    StructuredError,
    Tokeniser,
    Vocabulary,
    compile_grammar,
    masks_of,
    run_trial,
    shipped_grammar,
    shipped_grammars,
)
from structured import memory_mb, resident_now

_AHEAD = re.compile(r"\(\?!\(\?:[^)]*\)\\b\)")
_OURS_ALONE = re.compile(r"^%(?:word|allow)\b.*$", re.MULTILINE)
_SECONDS = 600


def ours(name: str, tokens: list[int], vocabulary: Vocabulary) -> dict[str, object]:
    """Figures of our engine."""
    gc.collect()
    gc.freeze()  # what was loaded is the benchmark's own: no collector is to walk over it between two masks
    begin = time.process_time()
    try:
        grammar = compile_grammar(shipped_grammar(name), budget=Budget(seconds=30, states=4_000_000))
        masks = masks_of(grammar, vocabulary)
        compiled = time.process_time() - begin
        trial = run_trial(masks, tokens)
    except StructuredError as error:
        return {"error": str(error)[:90]}
    return {"accepted": trial.accepted, "compile_ms": 1000 * compiled, **_times(trial.first_us, trial.warm_us)}


def of_peer(engine: str, name: str, tokens: list[int], vocabulary: Vocabulary, encode: Encode) -> dict[str, object]:
    """Figures of another engine, or what it says against the grammar."""
    other = peer(engine, vocabulary, encode, for_json=False)
    before = resident_now()
    begin = time.process_time()
    try:
        matcher = other.grammar(_OURS_ALONE.sub("", _AHEAD.sub("", shipped_grammar(name))))
    except PeerRefused as error:
        return {"error": str(error)[:90]}
    compiled = time.process_time() - begin
    accepted, first = other.follow(matcher, tokens)
    warm = other.follow(matcher, tokens)[1]
    grown = memory_mb("VmHWM") - before
    return {"accepted": accepted, "compile_ms": 1000 * compiled, **_times(first, warm), "memory_mb": grown}


def _times(first: tuple[float, ...] | list[float], warm: tuple[float, ...] | list[float]) -> dict[str, object]:
    ordered = sorted(first)
    return {
        "first_us": [round(each, 1) for each in first],
        "positions": len(ordered),
        "first_mask_us": first[0],
        "first_avg_us": statistics.fmean(ordered),
        "first_p50_us": statistics.median(ordered),
        "first_p99_us": ordered[len(ordered) * 99 // 100],
        "warm_p50_us": statistics.median(warm) if warm else None,
    }


def measured(engine: str, name: str, path: Path) -> dict[str, object]:
    """An engine with a grammar, in this process."""
    vocabulary = Vocabulary.load(path)
    encode = Tokeniser.load(path, vocabulary).encode
    tokens = encode((ROOT / "tests" / "data" / "structured" / f"{name}.txt").read_text("utf-8"))
    if engine != "ours":
        return of_peer(engine, name, tokens, vocabulary, encode)
    run_trial(masks_of(compile_grammar('start: /[a-z]/+ "b"'), vocabulary), encode("ab"))
    before = resident_now()
    return {**ours(name, tokens, vocabulary), "memory_mb": memory_mb("VmHWM") - before}


def in_its_own_process(engine: str, name: str, path: Path) -> dict[str, Any]:
    """The same by a process that is ended behind it, or after ten minutes."""
    command = [sys.executable, __file__, "--vocab", str(path), "--grammars", name, "--engine", engine]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return {"error": f"not done after {_SECONDS} seconds"}
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [""])[-1]
        return {"error": f"the process ended with {done.returncode}: {last[:90]}"}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vocab", type=Path, required=True)
    parser.add_argument("--grammars", nargs="*", choices=shipped_grammars(), default=shipped_grammars())
    parser.add_argument("--peers", nargs="*", choices=PEERS, default=["llguidance"])
    parser.add_argument("--engine", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.engine:
        print(json.dumps(measured(arguments.engine, arguments.grammars[0], arguments.vocab)))
        return
    for name in arguments.grammars:
        mine: list[float] = []
        for engine in ("ours", *arguments.peers):
            result = in_its_own_process(engine, name, arguments.vocab)
            first = result.pop("first_us", [])
            mine = mine or first
            both = min(len(mine), len(first))
            if engine != "ours" and both:
                result["ours_on_these_positions_avg_us"] = statistics.fmean(mine[:both])
            shown = {key: round(value, 2) if isinstance(value, float) else value for key, value in result.items()}
            print(name, engine, shown, flush=True)


if __name__ == "__main__":
    main()
