"""Each sentence of a message assigned to the field that its words speak of; the words themselves are never changed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from core.interview.builtin import hearing
from core.interview.builtin.cues import cues
from core.interview.builtin.sentences import sentences
from core.knowledge import EntryDraft, Severity

_OPENING, _CLOSING = '「『“"', '」』”"'
_SHORT, _SHORTEST = 40, 8
_NOT_BESIDE = (("applicability", "risk"), ("problem_pattern", "recommended_clause"))
_FIRST_IS_CASE = ("problem_pattern", "risk")


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


def is_question(text: str) -> bool:
    """Whether a text asks the interviewer something."""
    return _any(cues().questions, text)


def is_greeting(text: str) -> bool:
    """Whether a text only greets."""
    return _any(cues().greetings, text)


def parts_of(text: str, draft: EntryDraft, asked: str | None) -> list[FieldSentence]:
    """The sentences of a message with their fields.

    Args:
        text: as typed.
        draft: as it stands; weak cues fill empty fields only.
        asked: the field that was asked for.
    """
    parts: list[FieldSentence] = []
    correction = False
    for sentence in _whole_sentences(text):
        rest = _without_opening(sentence)
        correction = correction or rest != sentence
        if not rest.strip("。.、, "):
            continue
        if is_question(rest) or is_greeting(rest):
            continue
        field, words = _field(rest, draft, asked, correction)
        if field in _FIRST_IS_CASE and _tells_the_case(draft, parts, asked) and words == rest:
            field = None
        parts.append(FieldSentence(field, words, sentence, correction and field is not None))
    return parts


def unwrapped(text: str) -> str:
    """A text without the quotation marks that stand around the whole of it."""
    text = text.strip()
    inner = text[1:-1]
    whole = text[:1] in _OPENING and text[-1:] in _CLOSING and not any(mark in inner for mark in '「『“"')
    return inner.strip() if text and whole else text


def _whole_sentences(text: str) -> list[str]:
    """The sentences of a text; one that goes on the one before, as in "...とする。と書くべきです", belongs to it."""
    whole: list[str] = []
    for sentence in sentences(text):
        if whole and _any(cues().goes_on, sentence):
            whole[-1] += sentence
        else:
            whole.append(sentence)
    return whole


def _tells_the_case(draft: EntryDraft, parts: Sequence[FieldSentence], asked: str | None) -> bool:
    """Whether no case has been told yet: then the first words that report something are it."""
    told = draft.source_case is not None or any(part.field is None for part in parts)
    return not told and asked in (None, "source_case")


def _field(sentence: str, draft: EntryDraft, asked: str | None, correction: bool) -> tuple[str | None, str]:
    plain = _plain(sentence)
    if correction:
        for pattern in cues().changes:
            match = re.search(pattern, sentence, re.I)
            if match is not None and not hearing.severity_stated(sentence):
                return "recommended_clause" if match["value"][:1] in _OPENING else "last", unwrapped(match["value"])
    value = _value_field(sentence, plain, draft)
    if value is not None:
        return value, sentence
    for cue in cues().cues:
        if cue.strength == "weak" and (getattr(draft, cue.field) or (asked == "applicability" and cue.field == "risk")):
            continue
        for pattern in cue.patterns:
            match = re.search(pattern, sentence, re.I)
            if match is not None:
                words = match.groupdict().get("value")
                return cue.field, unwrapped(words) if words else sentence
    if hearing.is_clause(sentence) and asked != "problem_pattern" and not draft.recommended_clause:
        return "recommended_clause", sentence
    return None, sentence


def _value_field(sentence: str, plain: str, draft: EntryDraft) -> str | None:
    """The field with values that a sentence does nothing but name."""
    if len(sentence) <= _SHORT and severity_of(sentence) is not None:
        return "severity"
    if draft.severity is None and len(sentence) <= _SHORTEST and hearing.severity(sentence) is not None:
        return "severity"
    if hearing.is_clause_name(sentence):
        return "clause_types"
    if _any(cues().kinds, plain) and hearing.contract_types(sentence, "ja"):
        return "contract_types"
    if _any(cues().clauses, plain) and hearing.clause_types(sentence, asked=True):
        return "clause_types"
    if _any(cues().laws, plain) and hearing.law_references(sentence, bare=True):
        return "law_references"
    return None


def severity_of(sentence: str) -> Severity | None:
    """The severity that a sentence states by name."""
    stated = hearing.severity_stated(sentence)
    if stated is not None:
        return stated
    for pattern in cues().severities:
        match = re.search(pattern, sentence, re.I)
        if match is not None:
            return hearing.severity(match["value"])
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


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip()
