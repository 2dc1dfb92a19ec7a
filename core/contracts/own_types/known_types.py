"""The clause types of the store, with what reviewers said of their passages, made known to this process."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from core.store import MatterContract, OwnTypeRow, Review
from core.taxonomy import OwnType, shipped_taxonomy, use_own_types
from core.wording import Wording

PREFIX = "own_"
_MOST = 40


def load_own_types(session: Session) -> None:
    """Make the store's clause types known to this process."""
    rows = list(session.scalars(select(OwnTypeRow).order_by(OwnTypeRow.created_at, OwnTypeRow.code)))
    judged = _judged(session) if rows else {}
    use_own_types(
        [_own_type(row, judged) for row in rows if row.removed_at is None],
        [_own_type(row, {}) for row in rows if row.removed_at is not None],
    )


def _own_type(row: OwnTypeRow, judged: dict[tuple[str, bool], list[str]]) -> OwnType:
    # A later release may ship a type of this name: the store must open all the same.
    name = row.name if shipped_taxonomy().find(row.name) is None else f"{row.name} 2"
    return OwnType(
        code=row.code,
        en=name,
        ja=name,
        definition=Wording(en=row.meaning, ja=row.meaning),
        examples=tuple(row.examples),
        accepted=_newest(judged.get((row.code, True), ())),
        rejected=_newest(judged.get((row.code, False), ())),
    )


def _newest(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(reversed(texts)))[:_MOST]


def _judged(session: Session) -> dict[tuple[str, bool], list[str]]:
    """Passages by type and whether a reviewer took them for one of it, oldest first.

    Types are everybody's: what was decided of a contract of a matter teaches them nothing.
    """
    rows = session.scalars(
        select(Review)
        .where(
            Review.subject.startswith(f"excerpt:{PREFIX}", autoescape=True),
            Review.contract_id.not_in(select(MatterContract.contract_id)),
        )
        .order_by(Review.id)
    )
    newest = {(row.contract_id, row.subject): row for row in rows}
    found: dict[tuple[str, bool], list[str]] = {}
    for (_, subject), row in newest.items():
        value = row.value if row.decision == "correct" else row.machine_value
        text = (value or {}).get("text")
        if row.decision != "withdraw" and isinstance(text, str):
            found.setdefault((subject.split(":")[1], row.decision != "reject"), []).append(text)
    return found
