"""Fetches missed changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from .errors import ParleyError
from .frames import Frame
from .requests import Requests
from .room_sequencer import RoomSequencer
from .tasks import Tasks
from .timing import Timing, backoff_delay, retry_delay

#: The size of a room's id and `seq` as JSON, and of the rest of the request frame.
_BYTES_PER_ROOM = 36 + 2 + 1 + 16 + 1
_BYTES_OVERHEAD = 256
_MAX_ROOMS = 10_000
_MIN_FRAME_BYTES = 65_536

SyncFields: TypeAlias = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""The further fields of a request, for a connection with this `meta` in its first frame."""


class Sync:
    """Requests pages until the client is up to date."""

    def __init__(
        self,
        requests: Requests,
        sequencer: RoomSequencer,
        timing: Timing,
        on_synchronized: Callable[[], None],
        tasks: Tasks,
    ) -> None:
        self._requests = requests
        self._sequencer = sequencer
        self._timing = timing
        self._on_synchronized = on_synchronized
        self._tasks = tasks
        #: The epoch of the positions: a service whose database went back begins a new one, and resets the rooms of
        #: which this client has changes that the service has lost.
        self.epoch: str | None = None
        #: The fields of each request besides the rooms.
        self.more: list[SyncFields] = []
        self._meta: Mapping[str, Any] = {}
        self._limit = _MAX_ROOMS
        self._is_running = False
        self._failures = 0
        self._retry: asyncio.Task[None] | None = None

    def open(self, meta: Mapping[str, Any]) -> None:
        """A new connection is open."""
        self._meta = meta
        size = meta.get('limits', {}).get('max_frame_bytes', _MIN_FRAME_BYTES)
        self._limit = max(1, min(_MAX_ROOMS, (size - _BYTES_OVERHEAD) // _BYTES_PER_ROOM))
        self._failures = 0
        self.start()

    def start(self) -> None:
        """Does nothing while a sync is running."""
        if not self._is_running:
            self._is_running = True
            self._request()

    def close(self) -> None:
        """The connection is lost."""
        if self._retry is not None:
            self._retry.cancel()
        self._is_running = False
        self._sequencer.abort_sync()

    def on_answer(self, answer: Frame) -> bool:
        """A page; the pages of one sync share its `request_id`."""
        page = answer['data']
        self._sequencer.receive_page(page)
        if not page['complete']:
            return True
        self.epoch = (answer.get('meta') or {}).get('epoch')
        # A handler of the application may have closed the connection.
        if not self._is_running:
            return False
        if self._sequencer.end_sync():
            self._is_running = False
            self._failures = 0
            self._on_synchronized()
        else:
            self._repeat_after(backoff_delay(self._failures, self._timing))
        return False

    def on_error(self, error: ParleyError) -> None:
        """A refused sync is repeated."""
        if error.code != 'offline':
            self._repeat_after(retry_delay(self._failures, self._timing, error))

    def _request(self) -> None:
        request: dict[str, Any] = {'rooms': self._sequencer.begin_sync(self._limit)}
        if self.epoch is not None:
            request['epoch'] = self.epoch
        for fields in self.more:
            request.update(fields(self._meta))
        self._requests.send('session.sync', request, self)

    def _repeat_after(self, seconds: float) -> None:
        self._retry = self._tasks.spawn(self._repeat(seconds))
        self._failures += 1

    async def _repeat(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._request()
