"""Clause types that a text names."""

from __future__ import annotations

import re
from functools import cache

from core.interview.builtin.cues import cues
from core.interview.builtin.hearing.laws import without_laws
from core.interview.builtin.hearing.name_search import folded, place_of, without_name
from core.questions import clause_codes
from core.taxonomy import taxonomy

_EVERYDAY = frozenset(
    "audit 監査 insurance 保険 exclusive 独占 専属 penalty escrow 違約金 排他性 使い放題 移行支援".split()
)
_KATAKANA = re.compile(r"[ァ-ヶー]+")
_CLAUSE_WORD = re.compile(r"(?:条項|規定|義務|責任|clause|provisions|obligation)$")
_LONGEST_NAMES = 60
_LABEL_OF_CLAUSE = re.compile(
    r"^条項(?:の種類|種別|の類型)?は|^(?:so )?(?:the |this )?(?:clause type|type of clause)(?: is|:)?", re.I
)


def clause_types(text: str, *, requested: bool = False) -> tuple[str, ...]:
    """Codes of the clause types that a text names; names of laws do not count (独占禁止法 is no exclusivity).

    Args:
        text: the user's words.
        requested: whether the text answers the question for clause types. If not, a name that is an everyday word as
            well (納品, insurance) counts only where it is said of a clause: 納品の条項, the insurance clause.
    """
    plain = without_laws(text).replace("の", "")
    codes = set()
    for name, code, own in _clause_names():
        if place_of(name, plain) is None:
            continue
        if requested or own or _as_clause(name).search(plain):
            codes.add(code)
        plain = without_name(plain, name) if requested or own else plain
    order = [category.code for category in taxonomy().clauses]
    return tuple(sorted(codes, key=order.index))


def clause_types_named(text: str) -> tuple[str, ...]:
    """Codes of the clause types in a text that names some and does nothing else, by the lexicon of questions too."""
    listed = clause_types(text, requested=True) or tuple(
        code for code in clause_codes(_LABEL_OF_CLAUSE.sub("", text)) if taxonomy().get(code).kind == "clause"
    )
    if listed or len(text) > _LONGEST_NAMES:
        return listed
    plain = folded(text)
    return tuple(code for code, pattern in cues().clause_words.items() if re.search(pattern, plain))


def is_clause_name(text: str) -> bool:
    """Whether a text is the name of a clause type and nothing else."""
    plain = folded(text).replace("の", "").strip('「」“”"。. ')
    return any(name == plain for name, _, _ in _clause_names())


def names_of_clauses(plain: str) -> list[str]:
    """Names of clause types in a folded text, the longest first."""
    return [name for name, _, _ in _clause_names() if place_of(name, plain) is not None]


@cache
def _clause_names() -> tuple[tuple[str, str, bool], ...]:
    """Names of clause types, the longest first; words too short to be sure are left out.

    Returns:
        Name, code, and whether the name means the clause wherever it stands: names of the general types and everyday
        words do not, unless they end in a word for a clause.
    """
    names: dict[str, tuple[str, bool]] = {}
    for category in taxonomy().clauses:
        halves = [half for half in category.ja.split("・") if len(half) >= 4 and not _KATAKANA.fullmatch(half)]
        for name in (category.en, category.ja, *category.aliases, *halves):
            plain = folded(name).replace("の", "")
            if len(plain) >= (4 if plain.isascii() else 2):
                own = category.cuad is not None and plain not in _EVERYDAY
                names.setdefault(plain, (category.code, own or _CLAUSE_WORD.search(plain) is not None))
    ordered = sorted(names.items(), key=lambda pair: -len(pair[0]))
    return tuple((name, code, own) for name, (code, own) in ordered)


@cache
def _as_clause(name: str) -> re.Pattern[str]:
    """The places where a name is said of a clause, in a text without の."""
    plain = re.escape(name)
    if not name.isascii():
        about = r"(?:に関する|について|に係る)?"
        return re.compile(rf"{plain}{about}(?:条項|条件|条文|規定|定め|取決め|特約|制限|禁止|義務)|[(【]{plain}[)】]")
    kinds = r"(?:clauses?|provisions?|sections?|articles?)"
    return re.compile(rf"\b{plain}s? {kinds}\b|\b{kinds} (?:on|about|for|regarding|concerning) (?:the )?{plain}s?\b")
