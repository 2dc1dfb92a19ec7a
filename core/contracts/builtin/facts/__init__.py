"""Facts of a contract by rules: name, type, law, and all of them together."""

from core.contracts.builtin.facts.facts_text import view

__all__ = ["view"]
