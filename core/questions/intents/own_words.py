"""What contracts say of a matter, in their own words; and the definitions that no contract gives."""

from __future__ import annotations

import re

from core.questions.assembly import SUBJECTS, Assembly, ReadingDraft
from core.questions.intents.choices import chosen
from core.questions.intents.fact_questions import named_facts
from core.questions.plan import ClauseIs, Plan, Question, TypeIs


def open_question(made: Assembly) -> ReadingDraft | None:
    """What contracts say of a matter that no clause type names."""
    token = made.first("open")
    if token is None or made.clause_codes() or _asks_for_contracts(made) or _WITHOUT_SUBJECT.fullmatch(made.text):
        return None
    subjects = tuple(c for c in made.conditions if isinstance(c, SUBJECTS))
    question = Question("passages", Plan("list", made.titled(subjects)), text=made.original)
    return ReadingDraft(question, used_head=True)


def _asks_for_contracts(made: Assembly) -> bool:
    """Whether contracts are asked for, not what they say: "which ones can we leave without …?"."""
    return _CONTRACTS_ASKED.search(made.text) is not None


_CONTRACTS_ASKED = re.compile(
    r"^(?:and |so )?(?:which|what|how many|any|list|show)(?: of)?(?: the| our| all)* "
    r"(?:ones?|contracts?|agreements?|deals?)\b(?! say| mention| provide)"
    r"|^(?:our |the |all )*(?:contracts?|agreements?|deals?|ones)\b(?! say| mention| provide|.*\bwhat (?:happens|if)\b)"
    r"|(?:契約|もの|やつ)(?:は|って|を)?(?:どれ|何件|一覧|いくつ)"
)
_WITHOUT_SUBJECT = re.compile(
    r"(?:例の|あの|その|この|さっきの|前の)?(?:件|話|やつ|あれ|それ|これ)?(?:って|は|が)?、?"
    r"どう(?:なりましたか?|なった|なっていますか?|なる)(?:の|んだっけ)?[?？。]*"
    r"|(?:please )?(?:summari[sz]e|explain)(?: (?:everything|it all|all|it|this|that))?(?: (?:to|for) me)?[.! ]*"
    r"|(?:全部|すべて|全て|みんな)?(?:を)?(?:要約|説明)(?:して|せよ|を)?(?:ください|下さい)?[。 ]*"
    r"|what(?: is|'s| has)? happen(?:s|ed|ing)?(?: to| with| about)?"
    r"(?: it| that| this| the (?:thing|matter|other one))?\s*[?.]*"
)
"""A question about nothing that is named."""


def defined(made: Assembly) -> ReadingDraft | None:
    """What a word means is in no contract."""
    token = made.first("define")
    contracts = [condition for condition in made.conditions if not isinstance(condition, ClauseIs | TypeIs)]
    if token is None or token.soft or contracts:
        return None
    return ReadingDraft(None, (token.text,), final=True)


_WRITTEN = frozenset({"governing_law", "renewal_term", "notice_period"})
"""Facts that a clause of their own says."""
_TEXT = re.compile(r"条文|文言|原文|文面|規定(?:を|の)(?:読|写|引用|抜粋)|のところを(?:写|読|抜)|一文を|くだりを|全文")


def own_words(made: Assembly) -> ReadingDraft | None:
    """The contract's own words on something."""
    token = made.first("words")
    if token is None or (token.has("clauseword") and made.first("words", "fact") is token and not made.clause_codes()):
        return None
    made.use_all("words", "which")
    codes = made.clause_codes()
    conditions = made.titled(made.others_than_clauses())
    if codes:
        made.use_all("open", "yes_no")
        law = [token for token in made.all("fact") if token.values["fact"] == "governing_law"]
        if law and not made.japanese and codes == ("jurisdiction",):
            # "The law and the forum of the Velo lease": the words of both clauses.
            made.use(*law, *made.all("law"))
            codes = ("governing_law", *codes)
        return chosen(made, Question("excerpts", Plan("list", conditions), clauses=codes, day=made.day))
    facts = named_facts(made)
    if facts and made.japanese and set(facts) <= _WRITTEN and _TEXT.search(made.text) and made.choice is None:
        # 「更新条項の条文を見せて」: its words, not its value.
        return chosen(made, Question("excerpts", Plan("list", conditions), clauses=facts, day=made.day))
    if facts:
        return chosen(made, Question("facts", Plan("list", conditions), facts, day=made.day))
    subjects = tuple(c for c in conditions if isinstance(c, SUBJECTS))
    if subjects and made.unused():
        return ReadingDraft(Question("passages", Plan("list", subjects), text=made.original), used_head=True)
    return None
