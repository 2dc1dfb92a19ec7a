"""Whether an English statement is a sentence of the cited words with parts left out that limit nothing.

All its words stand in one clause of the source, in its order, with the same denial and the same "may"; what the source
says besides must be no condition, no limit and no other doer. Where that is not certain nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.qa.support.rewording.english_tokens import BREAKS, MAY, MUST, NEVER, EnglishToken, english_tokens

_LEAD = re.compile(
    r"^\s*(?:[-*•>]\s*)?(?:(?:yes|no)\b[,.:;]?\s*)?(?:(?:note|please note)(?: that)?:?\s*)?"
    r"(?:(?:under|according to|in|pursuant to)\s+(?:the\s+(?:agreement|contract))?\s*,\s*)?"
    r"(?:(?:the\s+(?:agreement|contract))?\s*(?:provides|states|says|stipulates)\s+(?:that\b|:)\s*)?",
    re.IGNORECASE,
)
_LIMITS = frozenset(
    "if unless except excepting exception provided when where whenever until before after within during without only "
    "solely sole least most less more than not no never neither nor extent case event subject conditional conditioned "
    "while however but first last all substantially each every any once twice even whether otherwise other limited "
    "exclud exclusively up exceed within by at on following pending absent save notwithstanding lesser greater "
    "earlier later".split()
) | {NEVER, MAY}
_SCOPES = frozenset(("any", "all", "every", "each", "no", "neither", "nor", "not", "only", "solely", NEVER, MAY))
_JOINS = frozenset((",", "and", "or", "nor", "and/or", ";"))
_GENERIC: tuple[tuple[str, ...], ...] = (
    ("subject", "to", "term", "and", "condit", "of", "agreement"),
    ("subject", "to", "term", "of", "agreement"),
    ("on", "term", "and", "subject", "to", "condit", "set", "forth"),
    ("during", "term", "of", "agreement"),
    ("during", "term"),
    ("for", "purpos", "of", "agreement"),
    ("under", "agreement"),
    ("pursuant", "to", "agreement"),
    ("for", "avoidanc", "of", "doubt"),
    ("for", "purpos", "of", "clarity"),
    ("as", "applicabl"),
    ("if", "applicabl"),
)
_CLAUSE_END = re.compile(r"(?<=[.;])\s+")
_SPLIT = re.compile(
    r"(?P<exception>[,;]?\s*\b(?:except that|provided,?\s*(?:however,?\s*)?that)\b)"
    r"|(?P<relative>,\s*which\b(?=\s+(?:\w+\s+){0,2}(?:shall|may|will|must|is|are)\b))"
    r"|(?P<joined>,\s*(?:and|but)\b(?=\s+(?:(?:any|the|such|each|either|neither|no)\s+)*(?:[A-Za-z]+\s+){1,3}"
    r"(?:shall|may|will|must)\b))",
    re.IGNORECASE,
)
_LEADING_CONDITION = re.compile(
    r"^\s*(?:\([a-z\d]+\)\s*)?(?:if|unless|except|subject|in the event|in case|upon|when|where|following|after|"
    r"should|during|notwithstanding|provided|until|prior|before)\b[^,]*(?:,|$)",
    re.IGNORECASE,
)
_LEAST = 4


def rewords_in_english(text: str, words: str) -> bool:
    """Whether a statement says what one clause of some words says, with harmless parts left out.

    Args:
        text: the statement without its keys and without the number of its contract.
        words: the cited words.
    """
    bare = _LEAD.sub("", text, count=1)
    claims = [_plain(english_tokens(turned)) for turned in _turned(bare)]
    claims = [claim for claim in claims if len(claim) >= _LEAST]
    if not claims or "?" in text or "|" in text:
        return False
    return any(
        _laid(claim, clause)
        for sentence in _CLAUSE_END.split(words)
        for clause in _clauses(sentence)
        for claim in claims
    )


def widens_scope(text: str, words: str) -> bool:
    """Whether a statement of any or no thing leaves out what its source says of which things.

    "Any provider" of "any provider of an online system": all words are the source's, in its order.
    """
    claim = _plain(english_tokens(_LEAD.sub("", text, count=1)))
    if len(claim) < _LEAST:
        return False
    for sentence in _CLAUSE_END.split(words):
        clause = english_tokens(re.sub(r"\([^()]{0,80}\)", " ", sentence))
        places = _alignment(claim, clause)
        if places is None:
            continue
        keys = [token.key for token in clause]
        return any(
            _narrows(keys[before + 1 : after]) and any(token.key in _EACH for token in claim[max(0, at - 2) : at + 1])
            for at, (before, after) in enumerate(pairwise(places))
        )
    return False


def leaves_out_condition(text: str, words: str) -> bool:
    """Whether a statement says without its condition what its source says only under one, in the source's words."""
    claim = _plain(english_tokens(_LEAD.sub("", text, count=1)))
    if len(claim) < _LEAST + 1:
        return False
    found = False
    for sentence in _CLAUSE_END.split(words):
        bare = _GENERAL_CONDITION.sub(
            " ", re.sub(r"^\s*provided,?\s*(?:however,?\s*)?that\b", "", sentence, flags=re.IGNORECASE)
        )
        lead = _LEADING_CONDITION.match(bare)
        cuts = [0, *(match.start() for match in _SPLIT.finditer(bare)), len(bare)]
        kinds = [None, *(match.lastgroup for match in _SPLIT.finditer(bare)), None]
        for at, (start, end) in enumerate(pairwise(cuts)):
            clause = english_tokens(bare[start:end])
            places = _alignment(claim, clause)
            if places is None:
                continue
            keys = [token.key for token in clause]
            inner = [keys[a + 1 : b] for a, b in pairwise(places)]
            left = [keys[: places[0]], *inner, _same_verb_phrase(keys[places[-1] + 1 :])]
            told = [gap for gap in left if _bare(gap)]
            led = bool(at and lead and kinds[at] == "joined")
            led = led and not set(_words_of(lead[0] if lead else "")) & {token.key for token in claim}
            if not all(_conditions(gap) for gap in told):
                continue  # a summary, not the sentence without its condition
            if told or led or kinds[at + 1] == "exception":
                found = True
            else:
                return False
    return found


