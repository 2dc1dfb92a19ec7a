"""Who does what in a Japanese text, how bindingly, and whether it is denied: read by words, without a parser.

A predicate is a run of kanji or katakana with the inflection behind it; who does it is the party marked by は, が or も
before it. What is not found so is unknown, and what a statement says of it is then not carried.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field, replace
from typing import Literal

from core.qa.support.claim_words import reporting, synonyms_ja

Force = Literal["must", "may", "fact", "asked"]
_RUN = re.compile(
    r"《[^》]*》|[々〇\u3400-\u9fff]+|[ァ-ヺー]+|[A-Za-z]+|\d[\d,.]*|[^々〇\u3400-\u9fffァ-ヺーA-Za-z\d《》]+"
)
_CONTENT = re.compile(r"[々\u3400-\u9fffァ-ヺー]")
_AUXILIARY = re.compile(r"(?:場合|義務|必要|権利|可能|不可|旨|際|限|時|以上|事|得|要|出来|致|等)$")
_PARTICLE = re.compile(
    r"(?:の|を|に|へ|と|や|で|から|より|まで|は|が|も|又は|または|及び|および|若しくは|もしくは|並びに|ならびに|かつ|として|について|につき|"
    r"により|による|に|とともに|における|において|に関する|に関して|に対する|に対して|に対し|に基づく|に基づき|に従い|に従って|のため|の|など|ごと|"
    r"ずつ|ほぼ|およそ|とも|のみ|だけ|いずれ|その|この|これ|それ|あらかじめ|さらに|、|・|「|」|（|）|\(|\)|,|\s|:|：)*$"
)
_DENIED = re.compile(r"ない|なく|なかっ|なけれ|ません|ず(?!つ|れ)|ぬ|なし|《条件》|《無》")
_MUST = re.compile(r"《義務》|ものとする|ものとします|べき|義務|こととする|こととします|必要")
_MAY = re.compile(r"でき|可能|権利|てもよい|差し支え|得(?:る|ます)|許され")
_FORBIDS = re.compile(r"てはな|ことができない|ことはできない|できない|できません|不可|なりません")
_EXEMPTS = re.compile(r"(?:義務|必要)(?:は|が|を)?(?:ない|なく|ありません|負わ|ござい)")
_CONDITION = re.compile(r"場合|とき|たら|れば|ならば|際|限り|時に|以上は")
_CONCESSION = re.compile(r"ても|でも|(?:場合|とき|際)に?も|かかわらず")
_RENYOU = re.compile(r"^(?:し|せ|させ|り|い|き|え|び|み)?(?:、|$)")
_LIST = re.compile(r"^(?:、|又は|または|及び|および|若しくは|もしくは|・|並びに|ならびに|や|と)$")
_ROLE = re.compile(
    r"^(?:[甲乙丙丁]|両?当事者|双方|各当事者|.*(?:者|先|元|人|主|社|店|側|員|所属長|部長|社長|ライセンサー|ライセンシー|ユーザー|コントリビューター))$"
)
_BOTH = frozenset(("双方", "両当事者", "当事者", "各当事者", "当事者双方", "甲乙", "甲乙双方", "いずれ"))
_LIGHT = frozenset("負行図有得受与生定求認要従限超免払締成為含")
_UNIT = re.compile(
    r"(?:[〇一二三四五六七八九十百千万億]+|年|月|日|回|個|円|件|分|時|号|条|項|月間|年間|日間|週間|営業日|営業日前|対)$"
)
_NO_VERB = frozenset(("含", "定", "規定", "記載", "該当", "有", "存在", "明記", "対象", "次", "以下", "注意"))
_ENDS = frozenset(("満了", "終了", "開始", "発効", "始", "終", "失効", "有効"))


@dataclass(frozen=True, slots=True)
class JapanesePredicate:
    """Something that is done: its words, by whom (nobody: not said), how bindingly, and whether it is denied."""

    words: frozenset[str]
    agents: frozenset[str]
    force: Force
    denied: bool
    forbids: bool = False
    exempt: bool = False
    condition: Literal["", "if", "though"] = ""
    beside: frozenset[str] = frozenset()
    main: str = ""
    listed: bool = False
    around: frozenset[str] = frozenset()


@dataclass(slots=True)
class JapaneseFrames:
    """What a text says: its predicates, all its words, and its parties with the particle behind each."""

    predicates: list[JapanesePredicate] = field(default_factory=list)
    runs: set[str] = field(default_factory=set)
    actors: set[str] = field(default_factory=set)
    ways: set[tuple[str, str]] = field(default_factory=set)
    owned: dict[str, set[str]] = field(default_factory=dict)
    reserved: set[str] = field(default_factory=set)


@dataclass(slots=True)
class _Raw:
    words: list[str]
    agents: frozenset[str]
    tail: str
    beside: frozenset[str]


def frames(text: str, *, names: str = "") -> JapaneseFrames:
    """What a text says; `names` are those of the contract's parties, one a line."""
    whole = JapaneseFrames()
    plain = _HEADING.sub("。", unicodedata.normalize("NFKC", text))
    plain = _CLOSED.sub("", re.sub(r"\s+", "", plain))
    for number, name in enumerate(filter(None, (re.sub(r"\s+", "", line) for line in names.split("\n")))):
        plain = plain.replace(unicodedata.normalize("NFKC", name), f"{'壱弐参肆伍陸漆捌玖拾'[number % 10]}者")
    for form, replacement in _FORMS:
        plain = form.sub(replacement, plain)
    for sentence in re.split(r"[。!?\n;|]+", plain):
        if "この限りで" in sentence and sentence.startswith(("ただし", "但し")):
            # What the rule before it does not hold for.
            whole.reserved |= {run for run in _RUN.findall(sentence) if _CONTENT.match(run) and len(run) > 1}
            whole.reserved -= {"場合", "当事者"}
        if sentence:
            _read(sentence, whole)
    return whole


