"""Broken turns: good JSON whose names, types or shape the schema does not take."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable
from typing import Any

from oracles.turns import (
    Turn,
    dumped,
    outside,
    plain,
    recover,
    text,
    wide,
)


@recover
def keys_in_other_case(value: Turn, chance: random.Random) -> str:
    style = chance.choice(("camel", "pascal", "kebab", "upper", "space"))

    def change(name: str) -> str:
        parts = name.split("_")
        return {
            "camel": parts[0] + "".join(part.title() for part in parts[1:]),
            "pascal": "".join(part.title() for part in parts),
            "kebab": "-".join(parts),
            "upper": name.upper(),
            "space": " ".join(parts),
        }[style]

    return dumped(_renamed(value, change), chance)


def _renamed(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, dict):
        return {change(key): _renamed(part, change) for key, part in value.items()}
    return [_renamed(part, change) for part in value] if isinstance(value, list) else value


@recover
def keys_with_space(value: Turn, chance: random.Random) -> str:
    return dumped(_renamed(value, lambda name: f" {name} " if chance.random() < 0.3 else name), chance)


@recover
def key_slip(value: Turn, chance: random.Random) -> str:
    return dumped(value, chance).replace(
        '"assistant_message"', chance.choice(('"assistant_mesage"', '"assistant_messsage"'))
    )


@recover
def enum_styles(value: Turn, chance: random.Random) -> str:
    changed = copy.deepcopy(value)
    style = chance.choice(
        (str.upper, str.title, lambda w: w.replace("_", " "), lambda w: f"「{w}」", lambda w: f"{w}.")
    )
    changed["control"]["mode"] = style(value["control"]["mode"])
    changed["state"]["phase"] = style(value["state"]["phase"])
    return dumped(changed, chance)


@recover
def enum_in_list(value: Turn, chance: random.Random) -> str:
    changed = copy.deepcopy(value)
    changed["control"]["mode"] = [value["control"]["mode"]]
    return dumped(changed, chance)


@recover
def severity_translated(value: Turn, chance: random.Random) -> str | None:
    if not value["knowledge_json"]:
        return None
    changed = copy.deepcopy(value)
    words = {"high": ("高", "高い", "High"), "medium": ("中", "Medium", "中程度"), "low": ("低", "LOW", "低い")}
    changed["knowledge_json"]["severity"] = chance.choice(words[value["knowledge_json"]["severity"]])
    return dumped(changed, chance)


@recover
def version_styles(value: Turn, chance: random.Random) -> str:
    changed = copy.deepcopy(value)
    changed["control"]["schema_version"] = chance.choice(
        (1, 1.0, "1", "v1", "V1.0", "1.0.0", "ver1.0", "１．０", " 1.0 ")
    )
    return dumped(changed, chance)


@recover
def values_as_strings(value: Turn, chance: random.Random) -> str | None:
    if not value["knowledge_json"] or value["knowledge_json"]["confidence"] is None:
        return None
    changed = copy.deepcopy(value)
    knowledge = changed["knowledge_json"]
    knowledge["confidence"] = str(knowledge["confidence"])
    knowledge["needs_review"] = chance.choice((str, lambda b: str(b).lower(), lambda b: str(b).upper()))(
        knowledge["needs_review"]
    )
    for position in knowledge["fallback_positions"]:
        position["level"] = str(position["level"])
    return dumped(changed, chance)


@recover
def single_for_list(value: Turn, chance: random.Random) -> str | None:
    if not value["knowledge_json"] or len(value["knowledge_json"]["contract_types"]) != 1:
        return None
    changed = copy.deepcopy(value)
    changed["knowledge_json"]["contract_types"] = changed["knowledge_json"]["contract_types"][0]
    if len(changed["knowledge_json"]["law_references"]) == 1:
        changed["knowledge_json"]["law_references"] = changed["knowledge_json"]["law_references"][0]
    return dumped(changed, chance)


@recover
def list_encoded(value: Turn, chance: random.Random) -> str:
    changed = copy.deepcopy(value)
    changed["state"]["missing_info"] = plain(changed["state"]["missing_info"])
    return dumped(changed, chance)


@recover
def missing_none_in_words(value: Turn, chance: random.Random) -> str:
    value["state"]["missing_info"] = []
    changed = copy.deepcopy(value)
    changed["state"]["missing_info"] = chance.choice((None, "なし", "", "特になし", "none"))
    return dumped(changed, chance)


@recover
def knowledge_none_in_words(value: Turn, chance: random.Random) -> str | None:
    if value["knowledge_json"] is not None:
        return None
    return dumped(
        {**value, "knowledge_json": chance.choice(("null", "なし", "None", "", "-", "未作成", "該当なし"))}, chance
    )


@recover
def message_in_parts(value: Turn, chance: random.Random) -> str:
    message = value["assistant_message"]
    at = chance.randint(1, len(message) - 1)
    made = chance.choice(
        (
            [{"type": "text", "text": message[:at]}, {"type": "text", "text": message[at:]}],
            {"content": message},
            {"type": "text", "text": message, "annotations": []},
            [message],
        )
    )
    return dumped({**value, "assistant_message": made}, chance)


@recover
def extra_nested(value: Turn, chance: random.Random) -> str:
    changed = copy.deepcopy(value)
    chance.choice((changed["control"], changed["state"]))[chance.choice(("language", "reason", "timestamp"))] = "ja"
    return dumped(changed, chance)


@recover
def flattened(value: Turn, chance: random.Random) -> str:
    flat: Turn = {}
    for name, part in value.items():
        flat |= part if name in ("control", "state") else {name: part}
    return dumped(flat, chance)


@recover
def split_lines(value: Turn, chance: random.Random) -> str:
    return "\n".join(plain({name: part}) for name, part in value.items())


@recover
def mixed_faults(value: Turn, chance: random.Random) -> str:
    broken = re.sub(r"(?<=[^\s,{\[])\n(\s*[}\]])", r",\n\1", wide(value))
    broken = outside(broken, lambda part: part.replace("null", "None").replace("true", "True"))
    return f"<think>{text(chance)}</think>\nこちらです。\n```json\n{broken}\n```\n以上"
