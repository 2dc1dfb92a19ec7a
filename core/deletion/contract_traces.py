"""What must be known of a contract to find it everywhere else, read while it is still there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import ColumnElement, SQLColumnExpression, String, cast, func, or_, select
from sqlalchemy.orm import Session

from core.contracts import Library
from core.deletion.own_words import OwnWords, plain_form
from core.errors import NotFound
from core.graph.projection import excerpt_texts
from core.store import Blob, Contract, DocumentRow, Review, Store
from core.workbench import graph_contract


@dataclass(frozen=True)
class ContractTraces:
    """Where a contract left words.

    Attributes:
        contract_id, sha256: what rows name it by.
        names: of file and parties that no other contract has, as they were written.
        words: its words against those of all others.
        excerpts: texts that vectors were made of.
        since: when its file came; nothing made before can speak of it.
    """

    contract_id: str
    sha256: str
    names: tuple[str, ...]
    words: OwnWords
    excerpts: tuple[str, ...]
    since: datetime


def read_traces(library: Library, store: Store, contract_id: str, *, today: date) -> ContractTraces:
    """The traces of a contract that is there.

    Raises:
        NotFound: it is not.
    """
    shown = graph_contract(library, contract_id, today=today)
    detail = library.detail(contract_id)
    with store.read() as session:
        contract = session.scalar(select(Contract).where(Contract.contract_id == contract_id))
        if contract is None:
            raise NotFound(f"no contract {contract_id}", reference=contract_id)
        since = session.execute(select(Blob.created_at).where(Blob.sha256 == contract.sha256)).scalar_one()
        decided = select(cast(Review.value, String), Review.note).where(Review.contract_id == contract_id)
        texts = [words or "" for row in session.execute(decided) for words in row]
        parties = {*detail.row.summary.parties, *(party.name for party in detail.machine.parties)}
        names = [name for name in parties if not _elsewhere(session, contract_id, name)]
        if not session.scalar(
            select(func.count())
            .select_from(DocumentRow)
            .where(DocumentRow.file_name == shown.file_name, DocumentRow.sha256 != contract.sha256)
        ):
            names.append(shown.file_name)
    title = detail.row.summary.title

    def elsewhere(word: str) -> bool:
        with store.read() as others:
            return _elsewhere(others, contract_id, word)

    whole = "\n".join((shown.text, title, shown.file_name, *sorted(parties), *texts))
    return ContractTraces(
        contract_id=contract_id,
        sha256=contract.sha256,
        names=tuple(sorted(name for name in names if plain_form(name))),
        words=OwnWords(whole, elsewhere),
        excerpts=tuple(excerpt_texts(shown)),
        since=since,
    )


def _elsewhere(session: Session, contract_id: str, word: str) -> bool:
    """Whether another contract has a word in its text, its file's name or its summary."""
    columns = (DocumentRow.text, DocumentRow.file_name, cast(Contract.summary, String))
    query = (
        select(Contract.contract_id)
        .join(DocumentRow, DocumentRow.sha256 == Contract.sha256)
        .where(Contract.contract_id != contract_id, or_(*(holds(column, word) for column in columns)))
        .limit(1)
    )
    return session.scalar(query) is not None


def holds(column: SQLColumnExpression[str], words: str) -> ColumnElement[bool]:
    """Condition that a column holds some words, whatever the case of their letters."""
    return column.icontains(words, autoescape=True)
