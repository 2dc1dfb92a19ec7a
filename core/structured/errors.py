"""What can go wrong in structured generation; importable without the rest of `core`.

StructuredError
  BudgetExceeded          time or size of a compilation or of a state ran out
  RegexError              a pattern that is wrong, or that no automaton can decide
  SchemaError
    InvalidSchema         not a JSON Schema
    UnsupportedSchema     a keyword or a value of one that the engine does not decide exactly
    UnsatisfiableSchema   no document at all is valid
  GrammarError            a grammar that cannot be read
    GrammarConflict       two readings of one text, with an example
  VocabularyError         duplicate or empty tokens, a file of another form
  TokenError
    TokenOutOfRange
    TokenRefused          an advance that the mask forbids
"""

from __future__ import annotations


class StructuredError(Exception):
    """The root; `facts` are for logs and messages."""

    def __init__(self, message: str, **facts: object) -> None:
        super().__init__(message)
        self.facts = facts


class BudgetExceeded(StructuredError):
    """The work asked for does not fit the budget (`what` ran out at `limit`)."""

    def __init__(self, what: str, limit: float) -> None:
        super().__init__(f"over the budget of {limit:g} {what}", what=what, limit=limit)


class RegexError(StructuredError):
    """A pattern that cannot be compiled; `position` is where in the pattern."""

    def __init__(self, message: str, *, pattern: str, position: int) -> None:
        super().__init__(f"{message} at position {position} of {pattern[:120]!r}", pattern=pattern, position=position)


class SchemaError(StructuredError):
    """A schema that cannot be compiled; `where` is its JSON pointer."""

    def __init__(self, message: str, *, where: str = "", keyword: str = "") -> None:
        place = f" at #{where}" if where else ""
        super().__init__(f"{message}{place}", where=where, keyword=keyword)


class InvalidSchema(SchemaError):
    """Not a JSON Schema."""


class UnsupportedSchema(SchemaError):
    """A keyword, or a value of it, that the engine does not decide exactly."""


class UnsatisfiableSchema(SchemaError):
    """No document is valid under the schema."""


class GrammarError(StructuredError):
    """A grammar that cannot be read or used."""


class GrammarConflict(GrammarError):
    """Two readings of one text; the message shows an example."""


class VocabularyError(StructuredError):
    """A vocabulary that cannot be used."""


class TokenError(StructuredError):
    """A token that cannot be taken."""


class TokenOutOfRange(TokenError):
    """No such id in the vocabulary."""

    def __init__(self, token: int, size: int) -> None:
        super().__init__(f"token {token} is outside the vocabulary of {size}", token=token, size=size)


class TokenRefused(TokenError):
    """The token cannot follow; `position` counts bytes already taken."""

    def __init__(self, token: int, *, position: int, expected: str) -> None:
        super().__init__(
            f"token {token} cannot follow at byte {position}; expected {expected}",
            token=token,
            position=position,
            expected=expected,
        )
