import type { ChatClient } from '../support/chat-client.js';
import { crowd, people } from '../support/people.js';
import type { Service } from '../support/service.js';
import { says } from '../support/talk.js';
import { reaches, TwoNodes } from '../support/two-nodes.js';

let nodes: TwoNodes;
let cable: TwoNodes['cable'];
let here: Service;
let there: Service;

beforeAll(async () => {
  nodes = await TwoNodes.start();
  ({ cable, here, there } = nodes);
});
afterAll(() => nodes.stop());

async function isHeardBy(speaker: ChatClient, hearers: ChatClient[], room: { id: string }): Promise<void> {
  for (const hearer of hearers) await reaches(speaker, hearer, room);
  const { id } = await says(speaker, room, 'then I begin');
  for (const hearer of hearers) await hearer.hears('message.dispatch', ({ data }) => data.id === id);
  for (const device of [speaker, ...hearers]) await device.rest();
}

describe('a deployment of two nodes', () => {
  it('delivers the messages of a room that was created on the other node', async () => {
    const { alice, bob } = await people(here, 'alice', 'bob');
    const [phone, laptop] = [await alice.arrives(here), await alice.arrives(there)];
    const others = await bob.arrives(there);
    const { data: room } = await phone.ask('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    await isHeardBy(others, [phone, laptop], room);
    await isHeardBy(phone, [laptop, others], room);
    for (let count = 1; count <= 200; count += 1) {
      phone.asks('message.send', { room_id: room.id, content: String(count) });
    }
    for (const device of [phone, laptop, others]) {
      for (let count = 1; count <= 200; count += 1) {
        const { data } = await device.hears('message.dispatch');
        expect(data.content).toBe(String(count));
      }
    }
  });

  it('creates one room per pair of users who ask at the same moment, for 40 pairs at once', async () => {
    const everybody = await crowd(here, 80);
    const devices = await Promise.all(everybody.map((person, at) => person.arrives(at % 2 === 0 ? here : there)));
    const asks = (asker: number, other: number) =>
      devices[asker]!.ask('room.create', { type: 'OneToOneChat', participants: [everybody[other]!.id] });
    const ids = await Promise.all(
      Array.from({ length: 40 }, async (_, pair) => {
        const [one, other] = await Promise.all([asks(2 * pair, 2 * pair + 1), asks(2 * pair + 1, 2 * pair)]);
        expect(one.data.id).toBe(other.data.id);
        expect([one, other].filter(({ meta }) => meta?.created === false)).toHaveLength(1);
        return one.data.id;
      }),
    );
    expect(new Set(ids).size).toBe(40);
    await Promise.all(devices.map((device) => device.leaves()));
  });

  it('includes rooms that were created on the other node after a reconnect', async () => {
    const { alice, bob } = await people(here, 'alice', 'bob');
    for (const node of [here, there]) await (await alice.arrives(node)).leaves();
    const others = await bob.arrives(there);
    const { data: room } = await others.ask('room.create', { type: 'GroupChat', name: 'x', participants: [alice.id] });
    const back = await alice.arrives(here);
    await isHeardBy(others, [back], room);
  });

  it("stores and delivers on the sender's node while Redis is unreachable", async () => {
    const { alice, bob } = await people(here, 'alice', 'bob');
    const [phone, others] = [await alice.arrives(here), await bob.arrives(here)];
    const { data: room } = await phone.ask('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    await others.hears('roomcreate.dispatch');
    cable.cut();
    await says(phone, room, 'is Redis there?');
    await expect(others.hears('message.dispatch')).resolves.toMatchObject({ data: { content: 'is Redis there?' } });
    const newcomer = await alice.connects(there);
    await newcomer.hears('chat.notifications');
    const { data: page } = await newcomer.ask('room.messages', { room_id: room.id });
    expect(page.data.messages.map(({ content }) => content)).toEqual(['is Redis there?']);
    cable.mend();
    await isHeardBy(phone, [newcomer], room);
  });
});
