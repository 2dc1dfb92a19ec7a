"""Questions for everybody whom there are contracts with: "which companies do we deal with?", どこと契約していますか."""

from __future__ import annotations

import re

_FIRMS = r"(?:companies|firms|parties|businesses|organi[sz]ations|counter-?parties|partners)"
_DEALS = r"(?:(?:any |some )?(?:contracts|agreements|deals)|an? (?:contract|agreement|deal))"
_WE_DEAL = (
    rf"(?:do we (?:currently )?(?:have|hold) {_DEALS}|have we (?:got|made|signed|concluded) {_DEALS}"
    rf"|are we (?:contracted|in contract|under contract|doing business|bound by {_DEALS}|party to {_DEALS})"
    r"|do we (?:deal|work|do business|contract|cooperate|have dealings|have business))"
)
_END = r"(?: (?:now|today|currently|at the moment|at present|overall|in total))*(?=[?.! ]*$)"
_OF_KIND = (
    r"(?P<kind>(?!any |some )"
    r"(?:[a-z-]+ )?(?:leases|licen[sc]es|ndas|loans|franchises|(?:[a-z-]+ ){1,2}(?:agreements|contracts)))"
)
_WE_JA = r"^(?:(?:現在|今|うち|当社|弊社|我が社|わが社)(?:は|が)?、?)?"
_JA_FIRMS = r"(?:会社|企業|法人|相手(?:方|先)?|取引先|ところ|団体)"
_JA_DO = (
    r"(?:(?:契約|取引)(?:を|が|関係(?:に|が))?(?:現在|今)?"
    r"(?:して|結んで|締結して|交わして|あって)?(?:い|お)?"
    r"(?:ます|ました|る|ある|あります|ります)?)"
)
_JA_END = r"(?:の|ん)?(?:です|でしょう)?(?:か)?(?=[?？。\s]*$)"

_SENTENCES = (
    (
        rf"^(?:and |so )?(?:with )?(?:(?:which|what) (?:other )?{_FIRMS}|who(?:m)?(?: all)?) {_WE_DEAL}"
        rf"(?: with)?{_END}",
        "list all counterparties",
    ),
    (
        rf"^(?:and |so )?(?:with )?(?:which|what) {_FIRMS} do we have {_OF_KIND}(?: with)?{_END}",
        r"who are the parties of the \g<kind>",
    ),
    (
        rf"^(?:and |so )?(?:with )?(?:(?:which|what) {_FIRMS}|who(?:m)?) do we have (?:contracts|agreements|deals)"
        r"(?: with)?,? (?P<which>(?:that|which|with|without|under|governed by|expiring|ending|containing|having|signed"
        rf"|in) [^;?]{{3,80}}?){_END}",
        r"who are the parties of the contracts \g<which>",
    ),
    (
        rf"^(?:and |so )?(?:with )?(?:which|what) {_FIRMS} do we have (?P<what>(?:an? |any )?[a-z][a-z' -]{{3,50}}?)"
        rf"(?: clauses?| provisions?)? with{_END}",
        r"who are the parties of the contracts with \g<what>",
    ),
    (
        rf"{_WE_JA}(?:(?:どの|どんな|どちらの|どこの){_JA_FIRMS}|誰|だれ|どこ|どなた)と、?"
        r"(?P<kind>[^、。?？とのがを]{2,20}?契約)(?:書)?を?(?:結んで|締結して|交わして|して)(?:い|お)?(?:ます|る|ります)"
        rf"{_JA_END}",
        r"\g<kind>の相手方を教えて",
    ),
    (
        rf"{_WE_JA}(?:どの|どんな|どちらの|どこの|どういう|どういった|何という)"
        rf"{_JA_FIRMS}と、?{_JA_DO}{_JA_END}",
        "取引先の一覧",
    ),
    (
        rf"{_WE_JA}(?:誰|だれ|どこ|どなた)と、?{_JA_DO}{_JA_END}",
        "取引先の一覧",
    ),
    (
        rf"^(?:(?:現在|今|当社|弊社)(?:が|と)?、?)?契約(?:を)?(?:して|結んで|締結して)(?:い)?る{_JA_FIRMS}"
        r"(?:の一覧|のリスト|名)?(?:は|を)?(?:全部|すべて)?(?:教えて|見せて|出して|一覧に?して)?(?=[?？。\s]*$)",
        "取引先の一覧",
    ),
)
_COMPILED = tuple((re.compile(pattern), spelled) for pattern, spelled in _SENTENCES)


def dealing_with_spelled_out(text: str) -> str:
    """A folded question for all companies that there are contracts with, in words that the grammar reads."""
    for pattern, spelled in _COMPILED:
        text = pattern.sub(spelled, text)
    return text
