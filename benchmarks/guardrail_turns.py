"""Turns of a knowledge interview broken on purpose: what models really do to JSON, with the turn that was meant.

Everything is drawn from a seed. A kind is a function from a turn to a broken text; `RECOVER` kinds change form only,
`REASK` kinds lose or contradict content. The texts hold snippets that look like JSON, Python, HTML or Markdown.
"""

from __future__ import annotations

import copy
import html
import json
import random
import re
import urllib.parse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

Turn = dict[str, Any]
Kind = Callable[[Turn, random.Random], "str | None"]

_PARTIES = ("甲", "乙", "発注者", "受注者", "ベンダー", "ユーザー", "開示者", "受領者", "丙")
_TOPICS = ("損害賠償", "秘密保持", "解除", "検収", "瑕疵担保", "再委託", "知財帰属", "不可抗力", "競業避止", "管轄")
_TYPES = ("業務委託契約", "NDA", "売買契約", "ライセンス契約", "賃貸借契約", "SaaS利用規約", "共同開発契約")
_MISSING = ("契約類型", "取引金額", "相手方の属性", "検収期間", "準拠法", "交渉経緯", "承認者", "締結予定日")
_LAWS = (("民法", "第415条"), ("民法", "第562条"), ("著作権法", "第27条"), ("下請法", "第4条"), ("会社法", "第356条"))
_SNIPPETS = (
    "「本契約」", "『甲』", "（第3条第2項）", "100%", "A&B社", "R&amp;D", "https://example.jp/a?b=1&c=2#d", "C:\\雛形\\第1版",
    "[要確認]", "{甲の名称}", "{{party}}", "// 注", "/* 注 */", "# 見出し", "```", "`code`", "it's", "the Seller's",
    "None", "True", "null", "NaN", "1.0", "12:30", "①②", "<重要>", "<b>注意</b>", "…", "，", "：", "；", "“引用”", "‘注’",
    "、、", ",]", ",}", "\\n", "😀", "\t", "\n", "\n\n・", "\n1. ", "***", "__", "--", "“", "”", "＂", "key: value", "a=b",
)  # fmt: skip
_QUOTED = ('"最終版"', '"Confidential"', '"甲"', '"the Product"')


def _sentence(chance: random.Random) -> str:
    one, other = chance.sample(_PARTIES, 2)
    topic = chance.choice(_TOPICS)
    return chance.choice(
        (
            f"{one}は{other}に対し、{topic}に関する責任を負う。",
            f"{topic}については{other}の事前の承諾を要する。",
            f"過去{chance.randint(1, 9)}件で{topic}が争いとなり、{chance.randint(10, 999)}万円を支払いました。",
            f"Under Article {chance.randint(1, 30)}, {topic} remains with the Buyer.",
            f"次に{chance.choice(_MISSING)}を教えてください。",
        )
    )


def text(chance: random.Random, *, quotes: bool = False) -> str:
    """A few sentences with snippets inside."""
    made = "".join(_sentence(chance) for _ in range(chance.randint(1, 3)))
    for _ in range(chance.choice((0, 0, 1, 2))):
        at = chance.randint(1, len(made) - 1)
        made = made[:at] + chance.choice(_SNIPPETS + (_QUOTED if quotes else ())) + made[at:]
    return made.strip()


def turn(chance: random.Random, *, quotes: bool = True, draft: bool | None = None) -> Turn:
    """A valid turn; its properties stand in any order."""
    drafted = chance.random() < 0.6 if draft is None else draft
    made: Turn = {
        "control": {
            "schema_version": "1.0",
            "mode": chance.choice(("clarify", "finalize") if drafted else ("interview", "clarify")),
        },
        "state": {
            "phase": chance.choice(
                ("draft_knowledge", "review_knowledge") if drafted else ("collect_case", "organize_risks")
            ),
            "missing_info": chance.sample(_MISSING, chance.randint(0, 3)),
        },
        "assistant_message": text(chance, quotes=quotes),
        "knowledge_json": _knowledge(chance, quotes=quotes) if drafted else None,
    }
    names = list(made)
    if chance.random() < 0.4:
        chance.shuffle(names)
    return {name: made[name] for name in names}


