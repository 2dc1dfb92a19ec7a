"""Who extracts: the built-in rules, a sampler held to the schema, or a model endpoint; and what an output is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.extraction.engines.by_endpoint import EndpointEngine, messages_of
from core.extraction.engines.by_rules import RuleEngine
from core.extraction.engines.extracted import ExtractedText, ExtractionEngine, StoredTextAttempt, TextAttempt
from core.extraction.engines.output_read import OutputRead, read_output, requested_schema
from core.lazy_names import lazy_names

if TYPE_CHECKING:
    from core.extraction.engines.by_sampler import SamplerEngine

__all__ = [
    "EndpointEngine",
    "ExtractedText",
    "ExtractionEngine",
    "OutputRead",
    "RuleEngine",
    "SamplerEngine",
    "StoredTextAttempt",
    "TextAttempt",
    "messages_of",
    "read_output",
    "requested_schema",
]

# The sampler loads compiled code of the structured-generation engine, which the start of the app does not wait for.
__getattr__ = lazy_names(__name__, by_sampler=("SamplerEngine",))
