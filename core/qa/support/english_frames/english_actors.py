"""Words of an English text that stand for somebody who can do something."""

from __future__ import annotations

import re

from core.qa.support.parties import ROLES


def actors_of(*texts: str, names: str = "") -> frozenset[str]:
    """Words that stand for somebody who can do something: roles, and names that do something in one of some texts."""
    found = {word for word in ROLES if word not in ("party", "parties")}
    for text in map(one_word, texts):
        found |= {word.lower() for word in re.findall(r"\b[A-Z][a-z]+party\b", text)}
        found |= {word.lower() for word in re.findall(r"\b[a-z]+[A-Z][A-Za-z]+\b", text)}
        for match in re.finditer(
            r"(?<![\w'’])([A-Z][\w&]+)(?:['’]s)?\s+(?:(?:also|hereby|alone|only|then|solely|each|irrevocably)\s+)?"
            r"(?:(?:shall|must|may|will|can|need)\s+(?!be\b(?! (?:entitled|required|obligated|"
            r"obliged|responsible|liable)))|has\b|have\b|agrees?\b|undertakes?\b|grants?\b|assigns?\b|"
            r"represents?\b|covenants?\b|acknowledges?\b|pays?\b|warrants?\b)",
            text,
        ):
            if match[1].lower() not in _NOT_ACTORS:
                found.add(match[1].lower())
        for match in re.finditer(
            r"\b([A-Z][\w&]+)\s+(?:and|or|nor)\s+(?:the\s+)?([A-Z][\w&]+)\s+(?:shall|must|may|will|"
            r"can|agrees?|has|have)\b",
            text,
        ):
            found |= {name.lower() for name in match.groups() if name.lower() not in _NOT_ACTORS}
        for match in re.finditer(r"\b(?:by|to|from|of)\s+([A-Z][\w&]+)\b(?=[\s.,;]|['’]s)", text):
            if match[1].isupper() and len(match[1]) < 8:
                found.add(match[1].lower())
    for name in re.findall(r"[A-Z][\w&]+|[a-z]+[A-Z]\w+", one_word(names)):
        if len(name) > 2 and name.lower() not in _NOT_ACTORS:
            found.add(name.lower())
    return frozenset(found)


_NAMED_PARTY = re.compile(
    r"\b(?!(?:The|Each|Either|Neither|Both|Any|No|Such|This|That|A|An|All|Every|If|Third|Other)\b)([A-Z][a-z]+) Party\b"
)


def one_word(text: str) -> str:
    """A text with names such as Women.com, E.piphany and Receiving Party as one word."""
    bare = re.sub(r"(?<=\w)\.(?:com|net|org)\b", "", text, flags=re.IGNORECASE)
    bare = re.sub(r"(?<=\b[A-Z])\.(?=[a-z]{3})", "", bare)
    return _NAMED_PARTY.sub(lambda match: f"{match[1]}party", bare)


_NOT_ACTORS = frozenset(
    "agreement contract term terms section article the this that these it they each either neither both party parties "
    "inc corp corporation company llc ltd limited co plc gmbh ag sa bv kk group holdings international no and of such "
    "products product services service royalties royalty any all notice in if upon under license agreement".split()
) - {"company"} | frozenset("eur usd jpy gbp us".split())
