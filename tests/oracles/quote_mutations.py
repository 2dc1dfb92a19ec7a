"""Ways in which a quote goes wrong, one kind a function: each turns a true quote into a false one, or gives None.

Used by `benchmarks/evidence.py` and by the tests of the matcher. A mutant is false by construction; the caller leaves
out those that happen to stand in the document elsewhere.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

_NEGATION = re.compile(r"\b(not|never|no|without|neither|nor|except|unless)\b[ \t\u00a0]*|n['’]t\b", re.IGNORECASE)
_MODAL = re.compile(r"\b(shall|may|must|will|should|can|would)\b")
_MODAL_OTHER = {
    "shall": ("may", "will", "should"),
    "may": ("shall", "must"),
    "must": ("should", "may"),
    "will": ("may", "shall"),
    "should": ("must",),
    "can": ("must",),
    "would": ("shall",),
}
_NUMBER_WORD = re.compile(
    r"\b(one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|forty-five|fifty|sixty|ninety"
    r"|hundred|first|second|third|fourth|fifth)\b",
    re.IGNORECASE,
)
_NUMBER_OTHER = {
    "one": "two", "two": "three", "three": "five", "four": "six", "five": "ten", "six": "nine", "seven": "eight",
    "eight": "four", "nine": "seven", "ten": "five", "fifteen": "twenty", "twenty": "thirty", "thirty": "sixty",
    "forty": "fifty", "forty-five": "thirty-five", "fifty": "forty", "sixty": "ninety", "ninety": "thirty",
    "hundred": "thousand", "first": "second", "second": "third", "third": "first", "fourth": "fifth", "fifth": "fourth",
}  # fmt: skip
_COMPARATOR_OTHER = {
    "less": "more", "more": "less", "before": "after", "after": "before", "least": "most", "most": "least",
    "maximum": "minimum", "minimum": "maximum", "greater": "lesser", "prior": "subsequent", "within": "after",
    "exceed": "reach", "all": "some", "any": "one", "both": "either", "each": "either", "only": "also", "up": "down",
    "over": "under", "under": "over", "until": "after", "above": "below", "below": "above", "solely": "partly",
    "exclusive": "nonexclusive", "non-exclusive": "exclusive", "later": "earlier", "earlier": "later",
}  # fmt: skip
_UNIT_OTHER = {
    "days": "months", "day": "month", "months": "years", "month": "year", "years": "months", "year": "month",
    "business": "calendar", "calendar": "business", "percent": "percentage points", "annual": "monthly",
    "quarterly": "annually", "quarter": "year", "monthly": "yearly", "weeks": "days", "hours": "days",
}  # fmt: skip
_ROLE_OTHER = {
    "Licensor": "Licensee", "Licensee": "Licensor", "Company": "Licensee", "Distributor": "Supplier",
    "Supplier": "Distributor", "Franchisor": "Franchisee", "Franchisee": "Franchisor", "Buyer": "Seller",
    "Seller": "Buyer", "Customer": "Vendor", "Vendor": "Customer", "Client": "Consultant", "Consultant": "Client",
    "Manufacturer": "Purchaser", "Party": "Affiliate", "Parties": "Affiliates", "Agent": "Principal",
}  # fmt: skip
_PREFIXES = re.compile(
    r"\b(un|non-?|in|im|ir|dis)(?=(?:limited|exclusive|transferable|assignable|revocable|able|compet|authorized|direct"
    r"|dependent|proper|satisf|reasonabl|terrupt|complete|solicit|recover|lawful))"
)
_ADD_PREFIX = re.compile(
    r"\b(limited|transferable|assignable|reasonable|reasonably|authorized|lawful|conditional|exclusive)\b"
)
_NAME = re.compile(r"\b[A-Z][a-z]{2,}(?:[ \t][A-Z][a-z]+)*\b")

_JA_SWAPS: dict[str, tuple[tuple[str, str], ...]] = {
    "negation_ja": (
        ("してはならない", "してもよい"),
        ("できない", "できる"),
        ("しない", "する"),
        ("ないものとする", "るものとする"),
        ("負わない", "負う"),
        ("ではない", "である"),
        ("することなく", "して"),
        ("を除き", "を含め"),
        ("非独占", "独占"),
        ("行わない", "行う"),
        ("なければならない", "る"),
        ("することができる", "することができない"),
        ("ものとする", "ものとしない"),
        ("しません", "します"),
    ),
    "modal_ja": (
        ("することができる", "しなければならない"),
        ("しなければならない", "することができる"),
        ("ものとする", "ことができる"),
        ("しなければならない", "するよう努める"),
        ("できる", "すべきである"),
    ),
    "party_ja": (("甲", "乙"), ("乙", "甲")),
    "comparator_ja": (
        ("以上", "以下"),
        ("以下", "以上"),
        ("未満", "超"),
        ("以内", "以降"),
        ("前", "後"),
        ("後", "前"),
        ("超え", "下回っ"),
        ("まで", "から"),
        ("又は", "及び"),
        ("及び", "又は"),
        ("または", "および"),
        ("および", "または"),
        ("全て", "一部"),
    ),
    "number_ja": (
        ("三十", "六十"),
        ("三", "五"),
        ("十", "二十"),
        ("１", "２"),
        ("３", "６"),
        ("1", "7"),
        ("5", "8"),
        ("2", "9"),
        ("3", "4"),
        ("日", "月"),
        ("年", "月"),
        ("円", "ドル"),
        ("一", "二"),
    ),
}

Mutation = Callable[[str, random.Random], "str | None"]


def _at(quote: str, match: re.Match[str], new: str) -> str:
    return quote[: match.start()] + new + quote[match.end() :]


def _one(pattern: re.Pattern[str], quote: str, rng: random.Random) -> re.Match[str] | None:
    found = list(pattern.finditer(quote))
    return rng.choice(found) if found else None


def _like(word: str, model: str) -> str:
    if model.isupper() and len(model) > 1:
        return word.upper()
    return word.capitalize() if model[:1].isupper() else word


def _table(table: dict[str, str]) -> Mutation:
    pattern = re.compile(
        r"\b(?:" + "|".join(sorted(map(re.escape, table), key=len, reverse=True)) + r")\b", re.IGNORECASE
    )

    def mutate(quote: str, rng: random.Random) -> str | None:
        match = _one(pattern, quote, rng)
        if match is None:
            return None
        new = table.get(match[0]) or table.get(match[0].lower())
        return None if new is None else _at(quote, match, _like(new, match[0]) if new.islower() else new)

    return mutate


def drop_negation(quote: str, rng: random.Random) -> str | None:
    """Without one of its negations or exceptions."""
    match = _one(_NEGATION, quote, rng)
    return None if match is None else _at(quote, match, "")


def insert_not(quote: str, rng: random.Random) -> str | None:
    """With a "not" after a modal."""
    match = _one(_MODAL, quote, rng)
    return None if match is None else _at(quote, match, match[0] + " not")


def swap_modal(quote: str, rng: random.Random) -> str | None:
    """With another modal."""
    match = _one(_MODAL, quote, rng)
    return None if match is None else _at(quote, match, rng.choice(_MODAL_OTHER[match[0]]))


def change_digit(quote: str, rng: random.Random) -> str | None:
    """With another digit in one place."""
    match = _one(re.compile(r"[0-9]"), quote, rng)
    return None if match is None else _at(quote, match, rng.choice([d for d in "123456789" if d != match[0]]))


def drop_digit(quote: str, rng: random.Random) -> str | None:
    """With a digit less in a number of two digits and more."""
    match = _one(re.compile(r"[0-9](?=[0-9])|(?<=[0-9])[0-9]"), quote, rng)
    return None if match is None else _at(quote, match, "")


def move_decimal(quote: str, rng: random.Random) -> str | None:
    """With a decimal point or thousands comma moved, lost or added."""
    match = _one(re.compile(r"(?<=[0-9])[.,](?=[0-9])"), quote, rng)
    if match is not None:
        return _at(quote, match, "," if match[0] == "." else ".")
    match = _one(re.compile(r"(?<=[0-9])(?=[0-9])"), quote, rng)
    return None if match is None else _at(quote, match, ".")


def swap_currency(quote: str, rng: random.Random) -> str | None:
    """With another currency or without the percent sign."""
    match = _one(re.compile(r"[$€£¥%]|US\$|\bUSD\b|\bdollars\b"), quote, rng)
    return None if match is None else _at(quote, match, {"%": "", "dollars": "euros", "USD": "EUR"}.get(match[0], "€"))


def swap_conjunction(quote: str, rng: random.Random) -> str | None:
    """With "or" for "and" or the other way round."""
    match = _one(re.compile(r"\b(and|or)\b"), quote, rng)
    return None if match is None else _at(quote, match, "or" if match[0] == "and" else "and")


def swap_either(quote: str, rng: random.Random) -> str | None:
    """With "neither" for "either" or "both", or the other way round."""
    table = {"either": "neither", "neither": "either", "both": "neither", "each": "neither", "any": "no", "no": "any"}
    return _table(table)(quote, rng)


def change_prefix(quote: str, rng: random.Random) -> str | None:
    """With a negative prefix lost or added."""
    match = _one(_PREFIXES, quote, rng)
    if match is not None:
        return _at(quote, match, "")
    match = _one(_ADD_PREFIX, quote, rng)
    return None if match is None else _at(quote, match, "un" + match[0])


def change_name(quote: str, rng: random.Random) -> str | None:
    """With one capitalised name altered into another: First into Second, or a word of it replaced."""
    match = _one(_NAME, quote, rng)
    if match is None:
        return None
    words = match[0].split()
    at = rng.randrange(len(words))
    words[at] = rng.choice([w for w in ("Second", "Meridian", "Northern", "Holdings", "Licensee") if w != words[at]])
    return _at(quote, match, " ".join(words))


def name_letter(quote: str, rng: random.Random) -> str | None:
    """With one letter of a capitalised name altered."""
    match = _one(_NAME, quote, rng)
    if match is None:
        return None
    at = rng.randrange(match.start() + 1, match.end())
    if not quote[at].isalpha():
        return None
    return quote[:at] + rng.choice([c for c in "aeiourstn" if c != quote[at].lower()]) + quote[at + 1 :]


def swap_names(quote: str, rng: random.Random) -> str | None:
    """With two names in each other's place."""
    # An article in another place changes nothing.
    found = [match for match in _NAME.finditer(quote) if match[0].lower() not in ("the", "a", "an")]
    pairs = [(a, b) for i, a in enumerate(found) for b in found[i + 1 :] if a[0].lower() != b[0].lower()]
    if not pairs:
        return None
    a, b = rng.choice(pairs)
    return quote[: a.start()] + b[0] + quote[a.end() : b.start()] + a[0] + quote[b.end() :]


