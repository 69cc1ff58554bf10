"""Rooms and their members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ..models import ChangedMembership, MemberPage, ProductRoom, Room, RoomListEntry
from .resource import Resource, path_of


class Rooms(Resource):
    """Rooms of the product, by its own ids, and rooms in the name of a user."""

    async def put(
        self,
        external_id: str,
        *,
        type: Literal['OneToOneChat', 'GroupChat', 'Channel'],  # noqa: A002 -- The name of the field.
        members: Sequence[str] | None = None,
        created_by: str | None = None,
        **fields: Any,
    ) -> ProductRoom:
        """Makes the room with this id of the product, or brings it to this state. The same twice is the same.

        `members` and `created_by` are external ids of users. `members` are all of them, but the creator of a room is
        never removed. `fields`: `name`, `description`, `avatar`, `property` and the other settings of the type; None
        clears one that may be empty.
        """
        body: dict[str, Any] = {'type': type, **fields}
        if members is not None:
            body['members'] = list(members)
        if created_by is not None:
            body['created_by'] = created_by
        return await self._requests.send('PUT', path_of('rooms', 'external', external_id), body=body)

    async def change_members(
        self,
        external_id: str,
        *,
        add: Sequence[str] = (),
        remove: Sequence[str] = (),
        roles: Mapping[str, Literal['admin', 'moderator', 'member']] | None = None,
    ) -> ChangedMembership:
        """One change of all or nothing, of at most 1,000 external ids. It is repeated: the state is the same."""
        body: dict[str, Any] = {}
        for name, value in (('add', list(add)), ('remove', list(remove)), ('roles', dict(roles or {}))):
            if value:
                body[name] = value
        path = path_of('rooms', 'external', external_id, 'members')
        return await self._requests.send('POST', path, body=body, may_repeat=True)

    async def create(self, *, user: str | int | None = None, **fields: Any) -> Room:
        """The fields of `room.create`. It is not repeated: use `put` for a room that the product knows."""
        return (await self._requests.send('POST', path_of('rooms'), body=fields, user=user))['data']

    async def get(self, room_id: str, *, user: str | int | None = None) -> Room:
        return (await self._requests.send('GET', path_of('rooms', room_id), user=user))['data']

    async def list(
        self, *, limit: int | None = None, cursor: str | None = None, user: str | int | None = None
    ) -> tuple[Sequence[RoomListEntry], str | None]:
        """A page, and the cursor of the next one."""
        answer = await self._requests.send(
            'GET', path_of('rooms'), query={'limit': limit, 'cursor': cursor}, user=user
        )
        return answer['data'], answer['meta']['next_cursor']

    async def update(self, room_id: str, *, user: str | int | None = None, **changes: Any) -> None:
        await self._requests.send('PATCH', path_of('rooms', room_id), body=changes, user=user)

    async def delete(self, room_id: str, *, user: str | int | None = None) -> None:
        """Not repeated: a second time would be refused."""
        await self._requests.send('DELETE', path_of('rooms', room_id), user=user, may_repeat=False)

    async def members(
        self, room_id: str, *, limit: int | None = None, cursor: str | None = None, user: str | int | None = None
    ) -> MemberPage:
        query = {'limit': limit, 'cursor': cursor}
        return (await self._requests.send('GET', path_of('rooms', room_id, 'members'), query=query, user=user))['data']

    async def add_members(self, room_id: str, *user_ids: int, user: str | int | None = None) -> None:
        body = {'members': list(user_ids)}
        await self._requests.send('POST', path_of('rooms', room_id, 'members'), body=body, user=user)

    async def remove_member(self, room_id: str, user_id: int, *, user: str | int | None = None) -> None:
        path = path_of('rooms', room_id, 'members', user_id)
        await self._requests.send('DELETE', path, user=user, may_repeat=False)
