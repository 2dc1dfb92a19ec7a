"""English words that hand over a list or ask for one, and plain questions for one fact, as the grammar reads them.

Each is a whole way to say a thing: "flag contracts that …", "…: can you list these?", "what is our lease called?". What
follows or precedes stays as it is.
"""

from __future__ import annotations

import re

_WANTED = (
    r"(?:pick out|pull out|tabulate|flag(?: up)?|extract|collect|locate|dig out|hunt down|round up"
    r"|single out|gather|(?:i'm|i am|we're|we are) looking for|point me to|bring me"
    r"|(?:send|hand|pass) me(?! (?:a |an )?(?:e-?mail|reminder|note|draft|message)))"
)
_PAPER = r"(?:list|lists|run-?_?down|rundown|roll|inventory|tally sheet|listing)"
_MADE = r"(?:compile|draw up|put together|prepare|make|produce|write down|run me off|run off|assemble)"
_POLITE = r"(?:(?:please|kindly|could you|can you|would you|will you|could we|can we)(?: please)?,? )?"
_KIND = r"(?:agreement|contract|deal|lease|licence|license|nda|loan)"
_NAME = r"(?:(?! and )[\w&'./ -]){2,70}?"
_OF_ONE = rf"(?P<one>(?:the|our|this|that) {_NAME}|(?:the |our )?{_KIND} with {_NAME})"
_THE_ONE = _OF_ONE.removesuffix(")") + r"|contract \d{1,6})"
_END = r"(?:terminate|end|cancel|exit|leave|quit|get out of|walk away from)"
_EARLY = (
    r"(?:,? (?:early|prematurely|for convenience|at will|at any time|any time|without (?:any |a )?(?:cause|reason)"
    r"|for no reason|on notice|before (?:it|the term|its term) (?:ends|expires)))+"
)
_NUMBER_WANTED = (
    r"(?:number,? please|just the number|the number please|numbers? only|number|how many is that|how many are they)"
)

