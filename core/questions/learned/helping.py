"""A question that the grammar does not read whole, put once more in words that it knows.

Parts that carry nothing are passed over, and everyday words for a clause type are replaced by its name, where the
learned tags are sure of it. Only the grammar reads the question then: whatever it still cannot account for stays left
over. What was taken for what, and what was passed over, is said with the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from core.questions.confirming import unconfirmed
from core.questions.confirming.contraries import contrary_meant
from core.questions.idioms.english_matters import amount_wanted, as_matter
from core.questions.learned.part_values import likely_kinds
from core.questions.learned.question_kind import MOST_REFUSED
from core.questions.learned.question_model import QuestionModel, stored
from core.questions.learned.second_reading import SecondReading, likely_readings, second_reading
from core.questions.learned.tagged_question import TaggedQuestion, Taken
from core.questions.names import Names
from core.questions.plan import Question, same_meaning
from core.questions.understand import Understood, understand
from core.questions.worded import WordedQuestion, contrary_question, worded_question
from core.taxonomy import taxonomy

_OPEN = ("refused", "passages")
"""Kinds that the grammar gives by a word alone, which may be one of a clause's own."""
_REFUSED = ("instruction", "advice", "greeting", "draft", "prediction", "not_meant")
"""Topics of refusals that stand, whatever else is asked."""
_ROUNDS = 4
"""So many times words are taken that were left over after others had been."""
MOST_NOT_ANSWERED = 0.7
"""How likely a question may be one that gets no answer."""
_JOINED = re.compile(
    r"^(?:[\s,;:.-]+|(?:but|and|so|then|now)[,\s]+)+(?=(?:is|are|was|were|do|does|did|has|have|can|may|must|which|what|how|when|who)\b)",
    re.IGNORECASE,
)
"""What joined a question to the remark before it: "…, but is it …?"."""
_MOST_READ = 400
"""Characters of a question that is put in other words."""


def understood_with_help(
    question: str,
    *,
    today: date,
    names: Names | None = None,
    follows: bool = False,
    model: QuestionModel | None = None,
) -> Understood:
    """What a question means; where the grammar leaves words over, with those taken for what they are likely to be.

    A reading that the question's own words do not confirm is not sure.

    Args:
        question: as typed.
        today: what relative days count from.
        names: names of the portfolio's parties and contracts.
        follows: whether there is an answer before that it may refer to.
        model: None for the one that ships.
    """
    matter = as_matter(question) if len(question) <= _MOST_READ else question
    if matter != question:
        asked = understood_with_help(matter, today=today, names=names, follows=follows, model=model)
        readings = tuple(replace(each, text=question) if each.kind == "passages" else each for each in asked.readings)
        return replace(asked, text=question, readings=readings)
    amount = amount_wanted(question) if len(question) <= _MOST_READ else None
    if amount is not None:
        what, said = amount
        passages = understood_with_help(said, today=today, names=names, follows=follows, model=model)
        readings = tuple(replace(each, text=question) for each in passages.readings if each.kind == "passages")
        if passages.sure and readings:
            return Understood(question, today, readings, doubtful=(what,), contrary=True)
    worded = worded_question(question) if len(question) <= _MOST_READ else None
    if worded is not None:
        plain = _understood_and_confirmed(worded.text, today, names, model, follows=follows)
        return _with_words(question, plain, worded)
    understood = _understood_and_confirmed(question, today, names, model, follows=follows)
    contrary = contrary_question(question) if len(question) <= _MOST_READ else None
    if contrary is None or (understood.sure and not contrary.is_denied_by(understood.readings[0])):
        return understood
    other = _understood_and_confirmed(contrary.text, today, names, model, follows=follows)
    if not other.sure or not contrary.is_meant_by(other.readings[0]):
        return understood
    return Understood(question, today, other.readings, doubtful=(contrary.words,), contrary=True)


