"""Trains the models that say of which field a told sentence speaks, and what talk wants.

    python -m scripts.train_interviewer [--cross-validate | --leave-writers-out]

Sentences come from `scripts/training/told_sentences.yaml` (patterns with alternatives, expanded by a fixed seed), from
the told cases to develop with in `tests/oracles/stories`, and from the written cases in
`scripts/training/told_stories_en.jsonl` and `told_stories_ja.jsonl`; the cases kept apart are never read. A case is a
chain of sentences (`scripts/training/label_chain.py`), a pattern a chain of one. Talk was told apart by reading
(`scripts/training/told_talk.jsonl`). `--leave-writers-out` measures whole interviews: of each group of writers, by a
model of sentences that learned from the others.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests")]

from core.interview.builtin.learned import field_model, talk_model
from core.interview.builtin.learned.field_model import (
    ACROSS,
    AROUND,
    BUCKETS,
    LABELS,
    MEANINGS,
    SIGN,
    SentenceInMessage,
    SentenceModel,
)
from core.interview.builtin.learned.field_signs import signs, situation
from core.interview.builtin.listening import whole_sentences, without_opening
from core.interview.builtin.replies import SLOTS
from core.wording import Language
from oracles.stories import at_the_desk, corridor, development, voices, walk_in, written
from oracles.stories.story import Story
from oracles.stories.written import WrittenStory
from scripts.training import label_chain, told_talk
from scripts.training.encoded import encoded
from scripts.training.label_chain import Rows

DEVELOPED: tuple[Story, ...] = (
    *development.STORIES,
    *voices.STORIES,
    *at_the_desk.STORIES,
    *corridor.HALF_A,
    *walk_in.HALF_A,
)
SENTENCES = ROOT / "scripts" / "training" / "told_sentences.yaml"
SAMPLES, OWN_WEIGHT, PATTERN_WEIGHT, PENALTY, PENALTY_OF_LINKS, STEPS = 12, 8.0, 3.0, 0.2, 0.5, 60
_EVERY, _SEEN, _TELLING = 3, 2, 4
FOLDS = 5
_CASES_AT_ONCE, _OF_HUNDREDS, _LEFT = 100, 3, 2
_JUDGED, _FIRST_JUDGED = 12, 3
WRITERS = {"en": (196, 340, 412, 548), "ja": (203, 489, 370, 217)}
"""How many of the written cases are by each of four groups of writers, in their order."""
_CHOICE = re.compile(r"\{([^{}]*)\}")
_OPTIONAL = re.compile(r"(?<!\\)(.)\?")
_THINGS = (
    "鍵の紛失",
    "納期の遅れ",
    "値上げの制限",
    "検収期間",
    "Late delivery",
    "Price cap",
    "Data return",
    "Audit costs",
)
Told = list[list[tuple[str, str]]]
"""A case as messages of labels and texts."""


@dataclass(frozen=True)
class Example:
    """A sentence with its label, its signs and those around it; `story` is the case it is from, -1 for a pattern.

    `starts` says whether it begins a chain, `opens` whether a message, `link` how it follows the sentence before.
    """

    label: str
    text: str
    signs: tuple[str, ...]
    story: int
    around: tuple[str, ...] = ()
    weight: float = 1.0
    starts: bool = True
    link: int = ACROSS
    opens: bool = True


def expanded(pattern: str, draw: random.Random) -> str:
    """One sentence of a pattern: alternatives chosen, optional letters left out by chance."""
    text = _CHOICE.sub(lambda match: draw.choice(match[1].split("|")), pattern)
    text = _OPTIONAL.sub(lambda match: match[1] if draw.random() < 0.6 else "", text).replace("\\?", "?")
    if "「…」" not in text and "“…”" not in text:
        text = text.replace("…", draw.choice(_THINGS))
    return text.strip()


def of_patterns() -> list[Example]:
    """Sentences of the patterns, seeded; nothing surrounds them."""
    draw = random.Random(15)
    found: dict[tuple[str, str], None] = {}
    for label, patterns in yaml.safe_load(SENTENCES.read_text("utf-8")).items():
        for pattern in patterns:
            for _ in range(SAMPLES):
                found[label, expanded(pattern, draw)] = None
    return [Example(label, text, tuple(signs(text)), -1, weight=PATTERN_WEIGHT) for label, text in found]


def told_cases() -> list[Told]:
    """All cases to develop with, those written by others first."""
    cases: list[Told] = [
        [list(message) for message in story.messages]
        for stories in (written.developed("en"), written.developed("ja"))
        for story in stories
    ]
    # Of a part that tells two things, the first is the one that its words are filed under.
    return cases + [
        [[(labels[0], text) for labels, text in message.labelled()] for message in story.messages]
        for story in DEVELOPED
    ]


def of_case(case: Told, number: int) -> Iterator[Example]:
    """The sentences of a case with what surrounds each as the interview stands then."""
    told: set[str] = set()
    starts = True
    for place, message in enumerate(case):
        asked = next((slot for slot in SLOTS if slot != "check" and slot not in told), None) if place else None
        before, first = frozenset(told), True
        for label, text in message:
            for sentence in whole_sentences(text):
                around = situation(told=before, asked=asked, first=first, opens_interview=place == 0)
                said = told_sentence(sentence, around)
                link = said.link(first=first)
                yield Example(
                    label, said.sentence, said.signs, number, said.around, starts=starts, link=link, opens=first
                )
                starts = first = False
                if label != "talk":
                    told.add(label)


def told_sentence(sentence: str, around: Sequence[str]) -> SentenceInMessage:
    """A sentence as the interviewer hears it, without the words by which a change of mind begins."""
    rest = without_opening(sentence)
    return SentenceInMessage(rest, tuple(signs(rest)), tuple(around), corrects=rest != sentence)


def as_answers(rows: Sequence[Example]) -> Iterator[Example]:
    """Every third sentence once more as somebody would say it who answers what was asked."""
    for row in [row for row in rows if row.label != "talk"][::_EVERY]:
        others = ("asked ", f"told {row.label}", "first", "opening", "later")
        kept = [name for name in row.around if not name.startswith(others)]
        place = "opening" if row.label == "source_case" else "later"
        yield Example(row.label, row.text, row.signs, row.story, (*kept, place, f"asked {row.label}"), row.weight)


def examples() -> list[Example]:
    """All sentences to learn from; those of our own cases, of which there are few, weigh more than those of others.

    Of three hundred written cases the last hundred are left, so that reading the sentences takes minutes.
    """
    own = len(written.developed("en")) + len(written.developed("ja"))
    cases = [
        replace(found, weight=OWN_WEIGHT if number >= own else 1.0)
        for number, case in enumerate(told_cases())
        if number >= own or number // _CASES_AT_ONCE % _OF_HUNDREDS != _LEFT
        for found in of_case(case, number)
    ]
    return [*cases, *as_answers(cases), *of_patterns()]


class Learner:
    """Sentences with their features, to learn from all or from some of them."""

    def __init__(self, rows: Sequence[Example]) -> None:
        self.rows = rows
        self._names = sorted({name for row in rows for name in (*row.signs, *row.around)})
        known: dict[str, tuple[NDArray[np.intp], NDArray[np.float32]]] = {}
        for row in rows:
            if row.text not in known:
                known[row.text] = field_model.features(row.text)
        # What stands in one sentence alone teaches nothing of others.
        counts = np.bincount(np.concatenate([places for places, _ in known.values()]), minlength=BUCKETS)
        self._features = [known[row.text] for row in rows]
        self._buckets = np.flatnonzero(counts >= _SEEN)
        self._place = np.full(BUCKETS, -1, np.int64)
        self._place[self._buckets] = np.arange(len(self._buckets))
        self._meanings = meant(rows, vectors_of(rows))

    def learn(self, chosen: Sequence[int] | None = None) -> SentenceModel:
        """The model of all sentences, or of those at some places."""
        rows = self._sparse(range(len(self.rows)) if chosen is None else chosen)
        count = len(self._buckets)
        chain = label_chain.trained(
            rows,
            features=count + len(self._names) + MEANINGS,
            labels=len(LABELS),
            penalty=PENALTY,
            penalty_of_links=PENALTY_OF_LINKS,
            steps=STEPS,
        )
        weights = np.zeros((BUCKETS, len(LABELS)), np.float32)
        weights[self._buckets] = chain.weights[:count]
        signs, meanings = chain.weights[count:-MEANINGS], chain.weights[-MEANINGS:]
        return SentenceModel(weights, chain.bias, tuple(self._names), signs, meanings, chain.follows)

    def _sparse(self, chosen: Sequence[int]) -> Rows:
        sign = {name: len(self._buckets) + place for place, name in enumerate(self._names)}
        places: list[NDArray[np.int64]] = []
        values: list[NDArray[np.float32]] = []
        rows = [self.rows[place] for place in chosen]
        for row, (buckets, worth) in zip(rows, (self._features[place] for place in chosen), strict=True):
            kept = self._place[buckets] >= 0
            named = sorted({(sign[name], SIGN) for name in row.signs} | {(sign[name], AROUND) for name in row.around})
            places.append(np.array([*self._place[buckets[kept]], *(place for place, _ in named)], np.int64))
            values.append(np.array([*worth[kept], *(value for _, value in named)], np.float32))
        return Rows(
            np.cumsum([0, *map(len, places)]).astype(np.int64),
            np.concatenate(places).astype(np.int32),
            np.concatenate(values),
            np.array([LABELS.index(row.label) for row in rows], np.int64),
            np.array([row.weight for row in rows], np.float64),
            np.array([row.starts for row in rows], np.bool_),
            np.array([row.link for row in rows], np.int64),
            self._meanings[np.asarray(chosen)],
        )


def vectors_of(rows: Sequence[Example]) -> dict[str, NDArray[np.float32]]:
    """The vector of each sentence."""
    blocks: dict[int, list[str]] = {}
    for row in rows:
        blocks.setdefault(row.story // _CASES_AT_ONCE, []).append(row.text)
    return encoded(blocks.values())


def meant(rows: Sequence[Example], vectors: Mapping[str, NDArray[np.float32]]) -> NDArray[np.float32]:
    """What the model sees of the meaning of each sentence: its vector and those beside it in the message."""
    begins = [*(place for place, row in enumerate(rows) if row.opens), len(rows)]
    found = np.empty((len(rows), MEANINGS), np.float32)
    for begin, end in pairwise(begins):
        found[begin:end] = field_model.meanings(np.stack([vectors[row.text] for row in rows[begin:end]]))
    return found


def fold_models(learner: Learner, folds: int = FOLDS) -> Iterator[SentenceModel]:
    """For each fold the model that has not seen its cases."""
    for fold in range(folds):
        yield learner.learn([n for n, row in enumerate(learner.rows) if row.story % folds != fold or row.story < 0])


def cross_validated(folds: int = FOLDS) -> list[str]:
    """What models that have not seen a case make of it: lines of figures.

    The label before a message is what the models made of it, as in an interview.
    """
    cases = told_cases()
    languages = [len(written.developed("en")), len(written.developed("ja"))]
    right: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    mixed: Counter[tuple[str, str]] = Counter()
    for fold, model in enumerate(fold_models(Learner(examples()), folds)):
        for number, case in enumerate(cases):
            if number % folds != fold:
                continue
            kind = "written en" if number < languages[0] else "written ja" if number < sum(languages) else "told"
            for truth, guess in decoded(case, model):
                seen[kind] += 1
                right[kind] += truth == guess
                mixed[truth, guess] += truth != guess
    lines = [f"{kind}: {right[kind] / seen[kind]:.3f} of {seen[kind]} sentences" for kind in seen]
    return lines + [f"{truth} taken for {guess}: {count}" for (truth, guess), count in mixed.most_common(12)]


def decoded(case: Told, model: SentenceModel) -> Iterator[tuple[str, str]]:
    """Label and likeliest label of each sentence of a case, each message after what was made of those before."""
    told: set[str] = set()
    previous: str | None = None
    for place, message in enumerate(case):
        asked = next((slot for slot in SLOTS if slot != "check" and slot not in told), None) if place else None
        sentences = [(label, sentence) for label, text in message for sentence in whole_sentences(text)]
        said = [
            told_sentence(sentence, situation(told=told, asked=asked, first=not number, opens_interview=place == 0))
            for number, (_, sentence) in enumerate(sentences)
        ]
        for (label, _), scores in zip(sentences, field_model.likelihoods(said, previous, model), strict=True):
            previous = max(scores, key=scores.__getitem__)
            yield label, previous
            if previous != "talk":
                told = told | {previous}


def without_writers(learner: Learner) -> Iterator[SentenceModel]:
    """For each group of writers the model that has not seen their cases."""
    by = [group for counts in WRITERS.values() for group, count in enumerate(counts) for _ in range(count)]
    for left in range(len(WRITERS["en"])):
        yield learner.learn(
            [n for n, row in enumerate(learner.rows) if not 0 <= row.story < len(by) or by[row.story] != left]
        )


def writers_left_out(models: Iterable[SentenceModel]) -> dict[str, dict[str, float]]:
    """What the interviewer makes of some cases of each group of writers, with the models that have not seen them.

    Counts and shares of the parts told, of both languages and of each group; every twelfth case, of the first writers,
    who are few, every sixth. What talk wants is told by the model that ships.
    """
    counts: dict[str, Counter[str]] = {}
    shipped = field_model.PATH
    try:
        with tempfile.TemporaryDirectory() as folder:
            for left, model in enumerate(models):
                field_model.PATH = Path(folder) / f"{left}.npz"
                field_model.write(model, field_model.PATH)
                for language, story in _cases_of(left):
                    judged = written.judge_written(story)
                    found = Counter(
                        told=judged.told,
                        right=judged.right,
                        misfiled=len(judged.misfiled),
                        invented=len(judged.invented),
                        unsorted=judged.unsorted,
                        stuck=judged.stuck,
                    )
                    for name in (language, f"{language}, writers {left + 1}"):
                        counts.setdefault(name, Counter()).update(found)
    finally:
        field_model.PATH = shipped
    return {
        name: {**found, **{f"{kind}_share": round(found[kind] / found["told"], 4) for kind in ("right", "misfiled")}}
        for name, found in sorted(counts.items())
    }


def _cases_of(writers: int) -> Iterator[tuple[Language, WrittenStory]]:
    languages: tuple[Language, ...] = ("en", "ja")
    every = _JUDGED if writers else _JUDGED // 2
    for language in languages:
        begin = sum(WRITERS[language][:writers])
        cases = enumerate(written.developed(language)[: begin + WRITERS[language][writers]])
        yield from ((language, case) for number, case in cases if number >= begin and number % every == _FIRST_JUDGED)


def talk() -> list[told_talk.Talk]:
    """Sentences that want something or nothing, and every fourth case's sentences, which tell something."""
    cases = told_cases()[::_TELLING]
    telling = [(row.text, "tells") for n, case in enumerate(cases) for row in of_case(case, n) if row.label != "talk"]
    return [*told_talk.told_talk(), *telling]


def main() -> None:
    """Train, and say how good it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cross-validate", action="store_true")
    parser.add_argument("--leave-writers-out", action="store_true")
    options = parser.parse_args()
    if options.leave_writers_out:
        print(json.dumps(writers_left_out(without_writers(Learner(examples()))), indent=1))
        return
    if options.cross_validate:
        print("\n".join((*cross_validated(), *told_talk.cross_validated(talk()))))
        return
    learner = Learner(examples())
    field_model.write(learner.learn())
    talk_model.write(told_talk.learned_talk(talk()))
    sizes = [path.stat().st_size for path in (field_model.PATH, talk_model.PATH)]
    print(f"{len(learner.rows)} sentences, {' and '.join(map(str, sizes))} bytes")


if __name__ == "__main__":
    main()
