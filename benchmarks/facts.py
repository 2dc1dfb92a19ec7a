"""Accuracy of the facts read by the built-in engine on CUAD's training contracts.

    python benchmarks/facts.py --data DIR [--half read|apart] [--clauses] [--json OUT] [--errors FACT]

DIR holds `contracts/*.txt` and `meta.json` of CUAD v1's training split (https://www.atticusprojectai.org/cuad).
For each fact: right, wrong, missed (the answer key has a value, we give none), extra (we give one, the key has none)
and neither. precision = right / (right + wrong), recall = right / (right + wrong + missed). The key has noise:
`extra` holds true findings that the key left out, so it is reported beside precision, not in it.
Errors are read in one half of the contracts, by their names' hashes; `--half apart` measures the other.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path

import paths  # noqa: F401  # the root and the tests' oracles are found by it

from core.contracts.builtin import find_clauses
from core.contracts.builtin.facts.facts import find_facts
from core.record import Fact
from oracles.cuad_answers import gold_parties
from oracles.cuad_facts import KEYS, half, judge, match_parties, read


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with contracts/ and meta.json")
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--clauses", action="store_true", help="with the clause model, as in the product")
    parser.add_argument("--half", choices=("read", "apart"), help="only the half whose errors were read, or the other")
    parser.add_argument("--errors", help="print the wrong and missed answers of this fact")
    arguments = parser.parse_args()
    meta = json.loads((arguments.data / "meta.json").read_text(encoding="utf-8"))
    counts: dict[str, Counter[str]] = {name: Counter() for name in (*KEYS, "parties")}
    seconds = []
    for name, entry in sorted(meta.items()):
        if arguments.half not in (None, half(name)):
            continue
        document = read(arguments.data / "contracts" / f"{name}.txt")
        begun = time.perf_counter()
        facts, parties = find_facts(document, find_clauses(document) if arguments.clauses else ())
        seconds.append(time.perf_counter() - begun)
        first: dict[str, Fact] = {}
        for fact in facts:
            first.setdefault(fact.name, fact)
        for code, key in KEYS.items():
            verdict = judge(code, first[code], entry["answers"][key])
            counts[code][verdict] += 1
            if arguments.errors == code and verdict in ("wrong", "missed", "extra"):
                print(
                    f"{verdict:7}{name[:50]} | key {entry['answers'][key]!r} | "
                    f"ours {first[code].value} | {first[code].detail}"
                )
        if arguments.errors == "agreement_type":
            print(first["document_name"].value, "->", first["agreement_type"].value, "|", entry["type"])
        verdicts = match_parties(parties, entry["answers"]["Parties"])
        counts["parties"].update(verdicts)
        if arguments.errors == "parties" and (verdicts["wrong"] or verdicts["missed"]):
            print(
                f"{name[:50]} | key {gold_parties(entry['answers']['Parties'])} | "
                f"ours {[(p.name, p.role, p.state) for p in parties]}"
            )
    table = {}
    print(f"{'fact':18}{'right':>7}{'wrong':>7}{'missed':>8}{'extra':>7}{'neither':>9}{'precision':>11}{'recall':>8}")
    for code, count in counts.items():
        given, known = count["right"] + count["wrong"], count["right"] + count["wrong"] + count["missed"]
        found = count["right"]
        if code == "parties":
            found, known = count["found"], count["found"] + count["missed"]
        precision, recall = count["right"] / max(given, 1), found / max(known, 1)
        table[code] = {**count, "precision": round(precision, 4), "recall": round(recall, 4)}
        row = "".join(
            f"{count[column]:>{width}}"
            for column, width in (("right", 7), ("wrong", 7), ("missed", 8), ("extra", 7), ("neither", 9))
        )
        print(f"{code:18}{row}{precision:>11.1%}{recall:>8.1%}")
    ordered = sorted(seconds)
    median, p95 = ordered[len(ordered) // 2], ordered[int(0.95 * len(ordered))]
    print(f"seconds a contract: median {median:.3f}, p95 {p95:.3f}, max {ordered[-1]:.3f}")
    if arguments.json is not None:
        timing = {"median_s": median, "p95_s": p95}
        arguments.json.write_text(
            json.dumps({"contracts": len(seconds), "facts": table, **timing}, indent=2) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
