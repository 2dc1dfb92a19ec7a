"""Ingestion with the built-in engine as a user runs it: seconds a contract, pages a second and peak memory.

    python benchmarks/ingestion.py --data FOLDER_OF_CONTRACTS [--out result.json]

Runs `python -m core ingest FOLDER` on a fresh data folder and reads its rows. Seconds are those of one contract from
the start of its reading to its commit, with as many workers as the settings give; the wall time is that of the whole
command with its start. Memory is the sum of all its processes' own pages and their share of common ones (PSS),
sampled four times a second, and the largest single process by its high-water mark. Linux only.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_SAMPLED_EVERY_S = 0.25


class Memory(threading.Thread):
    """Watches a process and its descendants; `total_mb` is the peak of their sum, `one_mb` of the largest one."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid = pid
        self.total_mb = self.one_mb = 0.0
        self.done = threading.Event()

    def run(self) -> None:
        """Samples until `done` is set."""
        while not self.done.wait(_SAMPLED_EVERY_S):
            total = 0.0
            for pid in _tree(self.pid):
                total += _kilobytes(pid, "smaps_rollup", "Pss:") / 1024
                self.one_mb = max(self.one_mb, _kilobytes(pid, "status", "VmHWM:") / 1024)
            self.total_mb = max(self.total_mb, total)


def _tree(pid: int) -> list[int]:
    found = [pid]
    for parent in found:
        try:
            for task in os.listdir(f"/proc/{parent}/task"):
                found += map(int, Path(f"/proc/{parent}/task/{task}/children").read_text().split())
        except OSError:  # it has ended since it was listed
            continue
    return found


def _kilobytes(pid: int, file: str, name: str) -> int:
    try:
        lines = Path(f"/proc/{pid}/{file}").read_text().splitlines()
    except OSError:  # it has ended since it was listed
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(name)), 0)


def measure(folder: Path) -> dict[str, object]:
    """Ingests a folder into a fresh data folder and gives the figures."""
    with tempfile.TemporaryDirectory() as fresh:
        command = [sys.executable, "-m", "core", "ingest", str(folder), "--data-dir", fresh, "--json"]
        started = time.perf_counter()
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as run:
            memory = Memory(run.pid)
            memory.start()
            assert run.stdout is not None
            rows = [json.loads(line) for line in run.stdout]
        wall = time.perf_counter() - started
        memory.done.set()
        memory.join()
        stored = sum(file.stat().st_size for file in Path(fresh).rglob("*") if file.is_file())
    done = [row for row in rows if row["state"] == "done"]
    seconds = sorted(row["seconds"] for row in done)
    pages = sum(row["pages"] for row in done)
    return {
        "files": len(rows),
        "states": {state: sum(row["state"] == state for row in rows) for state in sorted({r["state"] for r in rows})},
        "pages": pages,
        "median_s": statistics.median(seconds),
        "p95_s": statistics.quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0],
        "longest_s": seconds[-1],
        "wall_s": round(wall, 1),
        "contracts_per_minute": round(60 * len(done) / wall, 1),
        "pages_per_s": round(pages / wall, 1),
        "peak_all_processes_mb": round(memory.total_mb),
        "peak_largest_process_mb": round(memory.one_mb),
        "data_folder_mb": round(stored / 1e6, 1),
        "rows": rows,
    }


def main() -> None:
    """Measures, prints a table, writes JSON when asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of contracts (PDF, Word)")
    parser.add_argument("--out", type=Path, help="file for the figures as JSON")
    options = parser.parse_args()
    figures = measure(options.data.resolve())
    for name, value in figures.items():
        if name != "rows":
            print(f"{name:26}{value}")
    if options.out is not None:
        options.out.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
