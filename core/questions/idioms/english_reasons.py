"""Why an English question is asked, where it says so before it asks: "The auditors are here.", "For the board pack,".

A reason gives no condition: whoever prepares an audit asks for contracts, not for those about audits.
"""

from __future__ import annotations

import re

_PAPERS = (
    "audits?|reviews?|checks?|reports?|register|minutes|meetings?|call|calls|file|files|handover|deck|slides?|board"
    "|pack|budget|renewals? round|negotiations?|due diligence|stocktake|inventory|project|quarter-end|year-end|filing"
    "|spreadsheet|records|briefing|presentation|memo|request|queries|query"
)
_ASKS = re.compile(
    r"[?]|\b(?:which|what|who|whose|where|when|how|list|show|find|give|tell|count|any|contracts?|agreements?|deals?"
    r"|do we|does|did|is there|are there)\b"
)
"""Words that ask, or name what is asked for: a sentence with one of them is no mere reason."""
_BACK = re.compile(r"\b(?:it|its|them|they|those|the same|have one|has one|have none|has none)\b")
"""Words that take up what was said before them."""
_REASON = re.compile(
    rf"for (?:the|our|my|an?|tomorrow's|today's|this) (?:[\w'-]+ ){{0,3}}(?:{_PAPERS})(?:,|:| -) "
    rf"|(?:[\w'-]+ ){{1,3}}(?:{_PAPERS}): "
    r"|(?:before|when|while|as) (?:i|we) [\w' -]{2,40}[,:] "
    r"|(?:my|our|the|some)? ?[\w'-]+(?: [\w'-]+){0,2} (?:needs?|wants?|asks?|asked|is asking|are asking|keeps? asking)"
    r"[\w' -]{0,40}(?:[.!:;]| -|, so:?) "
    r"|[\w' ,-]{4,60}, so:?,? (?=(?:which|what|who|how|do|does|did|is|are|when|where|list|show)\b)"
    r"|(?:the|my|our|we|i|they|he|she|it|there)(?:'\w+)? [\w' ,-]{3,70}[.!] ",
)


def reason_before(text: str) -> int:
    """Where the reasons end that a folded English question begins with; 0 where it gives none."""
    end = 0
    while (found := _REASON.match(text, end)) is not None and len(text) - found.end() >= 12:
        if _ASKS.search(found.group()) or _BACK.search(text, found.end()):
            break
        end = found.end()
    return end
