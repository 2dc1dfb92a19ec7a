"""Which contracts there are: what a question asks that has no other head."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.questions.assembly import Assembly, ReadingDraft
from core.questions.intents.choices import chosen, use_past, with_past
from core.questions.plan import ClauseIs, Condition, ContractIs, PartyIs, Plan, Question, TypeIs


def listed(made: Assembly) -> ReadingDraft | None:
    """Contracts that conditions hold of; one contract by itself is its card."""
    made.use_all("list", "which")
    use_past(made)
    conditions = with_past(made)
    if _asks_words(made, conditions):
        rest = made.titled(made.others_than_clauses())
        return chosen(made, Question("excerpts", Plan("list", rest), clauses=made.clause_codes()))
    if _asks_where(made, conditions):
        made.use_all("which", "who", "yes_no")
        rest = made.titled(made.others_than_clauses())
        codes = made.clause_codes()
        if made.japanese and (law := [token for token in made.all("fact") if token.values["fact"] == "governing_law"]):
            # 「準拠法と管轄を教えて」: the words of both.
            made.use(*law)
            codes = ("governing_law", *codes)
        return chosen(made, Question("excerpts", Plan("list", rest), clauses=codes))
    alone = conditions and all(isinstance(condition, ContractIs) for condition in conditions)
    token = made.first("doc", "list", "which", "have_question") or made.first("list", "which")
    if alone:
        return chosen(made, Question("card", Plan("list", conditions)))
    if not conditions and made.choice is None and made.day is None and not made.all("place", "adj", "range"):
        doc = made.first("doc")
        if doc is None or made.unused() or _ONE_CONTRACT.fullmatch(made.text):
            return ReadingDraft(None, made.unused())
        return ReadingDraft(Question("list"), used_head=token is not None)
    if _asks_what_it_does(made, conditions):
        return ReadingDraft(None, (made.text,), final=True)
    draft = chosen(made, Question("list", Plan("list", conditions), day=made.day))
    head = any(token.has("doc", "list", "which", "have_question") for token in made.tokens)
    return replace(draft, used_head=head or bool(made.cond_tokens and made.cond_tokens[0].has("types")))


def _asks_what_it_does(made: Assembly, conditions: Sequence[Condition]) -> bool:
    """ "What does Velo do?": a party is named and nothing is said of contracts; none of them says what it does."""
    if _WHAT_IS.match(made.text) is None or not all(isinstance(condition, PartyIs) for condition in conditions):
        return False
    said = made.first("doc", "party_to", "have_question", "range", "place", "adj") is not None
    return made.choice is None and made.day is None and not said


_WHAT_IS = re.compile(r"(?:and |so )?what(?:'s| is| are| do| does| did| was| were)\b")
_ONE_CONTRACT = re.compile(r"(?:the|this|that|a|an|one|my|our)? ?(?:contract|agreement|deal|document)[?.!\s]*")
"""One contract, and nobody can tell which."""


def _asks_where(made: Assembly, conditions: Sequence[Condition]) -> bool:
    """「オルカとの専属管轄はどこ」: the court that a contract names stands in the words of its clause."""
    named = any(isinstance(condition, ContractIs | PartyIs | TypeIs) for condition in conditions)
    return (
        named and made.clause_codes() in (("jurisdiction",), ("arbitration",)) and _WHERE.search(made.text) is not None
    )


_WHERE = re.compile(
    r"^(?:and |so )?(?:in |before )?(?:which|what|whose) (?:competent )?(?:courts?|forum|tribunal|venue)\b"
    r"|^(?:and |so )?where (?:would|do|does|can|could|must|are|is|should)\b|"
    r"(?:管轄(?:裁判所)?|裁判所|裁判地|裁判籍|仲裁地|仲裁機関|仲裁)(?:は|って|が)?[、\s]*(?:どこ|どちら|何)(?!か|も)"
    r"|(?:管轄|裁判|紛争)(?:は|って|が)?(?:どの|どちらの|どこの|何)(?:裁判所|地裁)"
    r"|(?:裁判管轄|管轄|管轄裁判所|裁判地|裁判の場所|訴訟地|仲裁地)(?:を|は|って)?(?:至急|急ぎ)?(?:で|に)?(?:教えて|知りたい|確認したい|お願い)?[?？。\s]*$"
    r"|どこ(?:の裁判所)?で(?:裁判|争|訴訟|仲裁)"
)


_WORDS = re.compile(
    r"(?:文言|条文|文面|原文|書きぶり|表現|条の文|条項の文)(?:そのもの|そのまま|全文)?(?:を|は|って|、|$)(?!(?:持|含|定|置|入れ|欠|設け)[^、。]{0,4})"
    r"|(?:書(?:いて|かれて)ある|定めた|についての)(?:文|箇所|条|ところ|部分|くだり)(?:を|$)"
)
"""The words of a clause as what is asked for: 「…に関する文言を見せて」, 「…の条文」."""


_WHAT_IT_SAYS = re.compile(
    r"(?:and |so )?(?:what|how) (?:do|does) .{3,}\b(?:say|state|provide|read|look like)[?.!\s]*$"
    r"|(?:and |so )?where (?:do|does|in) .{3,}\b(?:mentions?|says?|talks? (?:about|of)|deals? with|covers?|states?"
    r"|addresse?s?|speaks? of|provides? for|sets? out)\b"
)
"""What contracts say of something that is named, or where: "where does the Velo agreement mention audits?"."""


def _asks_words(made: Assembly, conditions: Sequence[Condition]) -> bool:
    """ "insurance clause of contract 3": a clause of one contract is named, and nothing is said of it."""
    if _asks_to_see_clause(made, conditions):
        return True
    if made.japanese and _WORDS.search(made.text) and len(made.clause_codes()) == 1 and made.day is None:
        about = [condition for condition in conditions if not isinstance(condition, ClauseIs)]
        return bool(about) and all(isinstance(condition, ContractIs | PartyIs | TypeIs) for condition in about)
    named = any(isinstance(condition, ContractIs) for condition in conditions)
    named |= _WHAT_IT_SAYS.match(made.text) is not None and any(isinstance(c, PartyIs | TypeIs) for c in conditions)
    only = all(isinstance(condition, ContractIs | PartyIs | TypeIs | ClauseIs) for condition in conditions)
    explicit = any(token.has("explicit") for token in made.cond_tokens)
    asked = _WHAT_IT_SAYS.match(made.text) is not None
    return named and only and bool(made.clause_codes()) and (asked or not explicit) and made.day is None


_TO_SEE = re.compile(
    r"(?:and |so |now |please |kindly )*(?:(?:can|could|may) (?:i|we) (?:please )?(?:see|have|get|look at"
    r"|(?:take|have) a look at)|(?:i|we)(?:'d| would)? (?:like|want|need)(?: to)? (?:see|read|look at|have a look at)"
    r"|let (?:me|us) (?:see|read|have|look at|have a look at)|(?:show|give|get|find|bring|pull|dig|fetch|send|display"
    r"|print|open|read)(?: (?:me|us|up|out))*)(?: again| please)? "
)
_ITS_NOUN = re.compile(
    r"(?:'s?)?(?: (?:clauses?|provisions?|wording|language|sections?|articles?|terms?|text|paragraphs?))?"
    r"(?=[?.!\s]*$| (?:in|of|from|under|with|for|on|at|between|we have)\b)"
)
_CLAUSE_NOUN = re.compile(r"\b(?:clauses?|provisions?|wording|language|paragraphs?)$")
_OF_CONTRACTS = re.compile(r"\b(?:contract|agreement|deal|document)s?\b")


def _asks_to_see_clause(made: Assembly, conditions: Sequence[Condition]) -> bool:
    """ "Show me the audit clause in the Velo contract": what is to be shown is the clause, not contracts with it."""
    request = None if made.japanese else _TO_SEE.match(made.text)
    named = [token for token in made.cond_tokens if token.values.get("clauses")]
    if request is None or not named or made.day is not None or any(token.has("explicit") for token in named):
        return False
    of_one = any(isinstance(condition, ContractIs | PartyIs) for condition in conditions)
    if not of_one and not any(isinstance(condition, TypeIs) for condition in conditions):
        return False
    if not all(isinstance(c, ContractIs | PartyIs | TypeIs | ClauseIs) and _wanted(c) for c in conditions):
        return False
    before = made.text[request.end() : named[0].start]
    noun = _ITS_NOUN.match(made.text, named[-1].end)
    called = noun is not None and _CLAUSE_NOUN.search(f"{named[-1].text}{noun.group()}") is not None
    return noun is not None and (of_one or called) and _OF_CONTRACTS.search(before) is None


def _wanted(condition: Condition) -> bool:
    """Whether a condition denies nothing."""
    return getattr(condition, "wanted", True) is not False
