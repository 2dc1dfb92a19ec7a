"""How a lawyer asks in English, put in words that the grammar reads: "in force at the end of 2022", "can you list …".

Like `english_idioms`, each is a whole way to say a thing; what it does not reach stays as it is.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date

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
_REQUESTS = tuple((re.compile(pattern), spelled) for pattern, spelled in _TURNS_OF_PHRASE)


def english_requests_spelled_out(text: str, today: date) -> str:
    """A folded question with what a lawyer says in English spelled out."""
    text = days_of_state(text, today)
    for pattern, spelled in _REQUESTS:
        text = pattern.sub(spelled, text)
    return text
