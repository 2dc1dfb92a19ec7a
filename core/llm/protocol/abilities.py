"""What an endpoint can do, learned from its refusals and remembered for its life.

"OpenAI-compatible" covers servers that know one API style, no JSON Schema, another name for the token limit, or no
temperature. We ask for everything and step down by what a refusal names.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Style = Literal["responses", "chat"]
Form = Literal["json_schema", "json_object", "none"]
TokenLimit = Literal["max_completion_tokens", "max_tokens"]

_FORM_WORDS = ("response_format", "json_schema", "json_object", "text.format", "structured output")
_LOWER_FORM: dict[Form, Form] = {"json_schema": "json_object", "json_object": "none"}
_OTHER_LIMIT: dict[TokenLimit, TokenLimit] = {
    "max_tokens": "max_completion_tokens",
    "max_completion_tokens": "max_tokens",
}


@dataclass(frozen=True, slots=True)
class Abilities:
    """How to speak to an endpoint. `form` is the strongest form of structured output that it has not refused."""

    style: Style
    form: Form = "json_schema"
    token_limit: TokenLimit = "max_tokens"
    temperature: bool = True
    stream_usage: bool = True


@dataclass(frozen=True, slots=True)
class Refusal:
    """A 4xx answer in the words of the endpoint."""

    status: int
    code: str
    param: str
    message: str

    def names(self, *words: str) -> bool:
        """Whether the refusal names one of these parameters."""
        text = f"{self.param} {self.message}".casefold()
        return any(word in text for word in words)


def stepped_down(abilities: Abilities, refusal: Refusal, *, asked_form: bool) -> Abilities | None:
    """The abilities to try next after a refusal, None when the refusal is about something else.

    Args:
        abilities: what was tried.
        refusal: what came back.
        asked_form: whether the request asked for structured output.
    """
    if refusal.status in (404, 405):
        missing = abilities.style == "responses" and refusal.code not in ("model_not_found", "DeploymentNotFound")
        return replace(abilities, style="chat") if missing else None
    if refusal.status not in (400, 422):
        return None
    if asked_form and abilities.form in _LOWER_FORM and refusal.names(*_FORM_WORDS):
        return replace(abilities, form=_LOWER_FORM[abilities.form])
    if abilities.stream_usage and refusal.names("stream_options"):
        return replace(abilities, stream_usage=False)
    if refusal.names("max_tokens", "max_completion_tokens") and refusal.names("unsupported", "unrecognized", "extra"):
        return replace(abilities, token_limit=_OTHER_LIMIT[abilities.token_limit])
    if abilities.temperature and refusal.names("temperature"):
        return replace(abilities, temperature=False)
    return None
