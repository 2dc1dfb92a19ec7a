"""Samples under schemas of the product: every one that finishes is valid, and the budget suffices."""

from __future__ import annotations

from pathlib import Path

import jsonschema_rs
import numpy as np
import orjson
import pytest

from core.local_model import PromptMessage, Sample, Sampling, bundled, generate, untrained_model
from core.local_model.transformer import Transformer
from core.local_model.weights import Shape, random_weights
from core.schema_file import read_schema
from core.settings import ROOT
from core.structured import Masks, Matcher, Whitespace, compile_json_schema, masks_of
from local_model.test_tokens import needs_model

PERSON = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 20},
        "age": {"type": "integer", "minimum": 0, "maximum": 150},
        "tags": {"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 2, "maxItems": 4},
    },
    "required": ["name", "age", "tags"],
    "additionalProperties": False,
}


def _masks(schema: dict[str, object]) -> Masks:
    return masks_of(compile_json_schema(schema, whitespace=Whitespace(1, -1)), untrained_model().tokens.vocabulary)


def _untrained(samples: int, schema: dict[str, object] | None, most_tokens: int) -> list[Sample]:
    model = untrained_model()
    prompt = model.tokens.conversation([PromptMessage("user", "A person as JSON.")])
    start = None if schema is None else Matcher(_masks(schema))
    return generate(model, prompt, Sampling(0.8, most_tokens, seed=3), start, samples)


def test_all_of_200_samples_are_valid_and_none_without_the_grammar() -> None:
    validator = jsonschema_rs.validator_for(PERSON)
    found = _untrained(200, PERSON, 60)
    assert all(sample.ended in ("model", "closed") and len(sample.tokens) <= 60 for sample in found)
    assert all(validator.is_valid(orjson.loads(sample.text)) for sample in found)
    assert len({sample.text for sample in found}) > 150
    free = _untrained(50, None, 60)
    assert sum(sample.text.startswith(b"{") for sample in free) < 10


def test_the_interviews_turn_is_closed_in_time() -> None:
    schema = read_schema(ROOT / "configs" / "knowledge_llm" / "knowledge_llm_turn.schema.json", inlined=True)
    validator = jsonschema_rs.validator_for(schema)
    for sample in _untrained(12, schema, 400):
        assert sample.ended in ("model", "closed")
        assert validator.is_valid(orjson.loads(sample.text)), sample.text


def test_a_budget_below_the_shortest_answer_is_said_to_have_cut_it() -> None:
    assert {sample.ended for sample in _untrained(5, PERSON, 8)} == {"cut"}


def test_the_same_seed_gives_the_same_texts_whatever_the_number_of_samples() -> None:
    assert [sample.text for sample in _untrained(6, PERSON, 60)][:3] == [s.text for s in _untrained(3, PERSON, 60)]


def test_reading_in_parts_gives_the_scores_of_reading_at_once() -> None:
    shape = Shape(layers=2, width=32, heads=4, key_heads=2, inner=48, vocabulary=50, context=64)
    model = Transformer(random_weights(shape, 1))
    text = [[3, 7, 9, 11, 4, 2, 30, 41]]
    whole, parts = model.memory(1, 8), model.memory(1, 8)
    scores = model.read(text, whole)
    for number in text[0]:
        one_by_one = model.read([[number]], parts)
    np.testing.assert_allclose(one_by_one, scores, atol=1e-4)


def test_what_comes_later_is_not_seen() -> None:
    shape = Shape(layers=2, width=32, heads=4, key_heads=2, inner=48, vocabulary=50, context=64)
    model = Transformer(random_weights(shape, 1))
    rows = model.memory(2, 4)
    model.read([[3, 7, 9], [3, 7, 40]], rows)
    np.testing.assert_allclose(rows.keys[:, 0, :, :2], rows.keys[:, 1, :, :2], atol=1e-6)


def test_more_positions_than_the_model_has_are_refused() -> None:
    with pytest.raises(ValueError, match="positions"):
        untrained_model().transformer.memory(1, 5_000)


@needs_model
def test_the_real_model_knows_something_and_stays_in_the_schema() -> None:
    model = bundled()
    prompt = model.tokens.conversation([PromptMessage("user", "What is the capital of France?")])
    free = generate(model, prompt, Sampling(0.0, 12))[0]
    assert (free.ended, b"Paris" in free.text) == ("model", True)
    schema = {"type": "object", "properties": {"capital": {"type": "string"}}, "required": ["capital"]}
    masks = masks_of(compile_json_schema(schema, whitespace=Whitespace(1, -1)), model.tokens.vocabulary)
    sample = generate(model, prompt, Sampling(0.8, 16), Matcher(masks))[0]
    assert isinstance(orjson.loads(sample.text)["capital"], str)


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    from core.errors import ConfigError
    from core.local_model import model_of_file

    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF" + b"\0" * 64)
    with pytest.raises(ConfigError, match=r"broken\.gguf|install"):
        model_of_file(broken)
