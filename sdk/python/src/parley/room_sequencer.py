"""The order of the changes of each room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from .frames import Frame, ends_membership, starts_membership
from .models import MemberMark, Message, Room


@dataclass(frozen=True, slots=True)
class RoomSyncResult:
    """What a sync says about one room."""

    room_id: str
    #: Whether this replaces everything that is held of the room.
    is_reset: bool
    #: None when it has not changed.
    room: Room | None
    #: New messages, in the order of their `seq`.
    fresh: list[Message]
    #: The current state of messages that were delivered before.
    changed: list[Message]
    deleted_ids: list[str]
    marks: list[MemberMark]


class SequencerListener(Protocol):
    """Receives frames and sync results, in order and once."""

    def on_numbered(self, frame: Frame) -> None: ...

    def on_synced(self, result: RoomSyncResult) -> None: ...

    def on_left(self, room_id: str) -> None:
        """A sync found that the user is no longer a member of the room."""

    def on_gap(self) -> None:
        """A `seq` is missing, and no sync is running that would fetch it."""


@dataclass(slots=True)
class _RunningSync:
    named: frozenset[str]
    #: The rooms whose parts are complete.
    finished: set[str] = field(default_factory=set)
    #: The parts of the room that is being received.
    parts: list[dict[str, Any]] = field(default_factory=list)


class RoomSequencer:
    """Delivers each change of a room once and in the order of its `seq`, live or as part of a sync result.

    A frame that arrives early is held.
    """

    def __init__(self, listener: SequencerListener) -> None:
        self._listener = listener
        # The last delivered `seq` by room, least recently changed room first.
        self._positions: dict[str, int] = {}
        self._held: dict[str, list[Frame]] = {}
        self._sync: _RunningSync | None = None

    def restore(self, positions: Mapping[str, int]) -> None:
        """Continues from stored positions."""
        self._positions.update(positions)

    def snapshot(self) -> dict[str, int]:
        """The positions to store."""
        return dict(self._positions)

    def receive(self, frame: Frame) -> None:
        """A numbered frame has arrived."""
        room_id: str = frame['room_id']
        if self._sync is not None and room_id not in self._sync.finished:
            self._hold(frame)
        elif self._deliver(frame):
            self._release(room_id)
        else:
            self._hold(frame)
            if self._sync is None:
                self._listener.on_gap()

    def begin_sync(self, limit: int) -> dict[str, int]:
        """Live frames of a room are held until the sync has finished that room.

        Returns the positions to name: of the rooms that have changed last, at most `limit`. The service sends the
        others completely.
        """
        named = dict(list(self._positions.items())[-limit:])
        self._sync = _RunningSync(frozenset(named))
        return named

    def receive_page(self, page: Mapping[str, Any]) -> None:
        """A room may go on from one page to the next."""
        sync = self._sync
        if sync is None:
            return
        for room in page['rooms']:
            if not sync.parts or sync.parts[0]['room_id'] != room['room_id']:
                self._finish(sync)
            sync.parts.append(room)
        if page['complete']:
            self._finish(sync)
        for room_id in page['left']:
            if self._positions.pop(room_id, None) is not None:
                self._listener.on_left(room_id)

    def end_sync(self) -> bool:
        """Returns False when a `seq` is still missing and another sync is needed."""
        self._sync = None
        for room_id in list(self._held):
            self._release(room_id)
            # The sync is newer than these frames and does not know the room: the user has left it.
            if room_id not in self._positions:
                self._held.pop(room_id, None)
        return not self._held

    def abort_sync(self) -> None:
        """The connection is lost.

        The next sync fetches the held frames again, and a partly received room from its start.
        """
        self._sync = None
        self._held.clear()

    def _finish(self, sync: _RunningSync) -> None:
        parts, sync.parts = sync.parts, []
        if not parts:
            return
        room_id: str = parts[-1]['room_id']
        position = self._positions.get(room_id)
        is_unnamed = position is not None and room_id not in sync.named
        sync.finished.add(room_id)
        self._set_position(room_id, parts[-1]['last_seq'])
        self._listener.on_synced(_merge_parts(parts, position or 0, is_unnamed))
        self._release(room_id)

    def _deliver(self, frame: Frame) -> bool:
        """Returns False when the frame is early; a frame that was delivered before is ignored."""
        room_id, seq = frame['room_id'], frame['seq']
        position = self._positions.get(room_id)
        if ends_membership(frame) if position is None else seq <= position:
            return True
        if ends_membership(frame):
            self._positions.pop(room_id, None)
            self._held.pop(room_id, None)
        else:
            if not starts_membership(frame) if position is None else seq != position + 1:
                return False
            self._set_position(room_id, seq)
        self._listener.on_numbered(frame)
        return True

    def _release(self, room_id: str) -> None:
        for frame in sorted(self._held.pop(room_id, []), key=lambda waiting: waiting['seq']):
            if not self._deliver(frame):
                self._hold(frame)

    def _hold(self, frame: Frame) -> None:
        self._held.setdefault(frame['room_id'], []).append(frame)

    def _set_position(self, room_id: str, seq: int) -> None:
        self._positions.pop(room_id, None)
        self._positions[room_id] = seq


def _merge_parts(parts: list[dict[str, Any]], position: int, is_unnamed: bool) -> RoomSyncResult:
    """Combines the parts of one room, of which everything up to `position` was delivered.

    The service sends messages in the order of their latest change, so that an edited message comes after newer ones.
    A known room that the request did not name comes completely.
    """
    is_reset = is_unnamed or any(part['reset'] for part in parts)
    messages = [message for part in parts for message in part['messages']]
    present = [message for message in messages if not message['is_deleted']]
    fresh = [message for message in present if is_reset or message['seq'] > position]
    return RoomSyncResult(
        room_id=parts[0]['room_id'],
        is_reset=is_reset,
        room=next((part['room'] for part in parts if part['room'] is not None), None),
        fresh=sorted(fresh, key=lambda message: message['seq']),
        changed=[] if is_reset else [message for message in present if message['seq'] <= position],
        deleted_ids=[message['id'] for message in messages if message['is_deleted']],
        marks=[mark for part in parts for mark in part.get('marks') or []],
    )