def _knowledge(chance: random.Random, *, quotes: bool) -> Turn:
    def some(most: int) -> range:
        return range(chance.randint(0, most))

    return {
        "title": f"{chance.choice(_TYPES)}における{chance.choice(_TOPICS)}",
        "contract_types": chance.sample(_TYPES, chance.randint(1, 3)),
        "problem_pattern": text(chance, quotes=quotes),
        "risk": text(chance, quotes=quotes),
        "recommended_clause": f"第{chance.randint(1, 30)}条\n" + text(chance, quotes=quotes),
        "note": chance.choice((None, text(chance, quotes=quotes))),
        "severity": chance.choice(("high", "medium", "low")),
        "applicability": [f"取引金額が{chance.randint(1, 99)}億円以上" for _ in some(2)],
        "fallback_positions": [
            {"level": level + 1, "position": text(chance, quotes=quotes), "clause": text(chance, quotes=quotes)}
            for level in some(2)
        ],
        "law_references": [dict(zip(("law", "article"), chance.choice(_LAWS), strict=True)) for _ in some(3)],
        "confidence": chance.choice((None, 0.5, 0.75, 0.9, 1, 0)),
        "needs_review": chance.random() < 0.5,
    }


def dumped(value: object, chance: random.Random) -> str:
    """JSON in one of the usual layouts."""
    layout = chance.choice(("compact", "plain", "wide", "wider"))
    ascii_only = chance.random() < 0.1
    if layout == "compact":
        return json.dumps(value, ensure_ascii=ascii_only, separators=(",", ":"))
    return json.dumps(value, ensure_ascii=ascii_only, indent={"plain": None, "wide": 2, "wider": 4}[layout])


_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


def _outside(broken: str, change: Callable[[str], str]) -> str:
    """Change what stands outside of strings."""
    parts: list[str] = []
    at = 0
    for match in _STRING.finditer(broken):
        parts += [change(broken[at : match.start()]), match.group()]
        at = match.end()
    return "".join([*parts, change(broken[at:])])


def _strings(broken: str, change: Callable[[str], str]) -> str:
    """Change each string, its marks included."""
    return _STRING.sub(lambda match: change(match.group()), broken)


