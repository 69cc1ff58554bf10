"""Parts of the client that a scenario of sdk/conformance cannot show."""

from __future__ import annotations

import asyncio
import json
import tempfile
import unittest
from pathlib import Path

from parley import FileStorage, Parley, ParleyError, StoredState, Timing
from parley.state_saver import StateSaver
from parley.timing import backoff_delay
from parley.token_renewal import renewal_delay

STATE: StoredState = {'positions': {'room': 5}, 'epoch': 'first', 'outbox': []}


class DelaysTest(unittest.TestCase):
    def test_half_of_a_delay_is_random(self) -> None:
        timing = Timing(min_reconnect_delay=1, max_reconnect_delay=8)
        for failures, longest in ((0, 1), (1, 2), (2, 4), (3, 8), (4, 8), (1_000, 8)):
            self.assertEqual(longest / 2, backoff_delay(failures, timing, lambda: 0))
            self.assertEqual(longest * 0.75, backoff_delay(failures, timing, lambda: 0.5))

    def test_a_token_is_renewed_a_minute_or_a_fifth_of_its_time_before_its_end(self) -> None:
        self.assertEqual(3_540, renewal_delay(3_600, 0))
        self.assertEqual(80, renewal_delay(100, 0))
        self.assertEqual(0.5, renewal_delay(0.1, 0))
        self.assertIsNone(renewal_delay(0, 0))


class FileStorageTest(unittest.IsolatedAsyncioTestCase):
    async def test_a_state_is_read_by_the_next_start(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, 'ada.json')
            self.assertIsNone(await FileStorage(path).load())
            await FileStorage(path).save(STATE)
            self.assertEqual(STATE, await FileStorage(path).load())
            self.assertEqual([path], list(Path(folder).iterdir()))

    async def test_a_write_that_was_cut_leaves_the_former_state(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, 'ada.json')
            await FileStorage(path).save(STATE)
            Path(folder, 'ada.json.unfinished').write_text(json.dumps(STATE)[:9])
            self.assertEqual(STATE, await FileStorage(path).load())


class FailingStorage:
    """Fails once."""

    def __init__(self) -> None:
        self.saved: list[StoredState] = []
        self._fails = True

    async def load(self) -> StoredState | None:
        raise OSError('no disk')

    async def save(self, state: StoredState) -> None:
        if self._fails:
            self._fails = False
            raise OSError('full')
        self.saved.append(state)


class StateSaverTest(unittest.IsolatedAsyncioTestCase):
    async def test_a_failing_storage_is_reported_and_used_again(self) -> None:
        errors: list[ParleyError] = []
        storage = FailingStorage()
        saver = StateSaver(storage, lambda: STATE, errors.append)
        await saver.load(lambda _: self.fail('There was a state.'))
        saver.save()
        await saver.flush()
        saver.save()
        await saver.flush()
        self.assertEqual([('storage', 'no disk'), ('storage', 'full')], [(e.code, e.detail) for e in errors])
        self.assertEqual([STATE], storage.saved)


class ParleyTest(unittest.IsolatedAsyncioTestCase):
    def test_an_address_that_is_none_of_a_websocket_is_refused(self) -> None:
        for url in ('https://chat.example.com/', 'wss:///messaging/', 'chat'):
            with self.subTest(url), self.assertRaises(ValueError):
                Parley(url=url, token=no_token)

    async def test_a_token_that_cannot_be_sent_stops_the_client(self) -> None:
        errors: list[ParleyError] = []
        chat = Parley(url='ws://127.0.0.1:9/messaging/', token=spaced_token)
        chat.on('error', errors.append)
        with self.assertRaises(ParleyError):
            await chat.connect()
        self.assertEqual(['stopped'], [error.code for error in errors])
        await chat.close()

    async def test_close_leaves_no_task_and_ends_a_wait_for_connect(self) -> None:
        chat = Parley(url='ws://127.0.0.1:9/messaging/', token=some_token, timing=Timing(min_reconnect_delay=0.01))
        connecting = asyncio.create_task(chat.connect())
        queued = chat.rooms.open('room').send('later')
        await asyncio.sleep(0.05)
        await chat.close()
        with self.assertRaises(ParleyError) as ended:
            await connecting
        self.assertEqual('offline', ended.exception.code)
        self.assertFalse(queued.done())
        self.assertEqual({asyncio.current_task()}, asyncio.all_tasks())

    async def test_a_failing_handler_does_not_stop_the_others(self) -> None:
        failures: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context['exception']))
        chat, states = Parley(url='ws://127.0.0.1:9/messaging/', token=no_token), []
        fault = RuntimeError('a fault of the application')

        def fail(_: object) -> None:
            raise fault

        remove = chat.on('state', fail)
        chat.on('state', states.append)
        with self.assertRaises(ParleyError):
            await chat.connect()
        remove()
        self.assertEqual(['connecting', 'stopped'], states)
        self.assertEqual([fault, fault], failures)
        await chat.close()


async def no_token(_: str | None) -> str | None:
    return None


async def spaced_token(_: str | None) -> str | None:
    return 'a token'


async def some_token(_: str | None) -> str | None:
    return 'token'


if __name__ == '__main__':
    unittest.main()
