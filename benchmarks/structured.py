"""Token masks for JSON Schemas beside llguidance: right and wrong verdicts, and the time of compiling and of each mask.

    python benchmarks/structured.py --data ../shared/data [--schemas 400] [--suite]

Needs `pip install -r requirements-bench.in`. Times are processor time of one thread: the first pass counts mask and
token together, the warm pass only the mask of a state seen before. The data: MaskBench (guidance-ai/jsonschemabench)
as JSON lines, the official JSON Schema test suite, and o200k_base as .npz. The end of the text is checked too.
"""

from __future__ import annotations

import argparse
import gc
import gzip
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from core.structured import (
    Budget,
    InvalidSchema,
    StructuredError,
    Tokeniser,
    UnsatisfiableSchema,
    Vocabulary,
    compile_json_schema,
    masks_of,
    run_trial,
)

Case = tuple[str, Any, list[tuple[str, bool]]]
RESULTS = Path(__file__).parent / "results"


@dataclass
class Tally:
    """What one engine did."""

    counts: Counter[str] = field(default_factory=Counter)
    compile_ms: list[float] = field(default_factory=list)
    first_us: dict[str, list[float]] = field(default_factory=dict)
    warm_us: list[float] = field(default_factory=list)
    view_us: list[float] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)

    def judge(self, name: str, verdicts: list[tuple[bool, bool]]) -> None:
        """Count a schema whose instances were accepted (first) and are valid (second)."""
        self.counts["wrongly accepted"] += sum(accepted and not valid for accepted, valid in verdicts)
        self.counts["wrongly refused"] += sum(valid and not accepted for accepted, valid in verdicts)
        right = all(accepted == valid for accepted, valid in verdicts)
        self.counts["right" if right else "wrong"] += 1
        if not right:
            self.differences.append(name)


def ours(cases: list[Case], vocabulary: Vocabulary, encode: Callable[[str], list[int]]) -> Tally:
    """Run our engine."""
    tally = Tally()
    for name, schema, instances in cases:
        begin = time.process_time()
        try:
            compiled = compile_json_schema(schema, budget=Budget(seconds=10))
            tally.compile_ms.append(1000 * (time.process_time() - begin))
            masks = masks_of(compiled, vocabulary)
            trials = [run_trial(masks, encode(text)) for text, _ in instances]
        except UnsatisfiableSchema:
            tally.judge(name, [(False, valid) for _, valid in instances])
            continue
        except StructuredError as error:
            tally.counts["invalid schema" if isinstance(error, InvalidSchema) else "refused"] += 1
            tally.differences.append(f"{name}: {error}")
            continue
        tally.judge(name, [(trial.accepted, valid) for trial, (_, valid) in zip(trials, instances, strict=True)])
        tally.first_us[name] = [each for trial in trials for each in trial.first_us]
        tally.warm_us += [each for trial in trials for each in trial.warm_us]
        tally.view_us += [each for trial in trials for each in trial.view_us]
    return tally


class _Wrapped:
    """The vocabulary as llguidance wants it."""

    def __init__(self, vocabulary: Vocabulary, encode: Callable[[str], list[int]]) -> None:
        self.eos_token_id = vocabulary.ends[0]
        self.bos_token_id = None
        self.tokens = [token or b"\xff<special>" for token in vocabulary.tokens]
        self.special_token_ids = [number for number, token in enumerate(vocabulary.tokens) if not token]
        self._encode = encode

    def __call__(self, text: str | bytes) -> list[int]:
        return self._encode(text.decode() if isinstance(text, bytes) else text)


def llguidance(cases: list[Case], vocabulary: Vocabulary, encode: Callable[[str], list[int]]) -> Tally:
    """Run llguidance with its slices for JSON."""
    import llguidance
    import llguidance.numpy as masks

    tokenizer = llguidance.LLTokenizer(
        llguidance.TokenizerWrapper(_Wrapped(vocabulary, encode)), slices=llguidance.LLTokenizer.json_slices()
    )
    bitmask = masks.allocate_token_bitmask(1, len(vocabulary))
    tally = Tally()
    for name, schema, instances in cases:
        begin = time.process_time()
        try:
            grammar = llguidance.LLMatcher.grammar_from_json_schema(json.dumps(schema))
            matcher = llguidance.LLMatcher(tokenizer, grammar)
            failed = matcher.is_error()
        except ValueError:
            failed = True
        if failed:
            tally.counts["refused"] += 1
            continue
        tally.compile_ms.append(1000 * (time.process_time() - begin))
        verdicts, first = [], []
        for text, valid in instances:
            for warm in (False, True):
                matcher.reset()
                accepted, times = _llguidance_text(matcher, masks, bitmask, encode(text))
                if warm:
                    tally.warm_us += times
                else:
                    verdicts.append((accepted, valid))
                    first += times
        tally.first_us[name] = first
        tally.judge(name, verdicts)
    return tally


