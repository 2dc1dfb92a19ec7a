"""The day from which a contract's length counts: a date in the sentence, a day that the contract names, its date."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from core.contracts.builtin.dates.dates import DateMention
from core.contracts.builtin.dates.named_date import NamedDate
from core.contracts.builtin.facts.facts_text import DocumentReading, SentenceSpan

# the words after which an end stands, up to the end itself
UNTIL = re.compile(
    r"\b(?:until|through|thru|expir(?:e|es|ing|ation)|ends?|ending|terminat(?:e|es|ing)|conclud(?:e|es|ing)|laps(?:e|es|ing)|to|"
    r"expiration\s+date|expiry\s+date|termination\s+date|end\s+date|till|its\s+last(?:\s+day)?)\b"
    r"(?:[\s,:\"'()-]|and\s+including|the\s+(?:earlier|earliest|"
    r"first)\s+(?:to\s+occur\s+)?of(?:\s+the\s+following)?|\((?:a|i|1|x)\)|as\s+of|shall\s+(?:be|mean|expire)|"
    r"will\s+(?:be|expire)|is\b|means\b|at\b|upon\b|on\b|of\b|the\b|midnight|noon|close\s+of\s+business|end\s+of|day|"
    r"\d\d?:\d\d|[ap]\.?m\.?|(?:eastern|pacific|central|local)(?:\s+standard)?\s+time|automatically|"
    r"no\s+later\s+than|not\s+later\s+than|in\s+any\s+event|the\s+close\s+of|that\s+is|i\.e\.|namely|being|"
    r"without\s+notice|earlier|unless|its|term)*$",
    re.IGNORECASE,
)
KNOWN_BASE = re.compile(
    r"\beffective\s+date\b|\bdate\s+(?:hereof|of\s+this\s+(?:\w+\s+){0,2}(?:agreement|contract)|"
    r"first\s+(?:\w+\s+){0,3}(?:above|written)|of\s+(?:its\s+|the\s+)?(?:execution|signing|signature)|(?:this|"
    r"the)\s+agreement\s+(?:is|was)\s+(?:signed|executed))|"
    r"\bdate\s+(?:of\s+the\s+(?:agreement|contract)|signed|(?:on\s+which|that)\s+it\s+(?:is|was)\s+(?:made|signed|executed))\b|"
    r"\b(?:execution|signing)\s+(?:of\s+this\s+agreement|hereof|date)|\bday\s+and\s+year\s+first|"
    r"\bcommencement\s+date\b|\bsigning\s+date\b|\bsuch\s+date\b|\bdate\s+set\s+forth\s+above\b|"
    r"\b(?:its|the\s+letter's)\s+date\b|\bdate\s+of\s+this\s+letter\b|\bhereof\b(?=\s+(?:and|unless|,|\())",
    re.IGNORECASE,
)
_AGREED_BASE = re.compile(
    r"hereof|this\s+(?:\w+\s+){0,2}(?:agreement|contract)|first|execution|signing|signature|signed|executed|made|above|its\s+date|letter",
    re.IGNORECASE,
)
_DEFINED_HERE = re.compile(r"\(\s*(?:the\s+)?\"(?:effective|commencement)\s+date\"", re.IGNORECASE)
_FROM = re.compile(
    r"\b(?:from|after|following|commenc\w+|beginning|begins?|starting|starts?|of|on|as\s+of|upon|date)\b", re.IGNORECASE
)
_EVENT_BASE = re.compile(
    r"\b(?:from|after|following|commencing|beginning|starting|commences?|begins?|of|on|upon)\s+(?:on\s+|with\s+|"
    r"from\s+|upon\s+|as\s+of\s+)*(?:the\s+|its\s+|such\s+)?(?:date\s+(?:of|on|that|when|upon)\s+|day\s+(?:of|"
    r"on|that)\s+|completion|first|initial|launch|opening|closing|delivery|acceptance|approval|"
    r"commercial|expiration|regulatory|installation|receipt|go-live|(?:\w+\s+){1,3}date\b|\"|last)",
    re.IGNORECASE,
)
# "from the Launch Date": a day with a name of its own
_NAMED_DAY = re.compile(
    r"\b(?i:from|after|following|of|on|upon|with|at|commencing|beginning|starting)\s+(?:and\s+(?i:after)\s+|as\s+of\s+)?"
    r"(?:the\s+|such\s+|said\s+|that\s+)*(?P<name>(?:[A-Z][\w-]*\s+){1,4}Date)\b"
)
# "from Service Start", "after Go-Live": the same without the word
_NAMED_MOMENT = re.compile(
    r"\W*(?i:from|after|following|commencing|beginning|starting)\s+(?:(?i:and\s+after|as\s+of|on|with|upon)\s+)?"
    r"(?:the\s+)?(?P<name>(?!Effective|Agreement|Contract|Term\b|Initial|Execution|Signing|Signature|Commencement)"
    r"[A-Z][\w-]*(?:\s+[A-Z][\w-]*){0,3})(?![\w'’]|\s+\d)"
)
_FAR_NAMED_DAY = re.compile(
    r"\b(?i:commence|begin|start|effective|effect|force)\w*\s+(?:(?:on|upon|from|as\s+of|with|at)\s+)+(?:the\s+)?"
    r"(?P<name>(?:[A-Z][\w-]*\s+){1,4}Date)\b"
)
_OWN_DAYS = re.compile(
    r"(?:Agreement\s+|Contract\s+)?Effective\s+Date|(?:Execution|Signing|Signature|Agreement)\s+Date", re.IGNORECASE
)
_BEGINS_WITH_EVENT = re.compile(
    r"\b(?:commence|begin|start|effective)\w*\s+(?:on|upon|as\s+of|from|with)\s+"
    r"(?:the\s+)?+(?!effective|commencement|such|execution|its\s+execution|\d|\w+\s+\d|"
    r"date\s+(?:hereof|of\s+this|first)|execution|signing)\w+",
    re.IGNORECASE,
)
_SAYS_DAY = (
    r'\s*"?\s*\)?\s*(?:means|shall\s+mean|shall\s+be|will\s+be|is|:|-|\|)?\s*(?:(?:on|the|as\s+of|deemed|to|be)\s+)*'
)
_MEANS = r"\s*\"?\s*\)?\s*(?::|means|shall\s+mean|shall\s+be|is)[\s:]*(?:means\s+)?(?:the\s+)?"
_MEANS_ITS_DATE = re.compile(
    _MEANS + r"(?:date\s+(?:of\s+this\s+(?:\w+\s+)?(?:agreement|contract)|hereof|first\s+(?:above|written|set))|"
    r"(?:execution|signing)\s+date)",
    re.IGNORECASE,
)
_MEANS_EFFECTIVE = re.compile(_MEANS + r"effective\s+date\b", re.IGNORECASE)
_CALLED = r"[\s,;]*(?:\(|hereinafter|herein|being|called|which|such)[^\".;)]{0,50}"

_THAT_DAY = re.compile(
    r"\W*(?:\w+\s+){0,4}?(?:from|after|following|beginning\s+on)\s+(?:that|this)\s+(?:date|day)\b", re.IGNORECASE
)
_FEW_WORDS = 120
_LONG_BEFORE = timedelta(days=180)


@dataclass(frozen=True, slots=True)
class Beginnings:
    """What is known of a contract's beginning: its date, its effective date, the days that it names."""

    reading: DocumentReading
    agreed: NamedDate
    effective: NamedDate

    @property
    def first_day(self) -> date | None:
        """The effective date, else the date of the agreement."""
        return self.effective.value or self.agreed.value

    def named_day(self, name: str) -> date | None:
        """The day that the contract gives a name: `"Launch Date" means June 3`, `June 3 (the "Launch Date")`.

        None where it is no written day, or where two are written.
        """
        plain = self.reading.plain
        words = r"\s+".join(re.escape(word) for word in name.split())
        days: set[date | None] = set()
        for match in re.finditer(
            rf'"{words}"|\b{words}\b(?=\s*"?\s*(?::|\||means|is\b|shall\s+(?:be|mean)|\n))', plain
        ):
            day_match = re.compile(_SAYS_DAY, re.IGNORECASE).match(plain, match.end())
            at = day_match.end() if day_match is not None else match.end()
            days |= {mention.value for mention in self.reading.dates_in(at, at + 60) if mention.start == at}
            if _MEANS_ITS_DATE.match(plain, match.end()):
                days.add(self.agreed.value)
            elif _MEANS_EFFECTIVE.match(plain, match.end()):
                days.add(self.effective.value)
            days |= {
                mention.value
                for mention in self.reading.dates_in(max(0, match.start() - 120), match.start())
                if re.fullmatch(_CALLED, plain[mention.end : match.start()], re.IGNORECASE)
            }
        day = days.pop() if len(days) == 1 else None
        first = self.first_day
        # a day long before the agreement is one of an older agreement
        return None if day is not None and first is not None and first - day > _LONG_BEFORE else day

    def day(self, end: int, span: SentenceSpan, dates: tuple[DateMention, ...]) -> tuple[date | None, float]:
        """The day from which a length counts, with confidence; None where it is an event, blank or unknown.

        Args:
            end: where the words of the length end.
            span: their sentence.
            dates: the sentence's dates.
        """
        # lines drawn with hyphens under words are no words
        plain = re.sub(r"-{3,}", lambda line: " " * len(line[0]), self.reading.plain[: span.end])
        after = plain[end : min(span.end, end + 140)]
        stop = re.search(r"[.;](?=\s)|\bunless\b|\brenew", after)
        after = after[: stop.start()] if stop else after
        if _THAT_DAY.match(after):
            # "You start on 1 June. It runs for a year from that date."
            earlier = self.reading.dates_in(max(0, span.start - _FEW_WORDS), span.start)
            return (earlier[-1].value, 0.8) if earlier and not dates else (None, 0.0)
        for piece, beside in ((after, True), (plain[span.start : end], False)):
            offset = end if beside else span.start
            for mention in dates:
                local = mention.start - offset
                if (
                    0 <= local < len(piece)
                    and _FROM.search(piece[max(0, local - 40) : local])
                    and not UNTIL.search(piece[:local])
                ):
                    return mention.value, 0.9
            if (found := self._base_in_words(piece, nearby=beside, sentence=plain[span.start : end])) is not None:
                return found
        return self.first_day, 0.65

    def _base_in_words(self, piece: str, *, nearby: bool, sentence: str) -> tuple[date | None, float] | None:
        """The day that words after a length, or before it, name without writing it; None where they name none."""
        named = (
            (_NAMED_DAY if nearby else _FAR_NAMED_DAY).search(piece) or (nearby and _NAMED_MOMENT.match(piece)) or None
        )
        known = KNOWN_BASE.search(piece)
        if named is not None and _OWN_DAYS.fullmatch(named["name"]) is None:
            if (day := self.named_day(named["name"])) is not None:
                return day, 0.85
            if named["name"].split()[-2:] not in (["Effective", "Date"], ["Commencement", "Date"]) and (
                known is None or named.start("name") <= known.start()
            ):
                return None, 0.0
        event = (_EVENT_BASE if nearby else _BEGINS_WITH_EVENT).search(piece)
        if known is not None and (event is None or known.start() <= event.end() + 12):
            if _AGREED_BASE.search(known[0]):
                return self.agreed.value or self.effective.value, 0.85
            if self.effective.value is not None or (nearby and not _DEFINED_HERE.search(sentence)):
                return self.effective.value, 0.85
            return None if nearby else (None, 0.0)
        return (None, 0.0) if event is not None else None
