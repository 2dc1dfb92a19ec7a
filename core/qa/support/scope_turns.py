"""Ways in which a statement reaches further than its words: "or" for "and", a rule said of its exception, all of them.

Each looks for words of the source that bound what is said, and for their absence in a statement of the same thing.
"""

from __future__ import annotations

import re
import unicodedata

from core.qa.support.figures import figures
from core.qa.support.stems import content_stem

_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_SET_APART = re.compile(
    r"\b(?:(?:does|do|shall|will)\s+not\s+(?:apply|extend)\s+to|are\s+excluded\s+from|is\s+excluded\s+from)\s+(?P<what>[^.;]{4,80})",
    re.IGNORECASE,
)
_APART = re.compile(
    r"\b(?:not|no|never|nor|except\w*|unless|other\s+than|exclud\w*|unlimited|uncapped|outside|without)\b|n't\b",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"\b(?:all|any|every)\s+(?P<noun>(?:[a-z-]+\s+){0,3}?[a-z-]+)\s+"
    r"(?P<bound>(?:developed|created|made|arising|incurred|disclosed|delivered|provided|relating|resulting|generated|conceived|"
    r"paid|owed|received|used|sold|produced|prepared)\b(?:\s+\w+){1,3})",
    re.IGNORECASE,
)
_SURVIVES = re.compile(r"\b(?:this|the)\s+agreement\b[^.;]{0,16}\bsurviv\w*", re.IGNORECASE)
_HELD = re.compile(r"(?:上の|の)(?P<held>権利|義務|地位|債務|債権)(?:を|の)")
_ONLY_IF = re.compile(
    r"(?:場合|とき|時|範囲)に(?:限り|のみ|限って)|(?:承諾|同意|許可|承認)を(?:得て|得た(?:場合|うえ|上)で?)"
)
_BOUND_JA = re.compile(
    r"限|のみ|だけ|場合|承諾|同意|許可|承認|条件|とき|時|れば|たら|除|例外|原則|範囲|ただし|但し|にのっとり|基づ"
)
_PROVISO = re.compile(r"(?:^|。)\s*(?:ただし|但し)、?(?P<words>[^。]+)")
_TOPIC = re.compile(r"(?P<topic>[一-龯ァ-ヺー]{2,12})(?:について(?:は|も)|の場合(?:は|も)|は)")


def reaches_further(text: str, source: str) -> bool:
    """Whether an English statement says "or" for "and", the rule of its exception, or "all" of what is bounded."""
    return (
        _loosens_and(text, source)
        or _says_rule_of_exception(text, source)
        or _says_all(text, source)
        or (_SURVIVES.search(text) is not None and "surviv" in source.lower() and _SURVIVES.search(source) is None)
    )


def _pairs(text: str, joint: str) -> set[tuple[str, str]]:
    """Stems of the words right before and right behind a conjunction, small words aside."""
    found = set()
    for match in re.finditer(rf"\b{joint}\b", text, re.IGNORECASE):
        left = [stem for word in _WORD.findall(text[: match.start()]) if (stem := content_stem(word.lower()))]
        right = next(
            (stem for word in _WORD.findall(text[match.end() :]) if (stem := content_stem(word.lower()))), None
        )
        if left and right:
            found.add((left[-1], right))
    return found


def _loosens_and(text: str, source: str) -> bool:
    ors, ands = _pairs(text, "or"), _pairs(source, "and")
    return bool((ors & ands) - _pairs(source, "or") - _pairs(source, "and/or"))


def _says_rule_of_exception(text: str, source: str) -> bool:
    if _APART.search(re.sub(r"\bnot\s+(?:to\s+)?(?:be\s+)?(?:exceed|more|greater)", " ", text)):
        return False
    claimed = _stems(text)
    for match in _SET_APART.finditer(source):
        what = _stems(match["what"])
        rest = _stems(source[: match.start()] + " . " + source[match.end() :])
        if len(what) > 1 and what <= claimed and not what <= rest:
            return True
    return False


