"""What a Japanese clause denies, demands and allows, and of whom: by words, without a parser."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from core.evidence import FORMAL_NUMERALS, kanji_value
from core.graph.text import terms
from core.qa.support.claim_words import reporting, synonyms_ja

_FORMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\s+", ""),
        (
            r"(?:し|せ|ら|れ|わ|か|さ)?なければ(?:ならない|なりません|いけない)|ねばならない|(?:する|した)?必要がある|義務を(?:負う|負います)|を要(?:する|します)",
            "《義務》",
        ),
        (r"なければ|ない限り|なき限り|ない場合|なかった場合|ないとき|なかったとき|なくとも|なきとき", "《条件》"),
        (
            r"のみならず|だけでなく|に限らず|にかかわらず|に関わらず|に限られない|限定され(?:ない|ず)|少なくとも|やむを得な[いく]|遅滞なく|もれなく|間もなく|すくなくとも",
            "",
        ),
        (r"ないこと", "な《無》こと"),
    )
)
_CONSENT: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (
            r"(?:事前の|書面による|あらかじめ)*(承諾|同意|許可|承認)(?:を得|なし|を得ること|を得る)?(?:ないで|なく|ずに|ることなく|なしに|なしで|に|"
            r"で)(?P<rest>[^。]*?)(?:ては(?:ならない|いけない|なりません)|(?:することが)?できない|できません|してはならない|ないものとする)",
            r"\1\g<rest>《義務》",
        ),
    )
)
"""承諾なくしてはならないことは承諾を要する: only between texts that both speak of consent."""
_SPEAKS_OF_CONSENT = re.compile(r"承諾|同意|許可|承認")
_DENIES_EXISTENCE = re.compile(
    r"(?:定め|規定|条項|記載|条文|制限|義務|取決め|取り決め)[はがも](?:ない|ありません|存在し(?:ない|ません)|見当たり?ま?せ?ん?|置かれていない)|"
    r"(?:定め|規定し|記載し|記載され|定められ)ていま?せ?ん?ない"
)
_DENIES = re.compile(
    r"ない|なく|なかっ|ません|ぬ(?:もの|。|$)|ず(?:、|。|に|$)|禁止|禁ず|禁じ|不可|負わな|除外|存在しない|無効"
)
_OBLIGES = re.compile(r"《義務》|ものとする|ものとします|べき|義務(?!を負わな)|なければなら")
_ALLOWS = re.compile(
    r"できる|できます|でき(?:、|る)|ことが可能|可能であ|権利(?:を有|があ)|得る(?:もの|。)|認め(?:る|られ)|差し支えない|てもよい"
)
_FORBIDS = re.compile(r"てはな(?:らない|りません)|禁止|できない|できません|不可|禁じ")
_SENTENCE = re.compile(r"[。\n！？!?]+")
_PART = re.compile(r"、(?!または|又は|もしくは|若しくは|及び|および|並びに|ならびに|かつ)|ただし|但し")
_SUBJECT = re.compile(
    r"(?P<name>[甲乙丙丁]|売主|買主|委託者|受託者|発注者|受注者|貸主|借主|賃貸人|賃借人|開示者|受領者|許諾者|被許諾者|"
    r"ライセンサー|ライセンシー|供給者|購入者|販売店|使用者|労働者|両当事者|いずれの当事者も?|当事者双方|双方)(?:は|が|も(?!し))"
)
_ROLE = re.compile(
    r"(?<!被)(?:売主|買主|委託者|受託者|発注者|受注者|貸主|借主|賃貸人|賃借人|開示者|受領者|許諾者|供給者|購入者|販売店)|被許諾者"
)
_BOTH = re.compile(r"[甲乙丙丁](?:及び|および|・|、|または|又は|並びに|ならびに)+[甲乙丙丁]|双方|両当事者|いずれ")
_STRONG = re.compile(
    r"自動的|無制限|無期限|独占|専属|永久|直ちに|即時|無条件|いつでも|取消不能|全世界|連帯|無償|最低|常に|あらゆる|一切|のみ|だけ|"
    r"いかなる(?!事項)|どのような|年額|月額|日額|週額|毎月|毎年|毎週|毎日|すべて|全て|全部"
)


@dataclass(frozen=True, slots=True)
class JapaneseClause:
    """A part of a sentence with its content: pairs of characters and Latin words."""

    text: str
    sentence: str
    stems: frozenset[str]


def speaks_of_consent(text: str) -> bool:
    """Whether a text speaks of somebody's consent."""
    return _SPEAKS_OF_CONSENT.search(text) is not None


