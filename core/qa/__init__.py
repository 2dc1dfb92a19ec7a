"""Questions over the portfolio, answered with verified citations."""

from core.qa.aggregate import cell_words
from core.qa.answer import Answer, Call, Citation, ContractCitation, EntryCitation, StoredReceipt, restated_in
from core.qa.ask import MAX_QUESTION, SavedAnswer, ask
from core.qa.asking_back import without_offers
from core.qa.conversations import ChatMessage, Conversation, Conversations
from core.qa.phrases import unescaped
from core.qa.sources import Sources, verified
from core.qa.toolbox import Toolbox

__all__ = [
    "MAX_QUESTION",
    "Answer",
    "Call",
    "ChatMessage",
    "Citation",
    "ContractCitation",
    "Conversation",
    "Conversations",
    "EntryCitation",
    "SavedAnswer",
    "Sources",
    "StoredReceipt",
    "Toolbox",
    "ask",
    "cell_words",
    "restated_in",
    "unescaped",
    "verified",
    "without_offers",
]
