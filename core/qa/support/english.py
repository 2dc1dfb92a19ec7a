"""What an English clause denies, demands and allows, and of whom: by words, without a parser."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from core.qa.support.figures import placed_figures
from core.qa.support.stems import alike, content_stem

COUNTED = "day|week|month|year|hour|minute|mile|kilometre|kilometer|metre|meter|percent|unit|dollar|yen|euro|page"
PERIODS = "period|term|notice|basis|limit|cap"
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), replacement)
    for pattern, replacement in (
        (r"[’`]", "'"),
        (rf"(?<=[a-z0-9])-(?=(?:{COUNTED})s?\b)", " "),
        (rf"\b(day|week|month|year|hour)-(?=(?:{PERIODS})s?\b)", r"\1 "),
        (r"\bcan't\b|\bcannot\b", "can not"),
        (r"\bwon't\b", "will not"),
        (r"n't\b", " not"),
        (r"\b(?:without|with no)\s+(?:regard|reference|giving effect|prejudice|limitation)\b[^.;,]*", " "),
        (r"\bnot limited to\b|\bwhether or not\b|\bnot only\b|\bno matter\b", " "),
        (r"\b(?:no|not) later than\b|\bat the latest\b|\bon or before\b", " before "),
        (r"\b(?:no|not) earlier than\b|\bon or after\b", " after "),
        (r"\b(?:no|not) (?:less|fewer) than\b|\bat least\b|\ba minimum of\b|\bminimum of\b", " at_least "),
        (
            r"\b(?:no|not) (?:more|greater) than\b|\b(?:shall|may|will|must|can|does|do)\s+not\s+exceed\b|\bat most\b|"
            r"\bup to\b|"
            r"\ba maximum of\b|\bmaximum of\b|\b(?:capped|limited) (?:at|to)\b|\bnot to exceed\b|\bnot exceeding\b",
            " at_most ",
        ),
        (r"\b(?:is|are) subject to\b", "depends on"),
        (r"\bneither\s+(?:party|of\s+the\s+parties)\b", "not either party"),
    )
)
_CONSENT: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), replacement)
    for pattern, replacement in (
        (
            r"\bneither\s+(?:party|of\s+the\s+parties|side)\b([^.;]{0,80}?)\bwithout\b((?:\s+\S+){0,7}?\s+(?:consent|"
            r"approval|permission))",
            r"each party \1 requires \2",
        ),
        (
            r"\b(?:not|nor)\b([^.;]{0,120}?)\bwithout\b((?:\s+\S+){0,7}?\s+(?:consent|approval|permission))",
            r"\1 requires \2",
        ),
        (
            r"\bno\b([^.;]{0,60}?)\bwithout\b((?:\s+\S+){0,7}?\s+(?:consent|approval|permission))",
            r"\1 requires \2",
        ),
        (r"\bonly (?:with|if|after)\b((?:\s+\S+){0,7}?\s+(?:consent|approval|permission))", r" requires \1"),
    )
)
"""What may not be done without consent needs consent: only between texts that both speak of consent."""
_SPEAKS_OF_CONSENT = re.compile(r"\b(?:consent|approval|permission|consult)", re.IGNORECASE)
_PLAIN = 6
_CUES = frozenset(
    "not no never neither nor none without nothing nobody prohibited forbidden barred excluded lacks lack except "
    "excepting excluding excepted".split()
)
_ENDS = frozenset(("but", "however", "provided", "unless", "if", "which", "who", "whereas", "while", "though"))
_REACH = 40
_TOKEN = re.compile(r"at_least|at_most|[a-z]+(?:[-'][a-z]+)*|\d+|[.;:,()]", re.IGNORECASE)
_CLAUSE = re.compile(r"[.;:!?\n]+\s+|[.;:!?]$|,\s+(?=(?:and|but|or|provided|unless|except|if|which|while|whereas)\b)")
_DENIES_EXISTENCE = re.compile(
    r"\bthere (?:is|are) (?:no|not)\b|\b(?:has|have|contains?|includes?|provides?|states?|says?) (?:no|nothing)\b|"
    r"\bdo(?:es)? not (?:contain|include|have|provide|state|say|mention)\b|\blacks?\b|\b(?:is|are) (?:absent|"
    r"missing)\b",
    re.IGNORECASE,
)
_OBLIGES = re.compile(
    r"\b(?:shall|must|required?\s+to|is\s+required|are\s+required|obliged|obligated|has\s+to|have\s+to|needs?\s+to|"
    r"undertakes?|duty|requires?|needed|necessary)\b",
    re.I,
)
_CONDITION = re.compile(
    r"\b(?:notice|consent|approval|permission)\b.{0,60}\b(?:required|needed|necessary|must be given|shall be given)\b|"
    r"\b(?:requires?|needs?)\b.{0,60}\b(?:notice|consent|approval|permission)\b",
    re.IGNORECASE,
)
"""What is needed for something that may be done is no duty."""
_ALLOWS = re.compile(
    r"\b(?:may|can|could|entitled|rights?|options?|permitted|permits?|allowed|allows?|lets?|free\s+to|possible|"
    r"elects?|discretion)\b",
    re.I,
)
_EXEMPTS = re.compile(
    r"\bneed\s+not\b|\bnot\s+(?:be\s+)?(?:required|obliged|obligated|have\s+to)\b|\bno\s+(?:obligation|duty)\b", re.I
)
_FORBIDS = re.compile(
    r"\b(?:shall|may|must|can)\s+not\b|\bnot\s+either\s+party\b|\bprohibited\b|\bforbidden\b|\bbarred\b", re.I
)


@dataclass(frozen=True, slots=True)
class EnglishClause:
    """A clause with its content stems: `denied` says of each whether it stands under a negation.

    `heads` are those that a negation stands right before.
    """

    text: str
    denied: dict[str, frozenset[bool]]
    heads: frozenset[str] = frozenset()

    @property
    def stems(self) -> frozenset[str]:
        """Its content stems."""
        return frozenset(self.denied)


def speaks_of_consent(text: str) -> bool:
    """Whether a text speaks of somebody's consent."""
    return _SPEAKS_OF_CONSENT.search(text) is not None


