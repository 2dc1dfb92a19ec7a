"""One way to read a question while it is put together, and the draft that comes of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import cast

from core.questions.cascade import Token
from core.questions.lexicon import is_japanese
from core.questions.names import Names
from core.questions.plan import ClauseIs, Condition, ContractIs, DateIn, LawIs, NumberIs, PartyIs, Question, TypeIs

HARMLESS = frozenset(
    "list which doc yes_no with withJ party_to of have_question and_too already today written all clauseword company "
    "and comma to mo but both total distinct one apply arrive func have in_force "
    "number_noun who under counter length adj_old adj_new".split()
)
"""Tags of words that carry a question and change no set of contracts by themselves."""
SUBJECTS = (ContractIs, PartyIs, TypeIs)
"""Conditions that say whose contracts are meant."""


@dataclass(frozen=True, slots=True)
class ReadingDraft:
    """A reading before it is ranked.

    `unused` are words that no part accounts for. `choices` are further questions that the same words may mean.
    `incomplete` says what is missing: the contract that a fact is asked of, or the date of a year. `loose` says that
    the readings differ in the date that days are said of. `final` says that no other way to cover the question may
    answer it.
    """

    question: Question | None
    unused: tuple[str, ...] = ()
    choices: tuple[Question, ...] = ()
    incomplete: str | None = None
    used_head: bool = False
    loose: bool = False
    final: bool = False


def in_force_on(day: str) -> tuple[DateIn, ...]:
    """Begun on or before an ISO day, and not ended before it."""
    return DateIn("effective_date", None, day), DateIn("expiration_date", day, None)


class Assembly:
    """Tokens of one way to read a question, while it is put together."""

    def __init__(
        self, tokens: Sequence[Token], names: Names, text: str, original: str, today: date, *, follows: bool
    ) -> None:
        self.tokens = list(tokens)
        self.names = names
        self.text = text
        self.original = original
        self.today = today
        self.follows = follows
        self.used: set[int] = set()
        self.japanese = is_japanese(text)
        self.cond_tokens = [token for token in tokens if token.has("cond")]
        self.choice = next((token for token in tokens if token.has("parties_choice")), None)

    # Looking at tokens

    def all(self, *tags: str) -> list[Token]:
        """Tokens with one of the tags, of those not used up."""
        return [token for token in self.tokens if token.has(*tags) and id(token) not in self.used]

    def all_tokens(self, *tags: str) -> list[Token]:
        """Tokens with one of the tags, used up or not."""
        return [token for token in self.tokens if token.has(*tags)]

    def first(self, *tags: str) -> Token | None:
        """The first of them."""
        return next(iter(self.all(*tags)), None)

    def use(self, *tokens: Token | None) -> None:
        """Mark tokens as accounted for."""
        self.used.update(id(token) for token in tokens if token is not None)

    def use_all(self, *tags: str) -> None:
        """Mark all tokens of some tags as accounted for."""
        self.use(*self.all(*tags))

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Every condition, in reading order, each once."""
        found = [condition for token in self.cond_tokens for condition in self.conditions_of(token)]
        named = [condition for condition in found if isinstance(condition, ContractIs)]
        if len(named) > 1:
            references = dict.fromkeys(reference for condition in named for reference in condition.references)
            merged = ContractIs(tuple(references), ", ".join(condition.asked for condition in named))
            found = [
                merged if condition is named[0] else condition for condition in found if condition not in named[1:]
            ]
        return tuple(dict.fromkeys(found))

    def conditions_of(self, token: Token) -> tuple[Condition, ...]:
        """The conditions that a token was read as."""
        return cast(tuple[Condition, ...], token.values["cond"])

    def unused(self) -> tuple[str, ...]:
        """Words that nothing accounts for."""
        left = []
        for token in self.tokens:
            if id(token) in self.used or token.soft or token.has("cond", "parties_choice", "on_day"):
                continue
            before = self.tokens[self.tokens.index(token) - 1] if self.tokens.index(token) else None
            if token.has("it") and any(isinstance(condition, SUBJECTS) for condition in self.conditions):
                continue
            if token.has("it") and before is not None and before.has("with") and self.clause_codes():
                # "Source code escrow, any deal that has it": the clause is named before.
                continue
            if token.has("only") and (self._narrows(token) if before is None else before.has("doc")):
                continue
            if token.has("only") and before is None and self.follows and any(t.has("doc") for t in self.tokens):
                # "Only the exclusive ones", after a list of contracts.
                continue
            if token.has("only") and before is not None and before.has("cond") and self._tells_whose(before):
                continue
            if token.has("clause_type_noun") and not any(isinstance(c, ClauseIs | NumberIs) for c in self.conditions):
                left.append(token.text)
                continue
            if not any(tag in HARMLESS for tag in token.values):
                left.append(token.text)
        return tuple(left)

    def _tells_whose(self, token: Token) -> bool:
        """Whether a condition is of a kind of agreement or a law, which narrow alike with "only": "Dutch law only"."""
        return all(isinstance(c, TypeIs | LawIs) and c.wanted for c in self.conditions_of(token))

    def _narrows(self, token: Token) -> bool:
        """Whether "only" at the beginning is said of contracts: "only insurance" would be said of their clauses."""
        after = next((other for other in self.cond_tokens if other.start >= token.end), None)
        return after is not None and not any(isinstance(c, ClauseIs) for c in self.conditions_of(after))

    def clause_codes(self) -> tuple[str, ...]:
        """Clause types named, whatever is said of them."""
        codes = [code for token in self.cond_tokens for code in cast(tuple[str, ...], token.values.get("clauses", ()))]
        return tuple(dict.fromkeys(codes))

    def others_than_clauses(self) -> tuple[Condition, ...]:
        """Conditions on anything but clause types."""
        return tuple(condition for condition in self.conditions if not isinstance(condition, ClauseIs))

    @property
    def day(self) -> str | None:
        """The day on which contracts must be in force."""
        named = self.first("on_day")
        if named is not None:
            return str(named.values["on_day"])
        return self.today.isoformat() if self.first("in_force") is not None else None

    def in_force_conditions(self) -> tuple[DateIn, ...]:
        """ "In force" as dates: begun on or before the day, not ended before it. Empty where it is not said."""
        day = self.day
        return () if day is None else in_force_on(day)

    def titled(self, conditions: Sequence[Condition]) -> tuple[Condition, ...]:
        """Conditions with an agreement type that is one contract's very title read as that contract."""
        result: list[Condition] = []
        called = any(isinstance(condition, PartyIs | ContractIs) for condition in conditions)
        for condition in conditions:
            whole = self.whole_titles(condition)
            if whole is not None:
                result.append(whole)
                continue
            token = next((t for t in self.cond_tokens if t.has("types") and condition in self.conditions_of(t)), None)
            ids = self.names.title_at(token.text) if token is not None else ()
            alone = token is not None and (not called or _is_whole_title(token.text))
            exact = len(ids) == 1 and alone and token is not None and not token.text.endswith("s")
            exact = exact and token is not None and _OF_A_KIND.match(self.text, token.end) is None
            result.append(ContractIs(ids, token.text) if exact and token is not None else condition)
        return tuple(result)

    def whole_titles(self, condition: Condition) -> ContractIs | None:
        """Several agreement types that are each one contract's whole Japanese title, as those contracts."""
        token = next((t for t in self.cond_tokens if t.has("types") and condition in self.conditions_of(t)), None)
        words = cast(tuple[str, ...], token.values["types"]) if token is not None else ()
        found = [self.names.title_at(title) for title in words]
        if token is None or len(words) < 2 or not isinstance(condition, TypeIs) or not condition.wanted:
            return None
        if not all(len(ids) == 1 and _is_whole_title(title) for ids, title in zip(found, words, strict=True)):
            return None
        return ContractIs(tuple(ids[0] for ids in found), token.text)


_OF_A_KIND = re.compile(
    r"(?<!書)の(?:当事者|相手方?|準拠法|満了日|終了日|締結日|発効日|開始日|(?:通知|更新|契約|有効)期間)"
    r"[^、。?？]{0,8}?を?(?:すべて|全て|全部|一覧|リスト|それぞれ)"
    r"|のうち|の(?:中|なか)(?:で|に|から)|(?:に|で)?はどれも|は?(?:すべて|全て|全部|みな)|の?(?:すべて|全て|全部)"
    r"|(?:は|が|って)?(?:存在|あり(?:ます|ません)か|ある(?:か|[?？]))"
)
"""Behind the name of a kind of agreement: of several, though one contract bears it as its title."""


def _is_whole_title(words: str) -> bool:
    """Whether words are a Japanese title to its end, which names a contract even beside a party."""
    return not words.isascii() and words.endswith("書")
