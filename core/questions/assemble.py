"""From reduced tokens to one question: what is wanted, of which contracts; and the words that nothing accounts for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import cast

from core.questions.cascade import Token
from core.questions.groups import TIME_TAGS, dimensions, field_of, quantity_of
from core.questions.lexicon import is_japanese
from core.questions.names import Names
from core.questions.plan import (
    ClauseIs,
    Condition,
    ContractIs,
    DateField,
    DateIn,
    Group,
    Having,
    LanguageIs,
    Law,
    LawIs,
    NumberIs,
    PartyFrom,
    PartyIs,
    Plan,
    Question,
    Statistic,
    Topic,
    TypeIs,
)
from core.questions.ranges import Range

HARMLESS = frozenset(
    "list which doc yes_no with withJ party_to of have_question and_too already today written all clauseword company "
    "and comma to mo but both total distinct one apply arrive func have in_force "
    "number_noun who when under counter".split()
)
"""Tags of words that carry a question and change no set of contracts by themselves."""
_SUBJECTS = (ContractIs, PartyIs, TypeIs)
_MONEY_OPEN = ("money", "people")


@dataclass(frozen=True, slots=True)
class Draft:
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
        found = [condition for token in self.cond_tokens for condition in self._of(token)]
        named = [condition for condition in found if isinstance(condition, ContractIs)]
        if len(named) > 1:
            references = dict.fromkeys(reference for condition in named for reference in condition.references)
            merged = ContractIs(tuple(references), ", ".join(condition.asked for condition in named))
            found = [
                merged if condition is named[0] else condition for condition in found if condition not in named[1:]
            ]
        return tuple(dict.fromkeys(found))

    def _of(self, token: Token) -> tuple[Condition, ...]:
        return cast(tuple[Condition, ...], token.values["cond"])

    def unused(self) -> tuple[str, ...]:
        """Words that nothing accounts for."""
        left = []
        for token in self.tokens:
            if id(token) in self.used or token.soft or token.has("cond", "parties_choice", "on_day"):
                continue
            before = self.tokens[self.tokens.index(token) - 1] if self.tokens.index(token) else None
            if token.has("only") and before is not None and before.has("doc"):
                continue
            if token.has("clause_type_noun") and not any(isinstance(c, ClauseIs | NumberIs) for c in self.conditions):
                left.append(token.text)
                continue
            if not any(tag in HARMLESS for tag in token.values):
                left.append(token.text)
        return tuple(left)

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

    def titled(self, conditions: Sequence[Condition]) -> tuple[Condition, ...]:
        """Conditions with an agreement type that is one contract's very title read as that contract."""
        result: list[Condition] = []
        for condition in conditions:
            token = next((t for t in self.cond_tokens if t.has("types") and condition in self._of(t)), None)
            ids = self.names.title_at(token.text) if token is not None else ()
            exact = len(ids) == 1 and (not token.text.isascii() if token else False)
            result.append(ContractIs(ids, token.text) if exact and token is not None else condition)
        return tuple(result)


def assemble(tokens: Sequence[Token], *, names: Names, text: str, original: str, today: date, follows: bool) -> Draft:
    """The question that reduced tokens ask.

    Args:
        tokens: after `core.questions.conditions.reduced`.
        names: names of the portfolio.
        text: the folded question.
        original: as typed.
        today: what "in force" counts from.
        follows: whether there is an answer before that it may refer to.
    """
    made = Assembly(tokens, names, text, original, today, follows=follows)
    for build in (_refused, _house, _turn, _differences, _compared, _share, _ranked, _statistic, _grouped, _open):
        draft = build(made)
        if draft is not None:
            return draft
    for build in (_defined, _counted, _words, _clause_list, _facts, _yes_no, _listed):
        draft = build(made)
        if draft is not None:
            return draft
    return Draft(None, made.unused())


# Refusals, knowledge, turns of the conversation


def _refused(made: Assembly) -> Draft | None:
    found = [token for token in made.tokens if token.has("refuse") and not token.soft and len(token.values) == 1]
    if not found:
        return None
    topic = cast(Topic, found[0].values["refuse"])
    if any(token.values["refuse"] == "instruction" for token in found):
        topic = "instruction"
    subject = any(isinstance(condition, _SUBJECTS) for condition in made.conditions)
    told = made.first("open", "words")
    mentions = told is not None and re.search(r"mention|触れ|言及|述べ", told.text) is not None
    if topic in _MONEY_OPEN and told is not None and (subject or mentions):
        return None
    if topic == "money" and made.conditions and made.first("stat", "share", "super") is None:
        # The rest is understood: it is offered without the amount.
        return None
    return Draft(Question("refused", topic=topic, text=made.original), used_head=True)


