"""What stands around a day in a Japanese contract.

The names of those who sign, or the particulars of another contract.
"""

from __future__ import annotations

import re

from core.contracts.builtin.parties.japanese_roles import ROLE

_SIGNS = re.compile(
    rf"^[ \t|]*[(<【]?{ROLE}(?![一-龥ァ-ヶーぁ-ん])|会社|法人|組合|[(](?:株|有)[)]|㈱|㈲|印[ \t]*$|㊞|"
    r"住\s*所|所\s*在\s*地|氏\s*名|名\s*称|商\s*号|代\s*表|署\s*名|記\s*名|取締役|"
    r"(?:御中|殿|様)[ \t]*$|^[ \t]*[一-龥々]{1,4}[ \t]{1,2}[一-龥々ぁ-んァ-ヶー]{1,5}[ \t]*$|"
    r"^[ \t]*(?:東京都|北海道|[一-龥]{2,3}[府県市])|By[ \t]*:|町|村|大学|協会|センター"
)
_CLOSES = re.compile(r"証と?して|証する|証し|保有|所持|保管|合意|締結|誓約|差し?入れ|以\s*上|上記のとおり")
_ELSEWHERE = re.compile(r"^[ \t]*(?:第\s*[\d一二三四五六七八九十]+\s*条|別\s*[紙表添記]|附\s*則|付\s*則|\d+[.)])")
_AFTER, _BEFORE = 5, 3
_REACH = 400
# (原契約の表示), above the rows that tell which contract is changed
_HEADS_ANOTHER = re.compile(
    r"^[ \t]*\W{0,2}(?:\d{1,2}[.)]?[ \t]*)?\W?(?:原|旧|元|前|従前の?|変更前の?|既存の?|対象となる)"
    r"(?:基本)?契約(?:書)?の?(?:表示|内容|概要|要旨|特定|名称|件名)\W{0,2}[ \t]*$",
    re.MULTILINE,
)
_ENDS_BLOCK = re.compile(r"\n[ \t]*\n|\n[ \t]*(?:第\s*[\d一二三四五六七八九十]+\s*条|[(【])")


def stands_by_signatures(plain: str, start: int, end: int) -> bool:
    """Whether a day that has a line of its own stands above or below the names of those who sign."""
    after = [line for line in plain[end : end + _REACH].split("\n")[1:] if line.strip()][:_AFTER]
    for line in after:
        if _ELSEWHERE.match(line) or "。" in line:
            break
        if _SIGNS.search(line):
            return True
    before = [line for line in plain[max(0, start - _REACH) : start].split("\n")[:-1] if line.strip()][-_BEFORE:]
    for line in reversed(before):
        if _SIGNS.search(line) or _CLOSES.search(line):
            return True
        if _ELSEWHERE.match(line):
            break
    return False


def of_another_contract(plain: str) -> tuple[tuple[int, int], ...]:
    """Spans of the rows that tell which other contract is meant, its days among them."""
    found = []
    for heading in _HEADS_ANOTHER.finditer(plain):
        ending = _ENDS_BLOCK.search(plain, heading.end())
        found.append((heading.start(), ending.start() if ending else len(plain)))
    return tuple(found)
