"""No cell of an export acts as a formula, in any width, and what comes back is what went out."""

from __future__ import annotations

import csv
import io
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
        ("\ud800=1", "'=1"),
        ("\u061c=1", "'\u061c=1"),
        ("\u3164\u2800=1", "'\u3164\u2800=1"),
        ("\ufe0f=1", "'\ufe0f=1"),
    ],
)
def test_cells(text, cell):
    assert harmless(text) == cell
    assert meant(cell) == text.replace("\x00", "").replace("\ud800", "")


@pytest.mark.parametrize("text", ["\r=1+1", "Acme\r=1+1", "Acme\n=1+1", "Acme\r\n=1+1"])
def test_a_line_within_a_cell_begins_no_line_of_the_file(text):
    """A carriage return alone was not quoted, so that the rest of the cell began a line with a formula."""
    written = to_csv(pd.DataFrame({"a": [text], "b": ["x"]})).decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(written, newline="")))
    assert rows == [["a", "b"], [harmless(text), "x"]]


def test_headings_are_cells_too():
    table = pd.DataFrame({"=cmd()": ["＝1", 2]})
    assert to_csv(table).decode("utf-8-sig").split() == ["'=cmd()", "'＝1", "2"]


def test_tables_have_no_download_of_their_own():
    """Streamlit's own "Download as CSV" writes cells as they are (issue 13, 9); ours stand beside the tables."""
    assert tomllib.loads((ROOT / ".streamlit/config.toml").read_text())["client"]["disableDataExport"] is True