def _house(made: Assembly) -> Draft | None:
    if made.first("house") is None:
        return None
    return Draft(Question("house", clauses=made.clause_codes(), text=made.original), used_head=True)


def _turn(made: Assembly) -> Draft | None:
    """ "more details", "why?", "undo": all that is said is this."""
    for kind in ("more", "why", "undo"):
        token = made.first(kind)
        if token is None or made.cond_tokens or made.first("nth", "fact", "dverb", "open"):
            continue
        made.use_all(kind)
        made.use_all("those", "it")
        if not made.unused():
            return Draft(Question(kind), used_head=True)
        made.used.clear()
    return None


# Comparisons


def _differences(made: Assembly) -> Draft | None:
    """Two or more contracts side by side."""
    token = made.first("compare")
    if token is None:
        return None
    named = [condition for condition in made.conditions if isinstance(condition, ContractIs)]
    several = [condition for condition in made.conditions if isinstance(condition, PartyIs | TypeIs)]
    if made.choice is not None:
        choices = cast(tuple[tuple[PartyIs | TypeIs, ...], ...], made.choice.values["parties_choice"])
        several = list(choices[-1])
    references = [reference for condition in named for reference in condition.references]
    if len(references) < 2 and not several:
        return None
    made.use(token, *made.all("compare", "which", "to", "between", "than"))
    facts = _named_facts(made)
    conditions = tuple(c for c in made.others_than_clauses())
    if made.choice is not None:
        conditions = (*conditions, *several)
    clauses = made.clause_codes()
    return Draft(Question("differences", Plan("list", conditions), facts, clauses), made.unused(), used_head=True)


def _compared(made: Assembly) -> Draft | None:
    """Which of two counts is more."""
    than, head = made.first("than"), made.first("how_more")
    more = made.first("more_ja")
    if not ((head and than) or (more and (than or made.first("which")))):
        return None
    if more is not None and len(made.cond_tokens) != 2:
        return None
    sides: list[Condition] = []
    for token in made.cond_tokens:
        conditions = cast(tuple[Condition, ...], token.values["cond"])
        if len(conditions) != 1:
            return Draft(None, (token.text,), final=True)
        sides.append(conditions[0])
    if than is not None and len(sides) == 1 and isinstance(sides[0], DateIn):
        loose = next((token for token in made.all("range") if token.start > than.start), None)
        if loose is not None:
            span = cast(Range, loose.values["range"])
            days = [None if day is None else day.isoformat() for day in (span.first, span.last)]
            sides.append(DateIn(sides[0].field, days[0], days[1]))
            made.use(loose)
    made.use(than, head, more, *made.all("which", "to", "run"))
    bad = (
        len(sides) != 2
        or type(sides[0]) is not type(sides[1])
        or sides[0] == sides[1]
        or isinstance(sides[0], NumberIs)
    )
    if bad:
        return Draft(None, ("more … than",), final=True)
    first, second = sides
    if isinstance(first, DateIn) and isinstance(second, DateIn) and first.field != second.field:
        return Draft(None, ("more … than",), final=True)
    explicit = made.cond_tokens[1].has("explicit") if len(made.cond_tokens) > 1 else True
    if isinstance(first, ClauseIs) and not first.wanted and not made.japanese and not explicit:
        return Draft(None, ("more … than",), final=True)
    return Draft(Question("numbers", Plan("compare", sides=(first, second))), made.unused(), used_head=True)


# Shares, ranks, statistics, groups


def _share(made: Assembly) -> Draft | None:
    token = made.first("share")
    if token is None:
        return None
    made.use(*made.all("share"), *made.all("which", "count", "total"))
    groups, problem = dimensions(made)
    if problem:
        return Draft(None, made.unused(), incomplete=problem, final=True)
    among, hits = _split_share(made, token)
    by_clause = any(group.dimension == "clause_type" for group in groups)
    if hits is None or (not hits and not by_clause):
        return Draft(None, (token.text,), final=True)
    past = tuple(condition for condition in _with_past(made) if condition not in made.conditions)
    plan = Plan("share", (*hits, *past), tuple(among), group=groups[0] if groups else None)
    if len(groups) > 1:
        return Draft(None, (token.text,), final=True)
    made.use_all("by", "breakdown", "run")
    return Draft(Question("numbers", plan), made.unused(), used_head=True)


