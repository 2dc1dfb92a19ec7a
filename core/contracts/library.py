"""The library of contracts: receive, ingest, list, show, review, delete. The store behind it is the truth."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session, undefer

from core.access import Action, Resource, authorize, authorized, current_actor, record
from core.contracts.copies_apart import keys_for
from core.contracts.desk.deciding import decide, machine_value_before
from core.contracts.desk.review_values import Correction, corrected_value
from core.contracts.effective_reviews import EffectiveReviews
from core.contracts.extract import extraction_key
from core.contracts.finding_sensitivity import FindingSensitivity
from core.contracts.ingestion import KIND, contract_id_of, register_ingestion
from core.contracts.own_types.known_types import load_own_types
from core.contracts.own_types.type_search import register_search
from core.contracts.review import DECISIONS, Decision, ReviewRecord, apply_reviews
from core.contracts.reviews_stored import history_of, reviews_in_effect
from core.contracts.row import ContractRow
from core.contracts.row_cache import RowCache, contract_row
from core.contracts.stored_document import document_from
from core.documents import Document
from core.errors import BadArguments, Conflict, EmptyDocument, NotFound, TooLarge
from core.guardrail import NotStrict, parsed
from core.jobs import Ledger, NewUnit
from core.llm import endpoint_name
from core.matters import hidden_contracts, needs_two_approvers
from core.record import Extraction, from_json
from core.settings import Settings
from core.store import (
    REVISION,
    Blob,
    Contract,
    Counter,
    DocumentRow,
    MatterContract,
    Review,
    Store,
    Tombstone,
    Unit,
    advance_counter,
    history_token,
    next_revision,
)
from core.taxonomy import taxonomy


@dataclass(frozen=True, slots=True)
class ReviewedContract:
    """One contract: what the engine found, what is shown after reviews, and the decision that counts for each subject.

    `decisions` also has those that wait for a second person, where the contract's matter asks for one.
    """

    row: ContractRow
    machine: Extraction
    shown: Extraction
    reviews: dict[str, ReviewRecord]
    decisions: EffectiveReviews = field(default_factory=lambda: EffectiveReviews({}))
    needs_two: bool = False


@dataclass(frozen=True, slots=True)
class ContractChanges:
    """What changed after a revision."""

    changed: tuple[str, ...]
    deleted: tuple[str, ...]
    newest: int


class Library:
    """Contracts in the store, and the jobs that bring them there."""

    def __init__(self, store: Store, settings: Settings) -> None:
        register_ingestion()
        register_search()
        with store.read() as session:
            load_own_types(session)
        self._store = store
        self._settings = settings
        self._ledger = Ledger(store, settings)
        self._rows = RowCache()

    def receive(self, data: bytes, file_name: str) -> str:
        """Keep a file's bytes at once and give their SHA-256; nothing is read yet.

        Raises:
            EmptyDocument: no bytes.
            TooLarge: over the limit of size.
        """
        authorized("contract.add")
        if not data:
            raise EmptyDocument(f"{file_name} has no bytes", file=file_name)
        if len(data) > self._settings.max_file_bytes:
            raise TooLarge(f"{file_name} is too large", file=file_name, limit=f"{self._settings.max_file_mb} MB")
        sha256 = hashlib.sha256(data).hexdigest()
        with self._store.write() as session:
            dialect = session.get_bind().dialect.name
            insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
            row = {"sha256": sha256, "body": data, "created_at": datetime.now(UTC)}
            session.execute(insert(Blob).values(row).on_conflict_do_nothing())
        return sha256

    def sweep(self, *, older_than: timedelta = timedelta(days=1)) -> int:
        """Remove the bytes of files that were received and never submitted, and give their number.

        A process that was killed in between leaves them; whoever is about to submit has a day.
        """
        wanted = select(DocumentRow.sha256).union(select(Unit.blob_sha256).where(Unit.blob_sha256.is_not(None)))
        with self._store.write() as session:
            left = delete(Blob).where(Blob.created_at < datetime.now(UTC) - older_than, Blob.sha256.not_in(wanted))
            return int(session.execute(left).rowcount)  # type: ignore[attr-defined]

    def ingest(
        self,
        files: Sequence[tuple[str, str]],
        *,
        user: str,
        extraction: bytes | None = None,
        title: str | None = None,
        matter: str | None = None,
    ) -> str:
        """Submit files for ingestion and give the job's id.

        Args:
            files: SHA-256 (from `receive`) and the name people know, for each file.
            user: who asks.
            extraction: an extraction in the reference's form, for a single file; replaces what is known of it.
            title: what the job is called; the first file's name by default.
            matter: id of the matter that new contracts belong to from the beginning; None for everybody's.

        Raises:
            NotAllowed: who acts is no member of the matter.
            BadArguments: no file, or an extraction for several files.
        """
        if not files or (extraction is not None and len(files) != 1):
            raise BadArguments("give at least one file, and exactly one where an extraction comes with it")
        if extraction is not None:
            try:
                parsed(extraction.decode("utf-8-sig"))
            except (NotStrict, UnicodeDecodeError) as error:
                raise BadArguments(f"the extraction is no JSON: {error}", place="extraction") from error
        if matter is not None:
            with self._store.read() as session:
                authorize(current_actor(), "contract.add", Resource("matter", matter), session)
        return self._submit(
            files,
            user=user,
            extraction=extraction,
            title=title,
            replace=extraction is not None,
            again=False,
            matter=matter,
        )

    def extract_again(self, contract_ids: Sequence[str], *, user: str, title: str | None = None) -> str:
        """Submit contracts for a new extraction by the active engine and give the job's id. Reviews stay.

        Args:
            contract_ids: the contracts.
            user: who asks.
            title: what people call the job; by default the name of the first file.
        """
        files = []
        for contract_id in contract_ids:
            row = self.row(contract_id)
            files.append((self._sha256(contract_id), row.file_name))
        return self._submit(files, user=user, extraction=None, title=title, replace=True, again=True)

    def _submit(
        self,
        files: Sequence[tuple[str, str]],
        *,
        user: str,
        extraction: bytes | None,
        title: str | None,
        replace: bool,
        again: bool,
        matter: str | None = None,
    ) -> str:
        action: Action = "contract.extract" if again else "contract.add"
        authorized(action)
        shared: dict[str, Any] = {"created_by": user}
        if own := taxonomy().own:
            shared["own_types"] = [category.model_dump(mode="json") for category in own]
        if replace:
            shared["replace"] = True
        if matter is not None:
            shared["matter"] = matter
        if extraction is not None:
            shared["extraction"] = extraction.decode("utf-8-sig")
            read_by = dict.fromkeys((sha256 for sha256, _ in files), hashlib.sha256(extraction).hexdigest())
        else:
            chosen = FindingSensitivity(self._store).chosen()
            if chosen != "balanced":
                shared["sensitivity"] = chosen
            read_by = {
                sha256: extraction_key(sha256, self._settings, store=self._store, sensitivity=chosen)
                for sha256, _ in files
            }
        endpoint = None if extraction is not None else endpoint_name("extraction", self._settings)
        units: dict[str, NewUnit] = {}
        with self._store.write() as session:
            # The counter's row is taken first: who submits the same file at the same moment waits.
            advance_counter(session, "number", by=0)
            keys = {key: key for key in read_by} if again else keys_for(session, list(read_by), matter)
            known = set(session.scalars(select(Contract.sha256).where(Contract.sha256.in_(keys.values()))))
            numbers = iter(_numbers(session, sum(keys[sha256] not in known for sha256, _ in files)))
            for sha256, name in files:
                key = keys[sha256]
                payload = shared | {"sha256": key, "file_name": name, "extraction_key": read_by[sha256]}
                if key not in known:
                    payload["number"] = next(numbers)
                elif not replace:
                    payload["duplicate_of"] = contract_id_of(key)
                # The same bytes under two names in one upload are one unit of work for each name.
                idem = hashlib.sha256(f"{key}\n{name}\n{read_by[sha256]}".encode()).hexdigest()
                units[idem] = NewUnit(label=name, payload=payload, idem=idem, endpoint=endpoint, blob_sha256=key)
            resource = Resource("contract", contract_id_of(keys[files[0][0]])) if len(files) == 1 else None
            actor = authorized(action, resource, session)
            job = self._ledger.submit_within(session, KIND, title or files[0][1], list(units.values()), created_by=user)
            record(session, actor, action, resource, job=job, count=len(files))
        self._ledger.submitted.set()
        return job

    def rows(self) -> list[ContractRow]:
        """All contracts that whoever acts may see, in the order of their numbers."""
        with self._store.read() as session:
            hidden = hidden_contracts(session)
            rows = self._rows.rows(session)
        return [row for row in rows if row.contract_id not in hidden] if hidden else rows

    def row(self, contract_id: str) -> ContractRow:
        """One contract's row.

        Raises:
            NotFound: there is no such contract.
        """
        with self._store.read() as session:
            contract = _contract(session, contract_id)
            document = session.get_one(DocumentRow, contract.sha256)
            return contract_row(contract, document.file_name, document.kind, document.language)

    def numbers(self, contract_ids: Collection[str]) -> dict[str, int]:
        """Numbers of those of the contracts that are there, by id."""
        query = select(Contract.contract_id, Contract.number).where(Contract.contract_id.in_(contract_ids))
        with self._store.read() as session:
            hidden = hidden_contracts(session)
            return {row.contract_id: row.number for row in session.execute(query) if row.contract_id not in hidden}

    def count(self) -> int:
        """How many contracts there are."""
        with self._store.read() as session:
            return (session.scalar(select(func.count()).select_from(Contract)) or 0) - len(hidden_contracts(session))

    def detail(self, contract_id: str) -> ReviewedContract:
        """Everything known of one contract.

        Raises:
            NotFound: there is no such contract.
        """
        with self._store.read() as session:
            return _reviewed(session, _contract(session, contract_id, with_extraction=True))

    def document(self, contract_id: str) -> Document:
        """The contract's document with its boxes.

        Raises:
            NotFound: there is no such contract.
        """
        with self._store.read() as session:
            return _document(session, _contract(session, contract_id))

    def with_document(self, contract_id: str) -> tuple[ReviewedContract, Document]:
        """`detail` and `document` of one state of the store.

        Raises:
            NotFound: there is no such contract.
        """
        with self._store.read() as session:
            contract = _contract(session, contract_id, with_extraction=True)
            return _reviewed(session, contract), _document(session, contract)

    def file(self, contract_id: str) -> bytes:
        """The contract's file as it came.

        Raises:
            NotFound: there is no such contract.
        """
        with self._store.read() as session:
            return session.get_one(Blob, _contract(session, contract_id).sha256).body

    def _sha256(self, contract_id: str) -> str:
        with self._store.read() as session:
            return _contract(session, contract_id).sha256

    def find(self, reference: int | str) -> str:
        """Id of the contract that a number ("3") or an id stands for.

        Raises:
            NotFound: there is no such contract.
        """
        text = str(reference).strip()
        query = select(Contract.contract_id)
        if text.isascii() and text.isdigit() and len(text) < 10:
            query = query.where(Contract.number == int(text))
        else:
            query = query.where(Contract.contract_id == text)
        with self._store.read() as session:
            found = session.scalar(query)
            if found is not None and found in hidden_contracts(session):
                found = None
        if found is None:
            raise NotFound(f"no contract {text}", reference=text)
        return found

    def review(
        self,
        contract_id: str,
        subject: str,
        decision: Decision,
        *,
        reviewer: str,
        value: Correction | None = None,
        note: str | None = None,
    ) -> None:
        """Record a person's decision; what is shown and projected follows in the same transaction.

        Args:
            contract_id: the contract.
            subject: see `core.contracts.review` for the subjects' forms.
            decision: approve, correct (needs `value`), reject or withdraw.
            reviewer: who decides.
            value: what it should be. A quote is located in the document, and refused when it is not there.
            note: why.

        Raises:
            NotFound: there is no such contract.
            BadArguments: no such subject or decision, no value to correct to, or a quote that is not in the contract.
        """
        if decision not in DECISIONS or (decision == "correct") != (value is not None):
            raise BadArguments(f"a decision is one of {', '.join(DECISIONS)}; correct needs a value", decision=decision)
        resource = Resource("contract", contract_id)
        with self._store.write() as session:
            actor = authorized("contract.review", resource, session)
            contract = _contract(session, contract_id, with_extraction=True)
            document = document_from(
                row := session.get_one(DocumentRow, contract.sha256, options=[undefer(DocumentRow.boxes)]),
                boxes=row.boxes,
            )
            machine = from_json(contract.extraction)
            earlier = reviews_in_effect(session, contract_id)
            before = machine_value_before(machine, subject, earlier.waiting | earlier.counting)
            corrected = None if value is None else corrected_value(document, subject, value)
            now = datetime.now(UTC)
            review = ReviewRecord(subject, decision, corrected, before, note, reviewer, now, actor.user_id)
            decide(session, actor, contract, document, review)

    def second(self, contract_id: str, subject: str, *, reviewer: str, note: str | None = None) -> None:
        """Make the decision that waits for a second person.

        Raises:
            NotFound: there is no such contract.
            Conflict: nothing waits any more: it was taken back, decided otherwise or seconded meanwhile.
            NotAllowed: whoever acts may not review, or made it themselves.
        """
        resource = Resource("contract", contract_id)
        with self._store.write() as session:
            actor = authorized("contract.review", resource, session)
            contract = _contract(session, contract_id, with_extraction=True)
            waits = reviews_in_effect(session, contract_id).waiting.get(subject)
            if waits is None:
                raise Conflict("nothing waits for a second person here", reason="nothing_waits")
            row = session.get_one(DocumentRow, contract.sha256)
            review = replace(
                waits, note=note, reviewer=reviewer, reviewer_id=actor.user_id, created_at=datetime.now(UTC)
            )
            decide(session, actor, contract, document_from(row, boxes=None), review)

    def history(self, contract_id: str) -> list[ReviewRecord]:
        """All decisions about a contract, oldest first."""
        with self._store.read() as session:
            return [] if contract_id in hidden_contracts(session) else history_of(session, contract_id)

    def reviewed(self) -> list[str]:
        """Contracts that somebody has decided something about, in the order of their ids."""
        with self._store.read() as session:
            hidden = hidden_contracts(session)
            found = session.scalars(select(Review.contract_id).distinct().order_by(Review.contract_id))
            return [contract_id for contract_id in found if contract_id not in hidden]

    def of_matters(self) -> frozenset[str]:
        """Ids of the contracts that belong to a matter, and so not to everybody."""
        with self._store.read() as session:
            return frozenset(session.scalars(select(MatterContract.contract_id)))

    def delete(self, contract_id: str) -> None:
        """Remove a contract with its document, file and reviews. Its number is not used again.

        Its words elsewhere stay: people delete by `core.deletion`.

        Raises:
            NotFound: there is no such contract.
        """
        resource = Resource("contract", contract_id)
        with self._store.write() as session:
            actor = authorized("contract.delete", resource, session)
            self.remove_within(session, contract_id)
            record(session, actor, "contract.delete", resource)

    def remove_within(self, session: Session, contract_id: str) -> None:
        """Like `delete`, in a write transaction of the caller's, who has asked whether it may be done."""
        sha256 = _contract(session, contract_id).sha256
        session.execute(delete(Review).where(Review.contract_id == contract_id))
        session.execute(delete(Contract).where(Contract.contract_id == contract_id))
        session.execute(delete(DocumentRow).where(DocumentRow.sha256 == sha256))
        session.execute(delete(Blob).where(Blob.sha256 == sha256))
        session.merge(Tombstone(contract_id=contract_id, revision=next_revision(session)))

    def fits(self, revision: int, token: str) -> bool:
        """Whether a projection that has followed this store up to a revision has followed this very course of events.

        It has not when it followed another database, or this one before an older copy of it was put back.

        Args:
            revision: what it has reached, 0 for nothing.
            token: what it noted of that revision (`token_of`), empty when it noted nothing.
        """
        if revision == 0:
            return True
        with self._store.read() as session:
            known = history_token(session, revision)
            newest = session.scalar(select(Counter.value).where(Counter.name == REVISION)) or 0
        # Revisions of before tokens were given out have none.
        return known == token if known is not None else not token and revision <= newest

    def token_of(self, revision: int) -> str:
        """What a projection notes of a revision that it has reached; empty for none."""
        with self._store.read() as session:
            return history_token(session, revision) or ""

    def changes_since(self, revision: int) -> ContractChanges:
        """Contracts changed or deleted after a revision, oldest change first."""
        with self._store.read() as session:
            changed = session.execute(
                select(Contract.contract_id, Contract.revision)
                .where(Contract.revision > revision)
                .order_by(Contract.revision)
            ).all()
            deleted = session.execute(
                select(Tombstone.contract_id, Tombstone.revision).where(Tombstone.revision > revision)
            ).all()
        newest = max([revision, *(row.revision for row in (*changed, *deleted))])
        return ContractChanges(tuple(r.contract_id for r in changed), tuple(r.contract_id for r in deleted), newest)


