"""Which contracts of the portfolio an agreement's words refer to: by parties, title or type, and date.

Nothing is decided here. A reference that fits several contracts gives a suggestion for each, marked ambiguous, with
what fits and what does not; a general merger clause names no agreement and gives none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from core.graph.projection import RelationKind
from core.lexicon import agreement_code
from core.relations.reference import AgreementReference

_FLOOR = 0.5
_NEAR = 0.15
_AMENDMENT = re.compile(
    r"\bamend(?:ment|ed|ing)?\b(?!\s+and\s+restated)|\baddendum\b|\bsupplement(?:al)?\b|\bextension\b|変更|覚書|修正|追加|補足|改定",
    re.I,
)
_WORDLESS = frozenset("the a an that certain this agreement contract and of for to by between dated".split())


@dataclass(frozen=True, slots=True)
class PortfolioAgreement:
    """A contract as references are held against it. `parties` are keys: equal keys mean one party. Dates are ISO."""

    contract_id: str
    title: str
    agreement_type: str | None
    agreement_date: str | None
    effective_date: str | None
    parties: frozenset[str]

    @property
    def days(self) -> tuple[str, ...]:
        """Its dates that are known."""
        return tuple(day for day in (self.agreement_date, self.effective_date) if day)

    @property
    def amends_by_title(self) -> bool:
        """Whether its title says that it is an amendment."""
        return bool(_AMENDMENT.search(self.title))


@dataclass(frozen=True, slots=True)
class SuggestionReason:
    """One thing that speaks for or against; `values` fill its wording."""

    code: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RelationSuggestion:
    """That `source` may amend or supersede `target`. `ambiguous` when its words fit other contracts about as well."""

    kind: RelationKind
    source: str
    target: str
    score: float
    reasons: tuple[SuggestionReason, ...]
    start: int
    end: int
    ambiguous: bool = False


def resolve(
    source: PortfolioAgreement, references: Sequence[AgreementReference], portfolio: Iterable[PortfolioAgreement]
) -> list[RelationSuggestion]:
    """Suggestions for one contract, surest first; one for each kind and other contract.

    A contract fits when it has a party in common, is not later than `source`, is no mere amendment of what is named,
    its date is the one that is stated (or unknown), and its title or type is the one that is named. The score adds 0.5
    for the date, 0.25 for the title (0.15 for the type alone), 0.25 for all parties (0.1 for one of several). Without
    the stated date's help at least title and all parties must fit.

    Args:
        source: the contract whose words these are.
        references: what its text says.
        portfolio: all contracts; `source` is left out.
    """
    others = [fit for fit in portfolio if fit.contract_id != source.contract_id and fit.parties & source.parties]
    found: dict[tuple[RelationKind, str], RelationSuggestion] = {}
    for reference in references:
        kind = _kind(source, reference)
        if kind is None:
            continue
        fitting = [fit for other in others if (fit := _fit(kind, source, reference, other)) is not None]
        best = max((fit.score for fit in fitting), default=0.0)
        close = [fit for fit in fitting if fit.score >= best - _NEAR]
        for fit in close:
            key = (kind, fit.target)
            ambiguous = len(close) > 1
            known = found.get(key)
            if known is None or (known.ambiguous, -known.score) > (ambiguous, -fit.score):
                found[key] = replace(fit, ambiguous=ambiguous)
    return sorted(found.values(), key=lambda suggestion: (suggestion.ambiguous, -suggestion.score, suggestion.target))


def _kind(source: PortfolioAgreement, reference: AgreementReference) -> RelationKind | None:
    if reference.verb == "supersedes":
        return "SUPERSEDES"
    if reference.verb == "amends" or source.amends_by_title:
        return "AMENDS"
    return None


def _fit(
    kind: RelationKind, source: PortfolioAgreement, reference: AgreementReference, other: PortfolioAgreement
) -> RelationSuggestion | None:
    if source.agreement_date and other.agreement_date and other.agreement_date > source.agreement_date:
        return None
    # words that name an agreement do not mean one of its amendments, although a date may fit
    if other.amends_by_title and not _AMENDMENT.search(reference.title):
        return None
    # "Amendment to the Supply Agreement dated …": the date may be the amendment's own
    day = None if reference.day in source.days else reference.day
    reasons: list[SuggestionReason] = []
    score = 0.0
    if day is not None and day in other.days:
        score += 0.5
        reasons.append(SuggestionReason("same_date", (day,)))
    elif day is not None and other.days:
        return None
    elif day is not None:
        reasons.append(SuggestionReason("date_unknown", (day,)))
    else:
        reasons.append(SuggestionReason("no_date_stated"))
    dated = score > 0
    titled = _titled(reference.title, other)
    if titled is not None:
        score += 0.25 if titled == "same_title" else 0.15
        reasons.append(SuggestionReason(titled, (reference.title,)))
    else:
        reasons.append(SuggestionReason("other_title", (reference.title, other.title)))
    common = source.parties & other.parties
    whole = len(common) >= min(len(source.parties), len(other.parties))
    score += 0.25 if whole and len(common) > 1 else 0.1
    reasons.append(SuggestionReason("same_parties" if whole and len(common) > 1 else "one_party"))
    if not dated and (titled is None or not whole or len(common) < 2):
        return None
    if score < _FLOOR - 0.1:
        return None
    return RelationSuggestion(
        kind, source.contract_id, other.contract_id, round(score, 2), tuple(reasons), reference.start, reference.end
    )


def _titled(title: str, other: PortfolioAgreement) -> str | None:
    """Whether a contract bears a title: the same words, or at least the same type of agreement; None for neither."""
    if bool(_AMENDMENT.search(title)) != other.amends_by_title:
        return None
    wanted, words = _words(title), _words(other.title)
    if not wanted:
        return None
    if wanted == words or _core(wanted) == _core(words) or (not title.isascii() and _within(wanted, words)):
        return "same_title"
    code = agreement_code(title)
    if (code is not None and code == other.agreement_type) or _within(_core(wanted), _core(words)):
        return "same_type"
    return None


def _words(title: str) -> str:
    plain = unicodedata.normalize("NFKC", title).casefold()
    return " ".join(re.sub(r"[\W_]+", " ", re.sub(r"契約書$", "契約", plain.strip("「」『』 "))).split())


def _core(words: str) -> str:
    return " ".join(word for word in words.split() if word not in _WORDLESS and not word.isdigit())


def _within(inner: str, other: str) -> bool:
    short, long = sorted((inner, other), key=len)
    return len(short) > 2 and (f" {short} " in f" {long} " or (not short.isascii() and short in long))
