"""Who is typing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from .errors import ParleyError
from .models import Typing
from .tasks import Tasks

#: The service forwards typing events no more often than this. Seconds.
_INTERVAL = 2.0


class TypingUsers:
    """The users who are typing in each room, until their message arrives or their last typing event expires."""

    def __init__(self, on_change: Callable[[str, list[Typing]], None]) -> None:
        self._on_change = on_change
        self._rooms: dict[str, dict[int, tuple[Typing, asyncio.TimerHandle]]] = {}

    def start(self, typing: Typing) -> None:
        """A typing event has arrived."""
        room_id, user_id = typing['room_id'], typing['user_id']
        users = self._rooms.setdefault(room_id, {})
        before = users.get(user_id)
        if before is not None:
            before[1].cancel()
        timer = asyncio.get_running_loop().call_later(typing['expires_in'], self.stop, room_id, user_id)
        users[user_id] = (typing, timer)
        if before is None:
            self._emit(room_id)

    def stop(self, room_id: str, user_id: int) -> None:
        """The message of the user has arrived, or the time is over."""
        users = self._rooms.get(room_id, {})
        if user_id not in users:
            return
        users.pop(user_id)[1].cancel()
        if not users:
            del self._rooms[room_id]
        self._emit(room_id)

    def clear(self) -> None:
        """The connection is lost: the state of all users is unknown."""
        for room_id, users in list(self._rooms.items()):
            for user_id in list(users):
                self.stop(room_id, user_id)

    def _emit(self, room_id: str) -> None:
        self._on_change(room_id, [typing for typing, _ in self._rooms.get(room_id, {}).values()])


class TypingNotifier:
    """Sends typing events, throttled to the rate at which the service forwards them."""

    def __init__(self, send: Callable[[str], Awaitable[object]], tasks: Tasks) -> None:
        self._send = send
        self._tasks = tasks
        self._last_sent: dict[str, float] = {}

    def notify(self, room_id: str) -> None:
        """Errors are ignored: a typing event is outdated at once, so that it is not retried."""
        now = time.monotonic()
        if now - self._last_sent.get(room_id, -_INTERVAL) >= _INTERVAL:
            self._last_sent[room_id] = now
            self._tasks.spawn(self._notify(room_id))

    async def _notify(self, room_id: str) -> None:
        try:
            await self._send(room_id)
        except ParleyError:
            pass
