"""Parties of a Japanese contract: names before （以下「甲」という。）, in a table at its head, or where it is signed.

A party is a name. Role words (貸主, 受託者), blanks of a template, headings (対象データの明細) and forms of address
(御中, 殿, 様) are none, and a representative's title and name do not belong to the firm's. Where names are left blank
above an annex or a footnote, the signature block ends there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.contracts.builtin.facts.facts_text import DocumentReading
from core.contracts.builtin.parties.addressees_japanese import (
    ADDRESSED,
    ADDRESSEE,
    PROMISED_TO,
    SENDING,
    TO_OFFICER,
    addressed_as,
    addressees,
    called,
)
from core.contracts.builtin.parties.japanese_names import (
    ADDRESS,
    ADDRESS_LINE,
    ANNEX,
    LABEL,
    PAST_ADDRESS,
    Name,
    has_form,
    is_person,
    looks_like_address,
    name_in,
)
from core.contracts.builtin.parties.japanese_roles import ROLE, SETTING, SPACED, STEMS
from core.contracts.builtin.parties.labelled_japanese import (
    HEAD,
    by_surname,
    called_rows,
    concluding,
    head_end,
    rows_of_roles,
)
from core.contracts.builtin.parties.names_alone import from_its_beginning, name_key, names_on_lines
from core.contracts.builtin.parties.stated_party import stated_party
from core.record import Party

_MADE_ROLE = re.compile(
    rf"(?P<name>[^、。()「」\n\f|]{{2,60}}?)(?:[ \t]*\([^()\n]{{2,60}}\)[ \t]*)?"
    rf"を「?(?P<role>{ROLE})」?(?:と(?:し|する|して|定め)|(?=[、,]))[、,]?"
)
_ROLE_MADE = re.compile(rf"(?<![一-龥])(?P<role>{ROLE})を(?P<name>[^、。()「」\n\f|]{{2,60}}?)と(?:し|する)(?=[、,て])")
_BETWEEN = re.compile(
    rf"(?<![一-龥])(?P<role>{ROLE})(?:である|たる|・)?[ \t]*"
    r"(?P<name>(?:\((?:株|有|合|資|同)\)[ \t]*)?[^、。()「」\n|]{2,40}?(?:\((?:株|有|合|資|同)\))?)[ \t]*"
    rf"(?=(?:と|及び|および|並びに|、)[、,]?[ \t]*{ROLE}|"
    r"とは(?=[、,]|[^。]{0,40}(?:契約|合意|約))|との間|は、(?:次|以下|下記)の)"
)
_DEFINED = re.compile(
    r"(?P<name>[^、。()「」\n\f|]{1,20}\([一-龥]{2,4}\)[^、。()「」\n\f|]{0,10}公司|(?:\((?:株|有|合|資|同|一社|一財)\)\s*)?[^、。()「」\n\f|]{1,60}?(?:\((?:株|有|合|資|同)\))?)\s*"
    rf"(?:\((?!以下|本契約において|「)[^()「」\n]{{2,60}}\)\s*)?\((?:(?P<before>[^()「」]{{1,120}}?)[。、,]\s*)?(?:以下|本契約において|本書において|下記)[^()「」{STEMS}]{{0,14}}"
    rf"(?:[「『\"](?P<role>[^」』\"]{{1,20}})[」』\"]|(?P<bare>[{STEMS}]))[^()]{{0,60}}\)|"
    rf"(?P<name2>[^、。()「」\n\f|]{{1,60}}?)[ \t]*"
    rf"\((?:「?(?P<role2>[{STEMS}])」?|「(?P<role3>[^「」()\n]{{1,20}})」)\)"
)
_DEFINES = re.compile(rf"以下|本契約において|本書において|下記|\([{STEMS}「]")
_AROUND = 320
# 注文者(以下「甲」)とは有限会社青空を、請負者(以下「乙」)とは株式会社大地をいいます
_EXPLAINED = re.compile(
    rf"{ROLE}\((?:以下[、,]?)?「(?P<role>{ROLE})」[^()]{{0,12}}\)とは[、,]?(?P<name>[^、。()「」\n\f|]{{2,60}}?)(?=を(?:いい|[、,]))"
)
# 発注者(以下「甲」という。)株式会社青空と受注者(以下「乙」という。)株式会社大地とは
_NAME_AFTER = re.compile(
    rf"{ROLE}\((?:以下[、,]?)?[「『]?(?P<role>{ROLE})[」』]?[^()]{{0,12}}\)[ \t]*(?P<name>[^、。()「」\n\f|]{{2,60}}?)"
    rf"[ \t]*(?=(?:と|及び|および|並びに|、)[ \t]*{ROLE}\(|とは|と(?:の間|で)|は[、,])"
)
# 受注者である佐藤花子(以下「佐藤」という。)
_ROLE_BEFORE = re.compile(rf"\s*(?:と|及び|および|並びに)?[、,]?\s*{ROLE}(?:である|たる|の|[ \t]+)\S")
_POLITE = r"(?:[おご](?=申込|契約|注文|発注|依頼|利用))?"
_HEAD_ROW = re.compile(
    rf"^[ \t|]*(?:(?:当事者|契約者)[ \t]*\|)?[ \t|]*(?:\(?\d[).]\s*)?"
    rf"{_POLITE}(?P<role>{SETTING}(?:[\s|]*\((?:以下[、,]?)?「?(?:[{STEMS}]|{ROLE})」?(?:と(?:いう|する)。?)?\)|\s*[・/]\s*{ROLE})?)"
    r"(?:氏名|名称|名|の?氏名(?:または|又は)名称)?"
    r"[ \t]*[:：|=\t][ \t]*(?P<name>[^\n|]{2,60})",
    re.MULTILINE,
)
_HEAD_FIRM = re.compile(
    r"^[ \t|【\[]*(?P<role>[一-龥ァ-ヶー]{1,8}(?:者|機関|人|主|元|側|会社|店|法人|団体|組合))[】\]]?"
    r"(?:名|氏名|名称)?[ \t]*[:：=\t][ \t]*(?P<name>[^\n|]{2,60})",
    re.MULTILINE,
)
_NO_PARTY = re.compile(
    r"担当|責任者|代表|代理|管理技術|立会|証人|公証|名義|口座|保険|銀行|担保|権利者|作成|記入|届出|連絡|受取|研究者|技術者|施工|製造元|販売元"
)
"""Labels of people and firms who are named in a contract and are no party to it."""
_SIGNED = re.compile(
    rf"^[ \t|]*(?:\(?\d{{1,2}}[).]?[ \t]+)?[(<【■◆●□◇▼]?{_POLITE}(?P<role>{SETTING})(?:氏?名(?=[ \t:]))?[)>】]?"
    rf"(?:[ \t]*[・/][ \t]*(?P<other>{ROLE}))?"
    rf"(?:[ \t]*[(「](?P<stem>[^()「」\n]{{1,12}})[)」])?(?:\s*[:：|]|[ \t]+(?!\n)|[ \t]*(?=\n)|(?<=[)>】])(?=\S))",
    re.MULTILINE,
)
# of a joint venture its 代表者 signs as a member, elsewhere the word says who acts for a firm
_OF_A_VENTURE = re.compile(r"^[ \t]*(?P<role>代表者)[ \t]+(?=\S[^\n]*\n)", re.MULTILINE)
_COLUMNS = re.compile(
    rf"^[ \t|]*[(<【]?(?P<left>{SETTING})[)>】]?(?:[ \t]*[(](?P<left2>{ROLE})[)])?"
    rf"(?:[ \t]{{3,}}| *\t[ \t]*|[ \t]*(?P<bar>\|)[ \t]*)"
    rf"[(<【]?(?P<right>{SETTING})[)>】]?(?:[ \t]*[(](?P<right2>{ROLE})[)])?[ \t|]*$",
    re.MULTILINE,
)
_OFFICER = (
    r"(?:\S{1,16}[ \t]+)?(?:代表|\S{0,4}取締役|\S{0,4}執行役|理事長|社長|会長|支店長|\S{0,10}部長|工場長|院長|"
    r"店主|業務執行社員|By[ \t]*:|署\s*名\s*[:：]|(?:代表者)?氏\s*名\s*[:：]|役\s*職\s*[:：])"
)
_ORDER = re.compile(r"注文書|発注書|請書|注文請書|申込書|見積書|承諾書")
_BESIDE = re.compile(r"\s*(?:と|及び|および|並びに|ならびに|[、,]|は|\n|$)")
_NO_ROLE = re.compile(
    r"^(?:本(?![校学院園会所]$)|当該|同|対象|親|子|関連|関係|グループ|指定|旧|新)|(?:サービス|製品|商品|業務|物件|銀行|契約|株式|システム|サイト)$"
)
_OF_EMPLOYMENT = re.compile(r"労働条件|雇用|雇入|採用")
_PLEDGE = re.compile(r"誓約|念書|差入|申込|承諾書|同意書|確認書|保証書")
_ROW = re.compile(
    r"^[\s|]*(?:\(?\d{1,2}[).]?\s*)?(?:業\s*務|契\s*約|委\s*託|期\s*間|報\s*酬|支\s*払|件\s*名|品\s*名|工\s*事|物\s*件|目\s*的|履\s*行|納\s*|単\s*価|"
    r"金\s*額|数\s*量|対\s*象|成\s*果|料\s*|備\s*考|賃\s*料|仕\s*様)\S{0,8}(?:\s{1,}|[:|])"
)
"""A row of key terms, which ends the block of a party above it."""
# 株式会社青空(東京都港区)
_WHERE_BEHIND = re.compile(r"(?<=\S)[ \t]*\([^()]*\)[ \t]*$")
_TRADE_NAME = re.compile(r"\s*[屋称]\s*号")
_GUARANTORS = ("連帯保証人", "保証人")
_SEVERAL = (*_GUARANTORS, "組合員", "構成員", "構成企業")
"""Roles that several parties of one contract have."""
_REACH = 8_000
_TWO = 2
_LETTER_HEAD = 500


def japanese_parties(reading: DocumentReading) -> tuple[Party, ...]:
    """The parties of a Japanese contract with their roles (甲, 乙, 委託者 …); a name left blank is no party."""
    alone = names_on_lines(reading)
    parties: dict[tuple[str, str], Party] = {}
    for role, name, confidence in _named(reading, parties):
        name = from_its_beginning(reading, name, alone)
        key = name_key(name.text)
        known = {name_key(party.name): place for place, party in parties.items() if place[0] not in _GUARANTORS}
        place = (role, key if role in _SEVERAL else "")
        if place in parties or (key in known and role in _GUARANTORS and known[key][0] in STEMS):
            continue
        if key in known and role in STEMS and known[key][0] not in STEMS:
            # 貸主 where it is signed is 甲 at the head
            del parties[known[key]]
        elif key in known and role not in _GUARANTORS:
            continue
        parties[place] = stated_party(reading, name, role, confidence)
    if not parties:
        return _unnamed(reading)
    stems = [party for party in parties.values() if party.role and party.role in STEMS]
    if len(stems) < _TWO:
        return tuple(parties.values())
    guarantors = (party for party in parties.values() if party.role in _GUARANTORS)
    called = {name_key(party.name) for party in stems}
    return (*sorted(stems, key=_stem), *(party for party in guarantors if name_key(party.name) not in called))


def _named(reading: DocumentReading, parties: dict[tuple[str, str], Party]) -> Iterator[tuple[str, Name, float]]:
    """Role, name and confidence from the surest place to the least sure.

    Args:
        reading: the document.
        parties: those that were taken so far. Where two are named at the head, who signs beside them in a role of
            which the head does not speak (監理者, 管理会社) is no party, unless it is a guarantor.
    """
    yield from _sure(reading)
    head = reading.plain[: head_end(reading.plain)]
    for role, name, confidence in _less_sure(reading, parties):
        of_head = sum(place[0] in head and place[0] not in _GUARANTORS for place in parties)
        named = role in STEMS or role.endswith("保証人") or (role in head and _acts(reading, role))
        if of_head < _TWO or named:
            yield role, name, confidence
    if parties and PROMISED_TO.search(reading.plain):
        yield from ((addressed_as(reading), name, 0.8) for name in addressees(reading))


def _acts(reading: DocumentReading, role: str) -> bool:
    """Whether the articles speak of who has a role: 保証会社は, but not 決済代行会社 of a row at the head."""
    acting = rf"(?<![一-龥ァ-ヶー]){re.escape(role)}(?:[はがとにのをへ、]|及び|および|並びに|又は|または)"
    return re.search(acting, reading.plain[head_end(reading.plain) :]) is not None


def _unnamed(reading: DocumentReading) -> tuple[Party, ...]:
    """Parties to whom nothing gives a role: who writes to whom, or who signs."""
    for finder in (_letter, concluding, _without_role):
        found: dict[str, Party] = {}
        for role, name, confidence in finder(reading):
            found.setdefault(name_key(name.text), stated_party(reading, name, role, confidence))
        if found:
            return tuple(found.values())
    return ()


def _stem(party: Party) -> int:
    return STEMS.index(party.role or STEMS[-1])


def _sure(reading: DocumentReading) -> Iterator[tuple[str, Name, float]]:
    yield from _defined(reading)
    yield from _made(reading)
    head = head_end(reading.plain)
    rows = [*rows_of_roles(reading, 0, head), *called_rows(reading), *_head_rows(reading), *_head_firms(reading)]
    # beside two of whom the articles speak, who has a row of its own and no part in them is no party
    acting = [row for row in rows if row[0] in STEMS or row[0] in _GUARANTORS or _acts(reading, row[0])]
    yield from acting if len({role for role, _, _ in acting} - set(_GUARANTORS)) >= _TWO else rows


def _less_sure(reading: DocumentReading, parties: dict[tuple[str, str], Party]) -> Iterator[tuple[str, Name, float]]:
    yield from _columns(reading)
    yield from rows_of_roles(reading, len(reading.plain) // 2, len(reading.plain))
    yield from _signature_block(reading)
    yield from _head_block(reading)
    writers = list(_letter_writers(reading))
    if len(writers) > 1:
        yield from writers
    elif _PLEDGE.search(reading.plain[:300]):
        yield from _pledge(reading)
    elif len(parties) == 1 and _ORDER.search(re.sub(r"\s+", "", reading.plain[:300])):
        yield from ((addressed_as(reading), name, 0.75) for name in addressees(reading))


def _defined(reading: DocumentReading) -> Iterator[tuple[str, Name, float]]:
    first: int | None = None
    head = head_end(reading.plain)
    of_head = 0
    for match in _definitions(reading.plain):
        if first is not None and match.start() > first + _REACH:
            return
        role = match["role"] or match["bare"] or match["role2"] or match["role3"]
        name = name_in(reading, *match.span("name" if match["name"] else "name2"))
        firm = name is not None and has_form(name.text)
        known = re.fullmatch(ROLE, role) is not None
        told = known or _ROLE_BEFORE.match(match["name"] or match["name2"]) or by_surname(name, role)
        if name is None or not (firm or (told and (role in STEMS or is_person(name.text)))):
            continue
        # a firm under a name of its own (以下「青空」という。) is a party where the preamble lists the parties
        listed = match.start() < head and _BESIDE.match(reading.plain, match.end()) and not _NO_ROLE.search(role)
        if not known and not listed:
            continue
        # where the head names two, who is defined within an article is no party
        if match.start() < head:
            of_head += 1
        elif of_head >= _TWO and role not in STEMS:
            continue
        first = match.start() if first is None else first
        yield role, name, 0.95


def _definitions(plain: str) -> Iterator[re.Match[str]]:
    """The matches of `_DEFINED`, looked for only around the words that each of them has."""
    past = 0
    for anchor in _DEFINES.finditer(plain):
        if anchor.start() < past:
            continue
        match = _DEFINED.search(plain, max(past, anchor.start() - _AROUND), anchor.start() + _AROUND)
        if match is not None:
            past = match.end()
            yield match


def _made(reading: DocumentReading) -> Iterator[tuple[str, Name, float]]:
    """Parties of 山田商事株式会社を甲、鈴木一郎を乙として and of 貸主山田一郎と借主鈴木花子とは, at the head."""
    for match in _MADE_ROLE.finditer(reading.plain, 0, head_end(reading.plain)):
        name = name_in(reading, *match.span("name"))
        if name is not None and (has_form(name.text) or is_person(name.text)):
            yield match["role"], name, 0.9
    for match in _ROLE_MADE.finditer(reading.plain, 0, head_end(reading.plain)):
        name = name_in(reading, *match.span("name"))
        if name is not None and (has_form(name.text) or is_person(name.text)):
            yield match["role"], name, 0.9
    for pattern in (_EXPLAINED, _NAME_AFTER):
        for match in pattern.finditer(reading.plain, 0, HEAD):
            name = name_in(reading, *match.span("name"))
            if name is not None and (has_form(name.text) or is_person(name.text)):
                yield match["role"], name, 0.9
    for match in _BETWEEN.finditer(reading.plain, 0, head_end(reading.plain)):
        name = name_in(reading, *match.span("name"))
        if name is not None and (has_form(name.text) or is_person(name.text)):
            yield match["role"], name, 0.8


def _columns(reading: DocumentReading) -> Iterator[tuple[str, Name, float]]:
    """Parties whose names stand beside each other below their roles."""
    plain = _with_tabs(reading, len(reading.plain))
    for match in _COLUMNS.finditer(plain):
        found: dict[int, Name] = {}
        for row in list(re.finditer(r"[^\n\f]+", plain[match.end() : match.end() + 500]))[:6]:
            cells = list(re.finditer(r"[^\s|]+(?: {1,2}[^\s|]+)*", row[0]))
            if len(cells) != 2:
                continue
            for side, cell in enumerate(cells):
                start = match.end() + row.start() + cell.start()
                label = LABEL.match(cell[0])
                name = name_in(reading, start + (label.end() if label else 0), start + len(cell[0]))
                if name is None or ADDRESS.search(cell[0]):
                    continue
                person = not match["bar"] and is_person(name.text)
                if side not in found and (has_form(name.text) or label or person):
                    found[side] = name
        for side, name in found.items():
            roles = (match["left2"], match["left"]) if side == 0 else (match["right2"], match["right"])
            yield re.sub(r"\s+", "", next(role for role in roles if role)), name, 0.8


def _head_block(reading: DocumentReading) -> Iterator[tuple[str, Name, float]]:
    """Parties named under their roles at the head, as on an order, its acceptance or a sheet of terms."""
    yield from _blocks(reading, 0, head_end(reading.plain))


def _head_rows(reading: DocumentReading) -> Iterator[tuple[str, Name, float]]:
    for match in _HEAD_ROW.finditer(_with_tabs(reading, HEAD)):
        shown_role = re.sub(r"[ \t]+", "", match["role"]) if re.match(SPACED, match["role"]) else match["role"]
        role = re.split(r"[\s(・/|]", shown_role)[0]
        stem = re.search(rf"\((?:以下[、,]?)?「?([{STEMS}])[」)と]", match["role"])
        name = name_in(reading, *match.span("name"))
        if name is not None and (has_form(name.text) or is_person(name.text)):
            yield stem[1] if stem else role, name, 0.85


def _with_tabs(reading: DocumentReading, end: int) -> str:
    """The text's beginning with the tabs that part the cells of its rows."""
    pairs = zip(reading.plain[:end], reading.document.text[:end], strict=True)
    return "".join("\t" if own == "\t" else shown for shown, own in pairs)


