"""The handlers of an application."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from .events import EventName


class Emitter:
    """Calls the handlers of an event in the order in which they were added."""

    def __init__(self) -> None:
        self._handlers: dict[EventName, dict[object, Callable[[Any], object]]] = {}

    def on(self, name: EventName, handler: Callable[[Any], object]) -> Callable[[], None]:
        """Returns a function that removes the handler."""
        key = object()
        handlers = self._handlers.setdefault(name, {})
        handlers[key] = handler

        def remove() -> None:
            handlers.pop(key, None)

        return remove

    def emit(self, name: EventName, event: Any) -> None:
        """A handler that fails does not stop the others: its error goes to the exception handler of the loop."""
        for handler in list(self._handlers.get(name, {}).values()):
            try:
                handler(event)
            except Exception as error:  # noqa: BLE001 -- A handler of the application.
                context = {'message': f'A handler of the event {name!r} failed', 'exception': error}
                asyncio.get_running_loop().call_exception_handler(context)
