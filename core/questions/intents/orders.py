"""All contracts of a list in the order of a date: "list our leases by expiry date, latest first", 締結日の新しい順."""

from __future__ import annotations

import re

from core.questions.assembly import SUBJECTS, Assembly, ReadingDraft
from core.questions.plan import EVERY_CONTRACT, DateField, DateIn, Plan, Question

_DATED = (
    r"(?:(?:expiry|expiration|end|termination|signing|signature|agreement|execution|effective|start|commencement|notice)"
    r" (?:date|day|deadline)s?|date of (?:expiry|expiration|signing|signature|execution|agreement|commencement)"
    r"|when they (?:expire|end|start|were signed))"
)
_FIRST = (
    r"(?P<first>(?:(?:the )?(?:earliest|soonest|oldest|latest|newest|most recent|furthest|closest|nearest|last)"
    r"(?: (?:ones?|dates?))? (?:first|on top|at the top))|in (?:ascending|descending) order|ascending|descending)"
)
_ENGLISH = re.compile(
    r"^(?![^?]*\b(?:how many|number of|count)\b)"
    r"(?![^?]*\b(?:top|first|last|next|latest|earliest|oldest|newest|longest|shortest|most|least)\b[^?]*\b(?:by|of)\b)"
    r"[^?]*?"
    r"(?P<order>(?:\b(?:sorted|ordered|arranged|listed|ranked)(?: by)?|\bin (?:the )?order of"
    r"|(?<=^)(?:please |can you |could you )?(?:sort|order|arrange|rank)\b(?P<what>[^?]*?) by"
    r"|(?:(?<=contracts)|(?<=agreements)|(?<=leases)|(?<=licenses)|(?<=licences)|(?<=ndas)|(?<=loans)|(?<=deals)) by)"
    rf" (?:their |the |its )?(?P<field>{_DATED})(?:[,;: -]+(?:with )?{_FIRST})?)(?:,? please)?[?.! ]*$"
)
_JAPANESE = re.compile(
    r"(?P<order>(?:契約)?"
    r"(?P<field>満了日|終了日|期限|満期|締結日|契約日|調印日|署名日|発効日|開始日|効力発生日|通知期限)(?:の|が)?"
    r"(?P<first>早い|遅い|古い|新しい|近い|先の|遠い)?(?:もの)?(?:から)?順(?:番)?(?:に|で|の)?、?)"
    r"(?!.*\d+(?:件|本|つ))(?:契約を)?(?:並べ|ソート|一覧|表示|出し|見せ|教え|リスト|挙げ|[?？。\s]*$)"
)
_FIELDS: tuple[tuple[re.Pattern[str], DateField], ...] = (
    (re.compile(r"notice|通知"), "last_notice_day"),
    (re.compile(r"expir|\bend|terminat|満了|終了|期限|満期"), "expiration_date"),
    (re.compile(r"effective|start|commenc|発効|開始|効力"), "effective_date"),
    (re.compile(r"sign|agreement|execut|締結|契約日|調印|署名"), "agreement_date"),
)
_LATEST = re.compile(r"latest|newest|recent|furthest|last|descending|遅い|新しい|先の|遠い")
_NEAREST = re.compile(r"soonest|closest|nearest|近い")
"""The days to come, the next one first; of days that only lie behind, such as that of signing, the last one first."""
_AHEAD = ("expiration_date", "last_notice_day")


def in_order(made: Assembly) -> ReadingDraft | None:
    """A list of contracts in the order of a date, those without the date told beside it."""
    match = _ENGLISH.search(made.text) or _JAPANESE.search(made.text)
    if match is None:
        return None
    begin, end = match.span("order")
    what = match.span("what") if match.re is _ENGLISH else (-1, -1)  # 'sort the leases by …': which contracts
    field = next(field for words, field in _FIELDS if words.search(match["field"]))
    order = [token for token in made.tokens if begin <= token.start and token.end <= end]
    made.use(*[token for token in order if not what[0] <= token.start < what[1]])
    whole = made.first("doc", "all") is not None or any(isinstance(c, SUBJECTS) for c in made.conditions)
    made.use_all("list", "which", "doc", "all")
    near = _NEAREST.search(match["first"] or "") is not None
    to_come = (DateIn(field, made.today.isoformat(), None),) if near and field in _AHEAD else ()
    ascending = bool(to_come) or (not near and _LATEST.search(match["first"] or "") is None)
    plan = Plan("list", (*made.conditions, *to_come), by_date=field, top=EVERY_CONTRACT, ascending=ascending)
    return ReadingDraft(Question("numbers", plan, day=made.day), made.unused(), used_head=whole)