_HEADING = re.compile(
    r"(?:^|(?<=[\n。]))\s*第\s*[\d〇一二三四五六七八九十百]+\s*条(?:の\d+)?\s*(?:\([^)\n]{1,30}\))?\s+"
)
"""The number of an article, which is no part of the word behind it: 第12条 甲は."""
_CLOSED = re.compile(r"。(?=[)）])")
"""A full stop inside brackets ends no sentence: 第三者（委託先を除く。）に開示し."""
_FORMS = (
    (re.compile(r"善良(?:な|なる)管理者の注意(?:義務)?"), "善管注意"),
    (re.compile(r"あなた|貴殿"), "貴方者"),
    (re.compile(r"わたし|私"), "私者"),
    (re.compile(r"又は"), "または"),
    (re.compile(r"若しくは"), "もしくは"),
    (re.compile(r"及び"), "および"),
    (re.compile(r"並びに"), "ならびに"),
    (re.compile(r"自ら(?!の)"), ""),
    (re.compile(r"(?:が|の)?(?:ない|なき|無い)限り"), "がある場合を除き"),
    (
        re.compile(
            r"([々一-龯ァ-ヺー])(?:は|を|が)(?:原則)?(?:として)?禁止(?:する|とする|し|され(?:る|て)|して)?(?:い(?:る|ます))?"
        ),
        r"\1してはならない",
    ),
    (
        re.compile(
            r"([一-龯]{2,})が([甲乙丙丁]|[一-龯]{1,4}者)に(?:求められ|義務付けられ|義務づけられ|課され)(?:る|ます|て)"
        ),
        r"\2は\1する",
    ),
    (
        re.compile(
            r"(?:し|せ|ら|れ|わ|か|さ|り|え|け|げ|べ|め)?なければ(?:ならない|なりません|いけない)|ねばならない|なくてはならない|を要(?:する|します)"
        ),
        "《義務》",
    ),
    (
        re.compile(
            r"遅滞なく|もれなく|間もなく|少なくとも|すくなくとも|やむを得な[いく]|だけでなく|のみならず|に限らず|に限られない|限定され(?:ない|ず)|問わず"
        ),
        "",
    ),
)


