"""Groups: "per governing law", "the five most common types", 「契約の種類別」, "which laws occur"."""

from __future__ import annotations

import re

from core.graph.question_grammar.grammar_head import CONTRACT, DEFAULT_TOP, MOST_JA, Head
from core.graph.question_grammar.grammar_nouns import (
    dimension_of,
    dimension_pattern,
)
from core.graph.question_grammar.grammar_plan import Group
from core.graph.question_grammar.grammar_two_groups import read_second_group, read_time_group, read_two_groups_ja
from core.graph.question_grammar.grammar_words import Words
from core.lexicon import NUMBER, number_of


def read_group(words: Words, head: Head) -> None:
    """What a question groups by, ranks or lists; takes the words that say it."""
    if words.japanese and read_two_groups_ja(words, head):
        return
    end = read_time_group(words, head)
    if end is not None:
        read_second_group(words, head, end)
        return
    if words.take(r"\bwith (?:and|or|versus|vs\.?) without\b|\bby (?:the )?presence of\b|の?有無(?:別|ごと|毎)?"):
        head.presence = True
        return
    named = (_group_ja if words.japanese else _group_en)(words, head)
    if named is not None:
        head.group = Group(dimension_of(named["dim"] or named.groupdict().get("dim2") or ""))
        if head.top is None and not head.distinct:
            read_second_group(words, head, named.end())


def _group_en(words: Words, head: Head) -> re.Match[str] | None:
    dims = dimension_pattern(False)
    number = rf"(?:(?P<k>{NUMBER})\s+)"
    often = r"(?:common|frequent|popular|used|often used|frequently used|prevalent|often|frequently)"
    for pattern in (
        rf"(?:top|first)\s+{number}(?:{often}\s+)?(?P<dir>)(?P<dim>{dims})(?:\s+by\s+(?:number of\s+)?{CONTRACT})?",
        rf"{number}?(?:most|(?P<dir>least))\s+{often}\s+{number.replace('<k>', '<j>')}?(?P<dim>{dims})",
        rf"(?P<dir>rarest)\s+{number}?(?P<dim>{dims})",
        rf"{number}?(?P<dir>)(?:biggest|largest|main)\s+(?P<dim>{dims})\s+by\s+(?:the\s+)?number of\s+{CONTRACT}",
        rf"(?:which|what)\s+{number}?(?P<dim>{dims})\s+(?:(?:is|are|has|have|had|with|appears?|occurs?"
        rf"|governs?|covers?|do|we|our|come|comes|up|used)\s+)+"
        rf"(?:in\s+|under\s+|by\s+)?(?:the\s+)?(?:(?P<dir>fewest|least|rarest)|most)(?:\s+(?:{often}"
        rf"|{CONTRACT}|of our {CONTRACT}))*(?:\s+(?:with|under|by))?",
        rf"(?:which|what)\s+{number}?(?P<dim>{dims})\s+(?:do|does|have|are)\s+we\s+(?:have|use"
        rf"|see)\s+(?:the\s+)?(?:(?P<dir>fewest|least)|most)(?:\s+(?:{often}|{CONTRACT}))*(?:\s+(?:with|under|of))?",
        rf"{number}?(?P<dim>{dims})\s+with\s+the\s+(?:(?P<dir>fewest|least)|most|highest number of|largest"
        rf" number of)\s+{CONTRACT}",
    ):
        match = words.take(pattern)
        if match is not None:
            count = match["k"] or match.groupdict().get("j")
            head.top = number_of(count) if count else 1 if not _plural(match["dim"]) else DEFAULT_TOP
            head.ascending = bool(match["dir"])
            return match
    for pattern in (
        rf"(?:(?<!governed )(?<!bound )by|per|for each|for every|in each|in every|under each|with each"
        rf"|grouped by|broken down by|split by|according to|across)\s+(?:the\s+|their\s+|different\s+"
        rf"|each\s+)*(?P<dim>{dims})",
        rf"(?:breakdown|break down|distribution|split)\s+(?:of\s+)?(?:our\s+|the\s+)?(?P<dim>{dims})",
        rf"each\s+(?P<dim>{dims})(?!\s+have)",
    ):
        match = words.take(pattern)
        if match is not None:
            words.take(r"\b(?:breakdown|break down|broken down|distribution|grouped|group|split)\b")
            return match
    match = words.take(
        rf"how many\s+(?:(?:different|distinct|unique|separate)\s+)?(?P<dim>{dims})(?!\s+(?:do|does|per"
        rf"|in)\s+(?:the|our|each|a)\s+{CONTRACT})(?![a-z])"
    ) or words.take(
        rf"(?:which|what|list|show|name|give)\s+(?:(?:me|all|of|the|us|are|our|different|distinct|unique"
        rf"|kinds)\s+)*(?P<dim>{dims})"
        r"(?:\s+(?:that|which))?(?=\s*(?:\?|\.|$|§)|\s+(?:occurs?|appears?|exists?|are there|are used|are"
        r" represented|do we have|are in|are found|come up|we have|used|in (?:our|the)|with|govern))"
    )
    if match is not None and head.having is None:
        words.take(
            r"\b(?:occurs?|appears?|exists?|are there|are used|are represented|do we have|are found|come up"
            r"|we have|used|govern)\b"
        )
        head.distinct = True
        return match
    return None


