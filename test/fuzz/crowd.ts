import { published } from '../support/contract.js';
import { crowd } from '../support/people.js';
import type { Person } from '../support/people.js';
import type { Service } from '../support/service.js';
import { groupOf, onADevice, says } from '../support/talk.js';
import { Chance } from './chance.js';
import type { Known } from './known.js';
import type { RubbishFrames } from './rubbish-frames.js';
import { Talker } from './talker.js';

const TALKERS = 4;
const BATCH = 50;

/** After this many frames the users create new rooms, as frames destroy the old ones. */
const FRAMES_A_HOME = 1_000;

/** A part of a run: `count` frames from `from` on. */
export interface Round {
  readonly from: number;
  readonly count: number;
}

/** Ids of the neighbours' rooms and messages, to which the senders have no access. */
export type Overheard = Pick<Known, 'rooms' | 'messages'>;

/**
 * Lets new users send invalid frames, all at once, about their own and other rooms, and disconnects them.
 * @throws Error with the frame and the fault
 */
export async function sendRubbish(
  service: Service,
  frames: RubbishFrames,
  { from, count }: Round,
  overheard: Overheard,
): Promise<void> {
  const folk = await crowd(service, TALKERS);
  const talkers = await Promise.all(folk.map((person) => Talker.arrives(person, service.url, published())));
  for (let first = from; first < from + count; first += FRAMES_A_HOME) {
    const known = await aHome(folk, overheard);
    const end = Math.min(first + FRAMES_A_HOME, from + count);
    const turns = talkers.map(async (talker, turn) => {
      for (let at = first + turn * BATCH; at < end; at += TALKERS * BATCH) {
        const texts = Array.from({ length: Math.min(BATCH, end - at) }, (_, index) => frames.frame(at + index, known));
        await talker.says(texts, new Chance(at)).catch((error: unknown) => {
          throw new Error(`In the ${String(BATCH)} frames from ${String(at)} on: ${String(error)}`);
        });
      }
    });
    await Promise.all(turns);
  }
  await Promise.all(talkers.map((talker) => talker.leaves()));
}

/** One room of each type, and one more, with a few messages in each. Each user is in some of them. */
async function aHome(folk: readonly Person[], overheard: Overheard): Promise<Known> {
  const members = await Promise.all(folk.map(onADevice));
  const [first, second, third] = members;
  const users = folk.map(({ id }) => id);
  const ask = async (data: object) => (await first!.device.ask('room.create', data)).data;
  const rooms = [
    await groupOf(first!.device, members.slice(1)),
    await ask({ type: 'Channel', name: 'News', subscribers: users.slice(1), extra_fields: { is_public: true } }),
    await ask({ type: 'OneToOneChat', participants: [second!.person.id] }),
    await groupOf(third!.device, [members[3]!], 'Few'),
  ];
  const messages: string[] = [];
  for (const [at, room] of rooms.entries()) {
    const speaker = at === 3 ? third! : first!;
    for (const text of ['one', 'two', 'three']) messages.push((await says(speaker.device, room, text)).id);
  }
  for (const { device } of members) await device.leaves();
  return {
    rooms: [...rooms.map(({ id }) => id), ...overheard.rooms],
    messages: [...messages, ...overheard.messages],
    users: [...users, 2 ** 31 - 1],
    usernames: folk.map(({ username }) => username),
    tokens: folk.map(({ tokens }) => tokens.access),
  };
}
