import type { Message, Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { isOfGathered } from '../support/gathered-receipts.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import type { StatementProxy } from '../support/statement-proxy.js';
import { sendMessage } from '../support/messaging.js';
import { watchedService } from '../support/watched-service.js';

const ROOMS = 4;
const SIZES = [1, 20];
/** The rooms of the messages of each request of {@link costs}. */
const ROOMS_NAMED = [1, 1, 1, ROOMS];

let proxy: StatementProxy;
let parley: Service;
let senders: ChatClient[];
let reader: ChatClient;
let rooms: Room[];

beforeAll(async () => {
  ({ proxy, parley } = await watchedService());
  const { alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
  senders = [await alice.connect(), await bob.connect()];
  reader = await carol.connect();
  rooms = [];
  for (let at = 0; at < ROOMS; at += 1) {
    const participants = [bob.id, carol.id];
    rooms.push((await senders[0]!.request('room.create', { type: 'GroupChat', name: 'x', participants })).data);
  }
});

/** Messages of both senders in turn, as many in each of the rooms. */
async function sent(count: number, where: readonly Room[]): Promise<string[]> {
  const messages: Promise<Message>[] = [];
  for (let at = 0; at < count; at += 1) {
    messages.push(
      sendMessage(senders[at % senders.length]!, where[Math.floor(at / senders.length) % where.length]!, 'hello'),
    );
  }
  return (await Promise.all(messages)).map(({ id }) => id);
}

const TABLES = ['rooms', 'room_members', 'messages', 'receipts', 'notifications'];

const cost = (): number => proxy.statementsAbout(...TABLES).filter((statement) => !isOfGathered(statement)).length;

/** The number of statements of each request, and of frames of the event that one of the senders receives. */
async function costs(event: string, dispatch: string, field = 'message_id'): Promise<[number, number][]> {
  const found: [number, number][] = [];
  for (const where of [rooms.slice(0, 1), rooms]) {
    for (const size of SIZES) {
      const ids = await sent(size, where);
      await senders[0]!.drain();
      proxy.forget();
      await reader.request(event, { [field]: ids });
      const statements = cost();
      // Receipts that follow one another in a room are gathered.
      const count = event === 'message.read' ? ROOMS_NAMED[found.length]! : 1;
      for (let at = 0; at < count; at += 1) await senders[0]!.receive(dispatch);
      const received = [
        ...Array<unknown>(count),
        ...(await senders[0]!.drain()).filter(({ eventType }) => eventType === dispatch),
      ];
      found.push([statements, received.length]);
    }
  }
  return found;
}

/** One statement finds the rooms. The others are of one room each, and as many for every room. */
const ofRooms = (ofOneRoom: number): number[] => ROOMS_NAMED.map((count) => 1 + count * (ofOneRoom - 1));

describe('receipts', () => {
  it('of deliveries take as many statements in a room for 1 message as for 20, and one dispatch a sender', async () => {
    const found = await costs('message.acknowledged', 'messagedelivered.dispatch');
    const [[statements] = [0]] = found;
    expect(statements).toBeLessThanOrEqual(8);
    expect(found).toEqual(ofRooms(statements).map((count) => [count, 1]));
  });

  it('of deliveries take two statements more when named by notification ids', async () => {
    const found = await costs('notification.acknowledge', 'messagedelivered.dispatch', 'notification_id');
    const [[statements] = [0]] = found;
    expect(statements).toBeLessThanOrEqual(10);
    expect(found).toEqual(ofRooms(statements).map((count) => [count, 1]));
  });

  it('of reading take as many statements in a room for 1 message as for 20, and one dispatch a room', async () => {
    const found = await costs('message.read', 'readreceipt.dispatch');
    const [[statements] = [0]] = found;
    expect(statements).toBeLessThanOrEqual(8);
    expect(found).toEqual(ofRooms(statements).map((count, at) => [count, ROOMS_NAMED[at]]));
  });

  it('of reading up to a number take the same number of statements, whatever the number of messages', async () => {
    const found: number[] = [];
    for (const size of SIZES) {
      await sent(size, rooms.slice(0, 1));
      proxy.forget();
      await reader.request('message.read', { room_id: rooms[0]!.id, up_to_seq: Number.MAX_SAFE_INTEGER });
      found.push(cost());
    }
    expect(found[0]).toBeLessThanOrEqual(8);
    expect(found).toEqual(SIZES.map(() => found[0]));
  });
});

/** The rooms in which anything is pending, what is pending there, and the messages. */
const FIRST_FRAME_STATEMENTS = 3;

describe('the first frame', () => {
  it('takes the same number of statements, whatever its size', async () => {
    const { dave } = await users(parley, 'dave');
    const found: number[] = [];
    const { data: room } = await senders[0]!.request('room.create', { type: 'OneToOneChat', participants: [dave.id] });
    await (await dave.connect()).close();
    for (const size of SIZES) {
      for (let at = 0; at < size; at += 1) await sendMessage(senders[0]!, room, 'hello');
      proxy.forget();
      const device = await dave.connect();
      found.push(cost());
      await device.close();
    }
    expect(found).toEqual(SIZES.map(() => FIRST_FRAME_STATEMENTS));
  });
});
