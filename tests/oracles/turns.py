"""Turns of a knowledge interview broken on purpose: what models really do to JSON, with the turn that was meant.

Everything is drawn from a seed; the kinds are in `broken_around`, `broken_syntax`, `broken_values` and
`broken_lost`. A kind is a function from a turn to a broken text; `RECOVER` kinds change form only,
`REASK` kinds lose or contradict content. The texts hold snippets that look like JSON, Python, HTML or Markdown.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

Turn = dict[str, Any]
Kind = Callable[[Turn, random.Random], "str | None"]

_PARTIES = ("甲", "乙", "発注者", "受注者", "ベンダー", "ユーザー", "開示者", "受領者", "丙")
_TOPICS = ("損害賠償", "秘密保持", "解除", "検収", "瑕疵担保", "再委託", "知財帰属", "不可抗力", "競業避止", "管轄")
_TYPES = ("業務委託契約", "NDA", "売買契約", "ライセンス契約", "賃貸借契約", "SaaS利用規約", "共同開発契約")
_MISSING = ("契約類型", "取引金額", "相手方の属性", "検収期間", "準拠法", "交渉経緯", "承認者", "締結予定日")
_LAWS = (("民法", "第415条"), ("民法", "第562条"), ("著作権法", "第27条"), ("下請法", "第4条"), ("会社法", "第356条"))
_SNIPPETS = (
    "「本契約」", "『甲』", "（第3条第2項）", "100%", "A&B社", "R&amp;D", "https://example.jp/a?b=1&c=2#d",
    "C:\\雛形\\第1版",
    "[要確認]", "{甲の名称}", "{{party}}", "// 注", "/* 注 */", "# 見出し", "```", "`code`", "it's", "the Seller's",
    "None", "True", "null", "NaN", "1.0", "12:30", "①②", "<重要>", "<b>注意</b>", "…", "，",
    "：", "；", "“引用”", "‘注’",
    "、、", ",]", ",}", "\\n", "😀", "\t", "\n", "\n\n・", "\n1. ", "***", "__", "--", "“", "”", "＂",
    "key: value", "a=b",
)  # fmt: skip
QUOTED = ('"最終版"', '"Confidential"', '"甲"', '"the Product"')


def _sentence(chance: random.Random) -> str:
    item, other = chance.sample(_PARTIES, 2)
    topic = chance.choice(_TOPICS)
    return chance.choice(
        (
            f"{item}は{other}に対し、{topic}に関する責任を負う。",
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
        made = made[:at] + chance.choice(_SNIPPETS + (QUOTED if quotes else ())) + made[at:]
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


def outside(broken: str, change: Callable[[str], str]) -> str:
    """Change what stands outside of strings."""
    parts: list[str] = []
    at = 0
    for match in _STRING.finditer(broken):
        parts += [change(broken[at : match.start()]), match.group()]
        at = match.end()
    return "".join([*parts, change(broken[at:])])


def strings(broken: str, change: Callable[[str], str]) -> str:
    """Change each string, its marks included."""
    return _STRING.sub(lambda match: change(match.group()), broken)


def plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def wide(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


RECOVER: dict[str, Kind] = {}
REASK: dict[str, Kind] = {}


def recover(kind: Kind) -> Kind:
    RECOVER[kind.__name__] = kind
    return kind


def reask(kind: Kind) -> Kind:
    REASK[kind.__name__] = kind
    return kind
