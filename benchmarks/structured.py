"""Token masks for JSON Schemas beside llguidance and XGrammar: verdicts, times of compiling and masks, memory.

    python benchmarks/structured.py --data ../shared/data [--schemas 400] [--suite] [--peers llguidance xgrammar]

Needs `pip install --no-deps -r requirements-bench.in`. Times are processor time of one thread: the first pass counts
mask and token together, the warm pass only the mask of a state seen before. Each engine has a process of its own, one
after the other, so that what one keeps in memory is not counted for another: "memory" is what the process grew by while
the sample ran, each schema dropped before the next; "kept" what one compiled schema with its masks and instances takes,
averaged over the first 50, all held. XGrammar, which single schemas take minutes, has `--limit` seconds for each; its
memory is not measured. The data: MaskBench (guidance-ai/jsonschemabench) as JSON lines, the official JSON Schema test
suite, and o200k_base as .npz. The end of the text is checked too.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import gzip
import json
import os
import pickle
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mask_peers import PEERS, Encode, Peer, PeerRefused, peer

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
OfOne = tuple[list[tuple[bool, bool]], float, list[float], list[float]]
OUT_OF_TIME = "not done within the limit of time"
_KINDS = ("right", "wrong", "refused", "out of time", "wrongly accepted", "wrongly refused")
_KEPT = 50
WITH_LIMIT = ("xgrammar",)  # single schemas take it minutes: they are ended, with the process
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


def ours(cases: list[Case], vocabulary: Vocabulary, encode: Encode) -> Tally:
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


def of_peer(cases: list[Case], engine: Peer, encode: Encode, *, limit: int | None = None) -> Tally:
    """Run another engine; a limit is the seconds that it may take for a schema."""
    tally = Tally()
    found = (
        (one_of_peer(case, engine, encode) for case in cases) if limit is None else within(limit, cases, engine, encode)
    )
    for case, answer in zip(cases, found, strict=True):
        if isinstance(answer, str):
            tally.counts["out of time" if answer == OUT_OF_TIME else "refused"] += 1
            tally.differences.append(f"{case[0]}: {answer}")
            continue
        verdicts, compile_ms, first, warm = answer
        tally.compile_ms.append(compile_ms)
        tally.warm_us += warm
        tally.first_us[case[0]] = first
        tally.judge(case[0], verdicts)
    return tally


def one_of_peer(case: Case, engine: Peer, encode: Encode) -> str | OfOne:
    """Verdicts and times of one schema, or why it is refused."""
    _, schema, instances = case
    begin = time.process_time()
    try:
        matcher = engine.schema(schema)
    except PeerRefused as error:
        return str(error)
    compile_ms = 1000 * (time.process_time() - begin)
    verdicts, first, warm = [], [], []
    for text, valid in instances:
        tokens = encode(text)
        accepted, times = engine.follow(matcher, tokens)
        verdicts.append((accepted, valid))
        first += times
        warm += engine.follow(matcher, tokens)[1]
    return verdicts, compile_ms, first, warm


def within(limit: int, cases: list[Case], engine: Peer, encode: Encode) -> Iterator[str | OfOne]:
    """The same by a forked process that may take so many seconds of processor time for each; where it is ended, by
    another one that goes on with the next."""
    done = 0
    while done < len(cases):
        receive, send = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(receive)
            with os.fdopen(send, "wb") as pipe:
                for case in cases[done:]:
                    end = int(time.process_time()) + limit + 1
                    resource.setrlimit(resource.RLIMIT_CPU, (end, resource.RLIM_INFINITY))
                    pickle.dump(one_of_peer(case, engine, encode), pipe)
                    pipe.flush()
            os._exit(0)
        os.close(send)
        with os.fdopen(receive, "rb") as pipe:
            while done < len(cases):
                try:
                    found = pickle.load(pipe)
                except EOFError:
                    found = None
                done += 1
                yield OUT_OF_TIME if found is None else found
                if found is None:
                    break
        os.waitpid(child, 0)


def kept_by_ours(case: Case, vocabulary: Vocabulary, encode: Encode) -> object:
    """A compiled schema with the masks of its instances; None where it is not taken."""
    try:
        masks = masks_of(compile_json_schema(case[1], budget=Budget(seconds=10)), vocabulary)
        for text, _ in case[2]:
            run_trial(masks, encode(text))
    except StructuredError:
        return None
    return masks


def kept_by_peer(case: Case, engine: Peer, encode: Encode) -> object:
    """The same of another engine."""
    try:
        matcher = engine.schema(case[1])
    except PeerRefused:
        return None
    for text, _ in case[2]:
        engine.follow(matcher, encode(text))
    return matcher


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


def memory_mb(what: str) -> float:
    """A figure of /proc/self/status in megabytes: VmRSS, or VmHWM, its peak."""
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return int(next(line for line in lines if line.startswith(what)).split()[1]) / 1024


def resident_now() -> float:
    """What is resident, after all that can be given back was; the peak begins anew from here."""
    gc.collect()
    ctypes.CDLL("libc.so.6").malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5", "ascii")
    return memory_mb("VmRSS")


def measured(engine: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """Everything about one engine, in this process."""
    path = arguments.data / "vocab" / "o200k_base.npz"
    vocabulary = Vocabulary.load(path)
    encode = Tokeniser.load(path, vocabulary).encode
    warm_up: list[Case] = [
        ("warm-up", {"type": "string", "maxLength": 3}, [('"ab"', True)]),
        ("warm-up", {"type": "string", "pattern": "^a*$"}, [('"aa"', True)]),
        ("warm-up", {}, [('{"a": "b"}', True)]),
    ]
    other = None if engine == "ours" else peer(engine, vocabulary, encode, for_json=True)

    def run(cases: list[Case], *, limit: int | None = None) -> Tally:
        return ours(cases, vocabulary, encode) if other is None else of_peer(cases, other, encode, limit=limit)

    def keep(case: Case) -> object:
        return kept_by_ours(case, vocabulary, encode) if other is None else kept_by_peer(case, other, encode)

    run(warm_up)
    cases = maskbench(arguments.data, arguments.schemas)[:: arguments.every]
    gc.collect()
    gc.freeze()  # what was loaded is the benchmark's own: no collector is to walk over it between two masks
    before = resident_now()
    tally = run(cases, limit=arguments.limit if engine in WITH_LIMIT else None)
    grown = memory_mb("VmHWM") - before
    before = resident_now()
    if engine in WITH_LIMIT:
        return {**vars(tally), "counts": dict(tally.counts), "memory_mb": None, "kept_mb": None}
    held = [each for each in (keep(case) for case in cases[:_KEPT]) if each is not None]
    kept = (memory_mb("VmRSS") - before) / max(1, len(held))
    result = {**vars(tally), "counts": dict(tally.counts), "memory_mb": grown, "kept_mb": kept}
    if engine == "ours" and arguments.suite:
        suite = run(list(official_suite(arguments.data)))
        result["suite"] = {"counts": dict(suite.counts), "differences": suite.differences}
    return result


def in_its_own_process(engine: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """The same by a process that is ended behind it."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        options = ["--engine", engine, "--to", file.name, *sys.argv[1:]]
        subprocess.run([sys.executable, __file__, *options], check=True)
        found: dict[str, Any] = json.loads(Path(file.name).read_text("utf-8"))
        return found