def _split_share(made: Assembly, head: Token) -> tuple[list[Condition], list[Condition] | None]:
    """The whole, and what of it is counted; None for the latter where nobody can tell."""
    tokens = made.cond_tokens
    whole, hits = [], list(tokens)
    if made.japanese:
        split = next(
            (t for t in made.tokens if t.text.startswith(("うち", "のうち", "中で", "占める", "に占める"))), None
        )
        if split is not None and "占め" in split.text and any(token.text.startswith("全体") for token in made.tokens):
            return [], [condition for token in hits for condition in cast(tuple[Condition, ...], token.values["cond"])]
        if split is not None:
            whole = [token for token in tokens if token.end <= split.start]
            hits = [token for token in tokens if token.start >= split.start]
        elif len(tokens) > 1:
            return [], None
    elif len(tokens) > 1:
        trailing = len(tokens) - 1
        if tokens[trailing].has("clauses"):
            while trailing and tokens[trailing - 1].has("clauses") and tokens[trailing].has("explicit"):
                trailing -= 1
        whole, hits = tokens[:trailing], tokens[trailing:]
    del head

    def conditions(chosen: Sequence[Token]) -> list[Condition]:
        return [condition for token in chosen for condition in cast(tuple[Condition, ...], token.values["cond"])]

    return conditions(whole), conditions(hits)


def _ranked(made: Assembly) -> Draft | None:
    """The oldest, the longest, the most common, the next."""
    _very(made)
    supers = made.all("super", "ja_top")
    if made.first("how_long") is not None:
        # "How long does it last?": the verb, not the last of several.
        supers = [token for token in supers if not token.has("run", "dverb")]
    if not supers or (made.first("stat") is not None and supers[0].has("stat") and quantity_of(made) is not None):
        return None
    if all(token.soft for token in supers):
        return None
    counted = made.first("count")
    if (
        counted is not None
        and made.first("unit") is not None
        and any(str(token.values.get("super", "")).startswith("term_") for token in supers)
    ):
        return Draft(None, (counted.text,), final=True)
    names = [str(value) for token in supers for tag, value in token.values.items() if tag == "super"]
    number = next((cast(int, token.values["num"]) for token in made.all("num")), None)
    plan = _rank_plan(made, names, number)
    if plan is None:
        return None
    made.use(
        *supers,
        *made.all("num", "which", "who", "count", "by", "number_noun", "fact", "unit", "more_ja", "year", "length"),
    )
    if isinstance(plan, tuple):
        questions = tuple(Question("numbers", one, day=made.day) for one in plan)
        return Draft(questions[0], made.unused(), questions[1:], used_head=True)
    return Draft(Question("numbers", plan, day=made.day), made.unused(), used_head=True)


_ADJECTIVES = {
    "adj_most": "most",
    "adj_least": "least",
    "adj_long": "term_most",
    "adj_short": "term_least",
    "adj_old": "agreement_date_first",
    "adj_new": "agreement_date_last",
    "adj_early": "first",
    "adj_late": "last",
}


def _very(made: Assembly) -> None:
    """「一番ページ数の多い」: the superlative's two words stand apart."""
    very = made.first("very")
    word = next((token for token in made.tokens if any(tag in token.values for tag in _ADJECTIVES)), None)
    if very is None or word is None or very.has("super"):
        return
    tag = next(tag for tag in _ADJECTIVES if tag in word.values)
    word.values["super"] = _ADJECTIVES[tag]
    made.use(very)


def _rank_plan(made: Assembly, names: Sequence[str], number: int | None) -> Plan | tuple[Plan, ...] | None:
    conditions = made.conditions
    quantity = quantity_of(made)
    lesser = any(name in ("least", "rare", "term_least") for name in names)
    if any(name.startswith("term_") for name in names) and not made.first("dverb", "dverbJ", "past"):
        wanted = quantity if quantity in ("notice_days", "pages") else "term_days"
        made.use_all("term", "run", "notice")
        return Plan("list", conditions, quantity=wanted, top=number or 1, ascending=lesser)
    groups, problem = dimensions(made, ranked=True)
    if ((groups or problem) and not problem and any(name in ("most", "least", "common", "rare") for name in names)) or (
        groups and made.first("ja_top")
    ):
        group = groups[0]
        if len(groups) > 1:
            return None
        made.use_all("dverb", "dverbJ") if group.of else None
        plural = number is None and _plural(made)
        top = number or (5 if plural else 1)
        return Plan("count", conditions, group=group, top=top, ascending=lesser)
    unit = next((tag for tag in TIME_TAGS if made.first(tag) is not None), None)
    if unit and unit != "fiscal" and any(name in ("most", "least") for name in names) and (field := field_of(made)):
        # "In which year did we sign the most contracts?"
        made.use_all("dverb", "dverbJ", "past", "pastJ", "datefact", *TIME_TAGS)
        return Plan("count", conditions, group=Group(TIME_TAGS[unit], field), top=number or 1, ascending=lesser)
    if quantity is not None and (any(name in ("most", "least") for name in names) or made.first("ja_top")):
        made.use_all("term", "notice")
        return Plan("list", conditions, quantity=quantity, top=number or 1, ascending=lesser)
    return _rank_by_date(made, names, number)


