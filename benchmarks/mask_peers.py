"""Other engines of token masks, each behind the same few calls, for benchmarks that hold ours beside them.

XGrammar is imported without torch and transformers: of both it needs names for annotations only, when masks are numpy
arrays. Two modules with those names stand in for them; the engine itself, a compiled library, is the published one.
"""

from __future__ import annotations

import json
import sys
import time
import types
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from core.structured import Vocabulary

Encode = Callable[[str], list[int]]
PEERS = ("llguidance", "xgrammar")


class PeerRefused(Exception):
    """The peer does not take a schema or a grammar; says what it says."""


class Peer(Protocol):
    """One engine over one vocabulary."""

    def schema(self, schema: Any) -> Any:
        """A compiled JSON Schema, at the beginning of a text. Raises `PeerRefused`."""

    def grammar(self, text: str) -> Any:
        """The same of a grammar in Lark's notation."""

    def follow(self, matcher: Any, tokens: list[int]) -> tuple[bool, list[float]]:
        """From the beginning: whether the text is accepted, its end too, and microseconds of each position."""


class WrappedVocabulary:
    """The vocabulary as llguidance wants it."""

    def __init__(self, vocabulary: Vocabulary, encode: Encode) -> None:
        self.eos_token_id = vocabulary.ends[0]
        self.bos_token_id = None
        self.tokens = [token or b"\xff<special>" for token in vocabulary.tokens]
        self.special_token_ids = [number for number, token in enumerate(vocabulary.tokens) if not token]
        self._encode = encode

    def __call__(self, text: str | bytes) -> list[int]:
        return self._encode(text.decode() if isinstance(text, bytes) else text)


class Llguidance:
    """llguidance, with its slices for JSON or without slices for grammars."""

    def __init__(self, vocabulary: Vocabulary, encode: Encode, *, for_json: bool) -> None:
        import llguidance
        import llguidance.numpy as masks

        self._library, self._masks = llguidance, masks
        slices = llguidance.LLTokenizer.json_slices() if for_json else []
        wrapped = llguidance.TokenizerWrapper(WrappedVocabulary(vocabulary, encode))
        self.tokenizer = llguidance.LLTokenizer(wrapped, slices=slices)
        self._bitmask = masks.allocate_token_bitmask(1, len(vocabulary))
        self._words = self._bitmask.view(np.uint32)[0]

    def schema(self, schema: Any) -> Any:
        try:
            return self._matcher(self._library.LLMatcher.grammar_from_json_schema(json.dumps(schema)))
        except ValueError as error:
            raise PeerRefused(str(error)) from None

    def grammar(self, text: str) -> Any:
        return self._matcher(self._library.grammar_from("lark", text))

    def _matcher(self, grammar: str) -> Any:
        matcher = self._library.LLMatcher(self.tokenizer, grammar)
        if matcher.is_error():
            raise PeerRefused(str(matcher.get_error()).strip().splitlines()[0])
        return matcher

    def follow(self, matcher: Any, tokens: list[int]) -> tuple[bool, list[float]]:
        matcher.reset()
        times = []
        for token in tokens:
            begin = time.thread_time_ns()
            self._masks.fill_next_token_bitmask(matcher, self._bitmask, 0)
            middle = time.thread_time_ns()
            allowed = bool(self._words[token >> 5] >> np.uint32(token & 31) & np.uint32(1))
            after = time.thread_time_ns()
            allowed = allowed and matcher.consume_token(token)
            times.append((middle - begin + time.thread_time_ns() - after) / 1000)
            if not allowed:
                return False, times
        return bool(matcher.is_accepting()), times


class Xgrammar:
    """XGrammar, one thread, its cache on as it comes, keys in any order and other keys as the schema says."""

    def __init__(self, vocabulary: Vocabulary, encode: Encode, *, for_json: bool) -> None:
        xgrammar = _xgrammar()
        tokens = [token or b"" for token in vocabulary.tokens]
        info = xgrammar.TokenizerInfo(
            tokens, vocab_type=xgrammar.VocabType.RAW, stop_token_ids=[vocabulary.ends[0]], vocab_size=len(tokens)
        )
        self._library = xgrammar
        self._end = vocabulary.ends[0]
        self._compiler = xgrammar.GrammarCompiler(info, max_threads=1)
        self._bitmask = np.zeros((1, (len(tokens) + 31) // 32), dtype=np.int32)
        self._words = self._bitmask.view(np.uint32)[0]

    def schema(self, schema: Any) -> Any:
        return self._matcher(
            lambda: self._compiler.compile_json_schema(
                json.dumps(schema), any_whitespace=True, strict_mode=False, any_order=True
            )
        )

    def grammar(self, text: str) -> Any:
        return self._matcher(lambda: self._compiler.compile_lark(text))

    def _matcher(self, compiled: Callable[[], Any]) -> Any:
        try:
            return self._library.GrammarMatcher(compiled())
        except (RuntimeError, ValueError, TypeError) as error:
            raise PeerRefused(str(error).strip().splitlines()[0]) from None

    def follow(self, matcher: Any, tokens: list[int]) -> tuple[bool, list[float]]:
        matcher.reset()
        times = []
        for token in [*tokens, self._end]:
            begin = time.thread_time_ns()
            some = matcher.fill_next_token_bitmask(self._bitmask, 0)
            middle = time.thread_time_ns()
            allowed = not some or bool(self._words[token >> 5] >> np.uint32(token & 31) & np.uint32(1))
            after = time.thread_time_ns()
            allowed = allowed and matcher.accept_token(token)
            times.append((middle - begin + time.thread_time_ns() - after) / 1000)
            if not allowed:
                return False, times[: len(tokens)]
        return True, times[: len(tokens)]


def peer(name: str, vocabulary: Vocabulary, encode: Encode, *, for_json: bool) -> Peer:
    """The peer of a name."""
    kinds: dict[str, Callable[..., Peer]] = {"llguidance": Llguidance, "xgrammar": Xgrammar}
    return kinds[name](vocabulary, encode, for_json=for_json)


def _xgrammar() -> Any:
    try:
        import tvm_ffi  # noqa: F401  # asks for torch itself, and does without
        import xgrammar
    except ModuleNotFoundError as error:
        if error.name not in ("torch", "transformers"):
            raise
        for name in [name for name in sys.modules if name.split(".")[0] == "xgrammar"]:
            del sys.modules[name]
        named: dict[str, dict[str, Any]] = {
            "torch": {name: type(name, (), {}) for name in ("Tensor", "LongTensor", "FloatTensor")}
            | {"int32": "int32", "tensor": lambda *_, **__: None},
            "transformers": {
                name: type(name, (), {})
                for name in ("LogitsProcessor", "PreTrainedTokenizerBase", "PreTrainedTokenizerFast")
            },
        }
        for module, names in named.items():
            sys.modules[module] = types.ModuleType(module)
            vars(sys.modules[module]).update(names)
        import xgrammar
    return xgrammar
