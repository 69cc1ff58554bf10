import type { Channel, GroupChat, Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import type { Frame } from '../support/frames.js';
import { manyUsers } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sendMessage } from '../support/messaging.js';
import { TwoNodes } from '../support/two-nodes.js';

const SIZE = 120;

let nodes: TwoNodes;
let here: Service;
let there: Service;
/** A node that has cached nothing. */
let fresh: Service | undefined;
/** Creates every room, and is connected to both nodes. */
let alice: TestUser;
let alicesHere: ChatClient;
let alicesThere: ChatClient;
let everyone: TestUser[];
/** One device for each other user; half of them on each node. */
let devices: ChatClient[];

beforeAll(async () => {
  nodes = await TwoNodes.shared();
  ({ here, there } = nodes);
  const [first, ...others] = await manyUsers(here, SIZE + 1);
  [alice, everyone] = [first!, others];
  [alicesHere, alicesThere] = [await alice.connect(here), await alice.connect(there)];
  devices = await Promise.all(everyone.map((user, at) => user.connect(at % 2 === 0 ? here : there)));
});
afterAll(() => fresh?.stop());

const ids = (people: readonly { readonly id: number }[]): number[] =>
  people.map(({ id }) => id).sort((one, other) => one - other);

/** Sends all requests at the same moment. */
async function atOnce(requested: readonly [device: ChatClient, event: string, data: object][]): Promise<Frame[]> {
  const requests = requested.map(([device, event, data]) => [device, device.sendRequest(event, data)] as const);
  const answers = await Promise.all(requests.map(([device, requestId]) => device.response(requestId)));
  expect(answers.filter(({ error }) => error)).toEqual([]);
  return answers;
}

/** The members of a room, which both nodes report alike. */
async function membersOf(room: Room): Promise<number[]> {
  const [one, other] = await Promise.all(
    [alicesHere, alicesThere].map(async (device) => (await device.request('room.info', { room_id: room.id })).data),
  );
  expect(other).toEqual(one);
  const members = one!.type === 'Channel' ? one!.subscribers : (one as GroupChat).participants;
  expect(one!.member_count).toBe(members.length);
  return ids(members).filter((id) => everyone.some((user) => user.id === id));
}

/** Waits until the other node has subscribed to the room, which takes a moment. */
async function isReceivedByAll(room: Room): Promise<void> {
  const unresponsive = new Set(devices);
  await eventually(async () => {
    await sendMessage(alicesHere, room, 'can you all hear me?');
    for (const device of unresponsive) {
      const received = (await device.drain()).some(({ eventType, room_id }) => {
        return eventType === 'message.dispatch' && room_id === room.id;
      });
      if (received) unresponsive.delete(device);
    }
    return unresponsive.size === 0;
  });
}

const addition = (room: Room, { id }: TestUser, at: number): [ChatClient, string, object] => [
  at % 2 === 0 ? alicesHere : alicesThere,
  'room.add_members',
  { room_id: room.id, members: [id] },
];

describe('120 users who change their membership on two nodes at the same moment', () => {
  let channel: Channel;
  let group: GroupChat;

  beforeAll(async () => {
    const news = { type: 'Channel', name: 'News', extra_fields: { is_public: true, max_subscribers: SIZE + 1 } };
    channel = (await alicesHere.request('room.create', news)).data as Channel;
    const friends = { type: 'GroupChat', name: 'Friends', extra_fields: { max_participants: SIZE + 1 } };
    group = (await alicesHere.request('room.create', friends)).data as GroupChat;
  });

  it('all join', async () => {
    await atOnce(devices.map((device) => [device, 'room.join', { room_id: channel.id }]));
    await expect(membersOf(channel)).resolves.toEqual(ids(everyone));
    await isReceivedByAll(channel);
  });

  it('are all added one by one', async () => {
    await atOnce(everyone.map((user, at) => addition(group, user, at)));
    await expect(membersOf(group)).resolves.toEqual(ids(everyone));
    await isReceivedByAll(group);
  });

  it('leave one room, and stay in the other', async () => {
    const half = everyone.slice(0, SIZE / 2);
    await atOnce(
      half.map(({ id }, at) => [
        at % 2 === 0 ? alicesThere : alicesHere,
        'room.remove_members',
        { room_id: group.id, members: [id] },
      ]),
    );
    const back = everyone.slice(0, SIZE / 4);
    const going = everyone.slice(SIZE / 2);
    await atOnce([
      ...back.map((user, at) => addition(group, user, at)),
      ...going.map((_, at): [ChatClient, string, object] => [
        devices[SIZE / 2 + at]!,
        'room.leave',
        { room_id: group.id },
      ]),
    ]);
    await expect(membersOf(group)).resolves.toEqual(ids(back));
  });

  it('receive everything at another node, and at a new one that has cached nothing', async () => {
    await Promise.all(devices.map((device) => device.close()));
    const started = await nodes.another();
    fresh = started;
    devices = await Promise.all(everyone.map((user, at) => user.connect(at % 2 === 0 ? there : started)));
    await isReceivedByAll(channel);
    await Promise.all(devices.map((device) => device.close()));
  });
});
