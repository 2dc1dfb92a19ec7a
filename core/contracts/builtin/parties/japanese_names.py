"""Where the name of a party begins and ends in Japanese words, and what is no name."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from core.contracts.builtin.facts.facts_text import DocumentReading
from core.contracts.builtin.parties.japanese_roles import GLUED_ROLE, ROLE, ROLE_WORDS, STEMS
from core.contracts.builtin.parties.name_shape import names_nobody
from core.lexicon import legal_forms

_JOINT = re.compile(r"^\s*(?:と|及び|および|並びに|ならびに|または|又は|、|,|-|・|#|\*)\s*")
_PROFESSION = r"(?:弁護士|税理士|司法書士|行政書士|公認会計士|弁理士|社会保険労務士|(?:[一二]級)?建築士)(?!法人|事務所)"
_LEADING_ROLE = re.compile(
    rf"^\s*(?:第\s*[\d一二三四五六七八九十]+\s*条\s*(?:[(][^()\n]{{1,20}}[)])?\s*)?(?:{ROLE_WORDS}|[{STEMS}])(?:\s*[(][^()\n]{{1,8}}[)])?(?:である|たる|の|[\s:：・=]+|(?=(?:株式|有限|合同|合資|合名)会社))|"
    r"^\s*[一-龥ァ-ヶー]{1,8}(?:者|人|主|先|元|側)[\s:]+(?=\S{0,30}(?:会社|法人|組合|\(株\)|\(有\)))|"
    # a role that no family name begins with stands right before a person's name: 貸主山田花子
    r"^\s*(?:連帯保証人|保証人|貸主|借主|売主|買主|賃貸人|賃借人|委託者|受託者|発注者|受注者|注文者|請負者|請負人|債権者|債務者|譲渡人|譲受人|寄託者|受寄者|"
    r"贈与者|受贈者|委任者|受任者|出資者|主債務者|使用者|労働者|開示者|受領者|利用者|購入者|販売者|所有者|許諾者|被許諾者|制作者|出演者|紹介者|申込者|契約者|加盟者|"
    r"転貸人|転借人|貸付人|借入人|借受人|"
    r"依頼者|著作者|著作権者|(?:弁護士|税理士|司法書士|行政書士|公認会計士|弁理士|社会保険労務士|(?:[一二]級)?建築士)(?!法人|事務所)\s*)(?=[一-龥々ァ-ヶー]{1,})|"
    # 青空法律事務所 弁護士 山田太郎: who practises is the party, not the office
    rf"^\s*[^\s、。()]{{1,16}}(?<!法人)事務所\s+(?:所長\s*)?{_PROFESSION}\s*(?=[一-龥々ァ-ヶー]{{1,}}[\s一-龥々ぁ-んァ-ヶー]*$)|"
    # 被害者 山田太郎: any role before a person's two names
    r"^\s*[一-龥ァ-ヶー]{1,6}(?:[者主]|(?<!法)人)\s+(?=[一-龥々ァ-ヶー]{1,4}\s?[一-龥々ぁ-んァ-ヶー]{2,5}$)|"
    # any other role that no firm is called after, right before a firm's name: 荷主青空印刷資材株式会社
    rf"^\s*(?:{GLUED_ROLE})(?=[^\s、。()]{{2,30}}(?:会社|法人|組合|\(株\)|\(有\)))"
)
_WHERE = re.compile(
    r"^.{0,60}(?:(?:に基づ(?:き|いて)|に準拠し(?:て)?|に従(?:い|って)|により|の下で?)(?:適法に|有効に)?(?:設立|組織)され(?:た|ている|[、,]?(?:現に)?存続(?:する|している))|に(?:所在|存在|住所を有|(?:主たる)?(?:本店|営業所|事務所)を有)[^ぁ-ん]{0,2}(?:する|の)|に住所を置く|に本店を置く|所在の|在住の|としての(?:自然人)?)(?:法人|会社|団体)?(?:である)?|"
    r"^[^、。]{0,40}?(?:法人|会社|団体|財団|組合)である|"
    # ノルウェー王国の法人 X AS, 米国デラウェア州法人 X Inc., but not 国立大学法人
    r"^[^、。()A-Za-z]{0,20}?(?:[ァ-ヶー]{2,}|[一-龥ァ-ヶー]{0,8}(?:王国|共和国|民国|連邦|合衆国|首長国)|日本国?|[一-龥ァ-ヶー][国州])"
    r"(?:の法人|法人|籍の?会社|の会社)(?:たる)?[ \t:]*(?=[A-Za-z]|[^ぁ-ん。]{0,30}(?:会社|公司|[(]株[)]))"
)
# 広告主から広告の制作を受託した株式会社青空: what is told of a firm before its name
_TOLD_OF_IT = re.compile(
    r"^[^。()]{2,60}(?:する|した|される|された|して(?:い|お)る|営む|行う|有する|属する|たる|における|である)\s*(?=[^ぁ-ん。]*(?:会社|法人|組合|\(株\)|\(有\)))"
)
_REPRESENTED = re.compile(
    r"\s*\((?:本店|本社|住所|所在地?|主たる事務所|代表|法人番号|登記|登録|個人|屋号|通称|昭和|平成|令和|大正|(?:19|20)\d\d)[^()\n]*\)?.*$|"
    r"(?<=[A-Za-z一-龥])\s*\((?:[ァ-ヶー・\s]{3,}|(?:日本国)?[一-龥]{1,4}[都道府県]|[ァ-ヶー]{2,}国[^()]{0,8})\).*$|\s+生年月日.*$|\s+(?:住\s*所|所\s*在\s*地)\s.*$|(?<=[市町村区])長(?=\s|$).*$|\s+[市町村区]長(?:\s.*)?$|"
    r"\s{2,}(?:極\s*度\s*額|住\s*所|所\s*在\s*地|電\s*話|TEL|担\s*当|生年月日|登録番号|法人番号|法人格).*$|"
    r"\s*代表(?:役員|組合員)(?:\s.*)?$|\s+(?:\S{0,14}(?:社員|取締役|執行役員?|組合長|代表者?|店主|園主|院長|園長|総長|学部長|支配人|(?:部|課|室|局|所|場|支店|支社|センター|本部|事務)長))(?:\s.*)?$|"
    r"\s*[,、]?\s*(?:代表取締役|代表社員|代表理事|代表執行役|代表者|取締役|執行役|理事長|学長|校長|知事|支店長|支社長|"
    r"部長|所長|社長|会長|業務執行社員|職務執行者|無限責任社員|有限責任社員|弁護士(?!法人|事務所)|\S{1,16}事業部$).*$|"
    r"\s*(?:実\s*印|公\s*印|社\s*印|代表者?印|印|㊞|\(印\)|\[印\]|御中|殿|様|(?<=[\s\u3000])(?:氏|先生)|(?<=[一-龥々]{3})氏|(?<=\S\S)\s+(?:行|宛))\s*$"
)
LABEL = re.compile(
    r"^\s*(?:[(（]?\d[)）.]\s*)?(?:氏\s*名\s*(?:[(（]?\s*または\s*名\s*称[)）]?|・名称|又は名称|\(名称\)|（名称）)?|名\s*称|会\s*社\s*名|商\s*号(?:(?:又は|または|・)(?:名\s*称|氏\s*名))?"
    r"|社\s*名|法\s*人\s*名|団\s*体\s*名|事業者名|名称(?:又は|または)?氏名|契約(?:対象)?者(?:氏名|名)?|労働者(?:氏名)?|従業員氏名)"
    r"\s*(?:[:：|]|\s)\s*|^\s*[(（]\s*(?:名\s*称|商\s*号|氏\s*名|会\s*社\s*名)\s*[)）]\s*|^\s*(?:屋\s*号|称\s*号|貸主名|借主名|発注者名|受注者名)\s*[:：|\s]\s*"
)
ADDRESS = re.compile(r"東京都|北海道|(?:京都|大阪)府|[一-龥]{2,3}県|[一-龥]{1,6}市[一-龥]{1,6}区")
ADDRESS_LINE = re.compile(
    r"^\s*[(（]?\s*(?:住\s*所|所\s*在(?:\s*地)?|本\s*店|〒|電\s*話|TEL|E-?mail|メール)|^\s*\d{3}-\d{4}", re.IGNORECASE
)
_HOLES = re.compile(r"[\s●○〇◯_・*…□■△▲×XＸ\[\]【】<>〈〉《》-]+")
_PLACEHOLDER = re.compile(r"(?:[A-Za-z]|[甲乙丙丁]|[●○〇◯△▲□■◇◆×]+)\s*(?:社|会社|法人|銀行|大学|氏|様)?")
_NO_NAME = re.compile(
    r"契約(?!者$)|する|した|され|相手方|当事者|の一方|および|及び|または|又は|並びに|ならびに|その他|について|という|"
    r"(?:住所|所在地|氏名|名称|記名|押印|署名|日付|電話|以下|各自|双方|両者|ご担当|担当者)$|^(?:住所|氏名|名称|印|本人|記|日本|各位)$|[。「」]"
)
_NO_WORDS = re.compile(
    r"^代表[一-龥]{2,6}$|^[をがはにへと](?=[一-龥ァ-ヶA-Za-z])|を.{0,20}と[しす]|担当官$|[|\u2500-\u257f]"
)
"""Words of the sentence around a name, an office that signs for a state, the frame of a table."""
ANNEX = re.compile(
    r"^\W*(?:別\s*紙|別\s*表|別\s*添|別\s*記|別\s*図|添\s*付|付\s*属|附\s*属|付\s*表|附\s*表|様\s*式|付\s*則|附\s*則|目\s*次|以\s*上\W*$|"
    r"第[\d一二三四五六七八九十]+(?:条|章|節|項)|\[\d+\])|「"
)
"""Begins an annex, a footnote or another part of a document, or ends it; no line of a signature quotes."""
_HEADING = re.compile(
    r"(?:明細|内訳|一覧|目録|仕様|要領|概要|内容|条件|範囲|項目|事項|方法|手順|体制|基準|規程|規則|規約|約款|料金|費用|単価|定義|"
    r"計画|期間|場所|区画|数量|期日|納期|資料|情報|データ|業務|製品|商品|物件|目的|[一-龥ァ-ヶー](?:書|表|図|例|欄))(?:等|など)?(?:\(.{1,10}\))?$"
)
"""Ends a heading; no person is called so."""
_PERSON = re.compile(
    r"^[一-龥々ァ-ヶー]{1,5}[\s]{0,2}[一-龥々ぁ-んァ-ヶー]{1,6}$|^(?:[一-龥々ぁ-んァ-ヶー]\s+){1,5}[一-龥々ぁ-んァ-ヶー]$|"
    r"^[ァ-ヶー]{2,12}(?:[・\s][ァ-ヶー]{1,12}){1,3}$|^[A-Z][A-Za-z.'-]*(?:\s[A-Z][A-Za-z.'-]*){1,3}$"
)
# 3-1株式会社青空: what is left of an address
_HOUSE_NUMBER = re.compile(
    r"^\s*(?:\d{1,4}(?:-\d{1,4})+\s*(?=(?:株式|有限|合同|合資|合名)会社)|\d{1,4}(?:-\d{1,4})*\s+(?=[^\d\s]{2,30}(?:会社|法人|組合)))"
)
# 買主：青空商事　売主：大地工業
_ANOTHER_ROLE = re.compile(rf"\s+{ROLE}\s*[:：]")
_PARTICLE = re.compile(r"(?:(?<=会社)|(?<=\s))[はがとをに]\s*$")
PAST_ADDRESS = re.compile(r"^.{0,50}?(?:\d|号|番地?|階|丁目|ビル\S{0,6}|[FＦ])(?:[ \t]+)(?=\S)")
# what is told of a firm behind its name: (名古屋市緑区鳴海町9), but not (株)
_ASIDE_BEHIND = re.compile(
    r"\s*[(](?![一-龥]{2,4}[)]\S{0,10}公司)(?!(?:株|有|合|資|同|名|社|財|一社|一財|医|学|福|宗|独|国)[)])"
)
_BRANCH_WORDS = r"(?:本店|支店|支社|支部|支所|営業所|出張所|事業所|事業部|工場|オフィス|ラボ)"
# a firm's branch is no person of its own: 株式会社青空 長野支店, 青空株式会社長野支店
_BRANCH = re.compile(
    rf"\s+\S{{0,14}}?(?:{_BRANCH_WORDS}|本部|[部課室])$|"
    rf"(?<=\S\S)(?:(?<=会社)|(?<=金庫)|(?<=銀行)|(?<=組合)|(?<=[(]株[)]))[^\s会社]{{1,12}}?(?:{_BRANCH_WORDS}|店|館|センター|本部|[部課室])$"
)
# 株式会社青空九州支店: a branch called after its region
_REGIONAL_BRANCH = re.compile(
    r"(?<=\S)(?:北海道|東北|[北南]?関東|首都圏|中部|東海|北陸|信越|近畿|関西|中国|四国|[北南]?九州|沖縄|[東西]日本|東京|大阪|京都|名古屋|札幌|仙台|横浜|神戸|広島|福岡|さいたま|千葉)"
    r"(?:中央|第[一二三1-3])?(?:支店|支社|支部|営業所|事業所|オフィス)$"
)
_BRACKETS = str.maketrans("（）", "()")
# who contracts for the state, by the office: 支出負担行為担当官 東北海岸整備局長
_OFFICIAL = re.compile(
    r"[ \t|]*(?:[甲乙][ \t:|]+)?(?P<name>(?:分任)?(?:支出負担行為担当官|契約担当官|契約担当役|契約担当者)(?:代理)?"
    r"[ \t]*[^\s、。()]{2,24}?(?:局長|所長|部長|課長|署長|総監|長官|学長|司令|理事))(?=[ \t]|$)"
)
_FORM_FIRST = re.compile(r"\S{2}会社")
_WIDE_GAP = re.compile(r"(?<=\S)\s{3,}(?=\S)")
_ORGANISATION = re.compile(
    r"(?<![A-Za-z])(?:Universit(?:y|é|ät|à)|Institute|Foundation|Hospital|College|Bank|Ministry)(?![A-Za-z])|"
    r"(?<![A-Za-z0-9])(?:Inc|Corp(?:oration)?|Company|LLC|Ltd|Limited|GmbH|Co|AG|AB|AS|ASA|BV|B\.V|NV|N\.V|S\.A|SA|SAS|SARL|A/S|ApS|S\.r\.l|Bhd|Tbk|JSC|Pvt|Oyj|S\.p\.A|Oy|PLC|LLP|LP|Pte|Pty|K\.K|KK)\b|(?<![A-Za-z])(?:PT|PJSC|OOO|UAB)\s+[A-Z]|"
    r"(?:大学|学園|学院|高等学校|組合|連合会|機構|協会|公社|公団|財団|法人|研究所|事務所|商店|商会|商工会|工務店|製作所|工業所|工場|センター|試験場|共同体|保育園|幼稚園|こども園|病院|医院|クリニック|薬局|企業体|設計室|写真館|教室|塾|"
    r"農園|牧場|劇団|スタジオ|工房|都|府|市|県|町|村|銀行|信用金庫|会議所|委員会|広域連合)(?:\s?[一-龥ァ-ヶー]{1,10}(?:支店|支社|本店|営業所|支部))?$"
)


class Name(NamedTuple):
    text: str
    start: int
    end: int


def looks_like_address(words: str) -> bool:
    return bool(ADDRESS_LINE.match(words) or ADDRESS.search(words) or re.search(r"[市区町村郡].*\d|丁目|番地", words))


def name_in(reading: DocumentReading, start: int, end: int) -> Name | None:
    """The name between two offsets without what surrounds it; None where there is none."""
    words = reading.plain[start:end].rstrip(" \t|")
    if (official := _OFFICIAL.match(words)) is not None:
        begin, stop = start + official.start("name"), start + official.end("name")
        return Name(re.sub(r"\s+", "", reading.document.text[begin:stop]), begin, stop)
    skipped = len(words) - len(words.lstrip(" \t|"))
    while (lead := _JOINT.match(words[skipped:]) or _LEADING_ROLE.match(words[skipped:])) is not None and lead.end():
        skipped += lead.end()
    if (label := LABEL.match(words[skipped:])) is not None:
        skipped += label.end()
    if (where := _WHERE.match(words[skipped:])) is not None:
        skipped += where.end()
    if (told := _TOLD_OF_IT.match(words[skipped:])) is not None:
        skipped += told.end()
    if (past := PAST_ADDRESS.match(words[skipped:])) and looks_like_address(past[0]):
        skipped += past.end()
    words = _ANOTHER_ROLE.split(words[skipped:].split("|")[0])[0]
    words = words[: len(reading.document.text[start + skipped : start + skipped + len(words)].split("\t")[0])]
    if (number := _HOUSE_NUMBER.match(words)) is not None:
        skipped += number.end()
        words = words[number.end() :]
    words = _PARTICLE.sub("", words)
    while (rest := _REPRESENTED.search(words)) is not None and rest.start() < len(words):
        words = words[: rest.start()]
    for surplus in (_WIDE_GAP, _ASIDE_BEHIND):
        if (rest := surplus.search(words)) is not None and _stands_alone(words[: rest.start()]):
            words = words[: rest.start()]
    words = without_branch(words)
    skipped += len(words) - len(words.lstrip(" \t\u3000|*#・-"))
    words = words.strip(" \t\u3000|*#・-,、:：")
    original = reading.document.text[start + skipped : start + skipped + len(words)]
    shown = re.sub(r"(?<![A-Za-z.,&])\s+|\s+(?![A-Za-z&])", "", original)
    return Name(shown, start + skipped, start + skipped + len(words)) if _is_name(words) else None


def without_branch(words: str) -> str:
    """The legal person of a name: 青空株式会社 長野支店 is 青空株式会社."""
    branch = _BRANCH.search(words.translate(_BRACKETS))
    if branch is None or _FORM_FIRST.fullmatch(words[: branch.start()].strip()):
        branch = _REGIONAL_BRANCH.search(words)
    firm = words[: branch.start()] if branch else words
    legal = any(form in firm.translate(_BRACKETS) for form in (*legal_forms().japanese, "銀行", "金庫", "組合"))
    return firm if legal and not _FORM_FIRST.fullmatch(firm.strip()) else words


def _stands_alone(words: str) -> bool:
    """Whether words before a wide gap are a name in themselves: a firm's, or a person's of two parts."""
    return has_form(words) or (len(words.strip()) > 3 and is_person(words.strip()))


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
        or re.fullmatch(rf"\d{{0,2}}[.)]?{ROLE}|[{STEMS}、・及びと]+", joined)
        or re.search(rf"(?:と|及び|並びに){ROLE}$", joined)
        or names_nobody(words)
        or _NO_WORDS.search(joined)
    ):
        return False
    if bare == words and ((re.match(r"[ぁ-ん]", joined) and not has_form(words)) or ANNEX.match(joined)):
        return False
    if len(joined) == 1 or re.fullmatch(r"\W*\d*\W*(?:番地?|号|丁目|号室|階)", joined):
        return False
    return not re.search(r"[●○◯_□]{2}|\d{3,}|^\d+$|年.{0,8}月.{0,8}日", joined)


def is_person(name: str) -> bool:
    """Whether words without a legal form are a person's name; a short heading is as long as one."""
    carries_on = re.search(r"[一-龥ァ-ヶー](?:は|が|を|に|で|と|も)$|[等者]$", name)
    return _PERSON.match(name) is not None and _HEADING.search(name) is None and carries_on is None


def has_form(name: str) -> bool:
    words = unicodedata.normalize("NFKC", name)
    return any(form in words for form in legal_forms().japanese) or _ORGANISATION.search(words) is not None
