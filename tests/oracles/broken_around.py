"""Broken turns: what stands around the object, and what it is wrapped in."""

from __future__ import annotations

import html
import random
import re
import urllib.parse

from oracles.turns import (
    Turn,
    dumped,
    outside,
    plain,
    recover,
    text,
    turn,
    wide,
)


@recover
def fence_nested(value: Turn, chance: random.Random) -> str:
    return f"````markdown\n```json\n{dumped(value, chance)}\n```\n````"


@recover
def fence_open(value: Turn, chance: random.Random) -> str:
    return f"```json\n{dumped(value, chance)}\n"


@recover
def fence_closing_only(value: Turn, chance: random.Random) -> str:
    return f"{dumped(value, chance)}\n```"


@recover
def prose_both(value: Turn, chance: random.Random) -> str:
    before = chance.choice(
        ("了解です。\n\n", "Sure! Here's the JSON (schema 1.0):\n", "結果: ", "**回答**\n\n", "# 出力\n")
    )
    after = chance.choice(("\n\n以上です。", "\n\nNote: let me know: {ok}?", "\n注: 未確認です。", "\n---\n[1] 参考"))
    fenced = chance.random() < 0.5
    body = dumped(value, chance)
    return before + (f"```json\n{body}\n```" if fenced else body) + after


@recover
def tags(value: Turn, chance: random.Random) -> str:
    tag = chance.choice(("answer", "json", "output", "response", "final_answer", "turn", "result"))
    return f"<{tag}>\n{dumped(value, chance)}\n</{tag}>"


@recover
def think_without_opening(value: Turn, chance: random.Random) -> str:
    return f'まず{text(chance)} {{"control": {{"mode": "finalize"}}}} か？\n</think>\n\n{dumped(value, chance)}'


@recover
def think_with_decoy(value: Turn, chance: random.Random) -> str:
    return f"<think>\n{dumped(turn(chance), chance)}\nいや、違う。\n</think>\n{dumped(value, chance)}"


@recover
def channels(value: Turn, chance: random.Random) -> str:
    return f"<|channel|>analysis<|message|>{text(chance)}<|end|><|start|>assistant<|channel|>final<|message|>" + dumped(
        value, chance
    )


@recover
def special_tokens(value: Turn, chance: random.Random) -> str:
    return f"<|im_start|>assistant\n{dumped(value, chance)}<|im_end|>"


@recover
def server_sent(value: Turn, chance: random.Random) -> str:
    return f"data: {plain(value)}\n\ndata: [DONE]\n\n"


@recover
def quoted_echo(value: Turn, chance: random.Random) -> str:
    return f"引用:\n> {plain(turn(chance))}\n\n{dumped(value, chance)}"


@recover
def repeated(value: Turn, chance: random.Random) -> str:
    return f"{dumped(value, chance)}\n\n{dumped(dict(reversed(value.items())), chance)}"


@recover
def repeated_in_fence(value: Turn, chance: random.Random) -> str:
    return f"{dumped(value, chance)}\n\n整形すると:\n```json\n{wide(value)}\n```"


@recover
def extra_closers(value: Turn, chance: random.Random) -> str:
    return dumped(value, chance) + chance.choice(("}", "\n}", "]", "}}", "\n}\n```"))


@recover
def semicolon(value: Turn, chance: random.Random) -> str:
    return chance.choice(("", "const turn = ", "return ", "json = ", "turn = ")) + dumped(value, chance) + ";"


@recover
def invisible_around(value: Turn, chance: random.Random) -> str:
    signs = "\ufeff\u200b\u200c\u2060\u00a0\u3000\u00ad\u200e"
    return "".join(chance.choices(signs, k=3)) + dumped(value, chance) + "".join(chance.choices(signs, k=3))


@recover
def invisible_between(value: Turn, chance: random.Random) -> str:
    signs = "\ufeff\u200b\u00a0\u3000\u2003"
    return outside(wide(value), lambda part: re.sub(r"[ ]|(?<=[{,])", lambda m: m.group() + chance.choice(signs), part))


@recover
def list_of_one(value: Turn, chance: random.Random) -> str:
    return dumped([value], chance)


@recover
def named(value: Turn, chance: random.Random) -> str:
    name = chance.choice(("turn", "output", "response", "result", "data", "json", "answer", "回答"))
    return dumped({name: value}, chance)


@recover
def named_twice(value: Turn, chance: random.Random) -> str:
    return dumped({"status": "ok", "data": {"output": value}, "error": None}, chance)


@recover
def text_part(value: Turn, chance: random.Random) -> str:
    return dumped([{"type": chance.choice(("text", "output_text")), "text": dumped(value, chance)}], chance)


@recover
def text_parts_split(value: Turn, chance: random.Random) -> str:
    body = dumped(value, chance)
    at = chance.randint(5, len(body) - 5)
    return plain([{"type": "text", "text": body[:at]}, {"type": "text", "text": body[at:]}])


@recover
def api_answer(value: Turn, chance: random.Random) -> str:
    message = {"role": "assistant", "content": f"```json\n{dumped(value, chance)}\n```"}
    return dumped({"id": "x", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}, chance)


@recover
def tool_use(value: Turn, chance: random.Random) -> str:
    return dumped({"type": "tool_use", "id": "t1", "name": "emit_turn", "input": value}, chance)


@recover
def function_parameters(value: Turn, chance: random.Random) -> str:
    return f"<function=turn>{dumped({'name': 'turn', 'parameters': value}, chance)}</function>"


@recover
def schema_shaped(value: Turn, chance: random.Random) -> str:
    return dumped({"type": "object", "properties": value}, chance)


@recover
def encoded_twice(value: Turn, chance: random.Random) -> str:
    return plain(plain(dumped(value, chance)))


@recover
def encoded_in_fence(value: Turn, chance: random.Random) -> str:
    return f"```json\n{plain(dumped(value, chance))}\n```"


@recover
def encoded_without_marks(value: Turn, chance: random.Random) -> str:
    return plain(dumped(value, chance))[1:-1]


@recover
def encoded_part(value: Turn, chance: random.Random) -> str:
    changed = dict(value)
    for name in chance.sample(("control", "state"), chance.randint(1, 2)):
        changed[name] = dumped(value[name], chance)
    return dumped(changed, chance)


@recover
def entities(value: Turn, chance: random.Random) -> str:
    return html.escape(dumped(value, chance))


@recover
def percent(value: Turn, chance: random.Random) -> str:
    return urllib.parse.quote(plain(value))


@recover
def escaped_breaks(value: Turn, chance: random.Random) -> str:
    return outside(wide(value), lambda part: part.replace("\n", "\\n"))