def _plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _wide(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


RECOVER: dict[str, Kind] = {}
REASK: dict[str, Kind] = {}


def _recover(kind: Kind) -> Kind:
    RECOVER[kind.__name__] = kind
    return kind


def _reask(kind: Kind) -> Kind:
    REASK[kind.__name__] = kind
    return kind


# What stands around the object.


@_recover
def fence_nested(value: Turn, chance: random.Random) -> str:
    return f"````markdown\n```json\n{dumped(value, chance)}\n```\n````"


@_recover
def fence_open(value: Turn, chance: random.Random) -> str:
    return f"```json\n{dumped(value, chance)}\n"


@_recover
def fence_closing_only(value: Turn, chance: random.Random) -> str:
    return f"{dumped(value, chance)}\n```"


@_recover
def prose_both(value: Turn, chance: random.Random) -> str:
    before = chance.choice(("了解です。\n\n", "Sure! Here's the JSON (schema 1.0):\n", "結果: ", "**回答**\n\n", "# 出力\n"))
    after = chance.choice(("\n\n以上です。", "\n\nNote: let me know: {ok}?", "\n注: 未確認です。", "\n---\n[1] 参考"))
    fenced = chance.random() < 0.5
    body = dumped(value, chance)
    return before + (f"```json\n{body}\n```" if fenced else body) + after


@_recover
def tags(value: Turn, chance: random.Random) -> str:
    tag = chance.choice(("answer", "json", "output", "response", "final_answer", "turn", "result"))
    return f"<{tag}>\n{dumped(value, chance)}\n</{tag}>"


@_recover
def think_without_opening(value: Turn, chance: random.Random) -> str:
    return f'まず{text(chance)} {{"control": {{"mode": "finalize"}}}} か？\n</think>\n\n{dumped(value, chance)}'


@_recover
def think_with_decoy(value: Turn, chance: random.Random) -> str:
    return f"<think>\n{dumped(turn(chance), chance)}\nいや、違う。\n</think>\n{dumped(value, chance)}"


@_recover
def channels(value: Turn, chance: random.Random) -> str:
    return (
        f"<|channel|>analysis<|message|>{text(chance)}<|end|><|start|>assistant<|channel|>final<|message|>"
        + dumped(value, chance)
    )


@_recover
def special_tokens(value: Turn, chance: random.Random) -> str:
    return f"<|im_start|>assistant\n{dumped(value, chance)}<|im_end|>"


@_recover
def server_sent(value: Turn, chance: random.Random) -> str:
    return f"data: {_plain(value)}\n\ndata: [DONE]\n\n"


@_recover
def quoted_echo(value: Turn, chance: random.Random) -> str:
    return f"引用:\n> {_plain(turn(chance))}\n\n{dumped(value, chance)}"


@_recover
def repeated(value: Turn, chance: random.Random) -> str:
    return f"{dumped(value, chance)}\n\n{dumped(dict(reversed(value.items())), chance)}"


@_recover
def repeated_in_fence(value: Turn, chance: random.Random) -> str:
    return f"{dumped(value, chance)}\n\n整形すると:\n```json\n{_wide(value)}\n```"


@_recover
def extra_closers(value: Turn, chance: random.Random) -> str:
    return dumped(value, chance) + chance.choice(("}", "\n}", "]", "}}", "\n}\n```"))


@_recover
def semicolon(value: Turn, chance: random.Random) -> str:
    return chance.choice(("", "const turn = ", "return ", "json = ", "turn = ")) + dumped(value, chance) + ";"


@_recover
def invisible_around(value: Turn, chance: random.Random) -> str:
    signs = "\ufeff\u200b\u200c\u2060\u00a0\u3000\u00ad\u200e"
    return "".join(chance.choices(signs, k=3)) + dumped(value, chance) + "".join(chance.choices(signs, k=3))


@_recover
def invisible_between(value: Turn, chance: random.Random) -> str:
    signs = "\ufeff\u200b\u00a0\u3000\u2003"
    return _outside(
        _wide(value), lambda part: re.sub(r"[ ]|(?<=[{,])", lambda m: m.group() + chance.choice(signs), part)
    )


# Wrappers.


@_recover
def list_of_one(value: Turn, chance: random.Random) -> str:
    return dumped([value], chance)


@_recover
def named(value: Turn, chance: random.Random) -> str:
    name = chance.choice(("turn", "output", "response", "result", "data", "json", "answer", "回答"))
    return dumped({name: value}, chance)


@_recover
def named_twice(value: Turn, chance: random.Random) -> str:
    return dumped({"status": "ok", "data": {"output": value}, "error": None}, chance)


@_recover
def text_part(value: Turn, chance: random.Random) -> str:
    return dumped([{"type": chance.choice(("text", "output_text")), "text": dumped(value, chance)}], chance)


@_recover
def text_parts_split(value: Turn, chance: random.Random) -> str:
    body = dumped(value, chance)
    at = chance.randint(5, len(body) - 5)
    return _plain([{"type": "text", "text": body[:at]}, {"type": "text", "text": body[at:]}])


@_recover
def api_answer(value: Turn, chance: random.Random) -> str:
    message = {"role": "assistant", "content": f"```json\n{dumped(value, chance)}\n```"}
    return dumped({"id": "x", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}, chance)


@_recover
def tool_use(value: Turn, chance: random.Random) -> str:
    return dumped({"type": "tool_use", "id": "t1", "name": "emit_turn", "input": value}, chance)


@_recover
def function_parameters(value: Turn, chance: random.Random) -> str:
    return f"<function=turn>{dumped({'name': 'turn', 'parameters': value}, chance)}</function>"


@_recover
def schema_shaped(value: Turn, chance: random.Random) -> str:
    return dumped({"type": "object", "properties": value}, chance)


@_recover
def encoded_twice(value: Turn, chance: random.Random) -> str:
    return _plain(_plain(dumped(value, chance)))


@_recover
def encoded_in_fence(value: Turn, chance: random.Random) -> str:
    return f"```json\n{_plain(dumped(value, chance))}\n```"


@_recover
def encoded_without_marks(value: Turn, chance: random.Random) -> str:
    return _plain(dumped(value, chance))[1:-1]


@_recover
def encoded_part(value: Turn, chance: random.Random) -> str:
    changed = dict(value)
    for name in chance.sample(("control", "state"), chance.randint(1, 2)):
        changed[name] = dumped(value[name], chance)
    return dumped(changed, chance)


@_recover
def entities(value: Turn, chance: random.Random) -> str:
    return html.escape(dumped(value, chance))


@_recover
def percent(value: Turn, chance: random.Random) -> str:
    return urllib.parse.quote(_plain(value))


@_recover
def escaped_breaks(value: Turn, chance: random.Random) -> str:
    return _outside(_wide(value), lambda part: part.replace("\n", "\\n"))


# Syntax.


@_recover
def python_repr(value: Turn, chance: random.Random) -> str:
    return repr(value)


@_recover
def json5(value: Turn, chance: random.Random) -> str:
    broken = re.sub(r'"([A-Za-z_]\w*)"(?=\s*:)', r"\1", _wide(value))
    broken = _strings(
        broken, lambda s: "'" + s[1:-1].replace('\\"', '"').replace("'", "\\'") + "'" if "\\u" not in s else s
    )
    return re.sub(r"(?<=[^\s,{\[])\n(\s*[}\]])", r",\n\1", broken)


@_recover
def smart_marks(value: Turn, chance: random.Random) -> str:
    return _strings(_wide(value), lambda s: "“" + s[1:-1] + "”")


@_recover
def smart_marks_swapped(value: Turn, chance: random.Random) -> str:
    mark = chance.choice("”„＂")
    return _strings(dumped(value, chance), lambda s: mark + s[1:-1] + chance.choice("”“"))


@_recover
def backticks(value: Turn, chance: random.Random) -> str | None:
    if "`" in _plain(value["assistant_message"]):
        return None
    name = '"assistant_message": '
    return _wide(value).replace(name + _plain(value["assistant_message"]), f"{name}`{value['assistant_message']}`") if (
        "\\" not in value["assistant_message"] and '"' not in value["assistant_message"]
    ) else None


@_recover
def triple_marks(value: Turn, chance: random.Random) -> str | None:
    message = value["assistant_message"]
    if "\\" in message or message.endswith('"') or '"""' in message:
        return None
    return _wide(value).replace(_plain(message), f'"""{message}"""', 1)


@_recover
def full_width_all(value: Turn, chance: random.Random) -> str:
    table = str.maketrans("{}[]:,", "｛｝［］：，")
    return _strings(_outside(_wide(value), lambda part: part.translate(table)), lambda s: "＂" + s[1:-1] + "＂")


@_recover
def full_width_some(value: Turn, chance: random.Random) -> str:
    sign = chance.choice((":", ",", "{", "}", "[", "]"))
    return _outside(_wide(value), lambda part: part.replace(sign, chr(ord(sign) + 0xFEE0)))


@_recover
def commas_doubled(value: Turn, chance: random.Random) -> str:
    return _outside(_wide(value), lambda part: part.replace(",", ",," if chance.random() < 0.3 else ","))


@_recover
def commas_leading(value: Turn, chance: random.Random) -> str:
    return _outside(_wide(value), lambda part: re.sub(r",(\s*)", r"\1, ", part))


@_recover
def commas_missing(value: Turn, chance: random.Random) -> str:
    return _outside(_wide(value), lambda part: part.replace(",\n", "\n" if chance.random() < 0.4 else ",\n"))


@_recover
def semicolons_for_commas(value: Turn, chance: random.Random) -> str:
    return _outside(_wide(value), lambda part: part.replace(",", ";"))


@_recover
def colons_missing(value: Turn, chance: random.Random) -> str:
    name = chance.choice(("control", "state", "assistant_message"))
    return dumped(value, chance).replace(f'"{name}":', f'"{name}" ', 1)


@_recover
def colons_other(value: Turn, chance: random.Random) -> str:
    sign = chance.choice((" =>", " ="))
    return _outside(_wide(value), lambda part: part.replace(":", sign))


@_recover
def comments_many(value: Turn, chance: random.Random) -> str:
    notes = ("  // 仮", "  # memo: x", "  /* a, b: {c} */", "  // it's ok")
    return re.sub(
        r"(?<=[,{\[])\n", lambda _: (chance.choice(notes) if chance.random() < 0.4 else "") + "\n", _wide(value)
    )


@_recover
def comment_on_top(value: Turn, chance: random.Random) -> str:
    return f"// turn 3\n/* 出力 */\n{dumped(value, chance)}\n// end"


@_recover
def raw_control(value: Turn, chance: random.Random) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2).replace("\\n", "\n").replace("\\t", "\t")\
        if "\\\\" not in _plain(value) else _wide(value)