def _rank_by_date(made: Assembly, names: Sequence[str], number: int | None) -> Plan | tuple[Plan, ...] | None:
    conditions = made.conditions
    field = field_of(made)
    if not any(name.startswith("agreement_date") or name in ("first", "last", "next") for name in names):
        return None
    signed = next((name for name in names if name.startswith("agreement_date")), None)
    if field is None and signed is None:
        return None
    order = next((name for name in names if name in ("first", "last", "next")), None)
    ascending = signed == "agreement_date_first" if signed else order in ("first", "next")
    made.use_all("dverb", "dverbJ", "past", "pastJ", "datefact")
    top = number or 1
    if field is None or (field == "agreement_date"):
        if order == "next" and signed is None:
            return None
        return Plan("list", conditions, by_date="agreement_date", top=top, ascending=ascending)
    upcoming = DateIn(field, made.today.isoformat(), None)
    if order == "next" or made.first("upcoming"):
        return Plan("list", (*conditions, upcoming), by_date=field, top=top, ascending=True)
    plain = Plan("list", conditions, by_date=field, top=top, ascending=ascending)
    dated = any(isinstance(condition, DateIn) for condition in conditions)
    if field in ("expiration_date", "last_notice_day") and ascending and not dated:
        return (replace(plain, conditions=(*conditions, upcoming)), plain)
    return plain


def _plural(made: Assembly) -> bool:
    words = [token.text for token in made.tokens if token.has("fact", "company", "clause_type_noun")]
    return any(word.isascii() and word.endswith("s") for word in words)


def _statistic(made: Assembly) -> Draft | None:
    token = made.first("stat")
    if token is None:
        return None
    quantity = quantity_of(made)
    statistic = cast(Statistic, token.values["stat"])
    if quantity is None or (statistic == "sum" and quantity not in ("pages", "clauses")):
        return None if statistic == "sum" and quantity is None else Draft(None, (token.text,))
    years = made.first("year") is not None or any("年" in token.text for token in made.all("how_long", "when"))
    if quantity == "term_days" and years:
        quantity = "term_years"
    elif quantity == "term_days" and made.first("fact", "term", "termfact") is None:
        return Draft(None, (token.text,), final=True)
    made.use(
        token,
        *made.all(
            "unit", "day", "count", "notice", "term", "number_noun", "how_long", "which", "of", "super", "length"
        ),
    )
    made.use(
        *[
            t
            for t in made.all("by", "distinct")
            if t.text in ("per", "につき", "あたり", "あたりの", "当たり", "1", "every")
        ]
    )
    groups, problem = dimensions(made, statistic=True)
    if problem or len(groups) > 2:
        return Draft(None, made.unused(), incomplete=problem, final=True)
    made.use(*[t for t in made.all("num") if t.values["num"] == 1])
    made.use_all("by", "breakdown", "total")
    plan = Plan(
        "statistic", made.conditions, statistic=statistic, quantity=quantity, group=groups[0] if groups else None
    )
    if len(groups) == 2:
        plan = replace(plan, second=groups[1])
    return Draft(Question("numbers", plan, day=made.day), made.unused(), used_head=True)


