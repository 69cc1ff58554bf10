"""All connections of a client, from `connect` to `close`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from . import events
from .dispatcher import Dispatcher
from .emitter import Emitter
from .errors import ParleyError
from .frames import Frame, is_numbered
from .models import HeldMessage, Message, Presence
from .outbox import Outbox
from .read_reporter import ReadReporter
from .reconnecting_socket import ReconnectingSocket, State, TokenFunction
from .requests import Requests
from .room_sequencer import RoomSequencer, RoomSyncResult
from .rooms import Rooms
from .state_saver import StateSaver
from .storage import QueuedSend, Storage, StoredState
from .sync import Sync, SyncFields
from .tasks import Tasks
from .timeline import Timeline
from .timing import Timing
from .token_claims import read_claims
from .token_renewal import TokenRenewal
from .typing_users import TypingNotifier, TypingUsers


class Session:
    """Connects the parts of a client with each other."""

    def __init__(self, url: str, token: TokenFunction, storage: Storage, timing: Timing, emitter: Emitter) -> None:
        self.events = emitter
        self._token = token
        self._tasks = Tasks()
        self._requests = Requests()
        self._socket = ReconnectingSocket(url, token, timing, self, self._tasks)
        self._renewal = TokenRenewal(self._renew_token, self._tasks)
        self._sequencer = RoomSequencer(self)
        self._sync = Sync(self._requests, self._sequencer, timing, self._on_synchronized, self._tasks)
        self._saver = StateSaver(storage, self._snapshot, self.on_error)
        self._typing_users = TypingUsers(
            lambda room_id, users: self.events.emit('typing', events.TypingEvent(room_id, users))
        )
        self.typing = TypingNotifier(lambda room_id: self.ask('message.typing', {'room_id': room_id}), self._tasks)
        self.read_reporter = ReadReporter(self._report_read, self._tasks)
        self.outbox = Outbox(timing, self, self._tasks)
        self.rooms = Rooms(self, lambda room_id: emitter.emit('messages', events.RoomEvent(room_id)), self._on_open)
        self._dispatcher = Dispatcher(emitter, self.rooms, self.outbox, self._typing_users, self._own_id)
        self._loading: asyncio.Task[None] | None = None
        self._watched: Sequence[int] = ()

    @property
    def state(self) -> State:
        return self._socket.state

    async def connect(self) -> None:
        await self._load()
        settled: asyncio.Future[State] = asyncio.get_running_loop().create_future()

        def settle(state: State) -> None:
            if state != 'connecting' and not settled.done():
                settled.set_result(state)

        stop = self.events.on('state', settle)
        try:
            self._socket.start()
            state = self.state if self.state == 'online' else await settled
        finally:
            stop()
        if state != 'online':
            reason = 'stopped' if state == 'stopped' else 'offline'
            raise ParleyError(reason, 'The client was stopped before it was online.')

    async def close(self) -> None:
        self._socket.stop()
        self.read_reporter.cancel()
        self._typing_users.clear()
        await self._load()
        await self._tasks.stop()
        await self._saver.flush()

    async def ask(self, event_type: str, data: Mapping[str, Any]) -> Frame:
        return await self._requests.request(event_type, data)

    def sync_more(self, request: SyncFields) -> Callable[[], None]:
        self._sync.more.append(request)

        def start() -> None:
            if self._requests.is_open:
                self._sync.start()

        return start

    async def watch_presence(self, user_ids: Sequence[int]) -> list[Presence]:
        self._watched = user_ids
        return (await self.ask('presence.subscribe', {'user_ids': list(user_ids)}))['data']

    # Of the socket.

    def on_connected(self, frame: Frame, expiry: float | None) -> None:
        meta = frame['meta']
        self._requests.open(self._socket.send)
        self._renewal.schedule(expiry)
        self._sync.open(meta)
        self.events.emit('frame', frame)
        notifications = events.NotificationsEvent(
            frame['data'], meta['unread'], meta.get('unread_mentions') or {}, meta['total'], meta['truncated']
        )
        self.events.emit('notifications', notifications)

    def on_frame(self, frame: Frame) -> None:
        if 'error' in frame:
            unmatched = self._requests.handle_error(frame['error'])
            if unmatched is not None:
                self.events.emit('error', unmatched)
            return
        if 'eventType' in frame:
            self.events.emit('frame', frame)
            if is_numbered(frame):
                self._sequencer.receive(frame)
                self._saver.save_soon()
            else:
                self._dispatcher.dispatch_unnumbered(frame)
        self._requests.handle_answer(frame)

    def on_disconnected(self) -> None:
        self._renewal.cancel()
        self.outbox.suspend()
        self._requests.close()
        self._sync.close()
        self._typing_users.clear()

    def on_state(self, state: State) -> None:
        self.events.emit('state', state)

    def on_error(self, error: ParleyError) -> None:
        self.events.emit('error', error)

    # Of the sequencer.

    def on_numbered(self, frame: Frame) -> None:
        self._dispatcher.dispatch_numbered(frame)

    def on_synced(self, result: RoomSyncResult) -> None:
        self._dispatcher.dispatch_sync(result)

    def on_left(self, room_id: str) -> None:
        self.events.emit('left', events.LeftEvent(room_id))

    def on_gap(self) -> None:
        self._sync.start()

    # Of the outbox.

    async def send(self, entry: QueuedSend) -> Message | HeldMessage:
        data = {key: entry[key] for key in ('room_id', 'content', 'client_message_id', 'extra_fields')}
        return (await self.ask('message.send', data))['data']

    def on_queue_change(self) -> None:
        self._saver.save()

    def on_outgoing(self, outgoing: events.Outgoing) -> None:
        if timeline := self.rooms.timeline_of(outgoing.entry['room_id']):
            timeline.put_outgoing(outgoing)
        self.events.emit('outgoing', outgoing)

    def on_stored(self, entry: QueuedSend, message: Message) -> None:
        timeline = self.rooms.timeline_of(entry['room_id'])
        if timeline is None:
            return
        if message['is_deleted']:
            timeline.remove_outgoing(entry['client_message_id'])
        else:
            timeline.add([message])

    def _on_open(self, room_id: str, timeline: Timeline) -> None:
        for entry in self.outbox.entries:
            if entry['room_id'] == room_id:
                timeline.put_outgoing(events.Outgoing(entry, pending=True))

    def _on_synchronized(self) -> None:
        was_offline = self.state != 'online'
        self._socket.mark_online()
        self._saver.save_soon()
        self.outbox.resume()
        self.read_reporter.flush()
        if was_offline and self._watched:
            self._tasks.spawn(self._watch_again())

    async def _watch_again(self) -> None:
        try:
            await self.watch_presence(self._watched)
        except ParleyError as error:
            self.on_error(error)

    async def _renew_token(self) -> float | None:
        try:
            token = await self._token(self._socket.token)
            if token is None:
                raise ParleyError('token', 'There is no access token.')
            answer = await self.ask('session.authenticate', {'token': token})
        except ParleyError as error:
            self.on_error(error)
            raise
        except Exception as error:
            self.on_error(ParleyError('token', str(error)))
            raise
        self._socket.token = token
        return datetime.fromisoformat(answer['data']['expires_at']).timestamp()

    async def _report_read(self, room_id: str, up_to_seq: int) -> None:
        await self.ask('message.read', {'room_id': room_id, 'up_to_seq': up_to_seq})

    async def _load(self) -> None:
        """Once: before that there is nothing to continue."""
        if self._loading is None:
            self._loading = asyncio.get_running_loop().create_task(self._saver.load(self._restore))
        await asyncio.shield(self._loading)

    def _restore(self, stored: StoredState) -> None:
        self._sequencer.restore(stored['positions'])
        self._sync.epoch = stored.get('epoch')
        self.outbox.restore(stored['outbox'])

    def _snapshot(self) -> StoredState:
        return {
            'positions': self._sequencer.snapshot(),
            'epoch': self._sync.epoch,
            'outbox': self.outbox.entries,
        }

    def _own_id(self) -> int | None:
        return read_claims(self._socket.token or '').get('user_id')
