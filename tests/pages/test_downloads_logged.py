"""A file that is taken away is in the audit log, and nobody takes one away who may not."""

from __future__ import annotations

import pytest

from core.access import Actor, AuditFilter, AuditList, Resource, acting_as
from core.errors import NotAllowed
from core.ui.access.exports import exported
from core.ui.workbench import workbench
from known_people import make_people

REVIEWER = Actor("user", "Ito", user_id="a" * 26, roles=frozenset({"reviewer"}))
ENGINEER = Actor("user", "Ueda", user_id="b" * 26, roles=frozenset({"prompt_engineer"}))


@pytest.mark.usefixtures("filled")
def test_each_kind_of_file_leaves_an_entry() -> None:
    make_people(workbench(), REVIEWER, ENGINEER)
    contract_id = workbench().library.rows()[0].contract_id
    calendar = exported(lambda: b"ics", "calendar", contract_id=contract_id)
    task = exported(lambda: "zip", "lab_task", action="lab.run", other=Resource("task", "customer_inquiry"))
    table = exported(
        lambda: b"csv", "operations_csv", action="operations.read", other=Resource("table", "failures"), count=3
    )
    with acting_as(ENGINEER):
        assert (calendar(), task(), table()) == (b"ics", "zip", b"csv")
    with acting_as(REVIEWER):
        assert calendar() == b"ics"
        for refused in (task, table):
            with pytest.raises(NotAllowed):
                refused()
    entries, _count = AuditList(workbench().store).entries(AuditFilter())
    said = [(entry.actor, entry.action, entry.resource_id, entry.facts.get("form")) for entry in reversed(entries)]
    assert said[-4:] == [
        ("Ueda", "contract.export", contract_id, "calendar"),
        ("Ueda", "lab.export", "customer_inquiry", "lab_task"),
        ("Ueda", "operations.export", "failures", "operations_csv"),
        ("Ito", "contract.export", contract_id, "calendar"),
    ]
