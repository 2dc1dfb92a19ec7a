"""How many broken turns are repaired, by kind, beside other tools; and what the guard costs on a good turn.

    python benchmarks/guardrail.py --data FOLDER --out result.json [--seed 4] [--each 20]

The folder holds `malformed_turns.jsonl.gz` and `turn_typed.schema.json` (a part of both is in `tests/data/guardrail`).
Beside them, `--each` turns of every kind of `tests/oracles/broken_turns.py` are broken from the seed. The peers are
needed for this only: `pip install json_repair baml-py jiter`; one that is not installed is named and left out.

right: a valid value equal to the intended or an accepted one. WRONG: a valid value that differs, or any value where
only asking again is right. A peer's value counts where it obeys the schema.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import json
import random
import statistics
import time
import types
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import paths  # noqa: F401  # the root and the tests' oracles are found by it

from core.guardrail import guard, load_policy
from core.guardrail.same import same
from core.guardrail.schema_view import view_of
from core.llm import Schema
from core.schema_file import read_schema
from oracles.broken_turns import broken_turns
from oracles.turns import turn

Reader = Callable[[str], object]
_MOST_FOR_PEERS = 40_000  # characters; beyond it some take minutes
_NOT_FOR_PEERS = "36_nesting_bomb"  # exhausts the memory of some
_BAML = """
client<llm> None_ {
  provider openai
  options {
    model "none"
    api_key "none"
  }
}
class Control {
  schema_version string
  mode "interview" | "clarify" | "finalize"
}
class State {
  phase "collect_case" | "organize_risks" | "draft_knowledge" | "review_knowledge"
  missing_info string[]
}
class Position {
  level int
  position string
  clause string
}
class Law {
  law string
  article string
}
class Knowledge {
  title string
  contract_types string[]
  problem_pattern string
  risk string
  recommended_clause string
  note string?
  severity "high" | "medium" | "low"
  applicability string[]
  fallback_positions Position[]
  law_references Law[]
  confidence float?
  needs_review bool
}
class Turn {
  control Control
  state State
  assistant_message string
  knowledge_json Knowledge?
}
function Answer(asked: string) -> Turn {
  client None_
  prompt #"{{ asked }} {{ ctx.output_format }}"#
}
"""


@dataclass(frozen=True)
class Case:
    """A broken text and what is right for it; no value is right where it must be asked again."""

    source: str
    kind: str
    raw: str
    right: tuple[object, ...]


def stored_cases(folder: Path) -> Iterator[Case]:
    """The broken turns of the folder."""
    with gzip.open(folder / "malformed_turns.jsonl.gz", "rt", encoding="utf-8") as file:
        for row in map(json.loads, file):
            right = (row["intended"], *(row["accept"] or ())) if row["expect"] == "recover" else ()
            yield Case("stored", row["cls"], row["raw"], right)


def generated_cases(seed: int, each: int) -> Iterator[Case]:
    """Turns broken from a seed."""
    for broken in broken_turns(seed, each):
        yield Case("generated", broken.kind, broken.raw, () if broken.intended is None else (broken.intended,))


def peers(schema: dict[str, Any]) -> dict[str, Reader]:
    """The other tools that are installed, each as a function from a text to a value."""
    found: dict[str, Reader] = {}
    for name, make in (("json_repair", _json_repair), ("baml", _baml), ("jiter", _jiter)):
        try:
            found |= make(schema)
        except ImportError as error:
            print(f"{name} is left out: {error}")
    return found


def _json_repair(schema: dict[str, Any]) -> dict[str, Reader]:
    module = importlib.import_module("json_repair")
    return {
        "json_repair": module.loads,
        "json_repair + schema": lambda text: module.loads(text, schema=schema),
    }


def _jiter(schema: dict[str, Any]) -> dict[str, Reader]:
    module = importlib.import_module("jiter")
    return {"jiter (partial)": lambda text: module.from_json(text.encode(), partial_mode=True)}


def _baml(schema: dict[str, Any]) -> dict[str, Reader]:
    module = importlib.import_module("baml_py")
    pydantic = importlib.import_module("pydantic")
    runtime = module.BamlRuntime.from_files("/", {"turn.baml": _BAML}, {})
    context = runtime.create_context_manager()
    made = types.ModuleType("made")
    for line in _BAML.splitlines():
        if line.startswith("class "):
            name = line.split()[1]
            loose = pydantic.create_model(name, __config__=pydantic.ConfigDict(extra="allow"))
            setattr(made, name, loose)

    def read(text: str) -> object:
        value = runtime.parse_llm_response("Answer", text, made, made, made, False, context, None, None, {})
        return value.model_dump()

    return {"BAML": read}


def tallied(cases: list[Case], read: Reader, *, peer: bool) -> tuple[dict[str, Counter[str]], list[float]]:
    """Counts by kind, and the milliseconds of each."""
    counts: dict[str, Counter[str]] = {}
    took = []
    for case in cases:
        count = counts.setdefault(f"{case.source}/{case.kind}", Counter())
        if peer and (len(case.raw) > _MOST_FOR_PEERS or case.kind == _NOT_FOR_PEERS):
            count["not run"] += 1
            continue
        begin = time.perf_counter()
        value = read(case.raw)
        took.append((time.perf_counter() - begin) * 1000)
        if value is None:
            count["missed" if case.right else "reask"] += 1
        else:
            count["right" if any(same(value, good) for good in case.right) else "WRONG"] += 1
    return counts, took


def checked(read: Reader, schema: Schema) -> Reader:
    """A peer's reader whose value counts only when it obeys the schema."""
    validator = view_of(schema).validator

    def run(text: str) -> object:
        try:
            value = read(text)
            return value if validator.is_valid(value) else None
        except Exception:  # noqa: BLE001 (whatever a peer raises means that it has no answer)
            return None

    return run


