"""Organizations that a question names, as they are written or nearly so, with the other names of the same party."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from core.graph.question_grammar.grammar_nouns import means_any_party
from core.graph.question_grammar.grammar_plan import Condition, PartyIs
from core.graph.question_grammar.grammar_words import Words
from core.graph.retrieval.by_party import FLOOR, name_score
from core.graph.retrieval.organization_names import compared, name_index
from core.lexicon import normal_name
from core.questions import folded

_SHORTEST_NAME = 3
_BEGIN = 3


def read_parties(words: Words, question: str, parties: Sequence[str]) -> list[Condition]:
    """Organizations of the portfolio that a question names as they are written, white space and legal form aside."""
    places: list[tuple[int, int, PartyIs]] = []
    rest = words.rest
    for party in _named(tuple(parties)).in_text(rest):
        if not party.is_said_in(rest):
            continue
        written = sorted(map(re.escape, party.written), key=len, reverse=True)
        plain = r"[\s,.&'\"\\/-]*".join(map(re.escape, party.core.split()))
        bounded = rf"(?<![a-z0-9])(?:{'|'.join(written)}|{plain})(?![a-z0-9])"
        match = words.take(bounded)
        if match is None:
            continue
        words.take(r"§[,\s]*(?:inc|llc|ltd|corp|co|gmbh|l\.?p|k\.?k|limited|corporation|company)(?![a-z])\.?")
        words.take(r"(?:株式会社|有限会社|合同会社)(?=§)")
        _link(words, "party")
        places.append((match.start(), match.end(), PartyIs(match.group(), party.names)))
        rest = words.rest
    return _parties_joined(words, sorted(places, key=lambda place: place[0]))


@dataclass(frozen=True, slots=True)
class _Named:
    """Organizations that differ in their legal forms alone, and how they are written."""

    core: str
    names: tuple[str, ...]
    written: tuple[str, ...]

    def is_said_in(self, text: str) -> bool:
        """Whether a text may name any of them: a pattern for each of thousands of names takes a second to make."""
        return all(word in text for word in self.core.split()) or any(name in text for name in self.written)


@dataclass(frozen=True, slots=True)
class _Names:
    """The organizations of a portfolio, the longest core first, and their places by how what names them begins."""

    named: tuple[_Named, ...]
    places: dict[str, list[int]]

    def in_text(self, text: str) -> list[_Named]:
        """Those that a text may name, the longest core first."""
        begins = {text[at : at + length] for length in range(1, _BEGIN + 1) for at in range(len(text))}
        places = {place for begin in begins for place in self.places.get(begin, ())}
        return [self.named[place] for place in sorted(places)]


@lru_cache(maxsize=2)
def _named(parties: tuple[str, ...]) -> _Names:
    """The organizations of a portfolio by the core of their names."""
    by_core: dict[str, list[str]] = {}
    for party in parties:
        # A contract without names may call its sides "the Parties": the word for any party is no name of one.
        if not means_any_party(_folded(party)):
            by_core.setdefault(_core(party), []).append(party)
    named: list[_Named] = []
    places: dict[str, list[int]] = {}
    for core in sorted(by_core, key=len, reverse=True):
        if len(core.replace(" ", "")) < (_SHORTEST_NAME if core.isascii() else 2):
            continue
        written = tuple(_folded(name) for name in by_core[core])
        for literal in dict.fromkeys((max(core.split(), key=len), *written)):
            places.setdefault(literal[:_BEGIN], []).append(len(named))
        named.append(_Named(core, tuple(sorted(by_core[core])), written))
    return _Names(tuple(named), places)


_core = lru_cache(maxsize=200_000)(normal_name)
_folded = lru_cache(maxsize=200_000)(folded)


def _parties_joined(words: Words, places: list[tuple[int, int, PartyIs]]) -> list[Condition]:
    """One condition for names joined by "or"; several names otherwise must all be parties."""
    found: list[PartyIs] = []
    for index, (start, _, party) in enumerate(places):
        gap = words.text[places[index - 1][1] : start] if index else ""
        either = re.fullmatch(r"[\s,.]*(?:or(?: with)?|または|又は|か)\s*", gap)
        if either:
            words.mark(places[index - 1][1], start)
            found[-1] = PartyIs(f"{found[-1].asked}, {party.asked}", (*found[-1].names, *party.names))
        else:
            found.append(party)
    return list(found)


def read_near_parties(
    words: Words, question: str, parties: Sequence[str], aliases: Sequence[Sequence[str]] = ()
) -> list[Condition]:
    """An organization whose name is nearly what is left of a question, such as Mount Knowledge for Mount Kowledge.

    Args:
        words: the question, read so far.
        question: as typed.
        parties: names of the organizations in the graph.
        aliases: names that are one party by a person's decision, party by party.
    """
    match = re.search(r"[\"“「『](?P<name>[^\"”」』]{2,80})[\"”」』]", question) or re.search(
        r"\b(?:[Ww]ith|[Ff]or|of|between|involving|from|party)\s+(?P<name>(?:[A-Z][\w&.'-]*[,]?\s*)+)", question
    )
    match = match or re.search(
        r"(?P<name>[^\s、。§?？]{2,40}?)(?:との|と締結した|が当事者の|を当事者とする)契約", question
    )
    if match is None:
        return []
    asked = match["name"].strip(" .,?")
    place = words.rest.find(folded(asked))
    if place < 0:
        return []
    named = tuple(parties)
    near = (named[place] for place in name_index(named).candidates(compared(asked)))
    names = [party for party in near if name_score(asked, party) >= FLOOR]
    if not names or not _one_party(names, aliases):
        # Several parties are near: which one is meant, nobody can tell.
        return []
    words.mark(place, place + len(folded(asked)))
    _link(words, "party")
    return [PartyIs(asked, tuple(sorted(names)))]


def _link(words: Words, kind: str) -> None:
    """Words that tie a party's name to its contracts."""
    words.take(r"\b(?:with|for|of|between|involving|from|by|(?:to )?which|where)\s*(?:the\s+)?(?:party\s+)?(?=§)")
    words.take(r"(?<=§)\s+(?:is|are) (?:a |the )?(?:counter)?part(?:y|ies)(?: to)?")
    words.take(r"(?<=§)\s*の(?:両方|双方|両者)が当事者(?:の|である|となる|になっている)?")
    words.take(
        r"(?<=§)(?:との間の|との|と締結した|が当事者(?:の|である|となる|になっている)?|を当事者とする|が締結した)"
    )


def _one_party(names: Sequence[str], aliases: Sequence[Sequence[str]]) -> bool:
    """Whether names are one party's, legal forms aside."""
    party_of = {name: place for place, group in enumerate(aliases) for name in group}
    return len({party_of.get(name, _core(name)) for name in names}) == 1


def with_other_names(conditions: Iterable[Condition], aliases: Sequence[Sequence[str]]) -> list[Condition]:
    """The same conditions, each party with the other names that a person joined with its own.

    Args:
        conditions: what a question asks for.
        aliases: names that are one party by a person's decision, party by party.
    """
    return [_widened(one, aliases) if isinstance(one, PartyIs) else one for one in conditions]


def _widened(one: PartyIs, aliases: Sequence[Sequence[str]]) -> PartyIs:
    others = {name for group in aliases if not set(group).isdisjoint(one.names) for name in group}
    return replace(one, others=tuple(sorted(others - set(one.names))))
