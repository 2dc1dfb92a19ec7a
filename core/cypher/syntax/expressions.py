"""Expressions of Cypher, by recursive descent.

Operators bind as in openCypher: OR, XOR, AND, NOT, comparison, predicates on strings and lists, + and -, * and /, ^,
signs, then what follows a value: properties, indexes, labels.
"""

from __future__ import annotations

from collections.abc import Callable

from core.cypher.syntax.parts import Cursor, QueryPart
from core.cypher.syntax.tokens import CypherToken

COMPARISONS = frozenset(("=", "<>", "<", ">", "<=", ">=", "=~"))
_FILTERS = frozenset(("ALL", "ANY", "NONE", "SINGLE"))
_SUBQUERIES = frozenset(("EXISTS", "COUNT", "COLLECT"))
_LITERALS = frozenset(("TRUE", "FALSE", "NULL", "NAN", "INF", "INFINITY"))
_NO_VALUES = frozenset(
    "WHERE WITH RETURN MATCH UNWIND UNION ORDER SKIP LIMIT YIELD THEN ELSE WHEN END AS AND OR XOR IN IS CONTAINS "
    "STARTS ENDS CREATE MERGE DELETE DETACH FOREACH".split()
)
"""Words at which an operand is missing, unless a property, index or comparison makes them a variable."""


