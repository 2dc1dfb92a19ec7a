"""Each sentence of a message assigned to the field that its words speak of; the words themselves are never changed.

A label before a colon decides; then a change of mind, a bare value, and else what is likeliest: the model of sentences,
the cues of the table, what was asked for and what is still empty, added up.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.interview.builtin import hearing
from core.interview.builtin.cues import cues
from core.interview.builtin.field_labels import apart, labelled
from core.interview.builtin.field_model import likelihoods
from core.interview.builtin.sentences import sentences
from core.interview.builtin.titles import title_in
from core.knowledge import EntryDraft

_OPENING, _CLOSING = '「『“"', '」』”"'
_SHORT, _SHORTEST, _PHRASE = 40, 8, 24
_STRONG, _WEAK, _CLAUSE, _ASKED, _PHRASE_ASKED, _FIRST, _TOLD, _FILLED = 2.5, 1.0, 2.5, 1.8, 1.6, 2.0, 1.2, 0.8
_LONG, _REPORT = 30, 2.5
_DECISIVE = 9.0
_SURE, _UNSURE, _TALK, _DOUBTFUL = -0.9, -0.9, -0.36, -0.7
_OURS = ("fallback_positions", "walk_away", "recommended_clause")
_WORDED = ("problem_pattern", "recommended_clause")
_WORDED_OR_TOLD = ("problem_pattern", "recommended_clause", "risk")
_NOT_WORDED = ("check", "clause_types", "law_references", "severity", "note")
_VALUES = ("severity", "contract_types", "clause_types", "law_references")
_QUOTE = re.compile(r"「(?P<ja>[^「」]{6,})」|“(?P<en>[^“”]{10,})”|\"(?P<plain>[^\"]{10,})\"")
_ENDS = re.compile(
    r"(?:た|だ|です|ます|せん|る|ない|い|よ|ね|や|ん)[。.!！]?$|[a-z]+(?:ed|s)\b.* |\b(?:is|was|had|we|it)\b", re.I
)


@dataclass(frozen=True, slots=True)
class FieldSentence:
    """A sentence and where it belongs.

    Attributes:
        field: of the draft; None where the words decide nothing.
        words: what is written down: the sentence, or what stands in it behind a wrapper.
        sentence: as typed.
        correction: whether it replaces what was said before.
    """

    field: str | None
    words: str
    sentence: str
    correction: bool = False

    @property
    def whole(self) -> bool:
        """Whether the whole sentence is written down."""
        return self.words == self.sentence


_TOLD_WITH_LAWS = ("source_case", "problem_pattern", "risk")


def is_question(text: str) -> bool:
    """Whether a text asks the interviewer something."""
    return _any(cues().questions, text)


def is_greeting(text: str) -> bool:
    """Whether a text only greets."""
    return _any(cues().greetings, text)


def parts_of(text: str, draft: EntryDraft, asked: str | None) -> list[FieldSentence]:
    """The sentences of a message with their fields; talk is left out.

    Args:
        text: as typed.
        draft: as it stands; what is empty is likelier to be told.
        asked: the field that was asked for.
    """
    parts: list[FieldSentence] = []
    correction = False
    for sentence in whole_sentences(text):
        rest = _without_opening(sentence)
        correction = correction or rest != sentence
        if not rest.strip("。.、, "):
            continue
        if is_greeting(rest) or (is_question(rest) and not _names_value(rest)):
            continue
        field, words = _field(rest, draft, asked, parts, correction=correction)
        if field == "talk":
            continue
        parts.append(FieldSentence(field, words, sentence, correction and field is not None))
    return parts


def _names_value(sentence: str) -> bool:
    """Whether a sentence names a severity or a clause type although it is put as a question."""
    clause = _any(cues().clauses, unicodedata.normalize("NFKC", sentence)) and hearing.clause_types_named(sentence)
    return hearing.severity_stated(sentence) is not None or bool(clause)


def unwrapped(text: str) -> str:
    """A text without the quotation marks that stand around the whole of it."""
    text = text.strip()
    inner = text[1:-1]
    whole = text[:1] in _OPENING and text[-1:] in _CLOSING and not any(mark in inner for mark in '「『“"')
    return inner.strip() if text and whole else text


def whole_sentences(text: str) -> list[str]:
    """The sentences of a text; one that goes on the one before, as in "...とする。と書くべきです", belongs to it."""
    whole: list[str] = []
    for sentence in sentences(text):
        if whole and _any(cues().goes_on, sentence):
            whole[-1] += sentence
        else:
            whole.append(sentence)
    return [piece for sentence in whole for piece in apart(sentence)]


def _field(
    sentence: str, draft: EntryDraft, asked: str | None, before: Sequence[FieldSentence], *, correction: bool
) -> tuple[str | None, str]:
    label, value = labelled(sentence)
    if label is not None:
        return label, title_in(value) if label == "title" else unwrapped(value)
    plain = unicodedata.normalize("NFKC", sentence).strip()
    if correction:
        for pattern in cues().changes:
            match = re.search(pattern, sentence, re.I)
            if match is not None and len(match["value"]) <= _SHORTEST and hearing.severity(match["value"]) is not None:
                return "severity", match["value"]
            if match is not None and hearing.severity_loose(match["value"]) is None:
                return "recommended_clause" if match["value"][:1] in _OPENING else "last", unwrapped(match["value"])
    value_field = _value_field(sentence, plain, draft, asked)
    if value_field is not None:
        return value_field, sentence
    likely = likelihoods(sentence)
    if draft.title is None and asked in _NOT_WORDED and _is_phrase(sentence) and _likeliest(likely, asked) == "title":
        return "title", title_in(sentence)
    scores, wrapped, cued = _scores(sentence, likely, draft, asked, before)
    if "title" in cued:
        scores["title"] += _STRONG
    field = max(scores, key=scores.__getitem__)
    if field == "law_references" and asked in _TOLD_WITH_LAWS and field not in cued:
        field = asked  # what a law does to us, told when asked for it; the law is read from these words as well
    if scores[field] - _total(scores) < _SURE or (
        field == "title" and asked != "title" and "title" not in cued and not _names_title(sentence)
    ):
        return None, sentence
    if field == "talk" and likely[field] < _TALK:
        return None, sentence
    if field not in (asked, "source_case", "talk") and field not in cued and likely[field] < _UNSURE:
        return None, sentence
    return field, _words(field, sentence, wrapped.get(field))


def _is_phrase(sentence: str) -> bool:
    """Whether a sentence is a few words and no statement."""
    return 3 <= len(sentence.strip("。. ")) <= _PHRASE and _ENDS.search(sentence) is None and not _only_quotes(sentence)


def _likeliest(likely: Mapping[str, float], asked: str | None) -> str:
    """The likeliest label of a few words that were no answer; at the check a doubtful one is a title."""
    best = max(likely, key=likely.__getitem__)
    return "title" if asked == "check" and (best == "talk" or likely[best] < _DOUBTFUL) else best


def _names_title(sentence: str) -> bool:
    """Whether something around the title says that it is one."""
    return title_in(sentence) != sentence.strip().rstrip("。.")


def _total(scores: dict[str, float]) -> float:
    """The logarithm of the sum of what the scores are logarithms of."""
    return math.log(sum(math.exp(score) for score in scores.values()))


def _scores(
    sentence: str, likely: Mapping[str, float], draft: EntryDraft, asked: str | None, before: Sequence[FieldSentence]
) -> tuple[dict[str, float], dict[str, str], set[str]]:
    """How likely each field is, as logarithms up to a constant; what stands behind wrappers; and the fields of cues."""
    scores = {field: max(score, -7.0) for field, score in likely.items()}
    wrapped: dict[str, str] = {}
    cued: set[str] = {"recommended_clause"} if hearing.is_clause(sentence) else set()
    for cue in cues().cues:
        if cue.strength == "weak" and getattr(draft, cue.field):
            continue
        for pattern in cue.patterns:
            match = re.search(pattern, sentence, re.I)
            if match is not None:
                scores[cue.field] += _STRONG if cue.strength == "strong" else _WEAK
                cued.add(cue.field)
                if match.groupdict().get("value"):
                    wrapped[cue.field] = match["value"]
                break
    if hearing.is_clause(sentence):
        scores["problem_pattern" if asked == "problem_pattern" else "recommended_clause"] += _CLAUSE
    if _only_quotes(sentence) and asked in _WORDED:
        scores[asked] += _DECISIVE
    for field in _WORDED_OR_TOLD:
        if field != asked and getattr(draft, field):
            scores[field] -= _FILLED
    if asked in scores:
        scores[asked] += _ASKED
        if len(sentence) <= _PHRASE and _ENDS.search(sentence) is None:
            scores[asked] += 2 * _PHRASE_ASKED if asked == "title" else _PHRASE_ASKED
    told = draft.source_case is not None or any(part.field == "source_case" for part in before)
    scores["source_case"] += -_TOLD if told else _FIRST
    if _any(cues().others, sentence):
        for field in _OURS:
            scores[field] -= _REPORT
    for field in _VALUES:
        if not _fits(field, sentence):
            scores[field] = -9.0
        elif (asked == "title" and not hearing.is_clause_name(sentence)) or len(sentence) > (
            2 * _LONG if sentence.isascii() else _LONG
        ):
            scores[field] -= _REPORT
    return scores, wrapped, cued


def _only_quotes(sentence: str) -> bool:
    """Whether a sentence is a quotation and nothing else."""
    return unwrapped(sentence) != sentence.strip()


def _fits(field: str, sentence: str) -> bool:
    """Whether a value of the field stands in a sentence."""
    if field == "severity":
        return hearing.severity_loose(sentence) is not None
    if field == "contract_types":
        return bool(hearing.contract_types(sentence, "ja"))
    if field == "clause_types":
        return bool(hearing.clause_types(sentence, asked=True))
    return bool(hearing.law_references(sentence, bare=True))


def _words(field: str, sentence: str, wrapped: str | None) -> str:
    """What is written down: the words behind a wrapper, or the sentence."""
    if field == "title":
        return title_in(unwrapped(wrapped) if wrapped else sentence)
    if wrapped:
        return unwrapped(wrapped)
    if field in ("recommended_clause", "problem_pattern"):
        quotes = [match[match.lastgroup or 0] for match in _QUOTE.finditer(sentence)]
        if len(quotes) == 1:
            return quotes[0].strip()
    return sentence


def _value_field(sentence: str, plain: str, draft: EntryDraft, asked: str | None) -> str | None:
    """The field with values that a sentence does nothing but name."""
    if len(sentence) <= _SHORT and hearing.severity_stated(sentence) is not None:
        return "severity"
    shortest = _SHORTEST * (2 if sentence.isascii() else 1) * (2 if asked == "severity" else 1)
    if draft.severity is None and len(sentence) <= shortest and hearing.severity(sentence) is not None:
        return "severity"
    if hearing.is_clause_name(sentence):
        return "clause_types"
    if hearing.kind_named(plain) or (_any(cues().kinds, plain) and hearing.contract_types(sentence, "ja")):
        return "contract_types"
    if _any(cues().clauses, plain) and hearing.clause_types_named(sentence):
        return "clause_types"
    if _any(cues().laws, plain) and hearing.law_references(sentence, bare=True):
        return "law_references"
    return None


def _without_opening(sentence: str) -> str:
    """A sentence without the words by which a change of mind begins."""
    for pattern in cues().corrections:
        match = re.match(pattern, sentence, re.I)
        if match is not None and match.end() < len(sentence):
            return _without_opening(sentence[match.end() :])
    return sentence


def _any(patterns: Sequence[str], text: str) -> bool:
    return any(re.search(pattern, text.strip(), re.I) for pattern in patterns)
