"""Who extracts: the built-in rules, a sampler held to the schema, or a model endpoint; and what an output is."""

from core.extraction.engines.by_endpoint import EndpointEngine, messages_of
from core.extraction.engines.by_rules import RuleEngine
from core.extraction.engines.by_sampler import SamplerEngine
from core.extraction.engines.extracted import ExtractedText, ExtractionEngine, TextAttempt
from core.extraction.engines.output_read import OutputRead, read_output, requested_schema

__all__ = [
    "EndpointEngine",
    "ExtractedText",
    "ExtractionEngine",
    "OutputRead",
    "RuleEngine",
    "SamplerEngine",
    "TextAttempt",
    "messages_of",
    "read_output",
    "requested_schema",
]
