"""Words by which an English sentence is read: modals, denials, conditions, what grants, binds or denies."""

from __future__ import annotations

import re

from core.qa.support.english_frames.english_predicates import Force

MODALS: dict[str, Force] = {
    "shall": "must", "must": "must", "will": "must", "should": "must", "may": "may", "can": "may", "could": "may",
    "might": "may", "would": "fact",
}  # fmt: skip
FINITE = frozenset("is are was were has have had does do did".split())
BE = frozenset("is are was were be been being".split())
NOT = frozenset("not never neither nor".split())
NO = frozenset("no neither none nobody nothing".split())
COMPARED = frozenset("less more later earlier fewer greater lower higher".split())
"""What "no" before it compares and does not deny."""
OPEN = frozenset(
    "if unless provided which who whom whose when whenever where while because whereas although though but however "
    "until once".split()
)
CONDITIONS = frozenset("if unless when whenever where once until".split())
DETERMINERS = frozenset(
    "the a an any all such its their his her our your this that these those each either neither both every no other "
    "another said same own some".split()
)
BEFORE_NOUN = DETERMINERS | frozenset("of written prior at least most more less per for in on with without".split())
IN_PHRASE = frozenset("of to by from with for between against under upon on in at towards among than as".split())
GRANTS_RIGHT = re.compile(r"(?:right|licen[sc]e|option|permission|authority|power|privilege|freedom|choice)s?$")
PERMITS = re.compile(r"(?:entitled|permitted|allowed|free|able|discretion|elects?|permits?|allows?|lets?|enables?)$")
BINDS = re.compile(
    r"(?:required|obliged|obligated|obligations?|dut(?:y|ies)|agrees?|undertakes?|covenants?|commits?|has|have|needs?|"
    r"requires?|causes?|obliges?|bound|responsible|instructs?)$"
)
BOUND = re.compile(r"(?:required|obliged|obligated|obligations?|dut(?:y|ies)|bound|responsible|undertakes?)$")
TRANSFERS_AGENT = re.compile(r"(?:requir|caus|oblig|permit|allow|enabl|let|entitl|authori|ask|direct|instruct)")
DENYING = re.compile(r"(?:prohibit(?:s|ed)?|forbid(?:s|den)?|bar(?:s|red)|ban(?:s|ned)?|refrains?|precludes?d?)$")
FAILING = re.compile(r"(?:fail(?:s|ed|ing|ure)?|refus(?:e|es|ed)|declin(?:e|es|ed)|neglect(?:s|ed)?)$")
EXCEPT = frozenset("except excepting excluding excepted".split())
TIMES = frozenset("before prior after following during at upon".split())
GIVING = re.compile(
    r"(?:grant|give|gave|pay|paid|provide|assign|deliver|disclose|licen[sc]e|sell|transfer|lease|lend|offer|owe|"
    r"convey|reimburse|indemnif|compensat|refund|notif|inform)"
)
PAST = frozenset("paid given made borne sold sent held kept bought taken written chosen met left withheld".split())
ADJECTIVES = frozenset("liable responsible".split())
PARTY = re.compile(
    r"\b(?:either|each|neither|both|any|the|such|no|other)\s+(?:other\s+)?part(?:y|ies)\b(?!\s+[A-Z]\b)", re.I
)
LETTERED = re.compile(r"\bPart(?:y|ies)\s+([A-Z])\b")
