"""The agreement date.

The agreement's own date stands in the preamble ("made as of this 21st day of June, 1999"), on the cover, or where it
is signed; dates of other agreements that recitals quote are not taken.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from core.contracts.builtin.dates.dates import DateMention
from core.contracts.builtin.dates.named_date import NamedDate, blank_fact, dated_fact
from core.contracts.builtin.dates.signed_japanese import japanese_signed
from core.contracts.builtin.facts.facts_text import DocumentReading
from core.contracts.builtin.parties.preamble import Preamble

_DATED = re.compile(
    r"\b(?:dated(?:\s+as)?|date|effect|from|made|entered(?:\s+into)?|executed|effective|as\s+of|signed|"
    r"concluded|is\s+made|on|this|dated:|date:)[\s,:]*(?:to\s+be\s+effective\s+)?"
    r"(?:(?:as\s+of|on|this|the|is|dated|effective|and|into|made|entered|executed|in\s+\w+(?:\s\w+)?)[\s,:]*)*$",
    re.IGNORECASE,
)
_OTHER_AGREEMENT = re.compile(
    r"\b(?:that\s+certain|certain|original|prior|previous|existing|amended|amends?|pursuant\s+to|under|"
    r"supersedes?|between\s+[^.;]{3,60}\s+and)\b"
    r"[^.;]{0,120}\b(?:agreement|contract|lease|license|plan|proposal|order|letter|amendment|prospectus|patent|"
    r"application)\b[^.;]{0,80}\b(?:dated|as\s+of|made|effective|entered)[^.;]{0,40}$|"
    r"\b(?:amendment|addendum|supplement)\b[^.;]{0,60}\bto\s+(?:the|that|its|a)\b(?:(?!\bis\b|\bthis\b|"
    r"\"\s*\)\s+is|\bentered\s+into\s+this)[^.;]){0,160}\b(?:agreement|contract|lease)\b(?:(?!\bis\b|"
    r"\bthis\b)[^.;]){0,80}\b(?:dated|as\s+of|effective)[^.;]{0,30}$|"
    r"\b(?:under|pursuant\s+to|of)\s+(?:[\w&.'-]+\s+){1,8}?(?:terms|conditions)\s+dated\s+(?:as\s+of\s+)?$|"
    r"\b(?:quotation|quote|tender|proposal|offer|estimate)\s+(?:no\.?\s*[\w-]+\s+)?(?:dated|of)\s+$|"
    r"\b(?:born|filed|incorporated|issued|expir\w+|terminat\w+|until|through|ending|prior\s+to|before|after|"
    r"organized|approved|adopted|ratified|authori[sz]ed|(?:take|takes|taken|took)\s+place|held|completed|delivered|"
    r"paid|received)\b[^.;]{0,30}$",
    re.IGNORECASE,
)
_THIS = re.compile(
    r"\bthis\s+(?:(?!agreement\b|contract\b|lease\b)[\w&,'/().#-]+\s+){0,12}?\"?(?:agreement|amendment|contract|lease|addendum|"
    r"license)\b(?![^.;]{0,80}\b(?:amends?|terminates?|supersedes?|restates?|under|pursuant)\b)",
    re.IGNORECASE,
)
_COVER = re.compile(
    r"(?:\bdated?\s*(?:as\s+of|the|this)?\s*[:,-]?|\bas\s+of|"
    r"\bdate\s+of\s+(?:this\s+)?agreement\s*[:-]?)\s*(?:the\s+|this\s+)?$",
    re.IGNORECASE,
)
_WITNESS = re.compile(
    r"\b(?:in\s+witness\s+whereof|executed|signed|have\s+executed|entered\s+into|"
    r"duly\s+executed)\b[^.]{0,260}?\b(?:as\s+of|on|this|dated|effective)\s*(?:the\s+|this\s+|as\s+of\s+)*$",
    re.IGNORECASE,
)
# words of a clause: of what begins on a day, where no preamble is found
_SOMETHING_BEGINS = re.compile(
    r"\b(?:(?P<force>(?:enters?|comes?)\s+into\s+(?:force|effect))|starts?|begins?|commences?|met|ends?)\s+(?:on|from|as\s+of)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
# "Oberau, 29 January 2019": where and when one of the parties signed
_PLACE_AND_DAY = re.compile(r"(?:\n|[ \t]{3})[ \t]*[A-Z][a-z]+(?:[ -][A-Z][a-z]+)?,[ \t]*(?:(?:this|the|on)\s+)?$")
_MADE = re.compile(r"\b(?:dated|made|entered|executed|concluded|signed)\b[^.;]{0,60}$", re.IGNORECASE)
_SIGNED = re.compile(r"\bdated?\s*(?:signed|executed)?\s*[:_.-]*\s*(?:as\s+of\s+)?$", re.IGNORECASE)
_SIGNATURE = re.compile(r"/s/|\bBy:|\bsignature\b|\bIN\s+WITNESS\b|\bTitle:|\bName:", re.IGNORECASE)
_DEAR = re.compile(r"\n[ \t]*Dear\s+\w")
_COVER_LENGTH = 2_500


def agreement_date(reading: DocumentReading, preamble: Preamble) -> NamedDate:
    """The date of the agreement, as fact agreement_date; a blank has no value and its words in `detail`."""
    name = "agreement_date"
    if reading.document.language == "ja":
        return japanese_signed(reading)
    blank: DateMention | None = None
    inside = [
        mention
        for mention in reading.dates_in(preamble.start, preamble.end)
        if _is_own(reading, mention, preamble.start, sure=preamble.sure)
    ]
    made = [
        mention
        for mention in inside
        if _MADE.search(reading.plain[max(preamble.start, mention.start - 70) : mention.start])
    ]
    if not made and (headed := _letter_date(reading)) is not None:
        return dated_fact(reading, name, headed, 0.85)
    for mention in (made or inside)[:1]:
        if mention.form == "date":
            return dated_fact(reading, name, mention, 0.95 if preamble.sure else 0.75)
        blank = blank or mention
    for mention in reading.dates_in(0, min(preamble.start if preamble.sure else _COVER_LENGTH, _COVER_LENGTH)):
        before = reading.plain[max(0, mention.start - 60) : mention.start]
        if _COVER.search(before) or (mention.start < preamble.start + 1_500 and _alone(reading.plain, mention)):
            if mention.form == "date" and blank is None:
                return dated_fact(reading, name, mention, 0.85)
            blank = blank or mention
    if blank is None:
        for mention in reading.dates_in(preamble.end, len(reading.plain)):
            before = reading.plain[max(0, mention.start - 300) : mention.start]
            if _WITNESS.search(before) and "first" not in before[-60:]:
                if mention.form == "date":
                    return dated_fact(reading, name, mention, 0.8)
                blank = mention
                break
    if blank is None:
        signed = _last_signature(reading)
        if signed is not None:
            return replace(dated_fact(reading, name, signed, 0.65), signed=True)
    return blank_fact(reading, name, blank)


def _letter_date(reading: DocumentReading) -> DateMention | None:
    """The date that stands alone above the salutation of a letter."""
    dear = _DEAR.search(reading.plain, 0, _COVER_LENGTH)
    above = reading.dates_in(0, dear.start() if dear else 0)
    return next((mention for mention in above if mention.form == "date" and _alone(reading.plain, mention)), None)


def _alone(plain: str, mention: DateMention) -> bool:
    """Whether a date stands alone on its line, or right under the title."""
    above, below = plain[max(0, mention.start - 60) : mention.start], plain[mention.end : mention.end + 20]
    if mention.form == "partial":
        return False
    return bool(re.search(r"(?:\n|\s{3})[ \t]*$", above) and re.match(r"[ \t]*(?:\n|\s{3}|$)", below)) or bool(
        re.search(r"\b(?:AGREEMENT|CONTRACT|LETTER)\s+$", above)
    )


def _last_signature(reading: DocumentReading) -> DateMention | None:
    """The latest date of the signature block: an agreement without a date of its own is made by the last signature."""
    signed = [
        mention
        for mention in reading.dates
        if mention.form == "date"
        and not mention.ambiguous
        and (
            (
                _SIGNED.search(reading.plain[max(0, mention.start - 40) : mention.start])
                and _SIGNATURE.search(reading.plain[max(0, mention.start - 700) : mention.end + 300])
            )
            or (
                mention.start > len(reading.plain) // 2
                and _PLACE_AND_DAY.search(reading.plain[max(0, mention.start - 50) : mention.start])
                and re.match(r"[ \t]*(?:\n|[ \t]{2}|$)", reading.plain[mention.end :][:4])
            )
        )
    ]
    return max(signed, key=lambda mention: (mention.value or date.min, -mention.start), default=None)


def of_another_agreement(before: str) -> bool:
    """Whether the words before a date speak of another agreement, or of something else that has a date."""
    match = _OTHER_AGREEMENT.search(before)
    return match is not None and not _THIS.search(before, match.start())


def _is_own(reading: DocumentReading, mention: DateMention, start: int, *, sure: bool) -> bool:
    before = reading.plain[max(start, mention.start - 260) : mention.start]
    if _SIGNED.search(before[-40:]) and _SIGNATURE.search(before):
        return False
    begins = _SOMETHING_BEGINS.search(before[-60:])
    if begins is not None and (begins["force"] or not sure):
        return False
    return not of_another_agreement(before) and bool(_DATED.search(before[-90:]) or mention.start - start < 60)
