"""The requests of a connection that are not answered yet."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from .errors import ParleyError
from .frames import Frame


class ResponseHandler(Protocol):
    """What waits for an answer."""

    def on_answer(self, answer: Frame) -> bool:
        """Returns True when further parts of the answer follow."""
        ...

    def on_error(self, error: ParleyError) -> None: ...


class _OneAnswer:
    def __init__(self, answered: asyncio.Future[Frame]) -> None:
        self._answered = answered

    def on_answer(self, answer: Frame) -> bool:
        if not self._answered.done():
            self._answered.set_result(answer)
        return False

    def on_error(self, error: ParleyError) -> None:
        if not self._answered.done():
            self._answered.set_exception(error)


class Requests:
    """By `request_id`."""

    def __init__(self) -> None:
        self._pending: dict[str, ResponseHandler] = {}
        self._last_id = 0
        self._send: Callable[[str, Any, str], None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether there is a connection."""
        return self._send is not None

    def open(self, send: Callable[[str, Any, str], None]) -> None:
        """A connection is open: requests are sent over it."""
        self._send = send

    def close(self) -> None:
        """The connection is closed: all pending requests fail."""
        self._send = None
        unanswered, self._pending = self._pending, {}
        for handler in unanswered.values():
            handler.on_error(ParleyError('offline', 'The connection ended.'))

    def send(self, event_type: str, data: Any, handler: ResponseHandler) -> None:
        """Sends a request with one or more answers."""
        if self._send is None:
            handler.on_error(ParleyError('offline', 'There is no connection.'))
            return
        self._last_id += 1
        request_id = str(self._last_id)
        self._pending[request_id] = handler
        self._send(event_type, data, request_id)

    async def request(self, event_type: str, data: Any) -> Frame:
        """Sends a request that has one answer."""
        answered: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        self.send(event_type, data, _OneAnswer(answered))
        return await answered

    def handle_answer(self, answer: Frame) -> None:
        """Ignores an answer that nobody waits for."""
        request_id = answer.get('request_id') or ''
        handler = self._pending.get(request_id)
        if handler is not None and not handler.on_answer(answer):
            self._pending.pop(request_id, None)

    def handle_error(self, error: dict[str, Any]) -> ParleyError | None:
        """Returns the error, if it belongs to no pending request."""
        refusal = ParleyError(error['code'], error['detail'], error.get('retry_after'))
        handler = self._pending.pop(error.get('request_id') or '', None)
        if handler is None:
            return refusal
        handler.on_error(refusal)
        return None