def _words_of(text: str) -> list[str]:
    return [token.key for token in english_tokens(text) if token.key not in BREAKS][1:]


def _same_verb_phrase(gap: list[str]) -> list[str]:
    """What follows up to another verb of the same subject: "and shall not disclose it, except"."""
    for at in range(1, len(gap)):
        if gap[at] in (MUST, MAY, NEVER) and gap[at - 1] in ("and", "or", ","):
            return gap[: at - 1]
    return gap


def _conditions(gap: list[str]) -> bool:
    for at in range(len(gap) - 1, 0, -1):
        if gap[at] in (MUST, MAY, NEVER) and gap[at - 1] in _JOINS:
            gap = gap[at:]  # what goes before limits another verb: "without the consent of X, nor shall they"
            break
    limited = _CONDITIONS & set(gap) or ("without" in gap and _CONSENTS & set(gap))
    return bool(limited) and not _another_verb_phrase(gap)


_CONDITIONS = frozenset("if unless except provided_that only solely subject conditional conditioned".split())
_CONSENTS = frozenset("consent approv permission".split())
_GENERAL_CONDITION = re.compile(
    r",?\s*\b(?:unless|until)\s+(?:and until\s+)?(?:it is\s+)?(?:sooner|earlier|otherwise|previously|extended)\b"
    r"[^.;,]*"
    r"|,?\s*\bexcept\s+(?:as|to the extent)\s+(?:may be\s+)?(?:is\s+)?"
    r"(?:otherwise|expressly|explicitly|specifically|provided|set|required|permitted)\b[^.;,]*"
    r"|,?\s*\bsubject to\s+(?:all\s+)?(?:the\s+)?(?:other\s+)?"
    r"(?:terms|provisions|conditions|limitations|sections?|articles?)\b[^.;,]*,?"
    r"|\bif (?:any|applicable|so|available|necessary)(?=\s*[,.;)])|\bnot only\b",
    re.IGNORECASE,
)
"""What conditions of all contracts say: left out of a statement, it turns nothing."""
_EACH = frozenset(("any", "all", "every", "no"))
_NARROWING = frozenset("of which that who whose in to for under by with relating all".split())


