"""English turns of phrase put in words that the grammar reads: "a year at a time", "how far ahead must we tell Velo …".

Each is a whole way to say a thing, with what may stand in its gaps; what it does not reach stays as it is, and is left
over where the grammar does not know it.
"""

from __future__ import annotations

import re

from core.lexicon import NUMBER

_WE = r"(?:we|i|you|one|they|somebody|someone|a party|either (?:party|side))"
_MUST = r"(?:must|should|shall|do|does|did|would|have|has|need|needs|are|is|ought)"
_HAVE_TO = r"(?: (?:have|has|need|needs|supposed|required|obliged|bound))?(?: to)?"
_TELL = r"(?:tell|notify|inform|warn|alert|write to|say to|give notice to|let)"
_NOT = r"(?:won't|will not|would not|don't|do not|does not|doesn't|is not|are not|no longer|not)"
_WILL = r"(?: (?:want|wish|intend|plan|mean|like|going|be|to be|to))*"
_RENEW = r"(?:renew(?:ed|ing)?|extend(?:ed|ing)?|prolong(?:ed|ing)?|continu(?:e|ed|ing)|go on|carry on)"
_THE_OTHER = (
    r"(?:the other (?:side|party|company)|them|the counter-?party|(?:our|a|the) (?:partner|counterparty|party)|anyone)"
)
_KIND = r"(?:agreement|contract|deal)"

_UNIT = (
    r"(?:(?:the|our|my) )?(?:(?:head|director|vice president|team|colleagues?|people|someone|somebody"
    r"|a colleague|partner|lawyer) (?:of|in|from) )?(?:the |our )?"
    r"(?:c[efiot]o|coo|board|management|auditors?|accountants?|finance|accounting|controlling|treasury|tax|sales|purchasing"
    r"|procurement|logistics|marketing|engineering|engineers|development|r ?& ?d|research|production|quality|it"
    r"|hr|legal"
    r"|compliance|insurance|audit|boss|manager|trainee|london|tokyo|osaka|berlin|paris|singapore|new york)"
    r"(?: department| team| office| desk| people| committee| member)?"
)
_QUESTION = r"(?:which|what|where|who|whom|when|how|is|are|do|does|in which|for which|under which|with which|by when)\b"
_ASIDES = (
    # Who asks, before the question: "from the New York office.", "finance here:", "purchasing wants to know …"
    (r"^from (?:the |our )?[\w&' -]{2,40}? (?:office|team|department|branch|desk|side)[.!:,]\s+(?=\S.{9,})", ""),
    (rf"^(?:(?:this is|it's) )?(?:{_UNIT}|new|i am new|i'm new) here(?: again)?\s*[.:,!-]\s*(?=\S.{{9,}})", ""),
    (rf"^(?:{_UNIT}) (?:asks?|asked|is asking|are asking)\s*[:,-]\s*(?=\S.{{9,}})", ""),
    (
        rf"^(?:{_UNIT}) (?:asks?|asked|is asking|wants? to know|would like to know|needs? to know)\s*[:,-]?\s*"
        rf"(?={_QUESTION})",
        "",
    ),
    (
        rf"^(?:{_UNIT}) (?:would like|wants?|needs?|asks? for|is asking for)(?: to (?:see|have))? (?=(?:the"
        rf"|a list|all|every)\b)",
        "",
    ),
    (
        r"^(?:(?:for|from) the (?:auditors?|accountants?|board|records?|files?|minutes|annual report"
        r"|[\w-]+ (?:review|report|meeting))"
        r"|(?:an? )?(?:audit|urgent|quick|short|internal|board) (?:request|question|query|one))\s*[:,-]\s*(?=\S.{9,})",
        "",
    ),
    (
        # "which state's law governs …" asks which law
        r"\b(?P<which>which|what) (?:(?:us |u\.s\. )?state|country|nation|jurisdiction)(?:'s)? (?P<law>laws?)"
        r"(?= (?:govern|appl|is|do)(?!.*\b(?:most|least|fewest|often)\b))",
        r"\g<which> \g<law>",
    ),
    (
        r"^(?:i'm|i am|we're|we are) (?:now )?(?:looking at|reviewing|reading|working on|going through|checking)"
        rf" (?P<of>(?:the|our) [^,;:?]{{3,60}}?)\s*[-:;,.]+\s+(?={_QUESTION})",
        r"\g<of> - ",
    ),
    (r"(?<=\S{3})[,;. ]+(?:please )?(?:either|any|whichever) (?:one )?(?:will do|is fine|works|would do)[.! ]*$", ""),
)
"""Words around a question that say who asks and for what, and no part of what is asked."""

