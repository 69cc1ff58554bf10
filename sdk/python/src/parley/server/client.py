"""The client of the HTTP API."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any

from ..timing import Timing
from .messages import Messages
from .requests import Requests
from .rooms import Rooms
from .users import Users


class ParleyServer:
    """Acts with an API key, on one event loop. `async with ParleyServer(...) as server` closes at the end.

    Requests that are safe to repeat are repeated after a lost answer or an outage; all are after a limit, unless it asks
    to wait for more than a minute. Refused requests raise a ParleyError with the HTTP status as `code`.
    """

    def __init__(
        self,
        *,
        url: str,
        key: str,
        user: str | int | None = None,
        timing: Timing | None = None,
        timeout: float = 30.0,
    ) -> None:
        """`url`: of the service, `https://chat.example.com`; `user`: who acts by default, for a key with
        `act-as-anybody`: a username, or an id as a number; `timeout`: of one attempt, in seconds.
        """
        self._requests = Requests(url, key, timing or Timing(), timeout, user)
        self.users = Users(self._requests)
        self.rooms = Rooms(self._requests)
        self.messages = Messages(self._requests)

    async def request(
        self,
        method: str,
        path: str,
        *,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        user: str | int | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """Any route of docs/http-api.md. GET, PUT and DELETE are repeated, and a request with an idempotency key."""
        may_repeat = True if idempotency_key is not None else None
        return await self._requests.send(
            method, path, body=body, query=query, user=user, idempotency_key=idempotency_key, may_repeat=may_repeat
        )

    async def close(self) -> None:
        await self._requests.close()

    async def __aenter__(self) -> ParleyServer:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
