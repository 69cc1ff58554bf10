"""One room that the application shows."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Literal, Protocol, TypeAlias

from .emitter import Emitter
from .events import EventName, Outgoing
from .frames import Frame
from .known_room import KnownRoom
from .models import Message
from .outbox import Outbox
from .read_reporter import ReadReporter
from .timeline import Timeline
from .typing_users import TypingNotifier

RoleAction: TypeAlias = Literal['add_admin', 'remove_admin', 'add_moderator', 'remove_moderator']


class RoomHost(Protocol):
    """The parts of the client that a room uses."""

    events: Emitter
    outbox: Outbox
    read_reporter: ReadReporter
    typing: TypingNotifier

    async def ask(self, event_type: str, data: Mapping[str, Any]) -> Frame: ...


@dataclass(frozen=True, slots=True)
class History:
    """Messages that were loaded, newest first, and whether there are more."""

    messages: list[Message]
    more: bool


class Room:
    """Refused requests raise a ParleyError."""

    def __init__(self, room_id: str, host: RoomHost, timeline: Timeline, known: KnownRoom) -> None:
        self.id = room_id
        self._host = host
        self._timeline = timeline
        self._known = known

    @property
    def messages(self) -> list[Message | Outgoing]:
        """The messages received since the room was opened and those loaded from its history, in order.

        After them come the user's unsent messages: queued (`pending`), or refused, with an `error`.
        """
        return self._timeline.all

    def on(self, name: EventName, handler: Callable[[Any], object]) -> Callable[[], None]:
        """Like `chat.on`, for this room only."""

        def handle(event: Any) -> None:
            if getattr(event, 'room_id', None) == self.id:
                handler(event)

        return self._host.events.on(name, handle)

    def send(
        self,
        text: str,
        *,
        reply_to: str | None = None,
        forward: str | None = None,
        forward_room: str | None = None,
        media: Sequence[Mapping[str, Any]] | None = None,
        mentions: Sequence[int] | None = None,
        mention_room: bool | None = None,
        metadata: Mapping[str, Any] | None = None,
        kind: str | None = None,
        silent: bool | None = None,
        poll: Mapping[str, Any] | None = None,
        client_message_id: str | None = None,
    ) -> asyncio.Future[Message]:
        """Queues a message at once, and sends it as soon as there is a connection.

        It is retried until the service answers, whether the result is awaited or not; cancelling what waits for the
        result does not take the message back. A UUID that is derived from what the message answers, as
        `client_message_id`, stores the answer once, however often the program is started again.

        The result is the stored message. Raises ParleyError when it is refused permanently, or held.
        """
        fields = {
            'parent_message_id': reply_to,
            'forwarded_from_id': forward,
            'forwarded_from_room_id': forward_room,
            'media': media,
            'mentions': mentions,
            'mention_room': mention_room,
            'metadata': metadata,
            'kind': kind,
            'silent': silent,
            'poll': poll,
        }
        created_at = datetime.now(timezone.utc).isoformat(timespec='milliseconds').replace('+00:00', 'Z')
        return self._host.outbox.enqueue(
            {
                'room_id': self.id,
                'client_message_id': client_message_id or str(uuid.uuid4()),
                'content': text,
                'extra_fields': _given(fields),
                'created_at': created_at,
            }
        )

    def discard(self, client_message_id: str) -> None:
        """Removes a refused message from `messages`."""
        for message in self.messages:
            if isinstance(message, Outgoing) and not message.pending:
                if message.entry['client_message_id'] == client_message_id:
                    self._timeline.remove_outgoing(client_message_id)

    async def history(self, *, before: int | None = None, limit: int = 50) -> History:
        """Loads older messages and adds them to `messages`.

        `before`: messages with a lower `seq`; by default older than the oldest of `messages`, or the newest if there
        are none. `limit`: at most 200.
        """
        oldest = self._timeline.oldest
        if before is None and oldest is not None:
            before = oldest['seq']
        paginate = {'size': limit} if before is None else {'before_seq': before, 'limit': limit}
        page = (await self._ask('room.messages', paginate=paginate))['data']
        messages: list[Message] = page['data']['messages']
        self._timeline.add(messages)
        return History(messages, page['has_next'])

    async def edit(
        self,
        message_id: str,
        content: str | None = None,
        *,
        mentions: Sequence[int] | None = None,
        mention_room: bool | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> None:
        """What is not given stays as it is."""
        fields = {'content': content, 'mentions': mentions, 'mention_room': mention_room, 'metadata': metadata}
        await self._ask('message.modify', action='update', message_id=message_id, extra_fields=_given(fields))

    async def delete(self, *message_ids: str) -> None:
        await self._ask('message.modify', action='delete', message_id=list(message_ids))

    async def react(self, message_id: str, reaction: str) -> None:
        """Adds a reaction of the user, in place of an earlier one unless the room has `reactions: many`."""
        await self._ask('message.react', type='add', message_id=message_id, reaction_content=reaction)

    async def unreact(self, message_id: str, reaction: str) -> None:
        await self._ask('message.react', type='remove', message_id=message_id, reaction_content=reaction)

    async def acknowledge(self, *message_ids: str) -> None:
        """Reports these messages as delivered."""
        await self._ask('message.acknowledged', message_id=list(message_ids))

    def mark_read(self, up_to_seq: int | None = None) -> None:
        """Reports that the user has read everything up to a `seq`, by default that of the newest of `messages`.

        Reports are batched, and sent when there is a connection.
        """
        newest = self._timeline.newest
        if up_to_seq is None and newest is not None:
            up_to_seq = newest['seq']
        if up_to_seq is not None:
            self._host.read_reporter.report(self.id, up_to_seq)

    def typing(self) -> None:
        """Reports that the user is typing. Call it for every key: it is sent at most every two seconds."""
        self._host.typing.notify(self.id)

    async def info(self) -> dict[str, Any]:
        return self._known.merge((await self._ask('room.info'))['data'])

    async def join(self) -> bool:
        """Returns True when the user is a member now, False when a join request was sent to the admins."""
        return 'room' in (await self._ask('room.join'))['data']

    async def leave(self) -> None:
        await self._ask('room.leave')

    async def add(self, *user_ids: int) -> None:
        await self._ask('room.add_members', members=list(user_ids))

    async def remove(self, *user_ids: int) -> None:
        await self._ask('room.remove_members', members=list(user_ids))

    async def update(self, **changes: Any) -> None:
        """Changes settings of the room: those of `room.modify` in docs/events.md."""
        await self._ask('room.modify', action='update', data=changes)

    async def set_role(self, action: RoleAction, *user_ids: int) -> None:
        await self._ask('room.modify', action=action, data={'users': list(user_ids)})

    async def permit(self, permissions: Sequence[str], *user_ids: int) -> None:
        await self._permission('add_permission', permissions, user_ids)

    async def forbid(self, permissions: Sequence[str], *user_ids: int) -> None:
        await self._permission('remove_permission', permissions, user_ids)

    async def destroy(self) -> None:
        """Deletes the room for all members."""
        await self._ask('room.modify', action='delete')

    async def _permission(self, action: str, permissions: Sequence[str], user_ids: Sequence[int]) -> None:
        data = {'users': list(user_ids), 'permission': list(permissions)}
        await self._ask('room.modify', action=action, data=data)

    async def _ask(self, event_type: str, **data: Any) -> Frame:
        return await self._host.ask(event_type, {'room_id': self.id, **data})


def _given(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}
