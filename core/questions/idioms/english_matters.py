"""Who does what, or how much is due, under one contract: questions that only its words answer.

"Who pays the freight under the Velo agreement?" asks what that agreement says about who pays the freight; no party, and
no extracted fact, answers it.
"""

from __future__ import annotations

import re

_ONE = r"(?P<one>(?:the|our|this|that) (?:(?! (?:under|in|of) the )[\w&'./ -]){2,70}?|contract \d{1,6})"
_UNDER = r"(?:under|in|by|according to|pursuant to|as per|per)"
_TAIL = r"(?:,? (?:and )?(?:how|when|why|on what (?:terms|grounds)))*[?.! ]*$"
_SIDE = r"(?:who|which (?:party|side|company|of the (?:two )?(?:parties|sides)))"
_ENDS = r"(?:terminate|end|cancel|exit|leave|quit|get out of|walk away from|rescind)"
_MAY = r"(?:can|could|may|is (?:allowed|entitled|able|free) to|has (?:the|a) right to|gets to)"
_DOES = (
    r"(?:(?:can|could|may|must|should|shall|will|would|has to|have to|needs? to|gets? to"
    r"|is (?:obliged|entitled|allowed|required|supposed|bound) to|has (?:the|a) right to) \w+"
    r"|bears?|pays?|owns?|keeps?|carries|covers?|insures?|decides?|approves?|delivers?|provides?|supplies|reimburses?"
    r"|(?:is|are) (?:responsible|liable|in charge)"
    r"|maintains?|controls?|retains?|prosecutes?|defends?|indemnifies|appoints?|sets?|selects?|handles?|arranges?"
    r"|gets?|receives?|collects?)"
)
_MATTERS = (
    (
        rf"^{_SIDE} {_MAY} {_ENDS} {_ONE}{_TAIL}",
        r"show the wording of termination for convenience and termination for cause in \g<one>",
    ),
    (
        rf"^who (?:owns|will own|gets|keeps|holds)(?: \w+){{0,3}} (?:ip|intellectual property|inventions?|work product"
        rf"|results|deliverables|copyrights?|patents?)(?: rights)?(?: \w+){{0,3}} {_UNDER} {_ONE}{_TAIL}",
        r"show the wording of ip ownership in \g<one>",
    ),
    (
        rf"^who (?:bears|carries|has|takes) (?:the )?risk(?: of \w+)? (?:{_UNDER}|of) {_ONE}{_TAIL}",
        r"show the wording of title and risk in \g<one>",
    ),
    (rf"^{_SIDE} (?P<what>{_DOES}\b.{{3,80}}?) {_UNDER} {_ONE}{_TAIL}", r"what does \g<one> say about who \g<what>"),
    (
        rf"^{_SIDE} {_MAY} (?:assign|transfer) {_ONE}{_TAIL}",
        r"show the wording of the assignment clause in \g<one>",
    ),
)
_SPELLED = tuple((re.compile(pattern, re.IGNORECASE), spelled) for pattern, spelled in _MATTERS)
_DUE = (
    r"(?:royalt(?:y|ies)|fees?|prices?|rents?|interest(?: rates?)?|deposits?|commissions?|salar(?:y|ies)|wages?"
    r"|bonus(?:es)?|margins?"
    r"|discounts?|rebates?|instal?lments?|milestones?(?: payments?)?|upfront payments?|premiums?|penalt(?:y|ies)"
    r"|minimum (?:royalt(?:y|ies)|purchases?|orders?|quantit(?:y|ies)|volumes?))"
)
_AMOUNTS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^(?:what|which|how (?:much|high|large))(?: in)?(?: \w+)? (?P<what>(?:[\w-]+ ){{0,2}}{_DUE}) "
        rf"(?:does|do|must|should|has|have|will|is|are|was|were) (?P<who>.{{0,60}}?) ?{_UNDER} {_ONE}{_TAIL}",
        rf"^(?:what|how (?:much|high|large)) (?:is|are) (?:the |its )?(?P<what>(?:[\w-]+ ){{0,2}}{_DUE}) "
        rf"(?:{_UNDER}|of|for) {_ONE}{_TAIL}",
    )
)


def as_matter(question: str) -> str:
    """A question as typed on who does what, or what is due, under one contract as one for what it says of the matter.

    Any other question stays as it is.
    """
    typed = question.strip()
    for pattern, spelled in _SPELLED:
        match = pattern.match(typed)
        if match is not None:
            return match.expand(spelled)
    return question


def amount_wanted(question: str) -> tuple[str, str] | None:
    """What a question as typed wants the amount of under one contract, and a question for what is said of it there.

    Amounts are no extracted facts: the words that say them may be offered, and no answer is given.
    """
    match = next((match for pattern in _AMOUNTS if (match := pattern.match(question.strip()))), None)
    return None if match is None else (match["what"], match.expand(r"what does \g<one> say about \g<what>"))
