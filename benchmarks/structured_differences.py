"""Token by token against llguidance: where the two masks differ, and why.

    python benchmarks/structured_differences.py --data ../shared/data [--schemas 400] [--positions 40] [--random 200]

Needs `pip install --no-deps -r requirements-bench.in` and, for random schemas, the tests' hypothesis. Both engines get
the same rules: no white space, declared keys in the schema's order, forced tokens off. A differing token is followed
to the byte at which the engines part; what was being spelled there names the reason. A token that only this engine
allows is completed, and the text is given to a validator of JSON Schema: "proved" counts those found valid.
"""

from __future__ import annotations

import argparse
import importlib.machinery
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jsonschema_rs
import numpy as np
from mask_peers import WrappedVocabulary

from core.structured import (
    Budget,
    Matcher,
    StructuredError,
    Tokeniser,
    Vocabulary,
    Whitespace,
    compile_json_schema,
    masks_of,
)
from core.structured.closing import closing
from structured import RESULTS, maskbench

_PER_POSITION = 60
_PROVED_PER_REASON = 40
REASONS = {
    "escape": "an escape: llguidance writes no \\/ and no \\uXXXX for what may stand raw, none in patterns and keys",
    "delete": "the control character U+007F, which JSON lets stand raw",
    "order": "an undeclared key before the last declared one, which llguidance writes only behind them",
    "number": "another spelling of a number: exponents, a fraction of zeros, minus zero",
    "draft 4": "a fraction of zeros in an integer of draft 4, which goes by the spelling there and by value here",
    "unexplained": "none of these",
}


@dataclass
class Differences:
    """What was compared, and how the masks differed."""

    schemas: int = 0
    positions: int = 0
    equal: int = 0
    tokens: Counter[tuple[str, str]] = field(default_factory=Counter)
    schemas_with: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    tried: Counter[tuple[str, str]] = field(default_factory=Counter)
    proved: Counter[tuple[str, str]] = field(default_factory=Counter)
    refuted: list[str] = field(default_factory=list)
    examples: dict[tuple[str, str], list[str]] = field(default_factory=dict)


class Peers:
    """One vocabulary for both engines."""

    def __init__(self, path: Path) -> None:
        import llguidance
        import llguidance.numpy as bitmasks

        self._llguidance, self._bitmasks = llguidance, bitmasks
        self.vocabulary = Vocabulary.load(path)
        self.encode = Tokeniser.load(path, self.vocabulary).encode
        wrapper = llguidance.TokenizerWrapper(WrappedVocabulary(self.vocabulary, self.encode))
        self._tokenizer = llguidance.LLTokenizer(wrapper, slices=[])
        self._bitmask = bitmasks.allocate_token_bitmask(1, len(self.vocabulary))
        self.byte_tokens = {token[0]: number for number, token in enumerate(self.vocabulary.tokens) if len(token) == 1}

    def other(self, schema: dict[str, Any]) -> Any | None:
        """llguidance's matcher, None where it refuses the schema."""
        rules = {"whitespace_flexible": False, "item_separator": ",", "key_separator": ":"}
        text = json.dumps({**schema, "x-guidance": rules})
        grammar = '%llguidance {"no_forcing": true}\nstart: %json ' + text
        try:
            matcher = self._llguidance.LLMatcher(self._tokenizer, self._llguidance.LLMatcher.grammar_from_lark(grammar))
        except ValueError:
            return None
        return None if matcher.is_error() else matcher

    def other_mask(self, matcher: Any) -> np.ndarray:
        """Its mask at this place."""
        self._bitmasks.fill_next_token_bitmask(matcher, self._bitmask, 0)
        words: np.ndarray = self._bitmask.view(np.uint32)[0][: self.vocabulary.words]
        return words


