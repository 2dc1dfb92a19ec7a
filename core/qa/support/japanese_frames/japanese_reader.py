"""Reads Japanese sentences into frames: runs of letters, the particle behind each, the inflection of the last."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import Literal

from core.qa.support.japanese_frames.japanese_predicates import Force, JapaneseFrames, JapanesePredicate

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
_MAY = re.compile(
    r"でき|可能|権利|てもよい|差し支え|得(?:る|ます)|許され|(?:こと|場合|おそれ|恐れ)[がも](?:ある|あり(?!ません))"
)
_FORBIDS = re.compile(r"てはな|ことができない|ことはできない|できない|できません|不可|なりません")
_EXEMPTS = re.compile(r"(?:義務|必要)(?:は|が|を)?(?:ない|なく|ありません|負わ|ござい)")
_CONDITION = re.compile(r"場合(?![がも]あ)|とき|たら|れば|ならば|際|限り|時に|以上は")
CONCESSION = re.compile(r"ても|でも|(?:場合|とき|際)に?も|かかわらず")
_ALSO_WHEN = re.compile(r"(?:場合|とき|際)に?も(?!かかわらず)")
_RENYOU = re.compile(r"^(?:し|せ|させ|り|い|き|え|び|み)?(?:、|$)")
_LIST = re.compile(r"^(?:、|又は|または|及び|および|若しくは|もしくは|・|並びに|ならびに|や|と)$")
_ROLE = re.compile(
    r"^(?:[甲乙丙丁]|両?当事者|双方|各当事者|.*(?:者|先|元|人|主|社|店|側|員|所属長|部長|社長|ライセンサー?|ライセンシー?|ユーザー?|コントリビュータ(?:ー)?))$"
)
_LIGHT = frozenset("負行図有得受与生定求認要従限超免払締成為含")
_UNIT = re.compile(
    r"(?:[〇一二三四五六七八九十百千万億]+|年|月|日|回|個|円|件|分|時|号|条|項|月間|年間|日間|週間|営業日|営業日前|対)$"
)


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
    plain = CLOSED.sub("", re.sub(r"\s+", "", plain))
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
CLOSED = re.compile(r"。(?=[)）])")
"""A full stop inside brackets ends no sentence: 第三者（委託先を除く。）に開示し."""
_FORMS = (
    (re.compile(r"[「」『』]"), ""),
    (re.compile(r"(?<=[々一-龯])不(?:能|可能)(?!であって|でも)(?=[なでとにがは、。)）]|$)"), "できない"),
    (
        re.compile(r"する(?:こと|行為)(?:は|も|が|を)(?:一切)?禁止(?:する|し|され(?:る|て|ます)?)?(?:い(?:る|ます))?"),
        "してはならない",
    ),
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
            r"遅滞なく|もれなく|間もなく|少なくとも|すくなくとも|やむを得な[いく]|だけでなく|のみならず|問わず|"
            r"に限(?:らず|られない|られません|らない|りません)|限定され(?:ない|ません|ず)"
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
            if alone := re.match(r"(?:のみ|だけ)([はが])?", follow):
                subject, joined = frozenset((part,)), set()
                topic = subject if alone[1] else topic
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
            while raw and raw[-1].tail == "《並列》" and re.match(r"は|が", follow):
                raw.pop()  # a list of things of which something is said: 電気代、ガス代等は
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
        if re.search(r"ことを$", tail) and following is not None and following.force == "may":
            force = "may"  # 使用することを選択できる allows the use
        # 場合も before what is denied concedes it, and before what is so only adds a case
        conceded = tail if any(known.denied for known in found) else _ALSO_WHEN.sub("とき", tail)
        condition: Literal["", "if", "though"] = (
            "though" if CONCESSION.search(conceded) else "if" if _CONDITION.search(tail) else ""
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
