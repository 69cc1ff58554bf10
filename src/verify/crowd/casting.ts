import { setTimeout as delay } from 'node:timers/promises';

import { CloseCode } from '@parley/protocol';
import type { GroupChat, User } from '@parley/protocol';

import type { Credentials } from './credentials.js';
import type { Door } from './door.js';
import { TurnedAway } from './line.js';
import type { Line } from './line.js';
import type { Random } from './random.js';

/** A room of the run. */
export interface Stage {
  readonly id: string;
  /** The user who created the room, and may delete it. */
  readonly leader: number;
  readonly members: readonly number[];
}

/** A user of the run. */
export interface Role {
  readonly user: User;
  readonly credentials: Credentials;
}

/** The numbers of members of the rooms, limited by the number of users. */
const SIZES = [2, 3, 5, 10, 4, 2, 7];
const TRIES = 10;
const PAUSE_MS = 500;

/** The users, and rooms of different sizes. Each user is a member of at least two rooms. */
export interface Cast {
  readonly roles: readonly Role[];
  readonly stages: readonly Stage[];
}

/**
 * Lets every user create a group, whose creator identifies the user, and add others to it.
 * @param name the name of the groups
 * @throws Error if fewer than two users can connect and create a room
 */
export async function cast(
  everybody: readonly Credentials[],
  name: string,
  { door, random }: { readonly door: Door; readonly random: Random },
): Promise<Cast> {
  const troubles: string[] = [];
  const settled = await Promise.allSettled(everybody.map((credentials) => entrance(door, credentials, name)));
  const entered = new Map<number, Entrance>();
  for (const result of settled) {
    if (result.status === 'rejected') troubles.push(sentenceOf(result.reason));
    else if (entered.has(result.value.user.id)) await leave(result.value);
    else entered.set(result.value.user.id, result.value);
  }
  try {
    if (entered.size < 2)
      throw new Error(`Fewer than two users could connect. ${[...new Set(troubles)].slice(0, 3).join(' ')}`);
    const circle = random.shuffled([...entered.values()]);
    const stages = await Promise.all(circle.map((leader, at) => gather(leader, neighbours(circle, at))));
    return { roles: circle.map(({ user, credentials }) => ({ user, credentials })), stages };
  } catch (error) {
    for (const { line, roomId } of entered.values()) await remove(line, roomId);
    throw error;
  } finally {
    for (const { line } of entered.values()) line.close();
  }
}

/** Deletes the room of a user who has connected already with another token, and closes the connection. */
async function leave({ line, roomId }: Entrance): Promise<void> {
  await remove(line, roomId);
  line.close();
}

/** Deletes a room of the run, on a connection of its creator. */
export async function remove(line: Line, roomId: string): Promise<void> {
  await line.ask('room.modify', { room_id: roomId, action: 'delete' });
}

interface Entrance extends Role {
  readonly line: Line;
  readonly roomId: string;
}

/** The members to add to the room of a user: the next users, so that each user is also in the previous user's room. */
function neighbours(circle: readonly Entrance[], at: number): User[] {
  const size = Math.min(SIZES[at % SIZES.length] ?? 2, circle.length);
  return Array.from({ length: size - 1 }, (_, step) => circle[(at + step + 1) % circle.length]).flatMap((next) =>
    next ? [next.user] : [],
  );
}

async function gather({ line, roomId, user }: Entrance, others: readonly User[]): Promise<Stage> {
  const ids = others.map(({ id }) => id);
  const answer = await line.ask('room.add_members', { room_id: roomId, members: ids });
  if (!answer || 'refused' in answer)
    throw new Error(`Members could not be added to a room: ${JSON.stringify(answer)}`);
  return { id: roomId, leader: user.id, members: [user.id, ...ids] };
}

async function entrance(door: Door, credentials: Credentials, name: string): Promise<Entrance> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await tryToEnter(door, credentials, name);
    } catch (error) {
      if (left <= 1 || error instanceof Barred) throw error;
      const wait = error instanceof TurnedAway ? error.retryAfter * 1_000 : 0;
      await delay(Math.max(wait, PAUSE_MS));
    }
  }
}

class Barred extends Error {}

async function tryToEnter(door: Door, credentials: Credentials, name: string): Promise<Entrance> {
  const { line, token } = await door.open(credentials);
  const answer = await line.ask('room.create', { type: 'GroupChat', name });
  if (!answer) {
    const { code, reason } = await line.closed;
    const said = `A socket was closed with ${String(code)} ${reason}.`;
    const mayComeBack = code !== CloseCode.unauthenticated.code || (await credentials.renew(token));
    throw mayComeBack ? new TurnedAway(said) : new Barred(said);
  }
  if ('refused' in answer) {
    line.close();
    throw new Barred(`A user may not create a room: ${JSON.stringify(answer.refused.detail)}`);
  }
  const { id, creator } = answer.frame.data as GroupChat;
  if (!creator) throw new Barred('A created room has no creator.');
  return { line, credentials, roomId: id, user: creator };
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
