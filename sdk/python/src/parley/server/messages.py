"""Messages, in the name of a user."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from ..models import HeldMessage, Message, MessagePage
from .resource import Resource, path_of, without_none


class Messages(Resource):
    """`user` names who acts, for a key that acts for more than one user."""

    async def send(
        self,
        room_id: str,
        content: str,
        *,
        client_message_id: str | None = None,
        extra_fields: Mapping[str, Any] | None = None,
        user: str | int | None = None,
    ) -> Message | HeldMessage:
        """Sends a message, and repeats the request until it is answered: the same `client_message_id` is stored once.

        Without one there is a new one for each call. A UUID that is derived from what the message is about, an order for
        instance, also survives a restart of the caller.
        """
        body = {
            'content': content,
            'client_message_id': client_message_id or str(uuid.uuid4()),
            'extra_fields': dict(extra_fields or {}),
        }
        path = path_of('rooms', room_id, 'messages')
        return (await self._requests.send('POST', path, body=body, user=user, may_repeat=True))['data']

    async def list(
        self,
        room_id: str,
        *,
        before_seq: int | None = None,
        after_seq: int | None = None,
        limit: int | None = None,
        include_threads: bool | None = None,
        user: str | int | None = None,
    ) -> MessagePage:
        """A page of the history; the newest by default."""
        query = {'before_seq': before_seq, 'after_seq': after_seq, 'limit': limit, 'include_threads': include_threads}
        answer = await self._requests.send('GET', path_of('rooms', room_id, 'messages'), query=query, user=user)
        return answer['data']

    async def edit(
        self, message_id: str, content: str, *, room_id: str | None = None, user: str | int | None = None
    ) -> None:
        """`room_id` spares the service a lookup, here and below."""
        path, query = path_of('messages', message_id), {'room_id': room_id}
        await self._requests.send('PATCH', path, body={'content': content}, query=query, user=user)

    async def delete(self, message_id: str, *, room_id: str | None = None, user: str | int | None = None) -> None:
        path, query = path_of('messages', message_id), {'room_id': room_id}
        await self._requests.send('DELETE', path, query=query, user=user, may_repeat=False)

    async def react(
        self, message_id: str, reaction: str, *, room_id: str | None = None, user: str | int | None = None
    ) -> None:
        path, query = path_of('messages', message_id, 'reactions'), {'room_id': room_id}
        await self._requests.send('POST', path, body={'reaction_content': reaction}, query=query, user=user)

    async def search(self, query: str | None = None, *, user: str | int | None = None, **filters: Any) -> Any:
        """`filters`: `room_id`, `from_user_id`, `since`, `until`, `has`, `before`, `limit`."""
        sent = without_none({'query': query, **filters})
        return (await self._requests.send('GET', path_of('messages', 'search'), query=sent, user=user))['data']
