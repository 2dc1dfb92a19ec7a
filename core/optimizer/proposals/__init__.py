"""Better words, not only better settings: a model proposes new values of a text knob from what went badly.

Nothing that is proposed is tried before a person has admitted it.
"""

from core.optimizer.proposals.losses import Loss, losses
from core.optimizer.proposals.proposing import WordingProposal, propose, text_knobs

__all__ = ["Loss", "WordingProposal", "losses", "propose", "text_knobs"]