@_recover
def raw_returns(value: Turn, chance: random.Random) -> str | None:
    if "\\\\" in _plain(value) or "\\n" not in _plain(value):
        return None
    changed = json.loads(_plain(value).replace("\\n", "\\r\\n"))
    value.clear()
    value.update(changed)
    return _plain(changed).replace("\\r\\n", "\r\n")


@_recover
def marks_unescaped(value: Turn, chance: random.Random) -> str | None:
    changed = copy.deepcopy(value)
    message = re.sub('["\n\t\\\\]', "", value["assistant_message"])
    at = chance.randint(1, len(message) - 1)
    message = message[:at] + chance.choice(_QUOTED) + message[at:]
    value["assistant_message"] = changed["assistant_message"] = message
    return _wide(changed).replace(_plain(message), f'"{message}"', 1)


@_recover
def marks_unescaped_at_edge(value: Turn, chance: random.Random) -> str | None:
    message = chance.choice(_QUOTED) + re.sub('["\n\t\\\\]', "", value["assistant_message"])
    if chance.random() < 0.5:
        message += chance.choice(_QUOTED)
    value["assistant_message"] = message
    return dumped(value, random.Random(1)).replace(_plain(message), f'"{message}"', 1)


@_recover
def escapes_javascript(value: Turn, chance: random.Random) -> str:
    return dumped(value, chance).replace("'", "\\'").replace("&", "\\x26")


