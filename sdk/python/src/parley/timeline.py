"""The messages of one room, as they are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from .events import Outgoing
from .merge_message import merge_message, merge_receipts, merge_user
from .models import Message, ShortMessage


class Timeline:
    """Received and loaded messages in order, then the user's unsent ones.

    Replies that stand in a thread alone are not among them once they are stored.
    """

    def __init__(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change
        self._messages: list[Message] = []
        self._outgoing: dict[str, Outgoing] = {}

    @property
    def all(self) -> list[Message | Outgoing]:
        return [*self._messages, *self._outgoing.values()]

    @property
    def oldest(self) -> Message | None:
        return self._messages[0] if self._messages else None

    @property
    def newest(self) -> Message | None:
        return self._messages[-1] if self._messages else None

    def add(self, messages: Sequence[Message]) -> None:
        """A message replaces the one with its id."""
        for message in messages:
            self._outgoing.pop(message['client_message_id'] or '', None)
        every = {message['id']: message for message in [*self._messages, *messages]}
        shown = [message for message in every.values() if not message.get('thread') or message.get('also_to_room')]
        self._replace(sorted(shown, key=lambda message: message['seq']))

    def update(self, current: Message) -> None:
        """Changes a message to its current state.

        The user's own votes in a poll stay as they are known where they are missing.
        """

        def changed(known: Message) -> Message:
            poll, known_poll = current.get('poll'), known.get('poll') or {}
            return cast(Message, {**current, 'poll': poll and {**known_poll, **poll}})

        self.change(current['id'], changed)

    def merge(self, short: ShortMessage, user_id: int | None = None) -> Message | None:
        """A small change, of the reaction of this user if it is one."""
        return self.change(short['id'], lambda known: merge_message(known, short, user_id))

    def merge_receipts(self, short: ShortMessage) -> Message | None:
        return self.change(short['id'], lambda known: merge_receipts(known, short))

    def change(self, message_id: str, changed: Callable[[Message], Message]) -> Message | None:
        """Changes a message, also where it is the parent of a reply. None: it is not listed."""
        self._replace([_changed_in(message, message_id, changed) for message in self._messages])
        return next((message for message in self._messages if message['id'] == message_id), None)

    def update_part(self, part: Mapping[str, Any]) -> None:
        """Replaces a user, or a file, in all messages."""
        messages = merge_user(self._messages, part)
        if messages is not self._messages:
            self._replace(messages)

    def remove(self, message_ids: Sequence[str]) -> None:
        """Replies to these messages lose their parent."""
        present = [message for message in self._messages if message['id'] not in message_ids]
        self._replace([_without_parent(message, message_ids) for message in present])

    def reset(self, messages: Sequence[Message]) -> None:
        self._messages = []
        self.add(messages)

    def put_outgoing(self, outgoing: Outgoing) -> None:
        """Adds an unsent message, or replaces its earlier state."""
        self._outgoing[outgoing.entry['client_message_id']] = outgoing
        self._on_change()

    def remove_outgoing(self, client_message_id: str) -> None:
        self._outgoing.pop(client_message_id, None)
        self._on_change()

    def _replace(self, messages: list[Message]) -> None:
        self._messages = messages
        self._on_change()


def _changed_in(message: Message, message_id: str, changed: Callable[[Message], Message]) -> Message:
    if message['id'] == message_id:
        return changed(message)
    parent = message.get('parent_message')
    if parent is None or parent['id'] != message_id:
        return message
    # A message within a message has none itself.
    return {**message, 'parent_message': {**changed(parent), 'parent_message': None, 'forwarded_from': None, 'poll': None}}


def _without_parent(message: Message, message_ids: Sequence[str]) -> Message:
    parent = message.get('parent_message')
    return {**message, 'parent_message': None} if parent is not None and parent['id'] in message_ids else message
