"""The days on which a Japanese contract is made and takes effect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import pairwise

from core.contracts.builtin.dates.dates import DateMention
from core.contracts.builtin.dates.named_date import NamedDate, blank_fact, dated_fact
from core.contracts.builtin.dates.surroundings import stands_by_signatures
from core.contracts.builtin.facts.facts_text import DocumentReading, SentenceSpan
from core.contracts.builtin.parties.japanese_roles import ROLE
from core.contracts.builtin.terms.counted_japanese import shifted
from core.contracts.builtin.terms.whose_japanese import OwnJapaneseTerm
from core.evidence import from_span
from core.record import Fact

_JA_SIGNED = re.compile(r"締結日|契約日|締結の証|証として|証するため|契約締結|作成日|記名押印|締結する|締結した")
_JA_EFFECTIVE = re.compile(r"(?:発効|効力(?:を(?:生|有|発)じ?|発生)|(?<!満了)開始日|適用(?:を)?開始|施行)")
_JA_CONTRACT = (
    r"(?:(?:変更|追加|基本|(?:業務)?委託|賃貸借|売買|請負|使用許諾|秘密保持)?契約(?:書)?|覚書|合意書?"
    r"|協定書?|規約|約款|利用規約|誓約書?)"
)
HEADED_PERIOD = r"^\W*第\s*[\d一二三四五六七八九十]+\s*条\s*(?:[(][^()]{0,6}期間[^()]{0,4}[)])?\s*期\s*間は"
"""An article that has no other subject than its period."""
_JA_PERIOD = (
    r"(?:契約|有効|委託|派遣|賃貸借|使用貸借|雇用|許諾|存続|掲載|利用許諾|インターン(?:シップ)?)(?:の)?期[間限]|^\W*(?:\d[.)]?\s*)?期\s*間|"
    rf"{HEADED_PERIOD}|"
    rf"期間の定め|本{_JA_CONTRACT}は|(?:本|この){_JA_CONTRACT}の(?:有効|契約|存続)?期[間限]|この{_JA_CONTRACT}は"
)
OF_ANOTHER_THING = re.compile(
    r"[甲乙丙丁]の(?:従業員|社員|要員|スタッフ|役員)の[^。、]{0,4}期[間限]|(?:個別契約|注文書?|見積書?|許可証?|免許証?|証明書|保険|クーポン|ポイント|在留カード?|証券|証書|会員証|[券符]|カード|パスワード)(?:の|に係る)?(?:有効|契約|存続)?期[間限]|"
    r"(?:許可|認定|認証|免許|登録|資格|届出|指定)[^。、()]{0,12}\(?\s*(?:の)?有効期[間限]"
)
"""The period of an order, a permit or the like, which is not the contract's own."""
ANOTHER_TERM = re.compile(
    r"(?<!本)(?<!この)(?:契約|覚書|合意|協定)書?(?:に(?:定める|係る|基づく))?の?(?:有効|契約|存続)?期[間限]"
)
"""The period of a contract that may be another one: 前契約の期間, 個別契約の有効期間."""
_JA_SAYS_PERIOD = re.compile(r"期\s*[間限]")
# a heading that stands alone, and what stands below it: 第5条 2023年7月1日から
_JA_HEADING = re.compile(
    rf"\W*(?:第\s*[\d一二三四五六七八九十]+\s*条)?\W*(?:\d+[.)]?\s*)?(?:本?{_JA_CONTRACT}の)?(?:契約|有効|存続)?期間\W*"
)
_JA_DAY_FIRST = re.compile(
    r"\W*(?:第\s*[\d一二三四五六七八九十]+\s*条)?\W*(?:\d+[.)]\s*)?(?:自\s*)?(?:令和|平成|西暦|(?:19|20)\d\d|[RH]\d)[^。\n]{4,40}?(?:から|より|[~～〜-])"
)
_LONGEST_HEADING = 30
_JA_NOT_SIGNED = re.compile(
    r"最終(?:更新|改定|改訂)|改[定訂正]|制定|施行|発効|から|より|まで|適用|効力|出願|登録|生年月日|満了"
)
_JA_OTHER = re.compile(r"(?:付(?:け)?(?:で|の|け)?(?:締結|「|原契約|契約|覚書)|付)$|^(?:付|に締結した)")
# a day on which something ends, and words that a contract replaces by others
_JA_ENDS = re.compile(
    r"\s*(?:\([^()]{1,40}\)\s*)?(?:の(?:前日|翌日|満了)|24時|二十四時)?(?:まで|迄|限り|をもって(?:終了|満了)|に(?:終了|満了))"
)
_JA_REWRITTEN = re.compile(r"とある(?:の)?[をは]|」?(?:に|と)(?:改め|変更|読み?替え|改訂|修正)")
# what follows the day from which a contract runs, where nothing but 本契約は stands before it
_JA_RUNS = re.compile(
    r"有効|効力|発効|存続|継続|(?:まで|迄)(?!の(?![間期\d一二三四五六七八九十]))|[年月]間|起算|開始(?:する|し、|され)|始ま"
)
_JA_NEXT_DATE = re.compile(r"年\s*[\d元一二三四五六七八九十]{1,3}\s*月")
# 令和4年4月1日付基本契約, but not 令和4年4月1日付で発効する
_JA_OF_ANOTHER = re.compile(r"\s*(?:付(?!け?(?:で|をもって)[、,]?(?:効力|発効))|に(?:締結|取り?交わ)し?た)")
_AS_SIGNED_JA = re.compile(
    rf"(?:本|この){_JA_CONTRACT}は[、,]?\s*(?:本契約(?:の)?|[^。、]{{0,16}}?(?:当事者|甲乙|双方|全員)[がの])?"
    r"(?:契約(?:締結|成立)?の?|(?:契約)?(?:締結|調印|署名|記名押印)(?:の|した)?)(?:日|と同時)(?:から|より|に|をもって)[^。]{0,12}(?:効力|発効)|"
    # a term that runs from the day, or the first of the month, after the signing: a whole day that it begins with
    rf"(?:(?:本|この){_JA_CONTRACT}(?:の(?:有効|契約|存続)?期[間限])?|(?:契約|有効|存続)期[間限])は[、,]?\s*(?:(?:本|この){_JA_CONTRACT}の?)?"
    r"(?:契約)?(?:締結|調印|署名|記名押印)(?:の|した)?日\s*(?:\([^()]{1,30}\)\s*)?(?P<later>の翌[^。、]{1,6})(?:から|より|を(?:始期|起算日))[^。]{0,60}(?:間|年|月|まで|日)|"
    # a term from the signing to a day
    rf"(?:(?:本|この){_JA_CONTRACT}(?:の(?:有効|契約|存続)?期[間限])?|(?:契約|有効|存続)期[間限])は[、,]?\s*(?:(?:本|この){_JA_CONTRACT}の?)?"
    r"(?:契約(?:締結|成立)?の?|(?:契約)?(?:締結|調印|署名|記名押印)(?:の|した)?)日\s*(?:\([^()]{1,30}\)\s*)?(?:から|より|を始期として)[、,]?\s*"
    r"(?:令和|平成|西暦|(?:19|20)\d\d|二[〇零])[^。、]{4,24}(?:まで|迄)|"
    # a term from the signing to the day of an event
    rf"(?:(?:本|この){_JA_CONTRACT}の(?:有効|契約|存続)?期[間限]|(?:契約|有効|存続)期[間限])は[、,]?\s*(?:(?:本|この){_JA_CONTRACT}の?)?"
    r"(?:契約(?:締結|成立)?の?|(?:契約)?(?:締結|調印|署名|記名押印)(?:の|した)?)日(?:から|より)[、,]?[^。\d]{2,30}[^。]{0,12}(?:日|時)(?:まで|迄)"
)
_BESIDE_NAME = re.compile(
    r"[ \t|(]*(?:[甲乙丙丁]|[一-龥]{1,6}(?:者|主|人))?[)]?[ \t:|]*"
    r"(?:[^\n。]{0,70}[ \t](?:(?:Date|日付)(?=[ \t]*:)|(?:電子)?(?:署名|調印|記名押印|締結|捺印|合意|同意)日時?)|"
    rf"(?<![^ \t|\n]){ROLE}[ \t]{{2,}}[^\n。]{{2,60}}[ \t]{{3,}}|"
    r"(?:電子)?(?:署名|調印|記名押印|締結|押印|捺印|合意|同意)(?:年月)?日時?"
    r"|Date(?:d| of signature)?(?=\s*:)|日付(?=\s*:)|(?<=[甲乙丙丁)者主人 :]))[ \t:|)\]】]*"
)
"""What stands before the day on which one of the parties signed."""
_LABEL_BESIDE = re.compile(r"[ \t|()]*(?:(?:Date|日付|(?:署名|締結|調印|記名押印|捺印)日)[ \t]*[:|]?)?[ \t|()]*")
# 2024/05/10 11:02:45 (JST), as a service for electronic signatures prints it
_TIME_OF_DAY = re.compile(
    r"^[ \t]*(?:\([月火水木金土日]\)[ \t]*)?\d{1,2}(?:時\d{1,2}分|:\d\d)(?::\d\d|\d{1,2}秒)?"
    r"[ \t]*\(?(?:JST|日本標準時|UTC[ \t]*\+9|\+0?9:?00)?\)?"
)
# 2021年3月15日制定 is history where a line below dates a revision that is in force
_LATER_REVISION = re.compile(
    r"日\s*[(、・]?\s*(?:最終)?(?:改定|改訂|改正|変更)[^\n]{0,12}(?:施行|適用|発効)"
    r"|(?:最終)?(?:改定|改訂|改正|変更)日?\s*[:|]?\s*(?:令和|平成|20)\d[^\n]{0,24}(?:施行|適用|発効)"
)
_RELATION = re.compile(
    r"(?<![の一-龥])(?:出向|委嘱|顧問|貸与|使用貸借|寄託|リース|(?:共同)?研究(?:実施)?|出演|出店|協賛|加盟)(?:の)?期間\s*(?:は|[:|]|(?=自|令和|平成|20|\s))"
)
# 本契約の有効期間は研究期間と同じとする
_SAME_PERIOD = re.compile(
    rf"(?:(?:本|この){_JA_CONTRACT}の(?:有効|契約|存続)?期[間限]|(?:契約|有効|存続)期[間限])は[^。]{{0,40}}?"
    r"(?P<other>履行|委託|業務|研究(?:実施)?|実施|開発|保守|事業)期間\s*(?:と(?:同一|同じ|する)|に(?:同じ|よる)|の(?:とお|通)り)"
)
_JA_FROM = re.compile(
    r"\s*[)]?\s*(?:\([^()]{1,40}\)\s*)?(?:(?:午前|午後)?\s*\d{1,2}時)?(?:から|より|を(?:始期|初日|起算日)|[~〜～-])"
)
_OF_A_TERM = 0.8
_OF_A_RELATION = 0.78
_REVISED = 0.88
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
_AROUND_DAY = re.compile(r"[(][月火水木金土日](?:曜日?)?[)]|[(]?(?:本?契約)?(?:締結|成立)日?[)]?|於[ \t]*\S{1,12}\s*$")
_PLACE_BEFORE = re.compile(r"\s*(?:於[ \t]*)?[一-龥]{2,8}(?:において|にて)?[、,][ \t]*(?:西暦)?")
_LABEL_OF_DAY = re.compile(r"(?:Dated?|日付|年月日)\s*(?=:)|契約締結日|締結日|契約日|作成(?:年月)?日")
# 制定日, 入社日: the day only where no words say when the contract takes effect
_BEGAN = re.compile(r"(?:制定日?|採用(?:年月)?日|入社日)\s*[::はを|]?\s*$")
_MADE = 0.75
_LOWER_PART = 0.3
# the first day of what the contract is about, where it names none of its own
_FIRST_USE = re.compile(
    r"(?<![一-龥ァ-ヶー])[ごお]?(?:本?サービス|利用|業務|使用|提供)(?:の)?開始(?:年月)?日[)）]?\s*[::はを|]?\s*$"
)
# 2024年7月1日(以下「効力発生日」という。)
_DEFINED_AS_FIRST = re.compile(r"\s*\((?:以下)?[^()]{0,8}「(?:本契約の?)?(?:効力発生日|発効日|契約開始日)」")
_DEFINED = 0.95
# 「機器保守契約書」(契約期間:2019年10月1日から
_IN_ANOTHER_PAPER = re.compile(r"(?:」|(?<!本)(?<!この)契約(?:書)?)\s*\([^()]*$")
# 2023年4月1日に施行された法律
_OF_A_LAW = re.compile(
    r"\s*(?:に|から|より|付(?:け)?で)?[、,]?\s*(?:施行|発効|適用)(?:開始)?(?:され|し)(?:た|ている)(?![。\s]|もの)"
)
# 契約期間中、2024年5月1日から: the time within which something else begins
_PERIOD_AS_TIME = re.compile(
    r"期\s*[間限](?:中|内|の?(?:満了|終了|経過|途中|末日|開始)|(?:が|を)?(?:満了|終了|経過))(?!日?\s*[:：は])[^。]*$"
)
# 当企業体は、令和三年七月二十六日に成立し
_COMES_INTO_BEING = re.compile(
    r"(?:本|当|この)[一-龥ァ-ヶー]{0,8}(?:組合|企業体|会|連合体|機構|コンソーシアム|グループ)は[、,]?\s*$"
)
_TAKES_ON = re.compile(r"\s*(?:に|から|付(?:け)?で)[^。、]{0,8}を?(?:雇い入れ|雇用(?:する|し)|採用(?:する|し))")


