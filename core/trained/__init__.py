"""Trained models as arrays: how their files are read, and trees evaluated in numpy."""

from core.trained.array_file import read_arrays
from core.trained.trees import Trees

__all__ = ["Trees", "read_arrays"]
