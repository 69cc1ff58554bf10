import { expectHandshakeRefused, openClient } from '../support/handshake.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';

describe.each([
  ['the default /messaging/', undefined, '/messaging', ['/chat', '/', '/messaging//', '/Messaging/', '/messaging/x']],
  ['WEBSOCKET_PATH', '/chat/socket', '/chat/socket', ['/messaging', '/messaging/', '/chat/']],
  ['WEBSOCKET_PATH with a trailing slash', '/chat/socket/', '/chat/socket', ['/messaging', '/messaging/', '/chat/']],
])('the WebSocket path: %s', (_, setting, path, others) => {
  let parley: Service;
  beforeAll(async () => {
    parley = await Service.start({ WEBSOCKET_PATH: setting });
  });
  afterAll(() => parley.stop());

  it('is accepted with and without the trailing slash, and no other path is', async () => {
    const { alice } = await users(parley, 'alice');
    const token = alice.tokens.access;
    for (const one of [path, `${path}/`]) {
      const socket = await openClient(parley.url, { path: one, token });
      await socket.receive('chat.notifications');
      await socket.close();
    }
    for (const other of others) {
      expect([other, await expectHandshakeRefused(parley.url, { path: other, token })]).toEqual([
        other,
        { status: 404, body: '' },
      ]);
    }
  });
});