def _group_ja(words: Words, head: Head) -> re.Match[str] | None:
    dims = dimension_pattern(True)
    match = words.take(rf"(?P<dim>{dims})(?:別|ごと|毎|単位)(?:に|の|で)?|各(?P<dim2>{dims})(?:の|に|で)?")
    if match is None:
        match = words.take(rf"(?P<dim>{dims})の?(?:内訳|分布|構成)(?P<dim2>)")
    if match is not None:
        words.take(r"の?(?:内訳|分布|構成)(?:を|は)?")
        return match
    most = (
        rf"(?:{MOST_JA})?(?:契約(?:件)?(?:数)?[がの])?(?:{MOST_JA})?(?P<dir>多い|少ない|(?:よく"
        rf"|多く)使われ(?:る|ている)|よくある|一般的な)"
        r"(?:順に)?(?:上位)?の?"
    )
    top = r"(?:(?:上位)?の?(?P<k>\d+|[一二三四五六七八九十])(?:つ|件|社|者|位|個|種類|名)?の?)"
    for pattern in (
        rf"{most}{top}?(?P<dim>{dims})",
        rf"(?P<dim>{dims})(?:は|が|で|の(?:うち|中で))?(?:、)?{most}(?:の)?(?:は)?{top}?",
        rf"上位の?(?P<k>\d+)(?:つ|件|社|者|位|個|種類|名)?の?(?P<dim>{dims})(?P<dir>)",
        rf"(?P<dim>{dims})の?(?:上位|トップ)(?P<k>\d+)(?P<dir>)",
        rf"(?P<dir>)最多の(?P<dim>{dims})(?P<k>)",
        rf"(?P<dim>{dims})(?:が|は)(?:{MOST_JA}|よく)(?:多く)?使われて(?:いる|い)?(?P<dir>)(?P<k>)",
    ):
        match = words.take(pattern)
        if match is not None:
            after = words.take(
                r"(?:を|の|は)?(?:上位)?(?P<k>\d+|[一二三四五六七八九十])(?:つ|件|社|者|位|個|種類|名)(?!以|未|を超)"
            )
            count = match["k"] or (after["k"] if after else None)
            head.top = number_of(count) if count else 1
            head.ascending = match["dir"] == "少ない"
            return match
    match = words.take(
        rf"(?:どの(?:ような)?|どんな|使われている|出てくる|登場する|ある|現れる)(?P<dim>{dims})(?:が|は"
        rf"|を)?(?:使われて|出て|あり|登場して|現れ)?"
    ) or words.take(
        rf"(?P<dim>{dims})(?:の種類)?(?:は|が|を)(?:何|いくつ|全部で|すべて|全て|列挙|挙げ)(?:種類|社|者|つ)?(?:あり)?"
    )
    if match is not None and head.having is None:
        words.take(r"何(?:種類|社|者|つ)|いくつ")
        head.distinct = True
        return match
    return None


def _plural(noun: str) -> bool:
    return noun.split(" of ")[0].endswith("s")
