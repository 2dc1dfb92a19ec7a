"""What the first stage says of a contract: scores of its sentences by several machines, and of the contract as a whole.

The machines look at the same features and were taught by different labels: one by sentences that overlap with what
lawyers marked, one by sentences that would count as the same answer. Beside them stands a net that reads the words in
their order (`reader`). Where they differ, the re-ranker decides.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.linear import LinearModel
from core.contracts.builtin.clauses.reader import ReaderModel
from core.contracts.builtin.clauses.sentence_features import Sentences
from core.contracts.builtin.clauses.subject import SubjectModel

MACHINES = 2
READER_SHARE = np.float32(0.1)  # its scores are log-odds, with the median at 0


@dataclass(frozen=True, slots=True, eq=False)
class FirstStage:
    """Scores of one contract.

    `by_machine` has the shape (sentences, machines, categories); `by_block`, with what each block of features adds to
    them, (sentences, machines, blocks, categories); `subject` (categories,). `read` is what the reader says, taught
    by the same two kinds of labels, (sentences, machines, categories).
    """

    by_machine: NDArray[np.float32]
    by_block: NDArray[np.float32]
    subject: NDArray[np.float32]
    read: NDArray[np.float32]

    @property
    def scores(self) -> NDArray[np.float32]:
        """The machines' mean with a share of the reader's, shape (sentences, categories)."""
        both: NDArray[np.float32] = self.by_machine.mean(axis=1) + READER_SHARE * self.read.mean(axis=1)
        return both


def first_stage(
    document: Sentences, linear: LinearModel, subject: SubjectModel, reader: ReaderModel, categories: int
) -> tuple[FirstStage, NDArray[np.float32]]:
    """Scores by the machines of the labelled categories, and by those of the general types.

    Args:
        document: the contract.
        linear: `MACHINES` machines of each of the categories, then those of the general types.
        subject: the machines of the whole contract.
        reader: the net that reads sentences.
        categories: how many there are.
    """
    parts = linear.by_block(document)
    scores = linear.total(parts)
    own = MACHINES * categories
    size, blocks = parts.shape[:2]
    by_block = parts[:, :, :own].reshape(size, blocks, MACHINES, categories).transpose(0, 2, 1, 3)
    by_machine = scores[:, :own].reshape(size, MACHINES, categories)
    read = reader.scores(document).reshape(size, MACHINES, categories)
    return FirstStage(by_machine, by_block, subject.scores(document, linear.keys), read), scores[:, own:]
