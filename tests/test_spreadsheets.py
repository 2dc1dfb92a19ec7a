"""No cell of an export acts as a formula, in any width, and what comes back is what went out."""

from __future__ import annotations

import tomllib

import pandas as pd
import pytest

from core.contracts.export import to_csv
from core.settings import ROOT
from core.spreadsheets import harmless, meant


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("", ""),
        ("Acme, Inc.", "Acme, Inc."),
        ("A=1", "A=1"),
        ("第5条－責任", "第5条－責任"),
        ("=1+1", "'=1+1"),
        ("＝HYPERLINK(1)", "'＝HYPERLINK(1)"),
        ("＋81-3", "'＋81-3"),
        ("－5", "'－5"),
        ("−5", "'−5"),
        ("＠SUM(A1)", "'＠SUM(A1)"),
        ("　=1", "'　=1"),
        (" \u200b=1", "' \u200b=1"),
        ("\u202e=1", "'\u202e=1"),
        ("\tx", "'\tx"),
        ("'=1", "''=1"),
        ("'quoted'", "'quoted'"),
        ("\x00=1", "'=1"),
    ],
)
def test_cells(text, cell):
    assert harmless(text) == cell
    assert meant(cell) == text.replace("\x00", "")


def test_headings_are_cells_too():
    table = pd.DataFrame({"=cmd()": ["＝1", 2]})
    assert to_csv(table).decode("utf-8-sig").split() == ["'=cmd()", "'＝1", "2"]


def test_tables_have_no_download_of_their_own():
    """Streamlit's own "Download as CSV" writes cells as they are (issue 13, 9); ours stand beside the tables."""
    assert tomllib.loads((ROOT / ".streamlit/config.toml").read_text())["client"]["disableDataExport"] is True
