"""What the client reads in an access token, without verifying it: that is up to the service."""

from __future__ import annotations

import base64
import json
from typing import Any


def read_claims(token: str) -> dict[str, Any]:
    """The claims of a JWT; empty for any other token."""
    try:
        payload = token.split('.')[1]
        claims = json.loads(base64.urlsafe_b64decode(payload + '=' * (-len(payload) % 4)))
    except (IndexError, ValueError):
        return {}
    return claims if isinstance(claims, dict) else {}


def token_expiry(token: str) -> float | None:
    """Seconds since 1970; None when the token does not contain it."""
    expiry = read_claims(token).get('exp')
    return float(expiry) if isinstance(expiry, int | float) else None
