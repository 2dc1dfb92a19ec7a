"""The day on which a Japanese contract takes effect or its term begins."""

from __future__ import annotations

import re
from datetime import date

from core.contracts.builtin.dates.dates import DateMention
from core.contracts.builtin.dates.headed_japanese import CONTRACT_WORD, ITS_PERIOD, states_two_terms, under_headings
from core.contracts.builtin.dates.named_date import NamedDate, blank_fact, dated_fact
from core.contracts.builtin.facts.facts_text import DocumentReading, SentenceSpan
from core.contracts.builtin.terms.counted_japanese import shifted
from core.contracts.builtin.terms.whose_japanese import OwnJapaneseTerm
from core.evidence import from_span
from core.record import Fact

_JA_EFFECTIVE = re.compile(r"(?:発効|効力(?:を(?:生|有|発)じ?|発生)|(?<!満了)開始日|適用(?:を)?開始|施行)")
HEADED_PERIOD = r"^\W*第\s*[\d一二三四五六七八九十]+\s*条\s*(?:[(][^()]{0,6}期間[^()]{0,4}[)])?\s*期\s*間は"
"""An article that has no other subject than its period."""
_JA_PERIOD = (
    r"(?:契約|有効|委託|派遣|賃貸借|使用貸借|雇用|許諾|存続|掲載|掲出|放映|放送|配信|上映|展示|利用許諾|インターン(?:シップ)?)(?:の)?期[間限]|^\W*(?:\d[.)]?\s*)?期\s*間|"
    rf"{HEADED_PERIOD}|"
    rf"期間の定め|本{CONTRACT_WORD}は|(?:本|この){CONTRACT_WORD}の(?:有効|契約|存続)?期[間限]|この{CONTRACT_WORD}は"
)
OF_ANOTHER_THING = re.compile(
    r"[甲乙丙丁]の(?:従業員|社員|要員|スタッフ|役員)の[^。、]{0,4}期[間限]|(?:個別契約|注文書?|見積書?|許可証?|免許証?|証明書|保険|クーポン|ポイント|在留カード?|証券|証書|会員証|[券符]|カード|パスワード)(?:の|に係る)?(?:有効|契約|存続)?期[間限]|"
    r"(?:(?:許可|免許)[^。、()]{0,12}|許可|認定|認証|免許|登録|資格|届出|指定)[^。、()]{0,12}\(?\s*(?:の)?有効期[間限]"
)
"""The period of an order, a permit or the like, which is not the contract's own."""
ANOTHER_TERM = re.compile(
    r"(?<!本)(?<!この)(?:契約|覚書|合意|協定)書?(?:に(?:定める|係る|基づく))?の?(?:有効|契約|存続)?期[間限]"
)
"""The period of a contract that may be another one: 前契約の期間, 個別契約の有効期間."""
_JA_SAYS_PERIOD = re.compile(r"期\s*[間限]")
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
_SIGNING = r"(?:契約(?:締結|成立)?の?|(?:契約)?(?:締結|調印|署名|記名押印)(?:の|した)?)"
_ITS_TERM = (
    rf"(?:(?:(?:本|この){CONTRACT_WORD}(?:の(?:有効|契約|存続)?期[間限])?|(?:契約|有効|存続)期[間限])は|"
    r"(?<![一-龥ァ-ヶー])(?:契約|有効|委託|派遣)期間\s*(?:[:|]|は|(?<=間)\s))"
    rf"[、,]?\s*(?:(?:本|この){CONTRACT_WORD}の?)?"
)
_AS_SIGNED_JA = re.compile(
    rf"(?:本|この){CONTRACT_WORD}は[、,]?\s*(?:本契約(?:の)?|(?:下記?|上記?|頭書|表記|末尾記載?)の|[^。、]{{0,16}}?(?:当事者|甲乙|双方|全員)[がの])?"
    rf"{_SIGNING}(?:日|と同時)\s*(?:\([^()]{{1,30}}\)\s*)?(?:から|より|に|をもって)(?:[^。]{{0,12}}(?:効力|発効)|始まり|起算し(?:て)?[^。、]{{1,8}}間[^。]{{0,6}}有効)|"
    # a term that runs from the day, or the first of the month, after the signing: a whole day that it begins with
    rf"{_ITS_TERM}(?:契約)?(?:締結|調印|署名|記名押印)(?:の|した)?日\s*(?:\([^()]{{1,30}}\)\s*)?(?P<later>の翌[^。、]{{1,6}})(?:から|より|を(?:始期|起算日))[^。]{{0,60}}(?:間|年|月|まで|日)|"
    # a term from the signing to a day
    rf"{_ITS_TERM}{_SIGNING}日\s*(?:\([^()]{{1,30}}\)\s*)?(?:から|より|を始期として)[、,]?\s*"
    r"(?:令和|平成|西暦|(?:19|20)\d\d|二[〇零])[^。、]{4,24}(?:まで|迄)|"
    # a term from the signing to the day of an event
    rf"(?:(?:本|この){CONTRACT_WORD}の(?:有効|契約|存続)?期[間限]|(?:契約|有効|存続)期[間限])は[、,]?\s*(?:(?:本|この){CONTRACT_WORD}の?)?"
    rf"{_SIGNING}日(?:から|より)[、,]?[^。\d]{{2,30}}[^。]{{0,12}}(?:日|時)(?:まで|迄)"
)
# 2021年3月15日制定 is history where a line below dates a revision that is in force
_LATER_REVISION = re.compile(
    r"日\s*[(、・]?\s*(?:最終)?(?:改定|改訂|改正|変更)[^\n]{0,12}(?:施行|適用|発効)"
    r"|(?:最終)?(?:改定|改訂|改正|変更)日?\s*[:|]?\s*(?:令和|平成|20)\d[^\n]{0,24}(?:施行|適用|発効)"
)
# what has a day on which it is laid down, where a contract has one on which it is made
_RULES = re.compile(r"規約|規程|規則|規定|約款|ルール|ポリシー|利用条件|ガイドライン")
_TITLE_END = 300
_RELATION = re.compile(
    r"(?:(?<![の一-龥])(?:出向|委嘱|顧問|貸与|使用貸借|寄託|リース|(?:共同)?研究(?:実施)?|出演|出店|協賛|加盟)(?:の)?期間|(?<![の一-龥])任期)\s*(?:は|[:|]|(?=自|令和|平成|20|\s))"
)
# 本契約の有効期間は研究期間と同じとする
_SAME_PERIOD = re.compile(
    rf"(?:(?:本|この){CONTRACT_WORD}の(?:有効|契約|存続)?期[間限]|(?:契約|有効|存続)期[間限])は[^。]{{0,40}}?"
    r"(?P<other>履行|委託|業務|研究(?:実施)?|実施|開発|保守|事業)期間\s*(?:と(?:同一|同じ|する)|に(?:同じ|よる)|の(?:とお|通)り)"
)
_JA_FROM = re.compile(
    r"\s*[)]?\s*(?:\([^()]{1,40}\)\s*)?(?:の?(?:午前|午後)?\s*(?:\d{1,2}|[零〇一二三四五六七八九十]{1,3})\s*時)?(?:から|より|以降(?=[、,]?\s*(?:満\s*)?(?:[\d一二三四五六七八九十]{1,3}\s*(?:年|[かヶカ箇]月)|有効))|を(?:始期|初日|起算日)|[~〜～-])"
)
_FROM_ROW = re.compile(rf"{ITS_PERIOD}[^。]{{0,24}}自\s*[:|]?\s*$")
_OF_A_ROW = 0.86
_OF_A_THING = 0.79
_NAMES_A_THING = re.compile(
    r"(?:委託|派遣|賃貸借|使用貸借|雇用|許諾|掲載|掲出|放映|放送|配信|上映|展示|インターン(?:シップ)?)(?:の)?期[間限](?![^。]*(?:契約|有効|存続)期[間限])"
)
# 2024年7月1日又は許可の取得日のいずれか遅い日
_OR_ANOTHER_DAY = re.compile(
    r"\s*(?:又は|または|若しくは|もしくは|か(?!ら))[^。]{1,40}?(?:日|時|とき)(?:に|から|より|のいずれ)"
)
# 原契約の契約期間(2023年4月1日から2024年3月31日まで)を2025年3月31日まで延長する
_PERIOD_IN_BRACKETS = re.compile(r"期[間限]\s*\([^()]*$")
_OF_A_TERM = 0.8
_OF_A_RELATION = 0.78
_REVISED = 0.88
# 制定日, 入社日: the day only where no words say when the contract takes effect
_BEGAN = re.compile(
    r"(?:制定日?|雇入れ?(?:年月)?日|(?:就業|就労|勤務)開始日|採用(?:年月)?日|入社日)\s*(?:[::はを|][、,]?)?\s*$"
)
_MADE = 0.75
# 2024年7月1日(以下「効力発生日」という。)
_DEFINED_AS_FIRST = re.compile(r"\s*\((?:以下)?[^()]{0,8}「(?:本契約の?)?(?:効力発生日|発効日|契約開始日)」")
_DEFINED = 0.95
# 「機器保守契約書」(契約期間:2019年10月1日から
_IN_ANOTHER_PAPER = re.compile(r"(?:」|(?<!本)(?<!この)契約(?:書)?)\s*\([^()]*$")
# 2023年4月1日に施行された法律
_OF_A_LAW = re.compile(
    r"\s*(?:に|から|より|付(?:け)?で)?[、,]?\s*(?:(?:施行|発効|適用)(?:開始)?(?:され|し)|効力を(?:生じ|発し|有し))(?:た|ている)(?![。\s]|もの)"
)
# 契約期間中、2024年5月1日から: the time within which something else begins
_PERIOD_AS_TIME = re.compile(
    r"期\s*[間限](?:中|内|の?(?:満了|終了|経過|途中|末日|開始)|(?:が|を)?(?:満了|終了|経過))(?!日?\s*[:：は])[^。]*$"
)
# 当企業体は、令和三年七月二十六日に成立し
_COMES_INTO_BEING = re.compile(
    r"(?:本|当|この)[一-龥ァ-ヶー]{0,8}(?:組合|企業体|会|連合体|機構|コンソーシアム|グループ)は[、,]?\s*$"
)
_TAKES_ON = re.compile(
    r"\s*(?:に|から|付(?:け)?(?:で|にて|をもって))[^。、]{0,12}(?:を|に|へ)?(?:雇い入れ|雇用(?:する|し)|採用(?:する|し)|出向(?:する|さ|し))"
)
# 本覚書は、締結の日にかかわらず、2024年4月1日以降に出荷する製品に適用する
_APPLIES = re.compile(
    rf"(?:本|この)(?:{CONTRACT_WORD}|書)(?:の(?:規定|定め|内容|効力))?は[、,]?\s*(?:[^。、]{{2,24}}に(?:かかわら|関わら|拘わら|拘ら)ず[、,]?\s*)?$"
)
# 前条の変更は、2024年4月1日から適用する
_CHANGE_APPLIES = re.compile(
    rf"(?:(?:(?:本|この)(?:{CONTRACT_WORD}|書)(?:による|に定める|の)|"
    r"(?:前|第\s*[\d一二三四五六七八九十]+\s*)[条項](?:及び[^。、]{1,8})?(?:による|に定める|の)|(?<![一-龥ァ-ヶーの])(?:本|上記の?))"
    r"(?:変更|改定|改訂|改正)(?:後の[^。、]{1,16}|内容)?|(?<![一-龥ァ-ヶーの])変更)は[、,]?\s*$"
)
_FROM_THEN_ON = re.compile(
    r"\s*(?:(?:に|まで)遡(?:って|及して?)|(?:から|より|以降|以後)(?:の|に|、|分)?)(?:(?!まで)[^。]){0,40}?(?:適用|実施|発効|効力を(?:生|有|発))"
)
_CHANGED = 0.82
_IS_VALID = re.compile(r"\s*(?:から|より)[、,]?有効(?:と(?:する|します|し[、,])|です|である)")
# 【変更後】, above what an amendment puts in the place of the old words
_NEW_WORDING = re.compile(
    r"^[ \t]*[(\[【<]?[ \t]*(?:変更|改定|改訂|改正|修正)後[^\n]{0,12}?(?:[)\]】>:|]|[ \t]|$)", re.MULTILINE
)
_NEW_WORDING_REACH = 800


