import { once } from 'node:events';

import { WebSocket } from 'ws';

import { eventually } from '../support/eventually.js';
import { expectHandshakeRefused } from '../support/handshake.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';

let parley: Service;

beforeAll(async () => {
  parley = await Service.start({ SHUTDOWN_SECONDS: '5' });
});
afterAll(() => parley.stop());

describe('a service that is stopped', () => {
  it('closes every socket with 1012, waits for no idle HTTP connection, and ends the process', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const devices = [await alice.connect(), await alice.connect(), await bob.connect()];
    const answer = await fetch(`${parley.url}/health/live`);
    // A proxy must end an idle connection before the server does, or it could send a request into a closed one.
    expect(answer.headers.get('keep-alive')).toBe('timeout=65');
    const exit = parley.kill('SIGTERM');
    for (const device of devices) await expect(device.closed()).resolves.toMatchObject({ code: 1012 });
    await expect(exit).resolves.toMatchObject({ code: 0, signal: null });
  });

  it('stops once if a terminal and npm both send a signal', async () => {
    await parley.begin();
    const exit = parley.kill('SIGTERM');
    void parley.kill('SIGINT');
    await expect(exit).resolves.toMatchObject({ code: 0, signal: null });
    expect(parley.output).not.toContain('FATAL');
  });

  it('completes the writes in progress, after SIGINT too', async () => {
    await parley.begin();
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const [phone, others] = [await alice.connect(), await connectMember(bob)];
    const room = await createGroup(phone, [others]);
    for (let count = 1; count <= 500; count += 1) {
      phone.sendRequest('message.send', { room_id: room.id, content: String(count) });
    }
    await others.device.receive('message.dispatch');
    await expect(parley.kill('SIGINT')).resolves.toMatchObject({ signal: null });
    await Promise.all([phone.closed(), others.device.closed()]);
    const received = (await phone.drain()).filter(({ eventType }) => eventType === 'message.dispatch').length;
    const receivedByOther = 1 + (await others.device.drain()).length;
    await parley.begin();
    const back = await alice.connect();
    await expect(sendMessage(back, room, 'next')).resolves.toMatchObject({ seq: room.last_seq + received + 1 });
    await back.close();
    expect(receivedByOther).toBe(received);
  });

  it('refuses new connections, tells load balancers, and ends although a client never answers the close frame', async () => {
    const { alice } = await users(parley, 'alice');
    const unresponsive = new WebSocket(`${parley.url.replace('http', 'ws')}/messaging/?token=${alice.tokens.access}`);
    await once(unresponsive, 'open');
    unresponsive.pause(); // Keeps the process draining for a while.
    const { url } = parley;
    const exit = parley.kill('SIGTERM');
    await eventually(async () => (await fetch(`${url}/health/ready`)).status === 503);
    await expect(expectHandshakeRefused(url, { token: alice.tokens.access })).resolves.toMatchObject({ body: '' });
    await expect(exit).resolves.toMatchObject({ signal: null });
    unresponsive.terminate();
  });
});