def overhead(schema: Schema, size: int, rounds: int) -> dict[str, float]:
    """Microseconds of the guard on a good turn of about `size` bytes; `floor` is orjson and jsonschema-rs alone."""
    policy = load_policy("turn")
    chance = random.Random(size)
    value = turn(chance, draft=True)
    while len(json.dumps(value, ensure_ascii=False).encode()) < size:
        value["knowledge_json"]["recommended_clause"] += turn(chance)["assistant_message"]
    text = json.dumps(value, ensure_ascii=False)
    assert guard(text, schema, policy).steps == ("parse", "schema")
    valid = view_of(schema).validator.is_valid
    took, floor = [], []
    for _ in range(rounds):
        begin = time.perf_counter_ns()
        guard(text, schema, policy)
        end = time.perf_counter_ns()
        valid(orjson.loads(text))
        floor.append((time.perf_counter_ns() - end) / 1000)
        took.append((end - begin) / 1000)
    took.sort()
    return {
        "bytes": len(text.encode()),
        "floor": round(statistics.median(floor), 2),
        "median": round(statistics.median(took), 2),
        "p99": round(took[int(len(took) * 0.99)], 2),
    }


def summary(counts: dict[str, Counter[str]], source: str) -> dict[str, float]:
    """Totals of the stored or the generated turns."""
    total: Counter[str] = Counter()
    for name, count in counts.items():
        if name.startswith(source):
            total += count
    wanted = total["right"] + total["missed"] + _wrong_of_recoverable(counts, source)
    return {
        "recovered %": round(100 * total["right"] / wanted, 2) if wanted else 0.0,
        **{key: total[key] for key in ("right", "missed", "reask", "WRONG", "not run")},
    }


def _wrong_of_recoverable(counts: dict[str, Counter[str]], source: str) -> int:
    return sum(
        count["WRONG"]
        for name, count in counts.items()
        if name.startswith(source) and (count["right"] or count["missed"])
    )


def main() -> None:
    """Run all readers over all cases, print the tables and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, default=Path("tests/data/guardrail"))
    parser.add_argument("--out", type=Path, required=True, help="JSON file to write")
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--each", type=int, default=20)
    options = parser.parse_args()
    if not (options.data / "malformed_turns.jsonl.gz").is_file():
        parser.error(f"no malformed_turns.jsonl.gz in {options.data}; a part of it is in tests/data/guardrail")
    body = read_schema(options.data / "turn_typed.schema.json")
    schema, policy = Schema("turn", body), load_policy("turn")
    cases = [*stored_cases(options.data), *generated_cases(options.seed, options.each)]
    readers: dict[str, Reader] = {"guard": lambda text: guard(text, schema, policy).value}
    readers |= {name: checked(read, schema) for name, read in peers(body).items()}
    result: dict[str, Any] = {"seed": options.seed, "each": options.each, "tools": {}}
    by_kind: dict[str, dict[str, Counter[str]]] = {}
    for name, read in readers.items():
        counts, took = tallied(cases, read, peer=name != "guard")
        took.sort()
        by_kind[name] = counts
        result["tools"][name] = {
            "stored": summary(counts, "stored"),
            "generated": summary(counts, "generated"),
            "milliseconds": {
                "median": round(statistics.median(took), 3),
                "p99": round(took[int(len(took) * 0.99)], 2),
                "worst": round(took[-1], 1),
            },
            "kinds": counts,
        }
    _print_kinds(by_kind)
    for name, row in result["tools"].items():
        print(f"{name:22} stored {row['stored']}  generated {row['generated']}  ms {row['milliseconds']}")
    result["overhead"] = {
        str(size): overhead(schema, size, rounds) for size, rounds in ((2_000, 20_000), (20_000, 5_000))
    }
    print("overhead on a good turn, microseconds:", result["overhead"])
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(result, ensure_ascii=False, indent=1), encoding="utf-8")


def _print_kinds(by_kind: dict[str, dict[str, Counter[str]]]) -> None:
    print(f"{'kind':38}" + "".join(f"{name:>24}" for name in by_kind) + "   (right or reask / missed / WRONG)")
    for kind in by_kind["guard"]:
        cells = [
            f"{count['right'] + count['reask']}/{count['missed']}/{count['WRONG']}"
            for count in (counts[kind] for counts in by_kind.values())
        ]
        print(f"{kind:38}" + "".join(f"{cell:>24}" for cell in cells))


if __name__ == "__main__":
    main()
