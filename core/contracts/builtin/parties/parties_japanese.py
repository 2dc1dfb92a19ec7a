"""Parties of a Japanese contract: the names before （以下「甲」という。）, else those of the signature block."""

from __future__ import annotations

import re

from core.contracts.builtin.facts.facts_text import Reading
from core.evidence import from_span
from core.lexicon import legal_forms
from core.record import Party

_DEFINED = re.compile(
    r"(?P<name>(?:\((?:株|有|合|資|同|一社|一財)\)\s*)?[^、。()「」\n\f]{1,60}?(?:\((?:株|有|合|資|同)\))?)\s*\((?:以下|本契約において|"
    r"下記)[^()「」]{0,14}「(?P<role>[^」]{1,20})」[^()]{0,20}\)|"
    r"(?P<name2>[^、。()「」\n\f]{1,60}?)\s*\(「?(?P<role2>[甲乙丙丁戊己])」?\)"
)
_JOINT = re.compile(r"^\s*(?:と|及び|および|並びに|ならびに|または|又は|、|,|-|・|#)\s*")
_ROLES = re.compile(
    r"[甲乙丙丁戊己庚]|.{0,8}(?:者|主|人|当社|会社|元|先|店|ライセンサー|ライセンシー|ベンダー?|ユーザー?|開示者|受領者|フランチャイザー|フランチャイジー|甲ら|サプライヤー)"
)
_STEM = re.compile(r"[甲乙丙丁戊己庚]")
_NEXT = re.compile(r"\n[ \t]*\(?[甲乙丙丁]|以下「")
_BLANK = re.compile(r"^[\s●○〇◯_・*…□■△\[\]【】-]*$")
_SIGNED = re.compile(
    r"^[ \t]*\(?(?P<role>[甲乙丙丁])\)?(?:\s*[::]|[ \t]+|[ \t]*\n)(?=(?P<body>(?:[^\n]*\n?){1,6}))", re.MULTILINE
)
_LABEL = re.compile(r"^\s*(?:名\s*称|会\s*社\s*名|商\s*号|氏\s*名|社\s*名)\s*[::]?\s*")
_ADDRESS = re.compile(r"東京都|北海道|(?:京都|大阪)府|[一-龥]{2,3}県")
_REACH = 8_000


def japanese_parties(reading: Reading) -> tuple[Party, ...]:
    """The parties of a Japanese contract with their roles (甲, 乙, 委託者 …); a name left blank is no party."""
    parties: list[Party] = []
    first = 0
    for match in _DEFINED.finditer(reading.plain):
        if parties and match.start() > first + _REACH:
            break
        role = match["role"] or match["role2"]
        start, end = match.span("name" if match["name"] else "name2")
        start += _skip(reading.plain[start:end])
        name = reading.words(start, end).strip()
        if not _is_party(name, role) or any(party.role == role or party.name == name for party in parties):
            continue
        first = first or start
        parties.append(_party(reading, name, role, start, end, 0.95))
    named = [party for party in parties if _STEM.fullmatch(party.role or "")]
    return tuple(named or parties) or _signed(reading)


def _skip(words: str) -> int:
    skipped = 0
    while (joint := _JOINT.match(words[skipped:])) is not None:
        skipped += joint.end()
    return skipped + len(words[skipped:]) - len(words[skipped:].lstrip())


def _is_party(name: str, role: str) -> bool:
    bare = name
    for form in legal_forms().japanese:
        bare = bare.replace(form, "")
    return (
        not _BLANK.match(bare)
        and bool(_ROLES.fullmatch(role))
        and not re.search(r"契約|する|した|され|相手方|当事者|の一方", name)
    )


def _signed(reading: Reading) -> tuple[Party, ...]:
    parties: list[Party] = []
    for match in _SIGNED.finditer(reading.plain, int(len(reading.plain) * 0.6)):
        if any(party.role == match["role"] for party in parties):
            continue
        offset = match.start("body")
        for line in match["body"].splitlines(keepends=True):
            labelled = _LABEL.match(line)
            words = (line[labelled.end() :] if labelled else line).strip()
            named = words and (labelled or any(form in words for form in legal_forms().japanese))
            if named and not _ADDRESS.search(words) and _is_party(words, match["role"]):
                start = offset + line.index(words)
                parties.append(_party(reading, words, match["role"], start, start + len(words), 0.8))
                break
            if re.match(r"\s*[甲乙丙丁]\s*(?:[::]|$)", line):
                break
            offset += len(line)
    return tuple(parties)


def _party(reading: Reading, name: str, role: str, start: int, end: int, confidence: float) -> Party:
    return Party(
        name, role, "JP" if _in_japan(reading, name) else None, None, confidence,
        from_span(reading.document, start, end),
    )  # fmt: skip


def _in_japan(reading: Reading, name: str) -> bool:
    """Whether a firm of Japanese form has a Japanese address: 株式会社 alone may translate a foreign form."""
    if not any(form in name for form in legal_forms().japanese):
        return False
    return any(
        _ADDRESS.search(_own_block(reading.plain, match.start(), match.end()))
        for match in re.finditer(re.escape(name), reading.plain)
    )


def _own_block(plain: str, start: int, end: int) -> str:
    """The lines around a name that belong to the same party of the signature block."""
    before, after = plain[max(0, start - 100) : start], plain[end : end + 100]
    own = max((match.start() for match in _NEXT.finditer(before)), default=0)
    following = _NEXT.search(after)
    return before[own:] + after[: following.start() if following else len(after)]
