"""Numbers and titles of contracts while an answer is written, also of those that arrive meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from core.contracts import ContractRow, Library
from core.errors import NotFound

T = TypeVar("T")


class ByContract(dict[str, T]):
    """A value of each contract by its id.

    The graph may know a contract that came after the rows were taken: its value is looked up when it is asked for.
    """

    def __init__(self, rows: Sequence[ContractRow], library: Library, value: Callable[[ContractRow], T]) -> None:
        super().__init__({row.contract_id: value(row) for row in rows})
        self._library = library
        self._value = value

    def __missing__(self, contract_id: str) -> T:
        """The value of a contract that is new.

        Raises:
            NotFound: it was deleted meanwhile.
        """
        for row in self._library.rows():
            self.setdefault(row.contract_id, self._value(row))
        if contract_id not in self:
            raise NotFound(f"contract {contract_id} was deleted meanwhile", reference=contract_id)
        return self[contract_id]


def numbers_of(rows: Sequence[ContractRow], library: Library) -> ByContract[int]:
    """Numbers of contracts."""
    return ByContract(rows, library, lambda row: row.number)


def titles_of(rows: Sequence[ContractRow], library: Library) -> ByContract[str]:
    """Titles of contracts."""
    return ByContract(rows, library, lambda row: row.summary.title)
