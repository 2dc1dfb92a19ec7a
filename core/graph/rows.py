"""Rows that the retrieval functions give: what pages, the agent and the command line show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Literal

from pydantic import JsonValue

from core.record import Presence


@dataclass(frozen=True, slots=True)
class RetrievedRow:
    """A row. One that stands for a contract carries its `contract_id` and `title`."""


@dataclass(frozen=True, slots=True)
class ExcerptRow(RetrievedRow):
    """Words of a contract with their place. `kind` says whether they are a finding or only a near candidate."""

    kind: Literal["finding", "candidate"]
    type: str
    text: str
    page: int | None
    start: int | None
    end: int | None
    state: str
    confidence: float


@dataclass(frozen=True, slots=True)
class EvidenceRow(RetrievedRow):
    """Where the words for a fact stand; `quote` is what the source says, None when unverified."""

    state: str
    page: int | None
    start: int | None
    end: int | None
    quote: str | None


@dataclass(frozen=True, slots=True)
class PartyRow(RetrievedRow):
    """A party of a contract; `country` is ISO 3166 alpha-2."""

    name: str
    role: str | None
    country: str | None
    state: str | None
    confidence: float
    evidence: EvidenceRow | None


@dataclass(frozen=True, slots=True)
class FactRow(RetrievedRow):
    """A fact of a contract as `core.record.Fact` has it; `confidence` only beside a value."""

    name: str
    value: str | None
    detail: str | None
    confidence: float | None
    evidence: EvidenceRow | None


@dataclass(frozen=True, slots=True)
class VerdictRow(RetrievedRow):
    """Whether a contract has a clause type; `confidence` only where it is present."""

    type: str
    presence: Presence
    confidence: float | None
    excerpts: int


@dataclass(frozen=True, slots=True)
class RetrievedContract(RetrievedRow):
    """A contract in a list. Dates are ISO 8601, terms ISO 8601 durations, the law's country is alpha-2."""

    contract_id: str
    title: str
    file_name: str
    language: str
    agreement_type: str | None
    agreement_date: str | None
    effective_date: str | None
    expiration_date: str | None
    current_end_date: str | None
    renewal_term: str | None
    notice_period: str | None
    last_notice_day: str | None
    governing_law: str | None
    parties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ContractDetail(RetrievedContract):
    """Everything that the graph knows of one contract, short of the excerpts."""

    sha256: str
    engine: str
    pages: int
    unread_pages: tuple[int, ...]
    party_details: tuple[PartyRow, ...]
    facts: tuple[FactRow, ...]
    clauses: tuple[VerdictRow, ...]


@dataclass(frozen=True, slots=True)
class MatchedParty(RetrievedRow):
    """A party whose name is like the one asked for; `score` in 0–1.

    `alias_of` is the name that was found, where this one is another name of the same party by a person's decision.
    """

    name: str
    role: str | None
    asked: str
    score: float
    alias_of: str | None = None


@dataclass(frozen=True, slots=True)
class RetrievedParty(RetrievedContract):
    """A contract of an organization; `score` is the best of `matched`."""

    matched: tuple[MatchedParty, ...]
    score: float


@dataclass(frozen=True, slots=True)
class RetrievedClause(RetrievedContract):
    """A contract with its verdict on one clause type: words found where it is present, else the nearest candidates.

    `confidence` is that of what was found, None where the clause is not present.
    """

    type: str
    presence: Presence
    confidence: float | None
    excerpts: tuple[ExcerptRow, ...]
    candidates: tuple[ExcerptRow, ...]


@dataclass(frozen=True, slots=True)
class RetrievedCombination(RetrievedContract):
    """A contract that has some clause types and lacks others.

    `certainty` is unknown when one of the types that should be lacking was only not found or is unknown (`unknown`
    names them): then it may be there after all.
    """

    certainty: Literal["certain", "unknown"]
    present: tuple[str, ...]
    absent: tuple[str, ...]
    unknown: tuple[str, ...]
    excerpts: tuple[ExcerptRow, ...]
    candidates: tuple[ExcerptRow, ...]


