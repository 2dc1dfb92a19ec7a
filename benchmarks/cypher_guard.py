"""What the Cypher guard blocks of hostile texts and refuses of valid ones, and what it costs.

    python benchmarks/cypher_guard.py --data FOLDER [--out result.json]

The folder holds `text2cypher/claudeopus.csv.gz`: questions with model-generated Cypher and flags, of
neo4j-labs/text2cypher (CC0, https://github.com/neo4j-labs/text2cypher). Valid are its queries without the flag
`syntax_error`; they are of other schemas, so the schema's check is left out for them. Of each that is refused the
query and the rule are shown: one that calls a forbidden procedure or function, or writes, is refused rightly and
counted apart. The hostile texts are those of `tests/data/cypher`.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import re
import statistics
import time
from collections import Counter
from pathlib import Path
from typing import Any

import paths  # noqa: F401  # the root and the tests' oracles are found by it

from core.graph.retrieval.generated import check_query

HOSTILE = Path(__file__).resolve().parent.parent / "tests" / "data" / "cypher" / "hostile.jsonl"
FORBIDDEN = re.compile(
    r"\b(?:apoc|gds|genai|dbms)\s*\.|\b(?:CREATE|MERGE|DELETE|REMOVE|LOAD\s+CSV)\b|\bSET\s+\w+\.", re.IGNORECASE
)


def hostile() -> dict[str, Any]:
    """Blocked of the hostile texts by kind and backend."""
    texts = [json.loads(line) for line in HOSTILE.read_text("utf-8").splitlines()]
    found: dict[str, Any] = {"texts": len(texts), "kinds": dict(Counter(text["kind"] for text in texts))}
    for backend in ("embedded", "neo4j"):
        through = [text for text in texts if check_query(text["query"], backend).allowed]
        found[backend] = {"blocked": len(texts) - len(through), "through": through}
    return found


def valid(file: Path) -> dict[str, Any]:
    """Refused of the valid queries of other schemas on Neo4j, and microseconds a query."""
    with gzip.open(file, "rt", encoding="utf-8", newline="") as lines:
        queries = [row["cypher"] for row in csv.DictReader(lines) if row["syntax_error"] == "False"]
    took: list[float] = []
    refused: list[dict[str, Any]] = []
    for query in queries:
        began = time.perf_counter()
        verdict = check_query(query, "neo4j", any_schema=True)
        took.append((time.perf_counter() - began) * 1e6)
        if not verdict.allowed:
            rightly = FORBIDDEN.search(query) is not None
            refused.append({"rule": verdict.rule, "reason": verdict.reason, "rightly": rightly, "query": query})
    wrongly = sum(not each["rightly"] for each in refused)
    return {
        "queries": len(queries),
        "refused": len(refused),
        "refused_rightly": len(refused) - wrongly,
        "refused_wrongly": wrongly,
        "refused_share_percent": round(100 * len(refused) / len(queries), 3),
        "refusals": refused,
        "microseconds": {
            "p50": round(statistics.median(took)),
            "p95": round(sorted(took)[int(len(took) * 0.95)]),
            "mean": round(statistics.mean(took)),
        },
    }


def main() -> None:
    """Measure, show a table, write the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results" / "cypher_guard.json")
    arguments = parser.parse_args()
    file = arguments.data / "text2cypher" / "claudeopus.csv.gz"
    if not file.is_file():
        parser.error(f"{file} is missing; it is published at https://github.com/neo4j-labs/text2cypher")
    figures = {"hostile": hostile(), "valid": valid(file)}
    arguments.out.write_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n", "utf-8")
    bad, good = figures["hostile"], figures["valid"]
    print("| texts | number | refused | |\n|---|---|---|---|")
    for backend in ("embedded", "neo4j"):
        blocked = bad[backend]["blocked"]
        print(f"| hostile, {backend} | {bad['texts']} | {blocked} | through: {bad['texts'] - blocked} |")
    share = f"{good['refused_share_percent']} %, rightly {good['refused_rightly']}"
    print(f"| valid, neo4j, any schema | {good['queries']} | {good['refused']} | {share} |")
    print(f"microseconds a query: {good['microseconds']}")
    for refusal in good["refusals"]:
        print(f"- {refusal['rule']}: {refusal['reason']}")


if __name__ == "__main__":
    main()
