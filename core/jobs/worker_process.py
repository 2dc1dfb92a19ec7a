"""The pool's handle on one worker process: start it, talk to it, end it with everything it started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from typing import IO, cast

from core.ipc import Message, encode, receive, send
from core.settings import ROOT, Settings


class WorkerProcess:
    """A running worker, in a process group of its own."""

    def __init__(self, settings: Settings) -> None:
        environment = dict(os.environ)
        environment["DATA_DIR"] = str(settings.data_dir)  # the rest a worker reads as this process did
        if settings.database_url is not None:
            environment["DATABASE_URL"] = settings.database_url.get_secret_value()
        # Read by numpy as it loads: units run beside each other, and threads of their own would fight for the cores.
        environment.setdefault("OPENBLAS_NUM_THREADS", "1")
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), environment.get("PYTHONPATH")]))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "core.jobs.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=environment,
            start_new_session=True,
            bufsize=0,
        )
        self._orders = cast(IO[bytes], self._process.stdin)
        self._answers = cast(IO[bytes], self._process.stdout)
        with contextlib.suppress(OSError):  # dead already: the first message finds out
            self.send({"path": sys.path, "log_level": settings.log_level})

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def send(self, message: Message, blob: bytes | None = None) -> None:
        """Send a message.

        Raises:
            OSError: the process is gone.
        """
        send(self._orders, encode(message, blob))

    def receive(self) -> tuple[Message, bytes | None]:
        """Wait for a message.

        Raises:
            EOFError, OSError: the process is gone.
        """
        return receive(self._answers)

    def kill(self) -> None:
        """Kill the process and its children at once; `end` still has to be called. May come from any thread."""
        # Before it is waited for, its number, and so its group's, belongs to nobody else.
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def end(self) -> str:
        """Kill what is left, free the pipes, and say how the process ended, such as `SIGSEGV` or `exit 3`."""
        # A process that died by itself keeps its own status through this.
        self.kill()
        code = self._process.wait()
        for pipe in (self._orders, self._answers):
            with contextlib.suppress(OSError):
                pipe.close()
        return _how(code)


def _how(code: int) -> str:
    if code >= 0:
        return f"exit {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
