"""Schemas, pydantic models and adapters of every version say the same."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from turns_of_interview import DRAFT, turn_body

from core.errors import BadArguments, ConfigError
from core.guardrail import violations
from core.interview.schemas import FOLDER, entry_schema
from core.interview.turn import TurnContent, TurnOne, TurnTwo
from core.interview.versions import empty_draft, read_versions, versions
from core.knowledge import Entry, EntryDraft
from core.taxonomy import taxonomy

CODES = [category.code for category in taxonomy().clauses]


def normal(node: Any, definitions: dict[str, Any]) -> Any:
    """A JSON Schema in one form: references put in, choices of types as lists, words for people left out."""
    if isinstance(node, list):
        return [normal(part, definitions) for part in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return normal(definitions[node["$ref"].rsplit("/", 1)[1]], definitions)
    kept = {
        key: {name: normal(value, definitions) for name, value in part.items()}
        if key == "properties"
        else normal(part, definitions)
        for key, part in node.items()
        if key not in ("title", "description", "default", "$defs", "$schema", "additionalProperties")
    }
    if node.get("type") == "object" or "properties" in node:
        assert node["additionalProperties"] is False
    choices = kept.pop("anyOf", None)
    if choices is not None:
        if all(choice.keys() <= {"type", "enum", "items"} for choice in choices):
            for choice in choices:
                types = kept.get("type", [])
                kept = {**kept, **choice, "type": [*types, choice.get("type", "string")]}
        else:
            kept["anyOf"] = choices
    if "const" in kept:
        kept["enum"] = [kept.pop("const")]
    if "enum" in kept:
        if "null" in (kept.get("type") or []):
            kept["enum"] = [*kept["enum"], None]
        kept = {"enum": kept["enum"]}
    if "required" in kept:
        kept["required"] = sorted(kept["required"])
    return kept


def of_model(model: type[Any], mode: str = "validation") -> Any:
    schema = model.model_json_schema(mode=mode, by_alias=True)
    found = normal(schema, schema.get("$defs", {}))
    # The taxonomy's codes are checked by the model in code; the schema lists them.
    for part in (found, *(found.get("properties", {}).get("knowledge_json", {}).get("anyOf", ()))):
        clauses = part.get("properties", {}).get("clause_types")
        if clauses is not None:
            clauses["items"] = {"enum": CODES}
    return found


@pytest.mark.parametrize(("number", "model"), [("1.0", TurnOne), ("2.0", TurnTwo)])
def test_turn_schema_and_model_are_equal(number: str, model: type[Any]) -> None:
    assert normal(dict(versions().known[number].schema.body), {}) == of_model(model)


def test_draft_schema_and_model_are_equal() -> None:
    assert normal(dict(versions().current.draft.body), {}) == of_model(EntryDraft)


def test_entry_schema_and_model_are_equal() -> None:
    ours, theirs = normal(dict(entry_schema().body), {}), of_model(Entry)
    # What the model fills in by itself, a document must have.
    theirs["required"] = sorted({*theirs["required"], "partitionKey", "type", "schemaVersion", "status", "revision"})
    assert ours == theirs


@pytest.mark.parametrize("number", ["1.0", "2.0"])
def test_what_is_written_is_valid_and_reads_the_same(number: str) -> None:
    version = versions().known[number]
    draft = empty_draft().model_copy(update={"title": "題名", "severity": "high", "clause_types": (CODES[0],)})
    two = number == "2.0"
    said = TurnContent(
        mode="clarify",
        phase="draft_knowledge",
        missing_info=("リスク",),
        message="確認します。",
        draft=draft,
        answered=("title",) if two else (),
        confidence="low" if two else None,
    )
    body = version.write(said)
    assert violations(version.schema, body) == []
    assert version.faults(body) == ()
    assert versions().read(body) == said


@pytest.mark.parametrize(
    "body",
    [
        turn_body(knowledge_json={"要約": "昔の形", "title": "旧題", "risk": 3}),
        turn_body(knowledge_json={"title": "旧題", "contract_types": ["NDA"], "score": 0.5}),
    ],
)
def test_an_old_log_with_another_object_stays_readable(body: dict[str, Any]) -> None:
    said = versions().read(body)
    assert said.draft is not None
    assert said.draft.title == "旧題"
    assert said.draft.risk is None
    assert said.other is not None
    assert '"旧題"' in said.other


def test_a_version_that_nobody_knows() -> None:
    with pytest.raises(BadArguments):
        versions().read(turn_body(control={"schema_version": "9.0", "mode": "interview"}))


def test_fallback_positions_out_of_order_are_a_fault() -> None:
    position = {"level": 1, "position": "a", "clause": ""}
    body = turn_body(knowledge_json=DRAFT | {"fallback_positions": [position, position]})
    assert violations(versions().current.schema, body) == []
    assert [fault.path for fault in versions().current.faults(body)] == ["/knowledge_json"]


@pytest.mark.parametrize(
    ("file", "old", "new", "place"),
    [
        ("knowledge_llm_turn.schema.json", '"type": "object"', '"type": "objekt"', "knowledge_llm_turn.schema.json"),
        ("knowledge_llm_turn.schema.json", "$defs/draft", "$defs/nothing", "/properties/knowledge_json/anyOf/0"),
        ("knowledge_llm_turn.schema.json", '"const": "1.0"', '"const": "1.1"', "schema_version"),
        ("knowledge_llm_turn.schema.json", '"required"', '"required', "knowledge_llm_turn.schema.json"),
        ("knowledge_llm_entry.schema.json", '"clauses"', '"claws"', "knowledge_llm_entry.schema.json"),
        ("versions.yaml", 'current: "1.0"', 'current: "3.0"', "/current"),
        ("versions.yaml", "adapter: one", "adapter: eins", "/versions/1.0/adapter"),
        ("versions.yaml", "versions:", "versions: [", "versions.yaml"),
    ],
)
def test_a_broken_file_is_named_at_start(tmp_path: Path, file: str, old: str, new: str, place: str) -> None:
    folder = tmp_path / "knowledge_llm"
    shutil.copytree(FOLDER, folder)
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        read_versions(folder)
    assert file in str(caught.value)
    assert place in str(caught.value)