def _narrows(gap: list[str]) -> bool:
    """Whether words left out say which things are meant: "of an online system"."""
    return bool(gap) and gap[0] in _NARROWING and gap[-1] not in _JOINS and bool(_bare(gap)[1:])


def _turned(text: str) -> Iterator[str]:
    """The statement, and with an adverbial clause that leads it put behind what it leads."""
    yield text
    match = re.match(
        r"\s*(?P<lead>(?:if|unless|in|after|upon|during|for|except|subject|following|on|when|where|at)\b[^,]{4,}),\s*"
        r"(?P<rest>.{8,}?)[.;]?\s*$",
        text,
        re.IGNORECASE,
    )
    if match:
        yield f"{match['rest']} {match['lead']}"
    match = re.match(
        r"\s*(?P<rest>.{8,}?),?\s+(?P<tail>(?:unless|if|except|during|after|upon|in the event|provided)\b.*?)[.;]?\s*$",
        text,
        re.IGNORECASE,
    )
    if match:
        yield f"{match['tail']}, {match['rest']}"


def _clauses(sentence: str) -> Iterator[list[EnglishToken]]:
    """The whole sentence and its clauses, each with the condition that leads the sentence."""
    bare = re.sub(r"\((?![^)]*\b(?:if|unless|except|not|only|provided|other)\b)[^()]{0,80}\)", " ", sentence)
    yield english_tokens(bare)
    if bare != sentence:
        yield english_tokens(sentence)
    lead = _LEADING_CONDITION.match(bare)
    prefix = lead[0] if lead else ""
    cuts = list(_SPLIT.finditer(bare))
    if not cuts:
        return
    ends = [*(match.start() for match in cuts[1:]), len(bare)]
    parts = [(match.lastgroup, bare[match.end() : end]) for match, end in zip(cuts, ends, strict=True)]
    first = bare[: cuts[0].start()]
    following = [kind for kind, _ in parts]
    if "exception" not in following:
        yield english_tokens(first)
    for place, (kind, part) in enumerate(parts):
        limited = kind == "joined" and "exception" in following[place + 1 :]
        if not limited:
            yield english_tokens(f"{prefix} {part}")


def _plain(tokens: Sequence[EnglishToken]) -> list[EnglishToken]:
    """The words of a statement that must stand in its source."""
    kept = [token for token in tokens if token.key not in BREAKS and token.key != MUST]
    return kept


def _laid(claim: Sequence[EnglishToken], clause: Sequence[EnglishToken]) -> bool:
    places = _alignment(claim, clause)
    return places is not None and _harmless(claim, clause, places)


def _alignment(claim: Sequence[EnglishToken], clause: Sequence[EnglishToken]) -> list[int] | None:
    """For each word of the statement its place in the clause, in order, with as few gaps as can be."""
    free = 0.001
    best: list[list[tuple[float, int]]] = []
    for place, word in enumerate(claim):
        row: list[tuple[float, int]] = []
        for at, known in enumerate(clause):
            cost, back = float("inf"), -1
            if _same(word, known):
                if place == 0:
                    cost = at * free
                else:
                    for before in range(at):
                        if best[-1][before][0] == float("inf"):
                            continue
                        gap = sum(token.key not in BREAKS and token.key != MUST for token in clause[before + 1 : at])
                        step = best[-1][before][0] + (1 + gap * free if gap else 0)
                        if step < cost:
                            cost, back = step, before
            row.append((cost, back))
        if all(cost == float("inf") for cost, _ in row):
            return None
        best.append(row)
    last = min(range(len(clause)), key=lambda at: best[-1][at][0], default=None)
    if last is None or best[-1][last][0] == float("inf"):
        return None
    places = [last]
    for row in reversed(best[1:]):
        places.append(row[places[-1]][1])
    return places[::-1]