def _llguidance_text(matcher: Any, masks: Any, bitmask: Any, tokens: list[int]) -> tuple[bool, list[float]]:
    times = []
    words = bitmask.view(np.uint32)[0]
    for token in tokens:
        begin = time.thread_time_ns()
        masks.fill_next_token_bitmask(matcher, bitmask, 0)
        middle = time.thread_time_ns()
        allowed = bool(words[token >> 5] >> np.uint32(token & 31) & np.uint32(1))
        after = time.thread_time_ns()
        allowed = allowed and matcher.consume_token(token)
        times.append((middle - begin + time.thread_time_ns() - after) / 1000)
        if not allowed:
            return False, times
    return bool(matcher.is_accepting()), times


def maskbench(folder: Path, count: int) -> list[Case]:
    """Schemas with their instances as texts."""
    with gzip.open(folder / "json_schema" / "maskbench_sample.jsonl.gz", "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines][:count]
    return [
        (
            each["id"],
            each["schema"],
            [(json.dumps(test["data"], ensure_ascii=False), test["valid"]) for test in each["tests"]],
        )
        for each in records
    ]


def official_suite(folder: Path) -> Iterator[Case]:
    """Groups of the official test suite, both drafts, without the optional parts."""
    for draft, name in (("draft7", "draft-07"), ("draft2020-12", "2020-12")):
        for path in sorted((folder / "json_schema" / "test_suite" / "tests" / draft).glob("*.json")):
            for number, group in enumerate(json.loads(path.read_text("utf-8"))):
                schema = group["schema"]
                if isinstance(schema, dict) and "$schema" not in schema:
                    schema = {"$schema": f"https://json-schema.org/{name}/schema", **schema}
                tests = [(json.dumps(test["data"], ensure_ascii=False), test["valid"]) for test in group["tests"]]
                yield f"{draft}/{path.stem}/{number} {group['description']}", schema, tests


def summary(tally: Tally, common: set[str]) -> dict[str, Any]:
    """The figures of one engine; times of the first pass over the schemas that all engines compiled."""
    first = sorted(each for name in common for each in tally.first_us[name])
    return {
        **{kind: tally.counts[kind] for kind in ("right", "wrong", "refused", "wrongly accepted", "wrongly refused")},
        "compile p50 ms": round(statistics.median(tally.compile_ms), 3),
        "first pass avg us": round(statistics.fmean(first), 1),
        "first pass p50 us": round(statistics.median(first), 1),
        "first pass p99 us": round(first[len(first) * 99 // 100], 1),
        "warm p50 us": round(statistics.median(tally.warm_us), 2),
        "warm view p50 us": round(statistics.median(tally.view_us), 2) if tally.view_us else None,
    }


def main() -> None:
    """Run, print a table, write JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--schemas", type=int, default=400)
    parser.add_argument("--suite", action="store_true", help="the official test suite too (ours only)")
    parser.add_argument("--alone", action="store_true", help="without llguidance")
    arguments = parser.parse_args()
    path = arguments.data / "vocab" / "o200k_base.npz"
    vocabulary = Vocabulary.load(path)
    encode = Tokeniser.load(path, vocabulary).encode
    warm_up = [
        ("warm-up", {"type": "string", "maxLength": 3}, [('"ab"', True)]),
        ("warm-up", {}, [('{"a": "b"}', True)]),
    ]
    ours(warm_up, vocabulary, encode)
    cases = maskbench(arguments.data, arguments.schemas)
    gc.collect()
    gc.freeze()  # what was loaded is the benchmark's own: no collector is to walk over it between two masks
    tallies = {"ours": ours(cases, vocabulary, encode)}
    if not arguments.alone:
        tallies["llguidance"] = llguidance(cases, vocabulary, encode)
    common = set.intersection(*(set(tally.first_us) for tally in tallies.values()))
    result: dict[str, Any] = {name: summary(tally, common) for name, tally in tallies.items()}
    result["schemas"], result["compiled by all"] = len(cases), len(common)
    for key in result["ours"]:
        print(f"{key:20}", *(f"{result[name][key]!s:>12}" for name in tallies))
    print("ours differs:", *tallies["ours"].differences, sep="\n  ")
    if arguments.suite:
        tally = ours(list(official_suite(arguments.data)), vocabulary, encode)
        result["official suite"] = dict(tally.counts)
        print("official suite:", dict(tally.counts), *tally.differences, sep="\n  ")
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "structured.json").write_text(json.dumps(result, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