def japanese_effective(reading: DocumentReading, agreed: NamedDate, own: OwnJapaneseTerm) -> NamedDate:
    """The day on which a Japanese contract takes effect or its term begins.

    Args:
        reading: the document.
        agreed: its agreement date.
        own: what the contract calls itself; the term of another contract does not begin it.
    """
    name = "effective_date"
    first: tuple[float, DateMention] | None = None
    changes: set[date | None] = set()
    headed = {below.start: heading.start for heading, below in under_headings(reading)}
    for mention in reading.dates:
        sentence = reading.sentence_at(mention.start)
        start = headed.get(sentence.start, sentence.start)
        confidence = _effective_rank(reading.plain, start, mention, sentence.end)
        if confidence in (_OF_A_TERM, _OF_A_THING) and _of_another_term(
            reading, SentenceSpan(start, sentence.end), mention, own
        ):
            confidence = 0.0
        if confidence in (_OF_A_TERM, _OF_A_THING, _OF_A_ROW) and _of_the_old_term(reading.plain, mention, agreed):
            confidence = 0.0
        changes |= {mention.value} if confidence == _CHANGED else set()
        # terms of use that say of a revision that it is in force name its day, and earlier ones are history
        surer = (
            first is None
            or (first[0] in (_MADE, _OF_A_THING) and confidence > first[0])
            or confidence == _DEFINED > first[0]
        )
        if confidence and (surer or (confidence == _REVISED and mention.form == "date")):
            first = confidence, mention
    same = _AS_SIGNED_JA.search(reading.plain)
    if first is None or first[0] == _MADE:
        first = (None if same else _of_a_relation(reading)) or first
    if first is not None and first[0] == _OF_A_TERM and states_two_terms(reading):
        return NamedDate(None, Fact(name, None))
    if first is not None and first[0] == _CHANGED and len(changes) > 1:
        return NamedDate(None, Fact(name, None))  # each change has a day of its own
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
    for heading, below in under_headings(reading, "relation"):
        days = reading.dates_in(below.start, below.end)
        if days and days[0].form == "date" and _RELATION.search(reading.plain, heading.start, below.end):
            return _OF_A_RELATION, days[0]
    return None


