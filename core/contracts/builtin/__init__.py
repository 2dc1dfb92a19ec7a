"""The built-in engine: what a contract says, found without any server."""

from core.contracts.builtin.clauses.clauses import find_clauses

__all__ = ["find_clauses"]
