"""A connection outlives its token."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from .tasks import Tasks

#: How long before its expiry a token is renewed: a minute, or a fifth of the remaining time if that is shorter.
_LEAD = 60.0
_LEAD_SHARE = 0.2
#: Limits the rate of renewals that return the same token, or fail.
_MIN_DELAY = 0.5


def renewal_delay(expiry: float, now: float) -> float | None:
    """Seconds until the renewal; None for an expired token."""
    left = expiry - now
    return None if left <= 0 else max(_MIN_DELAY, left - min(_LEAD, left * _LEAD_SHARE))


class TokenRenewal:
    """Renews the token of an open connection before it expires."""

    def __init__(self, renew: Callable[[], Awaitable[float | None]], tasks: Tasks) -> None:
        """`renew` authenticates the connection with another token, and returns its expiry: seconds since 1970."""
        self._renew = renew
        self._tasks = tasks
        self._waiting: asyncio.Task[None] | None = None

    def schedule(self, expiry: float | None) -> None:
        """Of a token that expires at this time."""
        self.cancel()
        if expiry is not None and renewal_delay(expiry, time.time()) is not None:
            self._waiting = self._tasks.spawn(self._keep_renewing(expiry))

    def cancel(self) -> None:
        """The connection is lost."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    async def _keep_renewing(self, expiry: float | None) -> None:
        while expiry is not None and (delay := renewal_delay(expiry, time.time())) is not None:
            await asyncio.sleep(delay)
            try:
                expiry = await self._renew()
            except Exception:  # noqa: BLE001 -- `renew` has reported it, and the present token may still be valid.
                continue
