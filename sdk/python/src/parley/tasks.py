"""Background work that ends with the client."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class Tasks:
    """Owns tasks and timers: none of them outlives `stop`."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """An exception of the work goes to the exception handler of the loop."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._finish)
        return task

    async def stop(self) -> None:
        """Cancels everything and waits for its end."""
        current = asyncio.current_task()
        while ending := [task for task in self._running if task is not current]:
            for task in ending:
                # What was cancelled before is closing its connection.
                if not task.cancelling():
                    task.cancel()
            await asyncio.gather(*ending, return_exceptions=True)

    def _finish(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            context = {'message': 'Background work of the Parley client failed', 'exception': error, 'task': task}
            task.get_loop().call_exception_handler(context)
