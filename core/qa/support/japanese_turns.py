"""Ways in which a Japanese statement turns what its words say, though all its words stand in them."""

from __future__ import annotations

import re
import unicodedata

_DENIAL = re.compile(r"ません|ない|なく|なかっ|なけれ|ず(?:、|に|。|$)|不要|対象外|除外|免責|免れ|なし(?=[。、で]|$)")
_NO_DENIAL = re.compile(
    r"だけでなく|のみならず|に限らず|にかかわらず|問わず|少なくとも|すくなくとも|遅滞なく|"
    r"間もなく|もれなく|やむを得な[いく]|かもしれ(?:ない|ません)|"
    r"なければな(?:らない|りません)|なくてはな(?:らない|りません)|ねばな(?:らない|りません)|"
    r"なければいけ(?:ない|ません)|(?:限り|場合)でな(?:い|く)"
)
_LIKE_DENIAL = re.compile(
    _DENIAL.pattern + r"|ぬ|禁|除[きくい]|例外|限り|限る|に限|のみ|無償|無料|非|無|未|制限|上限|超え|以内|まで|"
    r"放棄|免|拒|存続|継続|終了|解除|自由|この限り"
)


def denies_alone(text: str, source: str) -> bool:
    """Whether a statement denies where its source has no word that denies, limits or leaves out."""
    claimed, written = (_NO_DENIAL.sub("", unicodedata.normalize("NFKC", part)) for part in (text, source))
    return _DENIAL.search(claimed) is not None and _LIKE_DENIAL.search(written) is None


_DOER = re.compile(
    r"(?P<done>[^、。：:]*[うくすつぬむるた])のは、?(?P<who>[甲乙丙丁]|[一-龯ァ-ヺー]{2,8}|"
    r"[甲乙]および[甲乙])(?P<only>だけ|のみ)?"
    r"(?:です|である|でございます|となります|となる|に(?:あり|なり)ます)"
)
_LABEL = re.compile(
    r"(?P<done>帰属|提出|通知|届出|報告|返還)先[はがも]?\s*[:：は]?\s*(?P<who>[甲乙丙丁]|"
    r"[一-龯]{1,5}(?:者|主|人|社|先|元))"
)
_HOLDER = re.compile(
    r"(?P<what>[一-龯]{1,6}権|権利)(?:を(?:持つ|有する)のは|は)、?(?P<who>[甲乙丙丁]|双方|[一-龯]{1,5}(?:者|主|人|社))"
    r"(?P<only>だけ|のみ)?に(?:あり|ある|属)"
)


def doer_first(text: str) -> str:
    """A statement with who does something said last (通知するのは甲です) put first (甲が通知する)."""
    plain = unicodedata.normalize("NFKC", text)
    plain = _DOER.sub(lambda match: f"{match['who']}{match['only'] or ''}が{match['done']}", plain)
    plain = _HOLDER.sub(lambda match: f"{match['who']}{match['only'] or ''}は{match['what']}を有する", plain)
    return _LABEL.sub(lambda match: f"{match['who']}に{match['done']}する。", plain)


_CONSENTING = re.compile(
    r"(?P<who>[甲乙丙丁]|相手方|[一-龯ァ-ヺー]{1,9}?(?:者|先|元|人|主|社|方|サー?|シー?|ター?|ザー?))の"
    r"(?:(?:事前|書面|明示的|明確|あらかじめ)(?:の|による|な)?)*(?:承諾|同意|許可|承認|了承)"
)


def another_consents(text: str, source: str) -> bool:
    """Whether consent is said to be somebody's where the source speaks of another's consent alone."""
    claimed, written = ({match["who"] for match in _CONSENTING.finditer(_bare(part))} for part in (text, source))
    return bool(claimed and written and not claimed & written)


def _bare(text: str) -> str:
    return re.sub(r"[\s「」『』]+", "", unicodedata.normalize("NFKC", text))


_NARROWS = re.compile(r"に限(?:る|られ|り|定)(?!ず|ない)")
_NARROW = re.compile(r"限|のみ|だけ|以外")


def narrows_alone(text: str, source: str) -> bool:
    """Whether a statement says "only" (に限られる) where its source limits nothing."""
    return _NARROWS.search(_bare(text)) is not None and _NARROW.search(_bare(source)) is None


_DEFINES = re.compile(r"(?P<what>[一-龯ァ-ヺー]{2,12})[(（](?:以下)?、?「(?P<name>[^」]{1,12})」と(?:いう|いいます|呼)")
_CALLS = re.compile(
    r"(?P<what>[一-龯ァ-ヺー]{2,12})(?:を|のことを|は)、?「?(?P<name>[^」、。]{1,12}?)」?と(?:いい|いう|呼)"
)


def name_of_another(text: str, source: str) -> bool:
    """Whether a defined name (甲) is said to stand for another than its source defines it for."""
    plain = unicodedata.normalize("NFKC", source)
    defined = {match["name"]: match["what"] for match in _DEFINES.finditer(plain)}
    return any(
        match["name"] in defined and not defined[match["name"]].endswith(match["what"])
        for match in _CALLS.finditer(unicodedata.normalize("NFKC", text))
    )


_SET_ASIDE = re.compile(r"(?:^|[、。（(は])(?P<what>[^、。（）()は]*?)(?:場合|とき)?(?:を|は)?除(?:き|く|いて)")
_SETS_ASIDE = re.compile(r"除|例外|以外|対象外|含ま(?:ない|れない|れません)|ません|ない|なく|ず")


