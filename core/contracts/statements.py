"""What each contract's words say of other names of its parties and of other agreements, found once and kept.

It depends on the text alone: it is found when a contract comes in, and again for all contracts when the finder's
version changes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pydantic import TypeAdapter
from sqlalchemy import select

from core.contracts.references import agreement_references
from core.matters import hidden_contracts
from core.parties import AliasStatement, alias_statements
from core.relations import AgreementReference
from core.store import Contract, DocumentRow, StatementsRow, Store

VERSION = "1"
_BATCH = 20


@dataclass(frozen=True, slots=True)
class ContractStatements:
    """Other names and other agreements that one contract's text names."""

    aliases: tuple[AliasStatement, ...]
    references: tuple[AgreementReference, ...]


_ADAPTER: TypeAdapter[ContractStatements] = TypeAdapter(ContractStatements)


def read_statements(text: str) -> ContractStatements:
    """What a text says of other names and other agreements."""
    return ContractStatements(alias_statements(text), agreement_references(text))


def statements_body(text: str) -> dict[str, object]:
    """What a text says, as the store keeps it."""
    body: dict[str, object] = _ADAPTER.dump_python(read_statements(text), mode="json")
    return body


def all_statements(
    store: Store, *, on_progress: Callable[[int, int], None] | None = None
) -> dict[str, ContractStatements]:
    """Statements of every contract by its id; those that are not known yet are found first.

    Args:
        store: where contracts and statements are.
        on_progress: told after each batch how many texts of how many have been read.
    """
    known = select(StatementsRow.contract_id).where(StatementsRow.version == VERSION)
    with store.read() as session:
        missing = list(session.scalars(select(Contract.contract_id).where(Contract.contract_id.not_in(known))))
    for start in range(0, len(missing), _BATCH):
        _read(store, missing[start : start + _BATCH])
        if on_progress is not None:
            on_progress(min(start + _BATCH, len(missing)), len(missing))
    with store.read() as session:
        rows = session.execute(select(StatementsRow.contract_id, StatementsRow.body)).all()
        hidden = hidden_contracts(session)
    return {row.contract_id: _ADAPTER.validate_python(row.body) for row in rows if row.contract_id not in hidden}


def _read(store: Store, contract_ids: list[str]) -> None:
    with store.read() as session:
        texts = session.execute(
            select(Contract.contract_id, DocumentRow.text)
            .join(DocumentRow, DocumentRow.sha256 == Contract.sha256)
            .where(Contract.contract_id.in_(contract_ids))
        ).all()
    rows = [
        StatementsRow(contract_id=contract_id, version=VERSION, body=statements_body(text))
        for contract_id, text in texts
    ]
    with store.write() as session:
        # one of them may have been deleted meanwhile
        there = set(session.scalars(select(Contract.contract_id).where(Contract.contract_id.in_(contract_ids))))
        for row in rows:
            if row.contract_id in there:
                session.merge(row)