@dataclass(frozen=True, slots=True)
class RetrievedDate(RetrievedContract):
    """A contract with the date that was asked for and the words it comes from."""

    field: str
    day: str
    evidence: EvidenceRow | None


@dataclass(frozen=True, slots=True)
class AmendmentRow(RetrievedRow):
    """An amendment with its first day; not `certain` where it is unknown whether it applies on the day in question.

    `evidence` is what it says of the agreement that it amends, None where a person stated the relation.
    """

    contract_id: str
    title: str
    begins: str | None
    begins_by: Literal["effective_date", "agreement_date"] | None
    certain: bool
    evidence: EvidenceRow | None


@dataclass(frozen=True, slots=True)
class SupersededRow(RetrievedRow):
    """An agreement that superseded another, and since when; `since` is None where its first day is unknown."""

    contract_id: str
    title: str
    since: str | None
    evidence: EvidenceRow | None


@dataclass(frozen=True, slots=True)
class TermsRow(RetrievedRow):
    """The document whose words on a clause type apply, the newest amendment that speaks of it or the agreement.

    `presence` is absent where neither the agreement nor an amendment has the clause. Not `certain` where an amendment
    may say something else: its clause, or whether it applies, is unknown (`may_differ` names those by contract id).
    """

    contract_id: str
    title: str
    type: str
    presence: Presence
    certain: bool
    may_differ: tuple[str, ...]
    excerpts: tuple[ExcerptRow, ...]


StateReason = Literal[
    "within_dates",
    "runs_for_ever",
    "not_begun",
    "ended",
    "superseded",
    "begin_unknown",
    "end_unknown",
    "may_be_renewed",
    "superseded_since_unknown",
    "amendments_unknown",
]


@dataclass(frozen=True, slots=True)
class RetrievedAsOf(RetrievedContract):
    """An agreement on a day, by its own dates, its amendments and what superseded it (see `as_of`).

    `begins_by` says which date is the first day; `ends_in` is the contract, itself or an amendment, that states the
    last day. `reasons` say what the state rests on.
    """

    day: str
    state: Literal["in_force", "not_in_force", "unknown"]
    reasons: tuple[StateReason, ...]
    begins: str | None
    begins_by: Literal["effective_date", "agreement_date"] | None
    begin_evidence: EvidenceRow | None
    ends: str | None
    ends_in: str | None
    end_evidence: EvidenceRow | None
    amendments: tuple[AmendmentRow, ...]
    superseded_by: tuple[SupersededRow, ...]
    terms: TermsRow | None
    matched: tuple[MatchedParty, ...]


@dataclass(frozen=True, slots=True)
class RetrievedLaw(RetrievedContract):
    """A contract with its governing law and the words it comes from."""

    country: str
    country_name: str
    state: str | None
    evidence: EvidenceRow | None


@dataclass(frozen=True, slots=True)
class ContractExcerpt(ExcerptRow):
    """An excerpt of a named contract."""

    contract_id: str
    title: str


@dataclass(frozen=True, slots=True)
class RetrievedText(RetrievedRow):
    """Words of a contract that are like a text.

    `kind`: finding (words found for a clause type), candidate (near one), passage (other words of the contract).
    `match`: words when it shares at least half of the text's words, by rarity; meaning when it is only near by vector.
    `score` is the fused rank (higher is better), `similarity` the cosine in -1–1, `coverage` the share of words in 0–1.
    """

    contract_id: str
    title: str
    kind: Literal["finding", "candidate", "passage"]
    types: tuple[str, ...]
    text: str
    page: int | None
    start: int | None
    end: int | None
    state: str | None
    confidence: float | None
    match: Literal["words", "meaning"]
    score: float
    similarity: float | None
    coverage: float | None