def _says_all(text: str, source: str) -> bool:
    claimed = _stems(text)
    for match in _ALL.finditer(source):
        noun = _stems(match["noun"])
        bound = _stems(match["bound"]) - {"agreement", "contract"}
        universal = re.search(r"\b(?:all|any|every)\b", text, re.IGNORECASE) is not None
        if universal and noun and bound and noun <= claimed and not bound & claimed:
            return True
    return False


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem for word in _WORD.findall(text) if (stem := content_stem(word.lower())))


def reaches_further_ja(text: str, source: str) -> bool:
    """Whether a Japanese statement drops "only if", says a rule's figure of its proviso, or 義務 for 権利."""
    claimed, written = (re.sub(r"\s+", "", unicodedata.normalize("NFKC", part)) for part in (text, source))
    held = {match["held"] for match in _HELD.finditer(claimed)}
    known = {match["held"] for match in _HELD.finditer(written)}
    if held and known and not any(each in written for each in held):
        return True
    if re.search(r"でき(?:る|ます)", claimed) and not _BOUND_JA.search(claimed) and _ONLY_IF.search(written):
        return True
    return _figure_of_rule(claimed, written)


def _figure_of_rule(claimed: str, written: str) -> bool:
    topics = {match["topic"] for match in _TOPIC.finditer(claimed)}
    figured = figures(claimed)
    for match in _PROVISO.finditer(written):
        rest = written[: match.start()] + written[match.end() :]
        for own in _TOPIC.finditer(match["words"]):
            if own["topic"] in topics and own["topic"] not in rest and figured.missing_from(figures(match["words"])):
                return True
    return False


_SENTENCE = re.compile(r"(?<=[.;])\s+|\n|(?<=。)")
_ONLY = re.compile(r"\b(?:only|solely|exclusively)\b", re.IGNORECASE)
_NOT_ONLY = re.compile(r"\bnot (?:only|solely|exclusively)\b|\bonly (?:if|when|with|after|upon|once)\b", re.IGNORECASE)
_NARROWS = re.compile(
    r"\b(?:only|sole|solely|exclusiv\w+|alone|unless|except\w*|without|not?|neither|nor|other than|limit\w*|until|"
    r"if|provided|subject to|to the extent|so long as|but|restrict\w*|prohibit\w*|forb\w+|exclud\w+|un\w+|"
    r"in accordance)\b",
    re.IGNORECASE,
)
_NOT_EXCLUSIVE = re.compile(
    r"\b(?:not?|nor|never|non)\b[\s-](?:\w+\s+){0,4}?(?:exclusiv\w*|sole|solely|only|limited)\b", re.IGNORECASE
)


def narrows_another_sentence(text: str, source: str) -> bool:
    """Whether a statement says "only" of what stands in a sentence of its source that narrows nothing.

    Also where the only such word of that sentence is denied ("not an exclusive forum").
    """
    if not _ONLY.search(_NOT_ONLY.sub(" ", text)):
        return False
    sentence = _nearest_sentence(text, source)
    if _NOT_EXCLUSIVE.search(sentence):
        return not re.search(r"\b(?:only|sole|solely|exclusiv\w+)\b", _NOT_EXCLUSIVE.sub(" ", sentence), re.IGNORECASE)
    return _NARROWS.search(sentence) is None


def _nearest_sentence(text: str, source: str) -> str:
    """The sentence of a source that has most of a statement's words."""
    claimed = _stems(text)
    return max(_SENTENCE.split(source), key=lambda part: (len(claimed & _stems(part)), -len(part)))


_ANY_OF = re.compile(r"\bany\s+(?P<what>purpose|reason|manner|means|person|extent|use|price|place|territory)s?\b", re.I)


def frees_any(text: str, source: str) -> bool:
    """Whether a statement that denies nothing says "any purpose" where its source bounds the purposes."""
    if _APART.search(text):
        return False
    return any(
        re.search(rf"\b{thing}s?\b", source, re.IGNORECASE) is not None
        and re.search(rf"\b(?:any|all|every|whatever)\s+(?:\w+\s+){{0,2}}{thing}s?\b", source, re.IGNORECASE) is None
        for thing in (match["what"] for match in _ANY_OF.finditer(text))
    )
