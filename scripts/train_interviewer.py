"""Trains the models that say of which field a told sentence speaks, what talk wants, and how grave words mean.

    python -m scripts.train_interviewer [--cross-validate | --leave-writers-out]

Sentences come from `scripts/training/told_sentences.yaml` (patterns with alternatives, expanded by a fixed seed), from
the told cases to develop with in `tests/oracles/stories`, and from the written cases in
`scripts/training/told_stories_en.jsonl` and `told_stories_ja.jsonl`; the cases kept apart are never read. A case is a
sequence of messages (`scripts/training/told_messages.py`), a pattern one of one sentence. Talk was told apart by
reading (`scripts/training/told_talk.jsonl`), and so was the severity of answers that name none
(`told_severities.jsonl`).
`--leave-writers-out` measures whole interviews: of each group of writers, by a model of sentences that learned from the
others.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests")]

from core.interview.builtin.learned import (
    field_model,
    message_model,
    sentence_model,
    severity_model,
    softmax_model,
    talk_model,
)
from core.interview.builtin.learned.field_signs import signs, situation
from core.interview.builtin.learned.message_model import MessageModel
from core.interview.builtin.learned.sentence_chain import ACROSS, Before, SentenceInMessage
from core.interview.builtin.learned.sentence_model import SentenceModel
from core.interview.builtin.listening import whole_sentences, without_opening
from core.interview.builtin.replies import SLOTS
from core.wording import Language
from oracles.stories import at_the_desk, corridor, development, voices, walk_in, written
from oracles.stories.story import Story
from oracles.stories.written import WrittenStory
from scripts.training import told_severity, told_talk
from scripts.training.told_messages import MessageLearner, ToldMessage, ToldSentence
from scripts.training.told_sentences import SentenceLearner

DEVELOPED: tuple[Story, ...] = (
    *development.STORIES,
    *voices.STORIES,
    *at_the_desk.STORIES,
    *corridor.HALF_A,
    *walk_in.HALF_A,
)
SENTENCES = ROOT / "scripts" / "training" / "told_sentences.yaml"
SAMPLES, OWN_WEIGHT, PATTERN_WEIGHT = 12, 8.0, 3.0
_EVERY, _TELLING = 6, 4
FOLDS = 5
_JUDGED, _FIRST_JUDGED = 12, 3
WRITERS = {"en": (196, 340, 412, 548, 210, 87, 100), "ja": (203, 489, 370, 217, 210, 87, 100)}
"""How many of the written cases are by each group of writers, in their order."""
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
Models = tuple[SentenceModel, MessageModel]
Told = list[list[tuple[str, str]]]
"""A case as messages of labels and texts."""


def expanded(pattern: str, draw: random.Random) -> str:
    """One sentence of a pattern: alternatives chosen, optional letters left out by chance."""
    text = _CHOICE.sub(lambda match: draw.choice(match[1].split("|")), pattern)
    text = _OPTIONAL.sub(lambda match: match[1] if draw.random() < 0.6 else "", text).replace("\\?", "?")
    if "「…」" not in text and "“…”" not in text:
        text = text.replace("…", draw.choice(_THINGS))
    return text.strip()


def of_patterns() -> list[ToldMessage]:
    """Sentences of the patterns, seeded; nothing surrounds them."""
    draw = random.Random(15)
    found: dict[tuple[str, str], None] = {}
    for label, patterns in yaml.safe_load(SENTENCES.read_text("utf-8")).items():
        for pattern in patterns:
            for _ in range(SAMPLES):
                found[label, expanded(pattern, draw)] = None
    return [
        ToldMessage((ToldSentence(label, text, tuple(signs(text)), (), ACROSS),), Before(), PATTERN_WEIGHT, -1)
        for label, text in found
    ]


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


def of_case(case: Told, number: int, weight: float = 1.0) -> Iterator[ToldMessage]:
    """The messages of a case with what stands before each."""
    told: set[str] = set()
    last: tuple[str, str] | None = None
    for place, message in enumerate(case):
        asked = next((slot for slot in SLOTS if slot != "check" and slot not in told), None) if place else None
        rows: list[ToldSentence] = []
        for label, text in message:
            for sentence in whole_sentences(text):
                around = situation(told=told, asked_field=asked, first=not rows, opens_interview=place == 0)
                said = told_sentence(sentence, around)
                link = said.link(first=not rows)
                rows.append(ToldSentence(label, said.sentence, said.signs, said.around, link))
        before = Before(*last, asked) if last else Before(asked_field=asked)
        yield ToldMessage(tuple(rows), before, weight, number, starts=last is None)
        told |= {row.label for row in rows} - {"talk"}
        last = rows[-1].label, rows[-1].text


def told_sentence(sentence: str, around: Sequence[str]) -> SentenceInMessage:
    """A sentence as the interviewer hears it, without the words by which a change of mind begins."""
    rest = without_opening(sentence)
    return SentenceInMessage(rest, tuple(signs(rest)), tuple(around), corrects=rest != sentence)


def as_answers(messages: Sequence[ToldMessage]) -> Iterator[ToldMessage]:
    """Every sixth sentence once more as somebody would say it who answers what was asked."""
    told = [(message, row) for message in messages for row in message.sentences if row.label != "talk"]
    for message, row in told[::_EVERY]:
        others = ("asked ", f"told {row.label}", "first", "opening", "later")
        kept = [name for name in row.around if not name.startswith(others)]
        place = "opening" if row.label == "source_case" else "later"
        answer = replace(row, around=(*kept, place, f"asked {row.label}"), link=ACROSS)
        yield replace(message, sentences=(answer,), before=Before(asked_field=row.label), starts=True)


def examples() -> list[ToldMessage]:
    """All messages to learn from; those of our own cases, of which there are few, weigh more than those of others."""
    own = len(written.developed("en")) + len(written.developed("ja"))
    cases = [
        message
        for number, case in enumerate(told_cases())
        for message in of_case(case, number, OWN_WEIGHT if number >= own else 1.0)
    ]
    return [*cases, *as_answers(cases), *of_patterns()]


class Learner:
    """Both models of the same messages."""

    def __init__(self, messages: Sequence[ToldMessage]) -> None:
        self._learners = SentenceLearner(messages), MessageLearner(messages)

    def learn(self, chosen: Callable[[int], bool]) -> Models:
        """The models of the messages of some cases, which `chosen` tells by number."""
        by_sentence, by_message = self._learners
        return by_sentence.learn(chosen), by_message.learn(chosen)


def fold_models(learner: Learner, folds: int = FOLDS) -> Iterator[Models]:
    """For each fold the model that has not seen its cases."""
    for fold in range(folds):
        yield learner.learn(lambda case, left=fold: case < 0 or case % folds != left)  # type: ignore[misc]


def cross_validated(folds: int = FOLDS) -> list[str]:
    """What models that have not seen a case make of it: lines of figures.

    The label before a message is what the models made of it, as in an interview.
    """
    cases = told_cases()
    languages = [len(written.developed("en")), len(written.developed("ja"))]
    right: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    mixed: Counter[tuple[str, str]] = Counter()
    for fold, models in enumerate(fold_models(Learner(examples()), folds)):
        for number, case in enumerate(cases):
            if number % folds != fold:
                continue
            kind = "written en" if number < languages[0] else "written ja" if number < sum(languages) else "told"
            for truth, guess in decoded(case, models):
                seen[kind] += 1
                right[kind] += truth == guess
                mixed[truth, guess] += truth != guess
    lines = [f"{kind}: {right[kind] / seen[kind]:.3f} of {seen[kind]} sentences" for kind in seen]
    return lines + [f"{truth} taken for {guess}: {count}" for (truth, guess), count in mixed.most_common(12)]


def decoded(case: Told, models: Models) -> Iterator[tuple[str, str]]:
    """Label and likeliest label of each sentence of a case, each message after what was made of those before."""
    told: set[str] = set()
    previous, words = None, ""
    for place, message in enumerate(case):
        asked = next((slot for slot in SLOTS if slot != "check" and slot not in told), None) if place else None
        sentences = [(label, sentence) for label, text in message for sentence in whole_sentences(text)]
        said = [
            told_sentence(
                sentence, situation(told=told, asked_field=asked, first=not number, opens_interview=place == 0)
            )
            for number, (_, sentence) in enumerate(sentences)
        ]
        before = Before(previous, words, asked)
        (likely,) = field_model.likelihoods_of([(said, before)], models)
        for (label, _), scores in zip(sentences, likely, strict=True):
            previous = max(scores, key=scores.__getitem__)
            yield label, previous
            if previous != "talk":
                told = told | {previous}
        words = said[-1].sentence


def without_writers(learner: Learner) -> Iterator[Models]:
    """For each group of writers the model that has not seen their cases."""
    by = [group for counts in WRITERS.values() for group, count in enumerate(counts) for _ in range(count)]
    for left in range(len(WRITERS["en"])):
        yield learner.learn(lambda case, left=left: not 0 <= case < len(by) or by[case] != left)  # type: ignore[misc]


def writers_left_out(models: Iterable[Models]) -> dict[str, dict[str, float]]:
    """What the interviewer makes of some cases of each group of writers, with the models that have not seen them.

    Counts and shares of the parts told, of both languages and of each group; every twelfth case, of the first writers,
    who are few, every sixth. What talk wants is told by the model that ships.
    """
    counts: dict[str, Counter[str]] = {}
    shipped = sentence_model.PATH, message_model.PATH
    try:
        with tempfile.TemporaryDirectory() as folder:
            for left, (by_sentence, by_message) in enumerate(models):
                sentence_model.PATH = Path(folder) / f"sentences_{left}.npz"
                message_model.PATH = Path(folder) / f"messages_{left}.npz"
                sentence_model.write(by_sentence, sentence_model.PATH)
                message_model.write(by_message, message_model.PATH)
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
        sentence_model.PATH, message_model.PATH = shipped
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
    messages = [message for number, case in enumerate(cases) for message in of_case(case, number)]
    telling = [(row.text, "tells") for message in messages for row in message.sentences if row.label != "talk"]
    return [*told_talk.told_talk(), *telling]


def answers_on_severity() -> list[str]:
    """What is told of the severity in all cases."""
    return [text for case in told_cases() for message in case for label, text in message if label == "severity"]


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
        proposed = told_severity.cross_validated(told_severity.told_severities(), answers_on_severity())
        print("\n".join((*cross_validated(), *told_talk.cross_validated(talk()), proposed)))
        return
    messages = examples()
    by_sentence, by_message = Learner(messages).learn(lambda case: True)
    sentence_model.write(by_sentence)
    message_model.write(by_message)
    softmax_model.write(told_talk.learned_talk(talk()), talk_model.PATH)
    graveness = told_severity.learned_severity(told_severity.told_severities(), answers_on_severity())
    softmax_model.write(graveness, severity_model.PATH)
    paths = (sentence_model.PATH, message_model.PATH, talk_model.PATH, severity_model.PATH)
    sizes = [path.stat().st_size for path in paths]
    print(f"{len(messages)} messages, {', '.join(map(str, sizes))} bytes")


if __name__ == "__main__":
    main()
