"""Trains what was learned of questions: the tags of their words, and the clause types that everyday words mean.

    python -m scripts.train_questions [--cross-validate] [--apart [--writers N…]] [--without PART…] [--out FILE]

Questions with their parts marked come from `scripts/training/told_questions*.jsonl`, written for this project; more are
tagged by the grammar, from the questions to develop with in `tests/oracles/questions` (the parts kept apart are never
read). Words for clause types also come from the taxonomy, from `phrasings.py` there and from the written clauses. numpy
alone, the same bits each time.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests")]

from core.questions import Names, understand, understood_with_help
from core.questions.learned import question_model
from core.questions.learned.clause_words import NONE, likely_types
from core.questions.learned.question_model import QuestionModel
from core.questions.learned.tagged_question import TaggedQuestion
from core.questions.learned.word_signs import NAMED, places, question_words
from core.questions.learned.word_tags import TAGS, TagModel, likely_tags, tag_places
from core.questions.lexicon import folded
from scripts.training.adapted_questions import QuestionToLearn, adapted
from scripts.training.asked_questions import PARTS, asked_kinds, asked_questions
from scripts.training.chain import ChainExample, learned_chain
from scripts.training.clause_examples import examples, learned_types
from scripts.training.meanings import says_the_same
from scripts.training.told_questions import MarkedQuestion, kept_apart, told_questions
from scripts.training.value_examples import ASKED, KINDS, learned_kinds, learned_values, marked_values, type_names

WRITTEN = ROOT / "scripts" / "training"
BOUND = 2.0
"""What a question tagged by the grammar counts of which words were left over."""
TODAY = date(2026, 11, 20)
_LIMITS = (0.5, 0.8, 0.9, 0.95)


def chain_examples(questions: Sequence[MarkedQuestion]) -> list[ChainExample]:
    """Questions as signs and tags."""
    found = []
    for question in questions:
        words = question_words(question.text)
        if words:
            tags = question.tags()
            found.append(ChainExample(places(question.text, words), tag_places(tags), _worth(question, tags)))
    return found


def _worth(question: MarkedQuestion, tags: Sequence[str]) -> float:
    return 1.0 if question.writer not in PARTS else BOUND if "bound" in tags else ASKED


def to_learn(
    told: Sequence[MarkedQuestion], asked: Sequence[MarkedQuestion], kinds: Sequence[tuple[str, str]]
) -> list[QuestionToLearn]:
    """Questions and phrases for the adapted encoder."""
    found = []
    for question in (question for question in [*told, *asked] if question_words(question.text)):
        tags = question.tags()
        known = question.kind in KINDS and question.writer not in PARTS
        kind = (question.kind, 1.0) if known else ("", 0.0)
        values = tuple(marked_values(question))
        found.append(QuestionToLearn(question.text, (tags, _worth(question, tags)), kind, values))
    found += [QuestionToLearn(text, kind=(kind, ASKED)) for text, kind in kinds]
    found += [QuestionToLearn(folded(words), clause=(code, worth)) for words, code, worth in examples(told)]
    return [*found, *(QuestionToLearn(name, values=((0, len(name), code),)) for name, code in type_names())]


def learned(
    told: Sequence[MarkedQuestion], asked: Sequence[MarkedQuestion], kinds: Sequence[tuple[str, str]]
) -> QuestionModel:
    """The model of some questions."""
    signs = QuestionModel(
        learned_chain(chain_examples([*told, *asked])),
        learned_types(examples(told)),
        learned_values(told),
        learned_kinds(told, kinds),
    )
    return adapted(to_learn(told, asked, kinds), signs)


def cross_validated(told: Sequence[MarkedQuestion], asked: Sequence[MarkedQuestion]) -> list[str]:
    """What models learned of all writers but one make of that one: lines of figures."""
    lines = []
    for writer in sorted({question.writer for question in told}):
        others = [question for question in told if question.writer != writer]
        own = [question for question in told if question.writer == writer]
        model = learned(others, asked, [])
        types = model.clauses
        lines += _filler_lines(writer, own, model.tags)
        lines.append(_passed_line(writer, own, model))
        for language in ("en", "ja"):
            right: Counter[float] = Counter()
            said: Counter[float] = Counter()
            runs = [run for question in own if question.language == language for run in question.runs()]
            clauses = [run for run in runs if run[1] == "clause"]
            for words, _, code in clauses:
                chances = likely_types(words, types)
                best = max(chances, key=chances.__getitem__)
                for limit in _LIMITS:
                    said[limit] += best != NONE and chances[best] >= limit
                    right[limit] += best != NONE and chances[best] >= limit and best == code
            told_so = ", ".join(f"{right[limit]} of {said[limit]} at {limit}" for limit in _LIMITS)
            lines.append(f"{writer} {language}: of {len(clauses)} runs of clause words right {told_so}")
    return lines


def _filler_lines(writer: str, own: Sequence[MarkedQuestion], chain: TagModel) -> list[str]:
    lines = []
    for language in ("en", "ja"):
        right: Counter[float] = Counter()
        said: Counter[float] = Counter()
        whole, hits, words_seen = 0, 0, 0
        for question in own:
            if question.language != language:
                continue
            words, chance = likely_tags(question.text, chain)
            truth = tag_places(question.tags())
            hits += int((chance.argmax(axis=1) == truth).sum())
            words_seen += len(words)
            mark = TAGS.index("filler")
            whole += int((truth == mark).sum())
            idle = np.isin(truth, [TAGS.index(""), mark])
            for limit in _LIMITS:
                said[limit] += int((chance[:, mark] >= limit).sum())
                right[limit] += int(((chance[:, mark] >= limit) & idle).sum())
        told_so = ", ".join(f"{right[limit]} of {said[limit]} at {limit}" for limit in _LIMITS)
        lines.append(
            f"{writer} {language}: {hits / words_seen:.3f} of {words_seen} words right; of {whole} words that carry"
            f" nothing, {told_so} do not"
        )
    return lines


def _passed_line(writer: str, own: Sequence[MarkedQuestion], model: QuestionModel) -> str:
    """How many parts of questions would be passed over, and how many of them carry something."""
    passed = losing = 0
    for question in (question for question in own if question.kind != "refuse"):
        for part in TaggedQuestion(question.text, Names(), TODAY, model).idle_parts():
            if NAMED not in part.words:  # the engine knows the names of its parties
                lost = {tag for start, end, tag, _ in question.parts if start < part.end and part.start < end}
                passed += 1
                losing += bool(lost - {"filler", "ask", "has"})
    return f"{writer}: of {passed} parts passed over {losing} carry something"


def apart_lines(questions: Sequence[MarkedQuestion], model: QuestionModel) -> list[str]:
    """What becomes of questions that nothing was learned from: by the grammar, with help, by the second reader."""
    lines = []
    for language in ("en", "ja"):
        found: Counter[str] = Counter()
        hits = seen = 0
        for question in (question for question in questions if question.language == language):
            words, chance = likely_tags(question.text, model.tags)
            truth = tag_places(question.tags())
            hits, seen = hits + int((chance.argmax(axis=1) == truth).sum()), seen + len(words)
            names = Names(question.parties)
            plain = understand(question.asked, today=TODAY, names=names)
            helped = understood_with_help(question.asked, today=TODAY, names=names, model=model)
            by = "grammar" if plain.sure else "second reader" if helped.retold else "help" if helped.sure else ""
            refused = not helped.sure or helped.readings[0].kind in ("refused", "passages")
            right = not refused and says_the_same(helped.readings[0], question.meaning, question.kind, question.asked)
            if not helped.sure and any(
                says_the_same(each, question.meaning, question.kind) for each in helped.readings
            ):
                by = "offered"
            whole = "others" if question.kind in ("refuse", "open", "compare") else "answerable"
            unanswered = "right one offered" if by == "offered" else "not answered"
            found[f"{whole}: " + (unanswered if refused else f"{'right' if right else 'wrong'} by {by}")] += 1
        told_so = ", ".join(f"{count} {what}" for what, count in sorted(found.items()))
        lines.append(f"kept apart, {language}: {hits / max(1, seen):.3f} of {seen} words tagged right; {told_so}")
    return lines


def main() -> None:
    """Train, or say how good it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cross-validate", action="store_true")
    parser.add_argument("--apart", action="store_true", help="ask the stored model the questions kept apart")
    parser.add_argument("--writers", nargs="*", help="with --apart: those of some writers, by their numbers")
    parser.add_argument("--without", nargs="*", default=[], choices=sorted(PARTS), help="parts that are not learned of")
    parser.add_argument("--written", type=Path, nargs="*", default=sorted(WRITTEN.glob("told_questions*.jsonl")))
    parser.add_argument("--out", type=Path, default=question_model.PATH)
    arguments = parser.parse_args()
    if arguments.apart:
        apart = kept_apart(arguments.written)
        chosen = [q for q in apart if arguments.writers is None or q.writer.split()[-1] in arguments.writers]
        print("\n".join(apart_lines(chosen, question_model.read(arguments.out))))
        return
    told, asked = told_questions(arguments.written), asked_questions(arguments.without)
    if arguments.cross_validate:
        print("\n".join(cross_validated(told, asked)))
        return
    question_model.write(learned(told, asked, asked_kinds(arguments.without)), arguments.out)
    print(f"{len(told)} and {len(asked)} questions, {arguments.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