@_recover
def literals(value: Turn, chance: random.Random) -> str:
    made = {"true": ("True", "TRUE"), "false": ("False", "FALSE"), "null": ("None", "NULL", "nil", "undefined")}
    return _outside(
        dumped(value, chance), lambda part: re.sub("true|false|null", lambda m: chance.choice(made[m.group()]), part)
    )


@_recover
def numbers_other(value: Turn, chance: random.Random) -> str | None:
    if not value["knowledge_json"]:
        return None
    value["knowledge_json"]["confidence"] = 0.5
    return _wide(value).replace('"confidence": 0.5', '"confidence": ' + chance.choice((".5", "+0.5", "０.５", "5e-1")))


@_recover
def bare_listed_words(value: Turn, chance: random.Random) -> str:
    broken = dumped(value, chance)
    for word in (value["control"]["mode"], value["state"]["phase"]):
        broken = broken.replace(f'"{word}"', word, 1)
    return broken


@_recover
def closers_missing(value: Turn, chance: random.Random) -> str | None:
    broken = dumped(value, chance).rstrip("}\n ")
    return broken if broken.endswith(("null", "true", "false")) else None


@_recover
def closers_missing_in_fence(value: Turn, chance: random.Random) -> str | None:
    broken = closers_missing(value, chance)
    return None if broken is None else f"```json\n{broken}\n```"


