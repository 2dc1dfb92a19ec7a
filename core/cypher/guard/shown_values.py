"""What a query that a model wrote may show: only what it read.

A returned value is a property of a node or relation, or a count, a sum, a date computed from such; never a literal, a
text put together from literals, an arithmetic that counts nothing, or a column's name that claims something.
Rows of contracts have a link only where `contract_id`, `title` and the page come from one and the same node, in every
arm of a UNION.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from core.cypher.graph_schema import GraphSchema
from core.cypher.guard.column_names import NOUN_LABELS, HeldProperty, check_name, check_words, name_words, singular
from core.cypher.guard.counted_rows import CountedRows
from core.cypher.syntax.parts import QueryPart
from core.cypher.syntax.query_clauses import parse
from core.cypher.syntax.statement import candidates
from core.cypher.syntax.tokens import CypherToken, UnreadableQuery, tokenise

Origin = Literal["read", "number", "literal"]
"""read: from the graph. number: a number of the query's own. literal: a text or truth of its own, or what holds one."""

_COUNTING = frozenset(("sum", "avg"))
_HARMLESS_NUMBERS = frozenset("0 1 2 3 4 7 12 24 30 31 100 365 1.0 100.0 365.25".split())
_OWN_WORDS = frozenset(
    """
    a agreement agreements at average avg begin between by clause clauses code codes contract contracts count
    country countries date dates day days difference distinct duration earliest end excerpt excerpts fact
    first id ids kind last latest law laws least left length longest max maximum median min minimum month
    months most name names newest number of oldest organization organizations pages parties party per percent
    percentage period quarter range relation role share shortest sign state states sum term text title total
    type types unknown value values week weeks words year years n x y
    """.split()
)
_DAYS = frozenset(("agreement_date", "effective_date", "expiration_date", "last_notice_day", "current_end_date"))
_TOLD_TIMES = frozenset(("renewal_term", "notice_period", "value", "detail"))
_RECKONED = frozenset(("date", "dates", "day", "days"))
_FACTORS = frozenset(("0", "1", "7", "12", "24", "30", "100", "365", "1.0", "100.0", "365.25"))
_CUTS_TEXT = frozenset(
    "substring left right split replace reverse ltrim rtrim btrim trim normalize char_length character_length "
    "tostring tostringornull tointeger tointegerornull tofloat tofloatornull toboolean".split()
)
"""Functions that make another text, or a number, of a text: its first words may say the opposite of the whole."""
_EVIDENCE = frozenset(("page", "quote", "text", "start", "end", "start_offset", "end_offset"))


@dataclass(frozen=True, slots=True)
class Shown:
    """What a query would show: why it may not, None where it may, and whether its rows may link to a contract."""

    refused: str | None
    linked: bool


def shown_values(text: str, schema: GraphSchema) -> Shown:
    """What a query that a model wrote would show; a text that is no query shows nothing and is refused elsewhere.

    Args:
        text: the query, with fences or prose around it.
        schema: its properties are words that a column's name may have.
    """
    try:
        statement = candidates(text.encode("utf-8", "replace").decode())[0]
        tokens = tokenise(statement)
        query = parse(tokens)
    except (UnreadableQuery, RecursionError, IndexError):
        return Shown(None, False)
    reader = _ValueReader(tokens, schema)
    try:
        linked = [reader.arm(single) for single in query.of("single")]
    except UnreadableQuery as error:
        return Shown(error.reason, False)
    return Shown(None, all(linked))