def _read(sentence: str, whole: JapaneseFrames) -> None:
    parts = _RUN.findall(sentence)
    raw: list[_Raw] = []
    topic: frozenset[str] = frozenset()
    subject: frozenset[str] = frozenset()
    waiting: list[str] = []
    owner = ""
    joined: set[str] = set()
    for place, part in enumerate(parts):
        if not _CONTENT.match(part) or _UNIT.match(part):
            continue
        whole.runs.add(part)
        bare = re.sub(r"^(?:他|各|当該|当(?!事者)|本)(?=..)", "", part)
        part = bare if _is_actor(bare) else part
        tail = _tail(parts, place)
        if owner and not _is_actor(part):
            if _is_predicate(part, tail) and not re.match(r"と|で", tail):
                # 乙の指定する: it is 乙 who does it.
                subject = frozenset((owner,))
            else:
                whole.owned.setdefault(part, set()).add(owner)
        owner = ""
        follow = parts[place + 1] if place + 1 < len(parts) else ""
        if _is_actor(part):
            whole.actors.add(part)
            joined.add(part)
            if re.match(r"のみ|だけ", follow):
                subject, joined = frozenset((part,)), set()
                continue
            particle = re.match(r"(?:双方)?(から|より|に対し|に|へ|の|は|が|も|を|による|により)", follow)
            if follow == "の":
                owner = part
            if particle:
                way = "に" if particle[1] in ("に対し", "へ") else "から" if particle[1] == "より" else particle[1]
                whole.ways |= {(actor, way) for actor in joined}
                if way in ("は", "も"):
                    topic, subject = frozenset(joined), frozenset()
                elif way == "が":
                    subject = frozenset(joined)
                joined = set() if not re.match(r"及び|および|又は|または|・|と", follow) else joined
            elif not re.match(r"(?:及び|および|又は|または|若しくは|もしくは|・|と|、)", follow) and follow:
                joined = set()
            continue
        joined = set()
        if re.match(r"のみ|だけ", follow) and place + 2 < len(parts):
            subject = subject or frozenset((part,))
        if _AUXILIARY.fullmatch(part) and raw and not waiting:
            continue
        if _is_predicate(part, tail):
            words = [part, *([waiting[-1]] if (len(part) == 1 or part in _LIGHT) and waiting else [])]
            raw.append(_Raw(words, subject or topic, tail, frozenset(waiting)))
            subject = frozenset()
            waiting = []
        else:
            waiting.append(part)
            if _LIST.match(follow):
                raw.append(_Raw([part], subject or topic, "《並列》", frozenset(waiting)))
    before = len(whole.predicates)
    _settle(raw, whole)
    around = frozenset(part for part in parts if _CONTENT.match(part) and len(part) > 1)
    whole.predicates[before:] = [replace(known, around=around) for known in whole.predicates[before:]]


def _settle(raw: list[_Raw], whole: JapaneseFrames) -> None:
    """Turns runs with their tails into predicates: what stands in a list goes with the verb that ends it."""
    following: JapanesePredicate | None = None
    found: list[JapanesePredicate] = []
    for entry in reversed(raw):
        if entry.tail == "《並列》":
            if following is not None:
                found.append(
                    JapanesePredicate(
                        frozenset(entry.words), following.agents, following.force, following.denied, following.forbids,
                        following.exempt, following.condition, entry.beside, entry.words[0], True,
                    )
                )  # fmt: skip
            continue
        tail = entry.tail
        denied = _DENIED.search(tail) is not None
        exempt = _EXEMPTS.search(tail) is not None
        force = _force(tail)
        if (
            re.match(r"(?:し|せ|い|り|き|え|み|び)?、?(?:又は|または|若しくは|もしくは)", tail)
            and following is not None
        ):
            found.append(
                replace(
                    following,
                    words=frozenset(entry.words),
                    agents=entry.agents,
                    beside=entry.beside,
                    main=entry.words[0],
                    listed=False,
                )
            )
            continue
        if _RENYOU.match(tail) and following is not None and not denied:
            force = following.force if not following.denied else "fact"
        if denied and not exempt and _FORBIDS.search(tail):
            force = "may"
        condition: Literal["", "if", "though"] = (
            "though" if _CONCESSION.search(tail) else "if" if _CONDITION.search(tail) else ""
        )
        following = JapanesePredicate(
            frozenset(entry.words),
            entry.agents,
            force,
            denied,
            _FORBIDS.search(tail) is not None,
            exempt,
            condition,
            entry.beside,
            entry.words[0],
        )
        found.append(following)
    whole.predicates += reversed(found)


def _force(tail: str) -> Force:
    """How bindingly: できるものとする allows, and what is asked of (するか否か) is neither done nor to be done."""
    if re.search(r"か(?:$|を|は|どうか|につ)", tail):
        return "asked"
    if re.search(r"(?:でき|でき得)るもの", tail):
        return "may"
    return "must" if _MUST.search(tail) else "may" if _MAY.search(tail) else "fact"


def _tail(parts: list[str], place: int) -> str:
    """The inflection behind a run, with the nouns that only help (場合, 義務, こと) and what follows them."""
    found = ""
    at = place + 1
    while at < len(parts):
        part = parts[at]
        if part.startswith("《"):
            found += part
        elif _CONTENT.match(part):
            if not _AUXILIARY.fullmatch(part) and part not in ("負", "行", "有"):
                break
            if part in ("負", "行", "有") and not re.search(r"(?:義務|権利|を|は|も)$", found):
                break
            if part in ("負", "行", "有") and not re.search(r"義務を$|権利を$", found):
                break
            found += part
        elif re.match(r"[A-Za-z\d]", part):
            break
        else:
            found += part
            if "、" in part and not re.search(r"(?:は|が)、?$", part):
                break
        at += 1
    return found


