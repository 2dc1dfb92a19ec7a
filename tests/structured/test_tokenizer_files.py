"""Vocabularies from tokenizers' files: what a token stands for is what the tokenizer's own decoder writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.structured import (
    Matcher,
    Vocabulary,
    VocabularyError,
    compile_json_schema,
    masks_of,
    read_vocabulary,
    sentencepiece_model,
    tokenizer_json,
)

tokenizers = pytest.importorskip("tokenizers")
TEXTS = ['{"name": "契約書", "total": 12}', "The parties agree. 当事者は合意する。", "naïve café 😀 the the the"] * 3


def trained(kind: str) -> tokenizers.Tokenizer:
    """A tokenizer of up to 400 tokens, trained on the spot."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    special = ["<unk>", "</s>"]
    if kind == "byte_level":
        made = Tokenizer(models.BPE())
        made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        made.decoder = decoders.ByteLevel()
        alphabet = pre_tokenizers.ByteLevel.alphabet()
        trainer = trainers.BpeTrainer(
            vocab_size=400, special_tokens=special, initial_alphabet=alphabet, show_progress=False
        )
    elif kind == "metaspace":
        made = Tokenizer(models.BPE(unk_token="<unk>", byte_fallback=True))
        made.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="never", split=False)
        made.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()])
        fallback = [f"<0x{byte:02X}>" for byte in range(256)]
        trainer = trainers.BpeTrainer(vocab_size=400, special_tokens=[*special, *fallback], show_progress=False)
    elif kind == "unigram":
        made = Tokenizer(models.Unigram())
        made.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="never", split=False)
        made.decoder = decoders.Metaspace(prepend_scheme="never", split=False)
        trainer = trainers.UnigramTrainer(
            vocab_size=120, special_tokens=special, unk_token="<unk>", show_progress=False
        )
    else:
        made = Tokenizer(models.WordPiece(unk_token="<unk>"))
        made.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
        made.decoder = decoders.WordPiece(cleanup=False)
        trainer = trainers.WordPieceTrainer(vocab_size=400, special_tokens=special, show_progress=False)
    made.train_from_iterator(TEXTS, trainer)
    return made


def plain(made: tokenizers.Tokenizer) -> str:
    """The file, in which byte tokens are no special ones, as in files of Llama models."""
    described = json.loads(made.to_str())
    for added in described["added_tokens"]:
        added["special"] = not added["content"].startswith("<0x")
    described["added_tokens"] = [each for each in described["added_tokens"] if each["special"]]
    return json.dumps(described)


@pytest.mark.parametrize("kind", ["byte_level", "metaspace", "unigram", "wordpiece"])
def test_tokens_are_what_the_decoder_writes(kind: str) -> None:
    made = trained(kind)
    vocabulary = tokenizer_json(plain(made))
    assert len(vocabulary) == made.get_vocab_size()
    assert [vocabulary.tokens[made.token_to_id(name)] for name in ("<unk>", "</s>")] == [b"", b""]
    assert vocabulary.ends == (made.token_to_id("</s>"),)
    for text in (TEXTS[0], "agree the 契約"):
        ids = made.encode(text).ids
        joined = b"".join(vocabulary.tokens[number] for number in ids).decode()
        if kind == "wordpiece":  # each word with the blank before it
            joined = joined.removeprefix(" ")
        assert joined == made.decode(ids)


def test_a_document_spelled_by_a_unigram_tokenizer_goes_through_its_masks() -> None:
    made = trained("unigram")
    masks = masks_of(compile_json_schema({"required": ["name"]}), tokenizer_json(plain(made)))
    matcher = Matcher(masks)
    for token in made.encode(TEXTS[0]).ids:
        assert matcher.allows(token)
        matcher.advance(token)
    assert matcher.complete()
    assert [token for token in range(made.get_vocab_size()) if matcher.allows(token)] == [made.token_to_id("</s>")]


def test_tokens_added_to_the_vocabulary() -> None:
    described = json.loads(trained("byte_level").to_str())
    last = max(described["model"]["vocab"].values())
    described["added_tokens"] += [
        {"id": last + 1, "content": "<tool>", "special": True},
        {"id": last + 3, "content": "  契", "special": False},
    ]
    vocabulary = tokenizer_json(json.dumps(described), ends=["<tool>"])
    assert vocabulary.tokens[last + 1 :] == [b"", b"", "  契".encode()]
    assert vocabulary.ends == (last + 1,)
    matcher = Matcher(masks_of(compile_json_schema({"const": "契"}), vocabulary))
    matcher.advance_bytes(b'"')
    allowed = {vocabulary.tokens[number] for number in range(len(vocabulary)) if matcher.allows(number)}
    assert (
        {"契".encode()[:1], b"\\"} <= allowed <= {"契".encode()[:size] for size in (1, 2, 3)} | {b"\\", '契"'.encode()}
    )


def message(*fields: tuple[int, bytes | int]) -> bytes:
    """A protocol buffer, lengths below 128."""
    return b"".join(
        bytes([number << 3, value]) if isinstance(value, int) else bytes([number << 3 | 2, len(value)]) + value
        for number, value in fields
    )


def test_a_sentencepiece_model(tmp_path: Path) -> None:
    kinds = [("<unk>", 2), ("</s>", 3), ("▁the", 1), ("契", 1), ("<0x0A>", 6), ("<tool>", 4), ("old", 5)]
    score = bytes([2 << 3 | 5]) + b"\0\0\0\0"
    pieces = [message((1, name.encode())) + score + message((3, kind)) for name, kind in kinds]
    content = message(*((1, piece) for piece in pieces)) + message((2, b"\x18\x01"))
    path = tmp_path / "spiece.model"
    path.write_bytes(content)
    vocabulary = read_vocabulary(path)
    assert vocabulary.tokens == [b"", b"", b" the", "契".encode(), b"\n", b"<tool>", b""]
    assert vocabulary.ends == (1,)
    with pytest.raises(VocabularyError):
        sentencepiece_model(content[:-5])


@pytest.mark.parametrize(
    "described",
    [
        "{",
        "{}",
        '{"model": {"type": "BPE", "vocab": 3}}',
        '{"model": {"type": "BPE", "vocab": {"a": 0, "b": 0}}}',
        '{"model": {"type": "BPE", "vocab": {"契": 0}}, "decoder": {"type": "ByteLevel"}}',
        '{"model": {"type": "BPE", "vocab": {"": 0}}}',
        '{"model": {"type": "BPE", "vocab": {"a": -1}}}',
    ],
)
def test_files_that_are_no_vocabulary_are_refused(described: str) -> None:
    with pytest.raises(VocabularyError):
        tokenizer_json(described)


def test_an_end_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(VocabularyError, match="no special token is called </t>"):
        tokenizer_json('{"model": {"type": "BPE", "vocab": {"a": 0}}}', ends=["</t>"])
    with pytest.raises(VocabularyError):
        read_vocabulary(tmp_path / "missing.json")


def test_the_real_models_tokens_by_both_ways() -> None:
    from core.local_model import bundled, bundled_model

    if bundled_model() is None:
        pytest.skip("the extra local-model is not installed")
    tokens = bundled().tokens
    described = json.loads(tokens._encoder.to_str())  # type: ignore[attr-defined]
    described["added_tokens"] = [
        {"id": number, "content": name, "special": True}
        for name, number in tokens._special.items()  # type: ignore[attr-defined]
    ]
    vocabulary: Vocabulary = tokenizer_json(json.dumps(described), ends=["<|im_end|>"])
    assert vocabulary.tokens == tokens.vocabulary.tokens
    assert vocabulary.ends == (tokens.end,)
