"""Model endpoints: one per role, OpenAI-compatible; None where the built-in engine answers."""

from core.llm.cache import AnswerCache, MemoryCache
from core.llm.call_log import StoredCalls, stored_endpoint
from core.llm.calls import CallLog, CallRecord, MemoryCalls
from core.llm.client import Endpoint
from core.llm.prices import dearest_token, model_price
from core.llm.protocol.strict import without_nulls
from core.llm.roles import OPENAI_URL, endpoint, endpoint_name, public_url
from core.llm.running import answer_of
from core.llm.stream import AnswerStream
from core.llm.types import Message, ModelAnswer, Schema, Tool, ToolCall, Usage

__all__ = [
    "OPENAI_URL",
    "AnswerCache",
    "AnswerStream",
    "CallLog",
    "CallRecord",
    "Endpoint",
    "MemoryCache",
    "MemoryCalls",
    "Message",
    "ModelAnswer",
    "Schema",
    "StoredCalls",
    "Tool",
    "ToolCall",
    "Usage",
    "answer_of",
    "dearest_token",
    "endpoint",
    "endpoint_name",
    "model_price",
    "public_url",
    "stored_endpoint",
    "without_nulls",
]
