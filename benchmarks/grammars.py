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
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(Path(__file__).resolve().parent))

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
from structured import _llguidance_text, _Wrapped

_AHEAD = re.compile(r"\(\?!\(\?:[^)]*\)\\b\)")


def ours(name: str, tokens: list[int], vocabulary: Vocabulary) -> dict[str, object]:
    """Figures of our engine."""
    begin = time.process_time()
    masks = masks_of(compile_grammar(shipped_grammar(name), budget=Budget(seconds=30, states=4_000_000)), vocabulary)
    compiled = time.process_time() - begin
    trial = run_trial(masks, tokens)
    return {"accepted": trial.accepted, "compile_ms": 1000 * compiled, **_times(trial.first_us, trial.warm_us)}


def llguidance(name: str, tokens: list[int], vocabulary: Vocabulary, tokenizer: Any) -> dict[str, object]:
    """Figures of llguidance, or what it says against the grammar."""
    import llguidance as peer
    import llguidance.numpy as bitmasks
    import numpy as np

    begin = time.process_time()
    matcher = peer.LLMatcher(tokenizer, peer.grammar_from("lark", _AHEAD.sub("", shipped_grammar(name))))
    compiled = time.process_time() - begin
    if matcher.is_error():
        return {"error": str(matcher.get_error()).strip().splitlines()[0][:90]}
    bitmask = bitmasks.allocate_token_bitmask(1, len(vocabulary))
    runs = []
    for _ in range(2):
        matcher.reset()
        runs.append(_llguidance_text(matcher, bitmasks, bitmask, tokens))
    assert bitmask.dtype == np.int32
    accepted, first = runs[0]
    return {"accepted": accepted, "compile_ms": 1000 * compiled, **_times(first, runs[1][1])}


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
    import llguidance as peer

    tokenizer = peer.LLTokenizer(peer.TokenizerWrapper(_Wrapped(vocabulary, encode)), slices=[])
    for name in shipped_grammars():
        tokens = encode((ROOT / "tests" / "data" / "structured" / f"{name}.txt").read_text("utf-8"))
        for engine, result in (
            ("ours", ours(name, tokens, vocabulary)),
            ("llguidance", llguidance(name, tokens, vocabulary, tokenizer)),
        ):
            shown = {key: round(value, 2) if isinstance(value, float) else value for key, value in result.items()}
            print(name, engine, shown, flush=True)


if __name__ == "__main__":
    main()