@_recover
def list_closer_missing(value: Turn, chance: random.Random) -> str | None:
    if not value["state"]["missing_info"]:
        return None
    value["state"] = {"phase": value["state"]["phase"], "missing_info": value["state"]["missing_info"]}
    listed = _plain(value["state"]["missing_info"])
    return _plain(value).replace(listed, listed[:-1], 1)


@_recover
def object_closer_missing(value: Turn, chance: random.Random) -> str | None:
    """The brace of `control` is missing, and so is none at the end."""
    if list(value)[-1] == "control" or value["knowledge_json"] is not None:
        return None
    part = _plain(value["control"])
    return _plain(value).replace(part, part[:-1], 1)


@_recover
def closer_of_other_kind(value: Turn, chance: random.Random) -> str | None:
    if not value["state"]["missing_info"]:
        return None
    value["state"] = {"missing_info": value["state"]["missing_info"], "phase": value["state"]["phase"]}
    listed = _plain(value["state"]["missing_info"])
    return _plain(value).replace(listed + ",", listed[:-1] + ",", 1)


@_recover
def string_concatenated_lines(value: Turn, chance: random.Random) -> str:
    return _wide(value).replace("\\n", "\\\n\\n") if "\\\\" not in _plain(value) else _wide(value)


# What the schema decides.


@_recover
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


@_recover
def keys_with_space(value: Turn, chance: random.Random) -> str:
    return dumped(_renamed(value, lambda name: f" {name} " if chance.random() < 0.3 else name), chance)


@_recover
def key_slip(value: Turn, chance: random.Random) -> str:
    return dumped(value, chance).replace('"assistant_message"', chance.choice(('"assistant_mesage"', '"assistant_messsage"')))


@_recover
def enum_styles(value: Turn, chance: random.Random) -> str:
    changed = copy.deepcopy(value)
    style = chance.choice((str.upper, str.title, lambda w: w.replace("_", " "), lambda w: f"「{w}」", lambda w: f"{w}."))
    changed["control"]["mode"] = style(value["control"]["mode"])
    changed["state"]["phase"] = style(value["state"]["phase"])
    return dumped(changed, chance)


@_recover
def enum_in_list(value: Turn, chance: random.Random) -> str:
    changed = copy.deepcopy(value)
    changed["control"]["mode"] = [value["control"]["mode"]]
    return dumped(changed, chance)


@_recover
def severity_translated(value: Turn, chance: random.Random) -> str | None:
    if not value["knowledge_json"]:
        return None
    changed = copy.deepcopy(value)
    words = {"high": ("高", "高い", "High"), "medium": ("中", "Medium", "中程度"), "low": ("低", "LOW", "低い")}
    changed["knowledge_json"]["severity"] = chance.choice(words[value["knowledge_json"]["severity"]])
    return dumped(changed, chance)


@_recover
def version_styles(value: Turn, chance: random.Random) -> str:
    changed = copy.deepcopy(value)
    changed["control"]["schema_version"] = chance.choice((1, 1.0, "1", "v1", "V1.0", "1.0.0", "ver1.0", "１．０", " 1.0 "))
    return dumped(changed, chance)


@_recover
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


@_recover
def single_for_list(value: Turn, chance: random.Random) -> str | None:
    if not value["knowledge_json"] or len(value["knowledge_json"]["contract_types"]) != 1:
        return None
    changed = copy.deepcopy(value)
    changed["knowledge_json"]["contract_types"] = changed["knowledge_json"]["contract_types"][0]
    if len(changed["knowledge_json"]["law_references"]) == 1:
        changed["knowledge_json"]["law_references"] = changed["knowledge_json"]["law_references"][0]
    return dumped(changed, chance)


