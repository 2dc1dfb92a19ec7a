"""A knowledge entry: what the legal department wants of contracts, why, and what it falls back to.

`EntryDraft` is the content, as it grows in an interview or a form: six keys that are always there (null where not yet
known) and the playbook's keys, which may be left out. `Entry` is the document that the store keeps, in the style of a
document database. Both are closed: a key that is not named here is refused.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from core.taxonomy import taxonomy

Severity = Literal["high", "medium", "low"]
Status = Literal["draft", "in_review", "approved", "retired"]
STATUSES: tuple[Status, ...] = ("draft", "in_review", "approved", "retired")
SEVERITIES: tuple[Severity, ...] = ("high", "medium", "low")
SCHEMA_VERSION = "1.0"
PARTITION = "knowledge"
NEEDED = ("title", "contract_types", "problem_pattern", "risk", "recommended_clause")
"""Fields that an approved entry must have; `contract_types` may be empty there, which means every type."""


def _clause_type(code: str) -> str:
    try:
        taxonomy().get(code)
    except KeyError:
        raise ValueError(f"{code!r} is no clause type") from None
    return code


ClauseType = Annotated[str, AfterValidator(_clause_type)]


class FallbackPosition(BaseModel):
    """What to offer when the recommended clause is not accepted; level 1 comes first."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    level: int = Field(ge=1)
    position: str
    clause: str


class LawReference(BaseModel):
    """A law and its article."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    law: str
    article: str


class EntryDraft(BaseModel):
    """The content of an entry. `clause_types` are codes of `core.taxonomy`; no `contract_types` means every type."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    title: str | None
    contract_types: tuple[str, ...] | None
    problem_pattern: str | None
    risk: str | None
    recommended_clause: str | None
    note: str | None
    severity: Severity | None = None
    applicability: tuple[str, ...] = ()
    fallback_positions: tuple[FallbackPosition, ...] = ()
    walk_away: str | None = None
    clause_types: tuple[ClauseType, ...] = ()
    law_references: tuple[LawReference, ...] = ()
    source_case: str | None = None

    @model_validator(mode="after")
    def _in_order(self) -> EntryDraft:
        levels = [position.level for position in self.fallback_positions]
        if levels != sorted(set(levels)):
            raise ValueError("fallback positions stand in the order of their levels, each level once")
        return self


FIELDS: tuple[str, ...] = tuple(EntryDraft.model_fields)
"""Names of the content's fields in their order."""


class Entry(EntryDraft):
    """A knowledge entry as the store keeps it. Times are UTC; `revision` counts from 1; `author` made this revision."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)
    id: str = Field(min_length=1, max_length=26, pattern=r"^[0-9A-Za-z_-]+$")
    partition_key: str = Field(PARTITION, alias="partitionKey")
    type: Literal["knowledge_entry"] = "knowledge_entry"
    schema_version: Literal["1.0"] = Field("1.0", alias="schemaVersion")
    created_at: datetime = Field(alias="createdAt")
    updated_at: datetime = Field(alias="updatedAt")
    status: Status = "draft"
    revision: int = Field(1, ge=1)
    author: str

    @model_validator(mode="after")
    def _whole(self) -> Entry:
        lacking = missing_fields(self) if self.status == "approved" else ()
        if lacking:
            raise ValueError(f"an approved entry needs {', '.join(lacking)}")
        return self

    @property
    def content(self) -> EntryDraft:
        """The content without what the store adds."""
        return EntryDraft.model_validate({name: getattr(self, name) for name in FIELDS})

    def to_document(self) -> dict[str, object]:
        """The entry as a JSON document."""
        return self.model_dump(mode="json", by_alias=True)


def missing_fields(draft: EntryDraft) -> tuple[str, ...]:
    """Fields that still must be filled before the entry can be approved, in their order."""
    lacking = []
    for name in NEEDED:
        value = getattr(draft, name)
        if value is None or (isinstance(value, str) and not value.strip()):
            lacking.append(name)
    return tuple(lacking)


def entry_name(number: int) -> str:
    """What people call an entry: K12."""
    return f"K{number}"
