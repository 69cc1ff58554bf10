"""The codes of the wire that the client acts on."""

from __future__ import annotations

from typing import Literal, TypeAlias

from .errors import ErrorReason, ParleyError

#: Reported for a connection that was lost without a close frame.
ABNORMAL_CLOSURE = 1006

_UNAUTHENTICATED = 4001
_INTERNAL = 4006

CloseAction: TypeAlias = Literal['reconnect', 'reconnect with another token', 'stop']

#: Reconnecting would fail again: the application has to be fixed, or other sockets of the user closed.
_PERMANENT_CLOSES = frozenset(
    {
        1002,  # Protocol error.
        1003,  # A binary frame.
        1007,  # Text that is not UTF-8.
        1008,  # Policy violation.
        1009,  # A frame that is too large.
        4009,  # Too many connections.
        4029,  # Too many frames.
    }
)


def is_permanent(code: ErrorReason) -> bool:
    """Whether a retry of the request is refused in the same way."""
    return isinstance(code, int) and 4002 <= code <= 4005


def is_outage(error: ParleyError) -> bool:
    """Whether the service cannot reach its database, so that every request is refused."""
    return error.code == _INTERNAL and error.retry_after is not None


def close_action(code: int, is_fresh: bool) -> CloseAction:
    """What follows a close code; `is_fresh`: the token replaced a rejected one and was never accepted."""
    if code in _PERMANENT_CLOSES:
        return 'stop'
    if code != _UNAUTHENTICATED:
        return 'reconnect'
    return 'stop' if is_fresh else 'reconnect with another token'
