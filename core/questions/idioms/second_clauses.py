"""A second question in the same sentence about the same contracts: "which … do we have, and when do they end?".

The pronoun stands for the contracts of the first clause, which alone says which they are. So it is put in words that
the grammar reads, and the two clauses become one question: those contracts, with the fact that the second asks for.
"""

from __future__ import annotations

import re

_ASKS_FOR_CONTRACTS = (
    r"(?:which|what)\b[^,;?]*?\b(?:contracts|agreements|deals|leases|licen[sc]es|ndas|loans|franchises|msas)\b"
    r"|(?:please )?(?:list|show|give|name|find|get|pull)\b|do we have\b|have we\b|are there\b"
)
_FIRST = rf"^(?P<first>(?:and )?(?:{_ASKS_FOR_CONTRACTS})[^;?]{{3,120}}?),? (?:and|plus)(?: also)?(?:,? if so,?)? "
_CONTRACTS = "the contracts"
_SENTENCES = (
    (
        rf"{_FIRST}(?P<word>when|until when|how long|since when|from when) (?P<verb>do|did|are|were|will|must|can) "
        r"(?:they|these|those)(?: all| each)?\b",
        rf"\g<first> and \g<word> \g<verb> {_CONTRACTS}",
    ),
    (
        rf"{_FIRST}(?:when|on (?:what|which) (?:date|day)s?) (?P<verb>does|did|will|was|is) it\b",
        r"\g<first> and when \g<verb> the contract",
    ),
    (
        rf"{_FIRST}(?:who(?:m)? (?:are|were) )?(?:they|these|those)(?: are| were)? with(?=[?.! ]*$)",
        r"\g<first> and the parties",
    ),
    (
        rf"{_FIRST}(?:with whom|who(?:m)?)(?: (?:they|these|those))?(?: (?:are|were))?"
        r"(?: (?:they|these|those))?(?: made| concluded| signed)?(?: with)?(?=[?.! ]*$)",
        r"\g<first> and the parties",
    ),
    (
        rf"{_FIRST}(?:who )?(?:signed|concluded|made) (?:them|these|those)(?=[?.! ]*$)",
        r"\g<first> and the parties",
    ),
    (
        r"^(?P<of>[^、。?？]{2,40}?)との契約(?:は|が)?(?:どれ|何|どの契約|どんなもの)(?:で|であり|でしょうか|ですか)[、。]*"
        r"(?P<asked>(?:いつ|何年|準拠法|契約期間|満了日|期限|終わり)[^、。?？]{2,24}?)(?:です|でしょう)?(?:か)?(?=[?？。\s]*$)",
        r"\g<of>との契約の一覧と\g<asked>か",
    ),
)
_COMPILED = tuple((re.compile(pattern), spelled) for pattern, spelled in _SENTENCES)


def second_clauses_spelled_out(text: str) -> str:
    """A folded question in which a second clause says "they" of the contracts of the first, as one question."""
    for pattern, spelled in _COMPILED:
        text = pattern.sub(spelled, text)
    return text
