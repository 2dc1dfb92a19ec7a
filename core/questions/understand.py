"""A question in Japanese or English as readings, the likeliest first, with the clock that it was read by."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Protocol, cast

from rapidfuzz.distance import OSA

from core.lexicon import country_code, fiscal_year_without_start, named_days, state_of
from core.questions.accounting import OPERATORS
from core.questions.assemble import assemble
from core.questions.assembly import ReadingDraft
from core.questions.cascade import Token
from core.questions.conditions import reduced
from core.questions.lattice import segmentations
from core.questions.lexicon import folded, function_words, known_words, no_slips
from core.questions.names import Names
from core.questions.plan import ClauseIs, ContractIs, Question, TypeIs
from core.questions.second_look import unheard
from core.questions.spelling_out import spelled_out
from core.taxonomy import per_taxonomy

MOST_READ = 1_200
"""Characters of a question that are read; what is longer is no question about a portfolio."""
_NO_DAY = re.compile(
    r"\b\d{1,2}(?:st|nd|rd|th)?\s+(?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december)\s+\d{4}\b|\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{4}年\d{1,2}月\d{1,2}日"
    r"|\b(?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december)\s+\d{1,2},?\s+\d{4}\b"
)


@dataclass(frozen=True, slots=True)
class Guess:
    """A word that was understood as another, because only a letter differs."""

    word: str
    taken_for: str


class TakenWords(Protocol):
    """Words of a question that were taken for a clause type, or passed over where `code` is None."""

    @property
    def words(self) -> str:
        """As folded."""

    @property
    def code(self) -> str | None:
        """The clause type."""


@dataclass(frozen=True, slots=True)
class Understood:
    """What a question means.

    Attributes:
        text: as typed.
        today: the day that relative days counted from.
        readings: questions that it may mean, the likeliest first; one where it is sure.
        unused: words that nothing accounts for; with any of them no reading is sure.
        missing: what a reading needs to be answered: `contract`, `date` (of a year), `fiscal_year`,
            `day` (no such day).
        guesses: words that were read as another.
        whole: whether it has a head of its own, and is no fragment that goes on from an earlier question.
        those: whether it points to the contracts of the last answer; `nth` to one of them by its place from 0.
        loose: whether the readings differ only in the date that its days are said of.
        ones: whether the contracts are only called "ones", which after a list are those of the list.
        taken: words that the learned tags took for a clause type, or passed over.
        retold: whether the reading was put together of the tagged parts, piece by piece.
        doubtful: words that say something else than the reading, by what stands beside them.
        contrary: whether `doubtful` words say what no list can tell, and the readings are what can be answered instead.
    """

    text: str
    today: date
    readings: tuple[Question, ...] = ()
    unused: tuple[str, ...] = ()
    missing: str | None = None
    guesses: tuple[Guess, ...] = ()
    whole: bool = True
    those: bool = False
    it: bool = False
    nth: int | None = None
    loose: bool = False
    ones: bool = False
    taken: tuple[TakenWords, ...] = ()
    retold: bool = False
    doubtful: tuple[str, ...] = ()
    contrary: bool = False

    @property
    def sure(self) -> bool:
        """Whether there is one reading that accounts for every word, and no word speaks against it."""
        return len(self.readings) == 1 and not self.unused and not self.doubtful and self.missing is None


def understand(question: str, *, today: date, names: Names | None = None, follows: bool = False) -> Understood:
    """What a question means.

    Args:
        question: as typed.
        today: what relative days count from.
        names: names of the portfolio's parties and contracts.
        follows: whether there is an answer before that it may refer to.
    """
    index = names or Names()
    text = spelled_out(folded(question).strip(), today)
    if not re.search(r"\w", text) or len(text) > MOST_READ:
        return Understood(question, today)
    if _names_no_day(text, today):
        return Understood(question, today, missing="day")
    if fiscal_year_without_start(text):
        return Understood(question, today, missing="fiscal_year")
    guesses, corrected = _slips(text, question, index, today)
    best = _best(corrected, question, index, today, follows)
    if best is None:
        return Understood(question, today, unused=(), guesses=guesses)
    draft, tokens = best
    draft = _looked_at_again(draft, corrected, question, index, today)
    left = {part for word in draft.unused for part in (word, *word.split())}
    turned = any(token.has(*OPERATORS) and token.text in left for token in tokens)
    readings = () if draft.question is None or turned else (draft.question, *draft.choices)
    return Understood(
        question,
        today,
        tuple(dict.fromkeys(readings)),
        draft.unused,
        draft.incomplete,
        guesses,
        whole=draft.used_head
        and not (follows and _only_groups(draft, tokens))
        and _NARROWS.search(text) is None
        and not _goes_on(text, tokens),
        those=any(token.has("those") for token in tokens),
        it=any(token.has("it") and not token.soft and not _of_clause(token, tokens) for token in tokens),
        loose=draft.loose,
        ones=_only_ones(text, tokens),
        nth=next((cast(int, token.values["nth"]) for token in tokens if token.has("nth")), None),
    )


def unsaid(question: str, reading: Question, names: Names, *, today: date) -> tuple[str, ...]:
    """Words of a question, as typed, with a meaning that a reading from elsewhere does not say, in reading order.

    A reading of all contracts also leaves out every word that nobody knows.
    """
    text = spelled_out(folded(question).strip(), today)
    _, corrected = _slips(text, question, names, today)
    lost = unheard(corrected, question, reading, names, today=today)
    if reading.plan.every_condition or reading.day is not None or reading.kind not in ("list", "count", "yes_no"):
        return lost
    ways = segmentations(corrected, question, names, today=today)
    return tuple(dict.fromkeys((*lost, *(token.text for token in (ways[0] if ways else ()) if token.has("unk")))))


def _looked_at_again(draft: ReadingDraft, text: str, original: str, names: Names, today: date) -> ReadingDraft:
    """A draft that accounts for every word by the grammar, with those left over that it does not speak of."""
    if draft.question is None or draft.unused or draft.incomplete is not None:
        return draft
    return replace(draft, unused=unheard(text, original, draft.question, names, today=today))


_NARROWS = re.compile(
    r"(?:絞っ|絞り|限定し|限っ)て?|だけ(?:に|で|を)?$|のみ(?:に|で)?$|^only\b|^just\b"
    r"|^(?:(?:and|but|now|then|please|ok|okay)[, ]+)*"
    r"(?:leave out|drop|exclude|ignore|skip|omit|minus|without|except|not)\b"
    r"|(?:除い|除外し|外し|はずし|省い)て(?:ください|下さい|ほしい)?[。.]?$|以外(?:で|のもの)[。.]?$"
)
"""Words by which a question narrows what the last one showed, whatever else it says."""


def _best(
    text: str, original: str, names: Names, today: date, follows: bool
) -> tuple[ReadingDraft, list[Token]] | None:
    """The reading with the fewest words left over, of those the one that covers the question most cheaply."""
    found: list[tuple[tuple[int, int], ReadingDraft, list[Token]]] = []
    ways = segmentations(text, original, names, today=today)
    known = {token.text for tokens in ways for token in tokens if not token.has("unk")}
    for rank, tokens in enumerate(ways):
        pointing = [token for token in tokens if token.has("those", "it", "nth")]
        rest = [token for token in tokens if token not in pointing or (token.soft and not follows)]
        if any(token.has("unk") for token in tokens) and found and not found[0][1].unused:
            continue
        reduced_tokens = reduced(rest if follows else tokens, today=today, names=names)
        draft = assemble(reduced_tokens, names=names, text=text, original=original, today=today, follows=follows)
        penalty = sum(len(word) for word in draft.unused) + (4 if draft.question is None else 0)
        penalty += 2 if draft.incomplete and not (follows and draft.incomplete == "contract") else 0
        # "The last day to give notice" is a fact's name: a way that ranks by its first word reads another question.
        penalty += 16 * sum(token.has("super") and _in_fact(token, ways[0]) for token in tokens)
        # A word that is known is not passed over as an unknown one.
        penalty += 16 * sum(token.has("unk") and token.text in known for token in tokens)
        if draft.question is not None and draft.question.kind == "refused":
            penalty += sum(token.has("unk") for token in tokens)
        found.append(((penalty, rank), draft, tokens))
        if draft.final or len([entry for entry in found if entry[0][0] == 0]) == 2:
            break
    if not found:
        return None
    (least, _), draft, tokens = min(found, key=lambda entry: entry[0])
    others = [
        other
        for (penalty, _), other, others_tokens in found
        if penalty == least == 0
        and _may_deny(other, draft)
        and not any(token.has("bare") for token in others_tokens)
        and not _lies_in(others_tokens, tokens)
    ]
    if others and others[0].question is not None:
        draft = replace(draft, choices=(*draft.choices, others[0].question))
    return draft, tokens


def _in_fact(token: Token, tokens: Sequence[Token]) -> bool:
    """Whether a token is the beginning of the name of a fact in the cheapest way to cover the question."""
    return any(
        other.has("fact") and other.start <= token.start and token.end < other.end for other in tokens if not other.soft
    )


def _lies_in(others: Sequence[Token], tokens: Sequence[Token]) -> bool:
    """Whether another way reads only parts of a longer name: "liability" in "liability insurance"."""
    longest = [(token.start, token.end) for token in tokens if token.has("clause", "fact")]
    told = ("clause", "fact", "law", *OPERATORS)
    apart = [token for token in others if token.has(*told) and (token.start, token.end) not in longest]
    same = {(token.start, token.end) for token in tokens if token.has(*OPERATORS)}
    return bool(apart) and all(
        (token.start, token.end) in same or any(start <= token.start and token.end <= end for start, end in longest)
        for token in apart
    )


def _goes_on(text: str, tokens: Sequence[Token]) -> bool:
    """Whether "and", "what about" or the like begins a question, which then goes on from the last one.

    A whole question behind "and", with its own word for contracts, asks anew: "and how many contracts have insurance?".
    """
    begins = any(token.has("and_too") and not token.has("list") for token in tokens[:1])
    return begins and _ASKS_ANEW.match(text) is None


_ASKS_ANEW = re.compile(
    r"(?:and|also|and also|then|now|and now)[, ]+(?:(?:please|now|also|then) )*"
    r"(?:how many|which|what (?:share|percentage|proportion|portion)(?: of)?|list|show(?: me)?(?: all)?|count"
    r"|are there(?: any)?"
    r"|do we have(?: any)?|is there an?)(?: of)?(?: the| our| all| your)*(?: [a-z-]+){0,2}? (?:contracts?"
    r"|agreements?|deals?)\b"
    r"(?! (?:is|are|was|were) (?:that|those|these|it|there))"
)
"""A whole question in English that only "and" joins to the one before."""


def _only_groups(draft: ReadingDraft, tokens: Sequence[Token]) -> bool:
    """Whether only a way to count is said, and not which contracts: "the breakdown by law?"."""
    question = draft.question
    if question is None or question.kind != "numbers" or question.plan.every_condition or question.plan.top:
        return False
    return not any(token.has("doc", "all", "total", "share") for token in tokens if not token.soft)


def _only_ones(text: str, tokens: Sequence[Token]) -> bool:
    """Whether the contracts are only called "ones" or もの, after a list those of the list: "which ones have none?"."""
    named = any(token.has("doc") and _CONTRACT_WORD.search(token.text) for token in tokens)
    return _ONES.search(text) is not None and not named and not any(token.has("all") for token in tokens)


_ONES = re.compile(
    r"^(?:and |but |so )*which ones?\b|(?:もの|やつ)(?:は|を|って)?(?:どれ|何件)?(?:ですか)?[?？。]*$"
    r"|(?<=[るいたんなだすの])のは、?(?:どれ|どちら|どの契約|何件|何本|いくつ)?(?:ですか|でしょうか"
    r"|になりますか)?[?？。]*$"
    r"|^(?:それは|では|で|合計で|全部で)?、?(?:何件|何本|何通|いくつ)(?:ですか|ありますか|になりますか|ある)?[?？。]*$"
    r"|^(?:and |so )?how many(?: (?:is|are|were) (?:that|there|they|those|these|it))?(?: in (?:total|all))?\s*\?*$"
)
_CONTRACT_WORD = re.compile(r"contract|agreement|deal|document|everything|portfolio|契約|案件|書類|文書")


def _of_clause(token: Token, tokens: Sequence[Token]) -> bool:
    """Whether "it" is the clause that the question named before: "source code escrow, any deal that has it"."""
    place = tokens.index(token)
    return place > 0 and tokens[place - 1].has("with") and any(other.has("clause") for other in tokens[:place])


def _may_deny(other: ReadingDraft, draft: ReadingDraft) -> bool:
    """Whether another way to cover the question differs in which clause types are there and which missing."""
    if other.question is None or draft.question is None or other.loose or _denies(other) == _denies(draft):
        return False
    if {c for c in other.question.plan.conditions if isinstance(c, TypeIs | ContractIs)} != {
        c for c in draft.question.plan.conditions if isinstance(c, TypeIs | ContractIs)
    }:
        # "Confidentiality agreements" are a type of agreement before they are agreements with a clause.
        return False
    return other.question.kind == draft.question.kind and other.question.day == draft.question.day


def _denies(draft: ReadingDraft) -> frozenset[tuple[str, bool]]:
    """Which clause types a reading wants there and which missing."""
    conditions = draft.question.plan.conditions if draft.question is not None else ()
    return frozenset((code, c.wanted) for c in conditions if isinstance(c, ClauseIs) for code in c.codes)


def _names_no_day(text: str, today: date) -> bool:
    """Whether a day is named that is in no calendar, such as 31 February."""
    days = list(named_days(text, today=today))
    return any(
        not any(day.start <= match.start() and match.end() <= day.end + 1 for day in days)
        for match in _NO_DAY.finditer(text)
    )


def _slips(text: str, original: str, names: Names, today: date) -> tuple[tuple[Guess, ...], str]:
    """Words that nobody knows and that differ by a letter or two from one that is known, put right."""
    best = segmentations(text, original, names, today=today)
    unknown = {token.text for token in (best[0] if best else ()) if token.has("unk")}
    words = {word for word in re.findall(r"[a-z]{4,}|[ァ-ヺー]{4,}", text) if _is_unknown(word, unknown)}
    guesses: list[Guess] = []
    for word in sorted(words):
        near = _similar_word(word, original, names)
        if near is not None:
            guesses.append(Guess(word, near))
            text = re.sub(rf"(?<![a-zァ-ヺー]){word}(?![a-zァ-ヺー])", near, text)
    return tuple(guesses), text


def _is_unknown(word: str, unknown: set[str]) -> bool:
    """Whether a word is among the unknown ones; katakana are unknown letter by letter."""
    return (
        any(word in other.split("-") for other in unknown)
        if word.isascii()
        else word not in known_words() and any(mark in "".join(unknown) for mark in word)
    )


def _similar_word(word: str, original: str, names: Names) -> str | None:
    """The one known word that differs by a letter, or by two in a long word; None where several or none do.

    A word with a capital inside a sentence is a name first: only words of names and places stand for it.
    """
    if word in known_words() or word in no_slips():
        return None
    most = 1 if len(word) < 8 else 2
    written = re.search(rf"(?<=[\w,] )(?i:{word})\b", original)
    capital = written is not None and not written.group()[:1].islower()
    for distance in range(1, most + 1):
        near = set(_similar_known_words()(word, distance))
        if capital:
            near &= {name for name in near if country_code(name.title()) or state_of(name.title())}
        near |= {
            other
            for other in names.nearest_words(word, _beside(word, original))
            if OSA.distance(word, other) <= distance
        }
        near = {other for other in near if other not in function_words() or sorted(other) == sorted(word)}
        if len(word) >= 5 and near:
            stems = {other.removesuffix("s") for other in near}
            return min(near, key=lambda other: (abs(len(other) - len(word)), other)) if len(stems) == 1 else None
        if near and len(word) == 4 and len(near) == 1:
            other = near.pop()
            return other if other in _QUESTION_WORDS else None
    return None


@per_taxonomy
def _similar_known_words() -> Callable[[str, int], frozenset[str]]:
    """Finds the known words that differ from one by so many letters, and remembers them: a question is read often."""
    pool = sorted(known_words())

    def similar(word: str, distance: int) -> frozenset[str]:
        return frozenset(
            other
            for other in pool
            if abs(len(other) - len(word)) <= distance
            and (other[0] == word[0] or other[-1] == word[-1])
            and OSA.distance(word, other, score_cutoff=distance) <= distance
        )

    return lru_cache(maxsize=1024)(similar)


def _beside(word: str, original: str) -> list[str]:
    """The folded words that stand next to a word."""
    words = re.findall(r"[a-z0-9]+", folded(original))
    places = [place for place, other in enumerate(words) if other == word]
    return [words[neighbour] for place in places for neighbour in (place - 1, place + 1) if 0 <= neighbour < len(words)]


_QUESTION_WORDS = frozenset({"which", "what", "when", "with", "under", "many", "have"})


def narrowed(question: Question, references: Sequence[str], called: str) -> Question:
    """A question about only these contracts."""
    plan = replace(question.plan, conditions=(ContractIs(tuple(references), called), *question.plan.conditions))
    return replace(question, plan=plan)
