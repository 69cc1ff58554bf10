import type { GroupChat } from '@parley/protocol';

import { closeCast, connectCast } from '../support/cast.js';
import type { Cast } from '../support/cast.js';
import type { ChatClient } from '../support/chat-client.js';
import type { TestUser } from '../support/people.js';
import { randomFrom } from '../support/random.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const STEPS = 60;
/** Around the end of a restriction, which the clock of the database decides, both answers are right. */
const UNCERTAIN_MS = 200;

let parley: Service;
let cast: Cast;
let room: GroupChat;

beforeAll(async () => {
  parley = await sharedService();
});
beforeEach(async () => {
  cast = await connectCast(parley);
  const participants = [cast.bob.id, cast.carol.id];
  room = (await cast.phone.request('room.create', { type: 'GroupChat', name: 'x', participants })).data as GroupChat;
});
afterEach(() => closeCast(cast));

/** A user, and what holds by the restrictions that were answered. */
interface Restricted {
  readonly user: TestUser;
  readonly device: ChatClient;
  /** When the mute ends; undefined: the user is not muted. */
  mutedUntil: number | undefined;
  isBanned: boolean;
}

type Leader = (data: object) => Promise<unknown>;

/** The codes with which a message may be answered; undefined: it is stored. */
function lawful({ isBanned, mutedUntil }: Restricted, from: number, to: number): (number | undefined)[] {
  if (isBanned) return [4004];
  if (mutedUntil === undefined || from > mutedUntil + UNCERTAIN_MS) return [undefined];
  return to < mutedUntil - UNCERTAIN_MS ? [4002] : [4002, undefined];
}

async function send(who: Restricted, content: string): Promise<void> {
  const from = Date.now();
  const { error } = await who.device.response(who.device.sendRequest('message.send', { room_id: room.id, content }));
  expect([content, lawful(who, from, Date.now()).includes(error?.code)]).toEqual([content, true]);
}

async function restrict(who: Restricted, choice: number, restrict: Leader): Promise<void> {
  const named = { room_id: room.id, user_id: who.user.id };
  if (who.isBanned) {
    await restrict({ ...named, kind: 'none' });
    await cast.phone.request('room.invite', { room_id: room.id, user_ids: [who.user.id] });
    await who.device.request('room.answer_invite', { room_id: room.id, accept: true });
    Object.assign(who, { isBanned: false, mutedUntil: undefined });
  } else if (choice < 0.2) {
    await restrict({ ...named, kind: 'ban', reason: 'x' });
    Object.assign(who, { isBanned: true, mutedUntil: undefined });
  } else if (choice < 0.5) {
    await restrict({ ...named, kind: 'none' });
    who.mutedUntil = undefined;
  } else if (choice < 0.6) {
    await restrict({ ...named, kind: 'mute' });
    who.mutedUntil = Infinity;
  } else {
    const until = Date.now() + 300 + Math.floor(choice * 500);
    await restrict({ ...named, kind: 'mute', until: new Date(until).toISOString() });
    who.mutedUntil = until;
  }
}

it.each([1, 2, 3])('a restriction that was answered holds on every node, in the random history %i', async (seed) => {
  const random = randomFrom(seed);
  const leaders = [cast.phone, cast.laptop];
  const people: Restricted[] = [
    { user: cast.bob, device: cast.bobDevice, mutedUntil: undefined, isBanned: false },
    { user: cast.carol, device: cast.carolDevice, mutedUntil: undefined, isBanned: false },
  ];
  for (let step = 0; step < STEPS; step += 1) {
    const who = people[Math.floor(random() * people.length)]!;
    const leader = leaders[Math.floor(random() * leaders.length)]!;
    const restricting: Leader = (data) => leader.request('room.restrict', data);
    if (random() < 0.4) await restrict(who, random(), restricting);
    else await send(who, `message ${String(step)}`);
  }
  // Every number of the room reaches every member once: the leader's devices have them all, in order.
  const { data: info } = await cast.phone.request('room.info', { room_id: room.id });
  for (const device of leaders) {
    const frames = await device.drain();
    const seqs = frames.flatMap(({ room_id: of, seq }) => (of === room.id && seq !== undefined ? [seq] : []));
    expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
    expect(new Set(seqs).size).toBe(seqs.length);
    expect(seqs.at(-1)).toBeLessThanOrEqual(info.last_seq + 1);
  }
});
