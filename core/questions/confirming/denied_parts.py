"""Which parts of a question its words deny, told by what stands beside each, and whether the reading denies the same.

The grammar lets a denial reach over what it takes for one group. Here each part is looked at by itself: in Japanese the
first predicate behind it says whether it is there, in English the last denial before it that nothing has ended. Where
other words lie between, nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.questions.confirming.stated_parts import TURNING, Key, StatedQuestion, Stretch

_NAMES_ITSELF = re.compile(r"(?:が|の|は|も)(?:ある|あり|あっ(?:て|た)?|付いた|入った|定めた|含む)$")
"""A clause type's words that say themselves that it is there: 「責任の上限があり」."""
_NOT_ALONE = re.compile(
    r"(?:の?(?:条項|定め|規定))?(?:だけ|のみ)(?:で(?:は)?な|ならず)|(?:の?(?:条項|定め|規定))?(?:のほか|の他"
    r"|以外)に(?=[^、。]{1,24}も)"
)
"""「監査権だけでなく」: it is there, and something else too."""
_WHOLE_CLAUSE = re.compile(r"(?:[うくぐすつぬぶむるとた]|[^い]て)$")
"""A clause type's words that end in a verb of their own: 「引き抜きを禁じて」."""
_TURNS_ABOUT = re.compile(r"[非不無未]$|\bnon[- ]?$")
"""Directly before a clause type's words: what makes the contrary of it."""
_PERMITTED = re.compile(r"(?:でき|出来)(?!な|ま?せ)|可能|自由に|\bfreely\b")
_ASSIGNABLE = re.compile(r"譲渡(?:が|は|も|を)?(?:でき(?!な|ま?せ)|可能|自由|認め)")
_BY_CONSENT = re.compile(
    r"承諾|同意|許可|なし|なければ|ない|ず|\bconsent\b|\bapproval\b|\bnot?\b|n't\b|\bwithout\b|だけ|のみ|しか|限"
)
_PERMITS_NOT = frozenset("anti_assignment non_compete no_solicit_of_employees no_solicit_of_customers".split())


def permitted(stated: StatedQuestion) -> Iterator[str]:
    """What may be done, read as the clause type that forbids it; and the contrary of a clause type read as the type."""
    if ("clause", "anti_assignment", None) in stated.wanted and (may := _ASSIGNABLE.search(stated.text)) is not None:
        yield from () if _BY_CONSENT.search(stated.text) else (may.group(),)
    for part in stated.stretches:
        codes = {key[1] for key in part.keys if key[0] == "clause" and True in stated.wanted[key]}
        words = stated.text[part.start : part.end]
        around = words + stated.text[part.end : part.end + 4]
        if codes & _PERMITS_NOT and _PERMITTED.search(around) and _BY_CONSENT.search(stated.text) is None:
            yield words
        if codes and (turns := _TURNS_ABOUT.search(stated.text, 0, part.start)) is not None:
            yield turns.group() + words.removesuffix("の")


_EXCEPT = frozenset(("except", "exceptJ"))
_THERE = frozenset(("with", "withJ"))
_MOST_BETWEEN = 5
"""Characters, or words in English, that may lie between a part and what says whether it is there."""


def denied_otherwise(stated: StatedQuestion) -> Iterator[str]:
    """The words of parts that the reading denies and the question does not, or the other way round."""
    if stated.question.kind == "differences":
        return
    predicates = _predicates_in_japanese(stated) if stated.japanese else _predicates_in_english(stated)
    found: dict[Key, set[bool | None]] = {}
    words: dict[Key, str] = {}
    for part, there in predicates:
        for key in part.keys:
            found.setdefault(key, set()).add(there)
            words[key] = stated.text[part.start : part.end]
    denials = any(part.tags & TURNING for part in stated.stretches)
    for key, wanted in stated.wanted.items():
        ways = found.get(key, {None})
        # A law, a party or a kind that is left out may be named far behind the word that leaves it out.
        told_apart = key[0] == "clause" or True in wanted
        if len(wanted) == 1 and None not in ways and not wanted & ways and told_apart and (denials or True in wanted):
            yield words[key]


def _predicates_in_japanese(stated: StatedQuestion) -> Iterator[tuple[Stretch, bool | None]]:
    parts = stated.stretches
    for place, part in enumerate(parts):
        if not part.keys:
            continue
        if part.keys[0][0] == "clause":
            yield part, _clause_there(stated, parts, place)
        else:
            denied = _LEFT_OUT.match(stated.text, part.end) is not None
            yield part, False if denied else None if _DENIES_NEAR.match(stated.text, part.end) else True


