"""The improved prompt: knob changes that answer a run's failures, or a strategy handed to the optimizer."""

from core.extraction.improving.duel import hand_over
from core.extraction.improving.proposals import KnobProposal, knob_proposals, with_defaults, with_proposals

__all__ = ["KnobProposal", "hand_over", "knob_proposals", "with_defaults", "with_proposals"]
