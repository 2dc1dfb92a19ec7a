"""Trains the judge of statements over cited words and writes `data/models/claims.npz`.

    python -m scripts.train_claims --data FOLDER [--out FILE]
    python -m scripts.train_claims --measure

FOLDER/cuad/train/contracts/*.txt and FOLDER/ja_contracts/docs/*.txt say how rare words are. Taught by the statements in
`told_claims_en.jsonl` and `told_claims_ja.jsonl`, which were written for this project, and by the mended parts of
`tests/data/claims`. The limit is the highest with which, of the true statements of those parts, at most `LOST` are
marked beside those that the rules mark. What passes then of the written ones is printed, by five-fold
cross-validation by passage; `--measure` prints it for the shipped limit. About two minutes.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray

from core.graph.text import stem
from core.qa.support import Cited
from core.qa.support.judge import Examined, examined, names_another, says_again
from core.qa.support.learned.carried_features import Features, features
from core.qa.support.learned.carried_model import LANGUAGES, PATH, CarriedModel, read_models, row, save_models
from core.trained import Trees
from scripts.training import boosting

HERE = Path(__file__).parent / "training"
LABELLED = Path(__file__).resolve().parents[1] / "tests" / "data" / "claims"
LOST = 0.0
"""Which share of the true statements of the mended sets the judge may mark beside the rules: none, for the rules mark
nearly a tenth. Those in everyday words, and those that sum a clause up, are not among them."""
EVERYDAY = ("answers-a", "summarised")
FOLDS = 5
SEEDS = (7, 8, 9)
ROUNDS = 250
APART = ("fresh-b", "answers-b", "prompted-b")
"""Parts whose errors were never read: nothing is learned of them."""
_OPTIONS: dict[str, Any] = {
    "num_leaves": 8, "min_data_in_leaf": 12, "learning_rate": 0.03, "feature_fraction": 0.3, "bagging_fraction": 0.7,
}  # fmt: skip
_CHUNK = {"english": 1_500, "japanese": 600}


@dataclass(frozen=True, slots=True)
class Told:
    """A statement with its label: `group` is its passage, `written` whether it is one of the written pairs."""

    text: str
    cited: Cited
    carried: bool
    how: str
    group: str
    written: bool


@dataclass(frozen=True, eq=False)
class Table:
    """Statements of one language as the model sees them.

    No rule speaks against the `clean` ones, and they name no other contract; `literal` ones are their source's words
    again and are shown whatever the judge says.
    """

    told: list[Told]
    seen: list[Features]
    labels: NDArray[np.bool_]
    clean: NDArray[np.bool_]
    written: NDArray[np.bool_]
    literal: NDArray[np.bool_]

    def chosen(self, scores: NDArray[np.float64], least: float) -> NDArray[np.bool_]:
        """Which statements pass with a limit."""
        return self.literal | (self.clean & (scores >= least))


def told(language: str) -> Iterator[Told]:
    """All statements to learn from, the written ones first."""
    path = HERE / f"told_claims_{'en' if language == 'english' else 'ja'}.jsonl"
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        entry = json.loads(line)
        for item in entry["statements"]:
            yield Told(item["text"], Cited(entry["words"]), item["carried"], item["how"], f"written {number}", True)
    for path in sorted(LABELLED.glob("*.yaml")):
        for entry in yaml.safe_load(path.read_text(encoding="utf-8")):
            if entry["part"] in APART:
                continue
            cited = Cited(entry["words"], entry["number"], entry["title"], (*entry["parties"],), (*entry["beside"],))
            for label in ("true", "false"):
                for text in entry[label]:
                    yield Told(text, cited, label == "true", entry["part"], f"older {entry['words'][:60]}", False)


def table(language: str, rarity: dict[str, float]) -> Table:
    """The statements of a language over words in it, read."""
    japanese = language == "japanese"
    found: list[tuple[Told, Examined]] = []
    for item in told(language):
        seen = examined(item.text, [item.cited])
        if seen.japanese is japanese:
            found.append((item, seen))
    return Table(
        [item for item, _ in found],
        [
            features(seen.text, seen.source, seen.faults, rarity, japanese=japanese, beside=seen.beside)
            for _, seen in found
        ],
        np.array([item.carried for item, _ in found]),
        np.array([not seen.faults and not names_another(item.text, [item.cited]) for item, seen in found]),
        np.array([item.written for item, _ in found]),
        np.array([says_again(item.text, [item.cited]) for item, _ in found]),
    )


def trees(rows: Table, names: Sequence[str], at: NDArray[np.intp]) -> Trees:
    """Trees over some of the statements."""
    matrix = np.concatenate([row(rows.seen[place], names) for place in at.tolist()])
    boosters = [
        boosting.train(
            matrix,
            rows.labels[at].astype(np.float32),
            rounds=ROUNDS,
            categorical=False,
            **(_OPTIONS | {"seed": seed}),
        )
        for seed in SEEDS
    ]
    return boosting.flatten(boosters, categories=1)


def held_out(rows: Table, names: Sequence[str]) -> NDArray[np.float64]:
    """Scores of all statements, each by trees that did not see its passage."""
    groups = sorted({item.group for item in rows.told})
    fold = dict(zip(groups, np.random.default_rng(7).permutation(len(groups)) % FOLDS, strict=True))
    folds = np.array([fold[item.group] for item in rows.told])
    scores = np.zeros(len(rows.told))
    for number in range(FOLDS):
        own = np.flatnonzero(folds == number)
        model = trees(rows, names, np.flatnonzero(folds != number))
        scores[own] = model.raw(np.concatenate([row(rows.seen[place], names) for place in own.tolist()]))
    return scores


def limit(rows: Table, model: Trees, names: Sequence[str]) -> float:
    """The highest limit with which at most `LOST` of the mended sets' true statements are marked beside the rules."""
    own = ~rows.written & rows.labels & np.array([item.how not in EVERYDAY for item in rows.told])
    let = own & rows.clean & ~rows.literal
    scores = np.sort(model.raw(np.concatenate([row(rows.seen[at], names) for at in np.flatnonzero(let).tolist()])))
    return float(scores[int(LOST * own.sum())])


