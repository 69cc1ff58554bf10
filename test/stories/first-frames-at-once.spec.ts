import type { Message, Room } from '@parley/protocol';
import fc from 'fast-check';

import { snapshotOf } from '../support/first-snapshot.js';
import type { ShownSnapshot } from '../support/first-snapshot.js';
import { connectMember, createGroup } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { users } from '../support/people.js';
import { sampled } from '../support/sample.js';
import { sharedService } from '../support/shared-services.js';

/** The first two of the members are alone in the third room, from which messages are forwarded. */
let members: Member[];
let rooms: Room[];

beforeAll(async () => {
  // Five notifications of a room, and eight altogether.
  const parley = await sharedService('lowBounds');
  const { alice, bob, carol, dave } = await users(parley, 'alice', 'bob', 'carol', 'dave');
  members = await Promise.all([alice, bob, carol, dave].map(connectMember));
});

type Change = 'react' | 'edit' | 'delete' | 'acknowledge' | 'readUpTo' | 'roomLevel' | 'userLevel';

const LEVELS = ['all', 'mentions', 'none'] as const;

/** A member does something in a room, with one of its messages. */
interface Step {
  readonly act: 'send' | 'reply' | 'forward' | 'mention' | 'silent' | Change;
  readonly who: number;
  readonly where: number;
  readonly which: number;
}

async function perform({ act, who, where, which }: Step, sent: Message[]): Promise<void> {
  const { device } = members[who]!;
  const room_id = rooms[where]!.id;
  const named = sent.filter(({ room }) => room.id === room_id).at(-1 - which);
  const hidden = sent.find(({ room }) => room.id === rooms.at(-1)!.id);
  const send = async (extra_fields: object): Promise<void> => {
    const request = { room_id, content: `message ${String(sent.length)}`, extra_fields };
    const { data, error } = await device.response(device.sendRequest('message.send', request));
    if (!error) sent.push(data as Message);
  };
  const level = LEVELS[which % LEVELS.length];
  if (act === 'mention')
    return send(which === 0 ? { mention_room: true } : { mentions: [members[which % 2]!.user.id] });
  if (act === 'silent') return send({ silent: true, mentions: [members[0]!.user.id] });
  if (act === 'send' || !named) return send({});
  if (act === 'reply') return send({ parent_message_id: named.id });
  if (act === 'forward') return send({ forwarded_from_id: (hidden ?? named).id });
  const { id: message_id, seq: up_to_seq } = named;
  const requests: Record<typeof act, readonly [event: string, request: object]> = {
    react: ['message.react', { type: 'add', message_id, reaction_content: '👍' }],
    edit: ['message.modify', { action: 'update', message_id, extra_fields: { content: `edited ${message_id}` } }],
    delete: ['message.modify', { action: 'delete', message_id }],
    acknowledge: ['message.acknowledged', { message_id }],
    readUpTo: ['message.read', { room_id, up_to_seq }],
    roomLevel: ['room.notify', { room_id, level }],
    userLevel: ['user.notify', { level }],
  };
  const [event, request] = requests[act];
  // An event that the state does not permit is refused, and changes nothing.
  await device.response(device.sendRequest(event, request));
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof(
    { weight: 6, arbitrary: fc.constant('send' as const) },
    { weight: 5, arbitrary: fc.constantFrom('reply', 'forward', 'react', 'edit', 'mention') },
    { weight: 5, arbitrary: fc.constantFrom('delete', 'acknowledge', 'readUpTo', 'silent', 'roomLevel', 'userLevel') },
  ),
  who: fc.nat({ max: 3 }),
  where: fc.nat({ max: 2 }),
  which: fc.nat({ max: 6 }),
});

async function threeRooms(): Promise<Room[]> {
  const [first, ...others] = members;
  return [
    await createGroup(first!.device, others),
    await createGroup(first!.device, others),
    await createGroup(first!.device, others.slice(0, 1)),
  ];
}

describe('the first frames of users who connect at the same moment', () => {
  it('equal those of users who connect alone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
        rooms = await threeRooms();
        const sent: Message[] = [];
        for (const each of steps) await perform(each, sent);
        const alone: ShownSnapshot[] = [];
        for (const { user } of members) alone.push(await snapshotOf(user));
        const together = [...members, ...members].map(({ user }) => snapshotOf(user));
        await expect(Promise.all(together)).resolves.toEqual([...alone, ...alone]);
        for (const { id: room_id } of rooms) {
          await members[0]!.device.request('room.modify', { room_id, action: 'delete', data: {} });
        }
        for (const { device } of members) await device.drain();
      }),
      { numRuns: sampled(20), seed: 2_026, endOnFailure: true },
    );
  });
});
