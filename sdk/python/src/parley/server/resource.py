"""What the parts of the client have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from .requests import Requests


class Resource:
    """One kind of objects of the HTTP API."""

    def __init__(self, requests: Requests) -> None:
        self._requests = requests


def path_of(*parts: str | int) -> str:
    """`/api/...`, with each part quoted: an external id may contain any character."""
    return f'/api/{"/".join(quote(str(part), safe="") for part in parts)}/'


def without_none(fields: Mapping[str, Any]) -> dict[str, Any]:
    """What was given."""
    return {name: value for name, value in fields.items() if value is not None}
