"""Words for what contracts are grouped by and for the numbers they have, in Japanese and English."""

from __future__ import annotations

import re
from functools import cache

from core.graph.question_grammar.grammar_plan import Dimension, Quantity
from core.questions import DateField

# The longer name of two that begin alike comes first.
_DIMENSIONS: tuple[tuple[Dimension, str, str], ...] = (
    (
        "party_country",
        r"(?:countr(?:y|ies) of (?:the )?part(?:y|ies)|part(?:y|ies)(?:'s?)? countr(?:y|ies)|countr(?:y"
        r"|ies) of incorporation)",
        r"当事者の(?:国籍|国|所在国)|設立国",
    ),
    (
        "law_country",
        r"(?:countr(?:y|ies) of (?:the )?(?:governing |applicable )?laws?|(?:governing |applicable )?law"
        r" countr(?:y|ies)|countr(?:y|ies))",
        r"準拠法の(?:国|属する国)|準拠法国",
    ),
    ("law_state", r"(?:states?|(?:governing )?law states?)", r"準拠法の州|州"),
    (
        "law",
        r"(?:(?:governing|applicable) laws?|choices? of law|jurisdictions?|laws?)",
        r"準拠法|適用法",
    ),
    (
        "party",
        r"(?:contract(?:ing|ual) )?(?:counter-?part(?:y|ies)|part(?:y|ies)|compan(?:y|ies)"
        r"|organi[sz]ations?|entit(?:y|ies))",
        r"契約相手方?|(?:契約)?当事者|相手方|相手先|取引先|会社|企業|組織",
    ),
    (
        "agreement_type",
        r"(?:(?:agreement|contract) (?:types?|kinds?|categor(?:y|ies))|(?:types?|kinds?|categor(?:y|ies))"
        r" of (?:agreement|contract)s?|types?)",
        r"契約書?の?(?:種類|類型|種別|タイプ)|種類|類型|種別",
    ),
    (
        "clause_type",
        r"(?:clause (?:types?|kinds?)|(?:types?|kinds?) of clauses?|clauses?|provisions?)",
        r"条項の?(?:種類|類型|種別|タイプ)|条項",
    ),
    ("language", r"languages?", r"(?:記載)?言語"),
)
_ANY_PARTY = re.compile("|".join(f"(?:the )?{en}|{ja}" for dimension, en, ja in _DIMENSIONS if dimension == "party"))
_FIELD_EN: dict[DateField, str] = {
    "expiration_date": r"expir(?:y|ation|e|es|ing|ed)|end(?:s|ing)?|lapse[sd]?",
    "effective_date": r"effective(?:ness)?|start(?:s|ed|ing)?|commenc(?:e|es|ed|ement)|beg[ia]ns?",
    "agreement_date": r"sign(?:ed|ing|ature|s)?|agreement|execut(?:ed|ion)|conclu(?:ded|sion)|dated",
    "last_notice_day": r"notice|last day to give notice",
}
_FIELD_JA: dict[DateField, str] = {
    "last_notice_day": r"(?:更新拒絶の?)?通知(?:の?最終日|の?期限|日)?",
    "expiration_date": r"(?:契約)?(?:満了|終了)(?:日|する|した)?|期限切れ",
    "effective_date": r"(?:効力)?(?:発生|発効|開始)(?:日|する|した)?",
    "agreement_date": r"(?:契約)?(?:締結|署名)(?:日|する|した|された|している)?|契約日",
}
_QUANTITIES: tuple[tuple[Quantity, str, str], ...] = (
    ("pages", r"(?:length in pages|page (?:count|number)s?|pages?)", r"(?:契約書?の)?(?:総)?(?:ページ|頁)の?数?"),
    (
        "notice_days",
        r"(?:notice periods?(?: length)?|(?:length|days) of (?:the )?notice(?: period)?|notice days|days' notice)",
        r"(?:更新拒絶の?)?(?:通知|予告)(?:期間|日数)(?:の長さ)?",
    ),
    (
        "clauses",
        r"(?:clause types?|clauses?(?: types?)?|provisions?)(?: found)?",
        r"条項の?(?:種類)?の?数|条項",
    ),
    ("parties", r"(?:contracting )?parties", r"当事者の?数|当事者"),
    (
        "term_days",
        r"(?:(?:length|duration) of (?:the |our )?(?:contract|agreement)s?(?: terms?)?|(?:contract |agreement"
        r" )?(?:terms?|durations?|lifetimes?)(?: length)?)",
        r"(?:契約|有効|存続)期間(?:の長さ)?|期間",
    ),
)


@cache
def dimension_pattern(japanese: bool) -> str:
    """A pattern for any dimension; which one it was says `dimension_of`."""
    return "(?:" + "|".join(ja if japanese else rf"(?<![a-z]){en}(?![a-z])" for _, en, ja in _DIMENSIONS) + ")"


def means_any_party(words: str) -> bool:
    """Whether folded words are no name but the word for a party, such as "Parties" or 当事者."""
    return _ANY_PARTY.fullmatch(words) is not None


def dimension_of(words: str) -> Dimension:
    """The dimension that words matched by `dimension_pattern` name.

    Raises:
        KeyError: none.
    """
    for dimension, en, ja in _DIMENSIONS:
        if re.fullmatch(f"{en}|{ja}", words):
            return dimension
    raise KeyError(words)


@cache
def quantity_pattern(japanese: bool) -> str:
    """A pattern for any number that contracts have; which one it was says `quantity_of`."""
    return "(?:" + "|".join(ja if japanese else rf"(?<![a-z]){en}(?![a-z])" for _, en, ja in _QUANTITIES) + ")"


def quantity_of(words: str) -> Quantity:
    """The number that words matched by `quantity_pattern` name.

    Raises:
        KeyError: none.
    """
    for quantity, en, ja in _QUANTITIES:
        if re.fullmatch(f"{en}|{ja}", words):
            return quantity
    raise KeyError(words)


@cache
def field_pattern(japanese: bool) -> str:
    """A pattern for words that name a date, in one group; which one it was says `field_of`."""
    table = _FIELD_JA if japanese else _FIELD_EN
    parts = "|".join(table.values())
    return f"({parts})" if japanese else rf"(?<![a-z])({parts})(?![a-z])"


def field_of(words: str) -> DateField:
    """The date that words matched by `field_pattern` name.

    Raises:
        KeyError: none.
    """
    for table in (_FIELD_EN, _FIELD_JA):
        for field, pattern in table.items():
            if re.fullmatch(pattern, words):
                return field
    raise KeyError(words)