def _understood_and_confirmed(
    question: str, today: date, names: Names | None, model: QuestionModel | None, *, follows: bool
) -> Understood:
    understood = _understood_with_help(question, today, names, model, follows=follows)
    if not understood.sure:
        return understood
    reading = understood.readings[0]
    doubtful = unconfirmed(question, reading, names or Names(), today=today) or _places_taken(question, understood)
    meant = contrary_meant(question, reading, names or Names(), today=today) if doubtful else None
    if meant is not None:
        return replace(understood, readings=(meant,), doubtful=doubtful, contrary=True)
    return replace(understood, doubtful=doubtful)


def _places_taken(question: str, understood: Understood) -> tuple[str, ...]:
    """Places in capitals that were taken for words of a clause type: "exclusive US contracts"."""
    words = {word for part in understood.taken if part.code for word in part.words.split()}
    return tuple(place for place in _SHORT_PLACES.findall(question) if place.lower() in words)


_SHORT_PLACES = re.compile(r"\b(?:US|USA|UK|EU|PRC|NY)\b")


def _with_words(question: str, plain: Understood, worded: WordedQuestion) -> Understood:
    """What a question means that says something of a clause's words, where it is read with the clause's name there."""
    if worded.denied:
        return Understood(question, plain.today, worded.offered(), doubtful=worded.words, contrary=True)
    codes = {condition.code for condition in worded.conditions}
    again = tuple(part.words for part in plain.taken if part.code in codes)
    if again:
        # "SIACと" before "HKIACの仲裁": another word for the clause, of which nothing was told.
        return Understood(question, plain.today, worded.offered(), doubtful=again)
    readings = tuple(meant for reading in plain.readings if (meant := worded.meant(reading)) is not None)
    if plain.sure and not readings:
        return Understood(question, plain.today, worded.offered(), doubtful=worded.words)
    return replace(plain, text=question, readings=readings)


def _understood_with_help(
    question: str, today: date, names: Names | None, model: QuestionModel | None, *, follows: bool
) -> Understood:
    """What a question means before its reading is held against its words."""
    understood = understand(question, today=today, names=names, follows=follows)
    if (understood.sure and understood.readings[0].kind not in _OPEN) or len(question) > _MOST_READ:
        return understood
    tagged = TaggedQuestion(question, names or Names(), today, model or stored())

    def read(text: str) -> Understood:
        return understand(text, today=today, names=names, follows=follows)

    kinds = likely_kinds(tagged.masked_without(()), tagged.model.kinds)
    if not follows and kinds["refuse"] + kinds["open"] > MOST_NOT_ANSWERED:
        return understood
    shown = understood.sure and understood.readings[0].kind == "passages"
    parts = _apart(tagged.idle_parts())
    helped = understood if shown else _helped(understood, tagged, parts, read, follows=follows)
    stands = any(reading.kind == "refused" and reading.topic in _REFUSED for reading in helped.readings)
    if follows or (stands and (not parts or tagged.asks_for_what_is_refused(parts))):
        return helped
    second = second_reading(tagged, names or Names(), today)
    if shown or any(reading.kind == "refused" for reading in helped.readings):
        # The grammar took a word for an open question or for a refusal; the tags, for part of a clause's words.
        if second is not None:
            return _retold(understood, second)
        open_one = kinds["refuse"] + kinds["open"] > MOST_REFUSED
        return helped if open_one else _with_likely(helped, likely_readings(tagged, names or Names(), today))
    if second is None:
        return helped if helped.sure else _with_likely(helped, likely_readings(tagged, names or Names(), today))
    if helped.sure and same_meaning(helped.readings[0], second.question):
        return helped
    if helped.sure:
        # Two readers take it for two things: neither is sure.
        return replace(understood, readings=(helped.readings[0], second.question))
    return _retold(understood, second)


