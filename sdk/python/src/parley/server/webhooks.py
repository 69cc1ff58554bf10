"""Webhooks are signed according to Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

_PREFIX = 'whsec_'
#: Seconds that a delivery may be old, or ahead of this machine's clock.
_TOLERANCE = 300


class WebhookError(Exception):
    """The request does not come from the service, or is too old: answer it with 401."""


def verify_webhook(body: str | bytes, headers: Mapping[str, str], secret: str) -> dict[str, Any]:
    """Returns the event of a delivery: `id`, `type`, `created_at`, `room_id`, `seq` and `data`.

    `body`: the bytes as they arrived; `headers`: in any case; `secret`: of the webhook, `whsec_...`. The same `id` may
    come again. Raises WebhookError for a wrong signature, or one that is more than five minutes old.
    """
    named = {name.lower(): value for name, value in headers.items()}
    try:
        message_id, sent_at = named['webhook-id'], named['webhook-timestamp']
        signatures, age = named['webhook-signature'].split(), abs(time.time() - int(sent_at))
        key = base64.b64decode(secret.removeprefix(_PREFIX))
    except (KeyError, ValueError, binascii.Error) as error:
        raise WebhookError('A header or the secret is missing or malformed.') from error
    if age > _TOLERANCE:
        raise WebhookError('The delivery is too old, or the clocks differ.')
    text = body.encode() if isinstance(body, str) else body
    digest = hmac.new(key, b'.'.join((message_id.encode(), sent_at.encode(), text)), hashlib.sha256).digest()
    expected = f'v1,{base64.b64encode(digest).decode()}'
    if not any(hmac.compare_digest(expected.encode(), given.encode()) for given in signatures):
        raise WebhookError('No signature is valid.')
    return json.loads(text)
