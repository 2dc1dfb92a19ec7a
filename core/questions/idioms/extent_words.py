"""Words that ask for the extent of a clause: how long, how much or by when it says something."""

from __future__ import annotations

import re

from core.questions.lexicon import is_japanese

_ENGLISH = re.compile(
    r"(?:and |so |but )?(?P<extent>(?:for )?how long|(?:by |until |from )?when|how (?:much|high|large|big|far)"
    r"|(?:for |within )?how many (?:(?:business|working|calendar) )?(?:days|weeks|months|years|hours)"
    r"|(?:at |by |until )?what (?:rate|date|time|percentage|amount|sum|fee))"
    r"(?: (?:is|are|was|were|do|does|did|must|will|shall|can|should|would|have|has))?"
    r"(?: (?:the|an?|our|its|their|any|each|all|we|they|you|i|to|give|pay|keep|of))*(?: [\w&.-]+(?:'s|’s|s'))? "
)
_JAPANESE = re.compile(
    r"(?:の)?(?:義務|条項|責任|規定|定め)?(?:の)?(?:有効|存続|継続)?"
    r"(?:期間|期限|期日|時期|上限額?|金額|額|利?率|日数|年数|割合|範囲|長さ)?(?:は|が|って)?[、,]?"
    r"(?:(?:本?契約)?(?:の|が)?(?:終了|満了|解約|解除|終わ)(?:し(?:た|て)|っ(?:た|て))?(?:後|あと|から|以降)?(?:も|に|は)?、?)?"
    r"(?P<extent>何(?:営業)?(?:日|週間|[かヶカヵ箇]月|月|年|時間|回|%|パーセント|割|円)|いくら|いつ|(?:どの|どれ)(?:くらい|ぐらい|程度|だけ)|どこ(?=まで))"
    r"(?:間|以内|まで|後|前|に|の間)*(?:です|でしょう|なの|(?:に|と)(?:なって(?:い(?:る|ます))?|なりますか?|なる)"
    r"|(?:続|残|効|守|負|存続|有効|適用|及|支払|払|継続)[ぁ-ん]{0,8})?(?:か|の)*[?？。]*"
)


def extent_wanted(text: str, start: int, end: int) -> str | None:
    """The words of a folded question that ask for the extent of a clause; None where none do.

    Args:
        text: the question, folded.
        start: where the words for the clause begin.
        end: where they end.
    """
    match = _JAPANESE.match(text, end) if is_japanese(text) else _ENGLISH.fullmatch(text[:start])
    return match["extent"] if match is not None else None
