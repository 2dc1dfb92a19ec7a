"""The scripted server: an OpenAI-compatible endpoint over HTTP for tests and demonstrations."""

from core.llm.scripted.script import Call, Seen, Step, When, load_script
from core.llm.scripted.server import ScriptedServer

__all__ = ["Call", "ScriptedServer", "Seen", "Step", "When", "load_script"]
