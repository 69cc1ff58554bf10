import { published } from '../support/contract.js';
import { manyUsers } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';
import { Chance } from './chance.js';
import type { Known } from './existing-ids.js';
import type { InvalidFrames } from './invalid-frames.js';
import { FuzzClient } from './fuzz-client.js';

const CLIENTS = 4;
const BATCH = 50;

/** After this many frames the users create new rooms, as frames destroy the old ones. */
const FRAMES_PER_ROOM = 1_000;

/** A part of a run: `count` frames from `from` on. */
export interface Round {
  readonly from: number;
  readonly count: number;
}

/** Ids of the bystanders' rooms and messages, to which the senders have no access. */
export type ReceivedFrames = Pick<Known, 'rooms' | 'messages'>;

/**
 * Lets new users send invalid frames, all at once, about their own and other rooms, and disconnects them.
 * @throws Error with the frame and the fault
 */
export async function sendInvalidFrames(
  service: Service,
  frames: InvalidFrames,
  { from, count }: Round,
  received: ReceivedFrames,
): Promise<void> {
  const people = await manyUsers(service, CLIENTS);
  const clients = await Promise.all(people.map((user) => FuzzClient.connect(user, service.url, published())));
  for (let first = from; first < from + count; first += FRAMES_PER_ROOM) {
    const known = await createTargets(people, received);
    const end = Math.min(first + FRAMES_PER_ROOM, from + count);
    const turns = clients.map(async (client, turn) => {
      for (let at = first + turn * BATCH; at < end; at += CLIENTS * BATCH) {
        const texts = Array.from({ length: Math.min(BATCH, end - at) }, (_, index) => frames.frame(at + index, known));
        await client.send(texts, new Chance(at)).catch((error: unknown) => {
          throw new Error(`In the ${String(BATCH)} frames from ${String(at)} on: ${String(error)}`);
        });
      }
    });
    await Promise.all(turns);
  }
  await Promise.all(clients.map((client) => client.close()));
}

/** One room of each type, and one more, with a few messages in each. Each user is in some of them. */
async function createTargets(people: readonly TestUser[], received: ReceivedFrames): Promise<Known> {
  const members = await Promise.all(people.map(connectMember));
  // Frames of before may have changed the setting, or have made users block each other.
  await Promise.all(members.map(({ device }) => device.request('user.update', { add_policy: 'everyone' })));
  for (const { device, user } of members) {
    for (const { id } of people.filter((other) => other.id !== user.id)) {
      await device.request('user.block', { user_id: id, blocked: false });
    }
  }
  const [first, second, third] = members;
  const users = people.map(({ id }) => id);
  const request = async (data: object) => (await first!.device.request('room.create', data)).data;
  const rooms = [
    await createGroup(first!.device, members.slice(1)),
    await request({ type: 'Channel', name: 'News', subscribers: users.slice(1), extra_fields: { is_public: true } }),
    await request({ type: 'OneToOneChat', participants: [second!.user.id] }),
    await createGroup(third!.device, [members[3]!], 'Few'),
  ];
  const messages: string[] = [];
  for (const [at, room] of rooms.entries()) {
    const sender = at === 3 ? third! : first!;
    for (const text of ['one', 'two', 'three']) messages.push((await sendMessage(sender.device, room, text)).id);
  }
  for (const { device } of members) await device.close();
  return {
    rooms: [...rooms.map(({ id }) => id), ...received.rooms],
    messages: [...messages, ...received.messages],
    users: [...users, 2 ** 31 - 1],
    usernames: people.map(({ username }) => username),
    tokens: people.map(({ tokens }) => tokens.access),
  };
}
