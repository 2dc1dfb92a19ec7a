"""Files that people take away: asked for, and written into the audit log, when they are made."""

from __future__ import annotations

from collections.abc import Callable

from core.access import Resource, authorized, record
from core.ui.workbench import workbench


def exported(
    make: Callable[[], bytes], form: str, *, contract_id: str | None = None, count: int | None = None
) -> Callable[[], bytes]:
    """The function that makes a file, asking first whether it may be had and noting that it was.

    Args:
        make: makes the file.
        form: what kind of file, a code for the audit log.
        contract_id: of which contract, None for several.
        count: of how many things.
    """

    def made() -> bytes:
        store = workbench().store
        resource = None if contract_id is None else Resource("contract", contract_id)
        actor = authorized("contract.export", resource)
        body = make()
        if not store.read_only:  # there nothing can be written, the log neither
            with store.write() as session:
                record(session, actor, "contract.export", resource, form=form, count=count)
        return body

    return made
