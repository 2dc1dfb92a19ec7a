"""Files whose names are no UTF-8, as they come out of archives of other systems."""

from __future__ import annotations

import os

import pytest

from core.cli.ingest import written_name


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("秘密保持契約.pdf".encode(), "秘密保持契約.pdf"),
        ("秘密保持契約.pdf".encode("cp932"), "秘密保持契約.pdf"),
        (b"\xff\xfe=1.txt", "\ufffd\ufffd=1.txt"),
    ],
)
def test_a_name_in_another_encoding_can_be_stored_and_shown(raw: bytes, name: str) -> None:
    """It ended `ingest` in a UnicodeEncodeError."""
    assert written_name(os.fsdecode(raw)) == name