def _grouped(made: Assembly) -> Draft | None:
    """Numbers of contracts by law, type, party, language, clause type, year."""
    having = made.first("having")
    if having is not None or made.first("several") is not None:
        return _parties_having(made, having)
    presence = made.first("presence")
    if presence is not None and len(made.clause_codes()) == 1:
        made.use(presence, *made.all("by", "count", "breakdown"))
        plan = Plan("count", made.others_than_clauses(), group=Group("presence", made.clause_codes()[0]))
        return Draft(Question("numbers", plan), made.unused(), used_head=True)
    made.use(*[token for token in made.all("by") if _each_contract(made, token)])
    marker = made.first("by", "breakdown")
    distinct = marker is None and _asks_which_groups(made)
    if marker is None and not distinct:
        return None
    groups, problem = dimensions(made)
    if problem:
        return Draft(None, made.unused(), incomplete=problem, final=True)
    spoken = [cast(Law, token.values["adj"]).country for token in made.all("adj")]
    if not groups and made.first("breakdown") and set(spoken) <= {"JP", "GB"} and spoken:
        made.use_all("adj", "between")
        groups = [Group("language")]
    if not groups:
        return None
    if len(groups) > 2:
        return Draft(None, tuple(token.text for token in made.all("by")) or ("by",), final=True)
    made.use_all("by", "breakdown", "count", "distinct", "which", "number_noun", "who")
    conditions = (*_with_past(made), *_days_of_group(made, groups))
    plan = Plan("count", conditions, group=groups[0], distinct=distinct)
    if len(groups) == 2:
        if not _fit(groups[0].dimension, groups[1].dimension):
            return Draft(None, ("by",), final=True)
        plan = replace(plan, second=groups[1])
    return Draft(Question("numbers", plan, day=made.day), made.unused(), used_head=True)


def _each_contract(made: Assembly, token: Token) -> bool:
    """Whether "each" only says that every contract is meant: "the parties in each joint venture agreement"."""
    place = made.tokens.index(token)
    following = made.tokens[place + 1] if place + 1 < len(made.tokens) else None
    each = re.search(r"^(?:in |for )?(?:each|every)$|^それぞれ", token.text) is not None
    return each and following is not None and following.has("doc", "types")


def _days_of_group(made: Assembly, groups: Sequence[Group]) -> tuple[Condition, ...]:
    """Days that are said of the date that is grouped by: "signed per quarter in 2019"."""
    field = next((group.of for group in groups if group.dimension in TIME_TAGS.values()), None)
    ranges = made.all("range")
    if field is None or len(ranges) != 1:
        return ()
    made.use(ranges[0])
    span = cast(Range, ranges[0].values["range"])
    days = [None if day is None else day.isoformat() for day in (span.first, span.last)]
    return (DateIn(cast(DateField, field), days[0], days[1]),)


def _fit(first: str, second: str) -> bool:
    """Whether two groups make one table: of two different things."""
    kinds = {first, second}
    families = [
        {"law", "law_country", "law_state"},
        {"party", "party_country"},
        {"law", "law_country", "party_country"},
    ]
    times = set(TIME_TAGS.values())
    apart = len(kinds) == 2 and not any(kinds <= family for family in families) and not kinds <= times
    return apart and not kinds & {"clause_type", "presence"}


def _asks_which_groups(made: Assembly) -> bool:
    """ "Which governing laws occur?", "Who are our counterparties?": no contract is named, a group is."""
    if any(isinstance(condition, ContractIs) for condition in made.conditions):
        return False
    if any(token.has("those", "it") and not token.soft for token in made.tokens):
        return False
    facts = [str(token.values["fact"]) for token in made.all("fact")]
    named = [fact for fact in facts if fact in ("governing_law", "parties", "agreement_type", "language")]
    whole = not any(isinstance(condition, PartyIs | TypeIs) for condition in made.conditions)
    if not named or not whole or made.first("when"):
        return False
    if made.follows and made.first("doc", "distinct", "count", "all") is None:
        return False
    if made.first("count") is not None and made.first("doc") is not None and made.first("distinct") is None:
        return False
    plural = _plural(made) or made.first("distinct", "count", "all") is not None
    return (
        made.first("distinct") is not None
        or (plural and made.first("which", "who", "list", "count", "distinct") is not None)
        or (made.japanese and made.first("distinct", "which", "list") is not None and not made.conditions)
    )


def _parties_having(made: Assembly, having: Token | None) -> Draft | None:
    if made.first("fact", "company") is None or (having is None and made.first("fact") is None):
        return None
    several = made.first("several")
    laws = (several is not None and any(token.values.get("fact") == "governing_law" for token in made.all("fact"))) or (
        several is not None and made.first("law") is not None
    )
    if having is not None:
        low, high = cast(tuple[int | None, int | None], having.values["having"])
    elif several is not None:
        low, high = 2, None
    else:
        return None
    made.use(having, several, *made.all("which", "company", "fact", "law", "govern", "under"))
    plan = Plan(
        "count",
        made.conditions,
        group=Group("party"),
        having=Having("laws" if laws else "contracts", low, high),
    )
    return Draft(Question("numbers", plan), made.unused(), used_head=True)


# Open questions


def _open(made: Assembly) -> Draft | None:
    token = made.first("open")
    if token is None or (made.clause_codes() and not made.first("words")):
        return None
    if made.clause_codes():
        return None
    subjects = tuple(c for c in made.conditions if isinstance(c, _SUBJECTS))
    question = Question("passages", Plan("list", made.titled(subjects)), text=made.original)
    return Draft(question, used_head=True)


