"""One request to the service, and its retries."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import httpx

from ..errors import ParleyError
from ..timing import Timing, backoff_delay

#: Attempts of a request that may be repeated.
_ATTEMPTS = 5
#: The service has not handled the request: it refuses it before, or its database is away.
_REPEATED = frozenset({429, 502, 503, 504})
#: Seconds that a retry waits at most.
_LONGEST_WAIT = 60.0


class Requests:
    """Sends JSON with the key of a backend."""

    def __init__(self, url: str, key: str, timing: Timing, timeout: float, user: str | int | None) -> None:
        headers = {'authorization': f'Bearer {key}', 'accept': 'application/json'}
        self._http = httpx.AsyncClient(base_url=url.rstrip('/'), headers=headers, timeout=timeout)
        self._timing = timing
        self._user = user

    async def close(self) -> None:
        await self._http.aclose()

    async def send(
        self,
        method: str,
        path: str,
        *,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        user: str | int | None = None,
        idempotency_key: str | None = None,
        may_repeat: bool | None = None,
    ) -> Any:
        """Returns the body of the answer.

        A request is repeated after a lost answer or an outage only if that is safe: by its method, or because the
        caller says so. One that is too fast was not handled, and is repeated after its `retry-after`. Raises
        ParleyError: the code is the HTTP status, or `offline` when there was no answer.
        """
        is_safe = method in ('GET', 'PUT', 'DELETE') if may_repeat is None else may_repeat
        for attempt in range(_ATTEMPTS):
            is_last = attempt == _ATTEMPTS - 1
            try:
                answer = await self._send(method, path, body, query, user, idempotency_key)
            except httpx.TransportError as error:
                if is_last or not (is_safe or isinstance(error, httpx.ConnectError)):
                    raise ParleyError('offline', str(error) or type(error).__name__) from error
                await asyncio.sleep(backoff_delay(attempt, self._timing))
                continue
            if answer.is_success:
                return answer.json() if answer.content else None
            refusal = _refusal_of(answer)
            may_wait = (refusal.retry_after or 0) <= _LONGEST_WAIT
            if is_last or not may_wait or not _is_repeated(answer.status_code, is_safe):
                raise refusal
            await asyncio.sleep(max(refusal.retry_after or 0, backoff_delay(attempt, self._timing)))
        raise AssertionError('unreachable')

    async def _send(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        query: Mapping[str, Any] | None,
        user: str | int | None,
        idempotency_key: str | None,
    ) -> httpx.Response:
        acting = self._user if user is None else user
        headers: dict[str, str] = {}
        if acting is not None:
            headers['parley-user'] = _named(acting)
        if idempotency_key is not None:
            headers['idempotency-key'] = idempotency_key
        given = {name: value for name, value in (query or {}).items() if value is not None}
        return await self._http.request(method, path, json=body, params=given, headers=headers)


def _is_repeated(status: int, is_safe: bool) -> bool:
    return status == 429 or (is_safe and status in _REPEATED)


def _named(user: str | int) -> str:
    """A name of digits would be an id."""
    return quote(f'username:{user}' if isinstance(user, str) and user.isdigit() else str(user))


def _refusal_of(answer: httpx.Response) -> ParleyError:
    try:
        body = answer.json()
    except ValueError:
        body = answer.text
    error = body.get('error', body) if isinstance(body, dict) else body
    detail = error.get('detail', error) if isinstance(error, dict) else error
    after = answer.headers.get('retry-after', '')
    return ParleyError(answer.status_code, detail, float(after) if after.isdigit() else None)
