"""How long a question takes to be understood, with the names of 500 and of 51,000 contracts.

    python benchmarks/question_speed.py [--contracts 500 51000] [--out benchmarks/results/question_speed.json]

Only the understanding: no graph is asked. Names of firms and titles are drawn by a fixed seed, beside those that the
questions of `tests/oracles/questions` name. Times are of this process's CPU, after the first question; the time to
build the index is given apart.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from core.questions import NamedContract, Names, understood_with_help
from oracles.questions import development
from oracles.questions.portfolio import DEALS, TODAY

_FIRST = (
    "Alder Birch Cedar Delta Ember Falcon Granite Harbor Iris Juniper Kestrel Lumen Marlin Nova Onyx Pioneer".split()
)
_SECOND = (
    "Analytics Biotech Capital Devices Energy Foods Global Health Imaging Kinetics Labs Media Networks Optics".split()
)
_FORMS = ("Inc.", "LLC", "Ltd.", "GmbH", "Corp.")
_KANJI = "青木石田上野江川岡崎加藤北村久保小林佐野清水高橋千葉中島西尾野口橋本平松藤井星野前田三浦村上森山吉田"
_BRANCHES = ("商事", "電機", "製作所", "工業", "物産", "システム", "化学", "建設", "食品", "運輸")


def names_of(contracts: int) -> Names:
    """The names of so many contracts: two thirds as many firms, and the portfolio's own."""
    draw = random.Random(15)
    firms = {name for deal in DEALS for name in deal.names}
    while len(firms) < contracts * 2 // 3:
        number = draw.randrange(1, max(3, contracts // 20))
        firms.add(f"{draw.choice(_FIRST)} {draw.choice(_SECOND)} {number} {draw.choice(_FORMS)}")
        firms.add(f"株式会社{''.join(draw.choices(_KANJI, k=3))}{draw.choice(_BRANCHES)}")
    titled = [deal.title for deal in DEALS]
    every = sorted(firms)
    numbered = [
        NamedContract(
            f"c{place}",
            place,
            f"{draw.choice(every)} {draw.choice(titled)}" if place > len(titled) else titled[place - 1],
            f"{place}.pdf",
            draw.choice(DEALS).type,
            (draw.choice(every), draw.choice(every)),
        )
        for place in range(1, contracts + 1)
    ]
    return Names(every, numbered)


def measure(contracts: int) -> dict[str, float]:
    """Milliseconds of CPU a question, and seconds to build the index."""
    began = time.process_time()
    names = names_of(contracts)
    built = time.process_time() - began
    questions = [case.turns[0] for case in development.CASES]
    understood_with_help(questions[0], today=TODAY, names=names)
    spent = []
    for question in questions:
        began = time.process_time()
        understood_with_help(question, today=TODAY, names=names)
        spent.append((time.process_time() - began) * 1_000)
    spent.sort()
    return {
        "contracts": contracts,
        "questions": len(spent),
        "p50_ms": round(spent[len(spent) // 2], 1),
        "p95_ms": round(spent[len(spent) * 95 // 100], 1),
        "index_s": round(built, 2),
    }


def main() -> None:
    """Measure each size, print a table, write the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--contracts", type=int, nargs="+", default=[500, 51_000])
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results" / "question_speed.json")
    arguments = parser.parse_args()
    found = [measure(contracts) for contracts in arguments.contracts]
    print("| contracts | questions | p50 ms | p95 ms | index s |\n|---|---|---|---|---|")
    for row in found:
        print(f"| {' | '.join(str(value) for value in row.values())} |")
    arguments.out.parent.mkdir(exist_ok=True)
    arguments.out.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
