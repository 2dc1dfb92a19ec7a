"""Broken turns that have lost content or contradict themselves: only asking again is right."""

from __future__ import annotations

import copy
import random

from oracles.turns import (
    Turn,
    dumped,
    plain,
    reask,
    text,
    turn,
)


@reask
def cut_anywhere(value: Turn, chance: random.Random) -> str | None:
    broken = dumped(value, chance)
    cut = broken[: chance.randint(1, len(broken) - 3)]
    return None if not set(broken[len(cut) :]) - set("}] \n") else cut


@reask
def cut_in_fence(value: Turn, chance: random.Random) -> str | None:
    cut = cut_anywhere(value, chance)
    return None if cut is None else f"```json\n{cut}\n```"


@reask
def cut_inside_think(value: Turn, chance: random.Random) -> str:
    return f"<think>{text(chance)}\n{dumped(value, chance)}"


@reask
def cut_after_first_draft(value: Turn, chance: random.Random) -> str:
    other = dumped(turn(chance), chance)
    return f"{dumped(value, chance)}\n修正版:\n{other[: len(other) // 2]}"


@reask
def draft_and_final(value: Turn, chance: random.Random) -> str:
    return f"下書き:\n```json\n{dumped(value, chance)}\n```\n最終:\n```json\n{dumped(turn(chance), chance)}\n```"


@reask
def draft_and_final_named(value: Turn, chance: random.Random) -> str:
    return dumped({"draft": value, "final": turn(chance)}, chance)


@reask
def several_in_list(value: Turn, chance: random.Random) -> str:
    return dumped([value, turn(chance)], chance)


@reask
def one_word_differs(value: Turn, chance: random.Random) -> str:
    other = copy.deepcopy(value)
    other["assistant_message"] += "なお、ご注意ください。"
    return f"{dumped(value, chance)}\n{dumped(other, chance)}"


@reask
def key_twice(value: Turn, chance: random.Random) -> str:
    return dumped(value, chance)[:-1] + f', "assistant_message": {plain(text(chance) + "別")}}}'


@reask
def key_twice_in_other_case(value: Turn, chance: random.Random) -> str:
    return dumped({**value, "assistantMessage": value["assistant_message"] + "別"}, chance)


@reask
def content_missing(value: Turn, chance: random.Random) -> str:
    changed = copy.deepcopy(value)
    where = chance.choice((changed, changed["control"], changed["state"]))
    for name in ("assistant_message", "mode", "phase"):
        where.pop(name, None)
    return dumped(changed, chance)


@reask
def draft_missing(value: Turn, chance: random.Random) -> str:
    value["control"]["mode"], value["state"]["phase"] = "finalize", "review_knowledge"
    return dumped({key: part for key, part in value.items() if key != "knowledge_json"}, chance)


@reask
def draft_incomplete(value: Turn, chance: random.Random) -> str | None:
    if not value["knowledge_json"]:
        return None
    changed = copy.deepcopy(value)
    del changed["knowledge_json"][chance.choice(("risk", "severity", "note", "title", "needs_review"))]
    return dumped(changed, chance)


@reask
def enum_unknown(value: Turn, chance: random.Random) -> str:
    changed = copy.deepcopy(value)
    changed["control"]["mode"] = chance.choice(
        ("chat", "interview/clarify", "確認または確定", "interview clarify", "", None)
    )
    return dumped(changed, chance)


@reask
def version_other(value: Turn, chance: random.Random) -> str:
    changed = copy.deepcopy(value)
    changed["control"]["schema_version"] = chance.choice(("2.0", "1.1", 2, "10", "", None, True))
    return dumped(changed, chance)


@reask
def ellipsis_for_content(value: Turn, chance: random.Random) -> str | None:
    if not value["knowledge_json"]:
        return None
    return plain(value).replace(plain(value["knowledge_json"]["contract_types"]), '["NDA", ...]', 1)


@reask
def message_blank(value: Turn, chance: random.Random) -> str:
    return dumped(
        {**value, "assistant_message": chance.choice(("", " ", "\n", "\u3000", "\u200b", None, "\ufeff "))}, chance
    )


@reask
def null_for_content(value: Turn, chance: random.Random) -> str | None:
    if not value["knowledge_json"]:
        return None
    changed = copy.deepcopy(value)
    changed["knowledge_json"][chance.choice(("risk", "applicability", "severity", "needs_review"))] = None
    return dumped(changed, chance)


@reask
def several_in_one_text(value: Turn, chance: random.Random) -> str:
    changed = copy.deepcopy(value)
    changed["state"]["missing_info"] = "契約類型、取引金額" if chance.random() < 0.5 else "- 契約類型\n- 取引金額"
    return dumped(changed, chance)


@reask
def value_missing(value: Turn, chance: random.Random) -> str:
    return plain(value).replace(plain(value["assistant_message"]), "", 1)


@reask
def closing_mark_missing(value: Turn, chance: random.Random) -> str:
    names = [name for name in value if name != "assistant_message"]
    value = {"assistant_message": value["assistant_message"], **{name: value[name] for name in names}}
    message = plain(value["assistant_message"])
    return dumped(value, random.Random(1)).replace(message, message[:-1], 1)


@reask
def no_turn(value: Turn, chance: random.Random) -> str:
    return chance.choice(
        (
            text(chance),
            "{}",
            "[]",
            "{",
            "null",
            '{"error": "overloaded"}',
            "申し訳ありません。",
            '{"control": {}, "state": {}}',
            "```json\n```",
            '"' + text(chance).replace('"', "") + '"',
        )
    )


@reask
def cut_by_sender(value: Turn, chance: random.Random) -> str:
    return dumped({"choices": [{"message": {"content": dumped(value, chance)}, "finish_reason": "length"}]}, chance)
