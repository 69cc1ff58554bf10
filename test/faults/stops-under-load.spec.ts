import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';

import type { Message } from '@parley/protocol';

import { wholeHistory } from '../support/many-messages.js';
import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import type { Frame, Received } from '../support/frames.js';
import { openClient } from '../support/handshake.js';
import { manyUsers } from '../support/people.js';
import { Service } from '../support/service.js';
import { createGroup } from '../support/messaging.js';

const PEOPLE = 10;
const SENDS_EACH = 200;

let parley: Service;

beforeAll(async () => {
  parley = await Service.start();
});
afterAll(() => parley.stop());

const dispatches = (frames: readonly Frame[]): Message[] =>
  frames
    .filter(({ eventType }) => eventType === 'message.dispatch')
    .map((frame) => (frame as Received<'message.dispatch'>).data);

/** Opens sockets one after the other until the service refuses them. @returns the opened ones */
async function knocksUntilClosed(token: string): Promise<ChatClient[]> {
  const { url } = parley;
  const opened: ChatClient[] = [];
  for (;;) {
    try {
      opened.push(await openClient(url, { token }));
    } catch (error) {
      if (String(error).includes('refused with')) expect(String(error)).toMatch(/refused with 503/);
      return opened;
    }
  }
}

describe('SIGTERM under load', () => {
  it('loses no accepted message, and sends no internal error to any client', async () => {
    const everyone = await manyUsers(parley, PEOPLE);
    const members = await Promise.all(everyone.map(async (user) => ({ user, device: await user.connect() })));
    const room = await createGroup(members[0]!.device, members.slice(1));
    const sends = members.map(({ device }) =>
      Array.from({ length: SENDS_EACH }, (_, at) => {
        const send = { room_id: room.id, content: String(at), client_message_id: randomUUID() };
        return { send, requestId: device.sendRequest('message.send', send) };
      }),
    );
    await members[0]!.device.receive('message.dispatch');
    const knocking = knocksUntilClosed(everyone[0]!.tokens.access);
    const exit = parley.kill('SIGTERM');
    const received: Frame[][] = [];
    for (const { device } of members) {
      await expect(device.closed()).resolves.toMatchObject({ code: 1012 });
      received.push(await device.drain());
    }
    for (const late of await knocking) await expect(late.closed()).resolves.toMatchObject({ code: 1012 });
    await expect(exit).resolves.toMatchObject({ code: 0, signal: null });
    expect(received.flat().filter(({ error }) => error)).toEqual([]);

    await parley.begin();
    const back = await Promise.all(everyone.map((user) => user.connect(parley)));
    const stored = new Map((await wholeHistory(back[0]!, room)).map((message) => [message.id, message]));
    for (const message of received.flatMap(dispatches)) expect(stored.get(message.id)).toEqual(message);

    const unanswered = sends.map((own, at) => {
      const answered = new Set(received[at]!.map(({ request_id }) => request_id));
      return own.filter(({ requestId }) => !answered.has(requestId));
    });
    await Promise.all(unanswered.flatMap((own, at) => own.map(({ send }) => back[at]!.request('message.send', send))));
    const history = await wholeHistory(back[0]!, room);
    const sent = sends.flatMap((own) => own.map(({ send }) => send.client_message_id));
    expect(history.map(({ client_message_id }) => client_message_id).sort()).toEqual(sent.sort());
    expect(history.map(({ seq }) => seq)).toEqual(history.map((_, at) => room.last_seq + 1 + at));
  });

  it('answers a request in progress', async () => {
    const [user] = await manyUsers(parley, 1);
    const { url } = parley;
    const headers = { 'content-type': 'application/json', expect: '100-continue' };
    const asking = request(`${url}/api/token/refresh/`, { method: 'POST', headers });
    asking.flushHeaders();
    await once(asking, 'continue');
    const exit = parley.kill('SIGTERM');
    await eventually(async () => !(await isListening(url)));
    asking.end(JSON.stringify({ refresh: user!.tokens.refresh }));
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    await expect(json(response)).resolves.toHaveProperty('access');
    await expect(exit).resolves.toMatchObject({ code: 0 });
  });
});

const isListening = (url: string): Promise<boolean> =>
  fetch(`${url}/health/live`).then(
    () => true,
    () => false,
  );