def swap_words(quote: str, rng: random.Random) -> str | None:
    """With two neighbouring words in each other's place."""
    found = list(re.finditer(r"\b([A-Za-z]{3,}) ([A-Za-z]{3,})\b", quote))
    if not found:
        return None
    match = rng.choice(found)
    return None if match[1].lower() == match[2].lower() else _at(quote, match, f"{match[2]} {match[1]}")


def drop_word(quote: str, rng: random.Random) -> str | None:
    """Without one word of its middle, articles excepted."""
    found = [m for m in re.finditer(r" ([A-Za-z]{2,})(?= )", quote) if m[1].lower() not in ("a", "an", "the")]
    return _at(quote, rng.choice(found), "") if found else None


def insert_word(quote: str, rng: random.Random) -> str | None:
    """With a word that turns the sense inserted in its middle."""
    match = _one(re.compile(r"(?<=[a-z]) (?=[a-z])"), quote, rng)
    word = rng.choice(["not", "only", "materially", "never", "exclusively", "jointly", "reasonably"])
    return None if match is None else _at(quote, match, f" {word} ")


def elide_negation(quote: str, rng: random.Random) -> str | None:
    """With an ellipsis in the place of a negation and its neighbours."""
    match = _one(re.compile(r"\b\w+ (?:not|never|without|except|unless|no) \w+\b"), quote, rng)
    return None if match is None else _at(quote, match, rng.choice(["...", "…", " [...] ", " * * * "]))


