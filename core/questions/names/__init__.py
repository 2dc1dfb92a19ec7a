"""Names of parties and contracts in questions: by an index of their words, also where only a telling part is said."""

from core.questions.names.portfolio_names import NamedContract, Names, NameSpan

__all__ = ["NameSpan", "NamedContract", "Names"]
