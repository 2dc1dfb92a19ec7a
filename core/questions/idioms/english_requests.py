"""How a lawyer asks in English, put in words that the grammar reads: "in force at the end of 2022", "can you list …".

Like `english_idioms`, each is a whole way to say a thing; what it does not reach stays as it is.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date

from core.lexicon import NUMBER

_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = "|".join(_MONTHS)
_STATE = (
    r"(?:in (?:full )?(?:force|effect|operation|existence)|effective|valid|live|active|alive|running|on foot|ongoing"
    r"|on-going|current|operative|binding|going|in place)"
)
_END = (
    r"(?:at|on|as of|as at|as on|as per)(?: the)?(?: very)?"
    rf" (?:(?P<edge>end|close|start|beginning|last day|first day|final day) of (?:the )?"
    rf"(?:(?P<month>{_MONTH})(?: of)?,? |(?:calendar )?year )?(?P<year>\d{{4}}|this year|last year|next year|the year)"
    r"|(?:year|calendar year)[ -](?P<half>end)(?: of)?,? (?P<behind>\d{4})"
    r"|(?P<before>\d{4})(?:'s)? year[ -]end)\b(?! (?:of|and)\b)"
)
_STATE_THEN = re.compile(rf"\b(?P<state>{_STATE})(?P<still> still)? {_END}")
_THEN_STATE = re.compile(rf"^{_END}(?=,? .*\b{_STATE}\b)")
_DAY_THEN_STATE = re.compile(
    rf"^(?:on|as of|as at|at) (?P<day>\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{_MONTH}),? \d{{4}}"
    rf"|(?:{_MONTH}) \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}|\d{{4}}-\d\d-\d\d),? (?P<asked>.+\b{_STATE})(?=[?.! ]*$)"
)
_TURNS = {"this year": 0, "the year": 0, "last year": -1, "next year": 1}


def days_of_state(text: str, today: date) -> str:
    """A folded question with the end or the beginning of a year or month on which contracts are in force as a day.

    "In force at the end of 2022" is said of its last day; of a verb such as "expire" the same words say the year.
    """
    text = _STATE_THEN.sub(lambda match: f"{match['state']}{match['still'] or ''} on {_day(match, today)}", text)
    text = _THEN_STATE.sub(lambda match: f"on {_day(match, today)}", text)
    return _DAY_THEN_STATE.sub(r"\g<asked> on \g<day>", text)


def _day(match: re.Match[str], today: date) -> str:
    year_said = match["year"] or match["behind"] or match["before"]
    year = today.year + _TURNS[year_said] if year_said in _TURNS else int(year_said)
    first = (match["edge"] or "end") in ("start", "beginning", "first day")
    month = _MONTHS.index(match["month"]) + 1 if match["month"] else (1 if first else 12)
    return f"{1 if first else monthrange(year, month)[1]} {_MONTHS[month - 1]} {year}"


_COURTS = (
    r"(?:(?:the |state |ordinary |national |public |local )*(?:court (?:litigation|proceedings?|actions?|jurisdiction)"
    r"|courts?|litigation|lawsuits?|judges?|jurisdiction))"
)
_RATHER = r"(?:rather than|instead of|and not|but not|not|in place of|in preference to|over)"
_TO = r"(?: (?:by|to|in|through|before|via|going to|with|at|of))?(?: an?)?"
_ARBITRATION = r"(?:international )?arbitration"
_CHOOSE = (
    r"(?:\b(?:(?:choos|us|prefer|requir|favou?r)(?:es|e|s|ing|ring)?|opt(?:s|ing)? for|go(?:es|ing)? (?:to|for)"
    r"|pick(?:s|ing)?|rel(?:y|ies|ying) on|provid(?:e|es|ing) for|call(?:s|ing)? for|settl(?:e|es|ing) disputes"
    r" (?:by|in|through)) )?"
)

_UNLESS = (
    r"unless (?:and until )?(?:(?:a |any |prior |written )*notice (?:to the contrary |of (?:termination|non-renewal) )?"
    r"(?:is|has been) (?:given|served|sent)|(?:either|one|any|a|the other) (?:party|side|of them|of us|of the parties)"
    r" (?:gives?|serves?|sends?|terminates?|cancels?|objects?|opts? out|ends?|says?)"
    r"(?: (?:\w+ ){0,2}(?:notice|it|otherwise))?|(?:we|you|they|somebody|someone) (?:give|serve|send|object"
    r"|cancel|terminate|opt out)(?: (?:\w+ )?notice| it)?"
    r"|(?:it is |they are )?(?:terminated|cancelled|canceled|stopped))"
    r"(?: (?:by|from) (?:either|one|a|any) (?:party|side))?(?: beforehand| in time| in advance| first| before)?"
)
_UNTIL = (
    r"until (?:(?:it is|they are|it's) )?(?:(?:terminated|cancelled|canceled|ended|brought to an end)"
    r"|(?:either|one|any|a) (?:party|side|of the parties) (?:ends|terminates|cancels|stops|gives notice)(?: (?:it"
    r"|them))?)"
    r"(?: (?:by|on) (?:(?:either|one|a|any|the) (?:party|side|parties)|notice))?"
)
_BOTH_AGREE = (
    r"(?:if|when|where|provided) (?:both|the|all)(?: the)? (?:parties|sides)(?: both)? (?:agree|consent)"
    r"(?: to it| in writing)?|(?:by|with|on|upon|subject to) (?:the )?(?:mutual|joint) (?:written )?(?:agreement"
    r"|consent)(?: of (?:both|the)"
    r" (?:parties|sides))?"
    r"|(?:by|with|on|upon) (?:written )?(?:agreement|consent) (?:of|by|between) (?:both|the)(?: the)? (?:parties|sides)"
    r"|with (?:both|the)(?: the)? (?:parties|sides)'? (?:agreement|consent)"
)
_ROLES = (
    r"(?:(?:sub-?)?licen[sc](?:ee|or)|borrower|lender|landlord|tenant|less(?:or|ee)|customer|client|supplier|vendor"
    r"|seller|buyer|purchaser|(?:service )?provider|(?:sub)?contractor|distributor|agent"
    r"|principal|franchis(?:or|ee)|consultant|developer|guarantor|sponsor|employer|employee|manufacturer|host"
    r"|reseller|assign(?:or|ee)|recipient|discloser"
    r"|transfer(?:or|ee)|shipper|carrier|publisher|(?:data )?(?:processor|controller)|pledgor|pledgee|investor)"
)
_LAW = r"(?:the |which |what )?(?:governing |applicable |proper )?law"
_FORUM = r"(?:the |which |what )?(?:exclusive |competent )?(?:forum|venue|jurisdiction|courts?)"
_SEAT = r"(?:arbitral seat|arbitration seat|(?:seat|place) of (?:the )?(?:arbitration|tribunal))"
_IN_WRITING = r"(?:in writing|in written form|by (?:a )?(?:signed|written) (?:document|agreement|instrument|writing))"
_VARIED = r"(?:varied|amended|changed|modified|altered)"

_TURNS_OF_PHRASE: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    # "Can you list the NDAs?" is no question whether
    (
        r"^(?:can|could|will|would|may|might) (?:you|we|i) (?:(?:please|kindly|just|quickly|also|maybe|perhaps) )*"
        r"(?=(?:list|show|give|find|name|identify|display|enumerate|pull up|pull out|pull|bring up|look up|search for"
        r"|retrieve|count)\b)",
        "",
    ),
    # One way to settle disputes and not the other
    (
        rf"{_CHOOSE}\b(?:the )?{_ARBITRATION},? {_RATHER}{_TO} {_COURTS}(?=\W|$)",
        "with arbitration but without jurisdiction",
    ),
    (
        rf"{_CHOOSE}\b(?:the )?{_COURTS},? {_RATHER}{_TO} {_ARBITRATION}(?=\W|$)",
        "with jurisdiction but without arbitration",
    ),
)
_OF_CONTRACTS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    # Why somebody asks, set apart by a comma
    (
        r"^(?:for|as part of|in preparation for|ahead of) (?:the|our|my|this|next)(?: [\w-]+){0,2}? (?:year[ -]end )?"
        r"(?:audit|close|closing|accounts|review|board meeting|meeting|filing|budget|report)\s*[,:-]\s*"
        r"(?=(?:which|what|how many|list|show|who|when|do|does|is|are)\b)",
        "",
    ),
    # Notice of termination is one fact
    (
        rf"\b((?:{NUMBER})[ -](?:day|week|month|year)s?'?(?: prior| advance| written)* notice)"
        r" (?:of (?:termination|cancellation)|(?:to|for) (?:terminate|termination|cancel|end (?:it|them)))(?=\W|$)",
        r"\1",
    ),
    (r"\bhow much notice of (?:termination|cancellation) ", "how much notice "),
    # How a contract goes on
    (
        rf"\b(?:(?:(?:are|is) )?automatically (?:renew|extend)(?:s|ed|ing)?|(?:renew|extend|roll)(?:s|ing)?(?: over)?"
        rf"(?: automatically| by (?:themselves|itself))?|(?:are|is|get) (?:renewed"
        rf"|extended)(?: automatically)?),? {_UNLESS}"
        r"(?=\W|$)",
        "renew automatically",
    ),
    (
        rf"\b(?:(?:that|which) )?(?:continu|run|last|remain|stay|go on|carry on|keep running)(?:e|es|s)?"
        rf"(?: in (?:force|effect))?(?: indefinitely| on)? {_UNTIL}(?=\W|$)",
        "are evergreen",
    ),
    (
        rf"\b(?:(?:can|may|could|shall|will) )?(?:only )?(?:be )?(?:renew|extend)(?:s|ed|able"
        rf"|ing)?(?: only)? (?:{_BOTH_AGREE})"
        r"(?=\W|$)",
        "renew by mutual agreement",
    ),
    (r"\b(?:are|is) renewable (?:only )?(?=by mutual agreement)", "renew "),
    (
        r"\b(?:ends?|ending|expires?|expiring|lapses?|finish(?:es)?|runs? out) (?:without|with no) (?:any |a |the )?"
        r"(?:(?:right|option|possibility|chance) (?:to (?:renew|extend)|of (?:renewal|extension))"
        r"|renewal(?: right| option)?)",
        "without a renewal term",
    ),
    # The law and the forum stand in the words of two clauses
    (
        rf"^(?:and |so )?(?:which|what)(?:'s| is| are)?(?: the)? (?:{_LAW} and {_FORUM}|{_FORUM} and {_LAW})"
        r" (?:(?:apply|applies) to|governs?|controls?|in|of|under|for) (?!the most)(?=.{4,80}$)",
        "quote the governing law and jurisdiction of ",
    ),
    # The same law for all
    (
        r"^(?:are|is) (all (?:of )?(?:the |our )?[\w&'., -]{2,50}?) (?:governed by|subject to|under)"
        r" (?:the same|one|one and the same|a single) (?:governing )?law(?=[?.! ]*$)",
        r"do \1 have the same governing law",
    ),
    # Those who are bound by a contract of employment
    (
        r"\b(?:our |the )?employees (?:(?:who |that )?are )?not (?:bound by|subject to)\b",
        "employment contracts without",
    ),
    (r"\b(?:our |the )?employees (?:who are |that are |are )?(?:bound by|subject to)\b", "employment contracts with"),
    # In writing only
    (
        rf"\b(?:(?:can|may|must|could|shall) (?:only be {_VARIED}|be {_VARIED} only|be only {_VARIED}) {_IN_WRITING}"
        rf"|(?:can|may|must|could|shall)(?: ?not|n't) be {_VARIED} (?:except|other than|unless"
        rf"|otherwise than) {_IN_WRITING}"
        rf"|require (?:any |all )?(?:variations?|amendments?|changes|modifications?) to be (?:made "
        rf"|agreed )?{_IN_WRITING})",
        "have an amendment clause",
    ),
    # Who has a role is told with the parties
    (
        rf"^(?:and |so )?(?:who|which (?:company|party|side|firm)) (?:is|was|are|acts as|is acting as) (?:the "
        rf"|our |an? )?"
        rf"{_ROLES} (?:in|under|of|to) (?=.{{3,60}}$)",
        "who are the parties of ",
    ),
    # The seat stands in the words of the clause
    (
        rf"^(?:and |so )?(?:what|which|where)(?: is| was)?(?: the| our)? {_SEAT}(?: (?:did|have) we (?:agreed?"
        rf"|chosen?|choose"
        r"|picked|pick)(?: on| upon)?)? (?=(?:in|under|of|for|with)\b)",
        "quote the arbitration clause ",
    ),
)
_REQUESTS = tuple((re.compile(pattern), spelled) for pattern, spelled in (*_TURNS_OF_PHRASE, *_OF_CONTRACTS))


def english_requests_spelled_out(text: str, today: date) -> str:
    """A folded question with what a lawyer says in English spelled out."""
    text = days_of_state(text, today)
    for pattern, spelled in _REQUESTS:
        text = pattern.sub(spelled, text)
    return text
