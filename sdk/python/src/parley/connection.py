"""One WebSocket, from the handshake to its close."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Protocol

import websockets
from websockets.exceptions import WebSocketException

from .codes import ABNORMAL_CLOSURE
from .frames import Frame, is_first, parse_frame
from .tasks import Tasks
from .timing import Timing

#: The subprotocol that precedes the token. The token is not in the address, because proxies log addresses.
_BEARER = 'bearer'
#: Seconds that a close handshake may take.
_CLOSE_TIMEOUT = 1.0


class ConnectionListener(Protocol):
    """Hears of a connection: one first frame, then frames, then exactly one close."""

    def on_first_frame(self, frame: Frame) -> None: ...

    def on_frame(self, frame: Frame) -> None: ...

    def on_closed(self, code: int, reason: str) -> None: ...


class Connection:
    """Reads and writes frames, and notices when the service is silent."""

    def __init__(self, url: str, token: str, timing: Timing, listener: ConnectionListener, tasks: Tasks) -> None:
        self._url = url
        self._token = token
        self._timing = timing
        self._listener = listener
        self._tasks = tasks
        self._unsent: asyncio.Queue[str] = asyncio.Queue()
        self._is_ready = False
        self._is_closed = False
        self._response_timer: asyncio.TimerHandle | None = None
        self._heartbeat: asyncio.Task[None] | None = None
        self._expect_response()
        self._work = tasks.spawn(self._run())

    def send(self, event_type: str, data: Any, request_id: str | None = None) -> None:
        """Frames are sent in this order."""
        frame = {'event_type': event_type, 'data': data}
        if request_id is not None:
            frame['request_id'] = request_id
        self._unsent.put_nowait(json.dumps(frame, ensure_ascii=False, separators=(',', ':')))

    def send_heartbeat(self) -> None:
        """Sends a heartbeat and expects an answer."""
        if self._is_ready:
            self.send('session.heartbeat', {})
            self._expect_response()

    def close(self) -> None:
        """Ends at once for the listener; the close handshake goes on in the background."""
        self._disconnect(1000, '')

    async def _run(self) -> None:
        code, reason = ABNORMAL_CLOSURE, ''
        try:
            socket = await websockets.connect(  # pyright: ignore[reportAttributeAccessIssue] -- It is imported lazily.
                self._url,
                subprotocols=[_BEARER, self._token],
                compression=None,
                max_size=None,
                ping_interval=None,
                open_timeout=None,
                close_timeout=_CLOSE_TIMEOUT,
            )
            code, reason = await self._talk(socket)
        except (OSError, EOFError, WebSocketException):
            pass
        finally:
            # Also after a frame that could not be processed: a sync on the next connection has what is missing.
            self._finish(code, reason)

    async def _talk(self, socket: Any) -> tuple[int, str]:
        writing = asyncio.create_task(self._write(socket))
        try:
            async for text in socket:
                self._receive(text)
        except WebSocketException:
            pass
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
            await socket.close()
        return socket.close_code or ABNORMAL_CLOSURE, socket.close_reason or ''

    async def _write(self, socket: Any) -> None:
        while True:
            await socket.send(await self._unsent.get())

    def _receive(self, text: str | bytes) -> None:
        if self._is_closed:
            return
        self._stop_response_timer()
        frame = parse_frame(text)
        if frame is None:
            # Nothing of this connection can be relied on; a sync on the next one has what is missing.
            self._disconnect(ABNORMAL_CLOSURE, 'A frame is not a JSON object.')
        elif self._is_ready:
            self._listener.on_frame(frame)
        elif is_first(frame):
            self._become_ready(frame)

    def _become_ready(self, frame: Frame) -> None:
        self._is_ready = True
        every = min(frame['meta']['heartbeat_seconds'], self._timing.max_heartbeat_interval)
        self._heartbeat = self._tasks.spawn(self._send_heartbeats(every))
        self._listener.on_first_frame(frame)

    async def _send_heartbeats(self, every: float) -> None:
        while True:
            await asyncio.sleep(every)
            self.send_heartbeat()

    def _expect_response(self) -> None:
        """Any frame counts: the answer of a heartbeat is queued behind the answers to earlier requests."""
        if self._response_timer is None:
            late = self._timing.response_timeout
            self._response_timer = asyncio.get_running_loop().call_later(late, self._give_up)

    def _give_up(self) -> None:
        self._disconnect(ABNORMAL_CLOSURE, 'No frame was received in time.')

    def _disconnect(self, code: int, reason: str) -> None:
        if not self._is_closed:
            self._finish(code, reason)
            self._work.cancel()

    def _stop_response_timer(self) -> None:
        if self._response_timer is not None:
            self._response_timer.cancel()
            self._response_timer = None

    def _finish(self, code: int, reason: str) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        self._stop_response_timer()
        if self._heartbeat is not None:
            self._heartbeat.cancel()
        self._listener.on_closed(code, reason)
