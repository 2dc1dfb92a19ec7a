"""Whether a sure reading is confirmed by the question's words, by means that have nothing of the grammar's.

The grammar may compose known words to a wrong meaning though each of them is accounted for. Here nothing is composed:
each part is looked at where it stands. What its neighbours say of it (that it is denied, of what a length is, what is
asked) must be what the reading says; where it is not, the question is asked back with the reading to choose.
"""

from __future__ import annotations

from datetime import date

from core.questions.confirming.denied_days import days_denied_otherwise, end_for_state
from core.questions.confirming.denied_parts import denied_otherwise, not_left_out, permitted
from core.questions.confirming.idle_conditions import not_meant
from core.questions.confirming.stated_parts import StatedQuestion
from core.questions.confirming.unsayable import not_sayable
from core.questions.confirming.wanted_kinds import other_kind_wanted
from core.questions.names import Names
from core.questions.plan import Question

__all__ = ["unconfirmed"]

_NO_READINGS = ("refused", "house", "passages", "more", "why", "undo")
_CHECKS = (
    denied_otherwise,
    not_left_out,
    permitted,
    days_denied_otherwise,
    end_for_state,
    not_meant,
    other_kind_wanted,
    not_sayable,
)


def unconfirmed(text: str, question: Question, names: Names, *, today: date) -> tuple[str, ...]:
    """Words of a question that say something else than its reading, as folded; none where it is confirmed.

    Args:
        text: the question as typed.
        question: the reading.
        names: names of the portfolio.
        today: what relative days count from.
    """
    if question.kind in _NO_READINGS:
        return ()
    stated = StatedQuestion(text, question, names, today=today)
    return tuple(dict.fromkeys(words.strip() for check in _CHECKS for words in check(stated) if words.strip()))
