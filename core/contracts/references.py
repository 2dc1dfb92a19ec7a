"""Other agreements that a contract's text names with a date or as what it amends, in English and Japanese.

"Amendment No. 1 to the Supply Agreement dated March 1, 2019", "supersedes and replaces the Agreement dated …",
"2019年3月1日付け供給契約書（以下「原契約」という）を次のとおり変更する". A clause that supersedes all prior
agreements names none and gives nothing; an agreement that is excepted ("other than the Confidentiality Agreement
dated …") is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.contracts.builtin.dates.dates import DateMention, find_dates
from core.contracts.builtin.segments import plain as plain_forms
from core.relations import AgreementReference, Verb

_NOUN = r"(?:Agreement|AGREEMENT|Contract|CONTRACT|Lease|LEASE|Term\s+Sheet|Memorandum\s+of\s+Understanding)"
_TITLE = re.compile(
    rf"(?<![\w-])(?P<title>(?:(?!(?:This|THIS|The|THE|Whereas|WHEREAS)\b)[A-Z][\w/&'’.-]*,?\s+(?:(?:and|of|for|to|the|on|&)\s+){{0,2}}){{0,10}}{_NOUN})"
    r"(?![\w-])"
)
_DATED = re.compile(
    r"\b(?:dated|made|entered\s+into|executed|signed|concluded|effective(?:\s+date)?)\b"
    r"(?:[\s,]+(?:and|effective|made|dated|executed|as|of|on|for|reference|purposes|is|was))*[\s,:]*",
    re.I,
)
_TO = re.compile(
    r"\b(?:amendment|addendum|supplement|modification)\b[^.;\n]{0,24}?\s+to\s+(?:the\s+|that\s+certain\s+)?(?P<rest>.+)$",
    re.I | re.S,
)
_HEADING = re.compile(
    r"\b(?:amendment|addendum|supplement)\b(?:\s*(?:no\.?|number|n[°º]|#)?\s*\w{1,4})?\s+to\s+(?:the\s+)?"
    rf"(?P<title>(?:[A-Z][\w/&'’.-]*,?\s+(?:(?:and|of|for|to|the|on|&)\s+){{0,2}}){{0,8}}?{_NOUN})(?!\w)",
    re.I,
)
_GAP, _HEAD, _BEFORE, _BEHIND, _DAY = 190, 900, 320, 260, 48
_OPENING = 8_000
"""Where an amendment says what it amends; further on, an agreement that is only named is something else."""
_YEAR = re.compile(r"(?:19|20)\d\d|\d[-/.]\d|'\d\d|thousand|nineteen", re.I)
_STOP = re.compile(r";|(?<=[a-z)\"”])\.\s+(?=[A-Z\"“])|\n\s*\n")
_SUPERSEDES = re.compile(
    r"\b(?:supersed(?:es?|ed|ing)|replac(?:es?|ing)|in\s+(?:lieu|substitution|replacement)\s+of|amends?\s+and\s+restates?"
    r"|(?:is|being)\s+an?\s+amendment\s+and\s+restatement\s+of)\b"
    r"(?:\s*(?:,|and|or)+\s+(?:replac|supersed|cancel|terminat)\w+)*",
    re.I,
)
_SUPERSEDED = re.compile(
    r"\b(?:is|are|was|were|be|been)\s+(?:hereby\s+)?(?:\w+\s+){0,2}?(?:superseded|replaced|amended\s+and\s+restated)\b",
    re.I,
)
_AMENDS = re.compile(r"\b(?:amends?|modif(?:y|ies)|supplements?)\b(?!\s+and\s+restat)", re.I)
_AMENDED = re.compile(
    r"\b(?:is|are|be)\s+hereby\s+(?:further\s+)?(?:amended|modified|supplemented)\b(?!\s+and\s+rest)", re.I
)
_EXCEPTED = re.compile(
    r"\b(?:except|other\s+than|excluding|save|without\s+limiting|notwithstanding|not|nor|neither)\b"
    r"|\bsubject\s+to\b|\bpursuant\s+to\b|\bin\s+accordance\s+with\b|\bunder\b",
    re.I,
)
_PART = re.compile(
    r"\b(?:annex|exhibit|schedule|attachment|appendix|section|article|paragraph)\b|\bin\s+its\s+entirety\s+with\b", re.I
)
_SURVIVES = re.compile(
    r"\bshall\s+(?:survive|remain|continue)\b|\bnot\s+(?:be\s+)?(?:supersed|replac|amend|affect)", re.I
)

_JA_NAMED = re.compile(
    r"\s*(?:付け|付|づけ)?(?:(?:で|にて|に)?(?:甲乙間で|甲及び乙(?:の間)?で|両当事者間で|当事者間で)?(?:締結|取り?交わ)(?:した|された|済みの|し))?"
    r"\s*(?:の|、)?\s*[「『]?(?P<title>[^「」『』、。\n（()）\d]{0,36}?(?:契約書|契約|覚書|合意書))[」』]?"
)
_JA_AMENDS = re.compile(r"変更(?:する|し|契約|に関)|改定(?:する|し)|改め(?:る|、)|修正する|読み替え|追加する|削除する")
_JA_SUPERSEDES = re.compile(
    r"失効|効力を失|終了(?:する|し|させ)|取って代わ|に代わる|代えて|置き換え|優先し.{0,8}置|廃止"
)
_JA_EXCEPTED = re.compile(r"を除(?:き|く)|影響を(?:与え|及ぼさ)|にかかわらず|妨げ|基づ(?:き|く|い)")
_JA_NEAR = 160
_ASIDE = re.compile(r"[（(][^（）()]{0,80}[)）]")


def agreement_references(text: str) -> tuple[AgreementReference, ...]:
    """What a text says of other agreements, in reading order.

    Args:
        text: the document's text; offsets refer to it.
    """
    plain = plain_forms(text)
    found = [*_heading(plain), *_english(plain), *_japanese(plain)]
    unique = {(reference.title, reference.day, reference.verb): reference for reference in reversed(found)}
    return tuple(sorted(unique.values(), key=lambda reference: reference.start))


def _heading(plain: str) -> Iterator[AgreementReference]:
    match = _HEADING.search(plain, 0, _HEAD)
    if match:
        yield AgreementReference(_tidy(match["title"]), None, "amends", match.start(), match.end())


def _english(plain: str) -> Iterator[AgreementReference]:
    for anchor in _DATED.finditer(plain):
        if not _YEAR.search(plain, anchor.end(), anchor.end() + _DAY):
            continue
        named = _title_before(plain, anchor.start())
        if named is None:
            continue
        dates = find_dates(plain, anchor.end(), min(len(plain), anchor.end() + _DAY))
        if not dates or dates[0].start > anchor.end() + 6 or dates[0].value is None:
            continue
        start, title = named
        stated = _stated(plain, start, title, dates[0])
        if stated is None or (stated[0] == "names" and start > _OPENING):
            continue
        verb, first, last = stated
        yield AgreementReference(title, dates[0].value.isoformat(), verb, min(first, start), max(last, dates[0].end))


def _title_before(plain: str, place: int) -> tuple[int, str] | None:
    """The last title before an offset, in the same sentence, that is not this agreement's own; with its offset."""
    found = [
        match
        for match in _TITLE.finditer(plain, max(0, place - _GAP), place)
        # ("Agreement"), the short name that is given to the agreement named before it
        if plain[match.start() - 1 : match.start()] not in ('"', "“")
    ]
    if not found or _STOP.search(plain, found[-1].end(), place):
        return None
    last = found[-1]
    title = last["title"]
    if re.search(r"\bthis\s+$", plain[max(0, last.start() - 6) : last.start()], re.I):
        return None
    stripped = _TO.search(title)
    if stripped:
        if re.search(r"\bby\s+(?:that\s+certain\s+|the\s+)?$", plain[max(0, last.start() - 20) : last.start()], re.I):
            return None
        title = stripped["rest"]
    return last.start(), _tidy(title)


