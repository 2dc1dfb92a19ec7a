"""Defining, looking for and removing clause types of the users' own."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.orm import Session, undefer
from ulid import ULID

from core.access import Resource, authorized, record
from core.contracts.own_types.known_types import PREFIX, load_own_types
from core.contracts.own_types.type_search import KIND, register_search, search_unit
from core.contracts.reviews_stored import summarise_again
from core.errors import BadArguments, Conflict, NotFound
from core.jobs import Ledger, NewUnit
from core.matters import hidden_contracts
from core.settings import Settings
from core.store import Contract, DocumentRow, OwnTypeRow, Review, Store, next_revision
from core.taxonomy import OwnType, taxonomy

FEWEST_EXAMPLES = 2
MOST_EXAMPLES = 10
LONGEST_NAME = 60
_LONGEST_MEANING = 2_000
_LONGEST_EXAMPLE = 5_000
Fate = Literal["keep", "move", "delete"]


class OwnTypes:
    """Clause types that users defined, in the store. One object serves all threads."""

    def __init__(self, store: Store, settings: Settings) -> None:
        register_search()
        self._store = store
        self._settings = settings
        self._ledger = Ledger(store, settings)

    def types(self) -> tuple[OwnType, ...]:
        """The types in the order in which they were defined; this process knows them from now on."""
        with self._store.read() as session:
            load_own_types(session)
        return taxonomy().own

    def define(self, name: str, meaning: str, examples: Sequence[str], *, user: str) -> str:
        """Keep a new type and give its code; `look_for` then finds it in the contracts.

        A type that was removed while its reviews stayed comes back with them under the same name.

        Raises:
            BadArguments: the name or the meaning is missing or too long, or there are too few or too many examples.
            Conflict: another clause type or fact has this name.
        """
        name = " ".join(unicodedata.normalize("NFKC", name).split())
        passages = [passage.strip() for passage in dict.fromkeys(examples) if passage.strip()]
        if not 0 < len(name) <= LONGEST_NAME or not 0 < len(meaning.strip()) <= _LONGEST_MEANING:
            raise BadArguments("a clause type needs a name and what it means", place="name")
        if not FEWEST_EXAMPLES <= len(passages) <= MOST_EXAMPLES or max(map(len, passages)) > _LONGEST_EXAMPLE:
            raise BadArguments(f"a clause type needs {FEWEST_EXAMPLES} to {MOST_EXAMPLES} examples", place="examples")
        with self._store.write() as session:
            actor = authorized("type.define", None, session)
            load_own_types(session)
            if taxonomy().find(name) is not None:
                raise Conflict(f"{name!r} is a clause type already", name=name)
            row = session.scalar(select(OwnTypeRow).where(func.lower(OwnTypeRow.name) == name.lower()))
            if row is None:
                row = OwnTypeRow(code=_code(name), created_at=datetime.now(UTC))
                session.add(row)
            row.name, row.meaning, row.examples = name, meaning.strip(), passages
            row.created_by, row.removed_at = user, None
            next_revision(session)
            session.flush()
            load_own_types(session)
            record(session, actor, "type.define", Resource("type", row.code))
            return row.code

    def look_for(self, codes: Sequence[str], *, user: str, title: str) -> str:
        """Submit all contracts to be looked through for types, and give the job's id.

        What reviewers accepted and rejected so far counts as further examples. Reviews stay. Contracts that whoever
        acts must not see are another job, which is hidden from them.

        Raises:
            NotFound: no such type.
        """
        with self._store.write() as session:
            actor = authorized("type.define", None, session)
            load_own_types(session)
            types = [_known(code) for code in codes]
            rows = session.execute(
                select(Contract.contract_id, DocumentRow)
                .join(DocumentRow, DocumentRow.sha256 == Contract.sha256)
                .order_by(Contract.number)
            )
            hidden = hidden_contracts(session)
            unseen: list[NewUnit] = []
            units: list[NewUnit] = []
            for contract_id, row in rows:
                chosen = unseen if contract_id in hidden else units
                chosen.append(search_unit(contract_id, row, types, self._settings))
            batch_id = self._ledger.submit_within(session, KIND, title, units, created_by=user)
            if unseen:
                self._ledger.submit_within(session, KIND, title, unseen, created_by=user)
            record(session, actor, "type.look_for", None, job=batch_id, count=len(types))
        self._ledger.submitted.set()
        return batch_id

    def reviews_of(self, code: str) -> int:
        """How many decisions of reviewers name a type, on contracts that whoever acts may see."""
        with self._store.read() as session:
            named = (_names(code), Review.contract_id.not_in(hidden_contracts(session)))
            return session.scalar(select(func.count()).select_from(Review).where(*named)) or 0

    def remove(self, code: str, *, reviews: Fate, move_to: str | None = None) -> None:
        """Take a type out of all contracts. Decisions on contracts that the acting person must not see are kept.

        Args:
            code: the type.
            reviews: what becomes of the decisions on its passages: `keep` them in the contracts' histories (they count
                again when a type of the same name is defined), `move` those on passages to another clause type, or
                `delete` them.
            move_to: code of that other type.

        Raises:
            NotFound: no such type.
            BadArguments: reviews are to move and it is not said where, or not to another clause type.
        """
        with self._store.write() as session:
            actor = authorized("type.define", None, session)
            load_own_types(session)
            _known(code)
            if reviews == "move":
                others = {category.code for category in taxonomy().clauses} - {code}
                if move_to not in others:
                    raise BadArguments("reviews move to another clause type", place="move_to")
                _move(session, code, str(move_to))
            touched = set(session.scalars(select(Review.contract_id).where(_names(code))))
            unseen = hidden_contracts(session) & touched
            if reviews == "move":
                pattern = f"excerpt:{move_to}:"
                touched |= set(
                    session.scalars(
                        select(Review.contract_id).where(Review.subject.startswith(pattern, autoescape=True))
                    )
                )
            if reviews != "keep":
                session.execute(delete(Review).where(_names(code), Review.contract_id.not_in(unseen)))
            row = session.get_one(OwnTypeRow, code)
            if reviews == "keep" or unseen:
                row.removed_at = datetime.now(UTC)
            else:
                session.delete(row)
            session.flush()
            load_own_types(session)
            revision = next_revision(session)
            for contract in session.scalars(select(Contract).options(undefer(Contract.extraction))):
                presence = contract.summary.get("presence")
                if contract.contract_id in touched or (isinstance(presence, dict) and code in presence):
                    summarise_again(session, contract)
            session.execute(update(Contract).values(revision=revision, updated_at=datetime.now(UTC)))
            record(session, actor, "type.remove", Resource("type", code), decision=reviews)


def _code(name: str) -> str:
    words = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:20] if name.isascii() else ""
    return PREFIX + "_".join(filter(None, (words, str(ULID())[-8:].lower())))


def _known(code: str) -> OwnType:
    for own in taxonomy().own:
        if own.code == code:
            return own
    raise NotFound(f"no clause type {code}", kind="clause_type", id=code)


def _names(code: str) -> ColumnElement[bool]:
    return Review.subject.startswith(f"excerpt:{code}:", autoescape=True) | (Review.subject == f"presence:{code}")


def _move(session: Session, code: str, target: str) -> None:
    """Decisions on passages go to another type; whether the clause is there at all is said of a type alone."""
    old = f"excerpt:{code}:"
    named = (Review.subject.startswith(old, autoescape=True), Review.contract_id.not_in(hidden_contracts(session)))
    for row in session.scalars(select(Review).where(*named)):
        row.subject = f"excerpt:{target}:{row.subject.removeprefix(old)}"
    session.flush()