# the day of the sentence's own verb; 締結した契約 is another one
_CONCLUDE = re.compile(
    r"\s*(?:に|付(?:け)?で|をもって)?[、,](?:(?!締結(?:した|され)|付)[^。「」]){0,80}(?:契約|合意|覚書|協定)[^。「」]{0,10}を?"
    r"(?:締結|取り?交わ)(?:する|します|した|しました|いたします)(?=。|\s*$)",
    re.MULTILINE,
)
# 原契約締結日 2019年4月1日
_OF_THE_AMENDED = re.compile(r"(?:原|旧|元|前|当初|既存|従前の?|主)契約(?:書)?の?[^\n。、]{0,8}日[)]?\s*[:|は]?\s*$")
_PREAMBLE = 1_500
_ARTICLE = re.compile(r"^[ \t]*第\s*[\d一二三四五六七八九十]+\s*条", re.MULTILINE)
# 2024年2月20日　　　2/2ページ
_PAGE_BESIDE = re.compile(r"[ \t]{2,}[-(]?[ \t]*\d{1,3}(?:[ \t]*/[ \t]*\d{1,3})?[ \t]*(?:ページ|頁|[-)])?[ \t]*$")


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


def under_headings(reading: DocumentReading) -> Iterator[tuple[SentenceSpan, SentenceSpan]]:
    """Headings that name the contract's term, each with the line below it that begins with a day."""
    for heading, below in pairwise(reading.spans):
        words = reading.plain[heading.start : heading.end]
        heads = len(words) < _LONGEST_HEADING and _JA_HEADING.fullmatch(words)
        if heads and _JA_DAY_FIRST.match(reading.plain, below.start, below.end):
            yield heading, below