def clauses(text: str, *, consent: bool = False) -> list[JapaneseClause]:
    """The parts of a text's sentences in the form that is compared; a topic goes with what follows it.

    Args:
        text: a statement or cited words.
        consent: whether what may not be done without consent is read as needing consent.
    """
    plain = unicodedata.normalize("NFKC", text)
    for pattern, replacement in (_FORMS[0], *(_CONSENT if consent else ()), *_FORMS[1:]):
        plain = pattern.sub(replacement, plain)
    found = []
    for sentence in _SENTENCE.split(plain):
        waiting = ""
        for part in _PART.split(sentence):
            waiting += part
            # A topic or an enumeration is no statement of its own.
            if re.search(r"(?:は|が|も|を|に|の|及び|又は|および|または)$", part) or len(_content(part)) < 2:
                continue
            found.append(JapaneseClause(waiting, sentence, _content(waiting)))
            waiting = ""
        if waiting and (stems := _content(waiting)):
            found.append(JapaneseClause(waiting, sentence, stems))
    return found


def content(text: str) -> frozenset[str]:
    """The content of a whole text."""
    return _content(re.sub(r"\s+", "", unicodedata.normalize("NFKC", text)))


def _content(text: str) -> frozenset[str]:
    bare = re.sub(r"《[^》]*》", "", text)
    return frozenset(
        term
        for term in terms(bare)
        if term not in reporting(japanese=True)
        and not re.fullmatch(r"[\d〇一二三四五六七八九十百千万億年月日]+|[甲乙丙丁]", term)
    )


_RUN = re.compile(r"[々〇〻\u3400-\u9fff]+|[ァ-ヺー]+|[A-Za-z]+")
_NUMERALS = frozenset("〇一二三四五六七八九十百千万億甲乙丙丁")
_PREFIXES = frozenset("各両当本同全約後前毎以及又並且但其此得行要有在為成定")
_SUFFIXES = frozenset("日月年者額率数量費書金等間的性円回個件社名後前内外上下中時期限以負得行要有為成定先側分料")


def share(text: str, source: frozenset[str]) -> float:
    """Share of the characters of a text's content words that stand in a source, as pairs or as a like word."""
    plain = _without_figures(text)
    known = source | frozenset(like for line in synonyms_ja() if source & line for like in line)
    total = held = 0
    for match in _RUN.finditer(plain):
        run = match[0]
        if run.isascii():
            continue
        covered_here = [False] * len(run)
        skipped = [False] * len(run)
        for place in range(len(run) - 1):
            pair = run[place : place + 2]
            if pair in known:
                covered_here[place] = covered_here[place + 1] = True
            if pair in reporting(japanese=True):
                skipped[place] = skipped[place + 1] = True
        for place, char in enumerate(run):
            loose = char in (_SUFFIXES if place else _PREFIXES) or char in _NUMERALS
            if not covered_here[place] and (skipped[place] or loose or len(run) == 1):
                continue
            total += 1
            held += covered_here[place]
    return held / total if total else 1.0


def _without_figures(text: str) -> str:
    """A text without blanks, eras and figures with their units, which are compared by themselves."""
    plain = re.sub(rf"金?[〇一二三四五六七八九十百千万億{FORMAL_NUMERALS}]+[円圓]也?", "円", text)
    plain = re.sub(r"\s+|《[^》]*》|令和|平成|昭和|大正|西暦|パーセント", "", unicodedata.normalize("NFKC", plain))
    return re.sub(r"\d[\d,.]*(?:営業日|[かヶカ箇]月|年間|日間|年|月|日|回|件|個|円|人|名|%|万|億)*", " ", plain)


def strange_word(text: str, source: frozenset[str]) -> bool:
    """Whether two neighbouring characters of a content word, kanji or katakana, stand in no pair of the source."""
    plain = _without_figures(text)
    return any(
        share(match[0][place : place + 2], source) == 0 and not _touched(match[0], place, source)
        for match in _RUN.finditer(plain)
        if not match[0].isascii()
        for place in range(len(match[0]) - 1)
    )


