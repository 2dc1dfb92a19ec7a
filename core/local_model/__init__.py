"""Language models that run in this process, in numpy: weak ones, for trying every page and showing what a grammar does.

`core.structured` keeps their texts inside a JSON Schema or grammar; `serve-local` offers them as an endpoint.
"""

from typing import TYPE_CHECKING

from core.lazy_names import lazy_names
from core.local_model.available import INSTALL, UNTRAINED, bundled_model, is_local, runner_installed

if TYPE_CHECKING:
    from core.local_model.distribution import NextTokens, TokenChance, next_tokens
    from core.local_model.generation import LocalModel, Sample, Sampling, generate, grow, read_prompt
    from core.local_model.model_tokens import PromptMessage
    from core.local_model.models import bundled, model_of_file, untrained_model
    from core.local_model.serving import LocalAnswers, LocalServer

__all__ = [
    "INSTALL",
    "UNTRAINED",
    "LocalAnswers",
    "LocalModel",
    "LocalServer",
    "NextTokens",
    "PromptMessage",
    "Sample",
    "Sampling",
    "TokenChance",
    "bundled",
    "bundled_model",
    "generate",
    "grow",
    "is_local",
    "model_of_file",
    "next_tokens",
    "read_prompt",
    "runner_installed",
    "untrained_model",
]

__getattr__ = lazy_names(
    __name__,
    model_tokens=("PromptMessage",),
    distribution=("NextTokens", "TokenChance", "next_tokens"),
    serving=("LocalAnswers", "LocalServer"),
    generation=("LocalModel", "Sample", "Sampling", "generate", "grow", "read_prompt"),
    models=("bundled", "model_of_file", "untrained_model"),
)
