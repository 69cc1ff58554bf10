"""How far the user has read."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from .codes import is_permanent
from .errors import ParleyError
from .tasks import Tasks

#: Positions that change while the user scrolls are combined: only the last one is sent. Seconds.
_SOON = 0.3


class ReadReporter:
    """Reports the read position of each room: batched, and never backwards."""

    def __init__(self, send: Callable[[str, int], Awaitable[object]], tasks: Tasks) -> None:
        """`send` returns when the service has stored the position."""
        self._send = send
        self._tasks = tasks
        self._pending: dict[str, int] = {}
        self._reported: dict[str, int] = {}
        self._timer: asyncio.TimerHandle | None = None

    def report(self, room_id: str, up_to_seq: int) -> None:
        """Within a third of a second, or with the next connection."""
        if up_to_seq <= max(self._pending.get(room_id, 0), self._reported.get(room_id, 0)):
            return
        self._pending[room_id] = up_to_seq
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_SOON, self.flush)

    def flush(self) -> None:
        """Sends the pending positions, including those of earlier failures."""
        self.cancel()
        for room_id, up_to_seq in self._pending.items():
            self._tasks.spawn(self._report(room_id, up_to_seq))

    def cancel(self) -> None:
        """The client is closed: what is pending is sent after the next `connect`."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _report(self, room_id: str, up_to_seq: int) -> None:
        try:
            await self._send(room_id, up_to_seq)
        except ParleyError as error:
            if not is_permanent(error.code):
                return
        self._reported[room_id] = max(up_to_seq, self._reported.get(room_id, 0))
        if self._pending.get(room_id) == up_to_seq:
            del self._pending[room_id]
