"""The scripted server: an OpenAI-compatible endpoint over HTTP for tests and demonstrations."""

from core.llm.scripted.script import ReceivedRequest, ScriptedCall, Step, When, load_script
from core.llm.scripted.server import ScriptedServer

__all__ = ["ReceivedRequest", "ScriptedCall", "ScriptedServer", "Step", "When", "load_script"]