def clauses(text: str, *, consent: bool = False) -> list[EnglishClause]:
    """The clauses of a text, each in the form that is compared, those without content left out.

    Args:
        text: a statement or cited words.
        consent: whether what may not be done without consent is read as needing consent.
    """
    plain = re.sub(r"\s+", " ", text)
    for pattern, replacement in (*_FORMS[:_PLAIN], *(_CONSENT if consent else ()), *_FORMS[_PLAIN:]):
        plain = pattern.sub(replacement, plain)
    return [clause for part in _CLAUSE.split(plain) if part and (clause := _clause(part)).denied]


@lru_cache(maxsize=512)
def content(text: str, *, consent: bool = False) -> frozenset[str]:
    """All content stems of a text."""
    return frozenset(stem for clause in clauses(text, consent=consent) for stem in clause.stems)


@lru_cache(maxsize=512)
def worded(text: str) -> frozenset[str]:
    """The content stems of a text as it is written, without the forms that are compared."""
    return _clause(re.sub(r"\s+", " ", text)).stems


def _clause(text: str) -> EnglishClause:
    denied: dict[str, set[bool]] = {}
    heads: set[str] = set()
    cues: list[int] = []
    opened = excepted = False
    for place, token in enumerate(_TOKEN.findall(text)):
        word = token.lower()
        if word in _CUES:
            cues.append(place)
            opened, excepted = True, word.startswith("exce")
        elif word in _ENDS or word in ".;:":
            cues, opened = [], False
        elif word == "," and excepted:
            cues, opened, excepted = [], False, False
        elif (root := content_stem(word)) is not None:
            active = sum(place - cue <= _REACH for cue in cues)
            denied.setdefault(root, set()).add((active % 2 == 1) != root.startswith("non-"))
            if opened and active % 2 == 1:
                heads.add(root)
            opened = False
    return EnglishClause(text, {root: frozenset(flags) for root, flags in denied.items()}, frozenset(heads))


def covered(clause: EnglishClause, source: frozenset[str]) -> float:
    """Share of a clause's stems that stand in a source; 1 for a clause without any."""
    return share(clause.stems, source)


def share(stems: frozenset[str], source: frozenset[str]) -> float:
    """Share of some stems that stand in a source; 1 for none."""
    return sum(alike(stem, source) is not None for stem in stems) / len(stems) if stems else 1.0


def best(clause: EnglishClause, sources: list[EnglishClause]) -> EnglishClause | None:
    """The source clause that shares most with a clause, of equals the shorter."""
    scored = [(round(covered(clause, source.stems), 3), -len(source.stems), source) for source in sources]
    top = max(scored, key=lambda entry: entry[:2], default=None)
    return None if top is None or not top[0] else top[2]


def denies_existence(text: str, written: list[EnglishClause]) -> bool:
    """Whether a text says that something does not exist, where its source denies nothing."""
    if _DENIES_EXISTENCE.search(text) is None:
        return False
    claimed = frozenset(head for clause in clauses(text) for head in clause.heads)
    denied = frozenset(head for clause in written for head in clause.heads)
    return not any(alike(head, denied) for head in claimed)


_LIFTED = re.compile(r"\b(?:without|unless|except\w*|until|only|other than|if)\b", re.IGNORECASE)
_NEGATION = re.compile(
    r"\b(?:no|not|never|neither|nor|none|nobody|without|cannot)\b|n't\b|\bprohibit|\bforb|\bfree", re.I
)


