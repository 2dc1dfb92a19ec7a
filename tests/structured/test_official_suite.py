"""The part of the official test suite that is shipped: a schema is refused by name, or every verdict on it is right."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from core.structured import Budget, StructuredError, UnsatisfiableSchema, compile_json_schema

SUITE = Path(__file__).parents[1] / "data" / "json_schema_suite"
DRAFTS = {
    "draft7": "http://json-schema.org/draft-07/schema#",
    "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
}
REFUSED = {
    "draft7": {"uniqueItems": 2, "dependentRequired beside": 1},
    "draft2020-12": {"uniqueItems": 2, "some key is different": 1},
}


def verdicts(schema: Any, texts: list[str]) -> list[bool]:
    try:
        grammar = compile_json_schema(schema, budget=Budget(seconds=20))
    except UnsatisfiableSchema:
        return [False] * len(texts)
    found = []
    for text in texts:
        state, _ = grammar.table.steps(grammar.start, text.encode())
        found.append(state is not None and grammar.table.complete(state))
    return found


@pytest.mark.parametrize("draft", DRAFTS)
def test_every_group_is_right_or_refused_for_a_known_reason(draft: str) -> None:
    refused: Counter[str] = Counter()
    for path in sorted((SUITE / draft).glob("*.json")):
        for group in json.loads(path.read_text("utf-8")):
            schema = group["schema"]
            if isinstance(schema, dict):
                schema = {"$schema": DRAFTS[draft], **schema}
            try:
                found = verdicts(schema, [json.dumps(test["data"], ensure_ascii=False) for test in group["tests"]])
            except StructuredError as error:
                reason = next((known for known in REFUSED[draft] if known in str(error)), f"{path.stem}: {error}")
                refused[reason] += 1
                continue
            assert found == [test["valid"] for test in group["tests"]], (path.stem, group["description"])
    assert refused == REFUSED[draft]