def _same(word: EnglishToken, known: EnglishToken) -> bool:
    if word.key != known.key and not _kindred(word.key, known.key):
        return False
    if word.participle and word.after_be:
        return known.participle
    return not (known.participle and known.after_be and not word.participle)


def _kindred(word: str, known: str) -> bool:
    """Whether one word is a form of the other: assign, assignment."""
    if "non-" in (word[:4], known[:4]) or not (word.isalpha() and known.isalpha()):
        return False
    shorter, longer = sorted((word, known), key=len)
    return (
        len(shorter) > 4
        and longer.startswith(shorter)
        and longer[len(shorter) :] in ("ment", "ation", "ion", "ly", "al", "e")
    )


def _harmless(claim: Sequence[EnglishToken], clause: Sequence[EnglishToken], places: Sequence[int]) -> bool:
    keys = [token.key for token in clause]
    said = {token.key for token in claim}
    scoped = bool(said & _SCOPES)
    if not _leading(keys[: places[0]], scoped=scoped):
        return False
    for before, after in pairwise(places):
        gap = keys[before + 1 : after]
        if gap and not _dropped(gap, keys[before], keys[after], scoped=scoped):
            return False
    return _trailing(keys[places[-1] + 1 :], scoped=scoped)


def _leading(gap: list[str], *, scoped: bool) -> bool:
    rest = _bare(gap)
    if not rest:
        return True
    if MUST in gap or _LIMITS & set(rest):
        return False
    return gap[-1] in (",", ":", ")", "and", "or") or (not scoped and gap[-1] not in _JOINS and len(rest) <= 1)


def _dropped(gap: list[str], before: str, after: str, *, scoped: bool) -> bool:
    rest = _bare(gap)
    if not rest:
        return True
    if rest in (["that"], ["to"]):
        return False
    if _another_verb_phrase(gap):
        return True
    listed = gap[0] in _JOINS or gap[-1] in _JOINS
    if _LIMITS & set(rest):
        return False
    if MUST in gap and not (gap[0] == MUST and {"and", "or"} & {gap[-1], gap[-2] if len(gap) > 1 else ""}):
        return False
    return listed or not scoped


def _another_verb_phrase(gap: list[str]) -> bool:
    """Whether a whole verb phrase of the same subject is left out: "shall maintain … and shall" before "cause"."""
    modals = [place for place, key in enumerate(gap) if key in (MUST, MAY, NEVER)]
    return (
        modals == [0, len(gap) - 1]
        and gap[0] == gap[-1] == MUST
        and gap[-2] in ("and", ",")
        and not {"if", "unless", "provided", "except"} & set(gap)
    )


def _trailing(gap: list[str], *, scoped: bool) -> bool:
    rest = _bare(gap)
    if not rest:
        return True
    if _LIMITS & set(rest):
        return False
    return gap[0] in _JOINS or not scoped


def _bare(gap: Sequence[str]) -> list[str]:
    """What is left out, without breaks and without phrases that say nothing of their own."""
    rest = [key for key in gap if key not in BREAKS and key != MUST]
    for phrase in _GENERIC:
        for at in range(len(rest) - len(phrase) + 1):
            if tuple(rest[at : at + len(phrase)]) == phrase:
                rest = rest[:at] + rest[at + len(phrase) :]
                break
    return [key for key in rest if key not in ("and", "or")]
