"""Which clause types a contract is likely to have, by the words of the whole of it.

A distribution agreement has a minimum purchase more often than a loan has; a sentence that could be read as one is
then more likely to be one. The re-ranker weighs this with what the sentences themselves say.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.linear import RARITY_STEP
from core.contracts.builtin.clauses.sentence_features import Sentences, word_keys


@dataclass(frozen=True, slots=True, eq=False)
class SubjectModel:
    """One linear machine a category over the words of a contract, each counted once.

    `rarity` (0 for a word that is not looked at) and `weights` are aligned with the keys of the linear model.
    """

    rarity: NDArray[np.uint8]
    weights: NDArray[np.int8]
    scale: NDArray[np.float32]
    offset: NDArray[np.float32]

    def scores(self, document: Sentences, keys: NDArray[np.uint32]) -> NDArray[np.float32]:
        """Score of the contract in each category.

        Args:
            document: the contract.
            keys: sorted keys of the linear model.
        """
        hashed = word_keys(document)
        index = np.minimum(np.searchsorted(keys, hashed), len(keys) - 1)
        return self.weigh(index[keys[index] == hashed])

    def weigh(self, index: NDArray[np.int64]) -> NDArray[np.float32]:
        """Score by the positions of the contract's words among the keys, each once."""
        value = self.rarity[index].astype(np.float32) * RARITY_STEP
        value /= max(float(np.sqrt((value * value).sum())), 1e-9)
        score: NDArray[np.float32] = (value @ self.weights[index].astype(np.float32)) * self.scale + self.offset
        return score
