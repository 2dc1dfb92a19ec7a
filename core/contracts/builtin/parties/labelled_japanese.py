"""Parties at the head of a Japanese contract in rows that give more than one role, or a role and a short name.

広告主：株式会社青空　　媒体社：有限会社大地 and 求人者（以下「依頼者」）　株式会社青空.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.contracts.builtin.facts.facts_text import DocumentReading
from core.contracts.builtin.parties.japanese_names import Name, has_form, is_person, name_in
from core.contracts.builtin.parties.japanese_roles import ROLE, STEMS

_LABEL = rf"(?:{ROLE}|[一-龥ァ-ヶー]{{1,8}}(?:者|主|元|先|社|店|会社|機関))"
_GIVES = rf"(?:(?:{_LABEL})[ \t]*[:=]|[{STEMS}][ \t]*\([^()\n]{{1,10}}\)[ \t]*:?)"
_ROLE_AND_NAME = re.compile(
    rf"(?:^|(?<=[\s、,/]))(?P<role>{_LABEL}(?=[ \t]*[:=])|[{STEMS}](?=[ \t]*\())[ \t]*"
    r"(?:\([^()\n]{1,10}\)[ \t]*)?[:=]?[ \t]*"
    rf"(?P<name>\S[^\n|:]*?)(?=[\s、,/]+{_GIVES}|[ \t]*$)"
)
_ROW = re.compile(rf"^[ \t]*{_GIVES}[^\n。]{{4,160}}$", re.MULTILINE)
# 株式会社青空及び合同会社大地は、次のとおり合意する
_CONCLUDING = re.compile(
    r"^[ \t]*(?P<names>[^。\n「」]{6,160}?)(?:の[二三四五両]者)?(?:と)?は[、,][^。「」]{0,120}?"
    r"(?:契約|合意|協定|覚書|約定)[^。「」]{0,12}?(?:締結)?(?:する|します|した|しました)(?=。)",
    re.MULTILINE,
)
_SPEAKERS = re.compile(r"(?:貴|当|弊|御)社|[私甲乙]")
_AND = re.compile(r"(?:と|及び|および|並びに|ならびに)[、,]?|[、,]")
_CALLED = re.compile(
    rf"^[ \t|]*(?P<label>{_LABEL})[ \t|]*\((?:以下[、,]?[ \t]*)?"
    r"[「『]?(?P<role>[^「」『』()\n]{1,12})[」』]?[^()\n]{0,8}\)"
    r"[ \t]*[:|]?[ \t]*(?P<name>[^\n|、。()]{2,60})(?:\([^\n]*\))?[ \t|]*$",
    re.MULTILINE,
)


_FIRST_ARTICLE = re.compile(
    r"^[ \t]*(?:第\s*[\d一]+\s*条|[(【][^()【】\n]{1,20}[)】][ \t]*$\n[ \t]*第\s*[\d一]+\s*条)", re.MULTILINE
)
HEAD = 3_000
"""How far the head of a contract reaches at most."""


_SURNAME, _GIVEN_NAME = (
    re.compile(r"(?!本|当|同|共|各|対)[一-龥々]{2,3}"),
    re.compile(r"[一-龥々ぁ-ん]{1,3}(?<![等書類品])"),
)


def head_end(plain: str) -> int:
    """Where the first article begins; the first part of a text without articles."""
    first = _FIRST_ARTICLE.search(plain, 0, HEAD)
    return first.start() if first else min(len(plain), HEAD // 2)


def rows_of_roles(reading: DocumentReading, start: int, end: int) -> Iterator[tuple[str, Name, float]]:
    """Role, name and confidence of the parties in rows that name several of them.

    Args:
        reading: the document.
        start: where its head, or another part that has such rows, begins.
        end: where that part ends.
    """
    for row in _ROW.finditer(reading.plain, start, end):
        cells = list(_ROLE_AND_NAME.finditer(row[0]))
        if len(cells) < 2:
            continue
        for cell in cells:
            name = name_in(reading, row.start() + cell.start("name"), row.start() + cell.end("name"))
            if name is not None and (has_form(name.text) or is_person(name.text)):
                yield cell["role"], name, 0.85


def called_rows(reading: DocumentReading) -> Iterator[tuple[str, Name, float]]:
    """Role, name and confidence of the parties in rows at the head that say what each is called."""
    for row in _CALLED.finditer(reading.plain, 0, head_end(reading.plain)):
        name = name_in(reading, *row.span("name"))
        if name is not None and (has_form(name.text) or is_person(name.text)):
            yield (
                row["role"] if row["role"] in STEMS or re.search(r"[^A-Za-z\d\s]", row["role"]) else row["label"],
                name,
                0.85,
            )


def concluding(reading: DocumentReading) -> Iterator[tuple[None, Name, float]]:
    """The names, without a role, that the first sentence says to conclude the contract; none where one is no name."""
    sentence = _CONCLUDING.search(reading.plain, 0, head_end(reading.plain))
    if sentence is None:
        return
    at, stop = sentence.span("names")
    names = []
    for joint in (*_AND.finditer(reading.plain, at, stop), None):
        name = name_in(reading, at, joint.start() if joint else stop)
        if name is None or not (has_form(name.text) or is_person(name.text)):
            return
        if _SPEAKERS.match(name.text):
            return  # 貴社(株式会社青空)
        names.append(name)
        at = joint.end() if joint else stop
    if len(names) > 1 and any(has_form(name.text) for name in names):
        yield from ((None, name, 0.75) for name in names)


def by_surname(name: Name | None, role: str) -> bool:
    """Whether a person is called by the first of two names: 山田太郎(以下「山田」という。)."""
    rest = name.text[len(role) :] if name is not None and name.text.startswith(role) else ""
    return _SURNAME.fullmatch(role) is not None and _GIVEN_NAME.fullmatch(rest) is not None