# Counts, words, facts, yes or no, lists


def _counted(made: Assembly) -> Draft | None:
    types = made.first("clause_type_noun")
    if types is not None and made.first("count") and made.first("doc") is None and not made.conditions:
        made.use(types, *made.all("count", "distinct", "unit", "fact", "total"))
        every = Plan("count", group=Group("clause_type"), distinct=True)
        return Draft(Question("numbers", every), made.unused(), used_head=True)
    token = made.first("count", "total") or (made.first("stat") if made.first("stat", "super") else None)
    if token is None or (token.has("stat") and token.values.get("stat") != "sum"):
        return None
    contracts = [condition for condition in made.conditions if isinstance(condition, ContractIs)]
    if contracts and made.first("unit") is not None:
        wanted = str(cast(Token, made.first("unit")).values["unit"])
        made.use_all("unit", "fact", "count", "clause_list")
        if wanted == "clauses":
            return Draft(Question("clauses", Plan("list", made.conditions)), made.unused(), used_head=True)
        if wanted in ("pages", "parties"):
            return Draft(Question("facts", Plan("list", made.conditions), (wanted,)), made.unused(), used_head=True)
    groups, problem = dimensions(made)
    if not problem and len(groups) == 1 and made.first("doc") is None and groups[0].dimension != "clause_type":
        made.use_all("count", "total", "fact", "company", "number_noun")
        plan = Plan("count", made.conditions, group=groups[0], distinct=True)
        return Draft(Question("numbers", plan), made.unused(), used_head=True)
    made.use_all("count", "total", "number_noun", "which", "stat")
    _use_past(made)
    conditions = _with_past(made)
    return _chosen(made, Question("count", Plan("count", conditions), day=made.day))


def _defined(made: Assembly) -> Draft | None:
    """What a word means is in no contract."""
    token = made.first("define")
    contracts = [condition for condition in made.conditions if not isinstance(condition, ClauseIs | TypeIs)]
    if token is None or token.soft or contracts:
        return None
    return Draft(None, (token.text,), final=True)


def _words(made: Assembly) -> Draft | None:
    """The contract's own words on something."""
    token = made.first("words")
    if token is None or (token.has("clauseword") and made.first("words", "fact") is token and not made.clause_codes()):
        return None
    made.use_all("words", "which")
    codes = made.clause_codes()
    conditions = made.titled(made.others_than_clauses())
    if codes:
        made.use_all("open", "yes_no")
        return _chosen(made, Question("excerpts", Plan("list", conditions), clauses=codes, day=made.day))
    facts = _named_facts(made)
    if facts:
        return _chosen(made, Question("facts", Plan("list", conditions), facts, day=made.day))
    subjects = tuple(c for c in conditions if isinstance(c, _SUBJECTS))
    if subjects and made.unused():
        return Draft(Question("passages", Plan("list", subjects), text=made.original), used_head=True)
    return None


def _clause_list(made: Assembly) -> Draft | None:
    """Which clauses a contract has, or lacks."""
    token = made.first("clause_list", "clause_type_noun")
    subjects = [condition for condition in made.conditions if isinstance(condition, ContractIs | PartyIs | TypeIs)]
    if token is None or not (subjects or made.first("it", "those")) or made.clause_codes():
        return None
    if made.first("which", "clause_list", "list") is None:
        return None
    made.use_all(
        "clause_list", "clause_type_noun", "clauseword", "fact", "without", "withoutJ", "absent", "which", "unit"
    )
    return _chosen(made, Question("clauses", Plan("list", made.titled(made.conditions))))


def _named_facts(made: Assembly) -> tuple[str, ...]:
    """Facts that are asked for; their words are used up."""
    facts: list[str] = []
    for token in made.tokens:
        if id(token) in made.used or token.has("cond"):
            continue
        fact = token.values.get("fact")
        if fact is not None and not (token.soft and fact in ("parties",)):
            if fact == "clauses":
                continue
            facts.append(str(fact))
            made.use(token)
    when = made.first("when")
    if when is not None:
        field = field_of(made)
        if field is not None:
            facts.append(field)
            made.use(*made.all("dverb", "dverbJ", "past", "pastJ", "datefact"))
    who = made.first("who")
    if who is not None and not facts:
        facts.append("parties")
        made.use(who, *made.all("dverb", "dverbJ", "party_to", "company"))
    long = made.first("how_long")
    made.use(long)
    if long is not None and not facts:
        facts.append("renewal_term" if made.first("renew") else "term")
        made.use(long, *made.all("run", "renew", "dverb", "dverbJ", "term"))
    if "term" in facts and len(facts) > 1 and "renewal_term" in facts:
        facts.remove("term")
    return tuple(dict.fromkeys(facts))


