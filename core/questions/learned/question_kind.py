"""Of which kind a question is: as a model has it, where the words that ask do not speak against it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.questions.learned.clause_words import ClauseWordsModel
from core.questions.learned.part_values import likely_kinds
from core.questions.learned.word_signs import NAMED
from core.questions.lexicon import Sense, is_japanese

SURE_KIND, LEAST_KIND, MOST_REFUSED = 0.5, 0.05, 0.15
"""How sure a kind must be; one that the words ask for; and how likely the question may be one to be refused."""
LEAST_WHETHER = 0.2
"""How likely a question must be one for a yes or a no, where its words ask so and another kind is likelier."""
_OTHER_KINDS = frozenset("compare differ vs how_more".split())
_ASKS_WHETHER = re.compile(
    r"(?:^|[.:;,!?-]\s*)(?:so |and |but |also |please )?"
    r"(?:is|are|was|were|does|do|did|has|have|can|may|must|could|any|anything|anybody)\b|\byes or no\b|\byes/no\b"
    r"|\banywhere\b"
)
_ASKS_WHICH = re.compile(
    r"\b(?:which|what|when|who|whose|how|where|list|show|give|name|find|pull|tell|count|number|quote|identify)\b"
)
_ASKS_WHETHER_JA = re.compile(
    r"(?:か|かな|かどうか|でしょう|っけ|よね)[\s?？。]*$|[ぁ-ゖ一-龠々][?？]\s*$|(?:有無|はい|いいえ)[\s?？。]*$"
)
_ASKS_WHICH_JA = re.compile(
    r"いつ|誰|だれ|どこ|何(?!か)|どの|どれ(?![にがでと]?も)|いくつ|どちら|どう|どんな|もの[はを]?[?？]?$|は[?？]?\s*$|契約[?？]?\s*$"
    r"|一覧|リスト|教え|見せ|出して|挙げ|並べ|ください|下さい|いただ|頂|もらえ|お願い|(?:出|見|探|示)せ(?:る|ます)(?:か|[?？])|て(?:くれ|もらえ|いただけ|頂け)(?:る|ます)"
    r"|[おご][一-龠ぁ-ゖ]{1,6}(?:願|いただ|頂|くだ|下さ|賜)"
)
_VERSUS = re.compile(r"\b(?:vs|versus|compared?|differ\w*)\b|比べ|比較|違い|異な")


def question_kind(
    masked: str,
    senses: Sequence[Sense],
    model: ClauseWordsModel,
    *,
    sure: float = SURE_KIND,
    refused: float = MOST_REFUSED,
) -> str | None:
    """The kind of a question, None where that is not sure or where it may be one to be refused.

    Args:
        masked: the folded question without the parts that carry nothing, each party's name one mark.
        senses: of the question.
        model: of kinds.
        sure: how likely the kind must be.
        refused: how likely the question may be one to be refused.
    """
    kinds = likely_kinds(masked, model)
    kind = max(kinds, key=kinds.__getitem__)
    if kinds["refuse"] + kinds["open"] > refused or kinds[kind] < sure:
        return None
    if _VERSUS.search(masked) or any(sense.tag in _OTHER_KINDS for sense in senses):
        return None
    text = masked.strip()
    japanese = is_japanese(text.replace(NAMED, ""))
    whether, which = (_ASKS_WHETHER_JA, _ASKS_WHICH_JA) if japanese else (_ASKS_WHETHER, _ASKS_WHICH)
    asks_whether = whether.search(text) is not None and which.search(text) is None
    if kind == "yes_no" and not asks_whether:
        return "list" if kinds["list"] >= LEAST_KIND else None
    if asks_whether and kind != "yes_no":
        return "yes_no" if kind == "list" or kinds["yes_no"] >= LEAST_WHETHER else None
    if japanese:
        return _counted_or_share(kind, text, kinds)
    counts = any(sense.tag == "count" for sense in senses)
    if kind == "list" and counts and not any(sense.tag == "which" for sense in senses):
        return "count" if kinds["count"] >= LEAST_KIND / 5 else None
    return kind


def _counted_or_share(kind: str, text: str, kinds: Mapping[str, float]) -> str | None:
    """The kind that the words of a Japanese question ask for, where the model has another of the same sort."""
    if _ASKS_SHARE.search(text) is not None:
        return "share" if kind in ("share", "list", "count") and kinds["share"] >= LEAST_KIND / 5 else None
    if _ASKS_COUNT.search(text) is not None:
        if kind in ("list", "count"):
            return "count" if kinds["count"] >= LEAST_KIND / 5 else None
        return None if kind in ("yes_no", "excerpt", "share") else kind
    if kind == "list" and _ASKS_WORDS.search(text) is not None:
        return "excerpt"
    if kind in ("count", "share"):
        return "list" if kind == "count" and kinds["list"] >= LEAST_KIND else None
    return kind


_ASKS_COUNT = re.compile(
    r"何(?:件|本|通|個|冊|軒|口|社|枚|人分)(?!目)|件数|本数|通数|契約数|総数|(?:契約|もの|案件)(?:書)?の数|いくつ|幾つ"
)
_ASKS_WORDS = re.compile(r"書きぶり|条文|文言|文面|原文|条の文|正確な表現")
_ASKS_SHARE = re.compile(r"割合|比率|何割|何%|パーセント|シェア")
