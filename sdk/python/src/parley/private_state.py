"""What concerns the user alone, on all devices of the user."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .frames import Frame
from .merge_message import merge_user

if TYPE_CHECKING:
    from .client import Parley

#: The list of the items of each event.
_LISTS = {
    'roomfavourite.dispatch': 'favourites',
    'roomarchive.dispatch': 'archived',
    'roommarkunread.dispatch': 'marks',
    'roomnotify.dispatch': 'notify',
    'usernotify.dispatch': 'notify',
    'messagesave.dispatch': 'saved',
    'threadfollow.dispatch': 'follows',
    'draft.dispatch': 'drafts',
    'messageschedule.dispatch': 'scheduled',
    'schedulecancel.dispatch': 'scheduled',
    'userblock.dispatch': 'blocks',
}

_NAMES = ('favourites', 'archived', 'marks', 'notify', 'saved', 'follows', 'drafts', 'scheduled', 'blocks')


class PrivateState:
    """Favourite, archived and unread rooms, followed threads, saved and scheduled messages, drafts, blocks, and of which
    messages the user is notified.

    It is read with each sync of the client, and updated by frames, in order and without a gap. Create it before
    `connect`. It is kept in memory: after a restart it is empty until the first sync.
    """

    def __init__(self, chat: Parley) -> None:
        #: By list, and in it by the id of what the item is about; '' is the user.
        self.lists: Mapping[str, dict[str, Mapping[str, Any]]] = {name: {} for name in _NAMES}
        #: Everything up to this number has been processed.
        self.seq = 0
        # The highest number that a frame had.
        self._newest = 0
        self._handlers: dict[object, Callable[[], object]] = {}
        # A service of an earlier release has no private state.
        self._sync = chat.sync_more(lambda meta: {'private_seq': self.seq} if 'private_seq' in meta else {})
        chat.on('frame', self._receive)
        chat.on('left', lambda event: self._forget(event.room_id))
        chat.on('profile', self._take_profile)

    def on_change(self, handler: Callable[[], object]) -> Callable[[], None]:
        """Returns a function that removes the handler, which is called after each change."""
        key = object()
        self._handlers[key] = handler

        def remove() -> None:
            self._handlers.pop(key, None)

        return remove

    def is_favourite(self, room_id: str) -> bool:
        return room_id in self.lists['favourites']

    def is_blocked(self, user_id: int) -> bool:
        return str(user_id) in self.lists['blocks']

    def unread_from(self, room_id: str) -> int | None:
        """The `seq` from which on the user wants to see the room as unread; None: as it is."""
        return self.lists['marks'].get(room_id, {}).get('from_seq')

    def draft(self, room_id: str, thread_id: str | None = None) -> Mapping[str, Any] | None:
        """The unsent text of the user in a room or in a thread."""
        return self.lists['drafts'].get(thread_id or room_id)

    def _receive(self, frame: Frame) -> None:
        event_type, seq = frame['eventType'], frame.get('private_seq')
        if event_type == 'sessionsync.dispatch':
            self._receive_page(frame['data'])
        elif seq is not None:
            self._follow(event_type, frame['data'], seq)
        elif event_type == 'userblock.dispatch' and (frame.get('meta') or {}).get('changed') is False:
            # Blocks end without a number when their user is deleted: an answer that changes nothing says so.
            self._replace(event_type, frame['data'])

    def _receive_page(self, page: Mapping[str, Any]) -> None:
        part = page.get('private')
        if part:
            self._add(part)
        if page['complete'] and self.seq < self._newest:
            # The client has completed the sync after this.
            asyncio.get_running_loop().call_soon(self._sync)

    def _follow(self, event_type: str, data: Any, seq: int) -> None:
        if seq <= self.seq:
            return
        self._newest = max(self._newest, seq)
        if seq == self.seq + 1:
            self.seq = seq
            self._replace(event_type, data)
        else:
            # The missing changes come with a sync, as does this one.
            self._sync()

    def _replace(self, event_type: str, data: Mapping[str, Any]) -> None:
        name = _LISTS.get(event_type)
        if name is not None:
            # The dispatch of a refusal has the reason twice, and a sync has it as the state of the item alone.
            self._put(name, {key: value for key, value in data.items() if key != 'reason'})
            self._changed()

    def _add(self, part: Mapping[str, Any]) -> None:
        if part['reset']:
            self.seq = self._newest = 0
            for items in self.lists.values():
                items.clear()
        for name in self.lists:
            # A service of an earlier release does not have all lists.
            for item in part.get(name) or []:
                self._put(name, item)
        if part['seq'] is not None:
            self.seq = part['seq']
        self._changed()

    def _put(self, name: str, item: Mapping[str, Any]) -> None:
        items, key = self.lists[name], _key_of(item)
        if item.get('removed'):
            items.pop(key, None)
        else:
            items[key] = item

    def _take_profile(self, user: Mapping[str, Any]) -> None:
        """A user has changed, who may be blocked, or have sent a saved message."""
        for name in ('saved', 'blocks'):
            for key, item in self.lists[name].items():
                self.lists[name][key] = merge_user(item, user)
        self._changed()

    def _forget(self, room_id: str) -> None:
        """The preferences end with the membership.

        Saved messages stay, without their content. Scheduled messages stay too: the service refuses them at their time,
        and their author decides then.
        """
        for name, items in self.lists.items():
            for key, item in list(items.items()):
                if name != 'scheduled' and item.get('room_id') == room_id:
                    del items[key]
        for message_id, item in self.lists['saved'].items():
            if (item['message'].get('room') or {}).get('id') == room_id:
                self.lists['saved'][message_id] = {**item, 'message': {'id': message_id, 'gone': True}}
        self._changed()

    def _changed(self) -> None:
        for handler in list(self._handlers.values()):
            handler()


def _key_of(item: Mapping[str, Any]) -> str:
    if 'message' in item:
        return item['message']['id']
    if 'id' in item:
        return item['id']
    if 'user_id' in item:
        return str(item['user_id'])
    return item.get('thread_id') or item.get('room_id') or ''