def summary(found: dict[str, Any], common: set[str]) -> dict[str, Any]:
    """The figures of one engine; times of the first pass over the schemas that both of a pair compiled."""
    return {
        **{kind: found["counts"].get(kind, 0) for kind in _KINDS},
        "compile p50 ms": round(statistics.median(found["compile_ms"]), 3),
        **first_pass(found, common),
        "warm p50 us": round(statistics.median(found["warm_us"]), 2),
        "warm view p50 us": round(statistics.median(found["view_us"]), 2) if found["view_us"] else None,
        "memory MB": None if found["memory_mb"] is None else round(found["memory_mb"], 1),
        "kept MB a schema": None if found["kept_mb"] is None else round(found["kept_mb"], 2),
    }


def first_pass(found: dict[str, Any], names: set[str]) -> dict[str, float]:
    """Times of the first pass over some schemas."""
    first = sorted(each for name in names for each in found["first_us"][name])
    return {
        "first pass avg us": round(statistics.fmean(first), 1),
        "first pass p50 us": round(statistics.median(first), 1),
        "first pass p99 us": round(first[len(first) * 99 // 100], 1),
    }


def main() -> None:
    """Run, print a table, write JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--schemas", type=int, default=400)
    parser.add_argument("--every", type=int, default=1, help="only each n-th of them (XGrammar takes long for some)")
    parser.add_argument("--limit", type=int, default=20, help="seconds that a schema may take XGrammar")
    parser.add_argument("--suite", action="store_true", help="the official test suite too (ours only)")
    parser.add_argument("--peers", nargs="*", choices=PEERS, default=["llguidance"])
    parser.add_argument("--engine", help=argparse.SUPPRESS)
    parser.add_argument("--to", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.engine:
        arguments.to.write_text(json.dumps(measured(arguments.engine, arguments)), "utf-8")
        return
    found = {name: in_its_own_process(name, arguments) for name in ("ours", *arguments.peers)}
    mine = set(found["ours"]["first_us"])
    result: dict[str, Any] = {"schemas": arguments.schemas // arguments.every, "ours": summary(found["ours"], mine)}
    for name in arguments.peers:
        common = mine & set(found[name]["first_us"])
        result[name] = summary(found[name], common)
        result[name]["compiled by both"] = len(common)
        result[f"ours where {name} compiles"] = first_pass(found["ours"], common)
    for key in result["ours"]:
        print(f"{key:20}", *(f"{result[name].get(key)!s:>12}" for name in found))
    for name in arguments.peers:
        print(f"ours on the {result[name]['compiled by both']} of {name}:", result[f"ours where {name} compiles"])
    print("ours differs:", *found["ours"]["differences"], sep="\n  ")
    if arguments.suite:
        result["official suite"] = found["ours"]["suite"]["counts"]
        print("official suite:", result["official suite"], *found["ours"]["suite"]["differences"], sep="\n  ")
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "structured.json").write_text(json.dumps(result, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