_TELEGRAMS = (
    # "audit rights, yes or no?" asks whether; "non-compete yes, exclusivity no" says which
    (
        r"^(?P<asked>(?:is|are|was|were|do|does|did|has|have|can|may|must)\b.{5,200}?)[\s,;:?-]+"
        r"\(?(?:yes or no|yes or not|yes/no|yes / no|y/n)\)?[?.! ]*$",
        r"\g<asked>?",
    ),
    (
        r"^(?P<asked>(?!which|what|who|when|where|how|list|show).{5,200}?)[\s,;:?-]+"
        r"\(?(?:yes or no|yes or not|yes/no|yes / no|y/n)\)?[?.! ]*$",
        r"is it true that \g<asked>?",
    ),
    (
        r"^(?P<lead>(?:contracts?|agreements?|deals?|which ones"
        r"|which contracts)?[:, ]*)(?P<there>[^,;:?]{3,50}?)[: -]+yes"
        r"\s*[,;/-]?\s*(?:and |but )?(?P<missing>[^,;:?]{3,50}?)[: -]+no\b\s*(?=[?.!]*$)",
        r"\g<lead> with \g<there> but without \g<missing>",
    ),
    (
        r"^(?P<lead>(?:contracts?|agreements?|deals?|which ones"
        r"|which contracts)?[:, ]*)(?P<missing>[^,;:?]{3,50}?)[: -]+no"
        r"\s*[,;/-]\s*(?:and |but )?(?P<there>[^,;:?]{3,50}?)[: -]+yes\b\s*(?=[?.!]*$)",
        r"\g<lead> without \g<missing> but with \g<there>",
    ),
    (r"^(?:and )?(?:the )?same(?: question| thing| again)? (?:for|with|about|as to) (?=\S)", "what about "),
)

_LENGTHS = (
    (r"\b(?:a|one|1) (day|week|month|year) (at a time|each time|every time|per renewal)\b", r"1 \1 \2"),
    (
        r"\b(renew(?:s|ing|ed)?|roll(?:s|ing)? over|extend(?:s|ing|ed)?)"
        r"((?: automatically| by (?:itself|themselves)| on (?:its|their) own| itself| themselves)?)"
        r" (?:annually|yearly|every year|each year|year (?:by|on|after) year|(?:from )?year to year)\b",
        r"\1\2 for 1 year at a time",
    ),
    (
        rf"\b(renew(?:s|ing|ed)?|roll(?:s|ing)? over|extend(?:s|ing|ed)?) for ({NUMBER}) (day|week|month|year)s? or"
        r" (longer|more|less|shorter)( each time| at a time)?\b",
        r"\1 for \2 \3s or \4 each time",
    ),
    # How long before a renewal somebody must be told
    (
        rf"\bhow (?:far|long|early|much|many (?:days|weeks|months))(?: ahead| in advance| beforehand"
        rf"| before)?(?: of time| of"
        rf" (?:the )?renewal| of notice)? {_MUST} {_WE}{_HAVE_TO} {_TELL} (?P<who>[\w&'., -]{{2,40}}?)(?: know)?"
        rf" (?:that|if|when) (?:{_WE} |it |(?P<thing>(?:the|our"
        rf"|this) [\w' -]{{3,60}}? {_KIND}) )?{_NOT}{_WILL} {_RENEW}"
        rf"(?: it)?(?= |\?|$)",
        r"what is the notice period with \g<who> for \g<thing>",
    ),
    (
        rf"\bhow (?:far|long|early|many (?:days|weeks|months))(?: ahead| in advance| beforehand"
        rf"| before)(?: of time| of (?:the )?"
        rf"renewal)? {_MUST} {_WE}{_HAVE_TO} (?:give|send|serve) (?:the |a |our )?(?:non-renewal )?notice\b",
        "what is the notice period",
    ),
    (
        rf"\b{_TELL}(?: {_THE_OTHER})?(?: know)?"
        rf" (?P<bound>(?:more than |less than |at least |no less than |over |up to )?(?:{NUMBER}) (?:day|week"
        rf"|month|year)s?)(?:'? notice)?"
        r" (?:ahead|in advance|beforehand|before(?:hand)?(?: (?:the )?renewal)?|prior"
        r"|earlier)\b(?: of (?:the )?renewal)?",
        r"have a notice period of \g<bound>",
    ),
    (rf"^({NUMBER})[ -](day|week|month|year)s?'? notice(?=\s*[-,:?]|$)", r"notice period of \1 \2s"),
)

