"""The newest known state of a room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .merge_message import merge_user


class KnownRoom:
    """Completes states without lists of members."""

    def __init__(self) -> None:
        self._newest: dict[str, Any] | None = None

    def merge(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """Merges a state, in any order: it may be older than the newest one.

        Returns the newest state, with the latest known lists of members.
        """
        newest = self._newest or {}
        # Lists that are known are those of the newest state: every change of them arrives with new ones.
        is_older = self._newest is not None and state['last_seq'] < newest['last_seq']
        self._newest = {**state, **newest} if is_older else {**newest, **state}
        return self._newest

    def update_part(self, part: Mapping[str, Any]) -> None:
        """A user has changed."""
        self._newest = merge_user(self._newest, part)
