"""Saves the state that survives a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from .errors import ParleyError
from .storage import Storage, StoredState

#: Positions change with every message, so that writes are delayed and combined. Seconds.
_SOON = 0.1


class StateSaver:
    """Saves always the latest state, one write at a time."""

    def __init__(
        self, storage: Storage, snapshot: Callable[[], StoredState], on_error: Callable[[ParleyError], None]
    ) -> None:
        self._storage = storage
        self._snapshot = snapshot
        self._on_error = on_error
        self._is_loaded = False
        self._is_dirty = False
        self._timer: asyncio.TimerHandle | None = None
        self._writing: asyncio.Task[None] | None = None

    async def load(self, restore: Callable[[StoredState], None]) -> None:
        """Nothing is saved before this: it would overwrite the stored state."""
        try:
            stored = await self._storage.load()
            if stored is not None:
                restore(stored)
        except Exception as error:  # noqa: BLE001 -- A storage of the application.
            self._on_error(ParleyError('storage', str(error)))
        self._is_loaded = True
        if self._is_dirty:
            self.save()

    def save_soon(self) -> None:
        """Within a tenth of a second."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_SOON, self.save)

    def save(self) -> None:
        """At once, or after the write that is under way."""
        self._is_dirty = True
        self._stop_timer()
        if self._is_loaded and self._writing is None:
            self._writing = asyncio.get_running_loop().create_task(self._write())

    async def flush(self) -> None:
        """Returns when the latest state is saved."""
        if self._timer is not None:
            self.save()
        if self._writing is not None:
            await asyncio.shield(self._writing)

    async def _write(self) -> None:
        while self._is_dirty:
            self._is_dirty = False
            try:
                await self._storage.save(self._snapshot())
            except Exception as error:  # noqa: BLE001 -- A storage of the application.
                self._on_error(ParleyError('storage', str(error)))
        self._writing = None

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