_LEFT_OUT = re.compile(
    r"(?:州)?(?:法|の法律)?(?:が?準拠(?:法)?)?(?:との?)?(?:の)?(?:契約書?|もの|案件)?(?:の)?(?:以外|を除[いくき]"
    r"|ではな[いく]|でな[いく]|じゃな[いく])"
)
"""Directly behind a law, a kind of agreement or a party: all but that."""
_LEFT_OUT_BEHIND = re.compile(
    r"(?:州)?(?:法|の法律)?(?:が|の|を|に)?(?:準拠(?:法)?(?:する|した|として)?(?:と(?:する|した))?)?(?:との?|の)?"
    r"(?:契約書?|もの|案件|関係)?(?:の|を|は|も|が|で|に|と)*"
    r"(?:以外|除|で(?:は|も)?な|じゃな|外[しす]|抜[きい]|ほか|他|のぞ|省|属さな|従わな|よらな|入れな|含めな|準拠しな)"
)
_LEFT_OUT_BEFORE = re.compile(
    r"(?:\bnot|n't|\bnon|\bother than|\bexcept(?:ing)?(?: for)?|\bapart from|\baside from|\bexclud(?:es?|ing)"
    r"|\bbesides|\bsave for"
    r"|\bbut(?: not)?|\boutside(?: of)?|\bneither|\bnor|\bno|\bwithout|\bleav(?:e|es|ing) out|\bminus|\bless"
    r"|\bbar(?:ring)?|\bdrop"
    r"|\bignor(?:e|ing)|\bskip|\bomit(?:ting)?|\bnone of)[\s-]"
    r"(?:(?:governed|construed|counting|including|by|under|subject|to|with|for|of|in|from|the|those|that|are|is|as"
    r"|ones?|an?|any|our|their"
    r"|contracts?|agreements?|deals?|laws?|law|governing|party)[\s-]+)*$"
)
_ASIDE = re.compile(r"[\s,]*(?:contracts?|agreements?|law)?[\s,]*(?:aside|excluded|excepted|left out)\b")
_LISTED = re.compile(
    r"[\s,]*(?:laws?|ones?|contracts?|agreements?)?[\s,]*"
    r"(?:or|nor|and|,|・|、|と|や|か|または|又は|でも|および|及び|も|法|州法|契約|でなく|でもなく)*[\s,]*"
    r"(?:the |an? |those |with |under |by )*(?:law of )?"
)
"""Between two that are left out together."""
_ABROAD = re.compile(r"外国|海外|他国|国外|\bforeign\b|\boverseas\b|\bnon-")
"""Words that leave out the law of the country where it is asked, without its name."""


_SHORT_NAMES = re.compile(r"\b(?:US|USA|U\.S\.|UK|EU|PRC)(?!\w)")
"""Places that would be other words in small letters, and are not looked for as such here."""


def not_left_out(stated: StatedQuestion) -> Iterator[str]:
    """Laws, kinds of agreement and parties that a reading leaves out, where no word beside them does."""
    denied = {key for key, wanted in stated.wanted.items() if key[0] != "clause" and wanted == {False}}
    if _ABROAD.search(stated.text):
        denied = {key for key in denied if key[0] != "law"}
    parts = [part for part in stated.stretches if denied & set(part.keys)]
    left_out = [_is_left_out(stated, part) for part in parts]
    for places in (range(1, len(parts)), range(len(parts) - 1, 0, -1)):
        for place in places:
            before, after = parts[place - 1], parts[place]
            if left_out[place - 1] != left_out[place] and _LISTED.fullmatch(stated.text, before.end, after.start):
                left_out[place - 1] = left_out[place] = True
    told = {key for part, out in zip(parts, left_out, strict=True) if out for key in part.keys}
    named = {key for part in parts for key in part.keys}
    yield from (
        stated.text[part.start : part.end] for part in parts if denied & set(part.keys) and not told & set(part.keys)
    )
    if denied - named and not _SHORT_NAMES.search(stated.original):
        yield stated.text


def _is_left_out(stated: StatedQuestion, part: Stretch) -> bool:
    if stated.japanese:
        return _LEFT_OUT_BEHIND.match(stated.text, part.end) is not None
    before = _LEFT_OUT_BEFORE.search(stated.text, 0, part.start) is not None
    return before or _ASIDE.match(stated.text, part.end) is not None


_DENIES_NEAR = re.compile(r"[^。、]{0,12}(?:な[いくし]|ません|以外|除|外し)|でも[^。]{0,20}でもな")


