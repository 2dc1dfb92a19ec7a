"""What is wanted of one contract in everyday words: its overview, where it speaks of something, who may end it.

A summary is answered by the overview: facts and clauses with their words. Nothing here writes one in words of its own.
"""

from __future__ import annotations

import re

_END = r"(?:,? (?:for me|for us|please|briefly|in short|in brief|in a few (?:words|lines)))*(?=[?.! ]*$)"
_PLEASE = r"(?:(?:please|can you|could you|would you|kindly|just) )*"
_GIVE = (
    r"(?:(?:give|show|get|send) (?:me|us) |i (?:need|want|would like) |can i (?:have|get|see) |let me see "
    r"|what (?:is|are) )?"
)
_ONE = (
    r"(?P<of>(?![^?]*\b(?:clauses?|provisions?|section|article|all|every|each|any|contracts|agreements|ndas|leases"
    r"|licen[sc]es|portfolio|everything|them|these|those|ones|what|contract types?)\b)"
    r"(?:the |our |this )?[\w&'.,() -]{2,70}?)"
)
_OVERVIEW = (
    r"(?:overview|summary|outline|snapshot|profile|essentials|basics|gist"
    r"|(?:key|main|most important|essential|basic|principal) (?:terms|points|facts|data|provisions|conditions|details))"
)
_CAN_END = (
    r"(?:can|may|could|is (?:allowed|entitled|able|free) to|has (?:the|a) right to|are (?:allowed|entitled|able) to)"
)
_ENDS = r"(?:terminate|end|cancel|exit|leave|quit|get out of|walk away from)"
_FREELY = r"(?:for convenience|without (?:cause|(?:any |a )?reason)|at any time|early|at will|on notice|prematurely)"
_JA_ONE = (
    r"(?P<of>(?![^、。?？]*(?:ごと|別|一覧|すべて|全部|全契約|各))"
    r"[^、。?？]{0,40}?(?:契約|書|規約|契約(?:番号)?\s?\d+|\d番))"
)

_SENTENCES = (
    (
        rf"^{_PLEASE}{_GIVE}(?:an? |the )?(?:short |brief |quick |concise )?{_OVERVIEW}"
        rf" (?:of|on|for|about|in) {_ONE}{_END}",
        r"tell me about \g<of>",
    ),
    (rf"^{_PLEASE}(?:summari[sz]e|sum up|outline|recap) {_ONE}{_END}", r"tell me about \g<of>"),
    (
        rf"^{_PLEASE}(?:summari[sz]e|sum up|outline|recap) the (?P<what>[^?]{{3,50}}?)"
        r" (?:clause|provision)s?"
        rf" (?:in|of) (?P<of>[^?]{{2,60}}?){_END}",
        r"what does \g<of> say about \g<what>",
    ),
    (
        rf"^where (?:does|do) {_ONE} (?:talk|speak|say (?:anything|something)) (?:about|of)"
        rf" (?P<what>[^?]{{3,60}}?){_END}",
        r"what does \g<of> say about \g<what>",
    ),
    (
        rf"^(?:and |so )?who {_CAN_END} {_ENDS} {_ONE},? {_FREELY}{_END}",
        r"what does \g<of> say about termination for convenience",
    ),
    (
        rf"^(?:and |so )?who {_CAN_END} {_ENDS} {_ONE}{_END}",
        r"what does \g<of> say about termination for convenience and termination for cause",
    ),
    (
        r"\b(?:(?:is|are|were|be) )?(?:(?:just )?about to|on the point of|close to)"
        r" (?:expir|laps|end|run)(?:e|ing|ning|s)?\b(?: out| off)?",
        "expire soon",
    ),
    (r"(?<=[の\d])(?:要約|サマリー)(?=[をはが])", "概要"),
    (
        rf"^{_JA_ONE}(?:を|について|の内容を)(?:簡単に|手短に|短く|簡潔に|ざっと|ざっくり)?"
        r"(?:要約|まとめ|サマライズ)(?:し)?て?(?:ください|下さい|ほしい|もらえますか|くれますか|お願いします)?(?=[?？。\s]*$)",
        r"\g<of>の概要を教えて",
    ),
    (
        rf"^{_JA_ONE}(?:で|の中で|において)、?(?P<what>[^、。?？]{{2,24}}?)(?:について|に関して|のこと(?:が|を)|が)"
        r"(?:書いてある|書かれている|触れている|定めている|規定されている|記載されている)(?:の|ところ|箇所|部分|条項)は"
        r"(?:どこ|どの(?:条|ページ|条項|部分))(?:です|でしょう)?(?:か)?(?=[?？。\s]*$)",
        r"\g<of>は\g<what>について何と書いてありますか",
    ),
)
_COMPILED = tuple((re.compile(pattern), spelled) for pattern, spelled in _SENTENCES)


def of_one_contract_spelled_out(text: str) -> str:
    """A folded question for something of one contract, in words that the grammar reads."""
    for pattern, spelled in _COMPILED:
        text = pattern.sub(spelled, text)
    return text
