"""Drives the Python package for the conformance suite: docs/writing-a-client.md has the protocol."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any, get_args

from parley import MemoryStorage, Outgoing, Parley, ParleyError, PrivateState, Timing
from parley.events import EventName

#: Too many, or of another kind: commands ask for what they have.
_UNREPORTED = {'frame', 'messages'}


@dataclasses.dataclass
class Driven:
    """The client of one scenario."""

    chat: Parley
    storage: MemoryStorage
    private_state: PrivateState | None


class Runner:
    """Each line is handled in its turn; the outcomes come when they come."""

    def __init__(self) -> None:
        self._driven: dict[str, Driven] = {}
        self._token_requests: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._working: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Until the end of the standard input."""
        reader = asyncio.StreamReader(limit=2**24)
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        async for text in reader:
            line = json.loads(text)
            if 'token' in line:
                self._token_requests.pop(line['token']).set_result(line)
            else:
                task = asyncio.get_running_loop().create_task(self._answer(line))
                self._working.add(task)
                task.add_done_callback(self._working.discard)
        for driven in self._driven.values():
            await driven.chat.close()

    async def _answer(self, command: dict[str, Any]) -> None:
        try:
            result = getattr(self, f'do_{command["do"]}')(command)
            if isinstance(result, Awaitable):
                result = await result
            write({'id': command['id'], 'result': result})
        except Exception as error:  # noqa: BLE001 -- The suite judges it.
            write({'id': command['id'], 'error': error_of(error)})

    async def do_create(self, command: dict[str, Any]) -> None:
        name = command['client']
        known = self._driven.get(name) if command.get('keep') else None
        storage = known.storage if known else MemoryStorage()
        if known is None and 'stored' in command:
            await storage.save(command['stored'])
        timing = Timing(**{key.removesuffix('_ms'): value / 1_000 for key, value in command['timing'].items()})

        async def token(rejected: str | None) -> str | None:
            return await self._request_token(name, rejected)

        chat = Parley(url=command['url'], token=token, storage=storage, timing=timing)
        for event in get_args(EventName):
            if event not in _UNREPORTED:
                chat.on(event, reporter(name, event))
        private_state = PrivateState(chat) if command.get('private_state') else None
        self._driven[name] = Driven(chat, storage, private_state)

    def do_connect(self, command: dict[str, Any]) -> Awaitable[None]:
        return self._chat(command).connect()

    def do_close(self, command: dict[str, Any]) -> Awaitable[None]:
        return self._chat(command).close()

    def do_open(self, command: dict[str, Any]) -> None:
        self._room(command)

    def do_send(self, command: dict[str, Any]) -> Awaitable[Any]:
        return self._room(command).send(command['text'], **command.get('options', {}))

    def do_discard(self, command: dict[str, Any]) -> None:
        self._room(command).discard(command['client_message_id'])

    async def do_history(self, command: dict[str, Any]) -> dict[str, Any]:
        return dataclasses.asdict(await self._room(command).history(**command.get('options', {})))

    def do_mark_read(self, command: dict[str, Any]) -> None:
        self._room(command).mark_read(command.get('up_to_seq'))

    def do_typing(self, command: dict[str, Any]) -> None:
        self._room(command).typing()

    def do_ask(self, command: dict[str, Any]) -> Awaitable[Any]:
        return self._chat(command).ask(command['event_type'], command['data'])

    def do_watch_presence(self, command: dict[str, Any]) -> Awaitable[Any]:
        return self._chat(command).watch_presence(*command['user_ids'])

    def do_messages(self, command: dict[str, Any]) -> list[Any]:
        return [data_of(message) for message in self._room(command).messages]

    async def do_stored(self, command: dict[str, Any]) -> Any:
        return await self._driven[command['client']].storage.load()

    def do_private(self, command: dict[str, Any]) -> Any:
        state = self._driven[command['client']].private_state
        return state and state.lists

    def _chat(self, command: dict[str, Any]) -> Parley:
        return self._driven[command['client']].chat

    def _room(self, command: dict[str, Any]) -> Any:
        return self._chat(command).rooms.open(command['room_id'])

    async def _request_token(self, name: str, rejected: str | None) -> str | None:
        answered: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        number = next(_NUMBERS)
        self._token_requests[number] = answered
        write({'client': name, 'token': number, 'rejected': rejected})
        answer = await answered
        if 'failure' in answer:
            raise RuntimeError(answer['failure'])
        return answer['answer']


_NUMBERS = iter(range(1, sys.maxsize))


def reporter(name: str, event: str) -> Callable[[Any], None]:
    """Writes the events of a client."""
    return lambda data: write({'client': name, 'event': event, 'data': data_of(data)})


def data_of(data: Any) -> Any:
    """An event, or a message that is shown, as JSON."""
    if isinstance(data, ParleyError):
        return error_of(data)
    if isinstance(data, Outgoing):
        error = {} if data.error is None else {'error': error_of(data.error)}
        return {**data.entry, 'pending': data.pending, **error}
    return dataclasses.asdict(data) if dataclasses.is_dataclass(data) and not isinstance(data, type) else data


def error_of(error: Exception) -> dict[str, Any]:
    if isinstance(error, ParleyError):
        return {'code': error.code, 'detail': error.detail, 'retry_after': error.retry_after}
    return {'code': 'fault', 'detail': repr(error)}


def write(line: dict[str, Any]) -> None:
    print(json.dumps(line), flush=True)


asyncio.run(Runner().run())
