import type { ChatClient } from '../support/chat-client.js';
import { manyUsers, users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sendMessage } from '../support/messaging.js';
import { expectDelivery, TwoNodes } from '../support/two-nodes.js';

let nodes: TwoNodes;
let cable: TwoNodes['cable'];
let here: Service;
let there: Service;

beforeAll(async () => {
  nodes = await TwoNodes.shared();
  ({ cable, here, there } = nodes);
});
afterEach(() => cable.mend());

async function isReceivedBy(sender: ChatClient, hearers: ChatClient[], room: { id: string }): Promise<void> {
  for (const hearer of hearers) await expectDelivery(sender, hearer, room);
  const { id } = await sendMessage(sender, room, 'then I begin');
  for (const hearer of hearers) await hearer.receive('message.dispatch', ({ data }) => data.id === id);
  for (const device of [sender, ...hearers]) await device.drain();
}

describe('a deployment of two nodes', () => {
  it('delivers the messages of a room that was created on the other node', async () => {
    const { alice, bob } = await users(here, 'alice', 'bob');
    const [phone, laptop] = [await alice.connect(here), await alice.connect(there)];
    const others = await bob.connect(there);
    const { data: room } = await phone.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    await isReceivedBy(others, [phone, laptop], room);
    await isReceivedBy(phone, [laptop, others], room);
    for (let count = 1; count <= 200; count += 1) {
      phone.sendRequest('message.send', { room_id: room.id, content: String(count) });
    }
    for (const device of [phone, laptop, others]) {
      for (let count = 1; count <= 200; count += 1) {
        const { data } = await device.receive('message.dispatch');
        expect(data.content).toBe(String(count));
      }
    }
  });

  it('creates one room per pair of users who ask at the same moment, for 40 pairs at once', async () => {
    const everyone = await manyUsers(here, 80);
    const devices = await Promise.all(everyone.map((user, at) => user.connect(at % 2 === 0 ? here : there)));
    const request = (requester: number, other: number) =>
      devices[requester]!.request('room.create', { type: 'OneToOneChat', participants: [everyone[other]!.id] });
    const ids = await Promise.all(
      Array.from({ length: 40 }, async (_, pair) => {
        const [one, other] = await Promise.all([request(2 * pair, 2 * pair + 1), request(2 * pair + 1, 2 * pair)]);
        expect(one.data.id).toBe(other.data.id);
        expect([one, other].filter(({ meta }) => meta?.created === false)).toHaveLength(1);
        return one.data.id;
      }),
    );
    expect(new Set(ids).size).toBe(40);
    await Promise.all(devices.map((device) => device.close()));
  });

  it('includes rooms that were created on the other node after a reconnect', async () => {
    const { alice, bob } = await users(here, 'alice', 'bob');
    for (const node of [here, there]) await (await alice.connect(node)).close();
    const others = await bob.connect(there);
    const { data: room } = await others.request('room.create', {
      type: 'GroupChat',
      name: 'x',
      participants: [alice.id],
    });
    const back = await alice.connect(here);
    await isReceivedBy(others, [back], room);
  });

  it("stores and delivers on the sender's node while Redis is unreachable", async () => {
    const { alice, bob } = await users(here, 'alice', 'bob');
    const [phone, others] = [await alice.connect(here), await bob.connect(here)];
    const { data: room } = await phone.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    await others.receive('roomcreate.dispatch');
    cable.cut();
    await sendMessage(phone, room, 'is Redis there?');
    await expect(others.receive('message.dispatch')).resolves.toMatchObject({ data: { content: 'is Redis there?' } });
    const newMember = await alice.open(there);
    await newMember.receive('chat.notifications');
    const { data: page } = await newMember.request('room.messages', { room_id: room.id });
    expect(page.data.messages.map(({ content }) => content)).toEqual(['is Redis there?']);
    cable.mend();
    await isReceivedBy(phone, [newMember], room);
  });
});
