"""Random schemas: exactly the documents that a validator accepts are accepted, and nothing leads into a dead end."""

from __future__ import annotations

import json
import os
from typing import Any

import jsonschema_rs
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from core.structured import (
    Budget,
    BudgetExceeded,
    Compiled,
    Masks,
    Matcher,
    UnsatisfiableSchema,
    UnsupportedSchema,
    Vocabulary,
    compile_json_schema,
)
from core.structured.closing import closing
from structured.strategies import documents, schemas, schemas_of_the_rest

SCALE = int(os.environ.get("STRUCTURED_EXAMPLES", "1"))  # for a longer search than the shipped one
RELAXED = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
TOKENS = [bytes([byte]) for byte in range(256)] + [
    b'{"', b'":', b'": ', b'", "', b'"}', b'"]', b"]}", b"}}", b", ", b"[]", b"{}", b'""', b"10", b"12", b"0.", b"tr",
    b"true", b"null", b'{"a', b'"a":', b"ab", b"aa", b'a"', b"\\u", b"\\u00", b'\\"', "é".encode(), "日本".encode(),
    b"\xe6\x97", b"\xa5\xe6", b"1e", b"e+", b".5", b"",
]  # fmt: skip
VOCABULARY = Vocabulary(TOKENS, ends=[len(TOKENS) - 1])
SPELLED = [*TOKENS[:-1], b'\\u0061"', b'\\u0062":', b'b\\u00e9": ', b'\\""', b""]  # quotes behind escapes


def compiled(schema: Any) -> Compiled | None:
    """The schema compiled; None where nothing at all is valid."""
    try:
        return compile_json_schema(schema, budget=Budget(seconds=3, alternatives=300))
    except UnsatisfiableSchema:
        return None
    except (UnsupportedSchema, BudgetExceeded):
        assume(False)
        raise


def accepts(grammar: Compiled, text: str) -> bool:
    state, _ = grammar.table.steps(grammar.start, text.encode())
    return state is not None and grammar.table.complete(state)


@settings(max_examples=150 * SCALE, deadline=None, suppress_health_check=RELAXED)
@given(schema=schemas(), values=st.lists(documents(), min_size=4, max_size=8))
def test_a_document_is_accepted_exactly_when_it_is_valid(schema: Any, values: list[Any]) -> None:
    validator = jsonschema_rs.Draft202012Validator(schema)
    grammar = compiled(schema)
    steps = '"multipleOf": 2' in json.dumps(schema) or '"multipleOf": 5' in json.dumps(schema)
    for value in values:
        if steps and "e" in json.dumps(value):  # multiples are spelled without exponent
            continue
        for text in (json.dumps(value, ensure_ascii=False), json.dumps(value, indent=2)):
            if grammar is None:
                assert not validator.is_valid(value), (schema, value)
                continue
            try:
                accepted = accepts(grammar, text)
            except (UnsupportedSchema, BudgetExceeded):
                assume(False)
                raise
            assert accepted == validator.is_valid(value), (schema, text)


@settings(max_examples=100 * SCALE, deadline=None, suppress_health_check=RELAXED)
@given(schema=schemas_of_the_rest(), values=st.lists(documents(1), min_size=6, max_size=10))
def test_what_no_keyword_evaluates_is_known(schema: Any, values: list[Any]) -> None:
    validator = jsonschema_rs.Draft202012Validator(schema)
    grammar = compiled(schema)
    for value in values:
        try:
            accepted = grammar is not None and accepts(grammar, json.dumps(value, ensure_ascii=False))
        except (UnsupportedSchema, BudgetExceeded):
            assume(False)
            raise
        assert accepted == validator.is_valid(value), (schema, value)


@settings(max_examples=60 * SCALE, deadline=None, suppress_health_check=RELAXED)
@given(
    schema=schemas(),
    choices=st.lists(st.integers(0, 2**16), min_size=1, max_size=12),
    tokens=st.sampled_from([TOKENS, SPELLED]),
)
def test_every_token_of_a_mask_leads_to_a_valid_document_and_no_other_does(
    schema: Any, choices: list[int], tokens: list[bytes]
) -> None:
    """Brute force over the whole vocabulary: a token is in the mask exactly when its bytes can be taken, and what the
    mask allows can be completed to a document that the validator accepts."""
    grammar = compiled(schema)
    if grammar is None:
        return
    validator = jsonschema_rs.Draft202012Validator(schema)
    vocabulary = Vocabulary(tokens, ends=[len(tokens) - 1])
    matcher, text = Matcher(Masks(grammar, vocabulary)), b""
    try:
        for choice in choices:
            allowed = [number for number in range(len(tokens)) if matcher.allows(number)]
            taken = [n for n, token in enumerate(tokens) if token and can_take(matcher, token)]
            assert allowed == taken + ([len(tokens) - 1] if matcher.complete() else [])
            if not taken:
                break
            token = taken[choice % len(taken)]
            matcher.advance(token)
            text += tokens[token]
            rest = closing(grammar.table, matcher.state)
            assert valid(validator, text + rest.text), (schema, text, rest)
    except (UnsupportedSchema, BudgetExceeded):
        assume(False)


def can_take(matcher: Matcher, token: bytes) -> bool:
    trial = matcher.copy()
    return trial.advance_bytes(token) == len(token)


def valid(validator: Any, text: bytes) -> bool:
    value = json.loads(text)
    return "Infinity" in json.dumps(value) or bool(validator.is_valid(value))


@settings(max_examples=40 * SCALE, deadline=None, suppress_health_check=RELAXED)
@given(schema=schemas(), value=documents(), cuts=st.lists(st.integers(1, 4), min_size=30, max_size=30))
def test_the_mask_does_not_depend_on_how_the_text_was_tokenised(schema: Any, value: Any, cuts: list[int]) -> None:
    grammar = compiled(schema)
    if grammar is None:
        return
    text = json.dumps(value, ensure_ascii=False).encode()
    masks = Masks(grammar, VOCABULARY)
    item, other = Matcher(masks), Matcher(masks)
    try:
        taken = item.advance_bytes(text)
        at = 0
        while at < taken:
            token = next(
                token
                for size in (*cuts[at % 30 : at % 30 + 1], 1)
                for token in (text[at : min(at + size, taken)],)
                if token in TOKENS
            )
            other.advance(TOKENS.index(token))
            at += len(token)
        assert (item.mask() == other.mask()).all()
        assert item.state == other.state
    except (UnsupportedSchema, BudgetExceeded):
        assume(False)
