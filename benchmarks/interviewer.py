"""What the built-in interviewer makes of cases as people tell them.

    python benchmarks/interviewer.py [--part NAME] [--show] [--out result.json]

Parts: development, voices, at_the_desk, corridor, walk_in, written_en, written_ja, written_opened_{1,2,3}_{en,ja}, and
held_out, kept_apart, apart, corridor_sealed, walk_in_sealed, and written_sealed_{4,5,6}_{en,ja}.

The stories are in `tests/oracles/stories`, each part of a message with the field that it belongs to. Right is a part
whose words (or value) stand there at the end; misfiled is one that stands under another field, or that stands although
it was taken back; unsorted are words that wait to be sorted, neither right nor misfiled; invented is what nobody said;
stuck is a story in which one question was asked three times in a row. The parts `held_out`, `kept_apart`, `apart` and
those that are called sealed are never developed with; of the sealed ones only figures are shown.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from oracles.stories import apart, at_the_desk, corridor, development, held_out, kept_apart, voices, walk_in, written
from oracles.stories.judging import Judged, judge

PARTS = {
    "development": development.STORIES,
    "voices": voices.STORIES,
    "held_out": held_out.STORIES,
    "kept_apart": kept_apart.STORIES,
    "apart": apart.STORIES,
    "at_the_desk": at_the_desk.STORIES,
    "corridor": corridor.HALF_A,
    "corridor_sealed": corridor.HALF_B,
    "walk_in": walk_in.HALF_A,
    "walk_in_sealed": walk_in.HALF_B,
}

WRITTEN = {
    "written_en": written.developed("en"),
    "written_ja": written.developed("ja"),
    "written_opened_1_en": written.opened("en", 1),
    "written_opened_1_ja": written.opened("ja", 1),
    "written_opened_2_en": written.opened("en", 2),
    "written_opened_2_ja": written.opened("ja", 2),
    "written_opened_3_en": written.opened("en", 3),
    "written_opened_3_ja": written.opened("ja", 3),
    "written_sealed_4_en": written.sealed("en", 4),
    "written_sealed_4_ja": written.sealed("ja", 4),
    "written_sealed_5_en": written.sealed("en", 5),
    "written_sealed_5_ja": written.sealed("ja", 5),
    "written_sealed_6_en": written.sealed("en", 6),
    "written_sealed_6_ja": written.sealed("ja", 6),
}

_SEALED = ("corridor_sealed", "walk_in_sealed", *(name for name in WRITTEN if "sealed" in name))


def figures(judged: list[Judged]) -> dict[str, float | int]:
    """Counts and shares over stories; shares are of the parts told."""
    told = sum(judgement.told for judgement in judged)
    shares = {
        "right": sum(judgement.right for judgement in judged),
        "misfiled": sum(len(judgement.misfiled) for judgement in judged),
        "invented": sum(len(judgement.invented) for judgement in judged),
    }
    return {
        "stories": len(judged),
        "told": told,
        **shares,
        **{f"{name}_share": round(count / told, 4) for name, count in shares.items()},
        "unsorted": sum(judgement.unsorted for judgement in judged),
        "stuck": sum(judgement.stuck for judgement in judged),
        "finalized": sum(judgement.finalized for judgement in judged),
    }


def judged_part(name: str) -> list[Judged]:
    """What becomes of each story of a part."""
    if name in WRITTEN:
        return [written.judge_written(story) for story in WRITTEN[name]]
    return [judge(story) for story in PARTS[name]]


def main() -> None:
    """Judge the stories of a part and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=sorted((*PARTS, *WRITTEN)), default="development")
    parser.add_argument("--show", action="store_true", help="the parts that were misfiled, invented or lost")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    begin = time.process_time()
    judged = judged_part(options.part)
    values = {"part": options.part, **figures(judged), "cpu_s": round(time.process_time() - begin, 2)}
    for name, value in values.items():
        print(f"{name:16}{value}")
    if options.show and options.part not in _SEALED:
        for judgement in judged:
            print(f"\n{judgement.name}  stuck={judgement.stuck} finalized={judgement.finalized}")
            for label, lines in (
                ("misfiled", judgement.misfiled),
                ("invented", judgement.invented),
                ("lost", judgement.lost),
            ):
                for line in lines:
                    print(f"  {label:9}{' '.join(line.split())[:150]}")
    if options.out is not None:
        value = {**values, "each": [asdict(judgement) for judgement in judged]}
        options.out.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
