"""Several nodes read at once: the lexeme with which a value begins, and which nodes an end satisfies.

Where a schema leaves several readings open (`anyOf`, `oneOf`, `if`), the value is checked against the nodes of all of
them in one pass; bit `i` of an answer says that node `i` is satisfied.
"""

from __future__ import annotations

from fractions import Fraction

from core.structured.automata.table import DEAD, Table
from core.structured.automata.walk import UNLIMITED, exit_cell
from core.structured.numbers import Number, NumberLexeme, NumberWords
from core.structured.numbers.lexeme import NUMBER_KIND
from core.structured.schema.atoms import ArrayAtom, ObjectAtom
from core.structured.schema.lexemes import FALSE, NULL, OPEN_ARRAY, OPEN_OBJECT, STRING, TRUE, Starts
from core.structured.schema.names import NamesLexeme
from core.structured.schema.node import Node, Nodes
from core.structured.text import ContentText, PatternContent, StringLexeme, TextContent, WordSet
from core.structured.text.content import WORD_KIND

Texts = tuple[frozenset[str] | ContentText, ...]
Numbers = tuple[frozenset[Fraction] | Number, ...]
_FEWEST_IN_STATES = 10_000
_FEW_LETTERS = 200  # of all words of a choice together: beyond that a row is made when it is read


class Reader:
    """What the unions of one table share."""

    def __init__(self, table: Table, starts: Starts, nodes: Nodes) -> None:
        self.table = table
        self.starts = starts
        self.nodes = nodes
        self._texts: dict[tuple[Texts, bool], tuple[int, list[int]]] = {}
        self._numbers: dict[Numbers, tuple[NumberLexeme, dict[int, int]]] = {}
        self._names: dict[tuple[tuple[str, ...], bool], int] = {}
        self._rows: dict[tuple[object, ...], int] = {}
        self._unions: dict[tuple[int, ...], Union] = {}

    def union(self, nodes: tuple[Node, ...]) -> Union:
        """The union of a tuple of nodes, made once."""
        key = tuple([id(node.value) for node in nodes])  # nodes of the same values, which are kept
        known = self._unions.get(key)
        if known is None:
            known = self._unions[key] = Union(self, nodes)
        return known

    def texts(self, texts: Texts, *, bounded: bool = False) -> tuple[int, list[int]]:
        """First state of a union of constrained texts, and the bits of its ends; bit `i` is the i-th text's."""
        known = self._texts.get((texts, bounded))
        if known is None:
            known = self._texts[texts, bounded] = self._few_words(texts) or self._read_texts(texts, bounded=bounded)
        return known

    def _few_words(self, texts: Texts) -> tuple[int, list[int]] | None:
        """A choice of few words as a trie whose rows are made in one go; None where there are others."""
        bits: dict[str, int] = {}
        for number, text in enumerate(texts):
            if isinstance(text, ContentText) or len(text) > _FEW_LETTERS:
                return None
            for word in text:
                bits[word] = bits.get(word, 0) | 1 << number
        if not bits or sum(map(len, bits)) > _FEW_LETTERS:
            return None
        words = sorted(bits, key=str.encode)
        lexeme = NamesLexeme(self.table, tuple(words), others=False, other_key=self.starts.other_key)
        return lexeme.start, [bits[word] for word in words]

    def _read_texts(self, texts: Texts, *, bounded: bool) -> tuple[int, list[int]]:
        words = [
            (word, 1 << number)
            for number, text in enumerate(texts)
            if not isinstance(text, ContentText)
            for word in text
        ]
        automata = [
            (number, self.nodes.text_automaton(text))
            for number, text in enumerate(texts)
            if isinstance(text, ContentText)
        ]
        content: PatternContent | TextContent
        if len(texts) == 1 and automata and automata[0][1].trimmed:
            content = PatternContent(automata[0][1])
        else:
            content = TextContent(WordSet(words) if words else None, tuple(automata))
        return StringLexeme(self.table, content, bounded=bounded).start, content.ends

    def numbers(self, numbers: Numbers) -> tuple[NumberLexeme, dict[int, int]]:
        """The lexeme of a union of constrained numbers, and the cells of their first bytes."""
        known = self._numbers.get(numbers)
        if known is None:
            words = [
                (value, 1 << index)
                for index, number in enumerate(numbers)
                if not isinstance(number, Number)
                for value in number
            ]
            automata = tuple(
                (index, self.nodes.number_automaton(number))
                for index, number in enumerate(numbers)
                if isinstance(number, Number)
            )
            lexeme = NumberLexeme(NumberWords(words) if words else None, automata)
            known = self._numbers[numbers] = (lexeme, lexeme.first_cells(self.table))
        return known

    def names(self, names: tuple[str, ...], *, others: bool) -> int:
        """First state of the trie of these names, with or without undeclared keys."""
        known = self._names.get((names, others))
        if known is None:
            lexeme = NamesLexeme(self.table, names, others=others, other_key=self.starts.other_key)
            known = self._names[names, others] = lexeme.start
        return known

    def row(self, key: tuple[object, ...], cells: dict[int, int]) -> int:
        """A lexical state with only these cells, one for equal keys."""
        known = self._rows.get(key)
        if known is None:
            known = self._rows[key] = self.table.add_states(_KNOWN)
            self.table.rows[known] = DEAD
            for byte, cell in cells.items():
                self.table.rows[known, byte] = cell
        return known