_PLAIN_VERBS = frozenset(
    "行有図受負得定求要従与生及又含係関際為当伴基対次下上前後中内外同各本他方者日年月円付続持取出入見言思書置成立至込"
    "止自限払渡使終始決変申送届守任認許示述記比応点旨件額側先"
)


def strange_verb(text: str, source: str) -> bool:
    """Whether a verb of one kanji says something of which the source has no word with that kanji (拒む)."""
    plain = unicodedata.normalize("NFKC", source)
    return any(
        match[1] not in plain and match[1] not in _PLAIN_VERBS | _NUMERALS
        for match in re.finditer(r"(?<![一-龯々])([一-龯])(?=[う-ん])", unicodedata.normalize("NFKC", text))
    )


def _touched(run: str, place: int, source: frozenset[str]) -> bool:
    """Whether one of two characters of a run belongs to a known pair with its other neighbour."""
    before = run[place - 1 : place + 1] if place else ""
    after = run[place + 1 : place + 3]
    known = source | reporting(japanese=True)
    return before in known or (len(after) == 2 and after in known)


def figure_of_another(text: str, words: str) -> bool:
    """Whether a figure is said of a thing that the cited words themselves do not name."""
    known = pairs(words)
    plain = re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))
    return any(share(match[1], known) == 0 for match in _FIGURE_OF.finditer(plain))


_FIGURE_OF = re.compile(
    r"([一-龯ァ-ヺー]{2,10})の(?:約)?[\d〇一二三四五六七八九十百千]+(?:\.\d+)?(?:%|パーセント|割|分の)"
)


_PREDICATE_WEIGHT = 4


def _predicate(text: str) -> frozenset[str]:
    """The content of the last content word, which a Japanese clause turns on."""
    runs = [match[0] for match in _RUN.finditer(re.sub(r"《[^》]*》", "", text)) if _content(match[0])]
    return _content(runs[-1]) if runs else frozenset()


def best(clause: JapaneseClause, sources: list[JapaneseClause]) -> JapaneseClause | None:
    """The source clause that shares most with a clause, of equals the shorter."""
    weights = dict.fromkeys(clause.stems, 1) | dict.fromkeys(_predicate(clause.text), _PREDICATE_WEIGHT)
    shared = [
        (sum(weights[stem] for stem in weights.keys() & source.stems) / sum(weights.values()), source)
        for source in sources
    ]
    scored = [(round(part, 3), -len(source.stems), source) for part, source in shared]
    top = max(scored, key=lambda entry: entry[:2], default=None)
    return None if top is None or not top[0] else top[2]


def denies_existence(text: str, written: list[JapaneseClause]) -> bool:
    """Whether a text says that something does not exist, where its source denies nothing."""
    if _DENIES_EXISTENCE.search(text) is None:
        return False
    return not any(_DENIES_EXISTENCE.search(clause.text) for clause in written)


_FORBIDDEN = re.compile(r"てはな|ことができな|ことはできな|できません|禁|しないもの|しないこと|せず")


def forbidding_pairs(source: str) -> frozenset[str]:
    """Pairs for what a text says by its grammar alone: 禁止 where it says してはならない."""
    return frozenset(("禁止", "可能", "不可")) if _FORBIDDEN.search(source) else frozenset()


def pairs(text: str) -> frozenset[str]:
    """All pairs of characters of a text's kanji and katakana."""
    return frozenset(terms(re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))))


def contradicts(clause: JapaneseClause, source: JapaneseClause, whole: str) -> str | None:
    """Why a clause bounds or widens otherwise than its source; None when it does not.

    Args:
        clause: of the statement.
        source: the clause of the cited words that is nearest.
        whole: all cited words.
    """
    if _denies_within(clause.text, source.sentence):
        return "polarity"
    if _bounds_otherwise(clause.sentence, source.sentence) or _order_differs(clause.sentence, whole):
        return "limit"
    if _prefix_differs(clause.text, source.sentence):
        return "opposite"
    plain = re.sub(r"\s+", "", unicodedata.normalize("NFKC", whole))
    if any(word not in plain for word in _STRONG.findall(clause.text)):
        return "strong"
    if any(role not in plain for role in _ROLE.findall(clause.text)):
        return "subject"
    return None


