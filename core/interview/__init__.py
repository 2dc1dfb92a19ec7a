"""The knowledge interview: what was said, turn by turn, and the draft that grows out of it."""

from core.interview.export import as_json, as_markdown
from core.interview.interviewer import Interviewer
from core.interview.interviews import Interview, Interviews
from core.interview.moving import MOVABLE, moved, stands_under
from core.interview.stored_turn import StoredTurn
from core.interview.turn import PHASES, Mode, Phase, TurnContent
from core.interview.turn_log import MAX_MESSAGE, TurnLog
from core.interview.versions import empty_draft, versions

__all__ = [
    "MAX_MESSAGE",
    "MOVABLE",
    "PHASES",
    "Interview",
    "Interviewer",
    "Interviews",
    "Mode",
    "Phase",
    "StoredTurn",
    "TurnContent",
    "TurnLog",
    "as_json",
    "as_markdown",
    "empty_draft",
    "moved",
    "stands_under",
    "versions",
]
