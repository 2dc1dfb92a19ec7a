"""Which contracts a function looks among."""

from __future__ import annotations

from collections.abc import Sequence

Scope = Sequence[str] | None
"""Contracts that a question is limited to: None for all, an empty sequence for none."""
