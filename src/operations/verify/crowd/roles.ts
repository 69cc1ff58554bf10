import { setTimeout as delay } from 'node:timers/promises';

import { CloseCode } from '@parley/protocol';
import type { GroupChat, User } from '@parley/protocol';

import { ConnectionRefused } from './connection.js';
import type { Connection } from './connection.js';
import type { Credentials } from './credentials.js';
import type { ConnectionFactory } from './connection-factory.js';
import type { Random } from './random.js';

/** A room of the run. */
export interface AssignedRoom {
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
export interface Assignment {
  readonly roles: readonly Role[];
  readonly rooms: readonly AssignedRoom[];
}

/**
 * Lets every user create a group, whose creator identifies the user, and add others to it.
 * @param name the name of the groups
 * @throws Error if fewer than two users can connect and create a room
 */
export async function assignRoles(
  users: readonly Credentials[],
  name: string,
  { connections, random }: { readonly connections: ConnectionFactory; readonly random: Random },
): Promise<Assignment> {
  const errors: string[] = [];
  const settled = await Promise.allSettled(users.map((credentials) => enter(connections, credentials, name)));
  const entered = new Map<number, EnteredUser>();
  for (const result of settled) {
    if (result.status === 'rejected') errors.push(messageOf(result.reason));
    else if (entered.has(result.value.user.id)) await leave(result.value);
    else entered.set(result.value.user.id, result.value);
  }
  try {
    if (entered.size < 2)
      throw new Error(`Fewer than two users could connect. ${[...new Set(errors)].slice(0, 3).join(' ')}`);
    const ring = random.shuffled([...entered.values()]);
    const rooms = await Promise.all(ring.map((leader, at) => addMembers(leader, neighbours(ring, at))));
    return { roles: ring.map(({ user, credentials }) => ({ user, credentials })), rooms };
  } catch (error) {
    for (const { connection, roomId } of entered.values()) await deleteRoom(connection, roomId);
    throw error;
  } finally {
    for (const { connection } of entered.values()) connection.close();
  }
}

/** Deletes the room of a user who has connected already with another token, and closes the connection. */
async function leave({ connection, roomId }: EnteredUser): Promise<void> {
  await deleteRoom(connection, roomId);
  connection.close();
}

/** Deletes a room of the run, on a connection of its creator. */
export async function deleteRoom(connection: Connection, roomId: string): Promise<void> {
  await connection.request('room.modify', { room_id: roomId, action: 'delete' });
}

interface EnteredUser extends Role {
  readonly connection: Connection;
  readonly roomId: string;
}

/** The members to add to the room of a user: the next users, so that each user is also in the previous user's room. */
function neighbours(ring: readonly EnteredUser[], at: number): User[] {
  const size = Math.min(SIZES[at % SIZES.length] ?? 2, ring.length);
  return Array.from({ length: size - 1 }, (_, step) => ring[(at + step + 1) % ring.length]).flatMap((next) =>
    next ? [next.user] : [],
  );
}

async function addMembers({ connection, roomId, user }: EnteredUser, others: readonly User[]): Promise<AssignedRoom> {
  const ids = others.map(({ id }) => id);
  const answer = await connection.request('room.add_members', { room_id: roomId, members: ids });
  if (!answer || 'refused' in answer)
    throw new Error(`Members could not be added to a room: ${JSON.stringify(answer)}`);
  return { id: roomId, leader: user.id, members: [user.id, ...ids] };
}

async function enter(connections: ConnectionFactory, credentials: Credentials, name: string): Promise<EnteredUser> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await tryToEnter(connections, credentials, name);
    } catch (error) {
      if (left <= 1 || error instanceof EntryRefused) throw error;
      const wait = error instanceof ConnectionRefused ? error.retryAfter * 1_000 : 0;
      await delay(Math.max(wait, PAUSE_MS));
    }
  }
}

class EntryRefused extends Error {}

async function tryToEnter(
  connections: ConnectionFactory,
  credentials: Credentials,
  name: string,
): Promise<EnteredUser> {
  const { connection, token } = await connections.open(credentials);
  const answer = await connection.request('room.create', { type: 'GroupChat', name });
  if (!answer) {
    const { code, reason } = await connection.closed;
    const closed = `A socket was closed with ${String(code)} ${reason}.`;
    const mayComeBack = code !== CloseCode.unauthenticated.code || (await credentials.renew(token));
    throw mayComeBack ? new ConnectionRefused(closed) : new EntryRefused(closed);
  }
  if ('refused' in answer) {
    connection.close();
    throw new EntryRefused(`A user may not create a room: ${JSON.stringify(answer.refused.detail)}`);
  }
  const { id, creator } = answer.frame.data as GroupChat;
  if (!creator) throw new EntryRefused('A created room has no creator.');
  return { connection, credentials, roomId: id, user: creator };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