class Expressions(Cursor):
    """Reads expressions; patterns and subqueries are read by the classes built on it."""

    def expression(self) -> QueryPart:
        """An expression."""
        self.deeper()
        found = self._chain("or", ("OR",), self._xor)
        self.depth -= 1
        return found

    def pattern_path(self) -> QueryPart:
        """A path, or a function of one."""
        raise NotImplementedError

    def label_expression(self) -> QueryPart:
        """Labels or types behind a colon."""
        raise NotImplementedError

    def subquery(self) -> QueryPart:
        """A query in braces."""
        raise NotImplementedError

    def _chain(self, kind: str, words: tuple[str, ...], inner: Callable[[], QueryPart]) -> QueryPart:
        first = inner()
        if not any(self.sees(word) for word in words):
            return first
        found = QueryPart(kind, first.start, parts=[first])
        while any(self.take(word) for word in words):
            found.parts.append(inner())
        found.end = self.at
        return found

    def _xor(self) -> QueryPart:
        return self._chain("xor", ("XOR",), self._and)

    def _and(self) -> QueryPart:
        return self._chain("and", ("AND",), self._not)

    def _not(self) -> QueryPart:
        start = self.at
        times = 0
        while self.sees("NOT") and not self._is_variable_here():
            self.at += 1
            times += 1
            if times > 20:
                raise self.wrong("a value is missing")
        inner = self._comparison()
        return inner if not times else QueryPart("not", start, self.at, [inner])

    def _comparison(self) -> QueryPart:
        first = self._predicate()
        found = QueryPart("comparison", first.start, parts=[first])
        names = []
        while self.peek().kind == "operator" and self.peek().text in COMPARISONS and not self._is_arrow():
            names.append(self.peek().text)
            self.at += 1
            found.parts.append(self._predicate())
        if not names:
            return first
        found.name, found.end = " ".join(names), self.at
        return found

    def _is_arrow(self) -> bool:
        return False

    def _predicate(self) -> QueryPart:
        found = self._sum()
        while True:
            start = found.start
            if self.take("IS"):
                negated = self.take("NOT")
                if self.take("NULL"):
                    found = QueryPart("is_null", start, self.at, [found], "not" if negated else "")
                elif self.take("::") or self.take("TYPED"):
                    while self.is_name() or self.sees("<") or self.sees(">") or self.sees("|"):
                        if self.peek().upper in ("AND", "OR", "XOR", "RETURN", "WITH", "AS"):
                            break
                        self.at += 1
                    found = QueryPart("is_typed", start, self.at, [found])
                elif self.take("NFC") or self.take("NFD") or self.take("NFKC") or self.take("NFKD"):
                    self.need("NORMALIZED")
                    found = QueryPart("is_normalized", start, self.at, [found])
                elif self.take("NORMALIZED"):
                    found = QueryPart("is_normalized", start, self.at, [found])
                elif self.is_name():
                    self.at -= 1
                    labels = self.label_expression()
                    found = QueryPart("has_label", start, self.at, [found, labels])
                else:
                    raise self.wrong("NULL is missing")
            elif self.sees("IN"):
                self.at += 1
                found = QueryPart("in", start, parts=[found, self._sum()])
                found.end = self.at
            elif self.take("CONTAINS"):
                found = QueryPart("contains", start, parts=[found, self._sum()])
                found.end = self.at
            elif self.sees("STARTS", "WITH") or self.sees("ENDS", "WITH"):
                name = self.peek().upper.lower()
                self.at += 2
                found = QueryPart(f"{name}_with", start, parts=[found, self._sum()])
                found.end = self.at
            else:
                return found

    def _sum(self) -> QueryPart:
        return self._left(("+", "-", "||"), self._product)

    def _product(self) -> QueryPart:
        return self._left(("*", "/", "%"), self._power)

    def _power(self) -> QueryPart:
        return self._left(("^",), self._signed)

    def _left(self, operators: tuple[str, ...], inner: Callable[[], QueryPart]) -> QueryPart:
        found = inner()
        while self.peek().kind == "operator" and self.peek().text in operators:
            name = self.peek().text
            self.at += 1
            found = QueryPart("arithmetic", found.start, parts=[found, inner()], name=name)
            found.end = self.at
        return found

    def _signed(self) -> QueryPart:
        start = self.at
        while self.sees("-") or self.sees("+"):
            self.at += 1
            if self.at - start > 20:
                raise self.wrong("a value is missing")
        inner = self._postfix()
        return inner if inner.start == start else QueryPart("sign", start, self.at, [inner])

    def _postfix(self) -> QueryPart:
        found = self._value()
        while True:
            start = found.start
            if self.take("."):
                name = self.name()
                found = QueryPart("property", start, self.at, [found], name)
            elif self.sees("["):
                found = self._index(found)
            elif self.sees(":") and self._label_may_follow(found):
                found = QueryPart("has_label", start, parts=[found, self.label_expression()])
                found.end = self.at
            elif self.sees("{") and found.kind == "variable":
                found = self._projection(found)
            else:
                return found

    def _label_may_follow(self, part: QueryPart) -> bool:
        following = self.peek(1)
        return part.kind == "variable" and (following.kind in ("word", "name") or following.text in ("!", "(", "%"))

    def _index(self, base: QueryPart) -> QueryPart:
        self.need("[")
        found = QueryPart("index", base.start, parts=[base])
        if not self.sees(".."):
            found.parts.append(self.expression())
            found.name = "from"
        if self.take(".."):
            found.kind = "slice"
            if not self.sees("]"):
                found.parts.append(self.expression())
                found.name += "to"
        self.need("]")
        found.end = self.at
        return found

    def _projection(self, variable: QueryPart) -> QueryPart:
        found = QueryPart("projection", variable.start, parts=[variable])
        self.need("{")
        while not self.sees("}"):
            start = self.at
            if self.take("."):
                if self.take("*"):
                    found.parts.append(QueryPart("all_properties", start, self.at))
                else:
                    found.parts.append(QueryPart("projected", start, name=self.name()))
                    found.parts[-1].end = self.at
            else:
                name = self.name()
                if self.take(":"):
                    found.parts.append(QueryPart("entry", start, parts=[self.expression()], name=name))
                else:
                    found.parts.append(QueryPart("variable", start, name=name))
                found.parts[-1].end = self.at
            if not self.take(","):
                break
        self.need("}")
        found.end = self.at
        return found

    def _value(self) -> QueryPart:
        token = self.peek()
        start = self.at
        if token.kind in ("string", "number", "parameter"):
            self.at += 1
            return QueryPart(token.kind, start, self.at, name=token.text)
        if token.kind == "operator":
            if token.text == "(":
                return self.pattern_path() if self.pattern_begins() else self._bracketed()
            if token.text == "[":
                return self._list()
            if token.text == "{":
                return self.map()
            raise self.wrong("a value is missing")
        if token.kind in ("word", "name"):
            return self._named(token)
        raise self.wrong("a value is missing")

    def _bracketed(self) -> QueryPart:
        start = self.at
        self.need("(")
        found = QueryPart("bracketed", start, parts=[self.expression()])
        self.need(")")
        found.end = self.at
        return found

    def pattern_begins(self) -> bool:
        """Whether the bracket that comes begins a path and no expression."""
        behind = self.behind(self.at)
        marks = [self.tokens[place].text for place in range(behind, min(behind + 3, len(self.tokens)))]
        first, second, third = (*marks, "", "", "")[:3]
        if first == "-":
            return second in ("[", "-")
        return first == "<" and second == "-" and third in ("[", "-")

    def _named(self, token: CypherToken) -> QueryPart:
        start, upper = self.at, token.upper
        word = token.kind == "word"
        if word and upper == "CASE" and not self._is_variable_here():
            return self._case()
        if word and upper in _SUBQUERIES and self.sees("{", ahead=1):
            self.at += 1
            found = QueryPart(f"{upper.lower()}_subquery", start, parts=[self.subquery()])
            found.end = self.at
            return found
        if word and upper in ("SHORTESTPATH", "ALLSHORTESTPATHS") and self.sees("(", ahead=1):
            return self.pattern_path()
        if word and upper in _LITERALS and not self.sees(".", ahead=1) and not self.sees("(", ahead=1):
            self.at += 1
            return QueryPart("literal", start, self.at, name=upper)
        if word and upper in _NO_VALUES and not self._is_variable_here():
            raise self.wrong("a value is missing")
        if self._function_ends():
            return self._call()
        self.at += 1
        return QueryPart("variable", start, self.at, name=token.text)

    def _is_variable_here(self) -> bool:
        following = self.peek(1)
        return following.kind == "end" or (
            following.kind == "operator" and following.text not in ("(", "[", "{", "-", "+", "$")
        )

    def _function_ends(self) -> bool:
        # `a.b.c(`: a function with its namespace. `a.b` alone is a property.
        place = self.at + 1
        while self.tokens[place].text == "." and self.tokens[place].kind == "operator":
            if self.tokens[place + 1].kind not in ("word", "name"):
                return False
            place += 2
        following = self.tokens[place]
        return following.kind == "operator" and following.text == "("

    def _call(self) -> QueryPart:
        start = self.at
        parts = [self.name()]
        while self.take("."):
            parts.append(self.name())
        found = QueryPart("call", start, name=".".join(parts))
        simple = found.name.upper()
        self.need("(")
        if simple in _FILTERS and self.is_name() and self.sees("IN", ahead=1):
            found.kind = "filter"
            found.parts.append(self._variable())
            self.need("IN")
            found.parts.append(self.expression())
            if self.take("WHERE"):
                found.parts.append(self.expression())
        elif simple == "REDUCE" and self.is_name() and self.sees("=", ahead=1):
            found.kind = "reduce"
            found.parts.append(self._variable())
            self.need("=")
            found.parts.append(self.expression())
            self.need(",")
            found.parts.append(self._variable())
            self.need("IN")
            found.parts.append(self.expression())
            self.need("|")
            found.parts.append(self.expression())
        elif simple == "COUNT" and self.take("*"):
            found.parts.append(QueryPart("star", self.at - 1, self.at))
        else:
            if self.take("DISTINCT"):
                found.parts.append(QueryPart("distinct", self.at - 1, self.at))
            elif self.sees("ALL") and not self._is_variable_here():
                self.at += 1
            while not self.sees(")"):
                found.parts.append(self.expression())
                if simple == "TRIM" and self.take("FROM"):
                    continue
                if not self.take(","):
                    break
        self.need(")")
        found.end = self.at
        return found

    def _variable(self) -> QueryPart:
        start = self.at
        found = QueryPart("variable", start, name=self.name())
        found.end = self.at
        return found

    def _case(self) -> QueryPart:
        found = QueryPart("case", self.at)
        self.need("CASE")
        if not self.sees("WHEN"):
            found.parts.append(self.expression())
            found.name = "simple"
        if not self.sees("WHEN"):
            raise self.wrong("WHEN is missing")
        while self.take("WHEN"):
            found.parts.append(self._when())
            while self.take(","):
                found.parts.append(self._when())
            self.need("THEN")
            found.parts.append(self.expression())
        if self.take("ELSE"):
            found.parts.append(self.expression())
        self.need("END")
        found.end = self.at
        return found

    def _when(self) -> QueryPart:
        # `CASE x WHEN > 3 THEN`: a comparison without its left side.
        if self.peek().kind == "operator" and self.peek().text in COMPARISONS:
            self.at += 1
        elif self.take("IS"):
            self.take("NOT")
        return self.expression()

    def _list(self) -> QueryPart:
        start = self.at
        self.need("[")
        if self.is_name() and self.sees("IN", ahead=1):
            found = QueryPart("list_comprehension", start, parts=[self._variable()])
            self.need("IN")
            found.parts.append(self.expression())
            found.name = "over"
            if self.take("WHERE"):
                found.parts.append(self.expression())
                found.name += " where"
            if self.take("|"):
                found.parts.append(self.expression())
                found.name += " gives"
        elif self._path_comes():
            found = QueryPart("pattern_comprehension", start, parts=[self.pattern_path()])
            if self.take("WHERE"):
                found.parts.append(self.expression())
            self.need("|")
            found.parts.append(self.expression())
        else:
            found = QueryPart("list", start)
            while not self.sees("]"):
                found.parts.append(self.expression())
                if not self.take(","):
                    break
        self.need("]")
        found.end = self.at
        return found

    def _path_comes(self) -> bool:
        ahead = 2 if self.is_name() and self.sees("=", "(", ahead=1) else 0
        if not self.sees("(", ahead=ahead):
            return False
        at = self.at
        self.at += ahead
        comes = self.pattern_begins()
        self.at = at
        return comes

    def map(self) -> QueryPart:
        """A map: keys and values in braces."""
        found = QueryPart("map", self.at)
        self.need("{")
        while not self.sees("}"):
            start = self.at
            name = self.name()
            self.need(":")
            found.parts.append(QueryPart("entry", start, parts=[self.expression()], name=name))
            found.parts[-1].end = self.at
            if not self.take(","):
                break
        self.need("}")
        found.end = self.at
        return found
