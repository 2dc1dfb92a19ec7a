"""Other names of a party that a contract states: formerly known as, doing business as, 旧商号, 以下「X」という.

Two steps. The text alone gives the places where such words stand, with what is written around them; this is kept with
the contract. Which organizations they join is found when all names are known: the name before must be a party of
that contract, the name after must be an organization of some contract.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from core.lexicon import normal_name
from core.parties.organizations import Organization

Kind = Literal["former", "trade", "other", "short"]

_BEFORE, _AFTER, _GAP = 240, 140, 140
_MARKS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "former",
        re.compile(
            r"\b(?:f\s?/\s?k\s?/\s?a|f\.k\.a\.?|(?:formerly|previously)\s+(?:known|named|called|doing\s+business)"
            r"(?:\s+as)?|formerly(?=[\s:,]+[A-Z\"“]))[\s:,\"“]*",
            re.I,
        ),
    ),
    ("former", re.compile(r"旧(?:商号|社名|名称|称)?\s*(?:は|[:：、「『]|(?=[株有合(（]))\s*[「『]?")),
    (
        "trade",
        re.compile(r"\b(?:d\s?/\s?b\s?/\s?a|d\.b\.a\.?|doing\s+business\s+as|trading\s+as|t/a)[\s:,\"“]*", re.I),
    ),
    ("other", re.compile(r"\b(?:a\s?/\s?k\s?/\s?a|a\.k\.a\.?|(?:also|now)\s+known\s+as)[\s:,\"“]*", re.I)),
    ("other", re.compile(r"(?:現商号|現社名|通称|屋号)\s*(?:は|[:：、「『])\s*[「『]?")),
    ("short", re.compile(r"[(（](?:以下、?)\s*[「『\"“]")),
    (
        "short",
        re.compile(r"[(（]\s*(?:the\s+|hereinafter[^\"“()]{0,40}|referred\s+to[^\"“()]{0,40})?[\"“](?=\w)", re.I),
    ),
)
_SCORES: dict[Kind, float] = {"former": 0.95, "trade": 0.9, "other": 0.95, "short": 0.8}
_ROLES = frozenset(
    "administrator adviser advisor affiliate agency agent agreement assignee assignor bank borrower broker buyer "
    "carrier celebrity client company consultant contractor corporation counterparty customer dealer depositor "
    "developer distributor employee employer executive firm fund franchisee franchisor grantee grantor guarantor "
    "host indemnitee investment investor issuer landlord lender lessee lessor licensee licensing licensor manager "
    "manufacturer marketer member operator owner participant parties partner party producer promoter provider "
    "publisher purchaser recipient representative reseller seller service services servicer shareholder sponsor "
    "subcontractor supplier tenant transporter trust trustee underwriter user vendor the you we us "
    "甲 乙 丙 丁 本契約 両当事者 当事者 委託者 受託者 売主 買主 貸主 借主 会社 発注者 受注者 開示者 受領者".split()
)
_STOP = re.compile(r"[」』\"”)）]|、|。|，")
_BETWEEN = re.compile(r"\b(?:and|or|between|by)\b|及び|並びに|[とは]、|。", re.I)
"""Where this stands between a name and the words, they may speak of somebody else."""
_MOST_WORDS = 10


@dataclass(frozen=True, slots=True)
class AliasStatement:
    """Words that give a party another name, and what stands around them.

    `before` ends at the offset `start`, `after` begins at the offset `end`.
    """

    kind: Kind
    before: str
    after: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class StatedAlias:
    """Two organizations that a contract's own words join; `start` and `end` are offsets of those words."""

    kind: Kind
    organization_a: str
    organization_b: str
    contract_id: str
    start: int
    end: int
    score: float


def alias_statements(text: str) -> tuple[AliasStatement, ...]:
    """The places of a text where another name may be given, in reading order."""
    found = [
        AliasStatement(
            kind,
            text[max(0, match.start() - _BEFORE) : match.start()],
            text[match.end() : match.end() + _AFTER],
            match.start(),
            match.end(),
        )
        for kind, mark in _MARKS
        for match in mark.finditer(text)
        if kind != "short" or _may_name(_term(text[match.end() : match.end() + _AFTER]))
    ]
    return tuple(sorted(found, key=lambda statement: statement.start))


def stated_aliases(
    contract_id: str,
    statements: Sequence[AliasStatement],
    parties: Sequence[Organization],
    by_normal_name: Mapping[str, Sequence[Organization]],
) -> Iterator[StatedAlias]:
    """The pairs of organizations that a contract's statements join.

    Args:
        contract_id: the contract.
        statements: what its text says.
        parties: its parties.
        by_normal_name: all organizations by `core.lexicon.party_names.normal_name`.
    """
    for statement in statements:
        holder = _holder(statement.before, parties)
        if holder is None:
            continue
        party, name_start = holder
        others, length = _named(statement.after, by_normal_name, whole=statement.kind == "short")
        for other in others:
            if other.id != party.id:
                start = statement.start - (len(statement.before) - name_start)
                score = _SCORES[statement.kind]
                yield StatedAlias(statement.kind, party.id, other.id, contract_id, start, statement.end + length, score)


def _term(after: str) -> str:
    return _STOP.split(after, maxsplit=1)[0].strip()


def _may_name(term: str) -> bool:
    """Whether a defined term can be a name: no role such as "Supplier" or 甲, and not the word for the contract."""
    words = term.casefold().split()
    return 0 < len(words) <= _MOST_WORDS and len(term) > 1 and not _ROLES & {*words, *(w.rstrip("s") for w in words)}


def is_role(name: str) -> bool:
    """Whether a name is only a role, such as "the Company" or 甲: it names no one party over several contracts."""
    words = re.findall(r"\w+", name.casefold())
    return bool(words) and all(word in _ROLES or word.rstrip("s") in _ROLES for word in words)


def _holder(before: str, parties: Sequence[Organization]) -> tuple[Organization, int] | None:
    """The party whose name stands last before the words, with the offset where that name begins."""
    best: tuple[int, int, Organization] | None = None
    for party in parties:
        pattern = r"\W*".join(re.escape(word) for word in re.findall(r"\w+", party.name))
        if not pattern:
            continue
        for match in re.finditer(pattern, before, re.I):
            if (
                not _BETWEEN.search(before, match.end())
                and len(before) - match.end() <= _GAP
                and (best is None or match.end() > best[0])
            ):
                best = (match.end(), match.start(), party)
    return None if best is None else (best[2], best[1])


def _named(
    after: str, by_normal_name: Mapping[str, Sequence[Organization]], *, whole: bool
) -> tuple[Sequence[Organization], int]:
    """The organizations whose name the words after are, or (not `whole`) begin with; and that name's length."""
    term = _STOP.split(after, maxsplit=1)[0].rstrip()
    ends = [] if whole else [match.end() for match in re.finditer(r"\w+\.?", term)][:_MOST_WORDS]
    for end in sorted({*ends, len(term)}, reverse=True):
        found = by_normal_name.get(normal_name(term[:end]))
        # "Joint Development Agreement" does not name The Joint Corp.
        goes_on = re.match(r"\s+[A-Z]", term[end:])
        if found and not goes_on and len(normal_name(term[:end])) > 1:
            exact = [defined for defined in found if defined.name == term[:end].strip()]
            return exact or found, end
    return (), 0