def _of_the_old_term(plain: str, mention: DateMention, agreed: NamedDate) -> bool:
    """Whether the new wording of an amendment repeats the day on which the contract that it amends began."""
    heads = _NEW_WORDING.search(plain, max(0, mention.start - _NEW_WORDING_REACH), mention.start)
    return heads is not None and (agreed.value is None or (mention.value or date.max) < agreed.value)


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
    if _OR_ANOTHER_DAY.match(after):
        return 0.0
    if _PERIOD_IN_BRACKETS.search(before) and re.search(r"\)を[^。]*(?:延長|変更|改め)", after):
        return 0.0
    if re.search(r"[(（]例\s*[:：]?[^)）]*$", before):
        return 0.0
    if re.search(
        r"最終(?:更新|改定|改訂)|改[定訂正]日|変更日|(?:満了|終了|解除|解約)(?:日|した)", before[-20:]
    ) or re.match(r"[\s(・]{0,2}(?:最終(?:更新|改定|改訂)|改[定訂正]日|変更日|(?:満了|終了|解除|解約)した)", after):
        return 0.0
    if re.search(
        r"(?:発効(?:の)?(?:年月)?日?|(?<!合併の)(?<!分割の)(?<!交換の)(?<!移転の)(?<!譲渡の)効力発生(?:の)?(?:年月)?日|(?:(?<![一-龥ァ-ヶーの])|(?<=契約の)|(?<=覚書の)|(?<=協定の))(?:契約|雇用|委託|適用|効力)?開始(?:年月)?日|施行日?|"
        r"(?<![一-龥])(?:契約)?始\s*期日?)[)）]?\s*(?:[::はを|][、,]?)?\s*$",
        before,
    ):
        return 0.9
    if re.search(
        r"(?<![一-龥ァ-ヶー])[ごお]?(?:本?サービス|利用|業務|使用|提供)(?:の)?開始(?:年月)?日[)）]?\s*(?:[::はを|][、,]?)?\s*$",
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
    if _FROM_ROW.search(plain, max(0, mention.start - 40), mention.start):
        return _OF_A_ROW
    if re.match(
        r"\s*(?:改定|改訂|改正|変更)?\s*[(、・]?\s*(?:同日|即日)?(?:から)?(?:施行|適用|発効)\W*$", after
    ) and re.match(r"\s*改|\s*変更", after):
        return _REVISED
    begins = _JA_FROM.match(after)
    near = after[:40] if begins else _JA_NEXT_DATE.split(after[:40])[0]
    its_own = (
        re.search(rf"(?:本|この){CONTRACT_WORD}", words)
        and not _JA_OF_ANOTHER.match(after)
        and not _OF_A_LAW.match(after)
    )
    if its_own and (_JA_EFFECTIVE.search(near) or _IS_VALID.match(after)):
        return 0.9
    if _APPLIES.search(before) and _FROM_THEN_ON.match(after):
        return 0.85
    if _CHANGE_APPLIES.search(before) and _FROM_THEN_ON.match(after):
        return _CHANGED
    if re.search(rf"(?:(?:本|この){CONTRACT_WORD}の|その)効力は[、,]?\s*$", before) and re.match(
        r"\s*(?:から|より|に|まで)(?:遡(?:って|及して?))?[、,]?(?:発生|生じ)", after
    ):
        return 0.9
    if its_own and re.match(r"\s*(?:に|まで)遡(?:って|及して?)[、,]?(?:適用|効力)", after):
        return 0.85
    if re.search(rf"(?:(?:契約|有効|存続)期間|[本こ]の?{CONTRACT_WORD})は[、,]?\s*$", before) and re.match(
        r"\s*(?:に|をもって)(?:始ま[りる]|開始(?:し[、,]|する|します))", after
    ):
        return 0.85
    if _COMES_INTO_BEING.search(before) and re.match(r"\s*に(?:成立|発足)(?:し[、,]|する|します)", after):
        return 0.85
    if re.match(r"\s*(?:制定[・、]?)?(?:施行|発効)\W*$", after):
        return _REVISED if re.search(r"(?:改[定訂正]|変更)\W*$", before) else 0.85
    if re.match(r"\s*制定\W*$", after):
        return 0.0 if _LATER_REVISION.search(plain, end) or not _RULES.search(plain, 0, _TITLE_END) else _MADE
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
        return _OF_A_THING if _NAMES_A_THING.search(before) else _OF_A_TERM
    return 0.0
