"""Whether a question asks what a clause allows or forbids, where the clause being there does not say it.

A contract with a clause on subcontracting may allow it, forbid it, or ask for consent; one with a right to
terminate for convenience does not forbid that. The taxonomy says of each clause type what follows from its presence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.questions.plan import ClauseIs, Question
from core.taxonomy import taxonomy

_FORBIDS = re.compile(
    r"\b(?:forbid(?:s|den|ding)?|prohibit(?:s|ed|ing)?|ban(?:s|ned|ning)?|bar(?:s|red|ring)|disallow(?:s|ed|ing)?"
    r"|outlaw(?:s|ed|ing)?|rul(?:e|es|ed|ing) out"
    r"|(?:do|does|did|is|are|was|were)(?:n't| not|n’t) (?:allow|permit|let)(?:ed|ted)?"
    r"|not (?:be )?(?:allowed|permitted)|never (?:allow|permit)(?:s|ed|ted)?|may not|must not|cannot|can't|can’t)\b"
    r"|禁止|禁じ|不可(?!抗)|(?:認め|許さ|許し|許可し)て?い?(?:な|ませ)|(?:認められ|許され)て?い?(?:な|ませ)|てはなら"
    r"|ではなら|ては?いけな|でき(?:な|ませ)"
)
_ALLOWS = re.compile(
    r"\b(?:allow(?:s|ed|ing)?|permit(?:s|ted|ting)?|let(?:s|ting)?|authori[sz](?:e|es|ed|ing)|entitl(?:e|es|ed)|free to"
    r"|able to|allowable|permissible|ok to|okay to)\b"
    r"|\b(?:can|could|may) (?!you\b|i (?:see|get|have|ask)\b|be (?:terminated|ended))"
    r"|\b(?:consent|approval|permission|sign-?off)\b"
    r"|でき(?:る|ます)|可能|認め|許(?:可|さ|し|容)|て(?:も)?(?:よい|いい|良い|構わ|かまわ)|承諾|同意|承認"
)
_NOT_PERMITTED = re.compile(
    r"\b(?:do|does|did)(?:n't| not|n’t) (?:allow|permit|let|authori[sz]e)\b|\bdisallow"
    r"|(?:認め|許し|許可し)て?い?(?:な[いくし]|ませ)|(?:認められ|許され)て?い?(?:な[いくし]|ませ)"
)
# whose right it is, and on what terms, only the words say
_SOMEBODY_MAY = re.compile(
    r"(?:and |so |but )?(?:can|could|may) (?!you\b)[^?]{1,60}? "
    r"(?:terminate|end|cancel|exit|leave|quit|get out of|walk away from) (?=(?:the|our|this|that|contract|it)\b)"
)
# to which side something goes, only the words say
_TO_ONE_SIDE = re.compile(
    r"\b(?:we|(?:the|our) [a-z]+) (?:own|owns|keep|keeps|retain|retains|get|gets)\b"
    r"|\bowned by\b|\b(?:ours|theirs|mine)\b"
    r"|\b(?:belong|vest|pass|go)(?:s|es|ed)? (?:to|in|with)\b|\b(?:stay|remain|rest)s? with\b"
    r"|(?:[甲乙丙]|[当弊自]社|先方|相手方?|(?:委託|受託|発注|受注|開発|利用)者|我々|うち|こちら|ユーザー?|ベンダー?"
    r"|顧客)(?:側)?"
    r"(?:[にへ](?=帰属|属|移転|残|行|なる|譲渡)|が(?=所有|保有|持|取得)|のもの)"
)
_NAMED_BANS = re.compile(
    r"(?:競業|競合|競争)(?:行為)?(?:の)?禁止(?:義務|条項|規定|特約)?(?=の例外|に(?:対する)?例外|への例外|から)"
)
"""The ban to which an exception is."""
_REQUESTS = re.compile(r"(?:一覧|リスト|表示|抽出|検索|教え|示)[^。、]{0,6}(?:でき|可能)")


@dataclass(frozen=True, slots=True)
class Stance:
    """What a question says of a clause beyond its presence.

    `words` say it, as folded; `against` says that clauses of the type say the opposite.
    """

    words: str
    against: bool


def unconfirmed_stance(text: str, question: Question) -> Stance | None:
    """What a question says of the clauses that its reading names, where their presence does not bear it out.

    Args:
        text: the question, folded.
        question: how it is read.
    """
    if question.kind not in ("list", "count", "yes_no", "numbers"):
        return None
    conditions = [c for c in question.plan.every_condition if isinstance(c, ClauseIs)]
    stances = {taxonomy().get(code).stance for condition in conditions for code in condition.codes}
    # "forbid assignment" is said by the type's own name, "cannot be ended early" by a condition that it is not there
    borne_out = "forbids" in stances or any(not condition.wanted for condition in conditions)
    forbids = None if borne_out else _FORBIDS.search(_NAMED_BANS.sub("", text))
    if forbids is not None and stances == {"allows"}:
        return Stance(forbids.group(), against=True)
    unsaid = None if any(condition.wanted for condition in conditions) else _NOT_PERMITTED.search(text)
    if unsaid is not None and stances == {"either"}:
        # a contract without such a clause does not forbid it
        return Stance(unsaid.group(), against=True)
    if question.kind == "yes_no" and "allows" in stances and (doer := _SOMEBODY_MAY.match(text)) is not None:
        return Stance(doer.group(), against=False)
    if "one_side" in stances and (to_whom := _TO_ONE_SIDE.search(text)) is not None:
        return Stance(to_whom.group(), against=False)
    said = forbids or (_ALLOWS.search(_REQUESTS.sub("", text)) if "either" in stances else None)
    return Stance(said.group(), against=False) if said is not None and "either" in stances else None