def _made_on(plain: str, mention: DateMention) -> bool:
    """Whether a sentence says of this contract that it is made on a date: 本契約は、令和6年4月1日に締結された."""
    before = re.sub(r"\([^()]*\)", "", plain[max(0, mention.start - 500) : mention.start])
    after = re.sub(r"\([^()]*\)", "", plain[mention.end : mention.end + 300])
    made = re.match(
        r"\s*(?:に|付(?:け)?で|をもって|(?=[、,]))[、,]?(?:[^。]*(?:の間で|の間に|により|において)[、,]?)?\s*(?:締結|作成|調印|署名)",
        after,
    )
    return made is not None and re.search(rf"(?:本|この)(?:{_JA_CONTRACT}|証書)[はを][^。]*$", before) is not None


def _concluded(plain: str, mention: DateMention) -> bool:
    """Whether the parties conclude the contract on a date in its first sentence: AとBは、2024年4月1日、…を締結する。"""
    begin = max(plain.rfind("。", 0, mention.start), plain.rfind("\n\n", 0, mention.start)) + 1
    return (
        mention.start < _PREAMBLE
        and re.search(r"(?:は|が|とで)[、,]?\s*(?:西暦)?$", plain[begin : mention.start]) is not None
        and _CONCLUDE.match(plain, mention.end) is not None
    )