def compare(peers: Peers, name: str, schema: dict[str, Any], value: Any, most: int, found: Differences) -> None:
    """Follow one document with both engines."""
    try:
        compiled = compile_json_schema(schema, whitespace=Whitespace(0, -1), any_order=False, budget=Budget(seconds=10))
        other = peers.other(schema)
        if other is None:
            return
        matcher = Matcher(masks_of(compiled, peers.vocabulary))
        validator = jsonschema_rs.validator_for(schema, validate_formats=True)
        found.schemas += 1
        text = b""
        for token in peers.encode(json.dumps(value, ensure_ascii=False, separators=(",", ":")))[:most]:
            differing = matcher.mask() ^ peers.other_mask(other)
            found.positions += 1
            found.equal += not differing.any()
            ids = np.flatnonzero(np.unpackbits(differing.view(np.uint8), bitorder="little"))
            for number in ids[:: max(1, len(ids) // _PER_POSITION)].tolist():
                _explain(peers, matcher, other, name, schema, text, number, validator, found)
            if not matcher.allows(token) or not other.consume_token(token):
                return
            matcher.advance(token)
            text += peers.vocabulary.tokens[token]
    except (StructuredError, jsonschema_rs.ValidationError):
        return


def _explain(
    peers: Peers,
    matcher: Matcher,
    other: Any,
    name: str,
    schema: dict[str, Any],
    text: bytes,
    number: int,
    validator: Any,
    found: Differences,
) -> None:
    token = peers.vocabulary.tokens[number]
    side = "ours" if matcher.allows(number) else "llguidance"
    reason = _reason(peers, matcher, other, text, token) if token else "unexplained"
    if reason == "number" and side == "ours" and not validator.is_valid(_completed(matcher, text, number)):
        later = jsonschema_rs.Draft202012Validator({key: each for key, each in schema.items() if key != "$schema"})
        reason = "draft 4" if later.is_valid(_completed(matcher, text, number)) else reason
    key = (side, reason)
    found.tokens[key] += 1
    found.schemas_with.setdefault(key, set()).add(name)
    shown = found.examples.setdefault(key, [])
    if len(shown) < 3 or (reason == "unexplained" and len(shown) < 20):
        shown.append(f"{name}: {text[-40:]!r} + {token!r}")
    if side == "ours" and token and found.tried[key] < _PROVED_PER_REASON:
        found.tried[key] += 1
        value = _completed(matcher, text, number)
        if validator.is_valid(value):
            found.proved[key] += 1
        else:
            found.refuted.append(f"{name}: {json.dumps(value)[-200:]}")


def _completed(matcher: Matcher, text: bytes, number: int) -> Any:
    """A document that goes on with the token."""
    follower = matcher.copy()
    follower.advance(number)
    return json.loads(
        text + matcher.masks.vocabulary.tokens[number] + closing(matcher.masks.table, follower.state).text
    )


def _reason(peers: Peers, matcher: Matcher, other: Any, text: bytes, token: bytes) -> str:
    """What was being spelled at the byte where the engines part."""
    mine, theirs = matcher.copy(), other.deep_copy()
    for index, byte in enumerate(token):
        one_byte = peers.byte_tokens.get(byte)
        taken = mine.advance_bytes(bytes((byte,))) == 1
        if taken and one_byte is not None and theirs.try_consume_tokens([one_byte]) == 1:
            continue
        place, escaped = _place(text + token[:index])
        if place in ("key", "string") and (byte == 0x5C or escaped):
            return "escape"
        if byte == 0x7F:
            return "delete"
        if place == "number" or byte == 0x2D:
            return "number"
        return "order" if place in ("key", "object") else "unexplained"
    return "unexplained"


def _place(text: bytes) -> tuple[str, bool]:
    """What is being written at the end of a JSON text, and whether an escape has begun there."""
    containers: list[bytes] = []
    place, escape, key_next = "value", b"", False
    for number in range(len(text)):
        char = text[number : number + 1]
        if place in ("key", "string"):
            if escape:
                escape += char
                if len(escape) == (6 if escape[1:2] == b"u" else 2):
                    escape = b""
            elif char == b"\\":
                escape = char
            elif char == b'"':
                place = "object" if place == "string" and containers[-1:] == [b"{"] else "value"
        elif char == b'"':
            place = "key" if containers[-1:] == [b"{"] and key_next else "string"
            key_next = False
        elif char in b"{[":
            containers.append(char)
            key_next = char == b"{"
            place = "object" if key_next else "value"
        elif char in b"}],":
            if char != b",":
                containers.pop()
            key_next = char == b"," and containers[-1:] == [b"{"]
            place = "object" if containers[-1:] == [b"{"] else "value"
        else:
            place = "number" if char in b"-+.eE0123456789" else "value"
    return place, bool(escape)


def random_cases(count: int) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Schemas of the random tests with documents that are valid under them."""
    from hypothesis import HealthCheck, Phase, given, seed, settings
    from hypothesis import strategies as st

    path = Path(__file__).resolve().parents[1] / "tests" / "structured" / "strategies.py"
    drawing = importlib.machinery.SourceFileLoader("strategies", str(path)).load_module()
    drawn: list[tuple[dict[str, Any], list[Any]]] = []

    @seed(17)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(schema=drawing.schemas(), values=st.lists(drawing.documents(), min_size=8, max_size=8))
    def draw(schema: Any, values: list[Any]) -> None:
        if isinstance(schema, dict):
            drawn.append((schema, values))

    draw()
    for number, (schema, values) in enumerate(drawn):
        validator = jsonschema_rs.Draft202012Validator(schema)
        valid = [value for value in values if validator.is_valid(value)]
        yield from ((f"random {number}", schema, value) for value in valid[:3])


def table(found: Differences) -> str:
    """The differences as a Markdown table."""
    lines = ["| allowed only by | reason | schemas | tokens looked at | proved |", "|---|---|---|---|---|"]
    for (side, reason), count in found.tokens.most_common():
        schemas = len(found.schemas_with[side, reason])
        tried = found.tried[side, reason]
        proved = f"{found.proved[side, reason]} of {tried}" if tried else "–"
        lines.append(f"| {side} | {REASONS[reason]} | {schemas} | {count:,} | {proved} |")
    return "\n".join(lines)


def main() -> None:
    """Compare, print the tables, write JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--schemas", type=int, default=400)
    parser.add_argument("--positions", type=int, default=40, help="tokens of each document")
    parser.add_argument("--random", type=int, default=200, help="random schemas")
    arguments = parser.parse_args()
    peers = Peers(arguments.data / "vocab" / "o200k_base.npz")
    results: dict[str, Any] = {}
    sample = (
        (name, schema, json.loads(next(text for text, valid in instances if valid)))
        for name, schema, instances in maskbench(arguments.data, arguments.schemas)
        if isinstance(schema, dict) and any(valid for _, valid in instances)
    )
    for title, cases in (("sample", sample), ("random", random_cases(arguments.random))):
        found = Differences()
        for name, schema, value in cases:
            compare(peers, name, schema, value, arguments.positions, found)
        print(f"{title}: {found.schemas} schemas, {found.positions:,} masks, {found.equal:,} of them equal\n")
        print(table(found), "\n")
        for key, shown in found.examples.items():
            if key[1] == "unexplained":
                print(*shown, sep="\n  ")
        print("refuted:", *found.refuted, sep="\n  ")
        results[title] = {
            "schemas": found.schemas,
            "masks": found.positions,
            "equal": found.equal,
            "refuted": found.refuted,
            "differences": [
                {
                    "allowed by": side,
                    "reason": reason,
                    "schemas": len(found.schemas_with[side, reason]),
                    "tokens": count,
                }
                for (side, reason), count in found.tokens.most_common()
            ],
        }
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "structured_differences.json").write_text(json.dumps(results, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
