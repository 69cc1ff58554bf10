import { expectHandshakeRefused, openClient } from '../support/handshake.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

/** Expects that only this path, with and without a trailing slash, opens a socket. */
async function opensOnly(parley: Service, path: string, others: readonly string[]): Promise<void> {
  const { alice } = await users(parley, 'alice');
  const token = alice.tokens.access;
  for (const one of [path, `${path}/`]) {
    const socket = await openClient(parley.url, { path: one, token });
    await socket.receive('chat.notifications');
    await socket.close();
  }
  for (const other of others) {
    const answer = await expectHandshakeRefused(parley.url, { path: other, token });
    expect([other, answer]).toEqual([other, { status: 404, body: '' }]);
  }
}

describe('the WebSocket path', () => {
  it('is /messaging/ by default', async () => {
    const others = ['/chat', '/', '/messaging//', '/Messaging/', '/messaging/x'];
    await opensOnly(await sharedService(), '/messaging', others);
  });

  // A setting without the trailing slash is in the spec of the settings of the platform.
  it('is that of WEBSOCKET_PATH', async () => {
    const parley = await Service.start({ WEBSOCKET_PATH: '/chat/socket/' });
    try {
      await opensOnly(parley, '/chat/socket', ['/messaging', '/messaging/', '/chat/']);
    } finally {
      await parley.stop();
    }
  });
});
