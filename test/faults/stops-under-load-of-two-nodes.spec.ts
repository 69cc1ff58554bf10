import { randomUUID } from 'node:crypto';

import type { Message } from '@parley/protocol';

import { wholeHistory } from '../support/many-messages.js';
import type { ChatClient } from '../support/chat-client.js';
import type { Frame } from '../support/frames.js';
import { manyUsers } from '../support/people.js';
import { createGroup } from '../support/messaging.js';
import { expectDelivery, TwoNodes } from '../support/two-nodes.js';

const PEOPLE = 8;
const SENDS_EACH = 100;

let nodes: TwoNodes;

beforeAll(async () => {
  nodes = await TwoNodes.shared();
});

async function messagesUntil(device: ChatClient, count: number): Promise<Message[]> {
  const messages: Message[] = [];
  while (messages.length < count) messages.push((await device.receive('message.dispatch')).data);
  return messages;
}

describe('SIGTERM for one of two nodes under load', () => {
  it('loses nothing: its clients reconnect to the other node and retry unanswered requests', async () => {
    const [here, there] = [await nodes.another(), nodes.here];
    const [stays, ...goes] = await manyUsers(here, PEOPLE + 1);
    const watcher = { user: stays!, device: await stays!.connect(there) };
    const members = await Promise.all(goes.map(async (user) => ({ user, device: await user.connect(here) })));
    const room = await createGroup(members[0]!.device, [...members.slice(1), watcher]);
    await expectDelivery(members[0]!.device, watcher.device, room);
    const [{ seq: before } = { seq: 0 }] = (await wholeHistory(watcher.device, room)).toReversed();
    await watcher.device.drain();
    for (const { device } of members) await device.drain();

    const sends = members.map(({ device }) =>
      Array.from({ length: SENDS_EACH }, (_, at) => {
        const send = { room_id: room.id, content: String(at), client_message_id: randomUUID() };
        return { send, requestId: device.sendRequest('message.send', send) };
      }),
    );
    await members[0]!.device.receive('message.dispatch');
    const exit = here.kill('SIGTERM');
    await Promise.all(
      members.map(async ({ user, device }, at) => {
        await expect(device.closed()).resolves.toMatchObject({ code: 1012 });
        const frames: Frame[] = await device.drain();
        expect(frames.filter(({ error }) => error)).toEqual([]);
        const answered = new Set(frames.map(({ request_id }) => request_id));
        const back = await user.connect(there);
        const again = sends[at]!.filter(({ requestId }) => !answered.has(requestId));
        await Promise.all(again.map(({ send }) => back.request('message.send', send)));
      }),
    );
    await expect(exit).resolves.toMatchObject({ code: 0 });

    const received = await messagesUntil(watcher.device, PEOPLE * SENDS_EACH);
    expect(received.map(({ seq }) => seq)).toEqual(received.map((_, at) => before + 1 + at));
    const sent = sends.flatMap((own) => own.map(({ send }) => send.client_message_id));
    expect(received.map(({ client_message_id }) => client_message_id).sort()).toEqual(sent.sort());
    await expect(watcher.device.drain()).resolves.toEqual([]);
  });
});
