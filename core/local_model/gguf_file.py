"""Reading a GGUF file of the llama family: weights, tokens and the template of its conversations."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import ConfigError
from core.local_model.available import INSTALL, runner_installed
from core.local_model.weights import Block, Floats, ModelWeights, Shape

_NORMAL = 1  # the kind of token that stands for text


@dataclass(frozen=True, slots=True)
class TokenList:
    """What a file says of its tokens.

    Attributes:
        texts: each token in byte-level notation (one letter for each byte), special ones as they are written.
        special: ids that stand for no text.
        merges: pairs of tokens in order of priority, with a blank between them.
        end: the id that ends an answer.
        splitting: name of the rule by which texts are cut before merging.
        template: Jinja template that turns messages into one text.
    """

    texts: tuple[str, ...]
    special: frozenset[int]
    merges: tuple[str, ...]
    end: int
    splitting: str
    template: str


@dataclass(frozen=True, slots=True)
class GgufModel:
    """Contents of a file."""

    name: str
    licence: str
    weights: ModelWeights
    tokens: TokenList


def read_gguf(path: Path) -> GgufModel:
    """Weights and tokens of a file; takes seconds, most of them for unpacking the numbers.

    Raises:
        ConfigError: packages are missing, the file is none, or a model of another family or kind of tokens.
    """
    if not runner_installed():
        raise ConfigError(f"To run a local model, install what it needs: {INSTALL}")
    from gguf import GGUFReader

    try:
        reader = GGUFReader(path)
    except (OSError, ValueError, KeyError, IndexError) as error:
        raise ConfigError(f"{path.name} is no GGUF file that can be read: {error}", file=path.name) from error
    fields = {name: field.contents() for name, field in reader.fields.items()}
    family, kind = fields.get("general.architecture"), fields.get("tokenizer.ggml.model")
    if family != "llama" or kind != "gpt2":
        raise ConfigError(
            f"{path.name} holds a model of the family {family} with {kind} tokens; "
            "llama with byte-level (gpt2) tokens can be run.",
            file=path.name,
        )
    tensors = {tensor.name: tensor for tensor in reader.tensors}
    try:
        weights = _weights(fields, tensors)
        tokens = _tokens(fields)
    except KeyError as error:
        raise ConfigError(f"{path.name} lacks {error}", file=path.name) from error
    name = str(fields.get("general.basename") or path.stem)
    return GgufModel(name, str(fields.get("general.license") or ""), weights, tokens)


def _weights(fields: dict[str, Any], tensors: dict[str, Any]) -> ModelWeights:
    from gguf.quants import dequantize

    def numbers(name: str) -> Floats:
        tensor = tensors[name]
        return np.ascontiguousarray(dequantize(tensor.data, tensor.tensor_type), dtype=np.float32)

    def transposed(*names: str) -> Floats:
        return np.ascontiguousarray(np.concatenate([numbers(name) for name in names]).T)

    embedding = numbers("token_embd.weight")
    shape = Shape(
        layers=fields["llama.block_count"],
        width=fields["llama.embedding_length"],
        heads=fields["llama.attention.head_count"],
        key_heads=fields.get("llama.attention.head_count_kv", fields["llama.attention.head_count"]),
        inner=fields["llama.feed_forward_length"],
        vocabulary=len(embedding),
        context=fields["llama.context_length"],
        rope_base=fields.get("llama.rope.freq_base", 10_000.0),
        epsilon=fields["llama.attention.layer_norm_rms_epsilon"],
    )
    blocks = tuple(
        Block(
            attention_norm=numbers(f"blk.{layer}.attn_norm.weight"),
            query_key_value=transposed(*(f"blk.{layer}.attn_{part}.weight" for part in "qkv")),
            attention_out=transposed(f"blk.{layer}.attn_output.weight"),
            feed_norm=numbers(f"blk.{layer}.ffn_norm.weight"),
            gate_up=transposed(f"blk.{layer}.ffn_gate.weight", f"blk.{layer}.ffn_up.weight"),
            down=transposed(f"blk.{layer}.ffn_down.weight"),
        )
        for layer in range(shape.layers)
    )
    # Without a matrix of its own the output is the embedding, read the other way.
    output = transposed("output.weight") if "output.weight" in tensors else embedding.T
    return ModelWeights(shape, embedding, blocks, numbers("output_norm.weight"), output)


def _tokens(fields: dict[str, Any]) -> TokenList:
    kinds = fields["tokenizer.ggml.token_type"]
    return TokenList(
        texts=tuple(fields["tokenizer.ggml.tokens"]),
        special=frozenset(number for number, kind in enumerate(kinds) if kind != _NORMAL),
        merges=tuple(fields["tokenizer.ggml.merges"]),
        end=fields["tokenizer.ggml.eos_token_id"],
        splitting=str(fields.get("tokenizer.ggml.pre") or "gpt2"),
        template=str(fields["tokenizer.chat_template"]),
    )