@dataclass(frozen=True, slots=True)
class RetrievedKnowledge(RetrievedRow):
    """An approved knowledge entry, called by its `name` (K12). No `agreement_types` means every type.

    `fallback_positions` and `fallback_clauses` stand in order, the first to offer first. `score` in 0–1 is the share of
    the query's words that the entry holds.
    """

    entry_id: str
    number: int
    name: str
    title: str
    severity: str | None
    clause_types: tuple[str, ...]
    agreement_types: tuple[str, ...]
    problem: str
    risk: str
    recommended_clause: str
    fallback_positions: tuple[str, ...]
    fallback_clauses: tuple[str, ...]
    walk_away: str | None
    score: float


@dataclass(frozen=True, slots=True)
class CountRow(RetrievedRow):
    """A number of contracts."""

    count: int


@dataclass(frozen=True, slots=True)
class TableRow(RetrievedRow):
    """A row of a query whose columns depend on the question: names and plain values, in the query's order."""

    cells: tuple[tuple[str, JsonValue], ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of its columns, in order."""
        return tuple([name for name, _ in self.cells])

    @property
    def contract_id(self) -> str | None:
        """The contract that it stands for, None where it stands for a number or a group."""
        value = self.get("contract_id")
        return value if isinstance(value, str) else None

    def get(self, column: str) -> JsonValue:
        """The value of a column; None where it has none, or no such column."""
        return next((value for name, value in self.cells if name == column), None)

    def number(self, column: str) -> int | float:
        """The number in a column.

        Raises:
            TypeError: there is none.
        """
        value = self.get(column)
        if isinstance(value, int | float):
            return value
        raise TypeError(f"no number in column {column}: {value!r}")


@dataclass(frozen=True, slots=True)
class CypherAttempt(RetrievedRow):
    """A query that was tried: what the guard or the database said of it, and whether it ran."""

    query: str
    ran: bool
    rule: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class CypherReceipt(RetrievedRow):
    """How a question was answered by a query.

    `engine` is `builtin` or the model that wrote it; `restated` says what exactly is answered, by language, in one
    alone where a model said it. `query` is as it ran, `attempts` are all that were tried, the last one last.
    Not `linked`: what a row says of a contract need not be that contract's, so it has no link.
    """

    engine: str
    backend: str
    restated: Mapping[str, str]
    query: str
    parameters: tuple[tuple[str, object], ...]
    attempts: tuple[CypherAttempt, ...]
    columns: tuple[str, ...]
    truncated: bool
    milliseconds: float
    tokens: int = 0
    linked: bool = True


@dataclass(frozen=True, slots=True)
class Result:
    """Rows of one call; `total` is how many there are without `limit` and `offset`.

    `receipt` says how they were found, where the function wrote a query of its own. `not_found` counts the contracts
    in which no date, law, party or clause that the list goes by was found: they may belong on it all the same.
    """

    rows: tuple[RetrievedRow, ...]
    total: int
    receipt: CypherReceipt | None = None
    not_found: int | None = None


def row_dict(row: RetrievedRow) -> dict[str, JsonValue]:
    """A row as JSON has it: tuples as lists, numbers rounded to four places; a table's row by its columns."""
    if isinstance(row, TableRow):
        return {name: as_json(value) for name, value in row.cells}
    return {field.name: as_json(getattr(row, field.name)) for field in fields(row)}


def as_json(value: object) -> JsonValue:
    """A value of a row or an argument as JSON has it.

    Raises:
        TypeError: JSON has no such value.
    """
    if isinstance(value, RetrievedRow):
        return {key: as_json(part) for key, part in asdict(value).items()}
    if isinstance(value, list | tuple):
        return [as_json(part) for part in value]
    if isinstance(value, dict):
        return {str(key): as_json(part) for key, part in value.items()}
    if isinstance(value, float):
        return round(value, 4)
    if value is None or isinstance(value, str | int):
        return value
    raise TypeError(f"no JSON value: {type(value).__name__}")
