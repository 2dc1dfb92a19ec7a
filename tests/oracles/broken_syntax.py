"""Broken turns: JSON that is not quite JSON."""

from __future__ import annotations

import copy
import json
import random
import re

from oracles.turns import (
    QUOTED,
    Turn,
    dumped,
    outside,
    plain,
    recover,
    strings,
    wide,
)


@recover
def python_repr(value: Turn, chance: random.Random) -> str:
    return repr(value)


@recover
def json5(value: Turn, chance: random.Random) -> str:
    broken = re.sub(r'"([A-Za-z_]\w*)"(?=\s*:)', r"\1", wide(value))
    broken = strings(
        broken, lambda s: "'" + s[1:-1].replace('\\"', '"').replace("'", "\\'") + "'" if "\\u" not in s else s
    )
    return re.sub(r"(?<=[^\s,{\[])\n(\s*[}\]])", r",\n\1", broken)


@recover
def smart_marks(value: Turn, chance: random.Random) -> str:
    return strings(wide(value), lambda s: "“" + s[1:-1] + "”")


@recover
def smart_marks_swapped(value: Turn, chance: random.Random) -> str:
    mark = chance.choice("”„＂")
    return strings(dumped(value, chance), lambda s: mark + s[1:-1] + chance.choice("”“"))


@recover
def backticks(value: Turn, chance: random.Random) -> str | None:
    if "`" in plain(value["assistant_message"]):
        return None
    name = '"assistant_message": '
    return (
        wide(value).replace(name + plain(value["assistant_message"]), f"{name}`{value['assistant_message']}`")
        if ("\\" not in value["assistant_message"] and '"' not in value["assistant_message"])
        else None
    )


@recover
def triple_marks(value: Turn, chance: random.Random) -> str | None:
    message = value["assistant_message"]
    if "\\" in message or message.endswith('"') or '"""' in message:
        return None
    return wide(value).replace(plain(message), f'"""{message}"""', 1)


@recover
def full_width_all(value: Turn, chance: random.Random) -> str:
    table = str.maketrans("{}[]:,", "｛｝［］：，")
    return strings(outside(wide(value), lambda part: part.translate(table)), lambda s: "＂" + s[1:-1] + "＂")


@recover
def full_width_some(value: Turn, chance: random.Random) -> str:
    sign = chance.choice((":", ",", "{", "}", "[", "]"))
    return outside(wide(value), lambda part: part.replace(sign, chr(ord(sign) + 0xFEE0)))


@recover
def commas_doubled(value: Turn, chance: random.Random) -> str:
    return outside(wide(value), lambda part: part.replace(",", ",," if chance.random() < 0.3 else ","))


@recover
def commas_leading(value: Turn, chance: random.Random) -> str:
    return outside(wide(value), lambda part: re.sub(r",(\s*)", r"\1, ", part))


@recover
def commas_missing(value: Turn, chance: random.Random) -> str:
    return outside(wide(value), lambda part: part.replace(",\n", "\n" if chance.random() < 0.4 else ",\n"))


@recover
def semicolons_for_commas(value: Turn, chance: random.Random) -> str:
    return outside(wide(value), lambda part: part.replace(",", ";"))


@recover
def colons_missing(value: Turn, chance: random.Random) -> str:
    name = chance.choice(("control", "state", "assistant_message"))
    return dumped(value, chance).replace(f'"{name}":', f'"{name}" ', 1)


@recover
def colons_other(value: Turn, chance: random.Random) -> str:
    sign = chance.choice((" =>", " ="))
    return outside(wide(value), lambda part: part.replace(":", sign))


@recover
def comments_many(value: Turn, chance: random.Random) -> str:
    notes = ("  // 仮", "  # memo: x", "  /* a, b: {c} */", "  // it's ok")
    return re.sub(
        r"(?<=[,{\[])\n", lambda _: (chance.choice(notes) if chance.random() < 0.4 else "") + "\n", wide(value)
    )


@recover
def comment_on_top(value: Turn, chance: random.Random) -> str:
    return f"// turn 3\n/* 出力 */\n{dumped(value, chance)}\n// end"


