"""Whom a Japanese letter, order or pledge is addressed to, and what it calls its reader and its writer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.contracts.builtin.facts.facts_text import DocumentReading
from core.contracts.builtin.parties.japanese_names import Name, has_form, is_person, name_in
from core.contracts.builtin.parties.labelled_japanese import head_end

ADDRESSEE = re.compile(
    r"^[ \t]*(?P<name>[^\n、。「」]{2,40}?)(?:[ \t]+\S{1,12}(?:部|課|室|係|支店|営業所|工場))?[ \t]*"
    r"(?:御中|殿|様|(?<=[ \t])(?:行|宛))(?:[ \t]*|[ \t]{3,}[^\n]*)$",
    re.MULTILINE,
)
TO_OFFICER = re.compile(
    r"^[ \t]*(?P<name>[^\n、。「」]{3,40})\n[ \t]*[^\n、。「」]{3,40}[ \t](?:様|殿)[ \t]*$", re.MULTILINE
)
ADDRESSED = re.compile(r"貴(?:社|学園|学院|大学|学|校|法人|院|会|組合|団体|市|町|村|所|店|行|殿)")
# 次の各条を貴社に確約します
PROMISED_TO = re.compile(
    r"貴(?:社|行|庫|会|組合|法人)[^。\n]{0,60}(?:確約|誓約|承諾|同意|委託|申し?込)|貴殿[^。\n]{0,40}(?:借り?受け|借用)"
)
SENDING = re.compile(r"当社|弊社|当法人|当会|当組合|当院|当事務所")


def addressed_as(reading: DocumentReading) -> str:
    """What a form calls the firm that it is sent to, which may have written it: 当社の約款に同意し…."""
    if ADDRESSED.search(reading.plain) is None and (own := SENDING.search(reading.plain)) is not None:
        return own[0]
    return called(reading, ADDRESSED, "貴社")


def called(reading: DocumentReading, words: re.Pattern[str], usual: str) -> str:
    """What a letter calls its reader or its writer."""
    found = words.search(reading.plain)
    return found[0] if found else usual


def addressees(reading: DocumentReading) -> Iterator[Name]:
    """Whom an order or an application is addressed to: the firm above its officer, or who stands alone."""
    head = head_end(reading.plain)
    for pattern in (TO_OFFICER, ADDRESSEE):
        for match in pattern.finditer(reading.plain, 0, head):
            name = name_in(reading, *match.span("name"))
            if name is not None and (has_form(name.text) or (pattern is ADDRESSEE and is_person(name.text))):
                yield name
                return
