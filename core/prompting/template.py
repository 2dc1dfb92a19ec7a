"""Templates in a sandbox: what they name, where, and what they give."""

from __future__ import annotations

from collections.abc import Mapping

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError, meta, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from core.errors import PromptError
from core.prompting.fence import fenced

_ENVIRONMENT = ImmutableSandboxedEnvironment(
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    autoescape=False,  # prompts are plain text
)
_ENVIRONMENT.filters["fenced"] = fenced


class Template:
    """One part of a prompt, such as its `system` text."""

    def __init__(self, source: str, *, file: str, part: str) -> None:
        """Parse.

        Raises:
            PromptError: the template is no jinja2; says where.
        """
        self._file = file
        self._part = part
        try:
            tree = _ENVIRONMENT.parse(source)
            self._template = _ENVIRONMENT.from_string(source)
        except TemplateSyntaxError as error:
            raise self._error(f"line {error.lineno}: {error.message}", line=error.lineno) from None
        except TemplateError as error:
            raise self._error(str(error)) from None
        undeclared = meta.find_undeclared_variables(tree)
        lines: dict[str, int] = {}
        for name in tree.find_all(nodes.Name):
            if name.name in undeclared:
                lines.setdefault(name.name, name.lineno)
        self.names: Mapping[str, int] = lines

    def render(self, values: Mapping[str, object]) -> str:
        """The text, without white space at its ends.

        Raises:
            PromptError: a value has not what the template wants of it, or the sandbox forbids it.
        """
        try:
            return self._template.render(values).strip()
        except (TemplateError, TypeError, ValueError, OverflowError, ArithmeticError) as error:
            raise self._error(f"cannot be rendered: {error}") from None

    def _error(self, words: str, line: int | None = None) -> PromptError:
        return PromptError(f"{self._file}: {self._part}: {words}", file=self._file, place=self._part, line=line)
