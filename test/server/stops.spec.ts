import { once } from 'node:events';

import { WebSocket } from 'ws';

import { eventually } from '../support/eventually.js';
import { isTurnedAway } from '../support/handshake.js';
import { people } from '../support/people.js';
import { Service } from '../support/service.js';
import { groupOf, onADevice, says } from '../support/talk.js';

describe('SIGTERM', () => {
  let parley: Service;

  beforeEach(async () => {
    parley = await Service.start({ SHUTDOWN_SECONDS: '5' });
  });
  afterEach(() => parley.stop());

  it('closes every socket with 1012, and ends the process', async () => {
    const { alice, bob } = await people(parley, 'alice', 'bob');
    const devices = [await alice.arrives(), await alice.arrives(), await bob.arrives()];
    const exit = parley.kill('SIGTERM');
    for (const device of devices) await expect(device.closed()).resolves.toMatchObject({ code: 1012 });
    await expect(exit).resolves.toMatchObject({ code: 0, signal: null });
  });

  it('completes the writes in progress', async () => {
    const { alice, bob } = await people(parley, 'alice', 'bob');
    const [phone, others] = [await alice.arrives(), await onADevice(bob)];
    const room = await groupOf(phone, [others]);
    for (let count = 1; count <= 500; count += 1) {
      phone.asks('message.send', { room_id: room.id, content: String(count) });
    }
    await others.device.hears('message.dispatch');
    await parley.kill('SIGTERM');
    await Promise.all([phone.closed(), others.device.closed()]);
    const heard = (await phone.rest()).filter(({ eventType }) => eventType === 'message.dispatch').length;
    const heardByOther = 1 + (await others.device.rest()).length;
    await parley.begin();
    const back = await alice.arrives();
    await expect(says(back, room, 'next')).resolves.toMatchObject({ seq: room.last_seq + heard + 1 });
    expect(heardByOther).toBe(heard);
  });

  it('does not wait for clients that do not answer the close frame', async () => {
    const { alice } = await people(parley, 'alice');
    const deaf = new WebSocket(`${parley.url.replace('http', 'ws')}/messaging/?token=${alice.tokens.access}`);
    await once(deaf, 'open');
    deaf.pause();
    await expect(parley.kill('SIGTERM')).resolves.toMatchObject({ signal: null });
    deaf.terminate();
  });

  it('refuses new connections, and reports not ready to load balancers', async () => {
    const { alice } = await people(parley, 'alice');
    const deaf = new WebSocket(`${parley.url.replace('http', 'ws')}/messaging/?token=${alice.tokens.access}`);
    await once(deaf, 'open');
    deaf.pause(); // Keeps the process draining for a while.
    const { url } = parley;
    const exit = parley.kill('SIGTERM');
    await eventually(async () => (await fetch(`${url}/health/ready`)).status === 503);
    await expect(isTurnedAway(url, { token: alice.tokens.access })).resolves.toMatchObject({ body: '' });
    await exit;
    deaf.terminate();
  });

  it('does not wait for idle HTTP connections', async () => {
    const answer = await fetch(`${parley.url}/health/live`);
    // A proxy must end an idle connection before the server does, or it could send a request into a closed one.
    expect(answer.headers.get('keep-alive')).toBe('timeout=65');
    await expect(parley.kill('SIGTERM')).resolves.toMatchObject({ code: 0 });
  });

  it('ends a process without connections', async () => {
    await expect(parley.kill('SIGINT')).resolves.toMatchObject({ code: 0 });
  });
});