def splice(quote: str, rng: random.Random) -> str | None:
    """One sentence's beginning with a later sentence's end."""
    parts = re.split(r"(?<=[a-z]{3}\.)\s+(?=[A-Z])", quote)
    if len(parts) < 2 or any(len(part) < 40 for part in parts[:2]):
        return None
    head, tail = parts[0], parts[1]
    return f"{head[: head.rfind(' ', 0, len(head) // 2)]} ... {tail[tail.find(' ', len(tail) // 2) + 1 :]}"


def _japanese(kind: str) -> Mutation:
    def mutate(quote: str, rng: random.Random) -> str | None:
        fitting = [(old, new) for old, new in _JA_SWAPS[kind] if old in quote]
        if not fitting:
            return None
        old, new = rng.choice(fitting)
        match = rng.choice(list(re.finditer(re.escape(old), quote)))
        return _at(quote, match, new)

    return mutate


ENGLISH: dict[str, Mutation] = {
    "drop_negation": drop_negation,
    "insert_not": insert_not,
    "swap_modal": swap_modal,
    "change_digit": change_digit,
    "drop_digit": drop_digit,
    "move_decimal": move_decimal,
    "number_word": _table(_NUMBER_OTHER),
    "swap_currency": swap_currency,
    "swap_unit": _table(_UNIT_OTHER),
    "swap_comparator": _table(_COMPARATOR_OTHER),
    "swap_conjunction": swap_conjunction,
    "swap_either": swap_either,
    "change_prefix": change_prefix,
    "swap_role": _table(_ROLE_OTHER),
    "change_name": change_name,
    "name_letter": name_letter,
    "swap_names": swap_names,
    "swap_words": swap_words,
    "drop_word": drop_word,
    "insert_word": insert_word,
    "elide_negation": elide_negation,
    "splice": splice,
}
JAPANESE: dict[str, Mutation] = {kind: _japanese(kind) for kind in _JA_SWAPS}
