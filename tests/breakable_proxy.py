"""A TCP proxy in front of a server, which a test can cut and mend: a server that goes away and comes back, cheaply."""

from __future__ import annotations

import contextlib
import socket
import threading
from types import TracebackType

from servers import free_port


class BreakableProxy:
    """Listens on a port of loopback and passes everything on, while it is whole."""

    def __init__(self, port: int) -> None:
        """Stand in front of the server on `port` of loopback."""
        self.port = free_port()
        self._behind = port
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._listener: socket.socket | None = None
        self.mend()

    def cut(self) -> None:
        """Break every connection and take no more."""
        with self._lock:
            listener, self._listener = self._listener, None
            pairs, self._open = self._open, set()
        for end in (*([listener] if listener else []), *pairs):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def mend(self) -> None:
        """Listen again."""
        listener = socket.create_server(("127.0.0.1", self.port))
        self._listener = listener
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self._behind))
            with self._lock:
                self._open |= {near, far}
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=_pump, args=(source, target), daemon=True).start()

    def __enter__(self) -> BreakableProxy:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()


def _pump(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65_536):
            target.sendall(data)
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.close()