@_recover
def list_encoded(value: Turn, chance: random.Random) -> str:
    changed = copy.deepcopy(value)
    changed["state"]["missing_info"] = _plain(changed["state"]["missing_info"])
    return dumped(changed, chance)


@_recover
def missing_none_in_words(value: Turn, chance: random.Random) -> str:
    value["state"]["missing_info"] = []
    changed = copy.deepcopy(value)
    changed["state"]["missing_info"] = chance.choice((None, "なし", "", "特になし", "none"))
    return dumped(changed, chance)


@_recover
def knowledge_none_in_words(value: Turn, chance: random.Random) -> str | None:
    if value["knowledge_json"] is not None:
        return None
    return dumped({**value, "knowledge_json": chance.choice(("null", "なし", "None", "", "-", "未作成", "該当なし"))}, chance)


@_recover
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


@_recover
def extra_nested(value: Turn, chance: random.Random) -> str:
    changed = copy.deepcopy(value)
    chance.choice((changed["control"], changed["state"]))[chance.choice(("language", "reason", "timestamp"))] = "ja"
    return dumped(changed, chance)


@_recover
def flattened(value: Turn, chance: random.Random) -> str:
    flat: Turn = {}
    for name, part in value.items():
        flat |= part if name in ("control", "state") else {name: part}
    return dumped(flat, chance)


@_recover
def split_lines(value: Turn, chance: random.Random) -> str:
    return "\n".join(_plain({name: part}) for name, part in value.items())


@_recover
def mixed_faults(value: Turn, chance: random.Random) -> str:
    broken = re.sub(r"(?<=[^\s,{\[])\n(\s*[}\]])", r",\n\1", _wide(value))
    broken = _outside(broken, lambda part: part.replace("null", "None").replace("true", "True"))
    return f"<think>{text(chance)}</think>\nこちらです。\n```json\n{broken}\n```\n以上"


# What must be asked again.


@_reask
def cut_anywhere(value: Turn, chance: random.Random) -> str | None:
    broken = dumped(value, chance)
    cut = broken[: chance.randint(1, len(broken) - 3)]
    return None if not set(broken[len(cut) :]) - set("}] \n") else cut


@_reask
def cut_in_fence(value: Turn, chance: random.Random) -> str | None:
    cut = cut_anywhere(value, chance)
    return None if cut is None else f"```json\n{cut}\n```"


@_reask
def cut_inside_think(value: Turn, chance: random.Random) -> str:
    return f"<think>{text(chance)}\n{dumped(value, chance)}"


@_reask
def cut_after_first_draft(value: Turn, chance: random.Random) -> str:
    other = dumped(turn(chance), chance)
    return f"{dumped(value, chance)}\n修正版:\n{other[: len(other) // 2]}"


@_reask
def draft_and_final(value: Turn, chance: random.Random) -> str:
    return f"下書き:\n```json\n{dumped(value, chance)}\n```\n最終:\n```json\n{dumped(turn(chance), chance)}\n```"


@_reask
def draft_and_final_named(value: Turn, chance: random.Random) -> str:
    return dumped({"draft": value, "final": turn(chance)}, chance)


@_reask
def several_in_list(value: Turn, chance: random.Random) -> str:
    return dumped([value, turn(chance)], chance)


@_reask
def one_word_differs(value: Turn, chance: random.Random) -> str:
    other = copy.deepcopy(value)
    other["assistant_message"] += "なお、ご注意ください。"
    return f"{dumped(value, chance)}\n{dumped(other, chance)}"


@_reask
def key_twice(value: Turn, chance: random.Random) -> str:
    return dumped(value, chance).rstrip("}\n ")[:-0 or None] + (
        "" if False else _closing(value) + f', "assistant_message": {_plain(text(chance) + "別")}}}'
    )


def _closing(value: Turn) -> str:
    broken = json.dumps(value, ensure_ascii=False)
    return broken[len(broken.rstrip("}\n ")) : -1]


@_reask
def key_twice_in_other_case(value: Turn, chance: random.Random) -> str:
    return dumped({**value, "assistantMessage": value["assistant_message"] + "別"}, chance)


