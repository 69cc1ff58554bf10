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
  /** Who made it, and may delete it. */
  readonly leader: number;
  readonly members: readonly number[];
}

/** A user of the run, with a room that is theirs. */
export interface Role {
  readonly user: User;
  readonly credentials: Credentials;
}

/** How large the rooms are, as far as there are users for it. */
const SIZES = [2, 3, 5, 10, 4, 2, 7];
const TRIES = 10;
const PAUSE_MS = 500;

/** The users, and rooms of different sizes in which everybody has at least two places. */
export interface Cast {
  readonly roles: readonly Role[];
  readonly stages: readonly Stage[];
}

/**
 * Lets every user make a group, which tells who they are, and add others to it.
 * @param name of the groups
 * @throws Error where fewer than two users get in, or are refused a room
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
      throw new Error(`Fewer than two users got in. ${[...new Set(troubles)].slice(0, 3).join(' ')}`);
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

/** Somebody who is here already, by another token. */
async function leave({ line, roomId }: Entrance): Promise<void> {
  await remove(line, roomId);
  line.close();
}

/** Takes a room of the run away, as the one who made it. */
export async function remove(line: Line, roomId: string): Promise<void> {
  await line.ask('room.modify', { room_id: roomId, action: 'delete' });
}

interface Entrance extends Role {
  readonly line: Line;
  readonly roomId: string;
}

/** Everybody sits in their own room and in that of the one before, where no room has fewer than two. */
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
    throw new Barred(`A user may make no room: ${JSON.stringify(answer.refused.detail)}`);
  }
  const { id, creator } = answer.frame.data as GroupChat;
  if (!creator) throw new Barred('A room was made that nobody made.');
  return { line, credentials, roomId: id, user: creator };
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
