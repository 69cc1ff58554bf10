import { randomUUID } from 'node:crypto';

import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { people } from '../support/people.js';
import { historyOf } from '../support/talk.js';
import { reaches, TwoNodes } from '../support/two-nodes.js';

const TWINS = 40;

let nodes: TwoNodes;
/** Alice has a device on each node; Bob is on the second. */
let alices: readonly [here: ChatClient, there: ChatClient];
let bobs: ChatClient;
let room: Room;

beforeAll(async () => {
  nodes = await TwoNodes.start();
  const { alice, bob } = await people(nodes.here, 'alice', 'bob');
  alices = [await alice.arrives(nodes.here), await alice.arrives(nodes.there)];
  bobs = await bob.arrives(nodes.there);
  room = (await alices[0].ask('room.create', { type: 'OneToOneChat', participants: [bob.id] })).data;
  await reaches(alices[0], bobs, room);
  await reaches(alices[0], alices[1], room);
  await reaches(alices[1], alices[0], room);
});
afterAll(() => nodes.stop());

beforeEach(async () => {
  for (const device of [...alices, bobs]) await device.rest();
});

describe('a client_message_id', () => {
  it('makes a retry on the other node safe', async () => {
    const [here, there] = alices;
    const send = { room_id: room.id, content: 'once', client_message_id: randomUUID() };
    const { data: message } = await here.ask('message.send', send);
    await there.hears('message.dispatch');
    await bobs.hears('message.dispatch');
    await expect(there.ask('message.send', send)).resolves.toMatchObject({ data: message, meta: { duplicate: true } });
    await there.ask('message.modify', { action: 'delete', message_id: message.id });
    const { data: again, meta } = await here.ask('message.send', send);
    expect({ again, meta }).toMatchObject({ again: { id: message.id, is_deleted: true }, meta: { duplicate: true } });
    await expect(historyOf(bobs, room)).resolves.not.toContainEqual(expect.objectContaining({ content: 'once' }));
    await bobs.hears('messagemodification.dispatch');
    await expect(bobs.rest()).resolves.toEqual([]);
  });

  it('stores one message if it is sent on two nodes at once', async () => {
    const sends = Array.from({ length: TWINS }, (_, at) => ({
      room_id: room.id,
      content: `twin ${String(at)}`,
      client_message_id: randomUUID(),
    }));
    for (const send of sends) {
      const answers = await Promise.all(alices.map((device) => device.ask('message.send', send)));
      expect(answers[0]!.data.id).toBe(answers[1]!.data.id);
      expect(answers.map(({ meta }) => meta?.duplicate === true).sort()).toEqual([false, true]);
    }
    const heard: unknown[] = [];
    for (let count = 0; count < TWINS; count += 1)
      heard.push((await bobs.hears('message.dispatch')).data.client_message_id);
    const ids = sends.map(({ client_message_id }) => client_message_id);
    expect(heard).toEqual(ids);
    await expect(bobs.rest()).resolves.toEqual([]);
    const history = await historyOf(bobs, room);
    const twins = history.filter(({ content }) => content.startsWith('twin'));
    expect(twins.map(({ client_message_id }) => client_message_id).toReversed()).toEqual(ids);
  });
});
