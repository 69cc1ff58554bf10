"""The one exception of this package."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

ErrorReason: TypeAlias = int | Literal['offline', 'stopped', 'storage', 'token', 'held']
"""The reason of an error. A number is an error code of the service, or an HTTP status for `parley.server`. `offline`:
there is no connection, and the request is not retried; `stopped`: the client does not reconnect by itself; `storage`:
the stored state could not be read or written; `token`: no access token was available; `held`: a moderator has to allow
the message first, and if one does, it arrives as any other."""

ErrorDetail: TypeAlias = str | Mapping[str, Any]


class ParleyError(Exception):
    """A refused request, or the reason for which the client has stopped."""

    def __init__(self, code: ErrorReason, detail: ErrorDetail = '', retry_after: float | None = None) -> None:
        super().__init__(detail if isinstance(detail, str) else json.dumps(detail))
        self.code: ErrorReason = code
        #: `{field: [reasons]}` for invalid fields, else one sentence.
        self.detail: ErrorDetail = detail
        #: Seconds until a retry is allowed, if the service sent it.
        self.retry_after = retry_after

    def __str__(self) -> str:
        return f'{self.code}: {super().__str__()}'