def affirms_what_is_set_aside(text: str, source: str) -> bool:
    """Whether a statement without any exclusion says what its source names only to leave it out (…を除き)."""
    claimed, written = (re.sub(r"\s+", "", unicodedata.normalize("NFKC", part)) for part in (text, source))
    if _SETS_ASIDE.search(claimed):
        return False
    left_out = "".join(match["what"] for match in _SET_ASIDE.finditer(written))
    rest = _SET_ASIDE.sub("", written)
    words = {left_out[at : at + 2] for at in range(len(left_out) - 1)}
    return any(re.fullmatch(r"[一-龯]{2}", word) and word not in rest and word in claimed for word in words)


_EVEN = re.compile(
    r"(?:なく|[いしえけせてでれ])て?も(?=、)|でなくても|であっても|場合でも|(?:に|か)(?:かかわ|関わ)らず|問わず"
)
_CONCEDES = re.compile(
    r"ても|でも|とも|かかわらず|関わらず|問わず|如何|いかなる|場合も|ときも|おいても|"
    r"といえど|いえども|後も|一切|すべて|全て|いつでも"
)


def widens_condition(text: str, source: str) -> bool:
    """Whether a statement says "even if" of words that concede nothing."""
    return _EVEN.search(text) is not None and _CONCEDES.search(source) is None


_PLACED = re.compile(
    r"(?P<who>[甲乙丙丁]|[一-龯ァ-ヺーA-Za-z]{2,12})(?P<way>は|が|に対し|に|へ|から|より)(?![つよおは]|関|基|従|際|限|故意|重?過失|帰|責|あ[るり])"
)


def exchanges_places(text: str, source: str) -> bool:
    """Whether who acts and to whom change places: 大学は会社に納付する of 会社は大学に納付する."""
    claimed, written = (_places(unicodedata.normalize("NFKC", part)) for part in (text, source))
    return any((goal, actor) in written and (actor, goal) not in written for actor, goal in claimed)


def _places(text: str) -> set[tuple[str, str]]:
    """Who acts with whom it is done to, clause by clause."""
    found: set[tuple[str, str]] = set()
    for sentence in re.split(r"[。\n]", re.sub(r"\s+", "", text)):
        actor = ""
        for match in _PLACED.finditer(sentence):
            if match["way"] in ("は", "が"):
                actor = match["who"]
            elif actor and actor != match["who"]:
                found.add((actor, match["who"]))
    return found


_EVEN_WITHOUT = re.compile(
    r"(?:承諾|同意|許可|承認|了承)(?:を(?:得|取得し|受け|取ら)|が|は)?(?:られ)?(?:(?:なく|ず|なし)(?:て|で|と)?も|"
    r"(?:た|ある|あった)(?:場合|とき)(?:であって|で)?も)"
)


def needs_no_consent(text: str, source: str) -> bool:
    """Whether a statement says "even without consent" (承諾を得なくても) or "even with it", and its source not."""
    return _EVEN_WITHOUT.search(_bare(text)) is not None and _EVEN_WITHOUT.search(_bare(source)) is None


_OBJECT = re.compile(
    r"(?P<who>[甲乙丙丁]|[一-龯]{1,6}(?:者|先|元|主|人|社|方))の(?P<what>[^、。はがをの]{1,12}(?:に(?:関|対)する[^、。はがを]{1,10})?)を"
    r"(?P<done>[一-龯]{2})(?=さ?[しすせ])"
)


def object_of_another(text: str, source: str) -> bool:
    """Whether what is done to one's thing is said of another's: 派遣元の規定を遵守する of 派遣先の規定を遵守する."""
    written: dict[str, set[str]] = {}
    bare = _bare(source)
    for match in _OBJECT.finditer(bare):
        written.setdefault(match["done"], set()).add(match["who"])
    return any(
        match["done"] in written and match["who"] not in written[match["done"]] and f"{match['who']}の" in bare
        for match in _OBJECT.finditer(_bare(text))
    )


_OWN = re.compile(
    r"(?:自己|自ら|自身|各自)(?:の|に課され(?:た|る))(?P<thing>[^、。はがをに]{0,6}?[一-龯]{2})(?=[はがをに、。])"
)
_OF_WHOM = r"(?P<who>[甲乙丙丁]|[一-龯]{1,8}(?:者|先|元|主|人|社))(?:の|に課され(?:た|る))"
_TOPIC = re.compile(r"(?P<who>[甲乙丙丁]|[一-龯]{1,8}(?:者|先|元|主|人|社))[はが]、?")


def own_becomes_others_ja(text: str, source: str) -> bool:
    """Whether somebody is said to do to another's thing what the source says of each one's own (自己に課された責任)."""
    bare, claimed = _bare(source), _bare(text)
    topic = _TOPIC.match(claimed)
    if topic is None:
        return False
    for own in _OWN.finditer(bare):
        thing = own["thing"][-2:]
        for match in re.finditer(_OF_WHOM + rf"[^、。]{{0,6}}?{thing}", claimed):
            whose = f"{match['who']}に課" in bare or f"{match['who']}の" in bare
            if match["who"] != topic["who"] and not whose:
                return True
    return False


_WITHOUT = re.compile(r"(?P<what>[一-龯]{2})(?:を|も)?(?:する|行う)?(?:こと)?(?:なく|なしに|なしで|せずに?)(?!な|ては)")
_SO = frozenset(("遅滞", "関係", "相違", "間違", "異議"))


def without_what_stands(text: str, source: str) -> bool:
    """Whether something is said to be done without what its source names and nowhere lacks (催告をすることなく)."""
    bare = re.sub(r"にもかかわらず", "", _bare(source))
    return any(
        match["what"] in bare
        and match["what"] not in _SO
        and not re.search(rf"{match['what']}[^、。]{{0,8}}?(?:な[くしい]|ず|不要|無|ません)", bare)
        for match in _WITHOUT.finditer(_bare(text))
    )