def _numbers(session: Session, count: int) -> range:
    """Numbers for files in the order in which they came, whichever is read first."""
    last = advance_counter(session, "number", by=count)
    return range(last - count + 1, last + 1)


def _contract(session: Session, contract_id: str, *, with_extraction: bool = False) -> Contract:
    query = select(Contract).where(Contract.contract_id == contract_id)
    if with_extraction:
        query = query.options(undefer(Contract.extraction))
    contract = session.scalar(query)
    if contract is None or contract_id in hidden_contracts(session):
        raise NotFound(f"no contract {contract_id}", reference=contract_id)
    return contract


def _reviewed(session: Session, contract: Contract) -> ReviewedContract:
    document = session.get_one(DocumentRow, contract.sha256)
    machine = from_json(contract.extraction)
    decisions = reviews_in_effect(session, contract.contract_id)
    shown = apply_reviews(machine, decisions.counting)
    row = contract_row(contract, document.file_name, document.kind, document.language)
    two = needs_two_approvers(session, contract.contract_id)
    return ReviewedContract(row, machine, shown, decisions.counting, decisions, two)


def _document(session: Session, contract: Contract) -> Document:
    row = session.get_one(DocumentRow, contract.sha256, options=[undefer(DocumentRow.boxes)])
    return document_from(row, boxes=row.boxes)
