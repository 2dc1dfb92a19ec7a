"""All fields of a text by the rules of a task's guide."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.extraction.engines.rules.cue_words import (
    CueMatch,
    best_values,
    cue_matches,
    folded,
    plain,
    sentences,
    without_addresses,
)
from core.extraction.engines.rules.forms import duration, email, known_name, place, stated_date
from core.extraction.files import ExtractionTask, Find, LabelledCase

_GREETING = re.compile(r"お世話に|^担当者|^件名|いつもありがとう|^以下の指示")
_SUBJECT = re.compile(r"^【[^】]*】|^(?:件名|内容|種別|製品|Subject)\s*[:=]\s*")
_SENTENCES = 2

_FORMS: Mapping[str, Callable[[str, Find], str | None]] = {
    "known": known_name,
    "email": email,
    "date": stated_date,
    "duration": duration,
    "place": place,
}


@dataclass(frozen=True, slots=True)
class RuleOptions:
    """What of a strategy the rules follow.

    Attributes:
        consequences: whether words that only imply a value speak for it.
        opening: whether the matter is the first sentence that is no greeting, or the one that says most.
        examples: labelled texts; where words speak evenly for two values, the most similar one decides.
    """

    consequences: bool = True
    opening: bool = False
    examples: tuple[LabelledCase, ...] = ()


def read_values(text: str, task: ExtractionTask, options: RuleOptions) -> dict[str, object]:
    """Values by field in the schema's order; a field that nothing in the text speaks for is left out, or null where
    the schema allows it."""
    seen = folded(text)
    names = [name for _, find in _finds(task) for name in find.values]
    cues: list[CueMatch] = []
    values: dict[str, object] = {}
    later: list[tuple[str, Find]] = []
    for name, find in _finds(task):
        if find.by == "choice" and not find.by_other:
            found = cue_matches(seen, names, find.cues, find.implied if options.consequences else {})
            cues += found
            chosen = _chosen(name, text, best_values(found, list(find.cues)), options.examples)
            values |= {} if chosen is None else {name: chosen}
        elif find.by in _FORMS:
            known = _FORMS[find.by](text, find)
            values |= {} if known is None else {name: known}
        else:
            later.append((name, find))
    for name, find in later:
        word = _dependent(find, text, values, cues, names, options)
        values |= {} if word is None else {name: word}
    properties = task.checked.body["properties"]
    return {name: values.get(name) for name in properties if name in values or _may_be_null(properties[name])}


def _finds(task: ExtractionTask) -> list[tuple[str, Find]]:
    return [(name, guide.find) for name, guide in task.guide.fields.items() if guide.find is not None]


def _dependent(
    find: Find,
    text: str,
    values: Mapping[str, object],
    cues: Sequence[CueMatch],
    names: Sequence[str],
    options: RuleOptions,
) -> str | None:
    if find.by == "matter":
        return _matter(text, cues, values, opening=options.opening)
    found = cue_matches(folded(text), names, find.cues, find.implied if options.consequences else {})
    chosen = next(iter(best_values(found, list(find.cues))), None)
    for other, by_value in find.by_other.items():
        if chosen is None:
            chosen = by_value.get(str(values.get(other)))
    return chosen or find.otherwise


def _matter(text: str, cues: Sequence[CueMatch], values: Mapping[str, object], *, opening: bool) -> str | None:
    """The sentence that says what the text is about; None where no word says so."""
    if not cues:
        return None
    seen = plain(text)
    # Places of cues are those of the folded text, which has the same letters in the same places as the plain one
    # except where folding changes a letter's length; a sentence may then be missed, never invented.
    parts = [(start, part.strip()) for start, part in sentences(seen)]
    weighed = [
        (sum(cue.weight for cue in cues if start <= cue.start < start + len(part) + 1), -start, part)
        for start, part in parts
    ]
    useful = [entry for entry in weighed if not _GREETING.search(entry[2])] or weighed
    if opening:
        chosen = [useful[0]]
    else:
        speaking = [entry for entry in useful if entry[0] > 0] or useful
        chosen = sorted(sorted(speaking, reverse=True)[:_SENTENCES], key=lambda entry: -entry[1])
    if (
        useful[0] not in chosen
        and _names(useful[0][2], values)
        and not any(_names(part, values) for *_, part in chosen)
    ):
        chosen.insert(0, useful[0])
    words = "".join(_SUBJECT.sub("", without_addresses(part)).strip() for _, _, part in chosen)
    named = str(next(iter(values.values()), ""))
    if len(words) < 10 and named and not words.startswith(named):
        words = f"{named}：{words}"
    return words[:200] if len(words) >= 10 else None


def _names(sentence: str, values: Mapping[str, object]) -> bool:
    """Whether a sentence names one of the values that were found before."""
    return any(isinstance(value, str) and value in sentence for value in values.values())


def _chosen(name: str, text: str, even: Sequence[str], examples: Sequence[LabelledCase]) -> str | None:
    """The value that words speak for; where several are even, that of the most similar example among them, else the
    first. Without words there is none, however similar an example is: that would be a guess."""
    pairs = _pairs(text)
    fitting = [example for example in examples if len(even) > 1 and example.expected.get(name) in even]
    if fitting:
        return str(max(fitting, key=lambda example: _share(pairs, _pairs(example.text))).expected[name])
    return next(iter(even), None)


def _pairs(text: str) -> set[str]:
    seen = re.sub(r"\s+", "", folded(text))
    return {seen[at : at + 2] for at in range(len(seen) - 1)}


def _share(item: set[str], other: set[str]) -> float:
    return len(item & other) / max(len(item | other), 1)


def _may_be_null(rule: object) -> bool:
    kind = rule.get("type") if isinstance(rule, dict) else None
    return isinstance(kind, list) and "null" in kind