def _with_likely(helped: Understood, likely: Sequence[Question]) -> Understood:
    """A question back that offers what is likely to be meant, where there is such a thing."""
    if len(likely) > 1:
        return replace(helped, readings=tuple(likely), unused=(), missing=None, guesses=(), loose=False)
    if likely and helped.unused and helped.missing is None:
        return replace(helped, readings=tuple(likely), loose=False)
    return helped


def _retold(understood: Understood, second: SecondReading) -> Understood:
    """A question that the second reader has put together."""
    return replace(understood, readings=(second.question,), unused=(), missing=None, taken=second.taken, retold=True)


def _helped(
    understood: Understood,
    tagged: TaggedQuestion,
    parts: Sequence[Taken],
    read: Callable[[str], Understood],
    *,
    follows: bool,
) -> Understood:
    """A question without the parts that carry nothing, or with everyday words put as names of clause types."""
    if parts and not tagged.asks_for_what_is_refused(parts):
        for text in _put(tagged, parts):
            left = read(text)
            if _answers(left, follows=follows):
                return replace(left, text=understood.text, taken=tuple(parts))
    if any(reading.kind == "refused" for reading in understood.readings):
        return understood
    return _in_other_words(understood, tagged, read, follows=follows)


def _in_other_words(
    understood: Understood, tagged: TaggedQuestion, read: Callable[[str], Understood], *, follows: bool
) -> Understood:
    """A question with the words left over taken for what they are likely to be, and those left over then."""
    done: tuple[Taken, ...] = ()
    left = understood
    for _ in range(_ROUNDS):
        found = _taken(tagged, left, done) if left.unused else []
        if not found:
            break
        done = _apart((*done, *found))
        for text in _put(tagged, done):
            left = read(text)
            if _answers(left, follows=follows):
                return replace(left, text=understood.text, taken=done)
    return understood


def _answers(understood: Understood, *, follows: bool) -> bool:
    """Whether a question put in other words is one that may be answered."""
    if not understood.sure or understood.guesses or (follows and not understood.whole):
        return False
    question = understood.readings[0]
    if question.kind in ("refused", "house", "passages", "more", "why", "undo"):
        return False
    return bool(question.plan.every_condition) or question.kind == "numbers"


def _taken(tagged: TaggedQuestion, understood: Understood, done: Sequence[Taken]) -> list[Taken]:
    """What all words left over are taken for; nothing where one of them is not told."""
    spelled = {guess.taken_for: guess.word for guess in understood.guesses}
    found: list[Taken] = []
    for word in understood.unused:
        places = [
            (start, end)
            for start, end in tagged.where(spelled.get(word, word))
            if not any(part.start <= start and end <= part.end for part in (*done, *found))
        ]
        if not places and not any(word in part.words for part in found):
            return []
        for start, end in places if len(word) == 1 else places[:1]:
            part = tagged.taken(start, end)
            if part is None:
                return []
            found.append(part)
    return found


def _put(tagged: TaggedQuestion, parts: Sequence[Taken]) -> Iterator[str]:
    """The question with each part replaced; clause types by name alone, or with words that say they are there."""
    coded = any(part.code for part in parts)
    language = "ja" if tagged.japanese else "en"
    forms = (("{}", "{}がある", "{}の") if tagged.japanese else (" {} ", " with {} ")) if coded else ("",)
    for form in forms:
        text, begin = "", 0
        for part in parts:
            name = taxonomy().get(part.code).name(language) if part.code else ""
            text += tagged.original[begin : part.start]
            text += form.format(name) if part.code else "" if tagged.japanese else " "
            begin = part.end
        yield _JOINED.sub("", re.sub(r"\s+", " ", text + tagged.original[begin:]).strip())


def _apart(parts: Iterable[Taken]) -> tuple[Taken, ...]:
    """Parts of which none lies in another, in reading order."""
    chosen: list[Taken] = []
    for part in sorted(parts, key=lambda part: part.start - part.end):
        if not any(part.start < other.end and other.start < part.end for other in chosen):
            chosen.append(part)
    return tuple(sorted(chosen, key=lambda part: part.start))
