"""What a question's own words ask for, held against the kind of its reading: a yes or no, a number, a share, a name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.questions.confirming.stated_parts import StatedQuestion
from core.questions.plan import NumberIs, PartyIs

_WHETHER = re.compile(r"(?:so |and |but |also )?(?:is|are|was|were|does|do|did|has|have)\b(?! (?:you|i|me|us)\b)")
_WHETHER_JA = re.compile(
    r"(?:(?:あり|い|入ってい|なってい|でき|続き|含まれ(?:てい)?|書いてあり)ますか|あるか|(?<=は)あった)[?？。]*$"
)
_WHICH = re.compile(
    r"\b(?:which|what|when|who|whose|how|where|list|show|give|name|find|pull|tell|count|number|quote|let's|break"
    r"|broken)\b"
)
_WHICH_JA = re.compile(
    r"いつ|誰|だれ|どこ|何|どの|どれ(?![にがでと]?も)|いくつ|幾つ|どちら|どう|どんな|一覧|リスト|教え|見せ|出して"
    r"|挙げ|並べ"
    r"|ください|下さい|いただ|頂|もらえ|お願い|どなた|ほか|他"
)
_SHARE = re.compile(
    r"割合|比率|何割(?!か)|何%|何パーセント|\bwhat per ?cent(?:age)?\b|\bwhat (?:proportion|fraction|share)\b"
)
_COUNT = re.compile(
    r"\bhow many (?:of (?:our|the|these|those|all) )?(?:contracts|agreements|deals)\b|何(?:件|本|通)(?!か|目)|件数"
)
_NUMBER_ONLY = re.compile(
    r"[,;:.、。] ?(?:the )?(?:how many|number|count|tally|件数|本数)(?: of them)?(?:,? please)?\s*[?？.。]*$"
)
_WITH_WHOM = re.compile(
    r"相手先(?:を|は|も)(?:教え|だれ|誰|どこ|[?？]?$)|どこと(?:の|いつ|結|契約)|\bwho (?:with|is it with)\b"
    r"|\bwith whom\b"
)
_HOW_LONG = re.compile(
    r"\bhow long\b|何年間?(?:続|です|か|[?？]*$)|何[かヶカヵ箇]月間?(?:続|です|か|[?？]*$)|期間はどれ"
)
_OF_TWO = re.compile(
    r"(?:どちら|どっち)(?:が|の(?:方|ほう|契約)が?)(?:上|多|少|先|後|あと|早|遅|長|短|古|新|大き|小さ)"
    r"|\bwhich of the two\b"
)
_CONTRACTS = re.compile(
    r"(?:契約(?:書)?|もの|案件)(?:は|を)(?:どれ|教え|挙げ|一覧|出し|見せ|リスト)|\bwhich (?:contracts?|agreements?)\b"
)
_THEN_CONTRACTS = re.compile(
    r"[?.;:,-]\s*(?:(?:please|and|then) )*(?:list|show|give me|name)(?: me)?(?: all)?(?: of)?(?: the| those)?"
    r" (?:contracts|agreements|deals)(?: (?:please|concerned|too|as well))?[.?!\s]*$"
    r"|[。?？、](?:その|該当する?|対象の?)?契約(?:書)?(?:を|の)(?:一覧|リスト|列挙|全部|すべて)[^。]{0,12}$"
)
"""A second sentence that asks for the contracts: "who must hand over the IP? list the contracts"."""
_ROW = re.compile(
    r"\b(?:soonest|earliest|latest|newest|oldest|longest|shortest|largest)\b[a-z ]{0,24}\b(?:first|on top|at the top)\b"
)


def other_kind_wanted(stated: StatedQuestion) -> Iterator[str]:
    """Words that ask for something that the reading does not answer."""
    text, question, told = stated.text, stated.question, stated.told
    plan = question.plan
    if question.kind not in ("yes_no", "differences", "excerpts") and plan.measure != "compare":
        yield from _whether(stated)
    if plan.measure != "share":
        yield from _words(_SHARE, text)
    counts = any(isinstance(condition, NumberIs) for condition in told.conditions) or plan.quantity is not None
    if question.kind in ("list", "yes_no", "excerpts") and not counts:
        yield from _words(_COUNT, text)
        yield from _words(_NUMBER_ONLY, text)
    if question.kind in ("list", "count", "yes_no") and "parties" not in question.facts:
        yield from _words(_WITH_WHOM, text)
    facts = set(question.facts)
    if question.kind == "facts" and not facts & {"term", "notice_period", "renewal_term"}:
        yield from _words(_HOW_LONG, text)
    sides = bool(plan.sides) or plan.top is not None or bool(plan.groups)
    if question.kind != "differences" and not sides:
        yield from _words(_OF_TWO, text)
    if question.kind == "numbers" and plan.groups and not plan.sides:
        yield from _words(_THEN_CONTRACTS, text)
    if question.kind == "numbers" and plan.measure == "statistic":
        yield from _words(_CONTRACTS, text)
    if question.kind == "numbers" and plan.top == 1:
        yield from _words(_ROW, text)
    if question.kind == "numbers" and plan.top is not None and not _RANKS.search(text):
        yield from _words(_AT_LEAST, text)
    if question.kind == "count" or (question.kind == "numbers" and not plan.groups and not plan.sides):
        yield from _words(_EACH, text)
    firms = [condition for condition in told.conditions if isinstance(condition, PartyIs) and condition.wanted]
    if len(firms) > 1:
        yield from _words(_OF_SEVERAL, text)


_AT_LEAST = re.compile(r"\bat (?:the )?(?:least|most)\b|少なくとも|最低でも|多くても")
_RANKS = re.compile(
    r"(?<!at )(?<!at the )\b(?:most|least|fewest|[a-z]{3,9}est)\b|\b(?:first|last|top|best)\b|最[^低]|一番|いちばん"
    r"|もっとも|上位|順"
)
"""A bound, which is no ranking."""
_EACH = re.compile(r"それぞれ|各々|別々に|\brespectively\b|\bseparately\b|\bfor each\b|\bof each\b|, each\b")
"""A number of each, where one number is given."""
_OF_SEVERAL = re.compile(
    r"どちら|どっち|合わせて|合計|それぞれ|\beach\b|\btogether\b|\bcombined\b|\bin all\b|\baltogether\b"
)
"""Of each of two parties, or of either; not of the contracts that both have signed."""


def _words(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    match = pattern.search(text)
    if match is not None:
        yield match.group().strip(" ,;:.?、。？")


def _whether(stated: StatedQuestion) -> Iterator[str]:
    """The words that ask for a yes or no, where none asks for anything else."""
    begins = _WHETHER_JA.search(stated.text) if stated.japanese else _WHETHER.match(stated.text)
    which = _WHICH_JA if stated.japanese else _WHICH
    if begins is not None and which.search(stated.text) is None:
        yield begins.group().strip()