_BOUNDED = re.compile(
    r"(?P<number>\d[\d,.]*[万億]?|[〇一二三四五六七八九十百千万億]+)(?P<unit>か月|ヶ月|カ月|箇月|営業日|日|年|週間|円|個|件|%|時間|回|月\d+日)"
    r"間?の?(?P<bound>以上|以下|以内|未満|超|以前|以降|以後|前|後|まで|から)"
)
_MONTH = re.compile(r"ヶ月|カ月|箇月")
_AMOUNTS = ("円", "個", "件", "%", "回")


def _bounds_otherwise(text: str, source: str) -> bool:
    """Whether a figure is bounded otherwise than the same figure of the source."""
    written: dict[tuple[object, str], set[str]] = {}
    for match in _BOUNDED.finditer(source):
        written.setdefault(_bounded(match), set()).add(_bound(match))
    return any(
        (known := written.get(_bounded(match))) is not None
        and _bound(match) not in known
        and match["unit"] not in _AMOUNTS  # `bounds` judges these
        for match in _BOUNDED.finditer(text)
    )


_OF_A_DAY = {"以後": "以降", "から": "以降", "以前": "まで"}


def _bound(match: re.Match[str]) -> str:
    """The word that bounds a figure; for a day, one of those that mean the same."""
    return _OF_A_DAY.get(match["bound"], match["bound"]) if match["unit"].startswith("月") else match["bound"]


def _bounded(match: re.Match[str]) -> tuple[object, str]:
    value = kanji_value(match["number"].replace(",", "").rstrip("."))
    return (value if value is not None else match["number"], _MONTH.sub("か月", match["unit"]))


_ORDER = re.compile(r"([一-龯]{2})(?:する|した|の)?(前|後)(?=[にのはもでか、])")


def _order_differs(text: str, source: str) -> bool:
    """Whether one says after something and the other before it (満了後, 満了する前)."""
    written: dict[str, set[str]] = {}
    for match in _ORDER.finditer(source):
        written.setdefault(match[1], set()).add(match[2])
    return any(match[1] in written and match[2] not in written[match[1]] for match in _ORDER.finditer(text))


def _prefix_differs(text: str, source: str) -> bool:
    """Whether one says 独占 where the other says 非独占."""
    for prefixed, other in ((text, source), (source, text)):
        for match in re.finditer(r"[非不無未]([一-龯]{2})", prefixed):
            bare = rf"(?<![非不無未]){match[1]}"
            if re.search(bare, other) and match[0] not in other and not re.search(bare, prefixed):
                return True
    return False


_POSITIVE_FACT = re.compile(r"([一-龯]{2})(?:する|がある|である)こと")
_NEGATIVE_FACT = re.compile(r"([一-龯]{2})[しがで]?(?:は)?な《無》こと")


def _denies_within(text: str, source: str) -> bool:
    """Whether what is promised or stated is a fact in one and its opposite in the other (該当すること)."""
    claimed, written = set(_POSITIVE_FACT.findall(text)), set(_POSITIVE_FACT.findall(source))
    unsaid, unwritten = set(_NEGATIVE_FACT.findall(text)), set(_NEGATIVE_FACT.findall(source))
    return bool((claimed & unwritten) - written or (unsaid & written) - unwritten)


def denies(clause: JapaneseClause) -> bool:
    return _DENIES.search(clause.text) is not None


def _binds_otherwise(clause: JapaneseClause, source: JapaneseClause) -> bool:
    if denies(clause):
        return False
    obliges, allows = _OBLIGES.search(clause.text), _ALLOWS.search(clause.text)
    other_obliges, other_allows = _OBLIGES.search(source.sentence), _ALLOWS.search(source.text)
    if obliges and not allows:
        return bool(other_allows and not _OBLIGES.search(source.text))
    if allows and not obliges:
        return bool(other_obliges and not _ALLOWS.search(source.sentence))
    return bool(not obliges and not allows and other_allows and not _OBLIGES.search(source.text))
