"""The queue of unsent messages."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Protocol, cast

from .codes import is_outage, is_permanent
from .errors import ParleyError
from .events import Outgoing
from .models import HeldMessage, Message
from .storage import QueuedSend
from .tasks import Tasks
from .timing import Timing, retry_delay


class OutboxHandlers(Protocol):
    """What the queue needs and reports."""

    async def send(self, entry: QueuedSend) -> Message | HeldMessage:
        """Sends the message once."""
        ...

    def on_queue_change(self) -> None: ...

    def on_outgoing(self, outgoing: Outgoing) -> None: ...

    def on_stored(self, entry: QueuedSend, message: Message) -> None:
        """The message is in the database."""


class Outbox:
    """Sends each message, and retries it under the same id, until the service has stored it or refuses it permanently.

    The messages of one room are sent one after the other, so that they are stored in order.
    """

    def __init__(self, timing: Timing, handlers: OutboxHandlers, tasks: Tasks) -> None:
        self._timing = timing
        self._handlers = handlers
        self._tasks = tasks
        self._queue: dict[str, QueuedSend] = {}
        self._waiting: dict[str, asyncio.Future[Message]] = {}
        # The rooms whose messages are being sent.
        self._sending: set[str] = set()
        # During an outage of the service: the one room whose message is retried; all others wait for its success.
        self._probe: str | None = None
        self._is_open = False

    @property
    def entries(self) -> list[QueuedSend]:
        """The unsent messages, in order."""
        return list(self._queue.values())

    def restore(self, entries: Sequence[QueuedSend]) -> None:
        """Puts the messages of an earlier session before those of this one."""
        current = self.entries
        self._queue = {entry['client_message_id']: entry for entry in [*entries, *current]}
        for entry in entries:
            self._handlers.on_outgoing(Outgoing(entry, pending=True))

    def enqueue(self, entry: QueuedSend) -> asyncio.Future[Message]:
        """The result is the stored message, or a ParleyError when it is refused permanently, or held."""
        stored: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        # A refusal is also emitted: an application need not wait for the result.
        stored.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._waiting[entry['client_message_id']] = stored
        self._queue[entry['client_message_id']] = entry
        self._handlers.on_outgoing(Outgoing(entry, pending=True))
        self._handlers.on_queue_change()
        if self._is_open:
            self._start(entry['room_id'])
        return stored

    def resume(self) -> None:
        """The client is up to date."""
        self._is_open = True
        for room_id in dict.fromkeys(entry['room_id'] for entry in self.entries):
            self._start(room_id)

    def suspend(self) -> None:
        """The connection is lost."""
        self._is_open = False

    def confirm(self, message: Message) -> None:
        """Removes the queued message that was stored as this one, if there is one."""
        entry = self._queue.get(message['client_message_id'] or '')
        if entry is None:
            return
        stored = self._remove(entry)
        self._handlers.on_stored(entry, message)
        if stored is not None and not stored.done():
            stored.set_result(message)

    def _start(self, room_id: str) -> None:
        if room_id not in self._sending and self._probe is None:
            self._sending.add(room_id)
            self._tasks.spawn(self._send_queued(room_id))

    async def _send_queued(self, room_id: str) -> None:
        try:
            failures = 0
            while (entry := self._next(room_id)) is not None:
                try:
                    self._accept(entry, await self._handlers.send(entry))
                    failures = 0
                    self._end_outage(room_id)
                except ParleyError as refusal:
                    if is_permanent(refusal.code):
                        self._reject(entry, refusal)
                    elif refusal.code == 'offline' or not self._may_repeat(room_id, refusal):
                        break
                    else:
                        await asyncio.sleep(retry_delay(failures, self._timing, refusal))
                        failures += 1
        finally:
            self._sending.discard(room_id)
            self._end_outage(room_id)

    def _may_repeat(self, room_id: str, refusal: ParleyError) -> bool:
        if not is_outage(refusal):
            return True
        if self._probe is None:
            self._probe = room_id
        return self._probe == room_id

    def _accept(self, entry: QueuedSend, answer: Any) -> None:
        if 'held_at' in answer:
            if entry['client_message_id'] in self._queue:
                self._reject(entry, ParleyError('held'))
        else:
            self.confirm(cast(Message, {**answer, 'client_message_id': entry['client_message_id']}))

    def _end_outage(self, room_id: str) -> None:
        """The room has sent a message, or has none left: all others continue."""
        if self._probe == room_id:
            self._probe = None
            if self._is_open:
                self.resume()

    def _next(self, room_id: str) -> QueuedSend | None:
        if not self._is_open:
            return None
        return next((entry for entry in self._queue.values() if entry['room_id'] == room_id), None)

    def _reject(self, entry: QueuedSend, error: ParleyError) -> None:
        stored = self._remove(entry)
        self._handlers.on_outgoing(Outgoing(entry, pending=False, error=error))
        if stored is not None and not stored.done():
            stored.set_exception(error)

    def _remove(self, entry: QueuedSend) -> asyncio.Future[Message] | None:
        """Returns what waits for the message in this session."""
        self._queue.pop(entry['client_message_id'], None)
        self._handlers.on_queue_change()
        return self._waiting.pop(entry['client_message_id'], None)
