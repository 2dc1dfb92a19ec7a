"""Templates in a sandbox: what they name, where, and what they give.

A template is written by people who tune prompts and may be stored, promoted and run by a server, so it can neither
reach into objects nor keep the process busy: loops are counted, macros and includes do not exist, only filters that
give little for little are there, and arithmetic cannot make long texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from typing import Any

from jinja2 import StrictUndefined, TemplateError, TemplateRuntimeError, TemplateSyntaxError, meta, nodes
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

from core.errors import PromptError
from core.prompting.fence import fenced

MOST_ROUNDS = 200_000
"""Rounds of all loops of one rendering together."""
MOST_CHARACTERS = 4_000_000
"""Characters of one rendered part."""
_FILTERS = frozenset(
    "abs batch capitalize count d default dictsort e escape fenced first float int items join last length list lower"
    " map max min rejectattr reject replace reverse round select selectattr slice sort string sum title tojson trim"
    " truncate unique upper wordcount".split()
)
_FORBIDDEN = (
    nodes.Macro,
    nodes.CallBlock,
    nodes.Include,
    nodes.Import,
    nodes.FromImport,
    nodes.Extends,
    nodes.Block,
)
_METER = "metered"
_ROUNDS: ContextVar[list[int]] = ContextVar("rounds_of_loops")


def _metered(values: Iterable[Any]) -> Iterator[Any]:
    """The values, counted over all loops of the rendering.

    Raises:
        TemplateRuntimeError: the loops go on for too long.
    """
    left = _ROUNDS.get()
    for value in values:
        left[0] -= 1
        if left[0] < 0:
            raise TemplateRuntimeError(f"its loops take more than {MOST_ROUNDS} rounds")
        yield value


class _Environment(ImmutableSandboxedEnvironment):
    intercepted_binops = frozenset({"*", "**", "%"})

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Arithmetic on numbers of a reasonable size only: `"x" * 10**9` and `9**9**9` would fill the memory."""
        numbers = all(isinstance(value, int | float) and abs(value) < 1e9 for value in (left, right))
        if not numbers or operator == "**":
            raise SecurityError(f"{operator} is for small numbers only")
        return super().call_binop(context, operator, left, right)


def _environment() -> _Environment:
    environment = _Environment(
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # prompts are plain text
    )
    filters: dict[str, Callable[..., Any]] = {
        name: body for name, body in environment.filters.items() if name in _FILTERS
    }
    environment.filters = {**filters, "fenced": fenced, _METER: _metered}
    environment.globals = {"range": environment.globals["range"]}
    return environment


_ENVIRONMENT = _environment()


class Template:
    """One part of a prompt, such as its `system` text."""

    def __init__(self, source: str, *, file: str, part: str, line_in_file: Callable[[int], int] | None = None) -> None:
        """Parse.

        Args:
            source: the template.
            file: the file's name, for errors.
            part: place in the file, such as `template.user`.
            line_in_file: from a line of the template to the file's; None where that is not known.

        Raises:
            PromptError: the template is no jinja2 or holds what prompts may not do; says where.
        """
        self._file = file
        self._part = part
        self._line_in_file = line_in_file
        try:
            tree = _ENVIRONMENT.parse(source)
            undeclared = meta.find_undeclared_variables(tree)
            self._check(tree)
            lines: dict[str, int] = {}
            for name in tree.find_all(nodes.Name):
                if name.name in undeclared:
                    lines.setdefault(name.name, name.lineno)
            for loop in tree.find_all(nodes.For):
                loop.iter = nodes.Filter(loop.iter, _METER, [], [], None, None, lineno=loop.lineno)
            self._template = _ENVIRONMENT.from_string(tree)
        except TemplateSyntaxError as error:
            raise self.error(str(error.message), line=error.lineno) from None
        except (TemplateError, RecursionError) as error:
            raise self.error(str(error)) from None
        self.names: Mapping[str, int] = lines

    def _check(self, tree: nodes.Template) -> None:
        for node in tree.find_all((*_FORBIDDEN, nodes.For)):
            if not isinstance(node, nodes.For) or node.recursive:
                kind = "a recursive loop" if isinstance(node, nodes.For) else type(node).__name__.lower()
                raise self.error(f"a prompt may not hold {kind}", line=node.lineno)

    def render(self, values: Mapping[str, object]) -> str:
        """The text, without white space at its ends.

        Raises:
            PromptError: a value has not what the template wants of it, or the sandbox forbids it.
        """
        token = _ROUNDS.set([MOST_ROUNDS])
        pieces: list[str] = []
        room = MOST_CHARACTERS
        try:
            for piece in self._template.generate(values):
                room -= len(piece)
                if room < 0:
                    raise self.error(f"cannot be rendered: it gives more than {MOST_CHARACTERS} characters")
                pieces.append(piece)
        except (TemplateError, TypeError, ValueError, OverflowError, ArithmeticError, RecursionError) as error:
            raise self.error(f"cannot be rendered: {error}") from None
        finally:
            _ROUNDS.reset(token)
        return "".join(pieces).strip()

    def error(self, words: str, *, line: int | None = None, name: str | None = None) -> PromptError:
        """An error at this template, `line` counted in the template; the message names the file's line if known."""
        at = None if line is None else line if self._line_in_file is None else self._line_in_file(line)
        where = "" if at is None else f"line {at}: "
        facts = {} if name is None else {"name": name}
        return PromptError(
            f"{self._file}: {self._part}: {where}{words}", file=self._file, place=self._part, line=at, **facts
        )
