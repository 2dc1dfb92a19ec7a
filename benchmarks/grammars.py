"""Token masks for grammars of languages beside llguidance: compile, first pass, states seen before.

    python benchmarks/grammars.py --vocab ../shared/data/vocab/o200k_base.npz

Each shipped grammar follows the text of its name in `tests/data/structured`. llguidance reads the same grammars with
look-aheads left out of their names (its patterns have none), and its slices for JSON off. Processor time of one thread.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from mask_peers import Peer, PeerRefused, peer

from core.structured import (
    Budget,
    Tokeniser,
    Vocabulary,
    compile_grammar,
    masks_of,
    run_trial,
    shipped_grammar,
    shipped_grammars,
)

_AHEAD = re.compile(r"\(\?!\(\?:[^)]*\)\\b\)")


def ours(name: str, tokens: list[int], vocabulary: Vocabulary) -> dict[str, object]:
    """Figures of our engine."""
    begin = time.process_time()
    masks = masks_of(compile_grammar(shipped_grammar(name), budget=Budget(seconds=30, states=4_000_000)), vocabulary)
    compiled = time.process_time() - begin
    trial = run_trial(masks, tokens)
    return {"accepted": trial.accepted, "compile_ms": 1000 * compiled, **_times(trial.first_us, trial.warm_us)}


def llguidance(name: str, tokens: list[int], engine: Peer) -> dict[str, object]:
    """Figures of llguidance, or what it says against the grammar."""
    begin = time.process_time()
    try:
        matcher = engine.grammar(_AHEAD.sub("", shipped_grammar(name)))
    except PeerRefused as error:
        return {"error": str(error)[:90]}
    compiled = time.process_time() - begin
    accepted, first = engine.follow(matcher, tokens)
    return {"accepted": accepted, "compile_ms": 1000 * compiled, **_times(first, engine.follow(matcher, tokens)[1])}


def _times(first: tuple[float, ...] | list[float], warm: tuple[float, ...] | list[float]) -> dict[str, object]:
    ordered = sorted(first)
    return {
        "positions": len(ordered),
        "first_mask_us": first[0],
        "first_avg_us": statistics.fmean(ordered),
        "first_p50_us": statistics.median(ordered),
        "first_p99_us": ordered[len(ordered) * 99 // 100],
        "warm_p50_us": statistics.median(warm) if warm else None,
    }


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vocab", type=Path, required=True)
    arguments = parser.parse_args()
    vocabulary = Vocabulary.load(arguments.vocab)
    encode = Tokeniser.load(arguments.vocab, vocabulary).encode
    run_trial(masks_of(compile_grammar('start: /[a-z]/+ "b"'), vocabulary), encode("ab"))
    engine = peer("llguidance", vocabulary, encode, for_json=False)
    for name in shipped_grammars():
        tokens = encode((ROOT / "tests" / "data" / "structured" / f"{name}.txt").read_text("utf-8"))
        for which, result in (
            ("ours", ours(name, tokens, vocabulary)),
            ("llguidance", llguidance(name, tokens, engine)),
        ):
            shown = {key: round(value, 2) if isinstance(value, float) else value for key, value in result.items()}
            print(name, which, shown, flush=True)


if __name__ == "__main__":
    main()
