"""An answer as it grows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

from core.errors import ModelError
from core.llm.asking import GrowingReply
from core.llm.failed import Failed
from core.llm.request import Request, whole_characters
from core.llm.running import RunningCall
from core.llm.types import ModelAnswer, Usage


class AnswerStream:
    """Texts of an answer in order, then the answer. Leave early by `close`: it is recorded as closed."""

    def __init__(
        self,
        growing: GrowingReply,
        request: Request,
        call: RunningCall,
        *,
        schema_sent: bool,
        key: str = "",
        keep: Callable[[ModelAnswer], None] | None = None,
    ) -> None:
        self._redaction = call.redactor.growing()
        self._growing = growing
        self._request = request
        self._call = call
        self._schema_sent = schema_sent
        self._key = key
        self._keep = keep
        self._answer: ModelAnswer | None = None
        self._texts = self._read()

    def __iter__(self) -> Iterator[str]:
        """Texts in order.

        Raises:
            ModelError: the answer broke off or is not usable; `answer_of` gives what came.
        """
        return self._texts

    @property
    def answer(self) -> ModelAnswer:
        """The finished answer.

        Raises:
            RuntimeError: the stream has not been read to its end.
        """
        if self._answer is None:
            raise RuntimeError("the stream has not been read to its end")
        return self._answer

    def so_far(self, text: str) -> ModelAnswer:
        """The answer of a stream that is left early, as far as `text`, what came of it; what it cost is not known."""
        return self._call.part(text, self._request, schema_sent=self._schema_sent)

    def _read(self) -> Iterator[str]:
        try:
            try:
                for text in self._growing:
                    if shown := self._redaction.feed(whole_characters(text)):
                        yield shown
                if rest := self._redaction.end():
                    yield rest
            except Failed as error:
                raise self._broken(error.failure.error) from None
            self._answer = self._whole()
        except ModelError as error:
            self._call.failed(error)
            raise
        finally:
            self._growing.close()
        self._call.finished("ok", self._answer.usage, model=self._answer.model)
        if self._keep is not None:
            self._keep(self._answer)

    def _whole(self) -> ModelAnswer:
        return self._call.answer(self._growing.reply(), self._request, schema_sent=self._schema_sent, key=self._key)

    def _broken(self, error: ModelError) -> ModelError:
        """A broken connection is a cut answer; anything else stays what it is."""
        if error.facts.get("reason") == "connection":
            try:
                self._whole()
            except ModelError as cut:
                return cut
        return error

    def close(self) -> None:
        """Close the connection."""
        self._growing.close()
        self._call.finished("closed", Usage())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