@_reask
def content_missing(value: Turn, chance: random.Random) -> str:
    changed = copy.deepcopy(value)
    where = chance.choice((changed, changed["control"], changed["state"]))
    for name in ("assistant_message", "mode", "phase"):
        where.pop(name, None)
    return dumped(changed, chance)


@_reask
def draft_missing(value: Turn, chance: random.Random) -> str:
    value["control"]["mode"], value["state"]["phase"] = "finalize", "review_knowledge"
    return dumped({key: part for key, part in value.items() if key != "knowledge_json"}, chance)


@_reask
def draft_incomplete(value: Turn, chance: random.Random) -> str | None:
    if not value["knowledge_json"]:
        return None
    changed = copy.deepcopy(value)
    del changed["knowledge_json"][chance.choice(("risk", "severity", "note", "title", "needs_review"))]
    return dumped(changed, chance)


@_reask
def enum_unknown(value: Turn, chance: random.Random) -> str:
    changed = copy.deepcopy(value)
    changed["control"]["mode"] = chance.choice(("chat", "interview/clarify", "確認または確定", "interview clarify", "", None))
    return dumped(changed, chance)


@_reask
def version_other(value: Turn, chance: random.Random) -> str:
    changed = copy.deepcopy(value)
    changed["control"]["schema_version"] = chance.choice(("2.0", "1.1", 2, "10", "", None, True))
    return dumped(changed, chance)


@_reask
def ellipsis_for_content(value: Turn, chance: random.Random) -> str | None:
    if not value["knowledge_json"]:
        return None
    return _plain(value).replace(_plain(value["knowledge_json"]["contract_types"]), '["NDA", ...]', 1)


@_reask
def message_blank(value: Turn, chance: random.Random) -> str:
    return dumped({**value, "assistant_message": chance.choice(("", " ", "\n", "\u3000", "\u200b", None, "\ufeff "))}, chance)


@_reask
def null_for_content(value: Turn, chance: random.Random) -> str | None:
    if not value["knowledge_json"]:
        return None
    changed = copy.deepcopy(value)
    changed["knowledge_json"][chance.choice(("risk", "applicability", "severity", "needs_review"))] = None
    return dumped(changed, chance)


@_reask
def several_in_one_text(value: Turn, chance: random.Random) -> str:
    changed = copy.deepcopy(value)
    changed["state"]["missing_info"] = "契約類型、取引金額" if chance.random() < 0.5 else "- 契約類型\n- 取引金額"
    return dumped(changed, chance)


@_reask
def value_missing(value: Turn, chance: random.Random) -> str:
    return _plain(value).replace(_plain(value["assistant_message"]), "", 1)


@_reask
def closing_mark_missing(value: Turn, chance: random.Random) -> str:
    names = [name for name in value if name != "assistant_message"]
    value = {"assistant_message": value["assistant_message"], **{name: value[name] for name in names}}
    message = _plain(value["assistant_message"])
    return dumped(value, random.Random(1)).replace(message, message[:-1], 1)


@_reask
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


@_reask
def cut_by_sender(value: Turn, chance: random.Random) -> str:
    return dumped({"choices": [{"message": {"content": dumped(value, chance)}, "finish_reason": "length"}]}, chance)


@dataclass(frozen=True)
class Broken:
    """A broken text with the turn that it meant; None where it must be asked again."""

    id: str
    kind: str
    raw: str
    intended: Turn | None


def broken_turns(seed: int, each: int) -> Iterator[Broken]:
    """`each` broken turns of every kind."""
    for kinds, recover in ((RECOVER, True), (REASK, False)):
        for name, kind in kinds.items():
            made = 0
            for number in range(each * 20):
                if made == each:
                    break
                chance = random.Random(f"{seed}/{name}/{number}")
                value = turn(chance)
                raw = kind(value, chance)
                if raw is not None:
                    made += 1
                    yield Broken(f"{name}#{number}", name, raw, value if recover else None)
