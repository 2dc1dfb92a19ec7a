"""Without numba the kernels run as plain Python, and every mask is the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from core.structured import Matcher, Vocabulary, compile_grammar, compile_json_schema, masks_of

ROOT = Path(__file__).resolve().parents[2]
PIECES = [b'":', b'", "', b"if", b" x = 1;", b'{"name"', b"12", b"\xe5\xa5", b"\\u00", b"a+", b"}}"]
SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "pattern": "^a+b?", "maxLength": 6},
        "kind": {"enum": ["ab", "ax", 12]},
        "many": {"type": "array", "items": {"type": "integer", "minimum": 5, "maximum": 120}},
    },
    "required": ["name"],
    "additionalProperties": {"type": "string", "minLength": 2},
}
GRAMMAR = """
start: (statement ";")+
statement: NAME "=" sum | "if" NAME statement
sum: sum "+" value | value
value: NAME | NUMBER | "(" sum ")"
NAME: /[a-z]+/
NUMBER: /[0-9]+/
%word NAME
%ignore " "
"""
TEXTS = (
    b'{"name": "aab", "other": "\xe5\xa5\x91\\u00e9x", "many": [12, 5], "kind": "ax"}',
    b"if x y = (a+12) + b; z=1;",
)


def all_masks() -> str:
    """Every mask on the way through both texts, in hexadecimal."""
    vocabulary = Vocabulary([*(bytes([byte]) for byte in range(256)), *PIECES, b""], ends=[256 + len(PIECES)])
    found = []
    for compiled, text in zip((compile_json_schema(SCHEMA), compile_grammar(GRAMMAR)), TEXTS, strict=True):
        matcher = Matcher(masks_of(compiled, vocabulary))
        found.append(matcher.mask().tobytes().hex())
        for byte in text:
            assert matcher.advance_bytes(bytes([byte])) == 1
            found.append(matcher.mask().tobytes().hex())
        assert matcher.complete()
    return "\n".join(found)


def test_masks_are_the_same_without_numba() -> None:
    program = (
        "from core.structured.automata.jit import HAVE_NUMBA; assert not HAVE_NUMBA; "
        "from structured.test_without_numba import all_masks; print(all_masks())"
    )
    made = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "STRUCTURED_WITHOUT_NUMBA": "1", "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert made.stdout.strip() == all_masks()
