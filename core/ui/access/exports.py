"""Files that people take away: asked for, and written into the audit log, when they are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from core.access import Action, Resource, authorized, is_action, is_form, record
from core.ui.workbench import workbench

_File = TypeVar("_File", bytes, str)


def exported(
    make: Callable[[], _File],
    form: str,
    *,
    action: Action = "contract.export",
    contract_id: str | None = None,
    other: Resource | None = None,
    count: int | None = None,
) -> Callable[[], _File]:
    """The function that makes a file, asking first whether it may be had and noting that it was.

    Args:
        make: makes the file.
        form: what kind of file, a code for the audit log.
        action: what one must be allowed to do; the log's entry is called after its room, such as `lab.export`.
        contract_id: of which contract, None for several.
        other: of which other thing.
        count: of how many things.

    Raises:
        ValueError: an export or a form that the log has no words for, a fault in the program: said when the page is
            drawn, not when somebody wants the file.
    """
    room = action.split(".")[0]
    if not is_action(f"{room}.export") or not is_form(form):
        raise ValueError(f"the audit log has no words for {room}.export of {form}")

    def made() -> _File:
        store = workbench().store
        resource = other if contract_id is None else Resource("contract", contract_id)
        actor = authorized(action, resource)
        body = make()
        if not store.read_only:  # there nothing can be written, the log neither
            with store.write() as session:
                record(session, actor, f"{room}.export", resource, form=form, count=count)
        return body

    return made
