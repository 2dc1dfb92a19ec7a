"""Kinds of contract: the known ones by their names, others in the user's words."""

from __future__ import annotations

import re
from functools import cache

from core.interview.builtin.hearing.name_search import folded, place_of, without_name
from core.lexicon import agreement_code, agreement_type_name, agreement_types
from core.wording import Language

_LONGEST_NAMES = 60
_TOLD = re.compile(
    r"[はがを].|(?:だ|です|ます|ました|思う|たい|ない|[いえきしちにりれせてけめべげっ]た)$|\b(?:is|are|was|were|had|have|think|they|we)\b",
    re.I,
)
"""A sentence, and no name of a kind of contract."""
_EVERY = re.compile(
    r"^(?:すべて|全て|全部|全般)(?:の契約)?(?:です)?$|^(?:all|every|any)(?: (?:kinds?|types?|contracts?|of them).*)?$",
    re.I,
)
_ONLY_KIND = re.compile(
    r"^(?:契約(?:の種類|類型)?は、?)?(?P<name>[一-龠々ァ-ヺー・A-Za-z]{2,16}契約)(?:書)?"
    r"(?:です|でした|になります|ですね|でして|なんです(?:が|けど)?|なんですけど|の件です(?:が)?|の話です|のところです)?[。.、]*$"
)
_NO_KIND = re.compile(r"^(?:当該|本|同|元|現|新|旧|原|契約|両|各|全|別|他|当初|今回|前回|更新後)契約$")
"""Which contract, and of no kind."""
_BETWEEN_KINDS = re.compile(r"[、,;；。]|\s[-–—]\s|(?<=で) ")
_SIDE = re.compile(
    r"^(?:and )?(?:we|us|our|i)\b|\b(?:us|we|side)$|\b(?:is us|we are|we're)\b"
    r"|^(?:うち|当社|当方|弊社|私(?:ども|達|たち)?|こちら|こっち|わが社|我が社|自社|当[一-龠]{1,3})[はがもの]?"
    r"|(?:側|こっち|こちら|[売買貸借]り?[主手])(?:です|になります|でございます|だ)?$",
    re.I,
)
"""What tells our side of a contract, not its kind."""
_IT_WAS = re.compile(
    r"^(?:the |our |this |that )?(?:contract|agreement|deal|paper(?:work)?)(?: type| kind)? (?:is|was|were)"
    r" (?:just |basically )?(?:an? |the |our )(?P<kind>[\w&' -]{3,50}?)[.!]*$"
    r"|^(?:本|その|この|問題の|対象の|当時の)?契約(?:書)?(?:の種類|類型)?[はが]、?"
    r"(?P<kind_ja>[一-龠々ァ-ヺー・A-Za-z ]{2,24}?)(?:です|でした|になります|だった)[。.]*$",
    re.I,
)
"""What kind the contract was: "the contract was a perpetual software licence"."""
_AROUND_KIND = re.compile(
    r"^(?:it(?:'s| is| was)|this is|that was|well,?|um,?|so,?)(?: (?:called|under|just))? (?:an? |the )?"
    r"|(?:です|でした|になります|な|っす|だ|じゃ)?(?:[、,]?でしょうか|ね|よ)?[。.!]*$",
    re.I,
)


def contract_types(text: str, language: Language) -> tuple[str, ...]:
    """Names of the kinds of contract that a text names, in the order of the text."""
    plain = folded(text)
    places: dict[str, int] = {}
    for name, code in _agreement_names():
        place = place_of(name, plain)
        if place is not None:
            places[code] = min(place, places.get(code, place))
            plain = without_name(plain, name)
    return tuple(agreement_type_name(code, language) for code in sorted(places, key=places.__getitem__))


def kind_named(text: str) -> str | None:
    """The kind of contract that a sentence does nothing but name, known or not, in the user's words."""
    match = _ONLY_KIND.match(text.strip())
    if match is not None:
        return None if _NO_KIND.match(match["name"]) else match["name"]
    told = _IT_WAS.match(text.strip())
    if told is None:
        return None
    # "The contract was a mess" names none: the last word must be one that kinds of agreement are called by.
    kind = (told["kind"] or told["kind_ja"]).strip()
    last = kind.split()[-1] if kind.isascii() else kind
    known = agreement_code(last) or agreement_code(f"{last} agreement") or agreement_code(f"{last}契約")
    return kind if known is not None else None


def contract_types_answered(text: str, language: Language) -> tuple[str, ...] | None:
    """Kinds of contract in an answer to the question for them: known ones by their name, others in the user's words.

    None where the text is too long to be a list of names.
    """
    if _EVERY.match(text.strip("。. ")):
        return ()
    known = contract_types(text, language)
    if known:
        return known
    if len(text.strip()) > _LONGEST_NAMES:
        return None
    plain = re.sub(r"(?:です|でした|になります)?[。.\s]*$", "", text.strip())
    words = [word.strip("。. ") for word in re.split(r"[、,，/／\n]| and |および|及び|と(?=[^い])", plain)]
    if any(_TOLD.search(word) for word in words):
        return None
    named = [agreement_type_name(agreement_code(word) or word, language) for word in words if word]
    return tuple(dict.fromkeys(named))


def kinds_told(words: str, language: Language) -> tuple[str, ...]:
    """The kinds of contract in a sentence that tells them: known ones by their name, else the few words themselves."""
    named = kind_named(words)
    known = contract_types(words, language) or ((named,) if named else ())
    if known or (told := contract_types_answered(_AROUND_KIND.sub("", words.strip()), language)):
        return known or told or ()
    pieces = [re.sub(r"(?<=[一-龠])で$", "", piece.strip(" 。.")) for piece in _BETWEEN_KINDS.split(words.strip())]
    kinds = [_AROUND_KIND.sub("", piece) for piece in pieces if piece and not _SIDE.search(piece)]
    if len(kinds) == len(pieces) or not kinds:
        return ()
    return contract_types_answered(kinds[0], language) or ()


def names_of_agreements(plain: str) -> list[str]:
    """Names of kinds of contract in a folded text, the longest first."""
    return [name for name, _ in _agreement_names() if place_of(name, plain) is not None]


@cache
def _agreement_names() -> tuple[tuple[str, str], ...]:
    """Names of kinds of contract with their codes, the longest first; one English word needs "agreement" beside it."""
    names: dict[str, str] = {}
    for kind in agreement_types().values():
        for name in (kind.en, kind.ja, *kind.aliases):
            plain = folded(name)
            if plain.isascii() and " " not in plain and plain not in ("nda", "mou", "guarantee"):
                names.setdefault(f"{plain} agreement", kind.code)
                names.setdefault(f"{plain} contract", kind.code)
            else:
                names.setdefault(plain, kind.code)
                if plain.endswith(" agreement"):
                    names.setdefault(plain.removesuffix("agreement") + "contract", kind.code)
    return tuple(sorted(names.items(), key=lambda pair: -len(pair[0])))
