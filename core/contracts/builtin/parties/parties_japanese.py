"""Parties of a Japanese contract: names before （以下「甲」という。）, in a table at its head, or where it is signed.

A party is a name. Role words (貸主, 受託者), blanks of a template, headings (対象データの明細) and forms of address
(御中, 殿, 様) are none, and a representative's title and name do not belong to the firm's. Where names are left blank
above an annex or a footnote, the signature block ends there.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from core.contracts.builtin.facts.facts_text import DocumentReading
from core.contracts.builtin.parties.japanese_roles import ROLE, ROLE_WORDS, SETTING, SPACED, STEMS
from core.contracts.builtin.parties.name_shape import names_nobody
from core.evidence import from_span
from core.lexicon import legal_forms
from core.record import Party

_MADE_ROLE = re.compile(
    rf"(?P<name>[^、。()「」\n\f|]{{2,60}}?)を「?(?P<role>{ROLE})」?(?:と(?:し|する|して|定め)|(?=[、,]))[、,]?"
)
_BETWEEN = re.compile(
    rf"(?<![一-龥])(?P<role>{ROLE})[ \t]*(?P<name>[^、。()「」\n|]{{2,40}}?)[ \t]*"
    rf"(?=(?:と|及び|および|並びに|、)[ \t]*{ROLE}|とは[、,]|との間|は、(?:次|以下|下記)の)"
)
_DEFINED = re.compile(
    r"(?P<name>(?:\((?:株|有|合|資|同|一社|一財)\)\s*)?[^、。()「」\n\f|]{1,60}?(?:\((?:株|有|合|資|同)\))?)\s*"
    rf"\((?:(?P<before>[^()「」]{{1,20}}?)[。、,]\s*)?(?:以下|本契約において|本書において|下記)[^()「」{STEMS}]{{0,14}}"
    rf"(?:[「『\"](?P<role>[^」』\"]{{1,20}})[」』\"]|(?P<bare>[{STEMS}]))[^()]{{0,20}}\)|"
    rf"(?P<name2>[^、。()「」\n\f|]{{1,60}}?)[ \t]*\(「?(?P<role2>[{STEMS}])」?\)"
)
_JOINT = re.compile(r"^\s*(?:と|及び|および|並びに|ならびに|または|又は|、|,|-|・|#|\*)\s*")
_LEADING_ROLE = re.compile(
    rf"^\s*(?:{ROLE_WORDS}|[{STEMS}])(?:\s*[(][^()\n]{{1,8}}[)])?(?:である|たる|の|[\s:：]+|(?=(?:株式|有限|合同|合資|合名)会社))|"
    r"^\s*[一-龥ァ-ヶー]{1,8}(?:者|人|主|先|元|側)[\s:]+(?=\S{0,30}(?:会社|法人|組合|\(株\)|\(有\)))|"
    # a role that no family name begins with stands right before a person's name: 貸主山田花子
    r"^\s*(?:連帯保証人|保証人|貸主|借主|売主|買主|賃貸人|賃借人|委託者|受託者|発注者|受注者|注文者|請負者|請負人|債権者|債務者|譲渡人|譲受人|寄託者|受寄者|"
    r"依頼者|著作者|著作権者|弁護士|税理士|司法書士|行政書士|公認会計士|弁理士|社会保険労務士|建築士)(?=[一-龥々ァ-ヶー]{2,})"
)
_WHERE = re.compile(
    r"^.{0,60}(?:に基づ(?:き|いて)(?:設立|組織)され(?:た|ている)|に(?:所在|存在|住所を有|本店を有|事務所を有)[^ぁ-ん]{0,2}(?:する|の)|に住所を置く|に本店を置く|所在の|在住の|としての(?:自然人)?)"
)
_REPRESENTED = re.compile(
    r"\s{2,}(?:極\s*度\s*額|住\s*所|所\s*在\s*地|電\s*話|TEL|担\s*当|生年月日|登録番号|法人番号|法人格).*$|"
    r"\s+(?:\S{0,14}(?:社員|取締役|執行役員?|組合長|代表者?|店主|園主|院長|園長|総長|学部長|支配人|(?:部|課|室|局|所|場|支店|支社|センター|本部|事務)長))(?:\s.*)?$|"
    r"\s*[,、]?\s*(?:代表取締役|代表社員|代表理事|代表執行役|代表者|取締役|執行役|理事長|学長|校長|市長|町長|村長|知事|支店長|支社長|"
    r"部長|所長|社長|会長|業務執行社員|職務執行者|無限責任社員|有限責任社員|弁護士|\S{1,16}事業部$).*$|"
    r"\s*(?:実\s*印|公\s*印|社\s*印|代表者?印|印|㊞|\(印\)|\[印\]|御中|殿|様)\s*$"
)
_LABEL = re.compile(
    r"^\s*(?:[(（]?\d[)）.]\s*)?(?:氏\s*名\s*(?:[(（]?\s*または\s*名\s*称[)）]?|・名称|又は名称|\(名称\)|（名称）)?|名\s*称|会\s*社\s*名|商\s*号"
    r"|社\s*名|法\s*人\s*名|団\s*体\s*名|事業者名|名称(?:又は|または)?氏名|契約(?:対象)?者(?:氏名|名)?|労働者(?:氏名)?|従業員氏名)"
    r"\s*(?:[:：|]|\s)\s*|^\s*(?:屋\s*号|称\s*号|貸主名|借主名|発注者名|受注者名)\s*[:：|\s]\s*"
)
_ADDRESS = re.compile(r"東京都|北海道|(?:京都|大阪)府|[一-龥]{2,3}県|[一-龥]{1,6}市[一-龥]{1,6}区")
_ADDRESS_LINE = re.compile(
    r"^\s*(?:住\s*所|所\s*在(?:\s*地)?|本\s*店|〒|電\s*話|TEL|E-?mail|メール)|^\s*\d{3}-\d{4}", re.IGNORECASE
)
_NEXT = re.compile(r"\n[ \t]*\(?[甲乙丙丁]|以下「")
_HOLES = re.compile(r"[\s●○〇◯_・*…□■△▲×XＸ\[\]【】<>〈〉《》-]+")
_PLACEHOLDER = re.compile(r"(?:[A-Za-z]|[甲乙丙丁]|[●○〇◯△▲□■◇◆×]+)\s*(?:社|会社|法人|銀行|大学|氏|様)?")
_NO_NAME = re.compile(
    r"契約(?!者$)|する|した|され|相手方|当事者|の一方|および|及び|または|又は|並びに|ならびに|その他|について|という|"
    r"(?:住所|所在地|氏名|名称|記名|押印|署名|日付|電話|以下|各自|双方|両者|ご担当|担当者)$|^(?:住所|氏名|名称|印|本人|記|日本|各位)$|[。「」]"
)
_ANNEX = re.compile(
    r"^\W*(?:別\s*紙|別\s*表|別\s*添|別\s*記|別\s*図|添\s*付|付\s*属|附\s*属|付\s*表|附\s*表|様\s*式|付\s*則|附\s*則|目\s*次|以\s*上\W*$|"
    r"第[\d一二三四五六七八九十]+(?:条|章|節|項)|\[\d+\])|「"
)
"""Begins an annex, a footnote or another part of a document, or ends it; no line of a signature quotes."""
_HEADING = re.compile(
    r"(?:明細|内訳|一覧|目録|仕様|要領|概要|内容|条件|範囲|項目|事項|方法|手順|体制|基準|規程|規則|規約|約款|料金|費用|単価|定義|"
    r"計画|期間|場所|数量|期日|納期|資料|情報|データ|業務|製品|商品|物件|目的|[一-龥ァ-ヶー](?:書|表|図|例|欄))(?:等|など)?(?:\(.{1,10}\))?$"
)
"""Ends a heading; no person is called so."""
_PERSON = re.compile(
    r"^[一-龥々ァ-ヶー]{1,5}[\s]{0,2}[一-龥々ぁ-んァ-ヶー]{1,6}$|^(?:[一-龥々ぁ-んァ-ヶー]\s+){1,5}[一-龥々ぁ-んァ-ヶー]$|"
    r"^[ァ-ヶー]{2,12}(?:[・\s][ァ-ヶー]{1,12}){1,3}$|^[A-Z][A-Za-z.'-]*(?:\s[A-Z][A-Za-z.'-]*){1,3}$"
)
_HEAD_ROW = re.compile(
    rf"^[ \t|]*(?:\(?\d[).]\s*)?(?P<role>{SETTING}(?:\s*\((?:[{STEMS}]|{ROLE})\)|\s*[・/]\s*{ROLE})?)"
    r"(?:氏名|名称|名|の?氏名(?:または|又は)名称)?"
    r"[ \t]*[:：|\t][ \t]*(?P<name>[^\n|]{2,60})",
    re.MULTILINE,
)
_SIGNED = re.compile(
    rf"^[ \t|]*(?:\(?\d{{1,2}}[).]?[ \t]+)?[(<【]?(?P<role>{SETTING})[)>】]?(?:[ \t]*[・/][ \t]*(?P<other>{ROLE}))?"
    rf"(?:[ \t]*[(「](?P<stem>[^()「」\n]{{1,12}})[)」])?(?:\s*[:：|]|[ \t]+(?!\n)|[ \t]*(?=\n)|(?<=[)>】])(?=\S))",
    re.MULTILINE,
)
_COLUMNS = re.compile(
    rf"^[ \t]*[(<【]?(?P<left>{ROLE})[)>】]?(?:[ \t]*[(](?P<left2>{ROLE})[)])?[ \t]{{3,}}"
    rf"[(<【]?(?P<right>{ROLE})[)>】]?(?:[ \t]*[(](?P<right2>{ROLE})[)])?[ \t]*$",
    re.MULTILINE,
)
_FIRST_ARTICLE = re.compile(
    r"^[ \t]*(?:第\s*[\d一]+\s*条|[(【][^()【】\n]{1,20}[)】][ \t]*$\n[ \t]*第\s*[\d一]+\s*条)", re.MULTILINE
)
_PAST_ADDRESS = re.compile(r"^.{0,50}?(?:\d|号|番地?|階|丁目|ビル\S{0,6}|[FＦ])(?:[ \t]+)(?=\S)")
_OFFICER = r"(?:代表|取締役|理事長|社長|会長|支店長|\S{0,10}部長|工場長|院長|店主|業務執行社員)"
_ORDER = re.compile(r"注文書|発注書|請書|注文請書|申込書|見積書|承諾書")
_BESIDE = re.compile(r"\s*(?:と|及び|および|並びに|ならびに|[、,]|は|\n|$)")
_NO_ROLE = re.compile(
    r"^(?:本|当該|同|対象|親|子|関連|関係|グループ|指定|旧|新)|(?:サービス|製品|商品|業務|物件|銀行|契約|株式|システム|サイト)$"
)
_ADDRESSEE = re.compile(r"^[ \t]*(?P<name>[^\n、。「」]{2,40}?)[ \t]*(?:御中|殿|様)[ \t]*$", re.MULTILINE)
_PLEDGE = re.compile(r"誓約|念書|差入|申込|承諾書|同意書|確認書|保証書")
_ORGANISATION = re.compile(
    r"\b(?:Inc|Corp(?:oration)?|LLC|Ltd|Limited|GmbH|Co|AG|AB|BV|B\.V|NV|S\.A|SA|SAS|S\.p\.A|Oy|PLC|LLP|LP|Pte|Pty|K\.K|KK)\b|"
    r"(?:大学|学園|学院|高等学校|組合|連合会|機構|協会|公社|公団|財団|法人|研究所|事務所|商店|商会|商工会|工務店|製作所|工業所|工場|病院|医院|クリニック|薬局|"
    r"農園|牧場|劇団|スタジオ|工房|都|府|市|県|町|村|銀行|信用金庫|会議所|委員会|広域連合)$"
)
_ROW = re.compile(
    r"^[\s|]*(?:\(?\d{1,2}[).]?\s*)?(?:業\s*務|契\s*約|委\s*託|期\s*間|報\s*酬|支\s*払|件\s*名|品\s*名|工\s*事|物\s*件|目\s*的|履\s*行|納\s*|単\s*価|"
    r"金\s*額|数\s*量|対\s*象|成\s*果|料\s*|備\s*考|賃\s*料|仕\s*様)\S{0,8}(?:\s{1,}|[:|])"
)
"""A row of key terms, which ends the block of a party above it."""
_GUARANTORS = ("連帯保証人", "保証人")
_REACH = 8_000
_HEAD = 3_000


class _Name(NamedTuple):
    text: str
    start: int
    end: int


def japanese_parties(reading: DocumentReading) -> tuple[Party, ...]:
    """The parties of a Japanese contract with their roles (甲, 乙, 委託者 …); a name left blank is no party."""
    parties: dict[str | None, Party] = {}
    for role, name, confidence in _all(reading):
        known = {_key(party.name) for party in parties.values()}
        if role not in parties and _key(name.text) not in known:
            parties[role] = _party(reading, name, role, confidence)
    if not parties:
        return _unnamed(reading)
    stems = [party for role, party in parties.items() if role and role in STEMS]
    if len(stems) < 2:
        return tuple(parties.values())
    return (*sorted(stems, key=_stem), *(party for role, party in parties.items() if role and role in _GUARANTORS))


def _unnamed(reading: DocumentReading) -> tuple[Party, ...]:
    """Parties to whom nothing gives a role: who writes to whom, or who signs."""
    for finder in (_letter, _without_role):
        found: dict[str, Party] = {}
        for role, name, confidence in finder(reading):
            found.setdefault(_key(name.text), _party(reading, name, role, confidence))
        if found:
            return tuple(found.values())
    return ()


def _stem(party: Party) -> int:
    return STEMS.index(party.role or STEMS[-1])


def _all(reading: DocumentReading) -> Iterator[tuple[str, _Name, float]]:
    """Role, name and confidence from the surest place to the least sure."""
    yield from _defined(reading)
    yield from _made(reading)
    yield from _head_rows(reading)
    yield from _columns(reading)
    yield from _signature_block(reading)
    yield from _head_block(reading)
    if _PLEDGE.search(reading.plain[:300]):
        yield from _pledge(reading)


def _key(name: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", name))


def _defined(reading: DocumentReading) -> Iterator[tuple[str, _Name, float]]:
    first: int | None = None
    head = _head_end(reading.plain)
    for match in _DEFINED.finditer(reading.plain):
        if first is not None and match.start() > first + _REACH:
            return
        role = match["role"] or match["bare"] or match["role2"]
        name = _name(reading, *match.span("name" if match["name"] else "name2"))
        firm = name is not None and _has_form(name.text)
        known = re.fullmatch(ROLE, role) is not None
        if name is None or not (firm or (known and (role in STEMS or _is_person(name.text)))):
            continue
        # a firm under a name of its own (以下「青空」という。) is a party where the preamble lists the parties
        listed = match.start() < head and _BESIDE.match(reading.plain, match.end()) and not _NO_ROLE.search(role)
        if not known and not listed:
            continue
        first = match.start() if first is None else first
        yield role, name, 0.95


def _head_end(plain: str) -> int:
    """Where the first article begins; the first part of a text without articles."""
    first = _FIRST_ARTICLE.search(plain, 0, _HEAD)
    return first.start() if first else min(len(plain), _HEAD // 2)


def _made(reading: DocumentReading) -> Iterator[tuple[str, _Name, float]]:
    """Parties of 山田商事株式会社を甲、鈴木一郎を乙として and of 貸主山田一郎と借主鈴木花子とは, at the head."""
    for match in _MADE_ROLE.finditer(reading.plain, 0, _head_end(reading.plain)):
        name = _name(reading, *match.span("name"))
        if name is not None and (_has_form(name.text) or _is_person(name.text)):
            yield match["role"], name, 0.9
    for match in _BETWEEN.finditer(reading.plain, 0, _head_end(reading.plain)):
        name = _name(reading, *match.span("name"))
        if name is not None and (_has_form(name.text) or _is_person(name.text)):
            yield match["role"], name, 0.8


def _columns(reading: DocumentReading) -> Iterator[tuple[str, _Name, float]]:
    """Parties whose names stand beside each other below their roles."""
    plain = reading.plain
    for match in _COLUMNS.finditer(plain):
        found: dict[int, _Name] = {}
        for row in list(re.finditer(r"[^\n\f]+", plain[match.end() : match.end() + 500]))[:6]:
            cells = list(re.finditer(r"\S+(?:[ \t]{1,2}\S+)*", row[0]))
            if len(cells) != 2:
                continue
            for side, cell in enumerate(cells):
                start = match.end() + row.start() + cell.start()
                label = _LABEL.match(cell[0])
                name = _name(reading, start + (label.end() if label else 0), start + len(cell[0]))
                if name is None or _ADDRESS.search(cell[0]):
                    continue
                if side not in found and (_has_form(name.text) or label or _is_person(name.text)):
                    found[side] = name
        for side, name in found.items():
            roles = (match["left2"], match["left"]) if side == 0 else (match["right2"], match["right"])
            yield next(role for role in roles if role), name, 0.8


def _head_block(reading: DocumentReading) -> Iterator[tuple[str, _Name, float]]:
    """Parties named under their roles at the head, as on an order, its acceptance or a sheet of terms."""
    yield from _blocks(reading, 0, _head_end(reading.plain))


def _head_rows(reading: DocumentReading) -> Iterator[tuple[str, _Name, float]]:
    for match in _HEAD_ROW.finditer(reading.plain[:_HEAD]):
        said = re.sub(r"[ \t]+", "", match["role"]) if re.match(SPACED, match["role"]) else match["role"]
        role = re.split(r"[\s(・/]", said)[0]
        stem = re.search(rf"\(([{STEMS}])\)", match["role"])
        name = _name(reading, *match.span("name"))
        if name is not None and (_has_form(name.text) or _is_person(name.text)):
            yield stem[1] if stem else role, name, 0.85


def _signature_block(reading: DocumentReading) -> Iterator[tuple[str, _Name, float]]:
    plain = reading.plain
    start = max(int(len(plain) * 0.5), len(plain) - 3_000)
    yield from _blocks(reading, start, len(plain))
    yield from _blocks(reading, max(len(plain) // 3, len(plain) - 3 * _HEAD), start)


def _blocks(reading: DocumentReading, start: int, end: int) -> Iterator[tuple[str, _Name, float]]:
    plain = reading.plain
    for match in _SIGNED.finditer(plain, start, end):
        said = (match["role"], match["other"], match["stem"])
        role = next((word for word in said if word and word in STEMS), re.sub(r"\s+", "", match["role"]))
        following = _SIGNED.search(plain, match.end())
        stop = min(following.start() if following else len(plain), match.end() + 300)
        name = _name_in_block(reading, match.end(), stop)
        if name is not None:
            yield role, name, 0.85


def _name_in_block(reading: DocumentReading, start: int, stop: int) -> _Name | None:
    """The name among the lines that follow a role: labelled, with a legal form, or a person's alone on a line."""
    person: _Name | None = None
    for number, match in enumerate(re.finditer(r"[^\n\f]+", reading.plain[start:stop])):
        line = match[0]
        if number > 7 or "。" in line or _ANNEX.search(line) or _ROW.match(line):
            break
        labelled = _LABEL.match(line)
        if (past := _PAST_ADDRESS.match(line)) and not labelled and _looks_like_address(line[: past.end()]):
            beyond = _name(reading, start + match.start() + past.end(), start + match.end())
            if beyond is not None and (_has_form(beyond.text) or _is_person(beyond.text)):
                return beyond
        name = _name(reading, start + match.start() + (labelled.end() if labelled else 0), start + match.end())
        if name is None or (not labelled and (_ADDRESS_LINE.match(line) or _ADDRESS.search(line))):
            continue
        if _has_form(name.text) or labelled:
            return name
        if person is None and _is_person(name.text):
            person = name
    return person


