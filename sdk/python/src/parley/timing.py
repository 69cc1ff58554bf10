"""How long the client waits."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from .codes import is_outage
from .errors import ParleyError


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds."""

    #: The delay before the first reconnection; each further delay is up to twice as long.
    min_reconnect_delay: float = 0.5
    max_reconnect_delay: float = 30.0
    #: How long a connection may stay silent after a heartbeat, or before its first frame.
    response_timeout: float = 20.0
    #: The longest time between two heartbeats, if the service asks for fewer.
    max_heartbeat_interval: float = 30.0


def backoff_delay(failures: int, timing: Timing, chance: Callable[[], float] = random.random) -> float:
    """Seconds before the next attempt, after this number of failed ones.

    The delay doubles with each failure up to the maximum, and half of it is random, so that clients that were
    disconnected together do not reconnect together.
    """
    longest = min(timing.max_reconnect_delay, timing.min_reconnect_delay * 2 ** min(failures, 30))
    return longest / 2 + chance() * longest / 2


def retry_delay(failures: int, timing: Timing, refusal: ParleyError) -> float:
    """Seconds before a refused request is repeated.

    During an outage, which `retry_after` with a server error announces, the delay grows with each refusal.
    """
    least, backoff = refusal.retry_after or 0.0, backoff_delay(failures, timing)
    return least + backoff if is_outage(refusal) else max(least, backoff)
