"""Structured generation: texts that cannot leave their JSON Schema or grammar, byte by byte and token by token.

Importable on its own: nothing here needs the rest of `core`; numba is used where it is installed.
"""

from core.structured.budget import Budget
from core.structured.closing import Closing, bytes_to_end, closing
from core.structured.compiled import Compiled
from core.structured.errors import (
    BudgetExceeded,
    GrammarConflict,
    GrammarError,
    InvalidSchema,
    RegexError,
    SchemaError,
    StructuredError,
    TokenError,
    TokenOutOfRange,
    TokenRefused,
    UnsatisfiableSchema,
    UnsupportedSchema,
    VocabularyError,
)
from core.structured.grammar import (
    Flaw,
    FlawKind,
    compile_grammar,
    compile_regex,
    grammar_flaws,
    shipped_grammar,
    shipped_grammars,
)
from core.structured.inspection import (
    AutomatonPart,
    TracedToken,
    allowed_count,
    automaton_around,
    expected_here,
    expected_terminals,
    traced,
)
from core.structured.lexing import JSON_LEXEMES, ReadLexeme, lexemes_of
from core.structured.logits import GrammarLogitsProcessor
from core.structured.masks import Masks, masks_of
from core.structured.matcher import Matcher
from core.structured.schema.compile import compile_json_schema
from core.structured.schema.lexemes import COMPACT, Whitespace
from core.structured.stream import Impossible, StreamGuard
from core.structured.trial import Trial, run_trial
from core.structured.vocabulary.tokeniser import Tokeniser
from core.structured.vocabulary.tokenizer_files import (
    letter_bytes,
    read_vocabulary,
    sentencepiece_model,
    tokenizer_json,
)
from core.structured.vocabulary.vocabulary import Vocabulary

__all__ = [
    "COMPACT",
    "JSON_LEXEMES",
    "AutomatonPart",
    "Budget",
    "BudgetExceeded",
    "Closing",
    "Compiled",
    "Flaw",
    "FlawKind",
    "GrammarConflict",
    "GrammarError",
    "GrammarLogitsProcessor",
    "Impossible",
    "InvalidSchema",
    "Masks",
    "Matcher",
    "ReadLexeme",
    "RegexError",
    "SchemaError",
    "StreamGuard",
    "StructuredError",
    "TokenError",
    "TokenOutOfRange",
    "TokenRefused",
    "Tokeniser",
    "TracedToken",
    "Trial",
    "UnsatisfiableSchema",
    "UnsupportedSchema",
    "Vocabulary",
    "VocabularyError",
    "Whitespace",
    "allowed_count",
    "automaton_around",
    "bytes_to_end",
    "closing",
    "compile_grammar",
    "compile_json_schema",
    "compile_regex",
    "expected_here",
    "expected_terminals",
    "grammar_flaws",
    "letter_bytes",
    "lexemes_of",
    "masks_of",
    "read_vocabulary",
    "run_trial",
    "sentencepiece_model",
    "shipped_grammar",
    "shipped_grammars",
    "tokenizer_json",
    "traced",
]