def rarities(language: str, data: Path) -> dict[str, float]:
    """How rare the words of a language's contracts are: the logarithm of how many chunks have one."""
    english = language == "english"
    files = sorted((data / ("cuad/train/contracts" if english else "ja_contracts/docs")).glob("*.txt"))
    read: Callable[[str], set[str]] = _stems if english else _pairs
    counts: Counter[str] = Counter()
    chunks = 0
    for file in files:
        text = file.read_text(encoding="utf-8", errors="replace")
        for start in range(0, len(text), _CHUNK[language]):
            counts.update(read(text[start : start + _CHUNK[language]]))
            chunks += 1
    return {word: round(math.log(chunks / (count + 0.5)), 2) for word, count in sorted(counts.items()) if count > 2}


def _stems(text: str) -> set[str]:
    return {stem(word) for word in re.findall(r"[a-z]+(?:-[a-z]+)*", text.lower())}


def _pairs(text: str) -> set[str]:
    plain = re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))
    pairs = {plain[at : at + 2] for at in range(len(plain) - 1)}
    return {pair for pair in pairs if re.fullmatch(r"[々\u3400-\u9fff]{2}|[ァ-ヺー]{2}", pair)}


def report(language: str, rows: Table, scores: NDArray[np.float64], least: float) -> None:
    """Prints what passes by the rules alone and with the judge."""
    for name, passed in (
        ("rules alone", rows.literal | rows.clean),
        ("judge", rows.chosen(scores, least)),
    ):
        for kind, part in (("written", rows.written), ("older", ~rows.written)):
            true, false = part & rows.labels, part & ~rows.labels
            sys.stdout.write(
                f"{language:9} {name:12} {kind:8} true {true.sum():4} marked {(true & ~passed).sum():4} "
                f"({100 * (true & ~passed).sum() / true.sum():.1f} %)   false {false.sum():4} passed "
                f"{(false & passed).sum():3} ({100 * (false & passed).sum() / false.sum():.1f} %)\n"
            )


def measure() -> None:
    """Prints what the shipped limits let through, each statement judged by trees that did not see its passage."""
    for language, model in read_models(PATH).items():
        rows = table(language, model.rarity)
        report(language, rows, held_out(rows, model.names), model.least)


def main() -> None:
    """Trains both languages, or measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="folder with cuad/train/contracts and ja_contracts/docs")
    parser.add_argument("--measure", action="store_true", help="judge the written statements and write nothing")
    parser.add_argument("--out", type=Path, default=PATH)
    options = parser.parse_args()
    if not options.measure and not options.data:
        parser.error("--data is needed to train")
    if options.measure:
        measure()
        return
    models = {}
    for language in LANGUAGES:
        rarity = rarities(language, options.data)
        rows = table(language, rarity)
        names = sorted({name for seen in rows.seen for name in seen})
        model = trees(rows, names, np.arange(len(rows.told)))
        least = limit(rows, model, names)
        models[language] = CarriedModel(tuple(names), rarity, model, least)
        report(language, rows, held_out(rows, names), least)
    save_models(models, options.out)
    sys.stdout.write(f"{options.out}: {options.out.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