def _facts(made: Assembly) -> Draft | None:
    if made.first("fact", "when", "who", "how_long") is None or _is_yes_no(made):
        return None
    dated = {condition.field for condition in made.conditions if isinstance(condition, DateIn)}
    asks = made.first("when", "which", "who", "how_long") is not None
    facts = tuple(fact for fact in _named_facts(made) if asks or fact not in dated)
    if not facts:
        return None
    made.use_all("which", "unit", "count", "renew", "how_long", "when", "who")
    conditions = made.titled(made.conditions)
    if made.clause_codes() and not made.cond_tokens[-1].has("explicit"):
        return Draft(None, made.unused() or ("?",))
    question = Question("facts", Plan("list", conditions), facts, day=None)
    if not conditions and made.choice is None:
        if made.first("all") is not None:
            return _chosen(made, question)
        return Draft(question, made.unused(), incomplete="contract", used_head=True)
    return _chosen(made, question)


def _is_yes_no(made: Assembly) -> bool:
    """Whether a yes or a no is asked for."""
    if made.first("which", "who", "when", "how_long", "count") is not None and made.first("have_question") is None:
        return False
    if made.japanese:
        return _ASKS_WHICH.search(made.text) is None and _ENDS_YES_NO.search(made.text) is not None
    token = made.first("yes_no")
    return token is not None and token.start <= 2


_ASKS_WHICH = re.compile(r"いつ|誰|だれ|どこ|何(?!か)|どの|どれ|いくつ|どちら(?!も)|どう")
_ENDS_YES_NO = re.compile(
    r"(?:か|かな|かどうか|でしょう)[\s?。]*$|(?:ある|いる|ない|する|した|です|ます|なる|れる|ている|てる|準拠|済み|無効|有効)\s*\?\s*$"
)


def _yes_no(made: Assembly) -> Draft | None:
    if not _is_yes_no(made):
        return None
    every = any(token.has("all") for token in made.tokens) and made.first("those") is None
    made.use_all("yes_no", "all")
    _use_past(made)
    conditions = made.titled(_with_past(made))
    if not conditions and made.choice is None and made.day is None:
        return None
    whole: tuple[Condition, ...] = ()
    several = tuple(c for c in conditions if isinstance(c, ContractIs) and len(c.references) > 1)
    if several and len(conditions) > len(several):
        # "Do contracts 1 and 2 have insurance?" asks of both.
        every, whole = True, several
        conditions = tuple(condition for condition in conditions if condition not in several)
    elif every and len(made.cond_tokens) > 1:
        # "Do all New York contracts have insurance?": what is said last is asked of what stands before it.
        whole = tuple(c for token in made.cond_tokens[:-1] for c in cast(tuple[Condition, ...], token.values["cond"]))
        conditions = tuple(condition for condition in conditions if condition not in whole)
    return _chosen(made, Question("yes_no", Plan("list", conditions, whole), day=made.day, every=every))


def _listed(made: Assembly) -> Draft | None:
    made.use_all("list", "which")
    _use_past(made)
    conditions = _with_past(made)
    if _asks_words(made, conditions):
        rest = made.titled(made.others_than_clauses())
        return _chosen(made, Question("excerpts", Plan("list", rest), clauses=made.clause_codes()))
    alone = conditions and all(isinstance(condition, ContractIs) for condition in conditions)
    token = made.first("doc", "list", "which", "have_question") or made.first("list", "which")
    if alone:
        return _chosen(made, Question("card", Plan("list", conditions)))
    if not conditions and made.choice is None and made.day is None and not made.all("place", "adj", "range"):
        doc = made.first("doc")
        if doc is None or made.unused():
            return Draft(None, made.unused())
        return Draft(Question("list"), used_head=token is not None)
    draft = _chosen(made, Question("list", Plan("list", conditions), day=made.day))
    head = any(token.has("doc", "list", "which", "have_question") for token in made.tokens)
    return replace(draft, used_head=head or bool(made.cond_tokens and made.cond_tokens[0].has("types")))


def _asks_words(made: Assembly, conditions: Sequence[Condition]) -> bool:
    """ "insurance clause of contract 3": a clause of one contract is named, and nothing is said of it."""
    named = any(isinstance(condition, ContractIs) for condition in conditions)
    only = all(isinstance(condition, ContractIs | PartyIs | TypeIs | ClauseIs) for condition in conditions)
    explicit = any(token.has("explicit") for token in made.cond_tokens)
    return named and only and bool(made.clause_codes()) and not explicit and made.day is None