_HEADS = (
    (
        rf"^{_POLITE}{_WANTED} (?:me |us )?(?=(?:the|our) [\w' -]{{2,60}}?"
        r"(?:clauses?|wording|words|provisions?|lines?|passages?|sentences?|paragraphs?)\b)",
        "give me ",
    ),
    (rf"^{_POLITE}{_WANTED} (?:me |us |for me |for us )?(?:a |the )?(?:{_PAPER} of )?(?=\S.{{6,}})", "list "),
    (
        rf"^{_POLITE}(?:(?:{_MADE}|give me|give us|show me|get me|i need|we need|let me have) )?(?:me |us )?"
        rf"(?:a |an |the )(?:short |quick |full |complete |brief )?{_PAPER} of (?=\S.{{6,}})",
        "list ",
    ),
    (rf"^{_POLITE}(?:look up|find out|retrieve|remind me of) (?=(?:the|our) \S.{{6,}})", "give me "),
    (rf"^{_POLITE}confirm (?=the (?:[\w-]+ ){{1,4}}(?:of|for) \S.{{3,}})", "give me "),
    (r"^(?:can|could|may) it be confirmed that (?=\S.{8,})", "is it true that "),
    (
        r"^(?:what|which) part of (?=(?:all |the |our )*[\w' -]{0,40}"
        r"(?:contracts|agreements|deals|leases|licen[sc]es|ndas|loans)\b)",
        "what share of ",
    ),
)
_TAILS = (
    (
        rf"^(?!how many|what number|count)(?P<what>\S.{{8,}}?)(?: -|[,:;.?]) {_NUMBER_WANTED}[?.! ]*$",
        r"how many \g<what>?",
    ),
    (
        r"(?P<what>\S{4})(?: -|[,:;?.])? (?:please )?(?:(?:can|could|would) you (?:please )?(?:list|name|show(?: me)?) "
        r"(?:them|these|those)(?: for me)?|give me (?:them|these|those)|which (?:ones )?are (?:they|these|those)"
        r"|what are (?:they|these|those)|(?:to be|should be) listed|list (?:them|these|those)(?: please)?"
        r"|identify(?: them)?|show (?:them|these|those))[?.! ]*$",
        r"\g<what>",
    ),
)
_FACTS = (
    (
        rf"^what(?:'s| is| was) {_OF_ONE} (?:officially |formally |actually |properly )?(?:called|titled|named|headed)"
        r"[?.! ]*$",
        r"what is the title of \g<one>",
    ),
    (
        rf"^(?:what|which) title does {_OF_ONE} (?:bear|carry|have|go by)[?.! ]*$",
        r"what is the title of \g<one>",
    ),
    (
        rf"^since (?:what|which) (?:day|date) (?:has|is|does) {_OF_ONE} "
        r"(?:been (?:in (?:force|effect)|running|valid|effective)|(?:run|running|in force|in effect))[?.! ]*$",
        r"what is the effective date of \g<one>",
    ),
    (
        r"^(?:by when|when|on (?:what|which) (?:day|date)|until when|till when|up to (?:what|which) (?:day|date))"
        rf" (?:does|is|will) {_OF_ONE} (?:stop|stopping|cease|over|run till|last|good|good for|valid|finished)[?.! ]*$",
        r"when does \g<one> expire?",
    ),
    (
        rf"^does {_OF_ONE} renew(?:,? and (?:if so,? )?how)?[?.! ]*$",
        r"what is the renewal term of \g<one>",
    ),
    (rf"^is {_OF_ONE} one (?:that|which) renews[?.! ]*$", r"what is the renewal term of \g<one>"),
    (rf"^how does {_OF_ONE} renew[?.! ]*$", r"what is the renewal term of \g<one>"),
    (
        rf"^how long (?:does|is) (?:the|a|each) renewal (?:of|under) {_THE_ONE}(?: last| run)?[?.! ]*$",
        r"what is the renewal term of \g<one>",
    ),
    (
        rf"^(?:what|which|how much) (?:advance |prior |written )*notice (?:is|do we|must we|would we|does one)"
        rf"(?: (?:required|needed|necessary|need|have|give|to give))* to {_END} {_THE_ONE}[?.! ]*$",
        r"what is the notice period of \g<one>",
    ),
    (
        rf"^is (?:the |any )?liability (?:in|under|of|by) {_THE_ONE} (?:capped|limited)[?.! ]*$",
        r"does \g<one> have a cap on liability?",
    ),
    (
        r"^(?:when|how(?: soon)?|in what cases|(?:on|under) what (?:terms|grounds|conditions|circumstances))"
        rf" (?:can|could|may) (?!you\b){_NAME} {_END} {_THE_ONE}[?.! ]*$",
        r"show the wording of termination for convenience and termination for cause in \g<one>",
    ),
    # who may end it, and on what terms, only the words say
    (
        rf"^(?:can|could|may) (?!you\b){_NAME} {_END} {_THE_ONE}{_EARLY}[?.! ]*$",
        r"does \g<one> have termination for convenience?",
    ),
    (
        rf"^(?:who|what) are (?:the |our )?part(?:ies|ners) (?:to|of|in|under) {_THE_ONE}[?.! ]*$",
        r"which companies are party to \g<one>",
    ),
)
_WORDS = (
    (
        r"\b(?P<order>(?:shortest|longest)) (?P<what>notice(?: period)?) (?:to|for) "
        r"(?:terminate|termination|end|leave|leaving|cancel|get out)\b",
        r"\g<order> \g<what>",
    ),
    (r"\b(?P<day>0?[1-9]|[12]\d|3[01])\.(?P<month>0?[1-9]|1[0-2])\.(?P<year>(?:19|20)\d\d)\b", None),
    (r"\bchristmas (?=(?:19|20)\d\d\b)", "25 december "),
    (r"\bfails? to (?:deal with|mention|address|cover|regulate|contain|include|provide for) ", "do not mention "),
    (r"\bemployee (?=(?:contract|agreement)s?\b)", "employment "),
    (r"\bemployees' (?=(?:contract|agreement)s?\b)", "employment "),
    (r"\bconsultants' (?=(?:contract|agreement)s?\b)", "consulting "),
    (r"\b(?:landlord|tenancy|premises|tenant)s?'? (?=(?:contract|agreement)s?\b)", "lease "),
    (r"\bunexpired\b", "active"),
)
_COMMANDS = tuple((re.compile(pattern), spelled) for pattern, spelled in (*_HEADS, *_TAILS, *_FACTS))
_SAID = tuple((re.compile(pattern), spelled) for pattern, spelled in _WORDS)


def english_commands_spelled_out(text: str) -> str:
    """A folded question with what hands over a list, and plain questions for one fact, spelled out."""
    for pattern, spelled in _SAID:
        text = pattern.sub(_day if spelled is None else spelled, text)
    for pattern, spelled in _COMMANDS:
        text = pattern.sub(spelled, text)
    return text


def _day(match: re.Match[str]) -> str:
    """31.12.2020 as an ISO date: written with points, the day stands first."""
    return f"{match['year']}-{int(match['month']):02}-{int(match['day']):02}"
