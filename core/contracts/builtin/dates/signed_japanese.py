"""The day on which a Japanese contract is made: beside or above its signatures, at its head, or in a sentence."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from core.contracts.builtin.dates.dates import DateMention
from core.contracts.builtin.dates.headed_japanese import CONTRACT_WORD
from core.contracts.builtin.dates.named_date import NamedDate, blank_fact, dated_fact
from core.contracts.builtin.dates.surroundings import stands_by_signatures
from core.contracts.builtin.facts.facts_text import DocumentReading
from core.contracts.builtin.parties.japanese_roles import ROLE

_JA_SIGNED = re.compile(r"締結日|契約日|締結の証|証として|証するため|契約締結|作成日|記名押印|締結する|締結した")
_JA_NOT_SIGNED = re.compile(
    r"最終(?:更新|改定|改訂)|改[定訂正]|制定|施行|発効|から|より|まで|適用|効力|出願|登録|生年月日|満了"
)
_JA_OTHER = re.compile(r"(?:付(?:け)?(?:で|の|け)?(?:締結|「|原契約|契約|覚書)|付)$|^(?:付|に締結した)")
_BESIDE_NAME = re.compile(
    r"[ \t|(]*(?:[甲乙丙丁]|[一-龥]{1,6}(?:者|主|人))?[)]?[ \t:|]*"
    r"(?:[^\n。]{0,70}[ \t(](?:(?:Date|日付)(?=[ \t]*:)|"
    r"(?:電子)?(?:署名|調印|記名押印|締結|捺印|合意|同意)(?:日時?|済み?))|"
    rf"(?<![^ \t|\n]){ROLE}[ \t]{{2,}}[^\n。]{{2,60}}[ \t]{{3,}}|"
    r"(?:電子)?(?:署名|調印|記名押印|締結|押印|捺印|合意|同意)(?:年月)?日時?"
    r"|Date(?:d| of signature)?(?=\s*:)|日付(?=\s*:|[ \t])|(?<=[甲乙丙丁)者主人 :]))[ \t:|)\]】]*"
)
"""What stands before the day on which one of the parties signed."""
_LABEL_BESIDE = re.compile(r"[ \t|()]*(?:(?:Date|日付|(?:署名|締結|調印|記名押印|捺印)日)[ \t]*[:|]?)?[ \t|()]*")
# 2024/05/10 11:02:45 (JST), as a service for electronic signatures prints it
_TIME_OF_DAY = re.compile(
    r"^[ \t]*(?:\([月火水木金土日]\)[ \t]*)?\d{1,2}(?:時\d{1,2}分|:\d\d)(?::\d\d|\d{1,2}秒)?"
    r"[ \t]*\(?(?:JST|日本標準時|UTC[ \t]*\+9|\+0?9:?00)?\)?"
)
# an order is accepted, and the contract made, by the paper that is issued
_ACCEPTANCE = re.compile(r"^\W*(?:注文|発注|工事)?(?:請書|承諾書)")
# a letter or an order is a contract when it is accepted
_ACCEPTED_ON = re.compile(
    r"(?:(?:ご|御)?(?:承諾|受諾)(?:年月)?日|(?:注文)?(?:請書|承諾書)(?:の)?(?:日付|発行日|作成日)|受注(?:承諾|確認)日)[)\]】]?[はを]?\s*[:|]?\s*$"
)
_ACCEPTED = 5
# an application, where no day of its acceptance is known
_APPLICATION = re.compile(r"申込書|申込み?(?:フォーム|票)")
_APPLIED_ON = re.compile(r"[おご]?申込み?(?:年月)?日[)\]】]?[はを]?\s*[:|]?\s*$")
# 2024年8月19日、大分市において署名。
_SIGNED_AT = re.compile(
    r"\s*(?:に|[、,])?\s*(?:[^。、\n]{1,20}(?:において|にて))?[、,]?\s*(?:署名|調印|締結|記名押印)(?:した|する|された|しました)?(?:。|\s*$)",
    re.MULTILINE,
)
_CLOSING = re.compile(r"証(?:と|す)|保有|所持|保管|記名押印|署名")
_DRAWN_UP = re.compile(r"作成(?:年月)?日[)]?\s*[:|]?\s*$")
_AROUND_DAY = re.compile(
    r"[(][月火水木金土日](?:曜日?)?[)]|[(]?(?:本?契約)?(?:締結|成立)日?[)]?|於[ \t]*\S{1,12}\s*$|"
    r"[ \t]+[一-龥]{2,8}(?:において|にて)\s*$"
)
_PLACE_BEFORE = re.compile(r"\s*(?:於[ \t]*)?[一-龥]{2,8}(?:において|にて)?[、,][ \t]*(?:西暦)?")
_LABEL_OF_DAY = re.compile(
    r"(?:Dated?|日\s*付|年\s*月\s*日)\s*(?=:)|日\s{0,4}付|[(]?西暦[)]?|契約締結日|締結日|契約日|作成(?:年月)?日"
)
_LOWER_PART = 0.3


# the day of the sentence's own verb; 締結した契約 is another one
_CONCLUDE = re.compile(
    r"\s*(?:に|付(?:け)?(?:で|にて)|をもって)?[、,](?:(?!締結(?:した|され)|付)[^。「」]){0,80}(?:契約|合意|覚書|協定)[^。「」]{0,10}を?"
    r"(?:締結|取り?交わ)(?:する|します|した|しました|いたします)(?=。|\s*$)",
    re.MULTILINE,
)
# 原契約締結日 2019年4月1日
_OF_THE_AMENDED = re.compile(r"(?:原|旧|元|前|当初|既存|従前の?|主)契約(?:書)?の?[^\n。、]{0,8}日[)]?\s*[:|は]?\s*$")
_PREAMBLE = 1_500
_TITLE_END = 200
_ARTICLE = re.compile(r"^[ \t]*第\s*[\d一二三四五六七八九十]+\s*条", re.MULTILINE)
# 2024年2月20日　　　2/2ページ
_PAGE_BESIDE = re.compile(r"[ \t]{2,}[-(]?[ \t]*\d{1,3}(?:[ \t]*/[ \t]*\d{1,3})?[ \t]*(?:ページ|頁|[-)])?[ \t]*$")


# 2025年1月20日(以下「効力発生日」という。)付けで
_NAMED_BEHIND = re.compile(r"^\s*\(以下[^()]{1,24}\)")
# 本契約は, 本書2通を
_THIS_PAPER = re.compile(
    rf"(?:本|この)(?:{CONTRACT_WORD}|証書|書面?)(?:[\d一二三四五六七八九十]{{1,2}}[通部])?[はを][^。]*$"
)
# 本書を作成し、2024年3月20日、甲乙記名押印した
_SEALED = re.compile(
    r"\s*(?:に|付(?:け)?(?:で|にて))?[、,]?[^。、\n]{0,12}(?:記名押印|署名|調印|押印)(?:した|する|のうえ|の上|し[、,])"
)
_CLOSES_WITH = re.compile(r"(?:証|締結|成立)[^。]{0,60}(?:[、,]|ため)\s*$")
# 本契約は、双方の電子署名が完了した日(2024年3月20日)に成立する
_DAY_IN_BRACKETS = re.compile(
    rf"(?:本|この)(?:電子)?{CONTRACT_WORD}(?:は|の)[^。()]{{0,24}}?(?:締結|署名|調印|記名押印)[^。()、]{{0,8}}日\s*\(\s*$"
)


# (甲)2024年5月30日 株式会社青空
_BEFORE_NAME = re.compile(rf"[ \t]*[(<【]?{ROLE}[)>】]?[ \t:|]*")
_NAME_BEHIND = re.compile(r"[ \t]+[^\s。、][^\n。]{2,60}(?:\n|$)")
# 基本契約締結日: above that of the single contract
_OF_THE_FRAME = re.compile(r"基本契約(?:書)?の?(?:締結|契約)?(?:年月)?日[)]?\s*[:|は]?\s*$")
# 2024年3月20日、甲乙は、本契約書に署名した。
_SIGNED_PAPER = re.compile(
    r"\s*(?:に|付(?:け)?で)?[、,][^。]{0,30}(?:本|この)(?:契約)?(?:書面?|証書)[^。]{0,10}?(?:署名|調印|記名押印|締結|作成)(?:し|する)"
)
# 業務委託契約書(2024年3月20日締結)
_IN_THE_TITLE = re.compile(r"(?:契約|覚書|合意|協定)書?[ \t]*\($")
# 2024年3月20日、株式会社青空と合同会社大地とは、次のとおり契約を締結した。
_OPENS_SENTENCE = re.compile(
    r"\s*(?:に|付(?:け)?で)?[、,][^。]{8,400}?(?:は|が)[、,]?[^。]{0,80}?(?<!付で)(?:締結|合意|契約)(?:する|した|します|しました)。"
)
_AGREED_ON = re.compile(
    r"\s*(?:に|付(?:け)?で|をもって)?[、,]?(?:下記|次|以下)の[^。、]{0,10}[、,]?(?:合意|契約|約定)(?:する|した|します|しました)(?=。|\s*$)",
    re.MULTILINE,
)


def japanese_signed(reading: DocumentReading) -> NamedDate:
    name = "agreement_date"
    blank: DateMention | None = None
    best: tuple[int, DateMention] | None = None
    signed = _each_signature(reading)
    if signed is not None and signed.value is None:
        return blank_fact(reading, name, signed)
    if signed is not None:
        return replace(dated_fact(reading, name, signed, 0.85), signed=True)
    for mention in reading.dates:
        rank = _signed_rank(reading.plain, mention)
        if not rank:
            continue
        if mention.form == "date":
            if best is None or rank > best[0]:
                best = (rank, mention)
        else:
            blank = blank or mention
    return dated_fact(reading, name, best[1], 0.9) if best else blank_fact(reading, name, blank)


def _each_signature(reading: DocumentReading) -> DateMention | None:
    """The latest of the days beside the signatures, where each of them has its own; the blank where one is blank."""
    plain = reading.plain
    beside = [
        mention
        for mention in reading.dates_in(len(plain) // 2, len(plain))
        if _BESIDE_NAME.fullmatch(plain, plain.rfind("\n", 0, mention.start) + 1, mention.start)
        and not _TIME_OF_DAY.sub("", plain[mention.end :].split("\n", 1)[0]).strip(" )|\r")
    ]
    before_names = [
        mention
        for mention in reading.dates_in(len(plain) // 2, len(plain))
        if _BEFORE_NAME.fullmatch(plain, plain.rfind("\n", 0, mention.start) + 1, mention.start)
        and _NAME_BEHIND.match(plain, mention.end)
    ]
    beside += before_names if len(before_names) > 1 else []
    beside += _in_one_row(reading)
    if len(beside) < 2:
        return None
    unsigned = next((mention for mention in beside if mention.value is None), None)
    return unsigned or max(beside, key=lambda mention: (mention.value or date.min, -mention.start))


def _in_one_row(reading: DocumentReading) -> list[DateMention]:
    """The days of signatures that stand side by side: 日付:2024年4月1日    日付:2024年4月5日."""
    plain = reading.plain
    rows: dict[int, list[DateMention]] = {}
    for mention in reading.dates_in(len(plain) // 2, len(plain)):
        rows.setdefault(plain.rfind("\n", 0, mention.start) + 1, []).append(mention)
    for begin, days in rows.items():
        ends = [begin, *(day.end for day in days)]
        between = [plain[end : day.start] for end, day in zip(ends, days, strict=False)]
        rest = plain[days[-1].end :].split("\n", 1)[0]
        if len(days) > 1 and all(_LABEL_BESIDE.fullmatch(words) for words in (*between, rest)):
            return days
    return []


def _made_on(plain: str, mention: DateMention) -> bool:
    """Whether a sentence says of this contract that it is made on a date: 本契約は、令和6年4月1日に締結された."""
    before = re.sub(r"\([^()]*\)", "", plain[max(0, mention.start - 500) : mention.start])
    after = re.sub(r"\([^()]*\)", "", plain[mention.end : mention.end + 300])
    made = re.match(
        r"\s*(?:に|付(?:け)?(?:で|にて)|をもって|(?=[、,]))[、,]?(?:[^。]*(?:の間で|の間に|により|において)[、,]?)?\s*(?:締結|作成|調印|署名|成立)",
        after,
    )
    return made is not None and _THIS_PAPER.search(before) is not None


def _concluded(plain: str, mention: DateMention) -> bool:
    """Whether the parties conclude the contract on a date in its first sentence: AとBは、2024年4月1日、…を締結する。"""
    begin = max(plain.rfind("。", 0, mention.start), plain.rfind("\n\n", 0, mention.start)) + 1
    return (
        mention.start < _PREAMBLE
        and re.search(r"(?:は|が|とで)[、,]?\s*(?:西暦)?$", plain[begin : mention.start]) is not None
        and (_CONCLUDE.match(plain, mention.end) or _AGREED_ON.match(plain, mention.end)) is not None
    ) or (
        mention.start < _PREAMBLE
        and not plain[plain.rfind("\n", 0, mention.start) + 1 : mention.start].strip()
        and _OPENS_SENTENCE.match(re.sub(r"\([^()]*\)", "", plain[mention.end : mention.end + 600])) is not None
    )


def _signed_rank(plain: str, mention: DateMention) -> int:
    """How surely a date is that of the contract: labelled at the end, alone there, at the head, or in a sentence."""
    before, after = plain[max(0, mention.start - 120) : mention.start], plain[mention.end : mention.end + 90]
    begin = plain.rfind("\n", 0, mention.start) + 1
    rest = _NAMED_BEHIND.sub("", _PAGE_BESIDE.sub("", after.split("\n")[0]))
    dated = re.match(
        r"\s*(?:[(]以下[^()]{1,20}[)]\s*)?(?:(?:に|付(?:け)?(?:で|にて)|をもって)[^。]{0,60}|[、,]\s*)(?:本契約|(?:次|以下)の(?:とお|通)り|ここに)[^。]{0,30}(?:締結|契約(?:する|します|した)|合意(?:する|します|した))",
        after,
    )
    if _made_on(plain, mention) or _concluded(plain, mention):
        return 2
    if re.match(r"\s*\(以下[^()]{0,8}「(?:本)?(?:契約)?締結日」", after):
        return 3
    if _OF_THE_AMENDED.search(before):
        return 0
    if _OF_THE_FRAME.search(before):
        return 1
    if _SIGNED_PAPER.match(after) and not plain[begin : mention.start].strip():
        return 2
    if mention.start < _TITLE_END and _IN_THE_TITLE.search(before) and re.match(r"\s*(?:付(?:け)?)?締結\)", after):
        return 2
    if _DAY_IN_BRACKETS.search(before) and after.lstrip().startswith(")"):
        return 2
    if _CLOSES_WITH.search(before) and _SEALED.match(after) and not _ARTICLE.search(plain, mention.end):
        return 3
    if _ACCEPTED_ON.search(before):
        return _ACCEPTED
    if re.match(r"\s*付(?:け)?(?:で|に)?(?:締結|の)", after) or (_JA_OTHER.match(after[:30]) and not dated):
        return 0
    if _JA_NOT_SIGNED.search(plain[begin : mention.start]) or _JA_NOT_SIGNED.search(rest):
        return 0
    label = plain[begin : mention.start]
    alone = not _LABEL_OF_DAY.sub("", label).strip(" :|契約締結日作成年月()<>【】[]") and not _AROUND_DAY.sub(
        "", rest
    ).strip(" )|締結作成>】]")
    if _DRAWN_UP.search(label):
        return 2
    by_signatures = stands_by_signatures(plain, mention.start, mention.end)
    placed = _PLACE_BEFORE.fullmatch(label) is not None and not rest.strip() and by_signatures
    if placed or (not label.strip() and _SIGNED_AT.match(after)):
        return 3
    if re.search(r"。\s*\($", label) and not rest.strip(")） ") and _CLOSING.search(label):
        return 3
    if alone and _JA_SIGNED.search(before[-60:]):
        return 4
    if alone and mention.start > _LOWER_PART * len(plain) and by_signatures:
        return 3
    if _JA_SIGNED.search(before[-30:]) and re.match(
        r"\s*(?:付(?:け)?(?:で|にて)|に)?[、,]?\s*(?:本|この)(?:契約)?(?:書|証書)", after
    ):
        return 3
    if _ACCEPTANCE.search(re.sub(r"\s+", "", plain[:200])) and re.search(r"発行日\s*[::|]?\s*$", before):
        return 2
    labelled = re.search(
        r"(?:(?<![一-龥])日\s{0,4}付|締結(?:年月)?日|契約(?:締結)?(?:年月)?日|(?:合意|契約)成立(?:年月)?日|(?:合意|調印|約定|署名)日|承諾(?:年月)?日)[)]?(?:[はを][、,]?)?\s*[::|]?\s*$",
        before,
    )
    if labelled or (alone and mention.start < 600 and not _ARTICLE.search(plain, 0, mention.start)):
        return 2
    signer = (
        not plain[begin : mention.start].strip() and len(rest) < 25 and not re.search(r"[。、]|から|より|まで", rest)
    )
    if signer and (by_signatures or rest.strip()) and mention.start > 0.8 * len(plain):
        return 2
    applied = _APPLIED_ON.search(before) is not None and _APPLICATION.search(re.sub(r"\s+", "", plain[:400]))
    return 1 if dated or applied else 0