def _use_past(made: Assembly) -> None:
    made.use_all("already", "today")


def _with_past(made: Assembly) -> tuple[Condition, ...]:
    """The conditions, with "expired" by itself read as: before today."""
    from datetime import timedelta

    conditions = list(made.conditions)
    for token in made.all("past", "pastJ"):
        field = token.values.get("past") or token.values.get("pastJ")
        if field == "expiration_date" and (token.has("pastJ") or not token.has("dverb")):
            conditions.append(DateIn("expiration_date", None, (made.today - timedelta(days=1)).isoformat()))
            made.use(token)
    return tuple(dict.fromkeys(conditions))


def _chosen(made: Assembly, question: Question) -> Draft:
    """A draft of the question, or of one for each thing that an ambiguous name may mean."""
    ranges = made.all("range")
    if ranges and question.day is not None:
        return Draft(None, tuple(token.text for token in ranges), final=True)
    if question.day is not None and made.clause_codes() and not any(t.has("explicit") for t in made.cond_tokens):
        plan = replace(question.plan, conditions=made.others_than_clauses())
        question = replace(question, plan=plan, clauses=made.clause_codes())
    verbs = made.all("dverb", "dverbJ", "datefact")
    if len(verbs) == 1 and (field := field_of(made)) is not None:
        signed = field == "agreement_date" and any(isinstance(c, PartyIs) for c in question.plan.conditions)
        if len(ranges) == 1:
            # "signed by Siga in 2021": the days stand apart from their verb.
            made.use(verbs[0], ranges[0])
            span = cast(Range, ranges[0].values["range"])
            bounds = [None if day is None else day.isoformat() for day in (span.first, span.last)]
            question = _with(question, (DateIn(field, bounds[0], bounds[1]),))
            ranges = []
        elif signed and not ranges:
            made.use(verbs[0])
    if len(ranges) == 1 and made.choice is None:
        made.use(ranges[0])
        span = cast(Range, ranges[0].values["range"])
        days = [None if day is None else day.isoformat() for day in (span.first, span.last)]
        dated = [_with(question, (DateIn(field, days[0], days[1]),)) for field in _LOOSE]
        return Draft(dated[0], made.unused(), tuple(dated[1:]), used_head=True, loose=True)
    adjectives = made.all("adj")
    if adjectives:
        return _by_adjective(made, question, adjectives)
    unused = made.unused()
    places = [token for token in made.all("place") if not token.soft]
    if places and not any(token.has("company") for token in made.tokens):
        laws = tuple(cast(Law, token.values["place"]) for token in places)
        unused = tuple(word for word in unused if word not in {token.text for token in places})
        by_law = _with(question, (LawIs(laws),))
        if all(law.state for law in laws):
            return Draft(by_law, unused, used_head=True)
        homes = _with(question, (PartyFrom(tuple(law.country for law in laws)),))
        return Draft(by_law, unused, (homes,), used_head=True)
    if made.choice is None:
        return Draft(question, unused, used_head=True)
    choices = cast(tuple[tuple[Condition, ...], ...], made.choice.values["parties_choice"])
    questions = [_with(question, conditions) for conditions in choices]
    return Draft(questions[0], unused, tuple(questions[1:]), used_head=True)


_LOOSE: tuple[DateField, ...] = ("expiration_date", "agreement_date", "effective_date")


def _by_adjective(made: Assembly, question: Question, adjectives: Sequence[Token]) -> Draft:
    """ "Japanese contracts": in Japanese, under Japanese law, or of a Japanese party?"""
    law = cast(Law, adjectives[0].values["adj"])
    made.use(*adjectives)
    spoken = {"JP": "ja", "GB": "en"}.get(law.country)
    known = [c for c in question.plan.conditions if isinstance(c, LanguageIs) and c.language == spoken]
    if known and len(adjectives) == 1:
        return Draft(question, made.unused(), used_head=True)
    readings = [_with(question, (LawIs((law,)),)), _with(question, (PartyFrom((law.country,)),))]
    if spoken is not None:
        readings.insert(0, _with(question, (LanguageIs(spoken),)))
    return Draft(readings[0], made.unused(), tuple(readings[1:]), used_head=True)


def _with(question: Question, conditions: Sequence[Condition]) -> Question:
    plan = replace(question.plan, conditions=(*question.plan.conditions, *conditions))
    return replace(question, plan=plan)
