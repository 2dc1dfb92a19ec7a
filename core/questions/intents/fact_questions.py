"""Which facts a question asks for, and whether it asks for a yes or a no."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.questions.assembly import SUBJECTS, Assembly
from core.questions.cascade import Token
from core.questions.groups import field_of
from core.questions.plan import ClauseIs, ContractIs, DateField, DateIn, LawIs, PartyIs, RenewalIs, TypeIs


def named_facts(made: Assembly) -> tuple[str, ...]:
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
    if asks_role(made):
        facts.append("parties")
        made.use_all("role", "company", "which", "who", "as_role", "doc")
    for when in made.all("when"):
        end = next((name for words, name in _ENDS_OF_TERM if words.search(when.text)), None)
        field = field_of(made) or end
        if end is not None and field == "expiration_date" and any(_GOES_ON.match(t.text) for t in made.all(*_VERBS)):
            # "Since when does it run?" asks for the beginning, though the verb is of the end.
            field = end
        if field is not None:
            facts.append(field)
            made.use(when)
    if any(id(when) in made.used for when in made.tokens if when.has("when")):
        made.use_all("run", "dverb", "dverbJ", "past", "pastJ", "datefact")
    who = made.first("who")
    if facts and "parties" not in facts and (_ALSO_WHO.search(made.text) if who else _BY_WHOM.search(made.text)):
        # "Who signed it, and when?" asks for both.
        facts.insert(0, "parties")
        made.use(who, *made.all("party_to", "company"))
    if who is not None and not facts:
        facts.append("parties")
        made.use(who, *made.all("dverb", "dverbJ", "party_to", "company"))
        if len(made.all("role")) == 1:
            # "Who is the assignor": the parties, which are shown with what the contract calls them.
            made.use_all("role", "as_role")
    long = made.first("how_long")
    made.use(long)
    if long is not None and not facts:
        facts.append("renewal_term" if made.first("renew") else "term")
        made.use(long, *made.all("run", "renew", "dverb", "dverbJ", "term"))
    if "term" in facts and len(facts) > 1 and "renewal_term" in facts:
        facts.remove("term")
    return tuple(dict.fromkeys(facts))


def asks_role(made: Assembly) -> bool:
    """「売主はどこ」: who has a role in a contract, where no party is said to have it."""
    if not made.japanese or made.first("role") is None or made.first("count") is not None:
        return False
    kinds = {token.end for token in made.tokens if token.has("type", "types")}
    if any(token.start not in kinds for token in made.all("doc")):
        return False
    asked = made.first("who", "list") is not None or any(_WHO.search(token.text) for token in made.all("which"))
    last = made.all("role")[-1]
    asked = asked or re.fullmatch(r"(?:は|って)?[?？。\s]*", made.text[last.end :]) is not None
    about = any(isinstance(c, ContractIs | PartyIs | TypeIs) for c in made.conditions) or made.follows
    return asked and about


_BY_WHOM = re.compile(r"\b(?:by|with|between) whom\b")
_ALSO_WHO = re.compile(
    r"^(?:and |so )?(?:with |between |by )?who(?:m)?\b|(?:\band|,) whom?\b|\b(?:by|with|between) whom\b"
)
_WHO = re.compile(r"^(?:どこ|どちら|どの|どなた)")


def is_yes_no(made: Assembly) -> bool:
    """Whether a yes or a no is asked for."""
    if made.first("which", "who", "when", "how_long", "count") is not None and made.first("have_question") is None:
        return False
    if made.japanese and not _BEGINS_ENGLISH.match(made.text):
        ends = (
            _ENDS_YES_NO.search(made.text) is not None
            or _WHETHER.search(made.text) is not None
            or (_TOPIC.search(made.text) is not None and (_names_one(made) or _OF_ALL.search(made.text) is not None))
        )
        return ends and _ASKS_WHICH.search(made.text) is None
    token = made.first("yes_no")
    return (token is not None and token.start <= 2) or _is_telegram(made)


def _is_telegram(made: Assembly) -> bool:
    """ "Etonbridge distributor agreement exclusive?": what is said behind the one contract that is named is asked."""
    if not made.text.rstrip().endswith("?") or made.first("list", "doc", "words", "fact", "super", "share", "by"):
        return False
    if _WORDS_ASKED.search(made.text) is not None:
        return False
    tokens = made.cond_tokens
    subjects = [token for token in tokens if any(isinstance(c, SUBJECTS) for c in made.conditions_of(token))]
    said = [token for token in tokens if token not in subjects]
    if not subjects or not said or subjects[-1].start > said[0].start or not _names_one_contract(made, subjects):
        return False
    return all(isinstance(c, ClauseIs | RenewalIs | LawIs | DateIn) for t in said for c in made.conditions_of(t))


def _names_one_contract(made: Assembly, subjects: Sequence[Token]) -> bool:
    """Whether a number, or a party and a kind of agreement in the singular, name just one contract."""
    conditions = [condition for token in subjects for condition in made.conditions_of(token)]
    numbered = [c for c in conditions if isinstance(c, ContractIs)]
    if numbered:
        return len(conditions) == 1 and len(numbered[0].references) == 1
    firms = [c for c in conditions if isinstance(c, PartyIs) and c.wanted]
    types = [c for c in conditions if isinstance(c, TypeIs) and c.wanted]
    if not firms or len(types) != 1 or len(firms) + 1 != len(conditions) or subjects[-1].text.endswith("s"):
        return False
    held = [made.names.contracts_of([*firm.names, *firm.others], types[0].codes) for firm in firms]
    return len(frozenset.intersection(*held)) == 1


def _names_one(made: Assembly) -> bool:
    """Whether the question is about one contract, by its number, its whole title, or its party and its type."""
    about = made.titled(made.conditions)
    kinds = {type(condition) for condition in about}
    if {PartyIs, TypeIs} <= kinds and len(kinds) > 2:
        return True
    return any(isinstance(c, ContractIs) and len(c.references) == 1 for c in about) and len(about) > 1


_WORDS_ASKED = re.compile(r"\b(?:clauses?|provisions?|wording|text|words|language)\b")
_TOPIC = re.compile(r"(?:は|って|、).*[^覧トはのをが][?？]\s*$")
"""「契約書は譲渡禁止？」: what is said of the topic is asked, though no verb asks it."""
_OF_ALL = re.compile(
    r"(?:は|って|が)、?(?:どれも|みんな|みな|すべて|全て|全部|いずれも)[^?？]{2,}[^覧トはのをがも][?？]\s*$"
)
"""「ライセンスはどれも日本法？」 asks whether all are so, though no verb asks it."""
_GOES_ON = re.compile(r"続|存続|継続")
_VERBS = ("dverb", "dverbJ")
_ENDS_OF_TERM: tuple[tuple[re.Pattern[str], DateField], ...] = (
    (re.compile(r"until|till|まで"), "expiration_date"),
    (re.compile(r"since|from|から"), "effective_date"),
)
_BEGINS_ENGLISH = re.compile(r"(?:is|are|was|were|do|does|did|has|have|can|may|must|any|which|what|when|who|how)\b")
_ASKS_WHICH = re.compile(
    r"いつ(?!でも)|誰|だれ|どなた|どっち(?!も)|どこ|何(?!も|か(?!月|国|年))|どの(?!契約[にでが]?も)"
    r"|どれ(?![にでがと]?も)|いくつ|どちら(?![にでがと]?も|が?(?:持|負担|払))|どう(?!か)"
)
_WHETHER = re.compile(
    r"(?:[るいたんす]|です)か(?:どうか|否か)?(?:を|は|だけ|について|、)*(?:(?<=、)[^、。]{1,15}(?:を|は|で"
    r"|について))?(?:知り|確認|確かめ|調べ|チェック|教え|見て|見たい|お?知らせ|返事|回答)[^、。]{0,12}[。?？!！\s]*$"
)
"""「…があるかどうか確認したい」."""


_ENDS_YES_NO = re.compile(
    r"(?:か|かな|かどうか|でしょう|(?:です|ます)よね)[\s?。]*$|[くぐすつぶむるう]\s*\?\s*$|(?:ある|いる|ない|する"
    r"|した|です|ます|なる|れる|ている|てる|準拠|済み|無効|有効|なし|あり|付き)\s*\?\s*$"
)