class _KnownCases:
    alone = False

    def fill(self, table: Table, lexical: int, byte: int) -> None:
        raise AssertionError("every row is known")

    def clone(self) -> _KnownCases:
        return self


_KNOWN = _KnownCases()


class Union:
    """How a value of any of the nodes begins and ends."""

    def __init__(self, reader: Reader, nodes: tuple[Node, ...]) -> None:
        self._reader = reader
        self._labels: dict[int, int] = {}  # kinds of literals and free strings: bits
        self._text_bits: list[int] = []
        self._text_ends: list[int] | None = None
        self._number_bits: list[int] = []
        self._number_ends: list[int] = []
        self.objects: list[tuple[int, ObjectAtom]] = []
        self.arrays: list[tuple[int, ArrayAtom]] = []
        self.fewest, self.most = 0, UNLIMITED
        texts: dict[frozenset[str] | ContentText, int] = {}
        numbers: dict[frozenset[Fraction] | Number, int] = {}
        objects: dict[ObjectAtom, int] = {}
        arrays: dict[ArrayAtom, int] = {}
        for index, node in enumerate(nodes):
            bit = 1 << index
            value = node.value
            for kind, allowed in ((TRUE, value.true), (FALSE, value.false), (NULL, value.null)):
                if allowed:
                    self._labels[kind] = self._labels.get(kind, 0) | bit
            for text in value.texts:
                texts[text] = texts.get(text, 0) | bit
            for number in value.numbers:
                numbers[number] = numbers.get(number, 0) | bit
            for each in value.objects:
                if each.possible():
                    objects[each] = objects.get(each, 0) | bit
            for array in value.arrays:
                if array.completable(array.start):
                    arrays[array] = arrays.get(array, 0) | bit
        self.objects = [(bits, each) for each, bits in objects.items()]
        self.arrays = [(bits, array) for array, bits in arrays.items()]
        self.start = self._begin(texts, numbers)

    def bits(self, kind: int) -> int:
        """Nodes that a scalar satisfies which ended as `kind`."""
        if kind < WORD_KIND:
            return self._labels.get(kind, 0)
        if kind & 1:
            return _gathered(self._number_ends[(kind - NUMBER_KIND) // 2], self._number_bits)
        assert self._text_ends is not None
        return _gathered(self._text_ends[(kind - WORD_KIND) // 2], self._text_bits)

    def _begin(
        self, texts: dict[frozenset[str] | ContentText, int], numbers: dict[frozenset[Fraction] | Number, int]
    ) -> int:
        starts = self._reader.starts
        cells: dict[int, int] = {}
        key: list[object] = []
        for kind, first in starts.literals.items():
            if kind in self._labels:
                cells.update(first)
                key.append(kind)
        if self.objects:
            cells[ord("{")] = exit_cell(OPEN_OBJECT, takes_byte=True)
            key.append(OPEN_OBJECT)
        if self.arrays:
            cells[ord("[")] = exit_cell(OPEN_ARRAY, takes_byte=True)
            key.append(OPEN_ARRAY)
        if texts:
            cells[ord('"')] = self._begin_text(texts)
            key.append(("text", cells[ord('"')]))
        if numbers:
            cells.update(self._begin_number(numbers))
            key.append(("number", tuple(sorted((byte, cells[byte]) for byte in cells if byte in b"-0123456789"))))
        return self._reader.row(tuple(key), cells)

    def _begin_text(self, texts: dict[frozenset[str] | ContentText, int]) -> int:
        if len(texts) == 1:
            (text, bits) = next(iter(texts.items()))
            if isinstance(text, ContentText) and not text.tests:
                self.fewest, self.most = text.fewest, text.most
                self._labels[STRING] = bits
                return self._reader.starts.string
            if isinstance(text, ContentText) and text.most < UNLIMITED and text.fewest <= _FEWEST_IN_STATES:
                self.most = text.most
                bounded = ContentText(text.fewest, UNLIMITED, text.tests)
                start, self._text_ends = self._reader.texts((bounded,), bounded=True)
                self._text_bits = [bits]
                return start
        start, self._text_ends = self._reader.texts(tuple(texts))
        self._text_bits = list(texts.values())
        return start

    def _begin_number(self, numbers: dict[frozenset[Fraction] | Number, int]) -> dict[int, int]:
        self._number_bits = list(numbers.values())
        if len(numbers) == 1:
            number = next(iter(numbers))
            if isinstance(number, Number) and number.free:
                self._number_ends = [1]
                return self._reader.starts.integer if number.multiples else self._reader.starts.number
        lexeme, cells = self._reader.numbers(tuple(numbers))
        self._number_ends = lexeme.ends
        return cells


def _gathered(ends: int, bits: list[int]) -> int:
    found = 0
    for number, each in enumerate(bits):
        if ends >> number & 1:
            found |= each
    return found
