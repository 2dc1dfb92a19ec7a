"""Term, expiration, renewal and notice period by rules."""

from core.contracts.builtin.terms.terms import find_terms

__all__ = ["find_terms"]
