"""Users of the product, by its own ids, and their tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from ..models import Profile
from .resource import Resource, path_of, without_none


class IssuedToken(TypedDict):
    """An access token of one user."""

    access: str
    #: ISO 8601.
    expires_at: str


class Users(Resource):
    """External ids are the product's own; they are shown to keys and in webhooks alone."""

    async def put(self, external_id: str, **fields: Any) -> Any:
        """Makes the user with this id of the product, or changes the fields that are given; None clears one.

        `fields`: `username`, `first_name`, `last_name`, `email`, `avatar`, `custom`, `language`, `kind`, `is_active`.
        The same twice is the same.
        """
        return await self._requests.send('PUT', path_of('users', 'external', external_id), body=fields)

    async def put_many(self, users: Sequence[Mapping[str, Any]]) -> Sequence[Any]:
        """At most 100, each with its `external_id`. Each is answered by itself, in order: `{status, user | error}`."""
        body = {'users': [dict(user) for user in users]}
        path = path_of('users', 'external')
        return (await self._requests.send('POST', path, body=body, may_repeat=True))['users']

    async def delete(
        self, external_id: str, *, mode: Literal['deactivate', 'delete', 'erase'] = 'deactivate'
    ) -> Any:
        """`erase` answers with a receipt. Only `deactivate` is repeated: after the others the id is free again."""
        path, is_safe = path_of('users', 'external', external_id), mode == 'deactivate'
        return await self._requests.send('DELETE', path, query={'mode': mode}, may_repeat=is_safe)

    async def issue_token(
        self,
        external_id: str,
        *,
        expires_in: int | None = None,
        device: str | None = None,
        rooms: Sequence[str] | None = None,
        user: Mapping[str, Any] | None = None,
    ) -> IssuedToken:
        """A token for a browser or a phone of this user.

        `expires_in`: whole seconds; `rooms`: limits the token to these rooms; `user`: the fields of a user who is made
        if there is none.
        """
        given = {'expires_in': expires_in, 'device': device, 'rooms': rooms and list(rooms), 'user': user}
        path = path_of('users', 'external', external_id, 'tokens')
        return await self._requests.send('POST', path, body=without_none(given), may_repeat=True)

    async def end_tokens(self, external_id: str) -> None:
        """Ends all tokens and log-ins of the user, and closes the connections."""
        await self._requests.send('DELETE', path_of('users', 'external', external_id, 'tokens'))

    async def find(self, username: str, *, user: str | int | None = None) -> Profile:
        """Finds a user by the complete username."""
        return (await self._requests.send('GET', path_of('users', username), user=user))['data']