_DAYS = (
    (r"\b(?:new year'?s eve)\b(?! \d)(?: of (?:this|the) year)?", "31 december YEAR"),
    (r"\b(?:christmas|x-?mas)(?: day)?\b(?! \d)(?: (?:of )?(?:this|the) year)?", "25 december YEAR"),
    (
        r"\b(?:that |which )?(?:just |simply )?(?:go|run|continue|last|keep going)(?:es|s)?(?: on)?"
        r" (?:for ?ever|indefinitely|endlessly|in perpetuity|without (?:an )?end|until further notice)\b",
        "without an end date",
    ),
    (r"\b(?:already )?up and running (?=before|since|by|in|from|on)", "took effect "),
    (r"\bolder than (\d{4}|january|february|march|april|may|june|july|august|september|october|november|december)\b",
     r"signed before \1"),
)  # fmt: skip

_LAWS = (
    (
        r"\b(?:the )?laws? of (?:any|an?|one|some|whichever|whatever)(?: of the)? (?:u\.?s\.?|american"
        r"|united states) states?\b",
        "the law of the united states",
    ),
    (r"\b(?:any|an?|one|some) (?:u\.?s\.?|american) state'?s? law\b", "the law of the united states"),
    (
        r"(?<=law)[\s,;(]+(?:of )?(?:whichever|whatever|any|no matter (?:which|what)|regardless of(?: the)?"
        r"|irrespective of(?: the)?)"
        r" states?(?: it (?:is|may be))?\)?",
        "",
    ),
    (
        r"\b(?:whose |with (?:a |the )?|where the )?governing law(?: is| being| that is)? neither ([\w ]{3,24}?) nor"
        r" ([\w]{3,16}(?: york| jersey| kong| carolina| dakota| zealand)?)(?: law)?(?=\W|$)",
        r"not governed by \1 or \2 law",
    ),
    (
        r"\b(?:under|governed by|subject to) neither (?:the law of )?([\w ]{3,24}?)(?: law)?"
        r" nor (?:under )?(?:the law of )?"
        r"([\w]{3,16}(?: york| jersey| kong| carolina| dakota| zealand)?)(?: law)?(?=\W|$)",
        r"not governed by \1 or \2 law",
    ),
    (
        r"\b(?:that |which )?(?:(?:is|are|was|were) )?neither (?:under|governed by|subject to) (?:the law of )?"
        r"([\w ]{3,24}?)(?: law)? nor (?:under |governed by |subject to )?(?:the law of )?"
        r"([\w]{3,16}(?: york| jersey| kong| carolina| dakota| zealand)?) law(?=\W|$)",
        r"not governed by \1 or \2 law",
    ),
    # Foreign to whom? To the house, as 外国法 is.
    (r"\b(?:under|governed by|subject to|with) (?:a |any |some )?(?:foreign|non-japanese|overseas) laws?\b",
     "not governed by japanese law"),
)  # fmt: skip

