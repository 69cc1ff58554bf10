"""The events that an application can listen to. Their objects are those of the wire: see docs/protocol.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .errors import ParleyError
from .models import (
    MemberMark,
    Message,
    Notification,
    Room,
    RoomWithoutMembers,
    ShortMessage,
    Typing,
)
from .storage import QueuedSend

EventName: TypeAlias = Literal[
    'state',
    'notifications',
    'room',
    'reset',
    'left',
    'members',
    'join_request',
    'settings',
    'profile',
    'message',
    'edited',
    'deleted',
    'reaction',
    'pin',
    'receipt',
    'marks',
    'delivered',
    'typing',
    'presence',
    'messages',
    'outgoing',
    'error',
    'frame',
]


@dataclass(frozen=True, slots=True)
class RoomEvent:
    """An event that concerns one room. Of `messages`: those of an opened room have changed."""

    room_id: str


@dataclass(frozen=True, slots=True)
class MessageEvent(RoomEvent):
    """`message`: a new message, each once, and those of a room in the order of their `seq`.

    `edited`: the current state of a changed message: its text was edited, or a sync found another change of the message
    or of the message that it replies to.
    """

    message: Message


@dataclass(frozen=True, slots=True)
class DeletedEvent(RoomEvent):
    message_ids: list[str]


@dataclass(frozen=True, slots=True)
class ResetEvent(RoomEvent):
    """Replace everything held of the room by these messages, its newest. Older ones are in the history."""

    messages: list[Message]


@dataclass(frozen=True, slots=True)
class LeftEvent(RoomEvent):
    """The user is no longer a member."""

    #: Set when a member removed the user, or the user left.
    message: str | None = None


@dataclass(frozen=True, slots=True)
class RoomChangedEvent(RoomEvent):
    """The current state of a room that is new to the user or has changed.

    A change of its settings comes without the lists of members, unless the room is open and they are known.
    """

    room: Room | RoomWithoutMembers


@dataclass(frozen=True, slots=True)
class MembersEvent(RoomEvent):
    """Members that were added or removed, by username."""

    room: Room
    added: list[str]
    removed: list[str]
    #: Who did it: `self` for a user who joined or left.
    by: str


@dataclass(frozen=True, slots=True)
class ReactionEvent(RoomEvent):
    """A reaction was added or removed, by the user `user_id` if that is known.

    Here, in `pin`, `receipt` and `delivered` a message is complete if it is among those of an opened room. Otherwise it
    is as the service sends it: short, and perhaps cut. `merge_message` applies it to a message that the application
    has, and `merge_receipts` a receipt.
    """

    type: Literal['add', 'remove']
    user_id: int | None
    message: Message | ShortMessage


@dataclass(frozen=True, slots=True)
class PinEvent(RoomEvent):
    """A message was pinned or unpinned, as its `pinned` says."""

    message: Message | ShortMessage


@dataclass(frozen=True, slots=True)
class ReceiptEvent(RoomEvent):
    """Messages were read."""

    messages: list[Message | ShortMessage]
    #: The reader, if the frame names one.
    user_id: int | None
    #: How far; None: single messages.
    up_to_seq: int | None


@dataclass(frozen=True, slots=True)
class MarksEvent(RoomEvent):
    """The delivered and read positions of the members, as a sync found them."""

    marks: list[MemberMark]


@dataclass(frozen=True, slots=True)
class DeliveredEvent:
    """Messages of the user that were delivered to a member."""

    messages: list[Message | ShortMessage]


@dataclass(frozen=True, slots=True)
class TypingEvent(RoomEvent):
    """The users who are typing now, without the user."""

    users: list[Typing]


@dataclass(frozen=True, slots=True)
class NotificationsEvent:
    """Once a connection: the pending notifications and the unread counts."""

    by_room: dict[str, list[Notification]]
    unread: dict[str, int]
    unread_mentions: dict[str, int]
    total: int
    truncated: bool


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message of the user that is not stored yet. A stored one is emitted as a `message`."""

    entry: QueuedSend
    #: False after a permanent refusal.
    pending: bool
    error: ParleyError | None = None
