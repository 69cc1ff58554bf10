"""Keeps a connection open."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any, Literal, Protocol, TypeAlias

from .codes import close_action
from .connection import Connection
from .errors import ParleyError
from .frames import Frame
from .tasks import Tasks
from .timing import Timing, backoff_delay
from .token_claims import token_expiry

State: TypeAlias = Literal['offline', 'connecting', 'online', 'stopped']
"""`offline`: `connect` was not called, or `close` was; `connecting`: the first connection, a reconnection or a sync is
under way; `online`: connected, and the application is up to date; `stopped`: the client does not reconnect by itself,
and an `error` event gave the reason."""

TokenFunction: TypeAlias = Callable[[str | None], Awaitable[str | None]]
"""Returns an access token. It is called before each connection with the token that the service rejected, if it did,
and before the token in use expires with that token: return another one. None: there is no token, and the client stops.
An exception is emitted as an `error`, and retried."""


#: The token is sent as the name of a subprotocol.
_SUBPROTOCOL = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


class ReconnectingSocketListener(Protocol):
    """Hears of all connections."""

    def on_connected(self, frame: Frame, expiry: float | None) -> None:
        """A connection is open; `expiry`: of its token, seconds since 1970."""

    def on_frame(self, frame: Frame) -> None: ...

    def on_disconnected(self) -> None:
        """The open connection was lost."""

    def on_state(self, state: State) -> None: ...

    def on_error(self, error: ParleyError) -> None: ...


class ReconnectingSocket:
    """Reconnects after each close, until `stop` is called or a close code forbids it."""

    def __init__(
        self, url: str, token: TokenFunction, timing: Timing, listener: ReconnectingSocketListener, tasks: Tasks
    ) -> None:
        self._url = url
        self._token_function = token
        self._timing = timing
        self._listener = listener
        self._tasks = tasks
        self._state: State = 'offline'
        self._connection: Connection | None = None
        self._opening: asyncio.Task[None] | None = None
        self._failures = 0
        #: The token of the latest connection, or the one with which it was authenticated since.
        self.token: str | None = None
        self._rejected: str | None = None

    @property
    def state(self) -> State:
        """Changed through `start`, `stop` and `mark_online`, and by connections."""
        return self._state

    def start(self) -> None:
        """Connects, unless that is under way."""
        if self._state in ('connecting', 'online'):
            return
        self._failures = 0
        self._set_state('connecting')
        self._open_after(0)

    def stop(self) -> None:
        """Disconnects, and does not reconnect."""
        self._halt('offline')

    def send(self, event_type: str, data: Any, request_id: str) -> None:
        """Over the present connection."""
        if self._connection is not None:
            self._connection.send(event_type, data, request_id)

    def mark_online(self) -> None:
        """The application is up to date."""
        self._failures = 0
        self._set_state('online')

    def _open_after(self, seconds: float) -> None:
        self._opening = self._tasks.spawn(self._open(seconds))

    async def _open(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        try:
            token = await self._token_function(self._rejected)
        except Exception as error:  # noqa: BLE001 -- The application's function.
            self._listener.on_error(ParleyError('token', str(error)))
            if self._state == 'connecting':
                self._reconnect_later()
            return
        if token is None:
            self._stop_with(ParleyError('token', 'There is no access token.'))
        elif not _SUBPROTOCOL.fullmatch(token):
            self._stop_with(ParleyError('stopped', 'The access token has characters that no header may have.'))
        else:
            self._connect(token)

    def _connect(self, token: str) -> None:
        self.token = token
        attempt = _Attempt(self, token)
        self._connection = Connection(self._url, token, self._timing, attempt, self._tasks)

    def _on_closed(self, code: int, reason: str, was_ready: bool) -> None:
        self._connection = None
        if was_ready:
            self._listener.on_disconnected()
        if self._state not in ('connecting', 'online'):
            return
        action = close_action(code, not was_ready and self._rejected is not None)
        if action == 'stop':
            detail = f'The service closed the connection with {code} {reason}.'
            self._stop_with(ParleyError('stopped', detail))
            return
        if action == 'reconnect with another token':
            self._rejected = self.token
        self._reconnect_later()

    def _accepted(self, frame: Frame, token: str) -> None:
        self._rejected = None
        self._listener.on_connected(frame, token_expiry(token))

    def _reconnect_later(self) -> None:
        self._open_after(backoff_delay(self._failures, self._timing))
        self._failures += 1
        # Last: the application may close the client when it is told.
        self._set_state('connecting')

    def _stop_with(self, error: ParleyError) -> None:
        self._halt('stopped')
        self._listener.on_error(error)

    def _halt(self, state: Literal['offline', 'stopped']) -> None:
        if self._opening is not None and self._opening is not asyncio.current_task():
            self._opening.cancel()
        self._set_state(state)
        if self._connection is not None:
            self._connection.close()

    def _set_state(self, state: State) -> None:
        if self._state != state:
            self._state = state
            self._listener.on_state(state)


class _Attempt:
    """One connection of the socket."""

    def __init__(self, socket: ReconnectingSocket, token: str) -> None:
        self._socket = socket
        self._token = token
        self._was_ready = False

    def on_first_frame(self, frame: Frame) -> None:
        self._was_ready = True
        self._socket._accepted(frame, self._token)  # noqa: SLF001 -- A part of the socket.

    def on_frame(self, frame: Frame) -> None:
        self._socket._listener.on_frame(frame)  # noqa: SLF001 -- A part of the socket.

    def on_closed(self, code: int, reason: str) -> None:
        self._socket._on_closed(code, reason, self._was_ready)  # noqa: SLF001 -- A part of the socket.
