"""The rooms of the user."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .known_room import KnownRoom
from .models import InvitedRoom, RoomListEntry
from .room import Room, RoomHost
from .timeline import Timeline


@dataclass(frozen=True, slots=True)
class RoomList:
    """A page of rooms, and the cursor of the next one."""

    rooms: list[RoomListEntry]
    next: str | None


@dataclass(frozen=True, slots=True)
class _OpenedRoom:
    room: Room
    timeline: Timeline
    known: KnownRoom


class Rooms:
    """`on_change` is called when the messages of an opened room have changed, `on_open` with a new timeline."""

    def __init__(
        self, host: RoomHost, on_change: Callable[[str], None], on_open: Callable[[str, Timeline], None]
    ) -> None:
        self._host = host
        self._on_change = on_change
        self._on_open = on_open
        self._opened: dict[str, _OpenedRoom] = {}

    async def create(self, **room: Any) -> dict[str, Any]:
        """Creates a room, or returns the existing one of two users: the fields of `room.create` in docs/events.md."""
        return (await self._host.ask('room.create', room))['data']

    async def list(
        self, *, limit: int | None = None, cursor: str | None = None, archived: bool | None = None
    ) -> RoomList:
        """Lists the user's rooms, latest activity first.

        `limit`: 1 to 1,000; `cursor`: `next` of the previous page; `archived`: the archived rooms, and no others.
        """
        given = {'limit': limit, 'cursor': cursor, 'archived': archived}
        answer = await self._host.ask('room.list', {name: value for name, value in given.items() if value is not None})
        return RoomList(answer['data'], answer['meta']['next_cursor'])

    async def preview(self, room_id: str) -> InvitedRoom:
        """Describes a room that the user may join or ask to join."""
        return (await self._host.ask('room.preview', {'room_id': room_id}))['data']

    def open(self, room_id: str) -> Room:
        """Returns the handle of a room, always the same object until `close`, without a request."""
        opened = self._opened.get(room_id)
        if opened is None:
            timeline, known = Timeline(lambda: self._on_change(room_id)), KnownRoom()
            opened = _OpenedRoom(Room(room_id, self._host, timeline, known), timeline, known)
            self._on_open(room_id, timeline)
            self._opened[room_id] = opened
        return opened.room

    def close(self, room_id: str) -> None:
        """Stops collecting the messages of a room. The next `open` starts with an empty list."""
        self._opened.pop(room_id, None)

    def timeline_of(self, room_id: str) -> Timeline | None:
        """None for a room that is not open."""
        opened = self._opened.get(room_id)
        return opened and opened.timeline

    def update(self, part: Mapping[str, Any]) -> None:
        """Replaces a user, or a file, in the messages and in the known states of opened rooms."""
        for opened in self._opened.values():
            opened.timeline.update_part(part)
            opened.known.update_part(part)

    def merge(self, room: Mapping[str, Any]) -> Mapping[str, Any]:
        """Completes a state of a room from what is known, if the room is open."""
        opened = self._opened.get(room['id'])
        return room if opened is None else opened.known.merge(room)