def _looks_like_address(words: str) -> bool:
    return bool(_ADDRESS_LINE.match(words) or _ADDRESS.search(words) or re.search(r"[市区町村郡].*\d|丁目|番地", words))


def _pledge(reading: DocumentReading) -> Iterator[tuple[str, _Name, float]]:
    """Of a pledge the firm that it is addressed to and the person who signs it."""
    for match in _ADDRESSEE.finditer(reading.plain[:600]):
        name = _name(reading, *match.span("name"))
        if name is not None and _has_form(name.text):
            yield "貴社", name, 0.8
            break
    dated = list(re.finditer(r"日[ \t]*\n", reading.plain[-500:]))
    start = max(0, len(reading.plain) - 500) + (dated[-1].end() if dated else 0)
    signed = _name_in_block(reading, start, len(reading.plain))
    if signed is not None:
        yield "私", signed, 0.75


def _letter(reading: DocumentReading) -> Iterator[tuple[str | None, _Name, float]]:
    """Of an order or its acceptance the one it is addressed to and the firm that sends it."""
    head = _head_end(reading.plain)
    if not _ORDER.search(re.sub(r"\s+", "", reading.plain[:300])):
        return
    for match in _ADDRESSEE.finditer(reading.plain, 0, head):
        name = _name(reading, *match.span("name"))
        if name is not None and (_has_form(name.text) or _is_person(name.text)):
            yield None, name, 0.75
            break
    yield from _officers(reading, 0, head)


