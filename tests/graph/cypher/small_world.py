"""A small graph over our schema as plain Python values, and the same in an embedded graph."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any

from core.graph import GraphStore, schema

TYPES = ("audit_rights", "insurance", "non_compete", "cap_on_liability", "exclusivity")
NAMES = (
    "Mount Holdings, Inc.",
    "株式会社山田商店",
    'O\'Neil "Quote" \\ LLC',
    "🍣 Sushi GmbH",
    "Acme II, L.P.",
    "acme iii",
)
COUNTRIES = {"US": "United States", "JP": "Japan", "GB": "United Kingdom"}
KEYS = {node.label: node.key for node in schema.NODES}
ENDS = {relation.type: (relation.source, relation.target) for relation in schema.RELATIONS}

Properties = dict[str, Any]
Edge = tuple[str, str, Properties]


class World:
    """Nodes by label and key, relations by type as (from, to, properties). A property that is missing is None."""

    def __init__(self, seed: int = 5, contracts: int = 24) -> None:
        draw = random.Random(seed)
        self.nodes: dict[str, dict[str, Properties]] = {label: {} for label in KEYS}
        self.relations: dict[str, list[Edge]] = {kind: [] for kind in ENDS}
        for code, name in COUNTRIES.items():
            self.nodes["Country"][code] = {"code": code, "name": name}
        for place, name in enumerate(NAMES):
            self.nodes["Organization"][f"o{place}"] = {"id": f"o{place}", "name": name}
        for code in TYPES:
            self.nodes["ClauseType"][code] = {"code": code, "name": code.replace("_", " ").title()}
        for number in range(contracts):
            self._contract(draw, f"a{number:02d}", number)
        for later, earlier in ((3, 1), (5, 3), (8, 5), (9, 2)):
            self.relations["AMENDS"].append((f"a{later:02d}", f"a{earlier:02d}", {"score": later / 10}))

    def _contract(self, draw: random.Random, key: str, number: int) -> None:
        day = date(2020, 1, 31) + timedelta(days=draw.randint(0, 1500))
        self.nodes["Agreement"][key] = {
            "contract_id": key,
            "title": f"{draw.choice(['Supply', 'License', '業務委託'])} {number}",
            "language": draw.choice(["en", "ja"]),
            "agreement_type": draw.choice(["license", "supply", None]),
            "effective_date": draw.choice([day, None]),
            "expiration_date": draw.choice([day + timedelta(days=draw.randint(100, 900)), None]),
            "pages": draw.choice([None, *range(1, 12)]),
            "unread_pages": draw.choice([[], [2], [3, 5, 7]]),
        }
        for place, organization in enumerate(draw.sample(sorted(self.nodes["Organization"]), draw.randint(0, 3))):
            properties = {"role": draw.choice(["Supplier", "Buyer", None]), "position": place}
            self.relations["IS_PARTY_TO"].append((organization, key, properties))
        if draw.random() < 0.8:
            law = {"state": draw.choice(["New York", None]), "confidence": draw.choice([0.5, 0.9])}
            self.relations["GOVERNED_BY_LAW"].append((key, draw.choice(sorted(COUNTRIES)), law))
        for code in TYPES:
            presence = draw.choice(["present", "absent", "unknown"])
            confidence = draw.choice([0.2, 0.5, 0.9])
            self.relations["CHECKED_FOR"].append((key, code, {"presence": presence, "confidence": confidence}))
            if presence == "present":
                self._clause(draw, key, code)

    def _clause(self, draw: random.Random, key: str, code: str) -> None:
        clause = f"{key}-{code}"
        self.nodes["ContractClause"][clause] = {"id": clause, "type": code, "confidence": draw.random()}
        self.relations["HAS_CLAUSE"].append((key, clause, {"type": code}))
        self.relations["HAS_TYPE"].append((clause, code, {}))
        for part in range(draw.randint(0, 2)):
            excerpt = f"{clause}-{part}"
            page = draw.randint(1, 5)
            self.nodes["Excerpt"][excerpt] = {"id": excerpt, "page": page, "text": f"Words {part} of {clause}"}
            self.relations["HAS_EXCERPT"].append((clause, excerpt, {}))

    def get(self, label: str, key: str, name: str) -> Any:
        """A node's property."""
        return self.nodes[label][key].get(name)

    def agreements(self, **wanted: Any) -> list[Properties]:
        """Agreements with these properties, by their key."""
        found = sorted(self.nodes["Agreement"].values(), key=lambda agreement: str(agreement["contract_id"]))
        return [each for each in found if all(each[name] == value for name, value in wanted.items())]

    def write(self, graph: GraphStore) -> None:
        """Put everything into an empty graph."""
        for label, nodes in self.nodes.items():
            for node in nodes.values():
                given = {name: value for name, value in node.items() if value is not None}
                graph.rows(f"MERGE (n:{label} {{{KEYS[label]}: ${KEYS[label]}}})", {KEYS[label]: node[KEYS[label]]})
                sets = ", ".join(f"n.{name} = {self._value(name, given)}" for name in given if name != KEYS[label])
                if sets:
                    used = {name: value for name, value in given.items() if value != []}
                    graph.rows(f"MATCH (n:{label} {{{KEYS[label]}: ${KEYS[label]}}}) SET {sets}", used)
        for kind, edges in self.relations.items():
            source, target = ENDS[kind]
            for start, end, properties in edges:
                given = {name: value for name, value in properties.items() if value is not None}
                inner = ", ".join(f"{name}: ${name}" for name in given)
                graph.rows(
                    f"MATCH (a:{source} {{{KEYS[source]}: $first}}), (b:{target} {{{KEYS[target]}: $second}}) "
                    f"CREATE (a)-[:{kind}{f' {{{inner}}}' if inner else ''}]->(b)",
                    {"first": start, "second": end, **given},
                )

    @staticmethod
    def _value(name: str, given: Properties) -> str:
        return "CAST([] AS INT64[])" if given[name] == [] else f"${name}"
