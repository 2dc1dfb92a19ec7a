"""The built-in engine: what a contract says, found without any server."""

from core.contracts.builtin.clauses import find_clauses

__all__ = ["find_clauses"]
