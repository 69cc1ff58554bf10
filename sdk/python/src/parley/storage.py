"""The state that survives a restart."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any, NotRequired, Protocol, TypedDict


class QueuedSend(TypedDict):
    """A message that the service has not confirmed as stored."""

    room_id: str
    client_message_id: str
    content: str
    extra_fields: dict[str, Any]
    #: ISO 8601.
    created_at: str


class StoredState(TypedDict):
    """One JSON object, of the same form as that of `@parley/client`."""

    #: By room: the `seq` up to which the application has received everything.
    positions: dict[str, int]
    #: The epoch of the service's database in which they were reached.
    epoch: NotRequired[str | None]
    #: Unsent messages, in order.
    outbox: list[QueuedSend]


class Storage(Protocol):
    """Stores the state of one user on one device, for one client at a time."""

    async def load(self) -> StoredState | None:
        """None: nothing is stored yet."""
        ...

    async def save(self, state: StoredState) -> None:
        """Replaces the saved state. Called again only after it has finished."""
        ...


class MemoryStorage:
    """Survives a lost connection, but not a restart."""

    def __init__(self) -> None:
        self._state: StoredState | None = None

    async def load(self) -> StoredState | None:
        return self._state

    async def save(self, state: StoredState) -> None:
        self._state = state


class FileStorage:
    """One file of JSON. A crash at any time leaves the former state or the new one."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)

    async def load(self) -> StoredState | None:
        return await asyncio.to_thread(self._read)

    async def save(self, state: StoredState) -> None:
        await asyncio.to_thread(self._write, json.dumps(state))

    def _read(self) -> StoredState | None:
        try:
            return json.loads(self._path.read_text('utf-8'))
        except FileNotFoundError:
            return None

    def _write(self, text: str) -> None:
        unfinished = self._path.with_name(f'{self._path.name}.unfinished')
        with unfinished.open('w', encoding='utf-8') as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(self._path)
