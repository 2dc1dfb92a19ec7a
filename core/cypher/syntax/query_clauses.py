"""Patterns and clauses of a reading Cypher query, by recursive descent. Nothing that writes can be read by it."""

from __future__ import annotations

from collections.abc import Callable

from core.cypher.syntax.expressions import Expressions
from core.cypher.syntax.parts import QueryPart
from core.cypher.syntax.tokens import CypherToken

_SELECTORS = frozenset(("SHORTEST", "ANY", "ALL"))
_AFTER_WITH = frozenset(("MATCH", "OPTIONAL", "WITH", "UNWIND", "RETURN", "CALL", "UNION"))


def parse(tokens: list[CypherToken]) -> QueryPart:
    """The tree of one query: a `query` of `single` queries of clauses.

    Raises:
        Unreadable: the tokens are no reading query, or more than one statement.
    """
    parser = _Clauses(tokens)
    found = parser.query()
    parser.take(";")
    if parser.peek().kind != "end":
        raise parser.wrong("the query should end")
    return found


class _Clauses(Expressions):
    def query(self) -> QueryPart:
        self.deeper()
        found = QueryPart("query", self.at, parts=[self._single()])
        while self.take("UNION"):
            if self.take("ALL"):
                found.name = "all"
            else:
                self.take("DISTINCT")
            found.parts.append(self._single())
        found.end = self.at
        self.depth -= 1
        return found

    def subquery(self) -> QueryPart:
        self.need("{")
        if self.sees_one_of(_AFTER_WITH):
            found = self.query()
        else:
            found = QueryPart("query", self.at, parts=[QueryPart("single", self.at, parts=[self._patterns("match")])])
            found.end = found.parts[0].end = self.at
        self.need("}")
        return found

    def _single(self) -> QueryPart:
        found = QueryPart("single", self.at)
        while clause := self._clause():
            found.parts.append(clause)
            if clause.kind == "return":
                break
        if not found.parts:
            raise self.wrong("a clause such as MATCH or RETURN is missing")
        found.end = self.at
        return found

    def _clause(self) -> QueryPart | None:
        start = self.at
        optional = self.sees("OPTIONAL") and self.sees_after_optional()
        if optional:
            self.at += 1
        if self.take("MATCH"):
            found = self._patterns("optional_match" if optional else "match")
        elif self.take("CALL"):
            found = self._call_clause()
        elif self.take("UNWIND"):
            found = QueryPart("unwind", start, parts=[self.expression()])
            self.need("AS")
            found.parts.append(self._variable())
        elif self.take("WITH"):
            found = self._projection_clause("with")
            if self.take("WHERE"):
                found.parts.append(self._where())
        elif self.take("RETURN"):
            found = self._projection_clause("return")
        else:
            return None
        found.start, found.end = start, self.at
        return found

    def sees_after_optional(self) -> bool:
        return self.sees("MATCH", ahead=1) or self.sees("CALL", ahead=1)

    def _where(self) -> QueryPart:
        found = QueryPart("where", self.at, parts=[self.expression()])
        found.end = self.at
        return found

    def _patterns(self, kind: str) -> QueryPart:
        found = QueryPart(kind, self.at)
        if self.take("REPEATABLE"):
            self.need("ELEMENT" if self.sees("ELEMENT") else "ELEMENTS")
        elif self.take("DIFFERENT"):
            self.need("RELATIONSHIP" if self.sees("RELATIONSHIP") else "RELATIONSHIPS")
        found.parts.append(self._named_path())
        while self.take(","):
            found.parts.append(self._named_path())
        if self.take("WHERE"):
            found.parts.append(self._where())
        found.end = self.at
        return found

    def _call_clause(self) -> QueryPart:
        found = QueryPart("call_subquery", self.at)
        if self.sees("{"):
            found.parts.append(self.subquery())
            return found
        if self.sees("("):
            self.need("(")
            while not self.take(")"):
                if not self.take("*"):
                    found.parts.append(self._variable())
                self.take(",")
            found.parts.append(self.subquery())
            return found
        name = [self.name()]
        while self.take("."):
            name.append(self.name())
        found.kind, found.name = "procedure", ".".join(name)
        if self.take("("):
            while not self.sees(")"):
                found.parts.append(self.expression())
                if not self.take(","):
                    break
            self.need(")")
        if self.take("YIELD") and not self.take("*"):
            while True:
                start = self.at
                given = self.name()
                found.parts.append(QueryPart("yield", start, name=self.name() if self.take("AS") else given))
                found.parts[-1].end = self.at
                if not self.take(","):
                    break
        if self.take("WHERE"):
            found.parts.append(self._where())
        return found

    def _projection_clause(self, kind: str) -> QueryPart:
        found = QueryPart(kind, self.at)
        if self.take("DISTINCT"):
            found.name = "distinct"
        elif self.sees("ALL") and not self.sees("(", ahead=1) and self.is_name(1):
            self.at += 1
        if self.take("*"):
            found.parts.append(QueryPart("star", self.at - 1, self.at))
            if self.take(","):
                self._items(found)
        else:
            self._items(found)
        self._order(found)
        return found

    def _items(self, part: QueryPart) -> None:
        while True:
            item = QueryPart("item", self.at, parts=[self.expression()])
            if self.take("AS"):
                item.name = self.name()
            item.end = self.at
            part.parts.append(item)
            if not self.take(","):
                return

    def _order(self, part: QueryPart) -> None:
        if self.take("ORDER"):
            self.need("BY")
            while True:
                key = QueryPart("order", self.at, parts=[self.expression()])
                for word in ("ASC", "ASCENDING", "DESC", "DESCENDING"):
                    if self.take(word):
                        key.name = word[:3]
                        break
                key.end = self.at
                part.parts.append(key)
                if not self.take(","):
                    break
        for word in ("SKIP", "OFFSET"):
            start = self.at
            if self.take(word):
                part.parts.append(QueryPart("skip", start, parts=[self.expression()]))
                part.parts[-1].end = self.at
        start = self.at
        if self.take("LIMIT"):
            part.parts.append(QueryPart("limit", start, parts=[self.expression()]))
            part.parts[-1].end = self.at

    def _named_path(self) -> QueryPart:
        start = self.at
        name = ""
        if self.is_name() and self.sees("=", ahead=1):
            name = self.name()
            self.need("=")
        if self.sees_one_of(_SELECTORS) and not self.sees("(", ahead=1):
            self._selector()
        found = self.pattern_path()
        found.start, found.name = start, name
        return found

    def _selector(self) -> None:
        while self.sees_one_of(frozenset(("SHORTEST", "ANY", "ALL", "PATH", "PATHS", "GROUP", "GROUPS"))) or (
            self.peek().kind == "number"
        ):
            self.at += 1

    def pattern_path(self) -> QueryPart:
        found = QueryPart("path", self.at)
        if self.is_name() and self.peek().upper in ("SHORTESTPATH", "ALLSHORTESTPATHS"):
            found.kind = "shortest"
            self.at += 1
            self.need("(")
            found.parts.append(self._named_path())
            self.need(")")
            found.end = self.at
            return found
        if not self.sees("("):
            raise self.wrong("a pattern is missing")
        found.parts.append(self._node_or_group())
        while True:
            if self._relation_begins():
                found.parts.append(self._relation())
                found.parts.append(self._node_or_group())
            elif self.sees("(") and (found.parts[-1].kind == "group" or self._group_begins()):
                found.parts.append(self._node_or_group())
            else:
                break
        found.end = self.at
        return found

    def _relation_begins(self) -> bool:
        if self.sees("-"):
            return self.sees("[", ahead=1) or self.sees("-", ahead=1)
        return self.sees("<", "-") and (self.sees("[", ahead=2) or self.sees("-", ahead=2))

    def _group_begins(self) -> bool:
        if not self.sees("("):
            return False
        at = self.at
        self.at += 1
        begins = self.sees("(") and (
            self.pattern_begins() or self.tokens[self.behind(self.at)].text in (")", "WHERE", "where")
        )
        begins = begins or (self.is_name() and self.sees("=", "(", ahead=1))
        self.at = at
        return begins

    def _node_or_group(self) -> QueryPart:
        if not self._group_begins():
            return self._node()
        self.deeper()
        found = QueryPart("group", self.at)
        self.need("(")
        found.parts.append(self._named_path())
        if self.take("WHERE"):
            found.parts.append(self._where())
        self.need(")")
        if (quantifier := self._quantifier()) is not None:
            found.parts.append(quantifier)
        found.end = self.at
        self.depth -= 1
        return found

    def _node(self) -> QueryPart:
        found = QueryPart("node", self.at)
        self.need("(")
        if self.is_name() and not self.sees("WHERE") and not (self.sees("IS") and self.is_name(1)):
            found.name = self.name()
        self._labels_and_properties(found)
        self.need(")")
        found.end = self.at
        return found

    def _labels_and_properties(self, part: QueryPart) -> None:
        if self.sees(":") or self.sees("IS"):
            part.parts.append(self.label_expression())
        if part.kind == "relation" and self.sees("*"):
            part.parts.append(self._range())
        if self.sees("{"):
            part.parts.append(self.map())
        elif self.peek().kind == "parameter":
            self.at += 1
            part.parts.append(QueryPart("parameter", self.at - 1, self.at))
        if self.take("WHERE"):
            part.parts.append(self._where())

    def _relation(self) -> QueryPart:
        found = QueryPart("relation", self.at)
        left = self.take("<")
        self.need("-")
        if self.take("["):
            if self.is_name() and not self.sees("WHERE") and not (self.sees("IS") and self.is_name(1)):
                found.name = self.name()
            self._labels_and_properties(found)
            self.need("]")
        self.need("-")
        right = self.take(">")
        if (quantifier := self._quantifier()) is not None:
            found.parts.append(quantifier)
        found.end = self.at
        found.parts.append(QueryPart("both" if left == right else "left" if left else "right", found.end, found.end))
        return found

    def label_expression(self) -> QueryPart:
        found = QueryPart("labels", self.at)
        if not self.take("IS"):
            self.need(":")
        # After a label another may follow behind a colon, but within brackets only behind & or |.
        self._labels(found, lambda: self.sees(":") and self.is_name(1) and self.take(":"))
        found.end = self.at
        return found

    def _labels(self, part: QueryPart, another: Callable[[], bool]) -> None:
        """Labels joined by & and |, or as `another` says."""
        while True:
            while self.take("!"):
                pass
            start = self.at
            if self.take("%"):
                part.parts.append(QueryPart("any_label", start, self.at))
            elif self.take("("):
                self.deeper()
                inside = QueryPart("labels", start)
                self._labels(inside, lambda: False)
                self.need(")")
                inside.end = self.at
                part.parts.append(inside)
                self.depth -= 1
            else:
                part.parts.append(QueryPart("label", start, name=self.name()))
                part.parts[-1].end = self.at
            if self.take("|"):
                self.take(":")
            elif not (self.take("&") or another()):
                break

    def _range(self) -> QueryPart:
        found = QueryPart("range", self.at)
        self.need("*")
        low = high = ""
        if self.peek().kind == "number":
            low = high = self._whole()
        if self.take(".."):
            high = self._whole() if self.peek().kind == "number" else ""
        found.name, found.end = f"{low}..{high}", self.at
        return found

    def _quantifier(self) -> QueryPart | None:
        found = QueryPart("quantifier", self.at)
        if self.take("+"):
            found.name = "1.."
        elif self.sees("*"):
            self.at += 1
            found.name = "0.."
        elif self.sees("{") and (self.peek(1).kind == "number" or self.sees(",", ahead=1)):
            self.need("{")
            low = high = self._whole() if self.peek().kind == "number" else ""
            if self.take(","):
                high = self._whole() if self.peek().kind == "number" else ""
            self.need("}")
            found.name = f"{low or 0}..{high}"
        else:
            return None
        found.end = self.at
        return found

    def _whole(self) -> str:
        text = self.peek().text
        if not text.isdigit():
            raise self.wrong("a whole number is missing")
        self.at += 1
        return text
