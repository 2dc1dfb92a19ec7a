"""Words of a folded question, and the signs by which each is tagged: letters, neighbours, the lexicon's senses."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.questions.lexicon import senses

BUCKETS = 1 << 14
"""Places that signs are put into by their letters."""
NAMED = "〔名〕"
"""What stands in place of the name of a party."""
_WORD = re.compile(r"〔名〕|[a-z]+(?:'[a-z]+)?|\d+|[^\s\w]|[^\W\d_]")
_SCRIPTS = ((re.compile(r"[ぁ-ゖ]"), "ひ"), (re.compile(r"[ァ-ヺー]"), "カ"), (re.compile(r"[一-龠々]"), "漢"))
_SEGMENT_ENDS = frozenset(".!?。！？、,:;：；-…—")
_SENTENCE_ENDS = frozenset(".!?。！？")
_ASKING = frozenset({"which", "list", "count", "share", "who", "yes_no", "have_question"})
_MOST_TAGS = 8


@dataclass(frozen=True, slots=True)
class QuestionWord:
    """A word, or one Japanese letter, at characters `start`–`end` of a question."""

    start: int
    end: int
    text: str


def question_words(text: str) -> list[QuestionWord]:
    """The words of a folded question; of Japanese every letter."""
    return [QuestionWord(match.start(), match.end(), match.group()) for match in _WORD.finditer(text)]


def places(text: str, words: Sequence[QuestionWord]) -> list[list[int]]:
    """The buckets of each word's signs."""
    return [sorted({zlib.crc32(sign.encode()) % BUCKETS for sign in signs}) for signs in _signs(text, words)]


def _signs(text: str, words: Sequence[QuestionWord]) -> Iterator[list[str]]:
    known = _known(text, words)
    shapes = [_shape(word.text) for word in words]
    forms = ["^^", "^", *(re.sub(r"\d+", "0", word.text) for word in words), "$", "$$"]
    around = ["", "", *known, "", ""]
    segments = _segments(words, _SEGMENT_ENDS)
    sentences = _segments(words, _SENTENCE_ENDS)
    for place, word in enumerate(words):
        at = place + 2
        found = ["bias", f"h{shapes[place]}"]
        found += [f"w{step}{forms[at + step]}" for step in (-2, -1, 0, 1, 2)]
        found += [f"b{step}{forms[at + step]} {forms[at + step + 1]}" for step in (-2, -1, 0, 1)]
        found += [f"t{step}{forms[at + step - 1]} {forms[at + step]} {forms[at + step + 1]}" for step in (-1, 0, 1)]
        found += [f"k{step}{around[at + step]}" for step in (-1, 0, 1)]
        found += [f"k{step}{tag}" for step in (-1, 0, 1) for tag in around[at + step].split()]
        if len(word.text) > 3:
            found += [f"p{word.text[:4]}", f"s{word.text[-3:]}"]
        segment, sentence = segments[place], sentences[place]
        found += [f"g{_position(segment, sentences[-1])}", f"e{_end(words, segment)}"]
        found += [f"ga{_holds(known, segment)}", f"gs{_holds(known, sentence)}{sentence[0] == 0}"]
        yield found


def _shape(text: str) -> str:
    if text == NAMED:
        return "name"
    if text.isdigit():
        return "0"
    return next((name for script, name in _SCRIPTS if script.match(text)), "a" if text.isalnum() else text)


def _known(text: str, words: Sequence[QuestionWord]) -> list[str]:
    """The lexicon's tags for the longest stretches around each word, as one text."""
    covering: list[dict[str, int]] = [{} for _ in text]
    for sense in senses(text):
        for place in range(sense.start, sense.end):
            tags = covering[place]
            tags[sense.tag] = max(tags.get(sense.tag, 0), sense.end - sense.start)
    found = []
    for word in words:
        tags = covering[word.start]
        longest = max(tags.values(), default=0)
        found.append(" ".join(sorted(tag for tag, length in tags.items() if length == longest)[:_MOST_TAGS]))
    return found


def _segments(words: Sequence[QuestionWord], ends: frozenset[str]) -> list[tuple[int, int]]:
    """For each word the first and last place of the part of the question that it stands in."""
    found: list[tuple[int, int]] = []
    begin = 0
    for place, word in enumerate(words):
        if word.text in ends or place == len(words) - 1:
            found += [(begin, place)] * (place + 1 - begin)
            begin = place + 1
    return found


def _position(segment: tuple[int, int], last: tuple[int, int]) -> str:
    first = segment[0] == 0
    ending = segment[1] == last[1]
    return "whole" if first and ending else "first" if first else "last" if ending else "inner"


def _end(words: Sequence[QuestionWord], segment: tuple[int, int]) -> str:
    return words[segment[1]].text if not words[segment[1]].text.isalnum() else ""


def _holds(known: Sequence[str], segment: tuple[int, int]) -> str:
    """What a part of a question holds beside function words: whether it asks, names contracts, clause types, facts."""
    tags = {tag for place in range(segment[0], segment[1] + 1) for tag in known[place].split()}
    marks = (bool(tags & _ASKING), "doc" in tags or "type" in tags, "clause" in tags, bool(tags & {"fact", "dverb"}))
    return "".join("ny"[mark] for mark in marks)
