"""What it costs to look whether words can be seen, as a share of reading and extracting PDFs without that look.

    python benchmarks/visible_ink.py --data FOLDER_OF_PDFS [--files 24] [--rounds 4] --out result.json

Processor time of this process. Each file is read with and without the look, in turn, and the order of the two changes;
the least of the rounds counts. Without it, neither the style of text nor what covers it is asked for, and the shapes of
letters are not compared; nor is ink looked for that no character accounts for.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest import mock

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the child process: a thread that waits costs, too

import numpy as np
import paths  # noqa: F401  # the root is found by it

from core.contracts.extract import extract
from core.documents import Document, read_directly
from core.documents.limits import Limits
from core.documents.pdf import objects, pdf_file, text
from core.documents.pdf.ink import Characters, Sight
from core.documents.pdf.shapes import Shapes
from core.settings import load_settings


def _all_seen(page: object, textpage: object, characters: Characters, *_: object) -> Sight:
    count = len(characters.text)
    return Sight(np.ones(count, dtype=bool), np.zeros(count, dtype=bool))


@contextmanager
def without_look() -> Iterator[None]:
    """Documents read in here take every word for visible."""
    with ExitStack() as stack:
        for target, name, stand_in in (
            (text, "sights", _all_seen),
            (pdf_file, "_shows_more", lambda *given: False),
            (text, "drop_replacements", lambda runs: []),
            (Shapes, "false", lambda *given: np.zeros(len(given[3].text), dtype=bool)),
            (objects, "_run", lambda item, order: None),
            (objects._Walk, "_cover", lambda walk, item, outer, kind: None),
        ):
            stack.enter_context(mock.patch.object(target, name, stand_in))
        yield


def reading_s(data: bytes, limits: Limits, *, look: bool) -> tuple[Document, float]:
    """A document, and the processor seconds of its reading."""
    with ExitStack() as stack:
        if not look:
            stack.enter_context(without_look())
        begin = time.process_time()
        document = read_directly(data, file_name="measured.pdf", limits=limits)
        return document, time.process_time() - begin


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--files", type=int, default=24)
    parser.add_argument("--rounds", type=int, default=4)
    arguments = parser.parse_args()
    settings = load_settings()
    limits = Limits.of(settings)
    spent = {"with": 0.0, "without": 0.0, "extraction": 0.0}
    pages = 0
    for number, file in enumerate(sorted(arguments.data.glob("*.pdf"))[: arguments.files]):
        data = file.read_bytes()
        least = {True: float("inf"), False: float("inf")}
        for round_number in range(arguments.rounds):
            for look in (True, False) if (number + round_number) % 2 else (False, True):
                document, seconds = reading_s(data, limits, look=look)
                least[look] = min(least[look], seconds)
        begin = time.process_time()
        extract(document, settings)
        spent["extraction"] += time.process_time() - begin
        spent["with"] += least[True]
        spent["without"] += least[False]
        pages += len(document.pages)
    share = (spent["with"] - spent["without"]) / (spent["without"] + spent["extraction"])
    report = {
        "pages": pages,
        "seconds": {key: round(value, 3) for key, value in spent.items()},
        "share": round(share, 4),
    }
    arguments.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
