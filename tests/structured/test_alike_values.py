"""Values of one plain type are worked out once for all schemas: their masks are those of a walk over all tokens."""

from __future__ import annotations

import pytest

from core.structured import Compiled, Masks, Matcher, Vocabulary, compile_json_schema

PIECES = [
    *(bytes([byte]) for byte in range(256)),
    *(b'":', b'":"', b'":[', b'":[]', b'":{"', b'":"",\n', b'":"","', b'": "', b' "', b' ""', b'a":', b'b":{}}'),
    *(b'":1,"', b' 1', b'12', b'1.', b'2]', b'1}', b'1},{"', b'e5', b' true', b'null', b',"', b'",', b'"}', b'"}]'),
    *(b'"],', b'[["', b'{}', b'{},', b'[],', b'[]}', b'\n\t', b'" :', b'"a', b'\\u00'),
    b"",
]  # fmt: skip
VOCABULARY = Vocabulary(PIECES, ends=[len(PIECES) - 1])
SCHEMA = {
    "properties": {
        "a": {"type": "string"},
        "ab": {"type": "number"},
        "b": {},
        "c": {"type": "array", "items": {"type": "integer"}},
        "d": {
            "properties": {"a": {"type": "boolean"}, "e": {"type": "null"}},
            "additionalProperties": {"type": "string"},
        },
        "f": {"properties": {"a": True, "g": {"type": "string"}}, "additionalProperties": False, "maxProperties": 1},
    },
}
TEXTS = [
    '{"a": "x", "ab": -1.5e3, "b": {"q": [1, "z", {}]}, "k": [[true]]}',
    '{"c": [1, 20], "d": {"a": true, "e": null, "h": ""}, "f": {"g": "y"}}',
    '{"b": 1, "f": {"a": [{"n": 0}]}, "other": {"a": "", "b": [null, false]}}',
]


@pytest.mark.parametrize("text", TEXTS)
def test_masks_of_plain_values_are_those_of_a_walk_over_all_tokens(text: str) -> None:
    shared = Matcher(Masks(compile_json_schema(SCHEMA), VOCABULARY))
    apart_compiled: Compiled = compile_json_schema(SCHEMA)
    assert apart_compiled.table.alike is not None
    apart_compiled.table.alike = None
    apart = Matcher(Masks(apart_compiled, VOCABULARY))
    for byte in text.encode():
        assert (shared.mask() == apart.mask()).all(), (text, shared.state)
        shared.advance(byte)
        apart.advance(byte)
    assert (shared.mask() == apart.mask()).all()
    assert shared.complete()