_WORDS = (
    # The noun is said once: "termination for breach but not for convenience"
    (
        r"\b(?P<end>terminat(?:ion|ed|e)|cancel(?:lation|led)?|ended) (?P<one>for [a-z ]{3,30}?),? "
        r"(?P<but>but not|and not|but never) (?=for )",
        r"\g<end> \g<one> \g<but> \g<end> ",
    ),
    # Who has a role is told with the parties
    (
        r"^(?:in )?(?:which|what) (?:role|capacity) (?:does|do|did|has|is|was) (?P<who>.{2,40}?) "
        r"(?:have|play|hold|appear|act|got|sign|take part)?\s*(?:in|under) (?P<thing>.{3,60}?)(?=[?.! ]*$)",
        r"who are the parties of \g<thing> with \g<who>",
    ),
    (
        r"(?<!licence )(?<!license )(?<!licences )(?<!licenses )\b(?:that|which) "
        r"never (?:ends?|expires?|stops?|lapses?|runs? out|terminates?)\b",
        "without an end date",
    ),
    (
        r"^(?:please |kindly |could you |can you |would you )*(?:please |kindly )*"
        r"(?:specify|state|indicate|confirm|provide)(?: me| us)?(?: of| on)? "
        r"(?=the (?!list|contracts|agreements|deals))",
        "what is ",
    ),
    (
        r"\b(?:the )?(?:exact|precise|literal|actual|full|very|original) (?!words|wording|text)([a-z][a-z -]{2,40}?) "
        r"(?:wording|words|text|language)\b(?! of)",
        r"wording of \1",
    ),
    (
        r"\b(?:paste(?: me| in)?|copy (?:out|me|over)|write out|reproduce|cite|read out) (?:the )?(.{3,90}?)"
        r"(?:,? (?:word for word|verbatim"
        r"|in full|literally))?"
        r"(?=[?.! ]*$)",
        r"quote the \1",
    ),
    (r"\bbreak ((?:the|our|all|these|those) .{3,80}?) down (?=by\b)", r"breakdown of \1 "),
    (
        r"\b(?:do|did) we (?:use|choose|apply|pick|rely on|see)(?: the)? most(?: often| frequently)?\b",
        "is the most common",
    ),
    (r"^(?:has|have) (.{3,80}?) got (an?|any|the|no)\b", r"does \1 have \2"),
    # What none of some contracts has, all of them lack
    (
        r"\b(?P<whether>(?:is it (?:right|true|correct|so|the case) that|do|does|have|has) )none of "
        r"(?P<which>(?:the|our|these|those|all) [\w&'., -]{2,40}?(?:contracts|agreements|deals|ones|leases|ndas))"
        r" (?:allows?|permits?|ha(?:ve|s)|contains?|includes?|provides? for|comes? with|carr(?:y|ies)|mentions?) "
        r"(?:an? |any )?",
        r"is it true that all \g<which> lack ",
    ),
    (
        r"\b(which|what|whose|any|many) (?:counter-?part(?:y|ies)|compan(?:y|ies)|part(?:y|ies)|firms?|partners?)"
        r"(?:'s?|s') (contracts|agreements|deals)\b",
        r"\1 \2",
    ),
    (r"^when(?:'s| is| are| does| do) (?:the |our )?next renewal(?: date)?(?: (?:due|up))?(?= (?:of|for|with)\b)",
     "what is the expiration date and renewal term"),
    (r"\b(longer|shorter|more|less|over|under|at least|at most) than,? say,? (?=\w)", r"\1 than "),
    (r"\bcalendar (year|quarter|month)s?\b", r"\1"),
    (r"\bwho (?:buys|purchases|is buying|has to buy)\b", "who is the buyer"),
    (r"\bwho (?:sells|is selling)\b", "who is the seller"),
    (r"\bwho supplies\b", "who is the supplier"),
)  # fmt: skip

_ALL = (*_ASIDES, *_TELEGRAMS, *_LENGTHS, *_LAWS, *_DAYS, *_WORDS)
_IDIOMS = tuple((re.compile(pattern), spelled) for pattern, spelled in _ALL)


def english_idioms_spelled_out(text: str) -> str:
    """A folded question with its English turns of phrase spelled out; "YEAR" stands for the year of today."""
    for pattern, spelled in _IDIOMS:
        text = pattern.sub(spelled, text)
    return text
