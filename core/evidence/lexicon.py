"""Words on which the meaning of a contract turns, and the words that are known to be words."""

from __future__ import annotations

from functools import cache
from pathlib import Path

NEGATIONS = frozenset(
    "not no never neither nor none cannot without unless except excepting excluding excludes exclude excluded n't"
    " nothing nobody nowhere hardly barely refrain refrains prohibited prohibits forbidden precluded unable fail fails"
    " failure notwithstanding save lack lacks lieu".split()
)
NEGATIVE_PREFIXES = frozenset("un in im ir il dis mis anti non n".split())
MODALS = frozenset(
    "shall may must will should would can could might ought need needs required requires require obliged obligated"
    " entitled permitted permits agrees agree undertakes".split()
)
COMPARATORS = frozenset(
    "less more fewer greater least most minimum maximum before after prior until till since within beyond over under"
    " above below exceed exceeds exceeding exceeded up down earlier later former latter first last only solely all any"
    " each every some either both than between increase decrease higher lower exclusive nonexclusive".split()
)
CONJUNCTIONS = frozenset("and or but if provided however whether when where while and/or".split())
UNITS = frozenset(
    "day days week weeks month months year years quarter quarters hour hours minute minutes business calendar working"
    " percent per cent cents dollar dollars euro euros yen usd eur gbp jpy cad million billion thousand hundred"
    " daily weekly monthly quarterly annually annual mile miles kilometers kg pounds tons units".split()
)
PROTECTED = NEGATIONS | MODALS | COMPARATORS | CONJUNCTIONS | UNITS
ARTICLES = frozenset(("a", "an", "the"))

# Japanese: spellings that are one word to a reader share a key.
_SPELLINGS = {
    "および": "及び",
    "ならびに": "並びに",
    "または": "又は",
    "もしくは": "若しくは",
    "ただし": "但し",
    "したがって": "従って",
    "すべて": "全て",
    "あるいは": "或いは",
    "かつ": "且つ",
    "なお": "尚",
    "おこなう": "行う",
    "ひとしい": "等しい",
}
VARIANTS = _SPELLINGS | {key: key for key in _SPELLINGS.values()}
NEGATIONS_JA = (
    "ない",
    "なかっ",
    "なけれ",
    "なく",
    "ません",
    "ませぬ",
    "ざる",
    "ぬ",
    "ず",
    "非",
    "不",
    "無",
    "未",
    "禁",
    "除",
    "否",
)
MODALS_JA = ("できる", "しなければ", "ものとする", "べき", "義務", "権利", "許諾", "努める", "よい", "得る", "もよ")
COMPARATORS_JA = (
    "以上",
    "以下",
    "以内",
    "未満",
    "超",
    "以前",
    "以後",
    "以降",
    "前",
    "後",
    "迄",
    "まで",
    "から",
    "上",
    "下",
)
CONJUNCTIONS_JA = ("及び", "又は", "並びに", "若しくは", "但し", "且つ", "場合", "とき", "もしくは")
UNITS_JA = ("日", "月", "年", "週", "時", "分", "円", "ドル", "条", "項", "号", "％", "営業", "か月", "ヶ月", "箇月")
# Shapes that optical character recognition takes for one another.
LOOKALIKES = frozenset(
    frozenset(pair)
    for pair in (
        "ロ口",
        "一ー",
        "カ力",
        "ニ二",
        "エ工",
        "ト卜",
        "ヘへ",
        "ハ八",
        "タ夕",
        "ベべ",
        "ペぺ",
        "リり",
        "ー－",
        "ー-",
    )
)

_WORDS = Path(__file__).with_name("words.txt")


@cache
def known_words() -> frozenset[str]:
    """Lower-case English words of five letters and more that stand in at least two contracts of CUAD's training split.

    A word outside the list may be a slip of a pen or of a scanner; one inside it may not be taken for another.
    """
    return frozenset(_WORDS.read_text(encoding="utf-8").split())
