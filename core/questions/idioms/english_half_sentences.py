"""English half sentences and roundabout ones, put in words that the grammar reads.

Notice that stops a renewal ("which renewals do I have to stop by …"), parties of a kind of agreement, "longest among",
shares "among", the law that is any but one, clauses that are "not given", terms "until at least". Each is a whole way
to say a thing; what it does not reach stays as it is, and is left over where the grammar does not know it.
"""

from __future__ import annotations

import re
from datetime import date

from core.lexicon import NUMBER

_MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_PAPERS = r"(?:contracts|agreements|deals|leases|licen[sc]es|ndas|loans|franchises|ones)"
_PAPER = r"(?:contract|agreement|deal|lease|licen[sc]e|nda|loan|franchise|msa)"
_STOP = r"(?:stop|prevent|avoid|block|halt|keep|head off|rule out|oppose|refuse|decline)"
_RENEWAL = (
    r"(?:(?:from )?(?:being )?(?:automatically )?(?:renew(?:ing|ed)|extend(?:ing|ed)|roll(?:ing|ed) over|continuing)"
    r"|(?:an? |the |any |their |its )?(?:automatic |auto-?)?(?:renewals?|extensions?|roll-?overs?))"
)
_NON_RENEWAL = (
    r"(?:(?:a |the |any |our )?(?:non-?renewal notices?|notices? of non-?renewal|notices? (?:not to renew"
    r"|against (?:the )?renewal|that we (?:won't|will not|do not) renew)))"
)
_DAYS = (
    r"(?:(?:this|next) (?:week|month|quarter|year)|(?:by|before|until|within|during|on or before) \S.{1,40}?"
    rf"|in (?:the (?:next|coming|first|second)\b.{{1,24}}?|{_MONTH}.{{0,8}}?|q[1-4].{{0,8}}?|(?:19|20)\d\d|\d+ \w+))"
)
_SINGLE = rf"(?P<single>(?:the|our|this|that) (?![^?]*\b(?:and|or)\b)[\w&'./ -]{{2,60}}? {_PAPER})"
_SUPERLATIVE = (
    r"(?:longest|shortest|oldest|newest|latest|earliest|youngest|most recent|highest|lowest|largest|fewest"
    r"|most (?:clauses|pages))"
)
_LAW_NAME = r"(?P<law>(?:the law of )?[a-z]{2,14}(?: (?:york|jersey|kong|carolina|dakota|zealand|africa|korea))?)"
_STATED = (
    r"(?:given|agreed(?: on)?|stated|specified|mentioned|set(?: out)?|fixed|foreseen|named|indicated|laid down"
    r"|defined"
    r"|included|recorded|spelled out|provided for)"
)

