"""Frames become events of the application."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from . import events
from .emitter import Emitter
from .frames import Frame
from .models import Message
from .outbox import Outbox
from .room_sequencer import RoomSyncResult
from .rooms import Rooms
from .typing_users import TypingUsers


class Dispatcher:
    """Numbered frames arrive here in order, and once. Events that this version does not know are ignored."""

    def __init__(
        self,
        emitter: Emitter,
        rooms: Rooms,
        outbox: Outbox,
        typing_users: TypingUsers,
        own_id: Callable[[], int | None],
    ) -> None:
        self._emit = emitter.emit
        self._rooms = rooms
        self._outbox = outbox
        self._typing_users = typing_users
        self._own_id = own_id
        self._numbered: dict[str, Callable[[Frame, str], None]] = {
            'message.dispatch': lambda frame, room_id: self._add_message(room_id, frame['data']),
            'messagemodification.dispatch': self._modify_messages,
            'reaction.dispatch': self._react,
            'messagepin.dispatch': self._pin,
            'attachment.dispatch': lambda frame, _: self._rooms.update(frame['data']['attachment']),
            'pollupdate.dispatch': self._change_poll,
            'messagepreview.dispatch': self._change_previews,
            'roomcreate.dispatch': lambda frame, room_id: self._change_room(room_id, frame['data']),
            'roomupdate.dispatch': lambda frame, room_id: self._change_room(room_id, frame['data']),
            'roomaddmembers.dispatch': self._add_members,
            'roomremovemembers.dispatch': self._remove_members,
            'roomexit.dispatch': lambda frame, room_id: self._emit(
                'left', events.LeftEvent(room_id, frame['data'].get('message'))
            ),
            'roomdelete.dispatch': lambda _, room_id: self._delete_room(room_id),
        }
        self._unnumbered: dict[str, Callable[[Frame], None]] = {
            'messagedelivered.dispatch': self._deliver,
            'readreceipt.dispatch': self._read,
            'joinrequest.dispatch': lambda frame: self._emit('join_request', frame['data']),
            'userupdate.dispatch': self._update_user,
            'sessionsync.dispatch': self._update_profiles,
            'presence.dispatch': lambda frame: self._emit('presence', frame['data']),
            'messagetyping.dispatch': self._type,
        }

    def dispatch_numbered(self, frame: Frame) -> None:
        """A change that has a `seq`."""
        handle = self._numbered.get(frame['eventType'])
        if handle is not None:
            handle(frame, frame['room_id'])

    def dispatch_unnumbered(self, frame: Frame) -> None:
        """A frame without a `seq`, in the order of arrival."""
        handle = self._unnumbered.get(frame['eventType'])
        if handle is not None:
            handle(frame)

    def dispatch_sync(self, result: RoomSyncResult) -> None:
        """What a sync says about one room."""
        room_id = result.room_id
        if result.room is not None:
            self._change_room(room_id, cast(Mapping[str, Any], result.room))
        if result.is_reset:
            self._reset_room(room_id, result.fresh)
        else:
            for message in result.fresh:
                self._add_message(room_id, message)
        for message in result.changed:
            self._edit_message(room_id, message)
        if result.deleted_ids:
            self._delete_messages(room_id, result.deleted_ids)
        if result.marks:
            self._emit('marks', events.MarksEvent(room_id, result.marks))

    def _add_message(self, room_id: str, message: Message) -> None:
        self._typing_users.stop(room_id, message['sender']['id'])
        if timeline := self._rooms.timeline_of(room_id):
            timeline.add([message])
        self._emit('message', events.MessageEvent(room_id, message))
        self._outbox.confirm(message)

    def _reset_room(self, room_id: str, messages: list[Message]) -> None:
        if timeline := self._rooms.timeline_of(room_id):
            timeline.reset(messages)
        self._emit('reset', events.ResetEvent(room_id, messages))
        for message in messages:
            self._outbox.confirm(message)

    def _edit_message(self, room_id: str, message: Message) -> None:
        if timeline := self._rooms.timeline_of(room_id):
            timeline.update(message)
        self._emit('edited', events.MessageEvent(room_id, message))

    def _delete_messages(self, room_id: str, message_ids: list[str]) -> None:
        if timeline := self._rooms.timeline_of(room_id):
            timeline.remove(message_ids)
        self._emit('deleted', events.DeletedEvent(room_id, message_ids))

    def _modify_messages(self, frame: Frame, room_id: str) -> None:
        data = frame['data']
        if data['action'] == 'update':
            self._edit_message(room_id, data['message'])
        else:
            self._delete_messages(room_id, data['message_ids'])

    def _react(self, frame: Frame, room_id: str) -> None:
        data = frame['data']
        user_id = data.get('user_id')
        message = self._merge_message(room_id, data['message'], user_id)
        self._emit('reaction', events.ReactionEvent(room_id, data['type'], user_id, message))

    def _pin(self, frame: Frame, room_id: str) -> None:
        self._emit('pin', events.PinEvent(room_id, self._merge_message(room_id, frame['data']['message'])))

    def _change_poll(self, frame: Frame, room_id: str) -> None:
        poll = frame['data']['poll']
        self._change_part(frame, room_id, lambda known: {**known, 'poll': {**(known.get('poll') or {}), **poll}})

    def _change_previews(self, frame: Frame, room_id: str) -> None:
        previews = frame['data']['link_previews']
        self._change_part(frame, room_id, lambda known: {**known, 'link_previews': previews})

    def _change_part(self, frame: Frame, room_id: str, changed: Callable[[Any], Any]) -> None:
        if timeline := self._rooms.timeline_of(room_id):
            timeline.change(frame['data']['message_id'], changed)

    def _change_room(self, room_id: str, room: Mapping[str, Any]) -> None:
        self._emit('room', events.RoomChangedEvent(room_id, cast(Any, self._rooms.merge(room))))

    def _add_members(self, frame: Frame, room_id: str) -> None:
        data = frame['data']
        self._change_room(room_id, data['room'])
        members = events.MembersEvent(room_id, data['room'], data['new_members'], [], data['added_by'])
        self._emit('members', members)

    def _remove_members(self, frame: Frame, room_id: str) -> None:
        data = frame['data']
        self._change_room(room_id, data['room'])
        members = events.MembersEvent(room_id, data['room'], [], data['removed_members'], data['removed_by'])
        self._emit('members', members)

    def _delete_room(self, room_id: str) -> None:
        # A OneToOneChat that the user has deleted may come back, without its earlier messages.
        if timeline := self._rooms.timeline_of(room_id):
            timeline.reset([])
        self._emit('left', events.LeftEvent(room_id))

    def _deliver(self, frame: Frame) -> None:
        messages = [self._merge_receipts(short['room']['id'], short) for short in frame['data']]
        self._emit('delivered', events.DeliveredEvent(messages))

    def _read(self, frame: Frame) -> None:
        room_id, data, meta = frame['room_id'], frame['data'], frame.get('meta') or {}
        shorts = data if isinstance(data, list) else [data]
        messages = [self._merge_receipts(room_id, short) for short in shorts]
        # Of several readers, whose receipts came together, each is an event: the first one has the messages.
        for read in meta.get('reads') or [meta]:
            self._emit('receipt', events.ReceiptEvent(room_id, messages, read.get('user_id'), read.get('up_to_seq')))
            messages = []

    def _update_user(self, frame: Frame) -> None:
        data = frame['data']
        self._rooms.update(data['user'])
        if 'add_policy' in data:
            self._emit('settings', data)
        else:
            self._emit('profile', data['user'])

    def _update_profiles(self, frame: Frame) -> None:
        for user in (frame['data'].get('profiles') or {}).get('users', []):
            self._rooms.update(user)
            self._emit('profile', user)

    def _type(self, frame: Frame) -> None:
        # A frame with a request id is the answer to the user's own typing event.
        if frame.get('request_id') is None and frame['data']['user_id'] != self._own_id():
            self._typing_users.start(frame['data'])

    def _merge_message(self, room_id: str, short: Any, user_id: int | None = None) -> Any:
        """Completes a short message from the room's messages, if they contain it, and updates them."""
        timeline = self._rooms.timeline_of(room_id)
        return (timeline and timeline.merge(short, user_id)) or short

    def _merge_receipts(self, room_id: str, short: Any) -> Any:
        timeline = self._rooms.timeline_of(room_id)
        return (timeline and timeline.merge_receipts(short)) or short
