"""Speed and memory of reading contracts, and how much of CUAD's annotated text the reading finds again.

    python benchmarks/documents.py --data FOLDER_OF_PDFS [--gold FOLDER_WITH_contracts_AND_spans.json] --out result.json

CUAD's texts were made from the same PDFs by other means and with straightened quotation marks and dashes. A span counts
as found when our text holds it in canonical form: NFKC, one kind of quotation mark and dash, no white space.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import time
import unicodedata
from dataclasses import asdict, dataclass
from pathlib import Path

import paths  # noqa: F401  # the root and the tests' oracles are found by it

from core.documents.kinds import kind_of
from core.documents.limits import Limits
from core.documents.parsed import Parsed
from core.documents.sandbox.workers import ask_read
from core.settings import load_settings

_IGNORED = re.compile(r"[\s\u00ad]+")
_ALIKE = str.maketrans("“”„‘’‚`–—−‐‑", '"' * 3 + "'" * 4 + "-" * 5)


@dataclass(frozen=True)
class Row:
    """One file: time in seconds, peak memory of its child in MB, annotated spans and those found again."""

    file: str
    pages: int
    characters: int
    unread_pages: int
    ocr_pages: int
    seconds: float
    peak_mb: float
    spans: int
    found: int
    missing: tuple[str, ...]


def canonical(text: str) -> str:
    """Text in the form in which it is compared."""
    return _IGNORED.sub("", unicodedata.normalize("NFKC", text).translate(_ALIKE)).replace("--", "-")


def gold_spans(folder: Path, name: str) -> list[str]:
    """CUAD's annotated spans of a contract, none when it is not in the folder."""
    source = folder / "contracts" / f"{name}.txt"
    if not source.is_file():
        return []
    with source.open(encoding="utf-8", newline="") as stream:
        text = stream.read()
    spans = json.loads((folder / "spans.json").read_text(encoding="utf-8")).get(name, {})
    return [text[start:end] for places in spans.values() for start, end in places]


def measure(file: Path, gold: Path | None, limits: Limits) -> Row:
    """One file read in a child process."""
    data = file.read_bytes()
    begin = time.perf_counter()
    parsed, cost = ask_read(data, kind_of(data), limits)
    seconds = time.perf_counter() - begin
    spans = gold_spans(gold, file.stem) if gold else []
    missing = _missing(parsed, spans)
    return Row(
        file=file.name,
        pages=len(parsed.pages),
        characters=len(parsed.text),
        unread_pages=sum(page.source == "unread" for page in parsed.pages),
        ocr_pages=sum(page.source == "ocr" for page in parsed.pages),
        seconds=round(seconds, 3),
        peak_mb=round(cost.peak_mb, 1),
        spans=len(spans),
        found=len(spans) - len(missing),
        missing=tuple(missing),
    )


def _missing(parsed: Parsed, spans: list[str]) -> list[str]:
    text = canonical(parsed.text)
    return [span for span in spans if canonical(span) not in text]


def summary(rows: list[Row]) -> dict[str, float]:
    """Figures over all files."""
    seconds = sorted(row.seconds for row in rows)
    spans = sum(row.spans for row in rows)
    return {
        "files": len(rows),
        "pages": sum(row.pages for row in rows),
        "unread_pages": sum(row.unread_pages for row in rows),
        "ocr_pages": sum(row.ocr_pages for row in rows),
        "pages_per_second": round(sum(row.pages for row in rows) / sum(seconds), 1),
        "seconds_median": round(statistics.median(seconds), 3),
        "seconds_p95": round(seconds[min(len(seconds) - 1, int(0.95 * len(seconds)))], 3),
        "peak_mb": max(row.peak_mb for row in rows),
        "spans": spans,
        "spans_found_share": round(sum(row.found for row in rows) / spans, 4) if spans else 0.0,
    }


def main() -> None:
    """Read all files of the folder, print a table and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, required=True, help="folder of PDF or Word files")
    parser.add_argument("--gold", type=Path, help="CUAD's training folder (contracts/ and spans.json)")
    parser.add_argument("--out", type=Path, required=True, help="JSON file to write")
    options = parser.parse_args()
    files = sorted(file for file in options.data.iterdir() if file.suffix.lower() in (".pdf", ".docx"))
    if not files:
        parser.error(f"no .pdf or .docx in {options.data}; CUAD is published at https://www.atticusprojectai.org/cuad")
    limits = Limits.of(load_settings())
    rows = [measure(file, options.gold, limits) for file in files]
    for row in rows:
        found = f"{row.found:3d}/{row.spans:3d}"
        print(f"{row.seconds:7.2f} s {row.pages:4d} p {row.characters:8d} ch {found}  {row.file[:70]}")
    figures = summary(rows)
    for name, figure in figures.items():
        print(f"{name:20s} {figure}")
    options.out.parent.mkdir(parents=True, exist_ok=True)
    result = {"summary": figures, "files": [asdict(row) for row in rows]}
    options.out.write_text(json.dumps(result, ensure_ascii=False, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