def _head_firms(reading: DocumentReading) -> Iterator[tuple[str, Name, float]]:
    """Firms in rows at the head whose label no list of roles has: 提供機関： …."""
    for match in _HEAD_FIRM.finditer(_with_tabs(reading, head_end(reading.plain))):
        name = name_in(reading, *match.span("name"))
        if name is not None and has_form(name.text) and not _NO_PARTY.search(match["role"]):
            yield match["role"], name, 0.8


def _signature_block(reading: DocumentReading) -> Iterator[tuple[str, Name, float]]:
    plain = reading.plain
    start = max(int(len(plain) * 0.5), len(plain) - 3_000)
    if re.search(r"^[ \t]*構\s*成\s*員[ \t]", plain[start:], re.MULTILINE):
        for match in _OF_A_VENTURE.finditer(plain, start):
            following = _SIGNED.search(plain, match.end())
            name = _name_in_block(reading, match.end(), following.start() if following else len(plain))
            if name is not None:
                yield match["role"], name, 0.85
    yield from _blocks(reading, start, len(plain))
    yield from _blocks(reading, max(len(plain) // 3, len(plain) - 3 * HEAD), start)


def _blocks(reading: DocumentReading, start: int, end: int) -> Iterator[tuple[str, Name, float]]:
    plain = reading.plain
    for match in _SIGNED.finditer(plain, start, end):
        roles = (match["role"], match["other"], match["stem"])
        role = next((word for word in roles if word and word in STEMS), re.sub(r"\s+", "", match["role"]))
        following = _SIGNED.search(plain, match.end())
        stop = min(following.start() if following else len(plain), match.end() + 300)
        name = _name_in_block(reading, match.end(), stop)
        if name is not None:
            yield role, name, 0.85


def _name_in_block(reading: DocumentReading, start: int, stop: int) -> Name | None:
    """The name among the lines that follow a role: labelled, with a legal form, or a person's alone on a line."""
    person: Name | None = None
    trade: Name | None = None
    for number, match in enumerate(re.finditer(r"[^\n\f]+", reading.plain[start:stop])):
        line = re.sub(r"^[\s|]+", lambda frame: " " * len(frame[0]), match[0])
        if number > 7 or "。" in line or ANNEX.search(line) or _ROW.match(line):
            break
        labelled = LABEL.match(line)
        if (past := PAST_ADDRESS.match(line)) and not labelled and looks_like_address(line[: past.end()]):
            beyond = name_in(reading, start + match.start() + past.end(), start + match.end())
            if beyond is not None and (has_form(beyond.text) or is_person(beyond.text)):
                return beyond
        name = name_in(reading, start + match.start() + (labelled.end() if labelled else 0), start + match.end())
        if name is None or (not labelled and (ADDRESS_LINE.match(line) or ADDRESS.search(_WHERE_BEHIND.sub("", line)))):
            continue
        if has_form(name.text) or (labelled and (_TRADE_NAME.match(line) is None or person)):
            return name
        if labelled:
            trade = trade or name
            continue
        if person is None and is_person(name.text):
            person = name
    return person or trade


def _pledge(reading: DocumentReading) -> Iterator[tuple[str, Name, float]]:
    """Of a pledge the firm that it is addressed to and who signs it, at its end or below the addressee."""
    addressed = 0
    for match in ADDRESSEE.finditer(reading.plain[:600]):
        name = name_in(reading, *match.span("name"))
        if name is not None and has_form(name.text):
            yield addressed_as(reading), name, 0.8
            addressed = match.end()
            break
    above = None if addressed else TO_OFFICER.search(reading.plain, 0, 600)
    if above is not None and (firm := name_in(reading, *above.span("name"))) is not None and has_form(firm.text):
        yield addressed_as(reading), firm, 0.8
        addressed = above.end()
    dated = list(re.finditer(r"日[ \t]*\n", reading.plain[-500:]))
    start = max(addressed, max(0, len(reading.plain) - 500) + (dated[-1].end() if dated else 0))
    signed = _name_in_block(reading, start, len(reading.plain))
    if signed is not None:
        yield "私", signed, 0.75
    elif addressed and (sender := _sender(reading, addressed)) is not None:
        yield called(reading, SENDING, "当社"), sender, 0.75


def _sender(reading: DocumentReading, addressed: int) -> Name | None:
    """The firm named below the addressee of a letter, above its words."""
    opening = reading.plain[addressed : addressed + _LETTER_HEAD]
    words = re.search(r"[。\n][ \t]*(?:拝啓|下記|次の|[^\n]{0,60}。)", opening)
    name = _name_in_block(reading, addressed, addressed + (words.start() if words else len(opening)))
    return name if name is not None and has_form(name.text) else None


def _letter_writers(reading: DocumentReading) -> Iterator[tuple[str, Name, float]]:
    """Of a letter whom it is addressed to, by the officer named below the firm, and the firm that sends it."""
    head = min(head_end(reading.plain), _LETTER_HEAD)
    for match in TO_OFFICER.finditer(reading.plain, 0, head):
        name = name_in(reading, *match.span("name"))
        if name is not None and has_form(name.text):
            yield called(reading, ADDRESSED, "貴社"), name, 0.75
            senders = [sender for _, sender, _ in _officers(reading, match.end(), head)]
            yield from ((called(reading, SENDING, "当社"), sender, 0.75) for sender in senders[:1])
            return


def _letter(reading: DocumentReading) -> Iterator[tuple[str | None, Name, float]]:
    """Of an order or its acceptance the one it is addressed to and the firm that sends it."""
    head = head_end(reading.plain)
    if not _ORDER.search(re.sub(r"\s+", "", reading.plain[:300])):
        return
    for name in addressees(reading):
        addressed = ADDRESSED.search(reading.plain)
        yield addressed[0] if addressed else None, name, 0.75
    sending = SENDING.search(reading.plain)
    officers = list(_officers(reading, 0, head))
    for role, sender, confidence in officers:
        yield sending[0] if sending else role, sender, confidence
    addressed = None if officers else ADDRESSEE.search(reading.plain, 0, head)
    if addressed is not None and (firm := _sender(reading, addressed.end())) is not None:
        yield sending[0] if sending else None, firm, 0.75


def _officers(reading: DocumentReading, start: int, end: int) -> Iterator[tuple[str | None, Name, float]]:
    """Firms on a line above the one of who signs for them."""
    for match in re.finditer(
        rf"^[^\n\f]+(?=\n[ \t]*{_OFFICER})|"
        r"^[ \t]*[^\s、。]{4,40}(?=[ \t]+(?:代表|取締役|理事長|執行役|業務執行社員)\S*[ \t])",
        reading.plain[start:end],
        re.MULTILINE,
    ):
        name = name_in(reading, start + match.start(), start + match.end())
        if name is not None and has_form(name.text):
            yield None, name, 0.75


def _without_role(reading: DocumentReading) -> Iterator[tuple[str | None, Name, float]]:
    """Firms that sign without a role, above or below their address, and a person named in a table of key terms."""
    plain = reading.plain
    signing = list(_officers(reading, max(0, len(plain) - 700), len(plain)))
    for _, firm, confidence in signing:
        yield "会社" if len(signing) == 1 else None, firm, confidence
    if _OF_EMPLOYMENT.search(re.sub(r"\s+", "", plain[:200])):
        yield from (("労働者", name, 0.75) for name in addressees(reading) if is_person(name.text))
    for match in re.finditer(
        r"(?:契約対象者|労働者|従業員|社員)(?:の)?氏名\s*[:：]?\s*\n?\s*(?P<name>[^\n]{2,20})", plain[:HEAD]
    ):
        name = name_in(reading, *match.span("name"))
        if name is not None and is_person(name.text):
            yield "労働者", name, 0.75
