"""Which term a notice period speaks of: the contract's, or that of a licence, a lease, a warranty within it."""

from __future__ import annotations

import re

from core.record import Fact

_NAMED_TERM = re.compile(
    r"\b(?P<name>(?:[A-Z][A-Za-z]+\s+){1,3})(?:Term|Period)\b|(?P<ja>[^\s、。「」（）()]{1,12}?)(?:期間|の期間)(?=[がのはをに満終])"
)
_WHOLE = frozenset(
    "initial renewal extended extension current then the this agreement contract original such each "
    "any additional successive first second".split()
)
_WHOLE_JA = ("契約", "有効", "存続", "本", "当初", "更新", "満了後の")
_THING = (
    r"warranty|guarantee|leases?|tenancy|licen[cs]es?|subscriptions?|maintenance|support|hosting|exclusivity|lock-?up|"
    r"stand-?still|trial|pilot|secondment|sublease|retainer|hire|storage|consulting|training|option"
)
_TERM_OF = re.compile(
    rf"\b(?P<term>{_THING})\s+(?:term|period)\b|"
    rf"\b(?:end|expiry|expiration|termination)\s+of\s+(?:the|such|that|each)\s+(?P<thing>{_THING}|statement\s+of\s+work|"
    r"work\s+order|order\s+form)\b|"
    r"(?P<ja>賃貸借|転貸借|使用貸借|リース|保守|保証|瑕疵担保|独占|出向|派遣|研修|試用|試行|購読|保管|顧問)(?:の)?期間",
    re.IGNORECASE,
)
_OF_THE_WHOLE = re.compile(
    r"\b(?:this|the)\s+agreement\s+(?:shall|will|may|is|renews?|continues?|expires?|ends?|automatically)\b|"
    r"\b(?:term|expiry|expiration|end|renewal)\s+of\s+(?:this|the)\s+agreement\b|"
    r"本契約(?:は|が|の(?:有効|契約|存続)?期間|の(?:満了|終了))|契約期間|有効期間",
    re.IGNORECASE,
)


def speaks_of_its_term(notice: Fact | None, expiration: Fact | None, title: str = "") -> bool:
    """Whether a notice period belongs to the term whose end is known: both sentences speak of one term.

    Ninety days before the end of a "Services Term" say nothing about the end of the agreement.

    Args:
        notice: the notice period.
        expiration: the end that it would be counted from.
        title: of the contract; the term of what it names is the contract's own, as the lease term in a lease.
    """
    if notice is None or expiration is None:
        return True
    own, other = _terms_named(notice, title), _terms_named(expiration, title)
    return not own or bool(own & other)


def _terms_named(fact: Fact, title: str) -> frozenset[str]:
    """Names of terms of their own that a fact's words speak of; none for the term of the whole agreement."""
    words = " ".join(filter(None, (fact.evidence.shown if fact.evidence else "", fact.detail)))
    found = set()
    for match in _NAMED_TERM.finditer(words):
        if match["ja"]:
            name = re.sub(r"^.*(?:は|が|に|を|も|、)", "", match["ja"])
            if (
                name
                and not name.endswith(_WHOLE_JA)
                and re.search(r"[ァ-ヶ]|サービス|ライセンス|個別|利用|許諾|委託", name)
            ):
                found.add(name.removesuffix("の"))
            continue
        left = [word for word in match["name"].lower().split() if word not in _WHOLE]
        if left:
            found.add(" ".join(left))
    return frozenset(found) or _things_named(words, title)


def _things_named(words: str, title: str) -> frozenset[str]:
    """What a term in small letters or Japanese is the term of, where that is a part of the contract's business only."""
    if _OF_THE_WHOLE.search(words):
        return frozenset()
    named = {(match["term"] or match["thing"] or match["ja"]).lower() for match in _TERM_OF.finditer(words)}
    return frozenset(name for name in named if name not in title.lower())