class _ValueReader:
    """Follows values through the clauses of one arm of a query."""

    def __init__(self, tokens: list[CypherToken], schema: GraphSchema) -> None:
        self._tokens = tokens
        named = {*schema.node_properties, *schema.relation_properties}
        properties = [*schema.node_properties.values(), *schema.relation_properties.values()]
        named |= {name for each in properties for name in each}
        self._words = _OWN_WORDS | {word for name in named for word in name_words(name)}
        self._properties = {name for each in properties for name in each}
        types: dict[str, set[str]] = {}
        for _, name, kind in schema.property_types:
            types.setdefault(name, set()).add(kind)
        self._texts = {name for name, kinds in types.items() if kinds == {"STRING"}}
        self._lists = {name for name, kinds in types.items() if all(kind.endswith("]") for kind in kinds)}
        self._times = {name for name, kinds in types.items() if "DATE" in kinds} | _TOLD_TIMES
        self._schema = schema
        self._rows = CountedRows(schema)
        self._listed: set[str] = set()
        self._origin: dict[str, Origin] = {}
        self._source: dict[str, tuple[str, str]] = {}
        self._counts: dict[str, list[str]] = {}
        self._repeated = False

    def arm(self, single: QueryPart) -> bool:
        """Whether the rows of an arm may link to a contract.

        Raises:
            UnreadableQuery: it shows what it did not read; the reason says what.
        """
        self._origin, self._source, self._counts, self._repeated = {}, {}, {}, False
        self._rows, self._listed = CountedRows(self._schema), set()
        for clause in single.parts:
            if clause.kind in ("match", "optional_match"):
                self._bind(clause)
                self._rows.match(clause)
            elif clause.kind == "unwind":
                origin = self._of(clause.parts[0])
                self._origin[clause.parts[1].name] = origin
                self._rows.unwind(clause.parts[1].name)
                # Rows that are repeated for each value of the query's own count as many times.
                self._repeated = self._repeated or origin != "read"
            elif clause.kind == "with":
                self._project(clause)
            elif clause.kind in ("call_subquery", "procedure"):
                raise UnreadableQuery("shown", "What a CALL gives is not followed; write MATCH, WITH and RETURN.")
            elif clause.kind == "return":
                return self._returned(clause)
        return False

    def _bind(self, clause: QueryPart) -> None:
        for part in clause.walk():
            if part.kind in ("node", "relation", "path", "shortest") and part.name:
                self._origin[part.name] = "read"

    def _project(self, clause: QueryPart) -> None:
        origins: dict[str, Origin] = dict(self._origin) if clause.of("star") else {}
        sources = dict(self._source) if clause.of("star") else {}
        counts: dict[str, list[str]] = dict(self._counts) if clause.of("star") else {}
        listed = set(self._listed) if clause.of("star") else set()
        for item in clause.of("item"):
            name = self._name(item)
            origins[name] = self._of(item.parts[0])
            counts[name] = self._counted(item.parts[0])
            source = self._place(item.parts[0])
            if source is not None:
                sources[name] = source
            if item.name:
                self._allow_counted(item.name, item.parts[0])
            if self._is_list(item.parts[0]):
                listed.add(name)
        self._rows.project(clause)
        self._listed = listed
        self._origin, self._source, self._counts = origins, sources, counts

    def _returned(self, clause: QueryPart) -> bool:
        columns: dict[str, tuple[str, str] | None] = {}
        if clause.of("star"):
            for name, origin in self._origin.items():
                self._allow(name, origin)
        for item in clause.of("item"):
            name = self._name(item)
            if item.name:
                check_words(item.name, self._words)
                self._allow_day(item.name, item.parts[0])
                self._allow_counted(item.name, item.parts[0])
                self._allow_held(item.name, item.parts[0])
            self._allow(name, self._of(item.parts[0]))
            columns[name] = self._place(item.parts[0])
        self._rows.project(clause)
        return _one_node(columns)

    def _name(self, item: QueryPart) -> str:
        if item.name:
            return item.name
        expression = item.parts[0]
        return expression.name if expression.kind in ("variable", "property") else ""

    def _allow(self, name: str, origin: Origin) -> None:
        if origin != "read":
            raise UnreadableQuery(
                "shown",
                f"The column {name or '?'} is not read from the graph; return properties, or counts, sums and dates "
                "computed from them, and no text or number of your own.",
            )

    def _allow_day(self, name: str, expression: QueryPart) -> None:
        """A column with the name of a day of a contract holds that day, and no other and none reckoned from it."""
        lengthened = any(child.kind == "call" and child.name.lower() == "duration" for child in expression.walk())
        if lengthened and not set(name_words(name)) <= _RECKONED:
            raise UnreadableQuery(
                "shown", f"The column {name[:60]} holds a day that was reckoned; name it date or day."
            )
        if name not in _DAYS:
            return
        held = {child.name for child in expression.walk() if child.kind == "property"}
        held |= {place[1] for child in expression.walk() if (place := self._place(child)) is not None}
        reckoned = any(child.kind == "arithmetic" for child in expression.walk())
        if reckoned or (held & _DAYS) - {name}:
            raise UnreadableQuery(
                "shown", f"The column {name} would hold another day than the property {name}; name it date or day."
            )

    def _allow_counted(self, name: str, expression: QueryPart) -> None:
        """A column of a count names what is counted: parties are not shown as contracts."""
        labels = self._rows.counted(expression)
        nouns = [singular(word) for word in name_words(name)]
        told = [NOUN_LABELS[noun] for noun in nouns if noun in NOUN_LABELS]
        if not labels or not told or any(each & labels for each in told):
            return
        held = {word for child in expression.walk() if child.kind == "property" for word in name_words(child.name)}
        if not held & set(nouns):
            raise UnreadableQuery(
                "shown", f"The column {name[:60]} counts {' and '.join(sorted(labels))}; name it by what it counts."
            )

    def _allow_held(self, name: str, expression: QueryPart) -> None:
        """A column with a property's name, or a noun's, holds values of that kind."""
        places = list(self._held(expression))
        held = [HeldProperty(prop, self._rows.labels(owner)) for owner, prop in places]
        dated = any(prop in self._times for _, prop in places) or any(
            part.kind == "call" and part.name.lower().startswith(("duration", "date")) for part in expression.walk()
        )
        check_name(name, expression, held, self._properties, dated)

    def _held(self, part: QueryPart) -> Iterator[tuple[str, str]]:
        """Variables and properties whose values an expression gives; what it counts or compares is left out."""
        place = self._place(part)
        if place is not None and place[1]:
            yield place
        elif part.kind == "case":
            for branch in self._branches(part):
                yield from self._held(branch)
        elif part.kind in ("call", "arithmetic", "bracketed", "sign", "index", "slice", "property"):
            if part.kind == "call" and part.name.lower() in ("count", "size"):
                return
            for child in part.parts:
                yield from self._held(child)

    def _is_list(self, part: QueryPart) -> bool:
        match part.kind:
            case "bracketed":
                return self._is_list(part.parts[0])
            case "variable":
                return part.name in self._listed
            case "property":
                return part.name in self._lists
            case "call":
                return part.name.lower() in ("collect", "keys", "labels", "nodes", "relationships", "tail", "range")
        return part.kind in ("list", "list_comprehension", "pattern_comprehension", "collect_subquery", "slice")

    def _place(self, expression: QueryPart) -> tuple[str, str] | None:
        """The variable and property that an expression is, through renamings."""
        if expression.kind == "bracketed":
            return self._place(expression.parts[0])
        if expression.kind == "property" and expression.parts[0].kind == "variable":
            owner = expression.parts[0].name
            source = self._source.get(owner, (owner, ""))
            return (source[0], expression.name) if not source[1] else None
        if expression.kind == "variable":
            return self._source.get(expression.name, (expression.name, ""))
        return None

    def _of(self, part: QueryPart) -> Origin:
        match part.kind:
            case "number":
                return "number"
            case "variable":
                return self._origin.get(part.name, "read")
            case "property" | "index" | "slice" | "bracketed" | "sign":
                return self._of(part.parts[0])
            case "count_subquery" | "pattern_comprehension" | "collect_subquery":
                return self._of_subquery(part)
            case "call":
                return self._of_call(part)
            case "arithmetic":
                return self._of_arithmetic(part)
            case "case":
                return _worst(self._of(value) for value in self._branches(part))
            case "list" | "map" | "entry" | "projection" | "list_comprehension":
                return self._of_structure(part)
        return "literal"

    def _of_subquery(self, part: QueryPart) -> Origin:
        if part.kind == "count_subquery":
            return "read"
        texts = [inner for inner in part.walk() if inner.kind in ("string", "parameter")]
        return "literal" if any(not _decides(inner, part) for inner in texts) else "read"

    def _of_structure(self, part: QueryPart) -> Origin:
        if part.kind == "list_comprehension":
            kept = [child for child in part.parts if child.kind != "variable"]
            return _worst(self._of(child) for child in (kept[:1] if len(kept) == 1 else (kept[0], kept[-1])))
        inner = [child for child in part.parts if child.kind not in ("all_properties", "projected")]
        return _worst(self._of(child) for child in inner) if inner else "read"

    def _of_call(self, part: QueryPart) -> Origin:
        name = part.name.lower()
        arguments = [child for child in part.parts if child.kind not in ("star", "distinct")]
        if name == "count":
            return self._of_count(part, arguments)
        if name == "size" and not all(self._is_list(each) and each.kind != "list" for each in arguments):
            return "literal"
        if name in _CUTS_TEXT:
            return "literal"
        if name in _COUNTING:
            numbers = {child.name for value in arguments for child in value.walk() if child.kind == "number"}
            origin = _worst((self._of(argument) for argument in arguments), of_nothing="read")
            ones = numbers and numbers <= {"0", "1"} and not self._repeated and "read" in self._origin.values()
            return "read" if origin == "read" or (origin == "number" and ones) else "literal"
        if name in ("date", "datetime") and not arguments:
            return "number"
        if name.startswith(("duration", "date", "localdatetime")):
            origins = [self._of(argument) for argument in arguments]
            if "read" not in origins:
                return "number"
            own = [
                each
                for each in arguments
                if self._of(each) != "read"
                and any(part.kind in ("string", "number") for part in each.walk())
                and not (name.endswith(".truncate") and each is arguments[0])
            ]
            return "literal" if own else "read"
        origins = [self._of(argument) for argument in arguments]
        if "literal" in origins or not origins:
            return "literal"
        if name == "coalesce":
            return _worst(origins)
        return "read" if "read" in origins else "number"

    def _of_count(self, part: QueryPart, arguments: list[QueryPart]) -> Origin:
        """A count of what was matched; rows of the query's own values, or repeated for each, count nothing."""
        if not any(origin == "read" for origin in self._origin.values()):
            return "literal"
        distinct = any(child.kind == "distinct" for child in part.parts)
        if len(arguments) == 1 and self._is_condition(arguments[0]):
            return "literal" if self._repeated or distinct else "read"
        return (
            "literal"
            if any(self._of(each) != "read" for each in arguments) or (self._repeated and not distinct)
            else "read"
        )

    def _is_condition(self, part: QueryPart) -> bool:
        """Whether a CASE gives a number where a condition over what was read holds, and nothing elsewhere."""
        if part.kind == "bracketed":
            return self._is_condition(part.parts[0])
        given = self._branches(part) if part.kind == "case" else []
        read = [child for child in part.walk() if child.kind == "variable" and self._of(child) == "read"]
        return len(given) == 1 and given[0].kind == "number" and bool(read)

    def _counted(self, part: QueryPart) -> list[str]:
        """What the counts in an expression count, by the text that names it."""
        found = []
        for child in part.walk():
            if child.kind == "call" and child.name.lower() in ("count", "size"):
                named = [inner.name for inner in child.walk() if inner.kind == "variable"]
                found.append(named[0] if named else "*")
            elif child.kind == "count_subquery":
                found.append(self._text(child))
            elif child.kind == "variable":
                found += self._counts.get(child.name, [])
        return found

    def _text(self, part: QueryPart) -> str:
        return " ".join(token.text for token in self._tokens[part.start : part.end])

    def _misleads(self, part: QueryPart) -> bool:
        """Whether a sum, difference, product or share of what was read says nothing of the contracts.

        Counts of different things are not added or multiplied, one thing is not set against itself, and a share or a
        difference is of one thing's counts.
        """
        first, second = part.parts[0], part.parts[-1]
        if self._text(first) == self._text(second) or part.name == "%":
            return True
        if any(child.kind == "number" for child in part.parts):
            return part.name in ("+", "-") and bool(self._counted(part)) and self._number(part) != "0"
        left, right = self._counted(first), self._counted(second)
        if not left or not right:
            return part.name == "*" and "number" not in (self._of(first), self._of(second))
        return part.name in ("+", "*") or len(set(left + right)) > 1

    def _number(self, part: QueryPart) -> str:
        return next(child.name for child in part.parts if child.kind == "number")

    def _of_arithmetic(self, part: QueryPart) -> Origin:
        origins = [self._of(child) for child in part.parts]
        if "literal" in origins:
            return "literal"
        if "read" not in origins:
            return "number"
        if part.name == "^" or self._misleads(part) or any(self._is_text(child) for child in part.parts):
            return "literal"
        for child in part.parts:
            if child.kind == "number" and part.name == "*" and child.name not in _FACTORS:
                return "literal"
            if child.kind == "number" and child.name not in _HARMLESS_NUMBERS:
                return "literal"
            if child.kind == "number" and part.name in ("+", "-") and child.name not in ("0", "1"):
                return "literal"
        return "read"

    def _is_text(self, part: QueryPart) -> bool:
        """Whether a value is a text: put together, two may say what neither does."""
        if part.kind == "variable":
            source = self._source.get(part.name)
            return source is not None and source[1] in self._texts
        if part.kind == "property":
            return part.name in self._texts
        return part.kind in ("bracketed", "arithmetic", "index") and any(self._is_text(child) for child in part.parts)

    def _branches(self, part: QueryPart) -> list[QueryPart]:
        """What a CASE gives: the parts behind THEN and ELSE, those that give nothing left out."""
        given = [child for child in part.parts if self._tokens[child.start - 1].upper in ("THEN", "ELSE")]
        return [child for child in given if (child.kind, child.name) != ("literal", "NULL")]


def _decides(inner: QueryPart, whole: QueryPart) -> bool:
    """Whether a part only decides what is read: in a condition or a node's pattern."""
    holders = [child for child in whole.walk() if child.kind in ("where", "comparison", "in", "node")]
    return any(holder.start <= inner.start < max(holder.end, holder.start + 1) for holder in holders)


def _worst(origins: Iterator[Origin] | list[Origin], *, of_nothing: Origin = "literal") -> Origin:
    known = list(origins)
    if not known:
        return of_nothing
    return "literal" if "literal" in known else "number" if "number" in known else "read"


def _one_node(columns: dict[str, tuple[str, str] | None]) -> bool:
    """Whether id, title and evidence of a row are one node's, each under its own name."""
    key = columns.get("contract_id")
    if key is None or key[1] != "contract_id":
        return False
    for name, place in columns.items():
        if name == "title" and (place is None or place[0] != key[0] or place[1] not in ("title", "name")):
            return False
        if name in _EVIDENCE and (place is None or place[0] != key[0]):
            return False
    return True
