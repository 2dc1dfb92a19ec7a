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

from core.encoder import sentence_vectors
from core.interview.builtin import hearing
from core.interview.builtin.cues import cues
from core.interview.builtin.field_labels import apart, labelled
from core.interview.builtin.heard import Heard
from core.interview.builtin.learned.divided import divided
from core.interview.builtin.learned.field_model import likelihoods
from core.interview.builtin.learned.field_signs import signs
from core.interview.builtin.learned.sentence_chain import SentenceInMessage
from core.interview.builtin.learned.severity_model import likely_severity
from core.interview.builtin.learned.talk_model import wanted
from core.interview.builtin.sentences import sentences
from core.interview.builtin.titles import title_in
from core.knowledge import EntryDraft

_OPENING, _CLOSING = '「『“"', '」』”"'
_SHORT, _SHORTEST, _PHRASE, _TITLE = 40, 8, 24, 30
_STRONG, _WEAK, _CLAUSE, _PHRASE_ASKED, _SHARPNESS = 1.5, 0.3, 1.0, 0.5, 1.75
_AGREED, _WRAPPED, _REPORT, _DECISIVE = 2.5, 5.0, 2.0, 9.0
_SURE_TALK, _DOUBTFUL, _SURE_VALUE = (math.log(least) for least in (0.75, 0.5, 0.3))
_VALUE_LIKELY, _LAW_TOLD, _OPENS, _NO_TALK = (math.log(least) for least in (0.35, 0.01, 0.5, 0.75))
_UNCUED, _CUED, _ANSWERED = (0.97, 0.85), (0.7, 0.5), (0.97, 0.75)
"""How likely a field must be, where a person speaks unclearly and where clearly: by itself, cued, and asked for."""
_NAMES, _LAW_IN_WORDS, _SURELY = math.log(0.45), math.log(0.85), math.log(0.9)
"""How likely a few words must be the title, a sentence that names a law in words of its own must speak of laws, and
what seems to give a title must be something else to be none."""
_ANSWER_ALONE = math.log(0.5)
"""How likely the field that was asked for must be of a message that is one sentence."""
_UNCLEAR, _CLEAR = 0.7, 0.9
_MOST_LIKELY = 3
_NO_VALUE = -15.0
_WRAPPER = 14
_OURS = ("fallback_positions", "walk_away", "recommended_clause")
_SIDES = ("source_case", "applicability", "note")
_WORDED = ("problem_pattern", "recommended_clause")
_NOT_WORDED = ("check", "clause_types", "law_references", "severity", "note")
_VALUES = ("severity", "contract_types", "clause_types", "law_references")
_QUOTE = re.compile(r"「(?P<ja>[^「」]{6,})」|“(?P<en>[^“”]{10,})”|\"(?P<plain>[^\"]{10,})\"")
_STILL_SO = re.compile(r"[」”](?:です|だ|となります|になります)?[。.]?$")
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
        likely: where the words are unsure, the fields that they may belong to, the likeliest first.
    """

    field: str | None
    words: str
    sentence: str
    correction: bool = False
    likely: tuple[str, ...] = ()

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


def parts_of(text: str, heard: Heard) -> list[FieldSentence]:
    """The sentences of a message with their fields; talk is left out.

    Args:
        text: as typed.
        heard: what the interview holds before it; takes the label of each sentence.
    """
    parts: list[FieldSentence] = []
    told = _told(text, heard)
    chances = likelihoods([each.shown for each in told], heard.before)
    asked_about = [likely for each, likely in zip(told, chances, strict=True) if each.shown.label is None]
    heard.weigh([math.exp(max(likely.values())) for likely in asked_about])
    for each, likely in zip(told, chances, strict=True):
        if each.shown.label == "talk":
            heard.note("talk", each.rest)
            heard.talk.append(each.sentence)
            continue
        goes_back = heard.previous if each.shown.corrects else None
        field, words, unsure = each.decided or _field(
            each.rest, likely, heard, alone=len(told) == 1, goes_back=goes_back
        )
        weighs = field == "talk" and words == heard.weighed
        heard.note("severity" if weighs else field or (unsure[0] if unsure else "talk"), each.rest)
        if field == "talk":
            heard.talk.append(each.sentence)
            continue
        parts.append(FieldSentence(field, words, each.sentence, each.correction and field is not None, unsure))
    return parts


@dataclass(frozen=True, slots=True)
class _SentenceToFile:
    """A sentence before the model is asked.

    Attributes:
        sentence: as typed.
        rest: of it behind the beginning of a change of mind.
        correction: whether it, or one before it in the message, begins so.
        shown: what the model is shown.
        decided: field and words where they are plain without the model.
    """

    sentence: str
    rest: str
    correction: bool
    shown: SentenceInMessage
    decided: tuple[str | None, str, tuple[str, ...]] | None


def _told(text: str, heard: Heard) -> list[_SentenceToFile]:
    found: list[_SentenceToFile] = []
    correction = False
    whole = whole_sentences(text)
    sentence_vectors([without_opening(sentence) for sentence in whole])  # read together and remembered
    pieces = [piece for place, each in enumerate(whole) for piece in divided(each, heard, first=not place)]
    for place, sentence in enumerate(pieces):
        rest = without_opening(sentence)
        correction = correction or rest != sentence
        if not rest.strip("。.、, "):
            continue
        # Only what ends a message is done: words in its midst that look like a wish may tell something.
        acts = place == len(pieces) - 1 and wanted(rest) is not None
        talk = is_greeting(rest) or (is_question(rest) and not _names_value(rest)) or acts
        decided = None if talk else _decided(rest, heard, correction=correction, alone=len(pieces) == 1)
        label = "talk" if talk else decided[0] if decided and decided[0] != "last" else None
        known = () if label else tuple(signs(rest))
        to_file = SentenceInMessage(
            rest, known, () if label else heard.around(first=not found), label, rest != sentence
        )
        found.append(_SentenceToFile(sentence, rest, correction, to_file, decided))
    return found


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


def _decided(
    sentence: str, heard: Heard, *, correction: bool, alone: bool
) -> tuple[str | None, str, tuple[str, ...]] | None:
    """The field of a sentence that names it, corrects what was said or is a bare value, and what is written down.

    `alone` says that its message has no other sentence.
    """
    label, value = labelled(sentence)
    if label is not None:
        return label, title_in(value) if label == "title" else unwrapped(value), ()
    plain = unicodedata.normalize("NFKC", sentence).strip()
    if correction:
        for pattern in cues().changes:
            match = re.search(pattern, sentence, re.I)
            if match is not None and len(match["value"]) <= _SHORTEST and hearing.severity(match["value"]) is not None:
                return "severity", match["value"], ()
            if match is not None and hearing.severity_loose(match["value"]) is None:
                field = "recommended_clause" if match["value"][:1] in _OPENING else "last"
                return field, unwrapped(match["value"]), ()
    if _any(cues().sides, plain):
        # Which side was ours belongs to what happened; alone and before the case it is no case yet.
        return ("source_case", sentence, ()) if heard.draft.source_case or not alone else (None, sentence, _SIDES)
    value_field = _value_field(sentence, plain, heard.draft, heard.asked_field)
    return None if value_field is None else (value_field, sentence, ())


def _field(
    sentence: str, likely: Mapping[str, float], heard: Heard, *, alone: bool, goes_back: str | None
) -> tuple[str | None, str, tuple[str, ...]]:
    """The field of a sentence, what is written down, and where the field is unsure those that it may be.

    `alone` says that the message has no other sentence; `goes_back` is the field before a change of mind.
    """
    draft, asked_field = heard.draft, heard.asked_field
    best = max(likely, key=likely.__getitem__)
    if draft.title is None and asked_field in _NOT_WORDED and _is_phrase(sentence) and best == "title":
        return "title", title_in(sentence), ()
    told_else = best != "title" and likely[best] > (_NO_TALK if best == "talk" else _SURELY)
    if draft.title is None and asked_field == "title" and _is_phrase(sentence) and not told_else:
        return "title", title_in(sentence), ()
    scores, wrapped, cued = _scores(sentence, likely, heard)
    if goes_back is not None:
        cued.add(goes_back)
    if "title" in wrapped and best != "title" and likely[best] > _SURELY:
        del wrapped["title"]  # "call it £26k" names nothing
        scores["title"] = _SHARPNESS * likely["title"]
    if set(wrapped) == {"problem_pattern"} and asked_field == "recommended_clause" and draft.problem_pattern:
        wrapped = {} if _STILL_SO.search(sentence) else wrapped  # 条文は「…」です, of the one that is asked for
    if len(wrapped) == 1:
        (field,) = wrapped
        return field, _words(field, sentence, wrapped[field]), ()  # the words around it name the field
    if draft.title is None and best == "title" and likely[best] > _NAMES and _may_be_title(sentence):
        return "title", title_in(sentence), ()
    if best == "law_references" and likely[best] > _LAW_IN_WORDS and hearing.law_in_words(sentence) is not None:
        return best, sentence, ()
    if best == "severity" and draft.severity is None and likely[best] > _DOUBTFUL and _weighs(sentence):
        heard.weighed = sentence
        return "talk", sentence, ()  # its level is proposed when it is asked for
    if best in _VALUES and best not in cued and likely[best] > _VALUE_LIKELY and not _fits(best, sentence):
        return None, sentence, _candidates(scores)  # the name of something that is on no list
    field = max(scores, key=scores.__getitem__)
    # What is passed over must be talk by the model's own word.
    sure = likely[field] if field == "talk" else scores[field] - _total([*scores.values(), *_unfit(likely, scores)])
    alike = asked_field in _TOLD_WITH_LAWS and likely[asked_field] > _LAW_TOLD and not _is_phrase(sentence)
    if field == "law_references" and alike and field not in cued:
        return asked_field, sentence, ()  # what a law does to us; the law is read from these words as well
    if field == asked_field and alike:
        sure = _total([scores[asked_field], scores["law_references"]]) - _total(
            [*scores.values(), *_unfit(likely, scores)]
        )
    least = _ANSWER_ALONE if alone and field == asked_field else _least(field, heard, cued)
    named = "title" in cued or asked_field == "title" or _names_title(sentence) or _is_phrase(sentence)
    if sure < least or (field == "title" and not named):
        if asked_field in _VALUES and _is_phrase(sentence):
            return None, sentence, ()  # a few words, where the name of something was asked for
        # What is told first is the case, or a rule without one.
        told_first = likely["source_case"] > _OPENS or hearing.looks_like(sentence) == "rule"
        opens = heard.opens_with_case and field != "talk" and told_first
        return None, sentence, () if opens else _candidates(scores)
    return field, _words(field, sentence, wrapped.get(field)), ()


def _least(field: str, heard: Heard, cued: set[str]) -> float:
    """How likely a field must be: less for one who spoke clearly, of whom the model is right more often."""
    if field == "talk":
        return _SURE_TALK
    if field in _VALUES:
        return _SURE_VALUE
    strict, clear = (_CUED if field in cued else _UNCUED) if field != heard.asked_field else _ANSWERED
    share = min(max((heard.clarity - _UNCLEAR) / (_CLEAR - _UNCLEAR), 0.0), 1.0)
    return math.log(strict + share * (clear - strict))


def _candidates(scores: Mapping[str, float]) -> tuple[str, ...]:
    """The likeliest fields of words, the first one first."""
    ordered = sorted((field for field in scores if field not in (*_VALUES, "talk")), key=lambda field: -scores[field])
    return tuple(ordered[:_MOST_LIKELY])


def _is_phrase(sentence: str) -> bool:
    """Whether a sentence is a few words and no statement."""
    longest = _PHRASE * (2 if sentence.isascii() else 1)
    return 3 <= len(sentence.strip("。. ")) <= longest and _ENDS.search(sentence) is None and not _only_quotes(sentence)


def _may_be_title(sentence: str) -> bool:
    """Whether a sentence is as short as titles are, and ends as none does."""
    return 3 <= len(sentence) <= _TITLE * (2 if sentence.isascii() else 1) and sentence[-1] not in "。.!?！？"


def _weighs(sentence: str) -> bool:
    """Whether a sentence names no level, but likely means one."""
    return not _fits("severity", sentence) and likely_severity(sentence) is not None


def _names_title(sentence: str) -> bool:
    """Whether something around the title says that it is one."""
    return title_in(sentence) != sentence.strip().rstrip("。.")


def _total(scores: Sequence[float]) -> float:
    """The logarithm of the sum of what the scores are logarithms of."""
    return math.log(sum(math.exp(score) for score in scores))


def _unfit(likely: Mapping[str, float], scores: Mapping[str, float]) -> list[float]:
    """What speaks for values of which none stands in the words: they may be names that are on no list."""
    return [_SHARPNESS * likely[field] for field in _VALUES if scores[field] <= _NO_VALUE]


def _scores(
    sentence: str, likely: Mapping[str, float], heard: Heard
) -> tuple[dict[str, float], dict[str, str], set[str]]:
    """How likely each field is, as logarithms up to a constant; what stands behind wrappers; and the fields of cues."""
    draft, asked_field = heard.draft, heard.asked_field
    scores = {field: max(_SHARPNESS * score, -12.0) for field, score in likely.items()}
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
                    scores[cue.field] += _WRAPPED
                break
    if hearing.is_clause(sentence):
        scores["problem_pattern" if asked_field == "problem_pattern" else "recommended_clause"] += _CLAUSE
    if _only_quotes(sentence) and asked_field in _WORDED:
        scores[asked_field] += _DECISIVE
    if asked_field in scores:
        scores[asked_field] += _AGREED if asked_field in cued else 0
        if len(sentence) <= _PHRASE and _ENDS.search(sentence) is None:
            scores[asked_field] += 2 * _PHRASE_ASKED if asked_field == "title" else _PHRASE_ASKED
    if _any(cues().others, sentence):
        cued.add("source_case")
        scores["source_case"] += _STRONG
        for field in _OURS:
            scores[field] -= _REPORT
    for field in _VALUES:
        if not _fits(field, sentence):
            scores[field] = _NO_VALUE
        elif asked_field == "title" and not hearing.is_clause_name(sentence):
            scores[field] -= 2 * _REPORT
    return scores, wrapped, cued


def _only_quotes(sentence: str) -> bool:
    """Whether a sentence is a quotation and nothing else."""
    return unwrapped(sentence) != sentence.strip()


def _fits(field: str, sentence: str) -> bool:
    """Whether a value of the field stands in a sentence."""
    if field == "severity":
        return hearing.severity_told(sentence) is not None
    if field == "contract_types":
        return bool(hearing.kinds_told(sentence, "ja"))
    if field == "clause_types":
        return bool(hearing.clause_types_named(sentence))
    return bool(hearing.laws_told(sentence))


def _words(field: str, sentence: str, wrapped: str | None) -> str:
    """What is written down: the words behind a wrapper, or the sentence."""
    if field == "title":
        return title_in(unwrapped(wrapped) if wrapped else sentence)
    if wrapped:
        return unwrapped(wrapped)
    if field in ("recommended_clause", "problem_pattern"):
        quotes = [match[match.lastgroup or 0] for match in _QUOTE.finditer(sentence)]
        around = len(sentence) - sum(map(len, quotes))
        if len(quotes) == 1 and around <= max(len(quotes[0]), _WRAPPER * (2 if sentence.isascii() else 1)):
            return quotes[0].strip()  # what stands around it only says whose words they are
    return sentence


def _value_field(sentence: str, plain: str, draft: EntryDraft, asked_field: str | None) -> str | None:
    """The field with values that a sentence does nothing but name."""
    if len(sentence) <= _SHORT and hearing.severity_stated(sentence) is not None:
        return "severity"
    shortest = _SHORTEST * (2 if sentence.isascii() else 1) * (2 if asked_field == "severity" else 1)
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


def without_opening(sentence: str) -> str:
    """A sentence without the words by which a change of mind begins."""
    for pattern in cues().corrections:
        match = re.match(pattern, sentence, re.I)
        if match is not None and match.end() < len(sentence):
            return without_opening(sentence[match.end() :])
    return sentence


def _any(patterns: Sequence[str], text: str) -> bool:
    return any(re.search(pattern, text.strip(), re.I) for pattern in patterns)
