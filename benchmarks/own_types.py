"""How well the built-in engine finds a clause type that a user defined, from its name and three example passages.

    python benchmarks/own_types.py --data FOLDER [--contracts 60] [--half tuned|kept]

FOLDER holds `cuad/train/{contracts,spans.json}` (CUAD v1). Each clause type of CUAD is taken as if a user had defined
it: its examples are three labelled passages of contracts that are not looked through. `tuned` are the types by which
the threshold in `core/contracts/builtin/clauses/own.py` was chosen, `kept` the others.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

import paths  # noqa: F401  # the root is found by it

from core.contracts.builtin.clauses import own
from core.documents import Document, Page
from core.taxonomy import OwnType, shipped_taxonomy
from core.wording import Wording

NEAREST = 5
LEVELS = (0.3, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9)


def main() -> None:
    """Print for each threshold how many findings are right and how many clauses are found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--contracts", type=int, default=60)
    parser.add_argument("--half", choices=("tuned", "kept"), default="kept")
    asked = parser.parse_args()
    folder: Path = asked.data / "cuad" / "train"
    spans = json.loads((folder / "spans.json").read_text(encoding="utf-8"))
    names = sorted(spans)
    random.Random(18).shuffle(names)
    searched, sources = names[: asked.contracts], names[asked.contracts :]
    categories = [category for category in shipped_taxonomy().cuad if category.kind == "clause"]
    chosen = categories[0::2] if asked.half == "tuned" else categories[1::2]

    def text_of(name: str) -> str:
        return Path(folder / "contracts" / f"{name}.txt").read_text(encoding="utf-8")

    types: list[OwnType] = []
    for category in chosen:
        examples = []
        for name in sources:
            for start, end in spans[name][category.cuad or ""][:1]:
                if end - start >= 60:
                    examples.append(text_of(name)[start:end])
            if len(examples) == 3:
                break
        types.append(
            OwnType(
                code=category.code,
                en=category.en,
                ja=category.ja,
                definition=Wording(en=category.definition.en, ja=category.definition.ja),
                examples=tuple(examples),
            )
        )
    near = labelled = 0
    right = dict.fromkeys(LEVELS, 0)
    wrong = dict.fromkeys(LEVELS, 0)
    found = dict.fromkeys(LEVELS, 0)
    for name in searched:
        text = text_of(name)
        document = Document("0" * 64, name, "text", text, (Page(1, 0, len(text), 0.0, 0.0, "text"),), "en")
        scored = own.score_own(document, types)
        for own_type, category in zip(types, chosen, strict=True):
            truth = spans[name][category.cuad or ""]
            hits = [
                (row.confidence, any(row.start < end and start < row.end for start, end in truth))
                for row in scored[own_type.code]
            ]
            labelled += bool(truth)
            near += bool(truth) and any(hit for _, hit in hits[:NEAREST])
            for level in LEVELS:
                above = [hit for confidence, hit in hits if confidence > level]
                right[level] += sum(above)
                wrong[level] += len(above) - sum(above)
                found[level] += bool(truth) and any(above)
    print(f"{len(searched)} contracts, {len(types)} types, {labelled} clauses that are there")
    print(f"a right passage among the {NEAREST} nearest: {near / labelled:.3f}")
    for level in LEVELS:
        claimed = right[level] + wrong[level]
        precision = right[level] / claimed if claimed else 0.0
        print(
            f"above {level}: {claimed} findings, {precision:.3f} right; {found[level] / labelled:.3f} of clauses found"
        )


if __name__ == "__main__":
    main()
