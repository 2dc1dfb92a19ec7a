"""How words are said of a clause: a question with W for what is named and C for a noun of a clause.

Every word between the letters stands here; a question with any other word there is not taken so. Behind each pattern
stands what is put in its place: `{}` is the clause's name.
"""

from __future__ import annotations

import re
from functools import cache

_W = r"W(?:(?:,? or |, | / |/)(?:the |an? )?W)*"
_EXCLUSIVE = r"(?P<exclusive>(?:non-)?exclusive)"
_JOINS = (
    r"(?:is|are|be|shall|must|has to|have to|due|payable|paid|made|seated|sits|sitting|held|taking place|conducted"
    r"|administered|capped|limited|submitted|brought|lies|lie|under|in|at|by|before|of|to|within|for|with|that|which"
    r"|lasting|lasts?|running|runs?|a|an|the|its|rules|arbitration|seat|institution|period|periods|term|terms|cap)"
)
_FEES = (
    r"(?:(?:the |all |total )*(?:fees|charges|amounts?|sums?|payments?|price|consideration)"
    r"(?: (?:paid|payable|due|received|invoiced))*(?: or (?:paid|payable))?(?: (?:in|during|over|for|within))? "
    r"(?:the |any )?(?:last |previous |preceding |prior |past )?)?"
)
_BEHIND = r"(?: of fees|'? fees| rules| courts?)?"
_CHOOSES = (
    r"(?:names?|naming|choos(?:es?|ing)|specif(?:y|ies|ying)|agree(?:s|ing)? (?:on|to)|submit(?:s|ting)? to"
    r"|refer(?:s|ring)? to|us(?:es?|ing)|designat(?:es?|ing)|select(?:s|ing)?|go(?:es|ing)? to|appoint(?:s|ing)?"
    r"|provid(?:es?|ing) for|call(?:s|ing)? for|mention(?:s|ing)?|stat(?:es?|ing))"
)
_SAYS = (
    r"(?:says?|saying|mentions?|mentioning|contains?|containing|includes?|including|refers? to|referring to|names?"
    r"|naming|uses?(?: the words?)?|using|reads?|with(?: the words?)?)"
)
_WHERE = r"(?:where|whose|in which|under which)"
_ENGLISH = (
    # "whose arbitration clause says Singapore", "the indemnity clause mentions “gross negligence”"
    (
        rf"(?:{_WHERE} )?(?:the )?C(?: (?:clauses?|provisions?|terms?|wording))? (?:that )?{_SAYS}"
        rf" (?:the words? |the term |the phrase )?{_W}",
        "with {}",
    ),
    # "where payment is due within 60 days", "whose seat of arbitration is Singapore"
    (rf"{_WHERE} (?:the )?C(?: {_JOINS})* {_FEES}{_W}{_BEHIND}", "with {}"),
    # "where the courts of New York have exclusive jurisdiction"
    (rf"{_WHERE} (?:the )?{_W} (?:has|have|hears?|is|are)(?: the| an?)?(?: {_EXCLUSIVE})? C", "with {}"),
    (rf"(?:the )?{_W} (?:has|have)(?: {_EXCLUSIVE})? C", "{}"),
    # "ICC arbitration", "60-day payment terms", "Singapore-seated arbitration"
    (
        rf"(?:{_EXCLUSIVE} )?(?:the |an? )?{_W}(?:'s?)?[ -](?:(?:seated|administered|based|rules?)[ -])*C",
        "{}",
    ),
    # "arbitration in Singapore", "payment within 60 days", "liability capped at the fees paid in 12 months"
    (
        rf"(?:{_EXCLUSIVE} )?(?:the |an? )?C(?: {_JOINS})* {_FEES}{_W}{_BEHIND}"
        r"(?: (?:in|at|seated in|with (?:its |a )?seat in) (?:the )?W)?",
        "{}",
    ),
    # "Tokyo as venue", "venue: Osaka"
    (rf"{_W} as (?:the |its |their |an? )?(?:{_EXCLUSIVE} )?C", "{}"),
    (rf"C:\s*{_W}", "{}"),
    # "seated in Singapore", "with its seat in Singapore"
    (
        r"(?:(?:that|which) (?:is|are) )?(?:with |having )?(?:an? |its |the )*(?P<seat>seat(?:ed)?)"
        rf"(?: (?:is|of|in|at))* (?:the )?{_W}",
        "with {}",
    ),
    # "on net 60 terms"
    (r"(?:on |with |at )?W(?: terms)?(?=\s*(?:$|[?.,]))", "with {}"),
    # "contracts naming the Tokyo District Court", "under ICC rules"
    (rf"(?:(?:that|which) )?{_CHOOSES} (?:the )?{_W}(?: rules| arbitration rules)?", "with {}"),
    (
        rf"(?:under|by|before|in|at|with|subject to) (?:the )?{_W}(?: rules| arbitration rules)?"
        r"(?=\s*(?:$|[?.,]|and |or |but ))",
        "with {}",
    ),
    (r"W(?= (?:contracts?|agreements?|deals?)\b)", "{}"),
)

