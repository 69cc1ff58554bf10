"""The client of the HTTP API, against a small HTTP server that answers as a test says."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import time
import unittest
from dataclasses import dataclass
from typing import Any

from parley import ParleyError, Timing
from parley.server import ParleyServer, WebhookError, verify_webhook


@dataclass
class Answer:
    """What the server does with a request; without a status it cuts the connection."""

    status: int | None
    body: Any = None
    headers: str = ''


@dataclass
class Received:
    method: str
    path: str
    headers: dict[str, str]
    body: Any


class FakeService:
    """Answers requests in turn, and keeps them."""

    def __init__(self, *answers: Answer) -> None:
        self._answers = list(answers)
        self.received: list[Received] = []

    async def __aenter__(self) -> FakeService:
        self._server = await asyncio.start_server(self._serve, '127.0.0.1', 0)
        self.url = f'http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}'
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b'\r\n\r\n')).decode()
            lines = head.strip().split('\r\n')
            headers = {name.lower(): value for name, value in (line.split(': ', 1) for line in lines[1:])}
            body = await reader.readexactly(int(headers.get('content-length', 0)))
            method, path, _ = lines[0].split(' ')
            self.received.append(Received(method, path, headers, json.loads(body) if body else None))
            answer = self._answers.pop(0)
            if answer.status is not None:
                text = json.dumps(answer.body).encode()
                start = f'HTTP/1.1 {answer.status} X\r\n{answer.headers}connection: close\r\n'
                writer.write(f'{start}content-length: {len(text)}\r\n\r\n'.encode() + text)
                await writer.drain()
        finally:
            writer.close()


def client(service: FakeService) -> ParleyServer:
    return ParleyServer(url=service.url, key='KEY', timing=Timing(min_reconnect_delay=0.01))


class RetriesTest(unittest.IsolatedAsyncioTestCase):
    async def test_a_put_is_repeated_after_a_lost_answer_and_an_outage(self) -> None:
        answers = [Answer(None), Answer(503, {'detail': 'unavailable'}), Answer(200, {'id': 7})]
        async with FakeService(*answers) as service, client(service) as server:
            self.assertEqual({'id': 7}, await server.users.put('cust/1', first_name='Ada', email=None))
        self.assertEqual(3, len(service.received))
        for request in service.received:
            self.assertEqual('/api/users/external/cust%2F1/', request.path)
            self.assertEqual({'first_name': 'Ada', 'email': None}, request.body)
            self.assertEqual('Bearer KEY', request.headers['authorization'])

    async def test_a_send_is_repeated_with_the_same_id(self) -> None:
        stored = {'data': {'id': 'm', 'content': 'hello'}}
        async with FakeService(Answer(None), Answer(200, stored)) as service, client(service) as server:
            self.assertEqual(stored['data'], await server.messages.send('r', 'hello'))
        ids = [request.body['client_message_id'] for request in service.received]
        self.assertEqual(2, len(ids))
        self.assertEqual(1, len(set(ids)))

    async def test_the_creation_of_a_room_is_not_repeated_after_a_lost_answer(self) -> None:
        async with FakeService(Answer(None)) as service, client(service) as server:
            with self.assertRaises(ParleyError) as refused:
                await server.rooms.create(type='GroupChat', name='Engines')
        self.assertEqual('offline', refused.exception.code)
        self.assertEqual(1, len(service.received))

    async def test_a_request_that_is_too_fast_waits_for_the_time_that_the_service_names(self) -> None:
        answers = [Answer(429, {'detail': 'throttled'}, 'retry-after: 1\r\n'), Answer(200, {'data': {'id': 'r'}})]
        async with FakeService(*answers) as service, client(service) as server:
            began = time.monotonic()
            self.assertEqual({'id': 'r'}, await server.rooms.create(type='GroupChat', name='Engines'))
        self.assertGreaterEqual(time.monotonic() - began, 1)

    async def test_a_limit_that_lasts_is_raised_at_once(self) -> None:
        answer = Answer(429, {'detail': 'MEMBERSHIPS_PER_USER'}, 'retry-after: 3600\r\n')
        async with FakeService(answer) as service, client(service) as server:
            with self.assertRaises(ParleyError) as refused:
                await server.users.put('1')
        self.assertEqual((429, 3600.0), (refused.exception.code, refused.exception.retry_after))

    async def test_a_refusal_is_raised_with_its_reasons_by_field(self) -> None:
        async with FakeService(Answer(400, {'name': ['Too long.']})) as service, client(service) as server:
            with self.assertRaises(ParleyError) as refused:
                await server.rooms.put('order-1', type='GroupChat', name='x' * 500)
        self.assertEqual((400, {'name': ['Too long.']}), (refused.exception.code, refused.exception.detail))


class RoutesTest(unittest.IsolatedAsyncioTestCase):
    async def test_the_routes_by_external_id_are_those_of_the_contract(self) -> None:
        answers = [Answer(200, {'users': []}), *[Answer(200, {'id': 1, 'access': 't'}) for _ in range(6)]]
        async with FakeService(*answers) as service, client(service) as server:
            await server.users.put_many([{'external_id': '1'}])
            await server.users.delete('1', mode='erase')
            await server.users.issue_token('1', expires_in=60, rooms=['r'], user={'first_name': 'Ada'})
            await server.users.end_tokens('1')
            await server.rooms.put('o', type='GroupChat', name='Order', members=['1', '2'], created_by='1')
            await server.rooms.change_members('o', add=['3'], roles={'3': 'admin'})
        self.assertEqual(
            [
                ('POST', '/api/users/external/', {'users': [{'external_id': '1'}]}),
                ('DELETE', '/api/users/external/1/?mode=erase', None),
                (
                    'POST',
                    '/api/users/external/1/tokens/',
                    {'expires_in': 60, 'rooms': ['r'], 'user': {'first_name': 'Ada'}},
                ),
                ('DELETE', '/api/users/external/1/tokens/', None),
                (
                    'PUT',
                    '/api/rooms/external/o/',
                    {'type': 'GroupChat', 'name': 'Order', 'members': ['1', '2'], 'created_by': '1'},
                ),
                ('POST', '/api/rooms/external/o/members/', {'add': ['3'], 'roles': {'3': 'admin'}}),
            ],
            [(request.method, request.path, request.body) for request in service.received],
        )

    async def test_the_user_who_acts_is_named_also_by_a_name_of_digits(self) -> None:
        found = Answer(200, {'data': {}})
        async with FakeService(found, found, found) as service, client(service) as server:
            for user in (42, '42', 'zoë'):
                await server.rooms.get('r', user=user)
        named = [request.headers['parley-user'] for request in service.received]
        self.assertEqual(['42', 'username%3A42', 'zo%C3%AB'], named)


class WebhooksTest(unittest.TestCase):
    SECRET = 'whsec_' + base64.b64encode(b'of a receiver').decode()
    BODY = '{"id": "a", "type": "ping", "data": null}'

    def headers(self, body: str, sent_at: float | None = None) -> dict[str, str]:
        sent = str(int(sent_at or time.time()))
        digest = hmac.new(b'of a receiver', f'a.{sent}.{body}'.encode(), hashlib.sha256).digest()
        signature = f'v1,{base64.b64encode(digest).decode()}'
        return {'Webhook-Id': 'a', 'Webhook-Timestamp': sent, 'Webhook-Signature': f'v1,other {signature}'}

    def test_a_signed_delivery_is_returned(self) -> None:
        self.assertEqual('ping', verify_webhook(self.BODY.encode(), self.headers(self.BODY), self.SECRET)['type'])

    def test_a_changed_or_old_or_unsigned_delivery_is_refused(self) -> None:
        for body, headers in (
            (f'{self.BODY} ', self.headers(self.BODY)),
            (self.BODY, self.headers(self.BODY, time.time() - 400)),
            (self.BODY, self.headers(self.BODY, time.time() + 400)),
            (self.BODY, {}),
            (self.BODY, {**self.headers(self.BODY), 'Webhook-Signature': 'v1,x'}),
        ):
            with self.subTest(body=body, headers=headers), self.assertRaises(WebhookError):
                verify_webhook(body, headers, self.SECRET)


if __name__ == '__main__':
    unittest.main()
