"""Extractions that were stored before a clause type was added to the taxonomy."""

from __future__ import annotations

import json

from core.record import Clause, Extraction, from_json, to_json
from core.taxonomy import taxonomy


def test_a_type_that_was_added_since_is_unknown_in_them() -> None:
    """Pages asked every extraction for every type and ended with a missing key."""
    insurance = Clause("insurance", "present", 0.9)
    stored = json.loads(to_json(Extraction("builtin", (), (), (insurance,))))
    assert [clause["type"] for clause in stored["clauses"]] == ["insurance"]
    read = from_json(json.dumps(stored))
    assert [clause.type for clause in read.clauses] == [category.code for category in taxonomy().categories]
    assert read.clause("insurance") == insurance
    assert read.clause("confidentiality") == Clause("confidentiality", "unknown", 0.0)
