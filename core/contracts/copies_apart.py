"""Which contract a file's content is for whoever adds it: the one that they see, else one of their own.

Content is identity: the same bytes are one contract, whose id is their hash. But who adds a file must not learn that a
matter has it which they are no member of, and must not write to that matter's contract. For them it is a contract of
its own, kept under another key, as if nobody had had the file before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from itertools import count

from sqlalchemy import func, literal, or_, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from core.contracts.ingestion import KIND
from core.matters import hidden_contracts, hidden_units
from core.store import Blob, Contract, Unit


def copy_key(sha256: str, copy: int) -> str:
    """The key under which a file is kept: of the first contract with this content its hash, of later ones hashes of
    that and their number."""
    return sha256 if copy == 0 else hashlib.sha256(f"{sha256}\n{copy}".encode()).hexdigest()


def keys_for(session: Session, hashes: Collection[str], matter: str | None) -> Mapping[str, str]:
    """The key for each content, in the write transaction that submits the files.

    Args:
        session: of the transaction; nobody else may submit files before it ends.
        hashes: SHA-256 of each file.
        matter: id of the matter that they are added to; None for everybody's.

    Returns:
        Key by hash: of a contract that whoever acts sees, or of none yet. The bytes are there under each key.
    """
    taken = _taken(session, hashes, matter)
    return {sha256: _apart(session, sha256, matter) if sha256 in taken else sha256 for sha256 in hashes}


def _apart(session: Session, sha256: str, matter: str | None) -> str:
    for copy in count(1):
        key = copy_key(sha256, copy)
        if not _taken(session, [key], matter):
            break
    insert = postgresql.insert if session.get_bind().dialect.name == "postgresql" else sqlite.insert
    source = select(literal(key), Blob.body, literal(datetime.now(UTC), Blob.created_at.type)).where(
        Blob.sha256 == sha256
    )
    columns = ["sha256", "body", "created_at"]
    session.execute(insert(Blob).from_select(columns, source.where(literal(True))).on_conflict_do_nothing())
    return key


def _taken(session: Session, keys: Collection[str], matter: str | None) -> set[str]:
    """Keys of contracts that the acting person must not see, and of files that are about to become such contracts.

    A file on its way to another matter counts as well: whichever is read first would decide who sees the contract.
    """
    hidden_unit = hidden_units()
    if hidden_unit is None:
        return set()
    hidden = hidden_contracts(session)
    query = select(Contract.sha256, Contract.contract_id).where(Contract.sha256.in_(keys))
    stored = {row.sha256: row.contract_id for row in session.execute(query)}
    elsewhere = Unit.matter_id.is_not(None) if matter is None else func.coalesce(Unit.matter_id, "") != matter
    coming = select(Unit.blob_sha256).where(
        Unit.kind == KIND,
        Unit.state != "cancelled",
        Unit.blob_sha256.in_(keys),
        or_(hidden_unit, elsewhere),
    )
    on_the_way = {key for key in session.scalars(coming) if key is not None and key not in stored}
    return on_the_way | {key for key, contract_id in stored.items() if contract_id in hidden}