def _is_actor(run: str) -> bool:
    return _ROLE.match(run) is not None and run not in ("第三者", "他人", "人", "本人") and len(run) <= 8


def _is_predicate(run: str, tail: str) -> bool:
    bare = re.sub(r"^し(?=から|まで|の|を|は|が|に|後|前)", "", re.split(r"、", tail)[0])
    if not bare or _PARTICLE.match(bare):
        return tail.startswith("《")
    if len(run) == 1 and not re.match(r"[ぁ-ん]", bare):
        return False
    if re.match(r"(?:が|は|も|を)?(?:ない|なく|なけれ|ありません|なし|ある|あり|あっ)", bare):
        return True
    return not re.match(
        r"(?:の|を|に(?!て)|へ|から|より|まで|は|が|や)(?!な)(?![ぁ-ん]*(?:ない|なく|ません|なし|なけれ))", bare
    ) or bare.startswith(("になる", "になり", "にな", "とする", "とな", "です", "である", "であ", "でな"))


def differs(text: str, said: JapaneseFrames, written: JapaneseFrames, *, consent: bool) -> str | None:
    """Why a statement says otherwise than its source: denial, force, doer; None when it does not."""
    if _CONCESSION.search(text) and said.runs & written.reserved:
        return "polarity"
    for predicate in said.predicates:
        if predicate.words & _NO_VERB and not predicate.denied:
            continue
        content = frozenset(word for word in predicate.words if word not in reporting(japanese=True))
        if not content:
            continue
        partners = _partners(content, written)
        if not partners:
            if predicate.denied:
                return "polarity"
            if _done_by_another(predicate, written):
                return "subject"
            if content & _ENDS and not re.search(r"\d|[一二三四五六七八九十]", text):
                return "content"
            continue
        # Of several the one that stands beside the same things.
        most = max(len(_pairs(predicate.beside) & _pairs(known.beside)) for known in partners)
        partners = [known for known in partners if len(_pairs(predicate.beside) & _pairs(known.beside)) == most]
        nearest = max(len(_pairs(predicate.around) & _pairs(known.around)) for known in partners)
        partners = [known for known in partners if len(_pairs(predicate.around) & _pairs(known.around)) == nearest]
        reasons = [_compared(predicate, known, written, consent=consent) for known in partners]
        if None not in reasons:
            return reasons[0]
    for thing, owners in said.owned.items():
        if owners <= written.owned.get(thing, set()):
            continue
        doers = [
            known.agents for known in written.predicates if thing in known.words and known.agents and not known.listed
        ]
        if (
            any(thing in predicate.words and not predicate.listed for predicate in said.predicates)
            and doers
            and not any(owners <= agents or agents & _BOTH for agents in doers)
        ):
            return "subject"
        if thing in written.owned and not owners <= written.owned[thing] and not written.owned[thing] & _BOTH:
            return "subject"
    if contrary(said, written):
        return "opposite"
    for actor, way in said.ways:
        if (
            way in ("から", "に")
            and (actor, way) not in written.ways
            and actor not in _BOTH
            and any(known == way and other != actor for other, known in written.ways)
        ):
            return "subject"
    return None


def _done_by_another(said: JapanesePredicate, written: JapaneseFrames) -> bool:
    """Whether somebody is said to do what the source names only as a thing, and does nothing there or has it not."""
    owners = {owner for word in said.words for owner in written.owned.get(word, ())}
    if said.agents and owners:
        return not said.agents <= owners
    doers = {actor for known in written.predicates for actor in known.agents}
    if not said.agents or not doers or doers & _BOTH:
        return False
    return len(doers) == 1 if said.agents & _BOTH else not said.agents & doers


_CONTRARY = (
    (frozenset(("更新", "延長", "継続", "存続")), frozenset(("終了", "満了", "失効", "解約", "解除"))),
    (frozenset(("有効",)), frozenset(("無効", "失効"))),
    (frozenset(("承諾", "承認", "同意")), frozenset(("拒絶", "拒否"))),
    (frozenset(("増額", "引上")), frozenset(("減額", "引下"))),
)


def contrary(said: JapaneseFrames, written: JapaneseFrames) -> bool:
    """Whether something happens in one whose contrary alone happens in the other (更新する, 終了する)."""
    told, known = _happens(said), _happens(written)
    return any(
        told & first and known & second and not known & first
        for pair in _CONTRARY
        for first, second in (pair, pair[::-1])
    )


def _happens(frames_: JapaneseFrames) -> frozenset[str]:
    verbs = (word for item in frames_.predicates if not item.denied and not item.condition for word in item.words)
    return frozenset(root for word in verbs for pair in _CONTRARY for line in pair for root in line if root in word)