def _clause_there(stated: StatedQuestion, parts: Sequence[Stretch], place: int) -> bool | None:
    """Whether a clause type is there by the first predicate behind its words; None where that is not clear."""
    text, part = stated.text, parts[place]
    if _NAMES_ITSELF.search(text[part.start : part.end]):
        return True
    if _NOT_ALONE.match(text, part.end):
        return True
    if _WHOLE_CLAUSE.search(text[part.start : part.end]):
        return None
    between, at = "", part.end
    for after, other in enumerate(parts[place + 1 :], place + 1):
        between += text[at : other.start]
        at = other.end
        if len(between) > _MOST_BETWEEN or _TURNS.search(between) or "but" in other.tags or "really" in other.tags:
            return None
        if other.keys:
            if other.keys[0][0] != "clause":
                return None
            if _NAMES_ITSELF.search(text[other.start : other.end]):
                return True
        elif other.tags & _EXCEPT:
            return False
        elif other.tags & {"neither", "neitherJ"}:
            continue  # 「どちらも」 says of both what follows
        elif other.tags & (TURNING | _THERE) and other.tags & TURNING != other.tags & _THERE:
            there = not other.tags & TURNING
            return None if _excepted(parts, after) else there
        elif "doc" in other.tags:
            return not _excepted(parts, after - 1)
    return None


def _excepted(parts: Sequence[Stretch], place: int) -> bool:
    """Whether what follows is left out as a whole: 「…がある契約以外」."""
    after = parts[place + 1 : place + 3]
    return bool(after) and bool(after[-1].tags & _EXCEPT or after[0].tags & _EXCEPT)


_ENDS = re.compile(r" (?:also|that|which|only|is|are|it|under|governed|signed|we|has|have|with|must|may|can) ")
"""Behind "and": words that begin a part of their own, which an earlier denial does not reach."""
_ASKS_ON = re.compile(r" ?(?:which|what|how|list|show|that|where|and (?:an?|the|with)|under|signed|governed|expiring) ")
_DENIED_BEHIND = re.compile(r"(?:is|are|was|were|isn't|aren't|absent|missing|not)\b|no\s*(?:[,.;?!]|$)")
_DENIES_ITSELF = re.compile(r"\b(?:no|not|non|never|without)\b")
"""Within the words of a clause type that forbids: whether they or the question deny it is not told."""
_NEXT_TO = re.compile(
    r" ?(?:(?:governed|construed) by|under|subject to|with|for|of|the|those|ones|one|any|an?|contracts?|agreements?"
    r"|laws? of| )*"
)
_CARRIES = re.compile(
    r"\b(?:an?|any|the|clauses?|provisions?|rights?|or|and|nor|both|either|of|to|for|on|there|is|are)\b|[^a-z]"
)


_OF_ITS_OWN = re.compile(r"\b(?:that|which)\b")
"""Between a denial and a part: that it may have ended."""


def _predicates_in_english(stated: StatedQuestion) -> Iterator[tuple[Stretch, bool | None]]:
    text, parts = stated.text, stated.stretches
    denial: Stretch | None = None
    clear = True
    between, at = "", 0
    for place, part in enumerate(parts):
        between, at = between + " " + text[at : part.start], part.end
        before = parts[place - 1] if place else None
        if part.keys:
            after = next((other for other in parts[place + 1 :] if "clauseword" not in other.tags), None)
            if part.keys[0][0] != "clause":
                close = before is not None and before is denial and _NEXT_TO.fullmatch(text, before.end, part.start)
                yield part, False if close else None if denial is not None else True
                denial = None if close and denial is not None and denial.tags & _EXCEPT else denial
            elif (
                not clear
                or _DENIES_ITSELF.search(text, part.start, part.end)
                or (after is not None and after.tags & TURNING and _DENIED_BEHIND.match(text, after.start))
            ):
                yield part, None
            elif denial is None:
                yield part, True
            else:
                far = len(_CARRIES.sub(" ", between).split()) > 1 or _OF_ITS_OWN.search(between) is not None
                yield part, None if far else False
        elif "really" in part.tags:
            clear = False
        elif part.tags & TURNING:
            denial, between = part, ""
        elif denial is not None and _ends_denial(text, part, denial, before):
            denial = None


_TURNS = re.compile(r"[だるたい]が|けど|のに|ながら|つつ")
"""Between a part and a predicate: what stands before it has its own."""
_THOSE = re.compile(r"(?: |the|those|that|ones?|any|all|contracts?|agreements?|deals?|which|do|does|to|ever|yet|been)*")


def _ends_denial(text: str, part: Stretch, denial: Stretch, before: Stretch | None) -> bool:
    """Whether a denial that came before reaches no further than these words."""
    if "but" in part.tags:
        return True
    if part.tags & {"with", "withJ", "govern", "dverb", "past", "which", "count", "list"}:
        # "Do not have", "minus those with": the verb is denied itself.
        return _THOSE.fullmatch(text, denial.end, part.start) is None
    if "and" in part.tags:
        both = before is not None and re.search(r"\bboth\b", text[: part.start]) is not None
        return not both and _ENDS.match(text, part.end) is not None
    return "comma" in part.tags and _ASKS_ON.match(text, part.end) is not None