_SENTENCES = (
    # Notice that stops a renewal
    (
        rf"\b(?P<notice>notices?\b[^?;]{{0,60}}?),? (?:(?:so as|in order) )?to {_STOP}"
        rf"(?: (?:it|them|this|that|these|those|the (?:contracts?|agreements?)))? {_RENEWAL}(?=[?.! ]*$)",
        r"\g<notice>",
    ),
    (
        rf"^(?:how much|what|how long a|how many (?:days'?|weeks'?|months'?)(?: of)?) notice"
        r"(?: (?:is|do we|must we|must i|do i|have to|need to|needed|required|give|be given))* to "
        rf"{_STOP}(?:s|ping|ing)? {_SINGLE} {_RENEWAL}(?=[?.! ]*$)",
        r"what is the notice period of \g<single>",
    ),
    (
        r"^(?:and |so )?(?P<which>which|what|how many) (?:automatic |auto-?)?renewals (?:(?:do|must|should|can"
        r"|may|have|need|will|are)"
        r"(?: (?:i|we|you|one))?(?: (?:have|need|had|going|supposed))?(?: to)?) (?:stop|prevent|cancel|refuse|decline"
        r"|object to|opt out of|say no to|block)(?: notice)? ",
        lambda match: f"for {match['which'].replace('what', 'which')} auto-renewing contracts must notice be given ",
    ),
    (
        rf"^(?:(?P<whether>any|are there any|do we have any) |(?:which|what|list(?: all)?|show(?: me)?(?: all)?) )?"
        rf"{_NON_RENEWAL}(?:,? (?:that |which )?(?:(?:is|are|will be|has to be|have to be|must be) )?"
        rf"(?:due|falling due|falls? due|coming up|comes? due|given|sent|out|served|needed|required)?)? ?"
        rf"(?P<days>{_DAYS})(?:\s*[-,:;]\s*(?:for )?(?:which|what) {_PAPERS})?(?=[?.! ]*$)",
        lambda match: (
            f"{'do any' if match['whether'] else 'which'} auto-renewing contracts need notice {match['days']}"
        ),
    ),
    (rf"\b(?P<gives>giv(?:e|en|ing)|send|sent|serve|served) {_NON_RENEWAL}", r"\g<gives> notice"),
    (
        rf"\b(?P<papers>{_PAPERS}) (?:(?:that|which) )?(?:need|require|call for)s? {_NON_RENEWAL}"
        rf" (?P<days>{_DAYS})(?=[?.! ]*$)",
        r"auto-renewing \g<papers> need notice \g<days>",
    ),
    # Parties of every contract of a kind
    (
        r"^(?:(?:please )?(?:list|show(?: me)?|give me|name|tell me|get me)(?: all)? )?(?:the |all (?:the )?)?"
        r"(?:contracting )?(?:parties|counter-?parties|signatories) (?:of|to|in|under|from) "
        rf"(?P<which>(?:(?:all|each|every|the|our|of|those) )*(?!contracts|agreements)[\w' -]{{2,50}}? {_PAPERS})"
        r"(?=[?.! ]*$)",
        r"who are the parties of \g<which>",
    ),
    (
        r"^(?:(?:please )?(?:list|show(?: me)?|give me|name|tell me|get me)(?: all)? )?(?:the |all (?:the )?|both )?"
        r"(?:contracting )?(?:parties|counter-?parties|signatories) (?:of|to|in|under) "
        rf"{_SINGLE}(?=[?.! ]*$)",
        r"who are the parties of \g<single>",
    ),
    (r"^with how many (?P<whom>companies|firms|parties|partners|counter-?parties) do we have (?:contracts"
     r"|agreements)",
     r"how many \g<whom> do we deal with"),
    # Of some, the first; of some, a share
    (
        rf"^(?P<head>(?:which (?:is|are|has|have) |what is |list "
        rf"|show me )?(?:the )?{_SUPERLATIVE}\b[\w' -]{{0,40}}?)"
        rf" among(?:st)? (?:all |the |our |of )*(?P<of>\S.{{2,60}}?)(?=[?.! ]*$)",
        r"\g<head> of the \g<of>",
    ),
    (
        r"^(?:from |out of )?among(?:st)? (?:all |the |our |of )*(?P<of>[^,:;?]{2,50}),? (?:which|what"
        r"|who)(?: ones?)?"
        r" (?P<does>(?:is|are|has|have|had|was|were|do|does|did|expires?|ends?|runs?|lasts?|lapses?|starts?"
        r"|started|began"
        r"|contains?|includes?|renews?|comes?|came)\b)",
        r"which of the \g<of> \g<does>",
    ),
    (
        r"^(?:out of |of |from )?(?:among(?:st)? )?(?:all |the |our )*(?P<of>[^,:;?]{2,50}), (?:how many|what)"
        r" (?:per ?cent(?:age)?|percentage|share|proportion|part)(?: of (?:them|those|these))? (?=(?:are|is"
        r"|have|has|do"
        r"|does|contain|include|lack|expire|renew|come)\b)",
        r"what percentage of the \g<of> ",
    ),
    (
        r"^(?:(?:what is|give me|show me|tell me) )?(?:the )?(?:share|percentage|proportion"
        r"|portion) of (?P<part>[^,:;?]"
        rf"{{2,40}}?) (?:{_PAPERS})?\s*(?:among|amongst|within|in) (?:all |the |our |those |of )*"
        r"(?P<whole>(?:under|with|without|governed by|from) [^,:;?]{2,40}?)(?=[?.! ]*$)",
        r"what percentage of the contracts \g<whole> are \g<part>",
    ),
    (
        r"^(?:and )?how (?:do|are|does|is) (?:they|these|those|it) (?:all )?(?:split|break down|spread|divided?"
        r"|distributed?"
        r"|broken down|shared)(?: up| out)? (?:by|across|over|between|among|per) (?P<by>\S.{2,30}?)(?=[?.! ]*$)",
        r"the breakdown by \g<by>",
    ),
    (
        r"^how (?:do|are) (?P<which>(?:our|the|all) [\w' -]{3,50}?) (?:split|break down|spread|divided?|distributed?"
        r"|broken down)(?: up| out)? (?:by|across|over|between|among|per) (?P<by>\S.{2,30}?)(?=[?.! ]*$)",
        r"number of \g<which> by \g<by>",
    ),
    # Any law but one
    (
        r"\b(?:(?:that |which )?(?:is |are )?(?:governed by|under|subject to|with) )(?:anything|some(?:thing| law)?"
        r"|any(?: law)?|an?y? ?other law|a law|laws?)(?: that is| which is)? (?:but|other than|except(?: for)?"
        rf"|apart from|than|different from|that is not|which is not) {_LAW_NAME}(?P<said>(?: laws?)?)(?=\W|$)",
        r"not governed by \g<law>\g<said>",
    ),
    (
        r"\b(?:(?:that |which )?(?:is |are )?(?:governed by|under|subject to) )(?:an? |any |some )?non-? ?"
        rf"{_LAW_NAME}(?P<said> laws?)(?=\W|$)",
        r"not governed by \g<law>\g<said>",
    ),
    # What is not said
    (
        r"\b(?P<no>(?:with )?no) (?P<what>(?!(?:notice|consent|reason|one|further|later|more)\b)(?:[\w-]+ ){1,4}?)"
        rf"(?:(?:is|are|was|were|has been|have been|being) )?{_STATED}(?=\W|$)",
        lambda match: f"{match['no']} {match['what'].strip()}",
    ),
    (r"\bnever-ending (?P<papers>contracts|agreements|deals"
     r"|ones)(?:\s*\([^)]*\))?", r"\g<papers> without an end date"),
    (
        r"\bleav(?:e|es|ing) (?:the )?(?:assignment|assigning|transfers?)(?: of (?:rights"
        r"|the contract))? (?:unrestricted"
        r"|free|open|unregulated|unlimited|without restrictions?)\b",
        "without restrictions on assignment",
    ),
    (
        r"\b(?:with )?(?:liability )?neither (?:capped|limited) nor (?:(?:expressly|explicitly|stated to be) )?"
        r"(?:uncapped|unlimited)(?: liability)?(?=\W|$)",
        "without a cap on liability and without unlimited liability",
    ),
    # Days
    (
        r"\b(?:(?:are |is |still )*(?:valid|good|running|in force|binding|effective|live|active|bound)|lasts?|lasting"
        r"|runs?|continu(?:es?|ing)|go(?:es|ing)? on)(?: on)? (?:until|till|to|through|up to) at least"
        rf" (?=\d|{_MONTH}|the end)",
        "expiring on or after ",
    ),
    (r"\brun(?:s|ning)? (?:on |over )?into (?P<year>\d{4})(?: (?:or|and) (?:later|beyond|after|longer))?\b",
     r"expiring on or after 1 january \g<year>"),
    (rf"\bstill (?:running|in force|valid|alive|active|going|on) (?=(?:on or )?after (?:\d|{_MONTH}))", "expiring "),
    (r"^(?:(?:which|what)(?: ones| contracts)? (?:are|will be) )?over (?=(?:within|in the next|before|by) )",
     "which contracts expire "),
    (
        r"\b(?P<from>between|from) (?:the )?(?P<edge>end|beginning|start) of (?:the year )?(?P<first>\d{4}) "
        r"(?P<to>and|to|until) (?:the )?(?P<edge2>end|beginning|start) of (?:the year )?(?P<last>\d{4})\b",
        lambda match: (
            f"{match['from']} {_edge(match['edge'])} {match['first']} {match['to']}"
            f" {_edge(match['edge2'])} {match['last']}"
        ),
    ),
    # One contract
    (
        rf"^(?:and |so )?is there (?:an? |any )?(?P<what>(?!way|chance|reason|still|time|any time|contract"
        rf"|agreement|deal)[\w' -]{{3,50}}?)"
        rf" (?:in|under) {_SINGLE}(?=[?.! ]*$)",
        r"does \g<single> have \g<what>",
    ),
    (
        rf"^(?:what is |give me |tell me )?(?:the )?(?:date|day) (?:on which |when |that )?{_SINGLE} (?:was"
        rf"|were|got) "
        r"(?P<done>signed|executed|concluded|entered into)(?=[?.! ]*$)",
        r"when was \g<single> \g<done>",
    ),
    (
        rf"^(?P<asked>(?:can|could|may) (?!you\b)[\w ]{{2,30}}? (?:terminate|end|cancel|exit|leave|quit|get out of"
        rf"|walk away from) {_SINGLE}),? without (?:giving|having|stating|needing|showing) (?:any |an? )?"
        r"(?:reason|cause|grounds?)s?(?=[?.! ]*$)",
        r"does \g<single> have termination for convenience",
    ),
    (
        r"^(?:by (?:what|which) (?:date|day)|by when|until when|when) (?:must|should|does|do|has|would"
        r"|need)(?: we| i)?"
        r"(?: need to| have to| to)? (?:a |the |our )?(?:give |send |serve )?(?:a |the |our )?notice(?: (?:have"
        r"|need|has) to)?"
        r"(?: (?:go out|be (?:given|sent|out|served)|go))? (?:if|so that|in case|when) (?:we|i) "
        r"(?:don't|do not|would rather not|no longer) (?:want|wish|intend|plan) (?:to (?:renew|extend|continue) )?"
        r"(?P<one>(?:the|our|this) [\w&'., -]{3,60}?)(?: to (?:be )?(?:renew(?:ed)?|extend(?:ed)?|continued?"
        r"|roll over))?"
        r"(?=[?.! ]*$)",
        r"what is the last day to give notice of \g<one>",
    ),
    (
        r"^(?:by (?:what|which) (?:date|day)|by when|until when|when|how late) (?:must|should|do|can)(?: we| i)"
        r"(?: need to| have to)? (?:(?:give|send|serve) (?:them )?(?:a |the |our )?notice(?: to \S.{1,40}?)?"
        r"|tell \S.{1,40}?|notify \S.{1,40}?|let \S.{1,40}? know)"
        r" (?:so (?:that )?|in order that |to make sure (?:that )?|to prevent )(?P<one>(?:the|our"
        r"|this) [\w&'., -]{3,60}?) "
        r"(?:does not|doesn't|won't|will not|is not|isn't|from)(?: be)? (?:automatically )?"
        r"(?:renew(?:ed|ing)?|extend(?:ed|ing)?|continu(?:e|ed|ing)|roll(?:ing)? over|go(?:ing)? on)(?: automatically)?"
        r"(?=[?.! ]*$)",
        r"what is the last day to give notice of \g<one>",
    ),
    (
        r"^(?:by (?:what|which) (?:date|day)|by when|until when|when|how late) (?:must|should|do|can)(?: we| i)"
        r"(?: need to| have to)? (?:tell|inform|notify|let) (?P<whom>(?!them|us|you|the other)\S.{1,40}?)(?: know)?"
        r" (?:that )?(?:we|i) (?:won't|will not|don't|do not|don't want to|do not want to|aren't going to"
        r"|would rather not)"
        r" (?:be )?(?:renew(?:ing)?|extend(?:ing)?|continu(?:e|ing))"
        rf"(?: (?:it|(?P<paper>(?:the|our|this) (?:[\w'-]+ ){{0,3}}{_PAPER})))?(?=[?.! ]*$)",
        lambda match: f"what is the last day to give notice of {match['paper'] or 'the contract'} with {match['whom']}",
    ),
    (
        rf"^(?P<said>(?!when|what|how|who|is|does)[\w -]{{3,30}}?) (?:is |are )?{_STATED},? but (?:with )?no "
        r"(?P<missing>[\w -]{3,30}?)(?=[?.! ]*$)",
        r"contracts with a \g<said> but without a \g<missing>",
    ),
    (
        r"^(?P<papers>contracts |agreements |those |ones |which (?:ones |contracts )?)?(?:(?:that |which )?are )?"
        rf"(?P<bound>(?:exactly|at least|at most|more than|less than|over|under) )?(?P<length>{NUMBER}) "
        r"(?P<unit>day|week|month|year)s? long(?=[?.! ]*$)",
        lambda match: (
            f"{match['papers'] or 'contracts '}with a term of {match['bound'] or 'exactly '}{match['length']}"
            f" {match['unit']}s"
        ),
    ),
    (
        r"(?P<compared>\b(?:compare|comparison|differences?|side by side)\b.{0,40}?\b(?:the|our)) two "
        rf"(?=[\w' -]{{0,40}}{_PAPERS})",
        r"\g<compared> ",
    ),
    (r"\b(?:are |is |be |being )?bound (?:not to|to not) (?=compete|solicit|poach|assign|hire|approach|disparage)",
     "agree to not "),
    (
        rf"\b(?P<papers>{_PAPERS}|those|anything|everything) (?:starting|beginning|commencing) (?:in )?"
        r"(?=(?:next|this|last) (?:year|month|quarter|week)\b)",
        r"\g<papers> that start in ",
    ),
    (
        rf"\b(?P<papers>{_PAPERS}|those|anything|everything) (?:starting|beginning|commencing) in "
        rf"(?=\d{{4}}\b(?! (?:or|and) )|{_MONTH} \d{{4}})",
        r"\g<papers> that start in ",
    ),
    (
        r"\bafter (?P<day>[^;?]{4,24}?),? but (?:still )?(?:in|within) (?P<year>\d{4})\b",
        lambda match: f"after {match['day']} but before 1 january {int(match['year']) + 1}",
    ),
    (
        rf"^(?P<said>[^?]{{3,60}}\b(?:yes|no)\b[^?]{{0,50}}\b(?:yes|no))\s*[-,:;]\s*(?:which"
        rf"|what) {_PAPERS}(?=[?.! ]*$)",
        r"\g<said>",
    ),
    # "Insurance yes, cap no", of some
    (
        rf"^(?P<lead>(?:[\w' -]{{3,40}}? )?{_PAPERS})\s*[:,-]\s*(?P<there>[^,;:?]{{3,50}}?)[: -]+yes\s*[,;/-]?\s*"
        r"(?:and |but )?(?P<missing>[^,;:?]{3,50}?)[: -]+no\b\s*(?=[?.!]*$)",
        r"\g<lead> with \g<there> but without \g<missing>",
    ),
    (
        rf"^(?P<lead>(?:[\w' -]{{3,40}}? )?{_PAPERS})\s*[:,-]\s*(?P<missing>[^,;:?]{{3,50}}?)[: -]+no\s*[,;/-]\s*"
        r"(?:and |but )?(?P<there>[^,;:?]{3,50}?)[: -]+yes\b\s*(?=[?.!]*$)",
        r"\g<lead> without \g<missing> but with \g<there>",
    ),
    # In the same contract, which every list of contracts says
    (
        r"(?P<both>\b(?:and|plus|with|together with|&|\+)\b.{2,60}?)\s*(?:[-,(:]\s*)?(?:both )?(?:(?:in|within) )?"
        r"(?:one and )?the same (?:contract|agreement|deal|document)s?\)?(?=[?.! ]*$)",
        r"\g<both>",
    ),
    (r"(?P<both>\b(?:and|plus|together with|&|\+) .{2,60}?)\s*[-,(:]\s*same (?:contract|agreement"
     r"|deal)\)?(?=[?.! ]*$)",
     r"\g<both>"),
    (r"^no\. of (?=\S)", "number of "),
    # Everyday ways
    (r"\b(?:the )?calendar year (?=(?:19|20)\d\d\b)", ""),
    (r"\b(?:over|during|in|throughout|within) the course of (?=\S)", "in "),
    (r"^(?:please |kindly )?teach me(?: about)? (?=the |which |what |all |our |how )", "show me "),
    (r"\bh(?:w|wo|o|ow) (?:many|mny|mnay|amny)\b", "how many"),
    (r"\bwhatever (?=(?:ran|runs|expire[sd]?|end(?:s|ed)|is|was|has|had|came|comes|start(?:s|ed)|lapse[sd]?)\b)",
     "everything that "),
    (r"\b(?P<bound>no (?:more|longer|less|shorter)|not (?:more|longer|less)|longer|shorter|more|less) than an? "
     r"(?P<unit>day|week|month|year)\b", r"\g<bound> than 1 \g<unit>"),
    (r"\b(?:where|in which|and) (?:at least )?(?:one|any|either)(?: or both)? of the (?:parties|sides|signatories) is "
     r"(?=an? )", "with "),
    (
        r"\bby (?:the )?(?P<unit>year|quarter|month) (?:in which|when|that|of when) (?:they|it|each|these|those) "
        r"(?P<done>(?:were|was|got|are|is) (?:signed|executed|concluded)|took effect|takes? effect|began|start(?:ed|s)?"
        r"|becomes? effective|became effective|ends?|expires?|expired|ended|runs? out|ran out)\b",
        lambda match: f"by {match['unit']} of {_date_of(match['done'])}",
    ),
    (r"\b(?P<own>(?:co-?own|jointly own)[a-z]* (?:[\w-]+ ){1,3}?)with (?:the other (?:side|party)|each other|them"
     r"|(?:the|a|our) counter-?part(?:y|ies))(?=[?.! ]*$)", r"\g<own>"),
    (rf"\bwithin (?P<length>(?:{NUMBER}) (?:day|week|month|year)s?) (?:of|from) (?:today|now)\b",
     r"within the next \g<length>"),
    (r"\bmost-favou?red[ -]customer (?=pricing|prices|terms|clauses?|status)", "most favoured customer "),
    (r" (?:in|under) any (?:of our )?(?:contract|agreement|deal)s?\s*\? ?which"
     r"(?: ones?)?(?=[?.! ]*$)", "? which contracts?"),
    (r"\b(?:are|is) no longer (?:running|in force|valid|active|effective|live) because (?:they|it) (?:have |has )?"
     r"(?=expired|ended|lapsed|run out)", ""),
    (r"^how big is (?:the|our|this) (?:portfolio|collection|contract base)(?:,? "
     r"(?:the )?number of contracts)?(?=[?.! ]*$)",
     "how many contracts are there"),
    (rf"\b(?:where )?(?P<length>(?:{NUMBER}) (?:day|week|month)s?'?) notice (?P<less>or less |or shorter )?"
     r"(?:is|are|will be|would be) (?:enough|sufficient|all it takes)(?=[?.! ]*$)",
     lambda match: f"contracts with a notice period of at most {match['length']}"),
    (r"\b(?:turns?|crops?|shows?|comes?|pops?) up (?=(?:the )?(?:most often|most frequently|most|least often)\b)",
     "appears "),
    (rf"\b(?P<paper>{_PAPER}) (?:names?|mentions?|specif(?:y|ies)) (?=an? |any |the |its )", r"\g<paper> state "),
    (
        r"^which (?:one )?(?P<ends>ends|expires|runs out|lapses|starts|begins|takes effect|was signed) "
        r"(?P<order>sooner|earlier|first|before the other|later|last)\s*[,:;-]?\s*(?P<first>(?:contract|no\.?) \d+)"
        r"(?: or |, | and )(?P<second>(?:contract |no\.? ?)?\d+)(?=[?.! ]*$)",
        lambda match: (
            f"which of {match['first']} and {match['second']} {match['ends']}"
            f" {'last' if match['order'] in ('later', 'last') else 'first'}"
        ),
    ),
    (
        r"^(?:what )?(?P<share>percentage|share|proportion) (?P<part>(?:with|without|having|lacking) [^,:;?]{2,40}?) "
        rf"(?:among|amongst|within|of) (?:those|the ones|{_PAPERS}) "
        r"(?P<whole>(?:under|governed by|from|with|without) [^,:;?]{2,40}?)(?=[?.! ]*$)",
        r"what percentage of the contracts \g<whole> are \g<part>",
    ),
    (
        r"^who do we (?:work|deal|do business|contract|trade) with in (?P<place>[a-z][a-z ]{1,24}?)\s*[-,:;?]+\s*"
        rf"(?:list |show |give me )?(?:the |those |all )*{_PAPERS}(?: please)?(?=[?.! ]*$)",
        r"contracts with a party from \g<place>",
    ),
    (
        rf"(?P<papers>^|\b{_PAPERS} )(?:(?:that|which) are |are |is )?older than (?P<length>(?:an? |(?:{NUMBER}) )"
        rf"(?:year"
        r"|month|week|decade)s?)(?= (?:and|but|with|under|that|which)\b|[?.! ]*$)",
        lambda match: f"{match['papers'] or 'contracts '}signed more than {_in_years(match['length'])} ago",
    ),
    (
        rf"(?P<papers>^|\b{_PAPERS} )(?:(?:that|which) are |are |is )?(?:newer|younger|less) than "
        rf"(?P<length>(?:an? |(?:{NUMBER}) )(?:year|month|week)s?)(?: old)?(?=[?.! ]*$)",
        lambda match: f"{match['papers'] or 'contracts '}signed in the last {_in_years(match['length'])}",
    ),
    (
        r"\b(?:that |which )?(?:automatically )?renew(?:s|ing)?(?: automatically)? for (?:successive|consecutive"
        r"|additional"
        rf"|further|subsequent) (?P<count>{NUMBER})[ -](?P<unit>day|month|year)s?(?: (?:terms?|periods?))?(?=[?.! ]*$)",
        r"with a renewal period of \g<count> \g<unit>s",
    ),
    (
        rf"\b(?:governed by |under |subject to )?(?:the )?laws? of (?:an?y?|some|another) (?:us|american) state "
        rf"(?:other than"
        rf"|except|but|besides) {_LAW_NAME}(?: law)?(?=[?.! ]*$)",
        r"governed by us law except \g<law> law",
    ),
    (
        rf"^(?P<which>(?:in )?(?:which|what|how many) {_PAPERS}) (?:does|do) (?P<whom>\S.{{1,40}}?) (?:appear|feature"
        r"|figure|show up|occur|turn up)(?: in)?(?=[?.! ]*$)",
        lambda match: f"{match['which'].removeprefix('in ')} do we have with {match['whom']}",
    ),
    (
        r"^what (?:did|has|have) (?P<whom>(?!we\b|they\b|you\b|i\b|it\b)[\w&.' -]{2,40}?) agree(?:d)?(?: with us)?"
        r" (?:about|on|regarding|concerning|as to) (?P<what>\S.{2,40}?)(?=[?.! ]*$)",
        r"what does the contract with \g<whom> say about \g<what>",
    ),
    # Who asks and why
    (r"^good (?:morning|afternoon|evening|day) from (?:the )?[a-z]+(?: (?:office|team"
     r"|branch))?\s*[!.,:-]+\s*(?=\S.{9,})", ""),
    (
        r"^(?:we|i)(?: are| am|'re|'m) (?:preparing|working on|planning|updating|drafting|writing) (?:an? |the "
        r"|our |my )?"
        r"(?:call|meeting|report|presentation|visit|budget|memo|summary|overview|board pack|audit)\s*[:.;,-]+\s*"
        r"(?=(?:which|what|who|how many|list|show|when|where|do|does|is|are)\b)",
        "",
    ),
    (
        r"^for (?:the|our|my|an?) (?:[\w-]+ ){0,2}(?:audit|review|meeting|report|filing|budget|board|inspection"
        r"|due diligence|return|closing|accounts),? (?:we|i) (?:need|require|want|would like|must have)"
        r"(?: to (?:have|see|know|get))? (?=\S.{9,})",
        "",
    ),
    (
        r"^(?P<asked>(?:i|we) need .{10,120}?) for (?:the|our|my|an?) (?:[\w-]+ ){1,2}(?:review|meeting|report"
        r"|call|budget"
        r"|presentation)(?=[?.! ]*$)",
        r"\g<asked>",
    ),
    (
        r"^(?:hi|hello|hey)?,? ?(?:it's |this is )?[a-z]+ from (?:the )?(?:sales|finance|legal|hr|procurement"
        r"|purchasing"
        r"|marketing|tax|treasury|accounting|compliance|it|logistics|engineering)(?: (?:team|department))?(?: here)?"
        r"\s*[.!:,-]\s*(?=\S.{9,})",
        "",
    ),
    (
        r"^(?:i'm|i am) (?:the|an?) (?:new )?(?:trainee|intern|paralegal|associate|colleague|hire|starter|joiner"
        r"|secretary|assistant)(?: here)?,? (?:and |who )?(?:i )?(?:was|were|have been|am|'ve been) (?:told|asked)"
        r"(?: (?:to|by [a-z]+ to) (?:check|look into|find out|answer|do|clear up)(?: this"
        r"| it)?)?\s*[:,-]\s*(?=\S.{9,})",
        "",
    ),
    (
        r"^(?:i'm|i am) (?:the|an?) (?:new )?(?:trainee|intern|paralegal|associate|colleague|hire|starter|joiner"
        r"|secretary|assistant)(?: here)?,? (?:and |who )?(?:i )?(?:was|were|have been|am|'ve been) (?:told"
        r"|asked) to "
        r"(?=(?:list|find|name|count|show|identify) )",
        "",
    ),
    (
        r"(?<=\S{3})[.!?] (?:our|my|the) [a-z ]{3,24} (?:would like to know|wants to know|needs to know"
        r"|is asking(?: for it)?"
        r"|asked(?: for it| about it)?|needs (?:it|this))[^.?!]{0,30}[.! ]*$",
        "",
    ),
)  # fmt: skip
_PATTERNS = tuple((re.compile(pattern), spelled) for pattern, spelled in _SENTENCES)
_YEARS = re.compile(r"\b(?:the )?year (?P<which>after next|before last)\b")


def english_half_sentences_spelled_out(text: str, today: date) -> str:
    """A folded question with its half sentences and roundabout ways spelled out."""
    text = _YEARS.sub(lambda match: str(today.year + (2 if match["which"] == "after next" else -2)), text)
    for pattern, spelled in _PATTERNS:
        text = pattern.sub(spelled, text)
    return text


def _edge(word: str) -> str:
    """The day of a year that its end or its beginning is."""
    return "31 december" if word == "end" else "1 january"


def _date_of(done: str) -> str:
    """The date that a contract's verb tells."""
    if re.search("sign|execut|conclud", done):
        return "agreement date"
    return "expiration date" if re.search(r"\bend|expire|\br[ua]ns? out", done) else "effective date"


def _in_years(length: str) -> str:
    """A length with its number: "a decade" is ten years."""
    length = re.sub(r"^an? ", "1 ", length)
    return re.sub(r"^(?P<count>\d+) decades?$", lambda match: f"{int(match['count']) * 10} years", length)
