"""What a grammar accepts, worked out slowly and by other means: Earley over terminals, `re` over text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

Side = tuple[str, ...]
Item = tuple[str, Side, int, int]  # rule, right side, symbols read, where it began


@dataclass
class Reference:
    """Rules by name (lower case), terminals by name (upper case) with their patterns, which of them are ignored."""

    rules: dict[str, list[Side]]
    terminals: dict[str, str]
    literals: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()
    priorities: tuple[tuple[str, int], ...] = ()
    word: str | None = None

    def notation(self) -> str:
        lines = [
            f"{name}: " + " | ".join(" ".join(side) or '""' for side in sides) for name, sides in self.rules.items()
        ]
        priorities = dict(self.priorities)
        for name, pattern in self.terminals.items():
            body = f'"{pattern}"' if name in self.literals else f"/{pattern}/"
            lines.append(f"{name}.{priorities.get(name, 0)}: {body}")
        lines += [f"%word {self.word}"] if self.word is not None else []
        return "\n".join([*lines, *(f"%ignore {name}" for name in sorted(self.ignored))]) + "\n"

    @cached_property
    def nullable(self) -> set[str]:
        found: set[str] = set()
        while more := {
            name
            for name, sides in self.rules.items()
            if name not in found and any(all(symbol in found for symbol in side) for side in sides)
        }:
            found |= more
        return found

    @cached_property
    def productive(self) -> set[str]:
        found = set(self.terminals)
        while more := {
            name
            for name, sides in self.rules.items()
            if name not in found and any(all(symbol in found for symbol in side) for side in sides)
        }:
            found |= more
        return found

    def _closure(self, items: set[Item], place: int, sets: list[set[Item]]) -> set[Item]:
        waiting = list(items)
        while waiting:
            rule, side, dot, origin = waiting.pop()
            more: list[Item] = []
            if dot == len(side):
                source = items if origin == place else sets[origin]
                more = [
                    (name, other, at + 1, begun)
                    for name, other, at, begun in source
                    if at < len(other) and other[at] == rule
                ]
            elif side[dot] in self.rules:
                more = [
                    (side[dot], inner, 0, place)
                    for inner in self.rules[side[dot]]
                    if all(symbol in self.productive for symbol in inner)
                ]
                if side[dot] in self.nullable:
                    more.append((rule, side, dot + 1, origin))
            for item in more:
                if item not in items:
                    items.add(item)
                    waiting.append(item)
        return items

    def begin(self) -> list[set[Item]]:
        sides = [side for side in self.rules["start"] if all(symbol in self.productive for symbol in side)]
        return [self._closure({("start", side, 0, 0) for side in sides}, 0, [])]

    def viable(self, sets: list[set[Item]]) -> set[str]:
        return {side[dot] for _, side, dot, _ in sets[-1] if dot < len(side) and side[dot] in self.terminals}

    def shift(self, sets: list[set[Item]], names: set[str]) -> list[set[Item]]:
        moved = {
            (rule, side, dot + 1, origin)
            for rule, side, dot, origin in sets[-1]
            if dot < len(side) and side[dot] in names
        }
        return [*sets, self._closure(moved, len(sets), sets)]

    def ends(self, sets: list[set[Item]]) -> bool:
        return any(rule == "start" and dot == len(side) and origin == 0 for rule, side, dot, origin in sets[-1])

    def accepts(self, text: str) -> bool:
        """Longest match among what the parser admits, then rank; several of one rank are all followed."""
        sets, place = self.begin(), 0
        priorities = dict(self.priorities)
        while place < len(text):
            admitted = self.viable(sets) | self.ignored
            best: dict[str, int] = {}
            for name in admitted | {self.word} if self.word is not None else admitted:
                pattern = re.escape(self.terminals[name]) if name in self.literals else self.terminals[name]
                lengths = [
                    size
                    for size in range(1, len(text) - place + 1)
                    if re.fullmatch(pattern, text[place : place + size])
                ]
                if lengths:
                    best[name] = max(lengths)
            if not best:
                return False
            size = max(best.values())
            longest = [name for name in best if best[name] == size and name in admitted]
            if not longest:  # a word, and none of the terminals admitted here
                return False
            rank = max((priorities.get(name, 0), name in self.literals) for name in longest)
            chosen = {name for name in longest if (priorities.get(name, 0), name in self.literals) == rank}
            place += size
            shifted = self.shift(sets, chosen & self.viable(sets))
            if chosen & self.ignored:
                assert not chosen & self.viable(sets), "tests keep ignored terminals apart"
                continue
            sets = shifted
        return self.ends(sets)
