"""The typed turn's schema and policy, for tests of the guard."""

from __future__ import annotations

import json
from pathlib import Path

from core.guardrail import load_policy
from core.llm import Schema

DATA = Path(__file__).resolve().parents[1] / "data" / "guardrail"
SCHEMA = Schema("turn", json.loads((DATA / "turn_typed.schema.json").read_text(encoding="utf-8")))
POLICY = load_policy("turn")