def _stated(plain: str, start: int, title: str, day: DateMention) -> tuple[Verb, int, int] | None:
    """What is said of the agreement named at `start`, with where those words begin and end; None where it is spared."""
    before = plain[max(0, start - _BEFORE) : start]
    cut = [match.end() for match in _STOP.finditer(before)]
    before = before[cut[-1] :] if cut else before
    behind = plain[day.end : day.end + _BEHIND]
    ending = _STOP.search(behind)
    behind = behind[: ending.start()] if ending else behind
    for verb, active, passive in (
        ("supersedes", _SUPERSEDES, _SUPERSEDED),
        ("amends", _AMENDS, _AMENDED),
    ):
        verbs = list(active.finditer(before))
        if verbs:
            between = before[verbs[-1].end() :]
            denied = re.search(r"\bnot\s+(?:\w+\s+){0,2}$", before[: verbs[-1].start()])
            part = verb == "supersedes" and _PART.search(between + title)
            if denied or part or _EXCEPTED.search(between) or _SURVIVES.search(behind):
                return None
            place = start - len(before) + verbs[-1].start()
            return _verb(verb), place, day.end
        after = passive.search(behind)
        if after and not re.search(r"\bnot\b", behind[: after.end()]):
            return _verb(verb), start, day.end + after.end()
    return "names", start, day.end


def _verb(word: str) -> Verb:
    return "supersedes" if word == "supersedes" else "amends"


def _japanese(plain: str) -> Iterator[AgreementReference]:
    if "年" not in plain:
        return
    for day in find_dates(plain):
        if day.value is None or "年" not in plain[day.start : day.end]:
            continue
        named = _JA_NAMED.match(plain, day.end, min(len(plain), day.end + 90))
        if named is None or "本契約" in named["title"]:
            continue
        # the full stop in （以下「原契約」という。） ends no sentence
        behind = _ASIDE.sub(lambda aside: "-" * len(aside[0]), plain[named.end() : named.end() + _JA_NEAR])
        behind = behind.split("。", maxsplit=1)[0]
        if _JA_EXCEPTED.search(behind[:40]):
            continue
        verb: Verb = "names"
        if day.start > _OPENING and not (_JA_SUPERSEDES.search(behind) or _JA_AMENDS.search(behind)):
            continue
        cue = _JA_SUPERSEDES.search(behind) or _JA_AMENDS.search(behind)
        if cue:
            verb = "supersedes" if _JA_SUPERSEDES.search(behind) else "amends"
        end = named.end() + (cue.end() if cue else 0)
        yield AgreementReference(named["title"].strip(), day.value.isoformat(), verb, day.start, end)


def _tidy(title: str) -> str:
    return " ".join(title.split())