def _signed_rank(plain: str, mention: DateMention) -> int:
    """How surely a date is that of the contract: labelled at the end, alone there, at the head, or in a sentence."""
    before, after = plain[max(0, mention.start - 120) : mention.start], plain[mention.end : mention.end + 90]
    begin = plain.rfind("\n", 0, mention.start) + 1
    rest = _PAGE_BESIDE.sub("", after.split("\n")[0])
    dated = re.match(
        r"\s*(?:(?:に|付(?:け)?で|をもって)[^。]{0,60}|[、,]\s*)(?:本契約|(?:次|以下)の(?:とお|通)り|ここに)[^。]{0,30}締結",
        after,
    )
    if _made_on(plain, mention) or _concluded(plain, mention):
        return 2
    if re.match(r"\s*\(以下[^()]{0,8}「(?:本)?(?:契約)?締結日」", after):
        return 3
    if _OF_THE_AMENDED.search(before):
        return 0
    if _ACCEPTED_ON.search(before):
        return _ACCEPTED
    if re.match(r"\s*付(?:け)?(?:で|に)?(?:締結|の)", after) or (_JA_OTHER.match(after[:30]) and not dated):
        return 0
    if _JA_NOT_SIGNED.search(plain[begin : mention.start]) or _JA_NOT_SIGNED.search(rest):
        return 0
    label = plain[begin : mention.start]
    alone = not _LABEL_OF_DAY.sub("", label).strip(" :|契約締結日作成年月()") and not _AROUND_DAY.sub("", rest).strip(
        " )|締結作成"
    )
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
        r"\s*(?:付(?:け)?で|に)?[、,]?\s*(?:本|この)(?:契約)?(?:書|証書)", after
    ):
        return 3
    if _ACCEPTANCE.search(re.sub(r"\s+", "", plain[:200])) and re.search(r"発行日\s*[::|]?\s*$", before):
        return 2
    labelled = re.search(
        r"(?:(?<![一-龥])日付|締結(?:年月)?日|契約(?:締結)?(?:年月)?日|(?:合意|契約)成立日|(?:合意|調印|約定|署名)日|承諾(?:年月)?日)[)]?[はを]?\s*[::|]?\s*$",
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


def japanese_effective(reading: DocumentReading, agreed: NamedDate, own: OwnJapaneseTerm) -> NamedDate:
    """The day on which a Japanese contract takes effect or its term begins.

    Args:
        reading: the document.
        agreed: its agreement date.
        own: what the contract calls itself; the term of another contract does not begin it.
    """
    name = "effective_date"
    first: tuple[float, DateMention] | None = None
    headed = {below.start: heading.start for heading, below in under_headings(reading)}
    for mention in reading.dates:
        sentence = reading.sentence_at(mention.start)
        start = headed.get(sentence.start, sentence.start)
        confidence = _effective_rank(reading.plain, start, mention, sentence.end)
        if confidence == _OF_A_TERM and _of_another_term(reading, SentenceSpan(start, sentence.end), mention, own):
            confidence = 0.0
        # terms of use that say of a revision that it is in force name its day, and earlier ones are history
        surer = first is None or (first[0] == _MADE and confidence > _MADE) or confidence == _DEFINED > first[0]
        if confidence and (surer or (confidence == _REVISED and mention.form == "date")):
            first = confidence, mention
    same = _AS_SIGNED_JA.search(reading.plain)
    if first is None or first[0] == _MADE:
        first = (None if same else _of_a_relation(reading)) or first
    if first is not None:
        confidence, mention = first
        dated = mention.form == "date"
        return dated_fact(reading, name, mention, confidence) if dated else blank_fact(reading, name, mention)
    if same is None:
        return NamedDate(None, Fact(name, None))
    day = agreed.value
    if day is not None and same["later"]:
        day = shifted(same["later"], day)
    words = reading.words(same.start(), same.end())
    value = day.isoformat() if day else None
    evidence = from_span(reading.document, same.start(), same.end())
    return NamedDate(day, Fact(name, value, words, 0.85 if value else 0.0, evidence))


def _of_a_relation(reading: DocumentReading) -> tuple[float, DateMention] | None:
    """The day from which a secondment, a post or a use runs, or a period that is said to be the contract's own."""
    same = _SAME_PERIOD.search(reading.plain)
    pattern = re.compile(rf"{same['other']}期間\s*(?:は|[:|]|(?=自|令和|平成|20|\s))") if same else _RELATION
    for span in reading.spans:
        period = pattern.search(reading.plain, span.start, span.end)
        for mention in reading.dates_in(period.end(), span.end) if period else ():
            if mention.form == "date" and _JA_FROM.match(reading.plain, mention.end):
                return _OF_A_RELATION, mention
    return None


def _of_another_term(reading: DocumentReading, span: SentenceSpan, mention: DateMention, own: OwnJapaneseTerm) -> bool:
    """Whether the term that begins on a date is said to be another contract's, and not to be changed by this one."""
    changed = _JA_REWRITTEN.search(reading.plain, span.start, span.end) or re.search(
        r"延長|変更|改め", reading.plain[span.start : span.end]
    )
    before = reading.plain[span.start : mention.start]
    return not changed and ANOTHER_TERM.search(before) is not None and own.whose(span, mention.start) == "other"


def _effective_rank(plain: str, start: int, mention: DateMention, end: int) -> float:
    """How surely the sentence says that the contract takes effect, or its term begins, on a date; 0 if it does not."""
    words, before, after = plain[start:end], plain[start : mention.start], plain[mention.end : end]
    if _JA_ENDS.match(after) or (_JA_REWRITTEN.search(words) and before.count("「") > before.count("」")):
        return 0.0
    if re.search(r"[(（]例\s*[:：]?[^)）]*$", before):
        return 0.0
    if re.search(
        r"最終(?:更新|改定|改訂)|改[定訂正]日|変更日|(?:満了|終了|解除|解約)(?:日|した)", before[-20:] + after[:6]
    ):
        return 0.0
    if re.search(
        r"(?:発効(?:年月)?日?|効力発生(?:年月)?日|(?<![一-龥ァ-ヶー])(?:契約|雇用|委託)?開始(?:年月)?日|施行日?|"
        r"(?<![一-龥])(?:契約)?始\s*期日?)[)）]?\s*[::はを|]?\s*$",
        before,
    ):
        return 0.9
    if re.search(
        r"(?<![一-龥ァ-ヶー])[ごお]?(?:本?サービス|利用|業務|使用|提供)(?:の)?開始(?:年月)?日[)）]?\s*[::はを|]?\s*$",
        before,
    ):
        return _MADE  # of what the contract is about, where it names no first day of its own
    if _DEFINED_AS_FIRST.match(after):
        return _DEFINED
    if _IN_ANOTHER_PAPER.search(before):
        return 0.0
    if _TAKES_ON.match(after):
        return 0.8
    if _BEGAN.search(before):
        return _MADE
    if re.search(r"期\s*間[^。]{0,24}自\s*[:|]?\s*$", plain[max(0, mention.start - 40) : mention.start]):
        return 0.85
    if re.match(
        r"\s*(?:改定|改訂|改正|変更)?\s*[(、・]?\s*(?:同日|即日)?(?:から)?(?:施行|適用|発効)\W*$", after
    ) and re.match(r"\s*改|\s*変更", after):
        return _REVISED
    begins = _JA_FROM.match(after)
    near = after[:40] if begins else _JA_NEXT_DATE.split(after[:40])[0]
    its_own = (
        re.search(rf"(?:本|この){_JA_CONTRACT}", words)
        and not _JA_OF_ANOTHER.match(after)
        and not _OF_A_LAW.match(after)
    )
    if its_own and _JA_EFFECTIVE.search(near):
        return 0.9
    if re.search(rf"(?:本|この){_JA_CONTRACT}は[、,]?\s*$", before) and re.match(
        r"\s*(?:から|より|以降|以後)[、,]?(?:これを)?(?:適用|実施)", after
    ):
        return 0.85
    if re.search(rf"(?:(?:本|この){_JA_CONTRACT}の|その)効力は[、,]?\s*$", before) and re.match(
        r"\s*(?:から|より|に|まで)(?:遡(?:って|及して?))?[、,]?(?:発生|生じ)", after
    ):
        return 0.9
    if its_own and re.match(r"\s*(?:に|まで)遡(?:って|及して?)[、,]?(?:適用|効力)", after):
        return 0.85
    if re.search(rf"(?:(?:契約|有効|存続)期間|[本こ]の?{_JA_CONTRACT})は[、,]?\s*$", before) and re.match(
        r"\s*に(?:始まり|開始(?:し[、,]|する|します))", after
    ):
        return 0.85
    if _COMES_INTO_BEING.search(before) and re.match(r"\s*に(?:成立|発足)(?:し[、,]|する|します)", after):
        return 0.85
    if re.match(r"\s*(?:制定[・、]?)?(?:施行|発効)\W*$", after):
        return _REVISED if re.search(r"(?:改[定訂正]|変更)\W*$", before) else 0.85
    if re.match(r"\s*制定\W*$", after):
        return 0.0 if _LATER_REVISION.search(plain, end) else _MADE
    if OF_ANOTHER_THING.search(before):
        return 0.0
    moved = re.search(r"(?:に|と)(?:変更|改め|改定|修正)", after[:40])
    if (
        begins
        and not moved
        and re.search(_JA_PERIOD, before)
        and not _PERIOD_AS_TIME.search(before)
        and (_JA_SAYS_PERIOD.search(before) or _JA_RUNS.search(after[:40]))
    ):
        return _OF_A_TERM
    return 0.0
