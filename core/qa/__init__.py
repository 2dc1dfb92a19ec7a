"""Questions over the portfolio, answered with verified citations."""

from core.qa.answer import Answer, Call, Citation
from core.qa.ask import MAX_QUESTION, Asked, ask
from core.qa.conversations import ChatMessage, Conversation, Conversations

__all__ = [
    "MAX_QUESTION",
    "Answer",
    "Asked",
    "Call",
    "ChatMessage",
    "Citation",
    "Conversation",
    "Conversations",
    "ask",
]
