"""Grammars in the notation of Lark, read into definitions: rules, terminals, what is ignored.

Read: rules with `?`, `!`, `_`, priorities, templates and aliases (which say something about trees, and nothing about
the language); terminals with priorities; strings and patterns with flags, ranges, groups, `[..]`, `?`, `*`, `+`, `~`;
`%ignore`, `%import common.X`, `%declare`, `%override`, `%extend`; comments. Other directives are refused by name. Two
are ours: `%allow ambiguity` lets a flaw pass (`grammar.flaws`); `%word NAME` says that no lexeme ends within a word of
that terminal, or where only such a word could go on, so that `returnx` is not `return x`; it need not stand in a rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from core.structured.errors import GrammarError

MOST_REPEATS = 1_000


@dataclass(frozen=True, slots=True)
class LiteralText:
    """A string."""

    value: str
    ignore_case: bool = False


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression with its flags."""

    source: str
    flags: str = ""


@dataclass(frozen=True, slots=True)
class CharacterSpan:
    """`"a".."z"`."""

    first: str
    last: str


@dataclass(frozen=True, slots=True)
class RuleRef:
    """A rule or terminal by name, with the arguments of a template."""

    name: str
    arguments: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class All:
    """Parts one after the other."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Any:
    """One of the branches."""

    branches: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Times:
    """`body` from `least` to `most` times (None: without end)."""

    body: Expression
    least: int
    most: int | None


Expression = LiteralText | Pattern | CharacterSpan | RuleRef | All | Any | Times


@dataclass(frozen=True, slots=True)
class Definition:
    """A rule or terminal.

    Attributes:
        lazy: a terminal that ends with its first match.
    """

    name: str
    body: Expression
    priority: int = 0
    parameters: tuple[str, ...] = ()
    lazy: bool = False


@dataclass
class Notation:
    """A grammar as written; of terminals in `optional` the empty text is left out, as the rules take care of it."""

    definitions: dict[str, Definition] = field(default_factory=dict)
    ignored: list[Expression] = field(default_factory=list)
    declared: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)
    optional: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    line: int


_TOKENS = re.compile(
    r"""
    (?P<line>(?:[ \t\f]*(?://[^\n]*|\#[^\n]*)?\r?\n)+)
  | (?P<comment>//[^\n]*|\#[^\n]*)
  | (?P<space>[ \t\f\\]+)
  | (?P<string>"(?:\\.|[^"\\\n])*"i?)
  | (?P<pattern>/(?!/)(?:\\.|[^/\\\n])*/[imslux]*)
  | (?P<directive>%[a-z]+)
  | (?P<name>[!?]*_*[A-Za-z][A-Za-z0-9_]*)
  | (?P<number>[+-]?\d+)
  | (?P<sign>->|\.\.|[:|()\[\]{},~?*+.=])
    """,
    re.VERBOSE,
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "\\": "\\", '"': '"', "'": "'", "0": "\0"}
_NO_NAME = "a name is missing"


def read(text: str, library: Callable[[str], str] | None = None) -> Notation:
    """The definitions of a grammar.

    Args:
        text: the grammar.
        library: text of a grammar that `%import` names; None where nothing can be imported.

    Raises:
        GrammarError: wrong notation, with the line.
    """
    reader = _NotationReader(_tokens(text), library)
    reader.statements()
    return reader.notation


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    line, place = 1, 0
    while place < len(text):
        match = _TOKENS.match(text, place)
        if match is None:
            raise GrammarError(f"line {line}: cannot read {text[place : place + 20]!r}", line=line)
        kind = str(match.lastgroup)
        if kind not in ("space", "comment"):
            found.append(_Token(kind, match.group(), line))
        line += match.group().count("\n")
        place = match.end()
    found.append(_Token("line", "", line))
    found.append(_Token("end", "", line))
    return found


class _NotationReader:
    def __init__(self, tokens: list[_Token], library: Callable[[str], str] | None) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0
        self._library = library
        self.notation = Notation()

    def statements(self) -> None:
        while self._peek().kind != "end":
            token = self._peek()
            if token.kind == "line":
                self._at += 1
            elif token.kind == "directive":
                self._at += 1
                self._directive(token)
            else:
                self._define(self._definition())

    def _error(self, message: str, token: _Token | None = None) -> GrammarError:
        token = token or self._peek()
        shown = f", before {token.text.strip()[:30]!r}" if token.text.strip() else ""
        return GrammarError(f"line {token.line}: {message}{shown}", line=token.line)

    def _peek(self, ahead: int = 0) -> _Token:
        return self._tokens[min(self._at + ahead, len(self._tokens) - 1)]

    def _take(self, text: str) -> bool:
        if self._peek().kind == "sign" and self._peek().text == text:
            self._at += 1
            return True
        return False

    def _need(self, text: str) -> None:
        if not self._take(text):
            raise self._error(f"{text!r} is missing")

    def _name(self) -> str:
        token = self._peek()
        if token.kind != "name":
            raise self._error(_NO_NAME)
        self._at += 1
        return token.text.lstrip("!?")

    def _define(self, definition: Definition, *, replace: bool = False) -> None:
        if definition.name in self.notation.definitions and not replace:
            raise GrammarError(f"{definition.name} is defined twice", name=definition.name)
        self.notation.definitions[definition.name] = definition

    def _definition(self) -> Definition:
        name = self._name()
        parameters: list[str] = []
        lazy = False
        if self._take("{"):
            parameters.append(self._name())
            while self._take(","):
                parameters.append(self._name())
            self._need("}")
        if self._take("["):
            attribute = self._name()
            if attribute != "lazy":
                raise self._error(f"the attribute {attribute} is not supported")
            lazy = True
            self._need("]")
        priority = 0
        if self._take("."):
            priority = self._number()
        self._need(":")
        body = self._choice()
        return Definition(name, body, priority, tuple(parameters), lazy)

    def _number(self) -> int:
        token = self._peek()
        if token.kind != "number":
            raise self._error("a number is missing")
        self._at += 1
        return int(token.text)

    def _directive(self, token: _Token) -> None:
        match token.text:
            case "%ignore":
                self.notation.ignored.append(self._choice())
            case "%declare":
                while self._peek().kind == "name":
                    self.notation.declared.append(self._name())
            case "%word":
                self.notation.words.append(self._name())
            case "%allow":
                while self._peek().kind == "name":
                    self.notation.allowed.append(self._name())
            case "%import":
                self._import()
            case "%override":
                self._define(self._definition(), replace=True)
            case "%extend":
                more = self._definition()
                before = self.notation.definitions.get(more.name)
                if before is None:
                    raise self._error(f"{more.name} is not defined before it is extended", token)
                body = Any((before.body, more.body))
                self._define(Definition(before.name, body, before.priority, before.parameters), replace=True)
            case _:
                raise self._error(f"the directive {token.text} is not supported", token)

    def _import(self) -> None:
        if self._peek().text == ".":
            raise self._error("imports of other files are not supported")
        path = [self._name()]
        while self._take("."):
            path.append(self._name())
        wanted: list[tuple[str, str]] = []
        if self._take("("):
            module = ".".join(path)
            while not self._take(")"):
                name = self._name()
                wanted.append((name, name))
                if not self._take(",") and self._peek().text != ")":
                    raise self._error("')' is missing")
        else:
            module = ".".join(path[:-1])
            wanted.append((path[-1], self._name() if self._take("->") else path[-1]))
        if not module or self._library is None:
            raise self._error(f"{module or path[-1]} cannot be imported")
        source = read(self._library(module))
        for name, alias in wanted:
            self._import_one(source, name, alias, module)

    def _import_one(self, source: Notation, name: str, alias: str, module: str) -> None:
        definition = source.definitions.get(name)
        if definition is None:
            raise self._error(f"{module} has no {name}")
        prefix = ("" if name.islower() else "_") + module.upper() + "__"
        waiting, seen = [definition], {name}
        copied: dict[str, str] = {name: alias}
        for current in waiting:
            for reference in references(current.body):
                if reference not in seen:
                    seen.add(reference)
                    waiting.append(source.definitions[reference])
                    copied[reference] = prefix + reference
        for current in waiting:
            body = substituted(current.body, {old: RuleRef(new) for old, new in copied.items()})
            new = copied[current.name]
            if new == alias or new not in self.notation.definitions:
                self._define(Definition(new, body, current.priority, lazy=current.lazy))

    def _choice(self) -> Expression:
        self._depth += 1
        if self._depth > 100:
            raise self._error("groups nested too deeply")
        self._lines()
        self._take("|")
        branches = [self._sequence()]
        while True:
            self._lines()
            if not self._take("|"):
                break
            branches.append(self._sequence())
        self._depth -= 1
        return branches[0] if len(branches) == 1 else Any(tuple(branches))

    def _lines(self) -> None:
        """Pass over line ends that do not end the statement."""
        while self._peek().kind == "line" and not self._statement_begins():
            self._at += 1

    def _statement_begins(self) -> bool:
        following = self._peek(1)
        if following.kind in ("end", "directive"):
            return True
        if following.kind != "name" or (self._peek(2).kind == "sign" and self._peek(2).text in ")|]"):
            return False
        ahead = 2
        while self._peek(ahead).kind in ("sign", "number", "name") and self._peek(ahead).text not in ("|", "(", "~"):
            if self._peek(ahead).text == ":":
                return True
            ahead += 1
        return False

    def _sequence(self) -> Expression:
        parts: list[Expression] = []
        while True:
            self._lines()
            token = self._peek()
            if token.kind in ("string", "pattern", "name") or token.text in ("(", "["):
                parts.append(self._repeated())
            else:
                break
        if self._take("->"):
            self._name()
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def _repeated(self) -> Expression:
        body = self._atom()
        while self._peek().kind == "sign" and self._peek().text in "?*+~":
            sign = self._peek().text
            self._at += 1
            if sign == "~":
                least = self._number()
                most = self._number() if self._take("..") else least
                if not 0 <= least <= most <= MOST_REPEATS:
                    raise self._error(f"repetitions must be from 0 to {MOST_REPEATS}")
                body = Times(body, least, most)
            else:
                body = Times(body, 1 if sign == "+" else 0, 1 if sign == "?" else None)
        return body

    def _atom(self) -> Expression:
        token = self._peek()
        if self._take("("):
            body = self._choice()
            self._need(")")
            return body
        if self._take("["):
            body = self._choice()
            self._need("]")
            return Times(body, 0, 1)
        self._at += 1
        if token.kind == "string":
            text = self._text(token)
            if not self._take(".."):
                return text
            last = self._text(self._peek())
            self._at += 1
            if len(text.value) != 1 or len(last.value) != 1 or text.value > last.value:
                raise self._error("a range is from one character to a later one", token)
            return CharacterSpan(text.value, last.value)
        if token.kind == "pattern":
            end = token.text.rindex("/")
            return Pattern(token.text[1:end].replace("\\/", "/"), token.text[end + 1 :])
        return self._reference(token)

    def _reference(self, token: _Token) -> RuleRef:
        name = token.text.lstrip("!?")
        if not self._take("{"):
            return RuleRef(name)
        arguments = [self._choice()]
        while self._take(","):
            arguments.append(self._choice())
        self._need("}")
        return RuleRef(name, tuple(arguments))

    def _text(self, token: _Token) -> LiteralText:
        if token.kind != "string":
            raise self._error("a string is missing", token)
        ignore_case = token.text.endswith("i")
        inside = token.text[1 : -2 if ignore_case else -1]
        return LiteralText(_unescaped(inside), ignore_case)


def _unescaped(text: str) -> str:
    found: list[str] = []
    at = 0
    while at < len(text):
        char = text[at]
        following = text[at + 1 : at + 2]
        size = {"x": 2, "u": 4, "U": 8}.get(following, 0)
        digits = text[at + 2 : at + 2 + size]
        if char != "\\":
            found.append(char)
            at += 1
        elif size and len(digits) == size and all(each in "0123456789abcdefABCDEF" for each in digits):
            found.append(chr(int(digits, 16)))
            at += 2 + size
        else:
            found.append(_ESCAPES.get(following, "\\" + following))
            at += 2
    return "".join(found)


def references(expression: Expression) -> list[str]:
    """Names that an expression mentions."""
    match expression:
        case RuleRef(name, arguments):
            return [name, *(inner for argument in arguments for inner in references(argument))]
        case All(parts):
            return [name for part in parts for name in references(part)]
        case Any(branches):
            return [name for branch in branches for name in references(branch)]
        case Times(body, _, _):
            return references(body)
    return []


def substituted(expression: Expression, values: dict[str, Expression]) -> Expression:
    """The expression with some names replaced."""
    match expression:
        case RuleRef(name, ()) if name in values:
            return values[name]
        case RuleRef(name, arguments):
            return RuleRef(name, tuple(substituted(argument, values) for argument in arguments))
        case All(parts):
            return All(tuple(substituted(part, values) for part in parts))
        case Any(branches):
            return Any(tuple(substituted(branch, values) for branch in branches))
        case Times(body, least, most):
            return Times(substituted(body, values), least, most)
    return expression
