"""A worker process: takes one unit at a time from its standard input, does it, answers on its standard output.

`python -m core.jobs.worker`, started by `core.jobs.local_pool` only. It imports the function by name and never the
program that started the pool. It ends when its input ends, however busy it is, and takes its children with it.
"""

from __future__ import annotations

import gc
import importlib
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from typing import IO, Any

from core import logs, tracing
from core.errors import EndpointDown, ModelTimeout, RateLimited, StoreBusy, WorkbenchError
from core.garbage import spare_what_is_loaded
from core.ipc import Message, encode, receive, send
from core.settings import settings

RETRYABLE = (RateLimited, EndpointDown, ModelTimeout, StoreBusy)
_GRACE_S = 10
_Order = tuple[Message, bytes | None]


def main() -> None:
    """Work until the input ends."""
    gc.disable()  # until what the first unit needs is loaded: see `_function`
    orders_in, answers_out = _pipes()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _be_modest()
    orders: queue.SimpleQueue[_Order] = queue.SimpleQueue()
    hello, _ = receive(orders_in)
    sys.path[:] = hello["path"]
    logs.configure(hello["log_level"], secrets=settings().secrets)
    tracing.start(settings())
    threading.Thread(target=_listen, args=(orders_in, orders), daemon=True).start()
    while True:
        order, blob = orders.get()
        send(answers_out, encode({"begun": True}))
        # If the pool is gone and the unit never lets Python's threads run, the kernel ends this process.
        signal.alarm(int(order["deadline_s"]) + _GRACE_S)
        answer = _answer(order, blob, answers_out)
        tracing.flush()
        signal.alarm(0)
        send(answers_out, answer)


def _pipes() -> tuple[IO[bytes], IO[bytes]]:
    """The pipes to the pool, moved away from standard input and output so that a stray print cannot garble them."""
    orders_in = os.fdopen(os.dup(0), "rb", buffering=1 << 16)
    answers_out = os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return orders_in, answers_out


def _be_modest() -> None:
    """Let pages go first on the processor, and let the kernel end workers first when memory runs out."""
    os.nice(5)
    try:
        with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
            file.write("500")
    except OSError:
        logs.log(__name__).debug("oom_score_not_set")


def _listen(orders_in: IO[bytes], orders: queue.SimpleQueue[_Order]) -> None:
    while True:
        try:
            orders.put(receive(orders_in))
        except (EOFError, OSError):
            # The pool is gone: end this process and the children that it started for its unit.
            if os.getpgrp() == os.getpid():
                os.killpg(0, signal.SIGKILL)
            os._exit(1)


def _answer(order: Message, blob: bytes | None, answers_out: IO[bytes]) -> tuple[bytes, bytes]:
    try:
        with tracing.span(f"job {order['function']}", {"shinsa.function": order["function"]}):
            result = dict(_function(order["function"])(order["payload"], blob, _reporter(answers_out)))
        body = result.pop("blob", None)
        return encode({"result": result}, body)
    except WorkbenchError as error:
        return _failure(error.code, str(error), error.facts, retryable=isinstance(error, RETRYABLE))
    except Exception as error:  # noqa: BLE001  # the job runner: whatever a unit raises is its result
        reference = logs.new_reference()
        logs.log(__name__).exception("unit_raised", reference=reference, function=order["function"])
        return _failure("unexpected", type(error).__name__, {"reference": reference}, retryable=True)


def _function(dotted: str) -> Callable[[dict[str, Any], bytes | None, Callable[[str], None]], dict[str, Any]]:
    module, _, name = dotted.partition(":")
    function = getattr(importlib.import_module(module), name)
    if not gc.isenabled():
        spare_what_is_loaded()
    return function  # type: ignore[no-any-return]


def _failure(code: str, message: str, facts: dict[str, object], *, retryable: bool) -> tuple[bytes, bytes]:
    plain = {
        key: value if isinstance(value, int | float | bool | None) else _utf8(str(value))
        for key, value in facts.items()
    }
    return encode({"error": {"code": code, "message": _utf8(message), "facts": plain}, "retryable": retryable})


def _utf8(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def _reporter(answers_out: IO[bytes]) -> Callable[[str], None]:
    last = ""

    def report(stage: str) -> None:
        nonlocal last
        if stage != last:
            last = stage
            send(answers_out, encode({"stage": stage}))

    return report


if __name__ == "__main__":
    main()
