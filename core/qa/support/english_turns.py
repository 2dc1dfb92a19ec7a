"""Ways in which an English statement turns what its words say, though all its words stand in them.

What the words set aside is affirmed, whose own cost becomes the other's, who receives comes to owe, and what is denied
under a condition is denied without one. Each test can only refuse.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.qa.support import english
from core.qa.support.stems import alike, content_stem

_SET_ASIDE = re.compile(
    r"\b(?:without (?:giving effect|regard|reference|prejudice)(?: to)?|regardless of|"
    r"irrespective of|excluding|other than|"
    r"with the exception of|except(?:ing)? (?:for|as to|in|with respect to)?)\b([^.;,()]*)",
    re.IGNORECASE,
)
_SETS_ASIDE = re.compile(
    r"\b(?:not?|never|without|regardless|irrespective|disregard\w*|exclud\w*|except\w*|other than|outside|ignor\w*|"
    r"whatever|exempt\w*|unless|apart|save|nor|neither|unaffected|leav\w+)\b|n't\b",
    re.IGNORECASE,
)


def affirms_what_is_set_aside(text: str, source: str) -> bool:
    """Whether a statement without any exclusion says what its source names only to leave it out."""
    if _SETS_ASIDE.search(text):
        return False
    left_out = frozenset(stem for match in _SET_ASIDE.finditer(source) for stem in english.worded(match[1]))
    rest = english.worded(_SET_ASIDE.sub(" ", source))
    claimed = english.worded(text)
    return any(
        alike(stem, left_out) is not None and alike(stem, rest) is None
        for stem in claimed
        if not stem.startswith("non-")
    )


_OWN = re.compile(r"\b(?:its|their|his|her|your) (?:own|respective)\b|\bitself\b", re.IGNORECASE)
_OTHERS = re.compile(
    r"\b(?:each|the|one) other(?: part(?:y|ies))?['’]?s?['’]?\b|\bother party['’]s\b|\bshared?\b|\bsplit\b|\bequally\b",
    re.IGNORECASE,
)


_EVEN_OF = re.compile(r"\beven (?:for|in|with|if|when|where|after|upon)\b(?P<what>[^.;,]*)", re.IGNORECASE)


def includes_what_is_set_aside(text: str, source: str) -> bool:
    """Whether a statement says "even for" of what its source leaves out."""
    left_out = frozenset(stem for match in _SET_ASIDE.finditer(source) for stem in english.worded(match[1]))
    return any(
        claimed and all(alike(stem, left_out) is not None for stem in claimed)
        for match in _EVEN_OF.finditer(text)
        if (claimed := english.worded(match["what"]))
    )


_OF_PARTY = re.compile(
    r"\b(?P<thing>[a-z]{4,})(?:\s+(?:and|or|other|legal|[a-z]+y))*?(?:\s+\w+){0,2}?\s+of\s+(?:the|such|an?)\s+(?P<which>[A-Za-z]+)\s+part(?:y|ies)\b",
    re.IGNORECASE,
)


def which_party_replaced(text: str, source: str) -> bool:
    """Whether a thing of "the other Party" is in the source only one of "the insuring Party", or the contrary."""
    written: dict[str, set[str]] = {}
    for start in range(len(source)):
        if (match := _OF_PARTY.match(source, start)) and (not start or not source[start - 1].isalpha()):
            written.setdefault(match["thing"].lower(), set()).add(match["which"].lower())
    return any(
        match["which"].lower() not in written.get(match["thing"].lower(), {match["which"].lower()})
        for match in _OF_PARTY.finditer(text)
    )


_RIGHT_TO = re.compile(
    r"\b(?:rights?|licen[sc]es?|options?|permission|authority)\b[^.;:]{0,60}?\bto\s+(?P<done>[^.;:]{3,80})",
    re.IGNORECASE,
)
_DUTY = re.compile(
    r"\b(?:shall|must|(?:is|are) (?:required|obliged|obligated) to|has to|have to)\s+(?:also\s+)?(?P<verb>[a-z]+)",
    re.IGNORECASE,
)


def right_becomes_duty(text: str, source: str) -> bool:
    """Whether somebody is said to have to do what the source only gives a right to ("license to link")."""
    free = frozenset(
        stem for match in _RIGHT_TO.finditer(source) for stem in _listed_verbs(match["done"]) if stem is not None
    )
    bound = {content_stem(match["verb"].lower()) for match in _DUTY.finditer(source)}
    said = {content_stem(match["verb"].lower()) for match in _DUTY.finditer(text)}
    return bool((said & free) - bound)


def _listed_verbs(words: str) -> list[str | None]:
    """The stems of the verbs that an infinitive begins with: "to use, copy and display the Mark"."""
    found: list[str | None] = []
    for place, word in enumerate(re.findall(r"[A-Za-z]+|,", words)):
        if word == "," or word in ("and", "or"):
            continue
        if place and not re.search(rf"(?:,|\band|\bor)\s+{word}\b", words):
            break
        found.append(content_stem(word.lower()))
    return found


def owner_replaced(text: str, source: str) -> bool:
    """Whether a thing is said to be one's that its source gives to another alone (Depositor's for Servicer's)."""
    written = _owned(source)
    for thing, owners in _owned(text).items():
        known = written.get(thing, set())
        others = {owner for owner in owners if not re.search(rf"\bof (?:the |such )?{owner}\b", source, re.IGNORECASE)}
        if known and not owners & known and others == owners:
            return True
    return False