def _partners(words: frozenset[str], written: JapaneseFrames) -> list[JapanesePredicate]:
    """The source's predicates of the same words; else those of like words."""
    exact = [
        known
        for known in written.predicates
        if words & known.words and (len(max(words, key=len)) > 1 or words <= known.words)
    ]
    if exact:
        full = [known for known in exact if words <= known.words]
        main = [known for known in full or exact if known.main in words]
        return [known for known in main if not known.listed] or main or full or exact
    pairs = _pairs(words)
    like = pairs | {word for line in synonyms_ja() if pairs & line for word in line}
    return [known for known in written.predicates if like & _pairs(known.words)]


def _pairs(words: frozenset[str]) -> set[str]:
    return {word[at : at + 2] for word in words for at in range(len(word) - 1)}


def _compared(
    said: JapanesePredicate, known: JapanesePredicate, written: JapaneseFrames, *, consent: bool
) -> str | None:
    if not consent:
        if said.denied != known.denied:
            return "polarity"
        if "though" in (said.condition, known.condition) and "if" in (said.condition, known.condition):
            return "polarity"
        if said.denied and ((said.exempt and known.forbids) or (said.forbids and known.exempt)):
            return "modality"
        if not said.denied and not known.condition and said.condition == "":
            if said.force == "must" and known.force == "may":
                return "modality"
            if known.force == "asked" and said.force != "asked":
                return "modality"
            if said.force == "may" and known.force != "may":
                return "modality"
            if said.force == "fact" and known.force == "may" and said.agents:
                return "modality"
    owners = {owner for word in known.words for owner in written.owned.get(word, ())}
    if said.agents and owners and not known.agents and not said.listed and not said.agents <= owners:
        # 乙が負担する and 甲の負担とする
        return "subject"
    if not said.agents or (said.agents & _BOTH and known.agents & _BOTH):
        return None
    if owners and said.agents <= owners and any(_SPEAKS.search(word) for word in said.words & known.words):
        # 甲は、乙の承諾を得ずに: it is 乙 who consents.
        return None
    if known.agents:
        return None if said.agents <= known.agents or known.agents & _BOTH else "subject"
    # Who is named only as the one that something is of does nothing there: 従業員の勤務成績.
    owning = {actor for actor, way in written.ways if way == "の"} - {a for a, way in written.ways if way != "の"}
    others = written.actors - owning
    return None if said.agents <= others or not written.actors else "subject"


_SPEAKS = re.compile(r"承諾|同意|許可|承認|了承")
_WITHOUT = re.compile(
    r"(?:承諾|同意|許可|承認|了承)(?:を得(?:る|て|ない|ず)?[^、。]{0,8}?|な|が)?(?:ない限り|なければ|ことなく|ことなしに|ずに|ずして|ないで|なく|なしに|なしで|ず|なき)"
)
_NEEDED = re.compile(
    r"(?:承諾|同意|許可|承認|了承)[^。]{0,12}?(?:があれば|がある(?:場合|とき)|を得れば|を得られれば|必要|要する|要し|得なければ|得て|得た(?:場合|上|うえ)|得る(?:もの|こと|必要)|《義務》|求め)"
)
_NOT_EVEN = re.compile(r"できない|できません|てはな(?:らない|りません)|禁止|不可|(?:許|認め)[^。]{0,4}(?:ない|ません)")
_FREE = re.compile(
    r"(?:承諾|同意|許可|承認|了承)[^。]{0,8}?(?:不要|必要は?(?:ない|ありません)|要しない|要しません)|自由に"
)


def consent_needed(text: str) -> dict[str, set[bool]]:
    """Whether consent is needed, by how it is said: `without` it nothing may be done, or it is `needed`."""
    found: dict[str, set[bool]] = {"without": set(), "needed": set()}
    plain = _CLOSED.sub("", re.sub(r"\s+", "", unicodedata.normalize("NFKC", text)))
    for sentence in re.split(r"[。\n]", plain):
        if not _SPEAKS.search(sentence):
            continue
        if _FREE.search(sentence):
            found["needed"].add(False)
        elif match := _WITHOUT.search(sentence):
            rest = sentence[match.end() :]
            found["without"].add(re.search(r"ない|ません|禁止|ならな|なりません|不可", rest) is not None)
        elif match := _NEEDED.search(sentence):
            lifted = re.search(r"あれば|得れば|得られれば|得た|がある", match[0]) and _NOT_EVEN.search(
                sentence[match.end() :]
            )
            found["needed"].add(not lifted)
    return found
