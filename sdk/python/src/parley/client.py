"""The chat client."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Literal, overload
from urllib.parse import urlsplit

from . import events
from .emitter import Emitter
from .errors import ParleyError
from .frames import Frame
from .models import JoinRequest, OwnSettings, Presence, Profile, SearchPage
from .reconnecting_socket import State, TokenFunction
from .rooms import Rooms
from .session import Session
from .storage import MemoryStorage, Storage
from .sync import SyncFields
from .timing import Timing


class Parley:
    """Keeps a connection to the service open, and the application up to date.

    It belongs to one event loop. `async with Parley(...) as chat` connects, and closes at the end.
    """

    def __init__(
        self,
        *,
        url: str,
        token: TokenFunction,
        storage: Storage | None = None,
        timing: Timing | None = None,
    ) -> None:
        """`url`: of the WebSocket, `wss://chat.example.com/messaging/`; `storage`: keeps positions and unsent
        messages, by default in memory.

        Raises ValueError for an invalid address.
        """
        if urlsplit(url).scheme not in ('ws', 'wss') or not urlsplit(url).hostname:
            raise ValueError(f'Not the address of a WebSocket: {url}')
        self._emitter = Emitter()
        self._session = Session(url, token, storage or MemoryStorage(), timing or Timing(), self._emitter)

    @property
    def state(self) -> State:
        return self._session.state

    @property
    def rooms(self) -> Rooms:
        return self._session.rooms

    async def connect(self) -> None:
        """Connects, and reconnects until `close`. `state` events report the progress.

        Messages can be sent before it returns: they are queued. It returns when the application has received everything
        that it missed. Raises ParleyError when the client stops, or is closed, before that.
        """
        await self._session.connect()

    async def close(self) -> None:
        """Disconnects, and returns when the state is stored and no work is left in the background.

        Unsent messages stay queued for the next `connect`.
        """
        await self._session.close()

    async def __aenter__(self) -> Parley:
        try:
            await self.connect()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def ask(self, event_type: str, data: Mapping[str, Any]) -> Frame:
        """Sends one request of docs/events.md, without a retry: `parley.models` has the types of its data.

        Returns the answer; for a change of a room, the user's own copy of the broadcast. Raises ParleyError when the
        request is refused, or there is no connection.
        """
        return await self._session.ask(event_type, data)

    async def find(self, username: str) -> Profile:
        """Finds a user by the complete username. Raises ParleyError 4004 when there is no such user."""
        return (await self.ask('user.find', {'username': username}))['data']

    async def search(
        self, query: str, *, room_id: str | None = None, before: str | None = None, limit: int | None = None
    ) -> SearchPage:
        """Finds the messages that contain all words of the query, in one room or in all rooms of the user.

        `before`: `next_before` of the previous page; `limit`: 1 to 50.
        """
        given = {'query': query, 'room_id': room_id, 'before': before, 'limit': limit}
        data = {name: value for name, value in given.items() if value is not None}
        return (await self.ask('message.search', data))['data']

    async def acknowledge_notifications(self, *ids: str) -> None:
        """Marks notifications as seen: they are not sent again."""
        await self.ask('notification.acknowledge', {'notification_id': list(ids)})

    async def watch_presence(self, *user_ids: int) -> list[Presence]:
        """Subscribes to the presence of these users, in place of the previous ones, on this and all later connections.

        Returns their current presence; changes are emitted as `presence`.
        """
        return await self._session.watch_presence(user_ids)

    def sync_more(self, request: SyncFields) -> Callable[[], None]:
        """Requests more with each sync, such as the private state. The pages of the answer are emitted as `frame`.

        Returns a function that starts a sync, unless one is running or there is no connection.
        """
        return self._session.sync_more(request)

    @overload
    def on(self, name: Literal['message', 'edited'], handler: Callable[[events.MessageEvent], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['deleted'], handler: Callable[[events.DeletedEvent], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['reset'], handler: Callable[[events.ResetEvent], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['left'], handler: Callable[[events.LeftEvent], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['room'], handler: Callable[[events.RoomChangedEvent], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['members'], handler: Callable[[events.MembersEvent], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['reaction'], handler: Callable[[events.ReactionEvent], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['pin'], handler: Callable[[events.PinEvent], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['receipt'], handler: Callable[[events.ReceiptEvent], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['marks'], handler: Callable[[events.MarksEvent], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['delivered'], handler: Callable[[events.DeliveredEvent], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['typing'], handler: Callable[[events.TypingEvent], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['notifications'], handler: Callable[[events.NotificationsEvent], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['messages'], handler: Callable[[events.RoomEvent], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['outgoing'], handler: Callable[[events.Outgoing], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['state'], handler: Callable[[State], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['error'], handler: Callable[[ParleyError], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['presence'], handler: Callable[[list[Presence]], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['profile'], handler: Callable[[Profile], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['settings'], handler: Callable[[OwnSettings], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['join_request'], handler: Callable[[JoinRequest], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: Literal['frame'], handler: Callable[[Frame], object]) -> Callable[[], None]: ...
    @overload
    def on(self, name: events.EventName, handler: Callable[[Any], object]) -> Callable[[], None]: ...

    def on(self, name: events.EventName, handler: Callable[[Any], object]) -> Callable[[], None]:
        """Calls the handler with each event of this name, in the order of the events.

        Handlers are plain functions. An answer that a handler of `message` sends is stored together with the position
        of the message. Returns a function that removes the handler.
        """
        return self._emitter.on(name, handler)