_WJ = r"W(?:(?:、|・|か|または|又は|もしくは|若しくは)W)*"
_SOLE = r"(?:(?P<exclusive>専属)(?:的?(?:な|の)?)?)?"
_PART = r"(?:の?(?:裁判所|地|機関|期限|期日|期間|場所))?"
_MADE = (
    r"(?:と(?:する|した|して(?:い|お)?る|定め(?:る|た|ている)|(?:指定|合意|規定)(?:する|した|している))"
    r"|に(?:する|した|している|指定(?:する|した|している)|定め(?:た|ている)))"
)
_UNMADE = r"(?P<denied>と(?:は)?し(?:ない|て(?:い)?ない))"
_IS = (
    r"(?:の|である|なっている|となって(?:い)?る|になって(?:い)?る|とされて(?:い)?る|と定め(?:られて)?(?:い)?[るた]"
    r"|と(?:書いて|記載して)ある|に(?:設定|指定)され(?:て(?:い)?る|た))"
)
_CONTRACT = r"(?=契約|もの|案件|やつ|[、。?？]|は|を|も|で|$)"
_WHETHER = (
    r"(?:に|と)?(?:ですか|でしょうか|なのですか|なの(?:でしょう)?か|なって(?:い)?ますか|され(?:て(?:い)?)?ますか)"
)
_STANDS = (
    r"(?:ある|あり|含む|含まれ(?:て(?:い)?)?る|含んで(?:い)?る|書(?:いて(?:ある|いる)|かれて(?:い)?る)|入って(?:い)?る"
    r"|記載(?:されて(?:い)?る|して(?:い)?る|のある|がある)|出てくる)"
)
_FEE_JA = r"(?:(?:業務)?(?:委託料|報酬|対価|代金|料金|支払額|利用料|手数料))"
_PAST = r"(?:(?:過去|直近|直前|前)の?)?"
_BY = r"(?:の|による|での|における|で行う|に基づく|規則による|規則に(?:よる|基づく)|で)?"
_JAPANESE = (
    # 「責任制限条項に「重過失」とある契約」
    (
        rf"C(?:の?(?:条項|条文|規定|文言|定め))?(?:の中)?(?:に|で|が)(?:は)?{_WJ}(?:と|との|という)?(?:の)?"
        rf"(?:文言|言葉|語|記載|表現|定め)?(?:が|の|を|も|は)?{_STANDS}",
        "{}がある",
    ),
    # 「東京地方裁判所を専属的合意管轄裁判所とする」
    (
        rf"{_WJ}(?P<other>以外)?を(?:(?:第一審|当事者間|唯一|合意)(?:の|による))*{_SOLE}(?:第一審の?)?C"
        rf"(?:裁判所|地|機関)?(?:{_MADE}|{_UNMADE})",
        "{}がある",
    ),
    # 「支払期限を翌月末とする」
    (rf"C{_PART}を{_WJ}(?:間)?(?:以内)?{_MADE}", "{}がある"),
    # 「管轄は東京地裁ですか」
    (rf"{_SOLE}C{_PART}(?:は|が){_WJ}(?:間)?(?:以内|まで)?{_WHETHER}", "{}はありますか"),
    # 「支払期限が翌月末の契約」
    (rf"{_SOLE}C{_PART}(?:が|は){_WJ}で?(?:間)?(?:以内|まで|払い?)?{_IS}{_CONTRACT}", "{}がある"),
    # 「管轄が東京地裁で、準拠法が…」
    (
        rf"{_SOLE}C{_PART}(?:が|は|も){_WJ}(?:間)?(?:以内|まで)?で(?:あって|あり)?、?(?=[一-龠ァ-ヺW])(?!C)",
        "{}があり、",
    ),
    # 「東京地裁が専属管轄の契約」
    (rf"{_WJ}が{_SOLE}C(?:裁判所|地|機関)?{_IS}{_CONTRACT}", "{}がある"),
    # 「責任の上限が委託料の12か月分の契約」
    (
        rf"C(?:が|は|を){_PAST}(?:{_FEE_JA}(?:の|額の|総額の)?)?{_PAST}W分?(?:の{_FEE_JA}(?:額|総額|相当額)?)?"
        rf"(?:相当額?|分)?(?:の|である|と(?:する|した|している|なっている)|になっている){_CONTRACT}",
        "{}がある",
    ),
    # 「シンガポールで仲裁する」「60日以内に支払う」
    (rf"{_WJ}(?:で|において)C(?:する|を行う|を実施する)", "{}がある"),
    (rf"{_WJ}(?:間)?(?:以内|まで)?(?:に|で)C(?:う|われる|される|を行う|をする|する)", "{}がある"),
    # 「ICC仲裁」「60日以内の支払」「翌月末払い」「シンガポールでのICC仲裁」
    (rf"(?:W(?:での?|における))?{_WJ}(?P<other>以外)?(?:間)?(?:以内)?{_BY}{_SOLE}C(?!の?(?:長|期間が))", "{}"),
    # 「SIACを指定した契約」「東京地裁の契約」
    (rf"{_WJ}を(?:指定|選択|利用|使用)(?:した|している|する)", "{}がある"),
    (r"W(?=の?(?:契約|案件|もの))", "{}"),
)


@cache
def clause_patterns(*, japanese: bool) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The patterns of a language, those with more words first, each with what is put in its place."""
    if japanese:
        return tuple((re.compile(pattern), form) for pattern, form in _JAPANESE)
    return tuple(
        (re.compile(rf"(?<![A-Za-z])(?:{pattern})(?![a-z])".replace(" ", r"\s+")), form) for pattern, form in _ENGLISH
    )