def affirms_denied(text: str, source: str) -> bool:
    """Whether a text without any negation says what its source denies right away ("will not constitute")."""
    if _NEGATION.search(formed(text)) or _LIFTED.search(source):
        return False
    denied = {content_stem(word.lower()) for word in _DENIED_VERB.findall(formed(source))} - {None}
    affirmed = {content_stem(word.lower()) for word in _verbs(formed(source))}
    claimed = {content_stem(word.lower()) for word in _verbs(formed(text))}
    return bool(claimed & (denied - affirmed))


_DENIED_VERB = re.compile(
    r"\b(?:will|shall|does|do|did|may|must|can|could|should)\s+not\s+(?:be\s+|been\s+)?([a-z]+)", re.IGNORECASE
)
_AFFIRMED_VERB = re.compile(
    r"\b(?:will|shall|does|do|did|may|must|can|could|should|is|are)\s+(?!not\b)(?:be\s+|been\s+)?([a-z]+)|"
    r"\b([a-z]{3,}s)\b",
    re.IGNORECASE,
)


def _verbs(text: str) -> list[str]:
    return [word for match in _AFFIRMED_VERB.finditer(text) for word in match.groups() if word]


_MORE = re.compile(r"\b(?:all|every|entire|full|whole|any\s+time)\b", re.IGNORECASE)
_MORE_WRITTEN = re.compile(r"\b(?:all|any|every|entire|each|full|whole|no|neither|at\s+any\s+time)\b", re.IGNORECASE)
_RATES = {
    "day": re.compile(r"\b(?:daily|(?:per|each|every|a)\s+day)\b", re.IGNORECASE),
    "week": re.compile(r"\b(?:weekly|(?:per|each|every|a)\s+week)\b", re.IGNORECASE),
    "month": re.compile(r"\b(?:monthly|(?:per|each|every|a)\s+(?:calendar\s+)?month)\b", re.IGNORECASE),
    "quarter": re.compile(r"\b(?:quarterly|(?:per|each|every|a)\s+(?:calendar\s+)?quarter)\b", re.IGNORECASE),
    "year": re.compile(
        r"\b(?:annual(?:ly)?|yearly|per\s+annum|(?:per|each|every|a)\s+(?:calendar\s+|contract\s+)?year)\b",
        re.IGNORECASE,
    ),
}


_ANY_OF_A_RIGHT = re.compile(
    r"^(?!.*\b(?:not?|never|neither|without|if|unless)\b).*\b(?:may|can|entitled|right|permitted|allowed)\b.*\bany\b",
    re.IGNORECASE | re.DOTALL,
)


def claims_more(text: str, source: str) -> bool:
    """Whether a text says "all" or the like, or how often ("monthly"), where its source does not."""
    if _ANY_OF_A_RIGHT.search(text) and not re.search(r"\b(?:any|all|every|each|whatever)\b", source, re.IGNORECASE):
        return True
    more = _MORE.search(text)
    if (
        more
        and not (_MORE_WRITTEN if more[0].lower() != "all" else _MORE).search(source)
        and "any" not in source.lower()
    ):
        return True
    return any(rate.search(text) and not rate.search(source) for rate in _RATES.values())


@lru_cache(maxsize=512)
def formed(text: str) -> str:
    """A text in the form that is compared."""
    plain = re.sub(r"\s+", " ", text)
    for pattern, replacement in _FORMS:
        plain = pattern.sub(replacement, plain)
    return plain


def contradicts(clause: EnglishClause, source_text: str) -> str | None:
    """Why a clause bounds a figure otherwise than its source; None when it does not."""
    return "limit" if _bounds_otherwise(clause.text, source_text) else None


_RIGHT_BEHIND = 12
_BOUND = re.compile(r"(at_least|at_most)\s+(.{0,40})")


def _bounds_otherwise(text: str, source: str) -> bool:
    """Lengths of time alone; of amounts `bounds` judges."""
    claimed, written = _bounds(text), _bounds(source)
    for bound, lengths in claimed.items():
        other = "at_most" if bound == "at_least" else "at_least"
        if any(length in written[other] and length not in written[bound] for length in lengths):
            return True
        usual = r"\bminimum\b|\bmore than\b" if bound == "at_least" else r"\bexceed|\bmaximum|\blimit|\bcap"
        if lengths and not written[bound] and not re.search(usual, source, re.IGNORECASE):
            return True
    return bool(re.search(r"\bexceeds?\b", text, re.I) and "at_most" in source and "not" not in text.lower())


def _bounds(text: str) -> dict[str, set[object]]:
    """The lengths of time right behind "at least" and "at most"."""
    found: dict[str, set[object]] = {"at_least": set(), "at_most": set()}
    for match in _BOUND.finditer(text):
        lengths = [figure for figure in placed_figures(match[2])[1] if figure.kind == "length"]
        # "a period of two years", and not "the fees paid in the last two years"
        found[match[1]] |= {figure.value for figure in lengths if figure.start <= _RIGHT_BEHIND}
    return found