_GENITIVE = re.compile(r"\b(?P<owner>[A-Z][\w&]+)['’]s?\s+(?P<thing>[a-z]+)(?=\W)")


def _owned(text: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for match in _GENITIVE.finditer(text):
        if stem := content_stem(match["thing"].lower()):
            found.setdefault(stem, set()).add(match["owner"])
    return found


_OWN_COST = re.compile(r"\bown (?:sole )?(?:costs?|expenses?)\b", re.IGNORECASE)
_COST_OF = re.compile(r"\w+(?:['’]s|s['’])\s+(?:\w+\s+){0,3}(?:costs?|expenses?)\b", re.IGNORECASE)
_COST_OF_ITS = re.compile(
    r"\b(?:its|their|his|her|own|respective)\s+(?:\w+\s+){0,4}(?:costs?|expenses?)\b", re.IGNORECASE
)
_ONE_PARTY = re.compile(r"\b(?:(?:only )?one (?:of the )?part(?:y|ies)|one side)\b", re.IGNORECASE)
_ALL_PARTIES = re.compile(r"\b(?:either|each|both|neither) part(?:y|ies)\b", re.IGNORECASE)


def own_becomes_others(text: str, source: str) -> bool:
    """Whether a statement gives to the other what its source says is each one's own, or the other way round."""
    if _OWN_COST.search(text) and _COST_OF.search(source) and not _COST_OF_ITS.search(source):
        return True
    if _ONE_PARTY.search(text) and _ALL_PARTIES.search(source) and not _ONE_PARTY.search(source):
        return True
    if _OWN.search(source) and not _OTHERS.search(source):
        return _OTHERS.search(text) is not None
    return bool(_OTHERS.search(source) and not _OWN.search(source) and re.search(r"\bown (?!by\b)", text))


_OWES = (
    r"(?:\s+(?:shall|must|will|has to|is to|also|then|only|agrees to|hereby))*\s+(?:pays?|"
    r"owes?|bears?|remits?)\b(?! by)"
)
_GETS = (
    r"(?:\s+(?:shall|must|will|may|can|has to|is|are|be|also|then|only|hereby))*\s+"
    r"(?:entitled|receives?|earns?|gets?|paid|collects?|reimbursed|compensated|indemnified)\b"
)


def owing_turned(text: str, source: str, actors: Iterable[str]) -> bool:
    """Whether somebody is said to pay who in the source only receives, or to receive who there only pays."""
    for actor in actors:
        name = rf"\b{re.escape(actor)}\b"
        owes, gets = (re.search(name + verb, text, re.IGNORECASE) for verb in (_OWES, _GETS))
        paying, getting = (re.search(name + verb, source, re.IGNORECASE) for verb in (_OWES, _GETS))
        if (owes and getting and not paying) or (gets and paying and not getting):
            return True
    return False


_CONDITION = re.compile(
    r"\b(?:if|unless|except\w*|provided|where|when|whenever|in the event|in case|to the extent|as long as|so long as|"
    r"subject to|other than|save|conditional\w*|in cases?)\b",
    re.IGNORECASE,
)
_CONDITION_SAID = re.compile(
    _CONDITION.pattern + r"|\b(?:only|once|after|upon|without|unjustified|generally|normally|usually|in principle|"
    r"certain|some|exceptions?|"
    r"carve-outs?|conditions?|unauthori[sz]ed|for|caus\w+|on|having|knowing|reason)\b",
    re.IGNORECASE,
)
_WHOLLY = re.compile(
    r"\b(?:shall|may|must|can|will|is|are|does|do)\s*not\b|\bcannot\b|\b(?:no|never|neither|"
    r"none)\b|\b(?:any|all|every|always|"
    r"prohibited|forbidden|barred|automatically)\b",
    re.IGNORECASE,
)


_EVEN = re.compile(r"\beven (?:if|when|where|though|as)\b|\bwhether or not\b|\bno matter\b", re.IGNORECASE)
_CONCEDES = re.compile(
    r"\b(?:even|whether|regardless|irrespective|notwithstanding|despite|although|though|also|no matter|not|any)\b",
    re.IGNORECASE,
)


_WHETHER = re.compile(r"\bwhether or not\b|\bno matter\b|\bwhatever\b", re.IGNORECASE)
_WHETHER_WRITTEN = re.compile(
    r"\b(?:whether|regardless|irrespective|notwithstanding|even|whatever|whatsoever|without regard|any|no matter)\b",
    re.IGNORECASE,
)


def widens_condition(text: str, source: str) -> bool:
    """Whether a statement says "even if" or "whether or not" of words that say "if"."""
    if _WHETHER.search(text) and not _WHETHER_WRITTEN.search(source):
        return True
    return _EVEN.search(text) is not None and _CONCEDES.search(source) is None


def drops_condition(text: str, source: str) -> bool:
    """Whether a statement denies or says of all what every sentence of its source says under a condition only."""
    if not _WHOLLY.search(text) or _CONDITION_SAID.search(text):
        return False
    denying = [part for part in re.split(r"(?<=[.;])\s+", source) if _WHOLLY.search(part)]
    return bool(denying) and all(_CONDITION.search(part) for part in denying)


_DENIAL = re.compile(r"\b(?:not|no|never|neither|nor|none|nobody|nothing|cannot|without)\b|n't\b", re.IGNORECASE)
_NO_DENIAL = re.compile(
    r"\bnot only\b|\bno (?:later|earlier|less|more|fewer|greater|matter)\b|\bnot (?:later|"
    r"earlier|less|more|fewer|greater|"
    r"exceed\w*|to exceed)\b|\bwhether or not\b|\bnon-\w+|\bat_most\b|\bat_least\b|\bno\.",
    re.IGNORECASE,
)
_LIKE_DENIAL = re.compile(
    _DENIAL.pattern + r"|\b(?:prohibit\w*|forb\w+|barred?|bars|ban\w*|restrict\w*|exclu\w+|except\w*|limit\w*|"
    r"cap|capped|exceed\w*|only|sole\w*|"
    r"free|waiv\w+|refus\w+|fail\w*|reject\w*|declin\w+|disapprov\w+|unless|void|invalid|survive?\w*|remain\w*|"
    r"refrain\w*|preclud\w+|lack\w*|irrevocabl\w*|perpetual\w*|at_most|at_least|non-\w+|un[a-z]{5,}|in[a-z]{6,}able|"
    r"irrespective|regardless|provided|own|other than|surrender\w*|releas\w*|instead|harmless|disclaim\w*)\b",
    re.IGNORECASE,
)


def denies_alone(text: str, source: str) -> bool:
    """Whether a statement denies where its source has no word that denies, limits or leaves out.

    Also where it denies twice in a clause and its source nowhere.
    """
    claimed = _NO_DENIAL.sub(" ", english.formed(text))
    if not _DENIAL.search(claimed):
        return False
    if not _LIKE_DENIAL.search(_NO_LIKE.sub(" ", english.formed(source))):
        return True
    twice = any(len(_DENIAL.findall(part)) > 1 for part in re.split(r"[.;,:]", claimed))
    written = _NO_DENIAL.sub(" ", english.formed(source))
    return twice and not any(len(_DENIAL.findall(part)) > 1 for part in re.split(r"[.;]", written))


_NO_LIKE = re.compile(r"\b(?:not limited to|without limitation|whether or not|limited liability)\b", re.IGNORECASE)


_WORD = re.compile(r"[A-Za-z]+(?:[-'][A-Za-z]+)*|[.;:,()|]")
_DENYING = re.compile(
    r"(?:not|no|never|neither|nor|none|nobody|nothing|without|unless|only|except\w*|exclu\w*|"
    r"prohibit\w*|forb\w+|barred?|bars|"
    r"ban|bans|banned|restrict\w*|free|waiv\w*|refrain\w*|preclud\w*|excus\w*|lacks?|void|invalid|harmless|disclaim\w*|"
    r"fail\w*|refus\w*|reject\w*|declin\w*|disapprov\w*|limited|exceed\w*|cease\w*|"
    r"terminat\w*|expir\w*|until|least|most)$",
    re.IGNORECASE,
)
_DENIES_WORD = re.compile(r"(?:not|no|never|neither|nor|none|nobody|nothing)$", re.IGNORECASE)
_STOPS = re.compile(r"[.;:|]$|(?:but|however|provided)$", re.IGNORECASE)
_HEADS = 3
_BEFORE = 12
_BEHIND = 5


def _denied_heads(text: str) -> list[frozenset[str]]:
    """For each denial the content stems right behind it."""
    words = _WORD.findall(_NO_DENIAL.sub(" ", english.formed(text)))
    found = []
    for place, word in enumerate(words):
        if not _DENIES_WORD.match(word):
            continue
        heads: list[str] = []
        for following in words[place + 1 : place + 9]:
            if _STOPS.match(following) or len(heads) >= _HEADS:
                break
            stem = content_stem(following.lower()) if following[0].isalpha() else None
            if stem is not None:
                heads.append(stem)
        if not heads:
            # "borne by neither party": what is denied goes before.
            before = (content_stem(part.lower()) for part in words[max(0, place - 6) : place] if part[0].isalpha())
            heads = [stem for stem in before if stem is not None]
        found.append(frozenset(heads))
    return found


def denies_what_stands(text: str, source: str) -> bool:
    """Whether what a statement denies stands in its source with nothing near it that denies."""
    words = _WORD.findall(_NO_DENIAL.sub(" ", _NO_LIKE.sub(" ", english.formed(source))))
    stems = [content_stem(word.lower()) if word[0].isalpha() else None for word in words]
    for heads in _denied_heads(text):
        places = [place for place, stem in enumerate(stems) if stem is not None and alike(stem, heads) is not None]
        if places and not any(_stands_denied(words, place) for place in places):
            return True
    return False


def _stands_denied(words: list[str], place: int) -> bool:
    before = words[max(0, place - _BEFORE) : place]
    stop = max((at for at, word in enumerate(before) if _STOPS.match(word)), default=-1)
    after = words[place : place + _BEHIND]
    return any(_DENYING.match(word) for word in (*before[stop + 1 :], *after)) or words[place].lower().startswith(
        ("non", "un", "ir", "in")
    )


def affirms_what_is_denied(text: str, source: str) -> bool:
    """Whether a statement that denies nothing says what stands in its source only behind a denial."""
    claimed = english.formed(text)
    if _LIKE_DENIAL.search(_NO_LIKE.sub(" ", claimed)) or _LIFTS.search(source):
        return False
    words = _WORD.findall(_NO_DENIAL.sub(" ", english.formed(source)))
    stated = english.worded(text)
    denied: set[int] = set()
    for place, word in enumerate(words):
        if not _DENIES_WORD.match(word):
            continue
        heads = 0
        for at in range(place + 1, min(place + 9, len(words))):
            if _STOPS.match(words[at]) or heads >= _HEADS:
                break
            if words[at] == "," and {"who", "which", "that"} & set(words[max(0, place - 3) : place]):
                break  # "any person who is not a party, the Agents shall"
            if words[at][0].isalpha() and content_stem(words[at].lower()) is not None:
                denied.add(at)
                heads += 1
    stems = {at: content_stem(word.lower()) for at, word in enumerate(words) if word[0].isalpha()}
    only = frozenset(stem for at in denied if (stem := stems[at]) is not None) - frozenset(
        stem for at, stem in stems.items() if at not in denied and stem is not None
    )
    return any(alike(stem, stated) is not None for stem in only)


_LIFTS = re.compile(
    r"\b(?:without|unless|except\w*|until|only|other than|if|provided|notwithstanding)\b", re.IGNORECASE
)
_NO_BOUND = re.compile(
    r"\b(?:not|never|n't)\s+(?:be\s+)?(?:limited|capped|restricted)\b|\bunlimited\b|"
    r"\buncapped\b|\b(?:no|without(?: any)?)\s+(?:limit|cap|ceiling|"
    r"maximum)",
    re.IGNORECASE,
)
_BOUNDED = re.compile(r"\b(?:limit(?:ed)?|cap|capped|exceed|maximum|up to|at most|ceiling)\b", re.IGNORECASE)


def lifts_limit(text: str, source: str) -> bool:
    """Whether a statement says that there is no limit where its source sets one."""
    return bool(_NO_BOUND.search(text) and _BOUNDED.search(_NO_LIKE.sub(" ", source)) and not _NO_BOUND.search(source))


def denial_differs(text: str, source: str) -> bool:
    """Whether a statement denies what its source does not, or says what its source denies."""
    return any(
        differs(text, source) for differs in (denies_alone, denies_what_stands, affirms_what_is_denied, lifts_limit)
    )


_TO_COME = re.compile(
    r"\b(?:will|shall|must|has to|have to|is to|are to)\s+(?:also\s+)?(?P<verb>[a-z]+)", re.IGNORECASE
)
_DONE = re.compile(r"\b(?:has|have)\s+(?:also\s+|already\s+)?(?P<verb>[a-z]+)", re.IGNORECASE)
_TO_DO = re.compile(
    r"\b(?:will|shall|must|may|to|should|can|would|not)\s+(?:also\s+|be\s+)?(?P<verb>[a-z]+)", re.IGNORECASE
)


def done_is_to_come(text: str, source: str) -> bool:
    """Whether somebody is said to have yet to do what the source says is done ("has established")."""
    told, done, to_do = (
        {content_stem(match["verb"].lower()) for match in pattern.finditer(part)} - {None}
        for pattern, part in ((_TO_COME, text), (_DONE, source), (_TO_DO, source))
    )
    return bool((told & done) - to_do)