@recover
def raw_control(value: Turn, chance: random.Random) -> str:
    return (
        json.dumps(value, ensure_ascii=False, indent=2).replace("\\n", "\n").replace("\\t", "\t")
        if "\\\\" not in plain(value)
        else wide(value)
    )


@recover
def raw_returns(value: Turn, chance: random.Random) -> str | None:
    if "\\\\" in plain(value) or "\\n" not in plain(value):
        return None
    changed = json.loads(plain(value).replace("\\n", "\\r\\n"))
    value.clear()
    value.update(changed)
    return plain(changed).replace("\\r\\n", "\r\n")


@recover
def marks_unescaped(value: Turn, chance: random.Random) -> str | None:
    changed = copy.deepcopy(value)
    message = re.sub('["\n\t\\\\]', "", value["assistant_message"])
    at = chance.randint(1, len(message) - 1)
    message = message[:at] + chance.choice(QUOTED) + message[at:]
    value["assistant_message"] = changed["assistant_message"] = message
    return wide(changed).replace(plain(message), f'"{message}"', 1)


@recover
def marks_unescaped_at_edge(value: Turn, chance: random.Random) -> str | None:
    message = chance.choice(QUOTED) + re.sub('["\n\t\\\\]', "", value["assistant_message"])
    if chance.random() < 0.5:
        message += chance.choice(QUOTED)
    value["assistant_message"] = message
    return dumped(value, random.Random(1)).replace(plain(message), f'"{message}"', 1)


@recover
def escapes_javascript(value: Turn, chance: random.Random) -> str:
    return dumped(value, chance).replace("'", "\\'").replace("&", "\\x26")


@recover
def literals(value: Turn, chance: random.Random) -> str:
    made = {"true": ("True", "TRUE"), "false": ("False", "FALSE"), "null": ("None", "NULL", "nil", "undefined")}
    return outside(
        dumped(value, chance), lambda part: re.sub("true|false|null", lambda m: chance.choice(made[m.group()]), part)
    )


@recover
def numbers_other(value: Turn, chance: random.Random) -> str | None:
    if not value["knowledge_json"]:
        return None
    value["knowledge_json"]["confidence"] = 0.5
    return wide(value).replace('"confidence": 0.5', '"confidence": ' + chance.choice((".5", "+0.5", "０.５", "5e-1")))


@recover
def bare_listed_words(value: Turn, chance: random.Random) -> str:
    broken = dumped(value, chance)
    for word in (value["control"]["mode"], value["state"]["phase"]):
        broken = broken.replace(f'"{word}"', word, 1)
    return broken


@recover
def closers_missing(value: Turn, chance: random.Random) -> str | None:
    broken = dumped(value, chance).rstrip("}\n ")
    return broken if broken.endswith(("null", "true", "false")) else None


@recover
def closers_missing_in_fence(value: Turn, chance: random.Random) -> str | None:
    broken = closers_missing(value, chance)
    return None if broken is None else f"```json\n{broken}\n```"


@recover
def list_closer_missing(value: Turn, chance: random.Random) -> str | None:
    if not value["state"]["missing_info"]:
        return None
    value["state"] = {"phase": value["state"]["phase"], "missing_info": value["state"]["missing_info"]}
    listed = plain(value["state"]["missing_info"])
    return plain(value).replace(listed, listed[:-1], 1)


@recover
def object_closer_missing(value: Turn, chance: random.Random) -> str | None:
    """The brace of `control` is missing, and so is none at the end."""
    if list(value)[-1] == "control" or value["knowledge_json"] is not None:
        return None
    part = plain(value["control"])
    return plain(value).replace(part, part[:-1], 1)


@recover
def closer_of_other_kind(value: Turn, chance: random.Random) -> str | None:
    if not value["state"]["missing_info"]:
        return None
    value["state"] = {"missing_info": value["state"]["missing_info"], "phase": value["state"]["phase"]}
    listed = plain(value["state"]["missing_info"])
    return plain(value).replace(listed + ",", listed[:-1] + ",", 1)


@recover
def string_concatenated_lines(value: Turn, chance: random.Random) -> str:
    return wide(value).replace("\\n", "\\\n\\n") if "\\\\" not in plain(value) else wide(value)