def _officers(reading: DocumentReading, start: int, end: int) -> Iterator[tuple[str | None, _Name, float]]:
    """Firms on a line above the one of who signs for them."""
    for match in re.finditer(rf"^[^\n\f]+(?=\n[ \t]*{_OFFICER})", reading.plain[start:end], re.MULTILINE):
        name = _name(reading, start + match.start(), start + match.end())
        if name is not None and _has_form(name.text):
            yield None, name, 0.75


def _without_role(reading: DocumentReading) -> Iterator[tuple[str | None, _Name, float]]:
    """Firms that sign without a role, above or below their address, and a person named in a table of key terms."""
    plain = reading.plain
    signing = list(_officers(reading, max(0, len(plain) - 700), len(plain)))
    for _, firm, confidence in signing:
        yield "会社" if len(signing) == 1 else None, firm, confidence
    for match in re.finditer(
        r"(?:契約対象者|労働者|従業員|社員)(?:の)?氏名\s*[:：]?\s*\n?\s*(?P<name>[^\n]{2,20})", plain[:_HEAD]
    ):
        name = _name(reading, *match.span("name"))
        if name is not None and _is_person(name.text):
            yield "労働者", name, 0.75


def _name(reading: DocumentReading, start: int, end: int) -> _Name | None:
    """The name between two offsets without what surrounds it; None where there is none."""
    words = reading.plain[start:end]
    skipped = 0
    while (lead := _JOINT.match(words[skipped:]) or _LEADING_ROLE.match(words[skipped:])) is not None and lead.end():
        skipped += lead.end()
    if (label := _LABEL.match(words[skipped:])) is not None:
        skipped += label.end()
    if (where := _WHERE.match(words[skipped:])) is not None:
        skipped += where.end()
    if (past := _PAST_ADDRESS.match(words[skipped:])) and _looks_like_address(past[0]):
        skipped += past.end()
    words = words[skipped:]
    while (rest := _REPRESENTED.search(words)) is not None and rest.start() < len(words):
        words = words[: rest.start()]
    if (gap := re.search(r"(?<=\S)\s{3,}(?=\S)", words)) is not None and _stands_alone(words[: gap.start()]):
        words = words[: gap.start()]
    skipped += len(words) - len(words.lstrip(" \t\u3000|*#・-"))
    words = words.strip(" \t\u3000|*#・-,、:：")
    original = reading.document.text[start + skipped : start + skipped + len(words)]
    shown = re.sub(r"(?<![A-Za-z.,&])\s+|\s+(?![A-Za-z&])", "", original)
    return _Name(shown, start + skipped, start + skipped + len(words)) if _is_name(words) else None


