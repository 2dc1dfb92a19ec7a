"""Model endpoints: one per role, OpenAI-compatible; None where the built-in engine answers."""

from core.llm.cache import AnswerCache, MemoryCache
from core.llm.calls import CallLog, CallRecord, MemoryCalls
from core.llm.client import Endpoint
from core.llm.roles import endpoint
from core.llm.running import answer_of
from core.llm.stream import AnswerStream
from core.llm.types import Answer, Message, Schema, Tool, ToolCall, Usage

__all__ = [
    "Answer",
    "AnswerCache",
    "AnswerStream",
    "CallLog",
    "CallRecord",
    "Endpoint",
    "MemoryCache",
    "MemoryCalls",
    "Message",
    "Schema",
    "Tool",
    "ToolCall",
    "Usage",
    "answer_of",
    "endpoint",
]
