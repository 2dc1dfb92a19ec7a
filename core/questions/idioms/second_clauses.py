"""A second question in the same sentence about the same contracts: "which … do we have, and when do they end?".

The pronoun stands for the contracts of the first clause, which alone says which they are. So it is put in words that
the grammar reads, and the two clauses become one question: those contracts, with the fact that the second asks for.
A list "with their end dates" and "for each lease, show …" want the facts of those contracts as well; read as a
condition, the first would leave out the contracts whose end is not known.
"""

from __future__ import annotations

import re

_PAPERS = r"(?:contracts?|agreements?|deals?|leases?|licen[sc]es?|ndas?|loans?|franchises?|msas?)"
_ASKS_FOR_CONTRACTS = (
    rf"(?:which|what)\b[^,;?]*?\b{_PAPERS}\b"
    r"|(?:please )?(?:list|show|give|name|find|get|pull)\b|do we have\b|have we\b|are there\b"
)
_FIRST = rf"^(?P<first>(?:and )?(?:{_ASKS_FOR_CONTRACTS})[^;?]{{3,120}}?),? (?:and|plus)(?: also)?(?:,? if so,?)? "
_THEY = r"(?:they|these|those)"
_END = r"(?=[?.! ]*$)"
_JA_END = r"(?=[?？。\s]*$)"
_FACT = (
    r"(?:(?:end|expiry|expiration|start|effective|commencement|signing|signature|notice|renewal)"
    r" (?:dates?|terms?|periods?)"
    r"|dates|terms|governing laws?|laws?|parties|counter-?parties|notice periods?|renewals?|deadlines?)"
)
_FACTS = rf"{_FACT}(?:(?:,| and|, and| &) (?:the |their |its )?{_FACT})*"
_LISTS = r"(?:please )?(?:list|show(?: me| us)?|give(?: me| us)|print|export|pull(?: up)?|name)(?: all)?"
_JA_FACT = (
    r"(?:相手方?(?:先|名)?|当事者名?|取引先|満了日|終了日|期限|契約期間|期間|準拠法|締結日|開始日|発効日"
    r"|通知期限|通知期間|更新条件)"
)
_JA_FACTS = rf"{_JA_FACT}(?:(?:と|、|・|及び|および|や){_JA_FACT})*"
_JA_TOGETHER = (
    r"(?:つき|付き?|込み|入り|(?:も|を)(?:入れ|含め|添え|付け|つけ|載せ|併記し)て"
    r"|とともに|と一緒に|と合わせて|とあわせて)"
)

_SENTENCES = (
    # … and when do they end
    (
        rf"{_FIRST}(?P<word>when|until when|how long|since when|from when) (?P<verb>do|did|are|were|will|must|can) "
        rf"{_THEY}(?: all| each)?\b",
        r"\g<first> and \g<word> \g<verb> the contracts",
    ),
    (
        rf"{_FIRST}(?:when|on (?:what|which) (?:date|day)s?) (?P<verb>does|did|will|was|is) it\b",
        r"\g<first> and when \g<verb> the contract",
    ),
    # … and who are they with
    (
        rf"{_FIRST}(?:who(?:m)? (?:are|were) )?{_THEY}(?: are| were)? with{_END}",
        r"\g<first> and the parties",
    ),
    (
        rf"{_FIRST}(?:with whom|who(?:m)?)(?: {_THEY})?(?: (?:are|were))?(?: {_THEY})?(?: made| concluded| signed)?"
        rf"(?: with)?{_END}",
        r"\g<first> and the parties",
    ),
    (rf"{_FIRST}(?:who )?(?:signed|concluded|made) (?:them|these|those){_END}", r"\g<first> and the parties"),
    (
        r"^(?:and )?(?:with (?:whom|who|which (?:companies|firms|parties))|who) do we have "
        rf"(?P<what>(?![^?]*\b{_PAPERS}\b)[^,;?]{{4,60}}?)(?: with)?{_END}",
        r"who are the parties of the contracts with \g<what>",
    ),
    # A list with their end dates; for each …
    (
        rf"^(?P<list>{_LISTS} [^,;?]{{3,80}}?(?<!contract)s),? (?:with|together with|along with|including|incl\.)"
        rf" (?:(?:all )?(?:their|its|the)(?: respective)? |(?={_FACT}s\b))(?P<facts>{_FACTS}){_END}",
        r"\g<list> and the \g<facts>",
    ),
    (
        r"^for (?:each|every|all)(?: of)?(?: the| our)? (?P<of>[^,;?]{3,60}?),? (?:please )?"
        rf"(?:{_LISTS}|tell me|what (?:is|are)|i need) (?:the |its |their )?(?P<facts>{_FACTS}){_END}",
        r"show the \g<facts> of each \g<of>",
    ),
    (rf"^(?P<list>{_LISTS} (?:the |its )?{_FACTS}) for (?P<each>each|every|all)\b", r"\g<list> of \g<each>"),
    (
        rf"(?P<list>一覧|リスト)(?:を|に)?、?(?P<facts>{_JA_FACTS}){_JA_TOGETHER}(?:で|の形で)?、?(?:を)?",
        r"\g<list>と、\g<facts>を",
    ),
    (rf"(?P<facts>{_JA_FACTS})(?:つき|付き|込み|入り)の(?P<list>一覧|リスト)", r"\g<list>と、\g<facts>"),
    # 「どれで、いつまで」, 「誰と結んでいて、いつまで」
    (
        r"(?<=契約)は、?(?:誰|だれ|どこ|どの会社)と(?:結|締結|契約|交わ)(?:んで|して)(?:い|お)?(?:て|り|る)?、?"
        rf"(?:いつまで|期限はいつ)(?:です|でしょう|なの)?(?:か)?{_JA_END}",
        "の相手方と満了日を教えて",
    ),
    (
        r"^(?P<of>[^、。?？]{2,40}?)との契約(?:は|が)?"
        r"(?:どれ|何|どの契約|どんなもの)(?:で|であり|でしょうか|ですか)[、。]*"
        r"(?P<asked>(?:いつ|何年|準拠法|契約期間|満了日|期限|終わり)[^、。?？]{2,24}?)(?:です|でしょう)?(?:か)?"
        rf"{_JA_END}",
        r"\g<of>との契約の一覧と\g<asked>か",
    ),
)
_COMPILED = tuple((re.compile(pattern), spelled) for pattern, spelled in _SENTENCES)


def second_clauses_spelled_out(text: str) -> str:
    """A folded question in which a second clause says "they" of the contracts of the first, as one question."""
    for pattern, spelled in _COMPILED:
        text = pattern.sub(spelled, text)
    return text
