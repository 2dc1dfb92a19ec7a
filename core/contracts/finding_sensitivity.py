"""The workbench's choice of what counts as a finding: it holds for every contract that is read after it was made."""

from __future__ import annotations

from typing import Any, cast

from core.access import authorized, record
from core.contracts.builtin.sensitivity import SENSITIVITIES, Sensitivity
from core.errors import BadArguments
from core.preferences import EVERYBODY
from core.store import PreferenceRow, Store

_NAME = "finding_sensitivity"


class FindingSensitivity:
    """Reads and changes the choice. One object serves all threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def chosen(self) -> Sensitivity:
        """What holds now; `balanced` where nobody chose."""
        with self._store.read() as session:
            row = session.get(PreferenceRow, (EVERYBODY, _NAME))
            return _known(row.value if row is not None else "balanced")

    def choose(self, sensitivity: str) -> None:
        """Let another setting hold. Contracts that were read before keep their findings until they are read again.

        Raises:
            BadArguments: no such setting.
        """
        value = _known(sensitivity)
        with self._store.write() as session:
            actor = authorized("type.define", None, session)
            row = session.get(PreferenceRow, (EVERYBODY, _NAME))
            before = row.value if row is not None else "balanced"
            if row is None:
                session.add(PreferenceRow(person=EVERYBODY, name=_NAME, value=value))
            else:
                row.value = value
            record(session, actor, "type.sensitivity", None, before=before, after=value)


def _known(value: Any) -> Sensitivity:
    if value not in SENSITIVITIES:
        raise BadArguments(f"no sensitivity {value}; there are {', '.join(SENSITIVITIES)}", argument="sensitivity")
    return cast(Sensitivity, value)