def _stands_alone(words: str) -> bool:
    """Whether words before a wide gap are a name in themselves: a firm's, or a person's of two parts."""
    return _has_form(words) or (len(words.strip()) > 3 and _is_person(words.strip()))


def _is_name(words: str) -> bool:
    bare = words
    for form in legal_forms().japanese:
        bare = bare.replace(form, "")
    joined = re.sub(r"\s+", "", words)
    if (
        not bare
        or _HOLES.fullmatch(bare)
        or _PLACEHOLDER.fullmatch(bare.strip())
        or _NO_NAME.search(joined)
        or re.fullmatch(ROLE, joined)
        or names_nobody(words)
    ):
        return False
    if bare == words and (re.match(r"[ぁ-ん]", joined) or _ANNEX.match(joined)):
        return False
    return not re.search(r"[●○◯_□]{2}|\d{3,}|^\d+$|年.{0,8}月.{0,8}日", joined)


def _is_person(name: str) -> bool:
    """Whether words without a legal form are a person's name; a short heading is as long as one."""
    carries_on = re.search(r"[一-龥](?:は|が|を|に|で|と|も)$|等$", name)
    return _PERSON.match(name) is not None and _HEADING.search(name) is None and carries_on is None


def _has_form(name: str) -> bool:
    words = unicodedata.normalize("NFKC", name)
    return any(form in words for form in legal_forms().japanese) or _ORGANISATION.search(words) is not None


def _party(reading: DocumentReading, name: _Name, role: str | None, confidence: float) -> Party:
    evidence = from_span(reading.document, name.start, name.end)
    return Party(name.text, role, "JP" if _in_japan(reading, name.text) else None, None, confidence, evidence)


def _in_japan(reading: DocumentReading, name: str) -> bool:
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
