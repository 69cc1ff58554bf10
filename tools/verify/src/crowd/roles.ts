import type { GroupChat, User } from '@parley/protocol';

import type { Credentials } from './credentials.js';
import type { ConnectionFactory } from './connection-factory.js';
import type { Random } from './random.js';
import { UserClient } from './user-client.js';

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
  try {
    for (const result of settled) {
      if (result.status === 'rejected') errors.push(messageOf(result.reason));
      else if (entered.has(result.value.user.id)) await leave(result.value);
      else entered.set(result.value.user.id, result.value);
    }
    if (entered.size < 2)
      throw new Error(`Fewer than two users could connect. ${[...new Set(errors)].slice(0, 3).join(' ')}`);
    const ring = random.shuffled([...entered.values()]);
    const rooms = await Promise.all(ring.map((leader, at) => addMembers(leader, neighbours(ring, at))));
    return { roles: ring.map(({ user, credentials }) => ({ user, credentials })), rooms };
  } catch (error) {
    await Promise.allSettled([...entered.values()].map(({ client, roomId }) => deleteRoom(client, roomId)));
    throw error;
  } finally {
    for (const { client } of entered.values()) client.close();
  }
}

/** Deletes the room of a user who has connected already with another token, and closes the connection. */
async function leave({ client, roomId }: EnteredUser): Promise<void> {
  await deleteRoom(client, roomId).finally(() => client.close());
}

/** Deletes a room of the run. @param client of its creator */
export async function deleteRoom(client: UserClient, roomId: string): Promise<void> {
  await client.request('room.modify', { room_id: roomId, action: 'delete' });
}

interface EnteredUser extends Role {
  readonly client: UserClient;
  readonly roomId: string;
}

/** The members to add to the room of a user: the next users, so that each user is also in the previous user's room. */
function neighbours(ring: readonly EnteredUser[], at: number): EnteredUser[] {
  const size = Math.min(SIZES[at % SIZES.length] ?? 2, ring.length);
  return Array.from({ length: size - 1 }, (_, step) => ring[(at + step + 1) % ring.length]).flatMap((next) =>
    next ? [next] : [],
  );
}

async function addMembers(leader: EnteredUser, others: readonly EnteredUser[]): Promise<AssignedRoom> {
  const { client, roomId, user } = leader;
  const ids = others.map((other) => other.user.id);
  await client.request('room.add_members', { room_id: roomId, members: ids });
  const invited = await missing(leader, others);
  // An answer that is repeated because the first one was lost is refused: only the members count.
  const answers = await Promise.allSettled(invited.map((other) => acceptInvitation(other, roomId)));
  const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [messageOf(answer.reason)] : []));
  if (errors.length > 0 && (await missing(leader, others)).length > 0) throw new Error(errors[0]);
  return { id: roomId, leader: user.id, members: [user.id, ...ids] };
}

/** The users who are not members of the leader's room: those who may not be added are invited. */
async function missing({ client, roomId }: EnteredUser, others: readonly EnteredUser[]): Promise<EnteredUser[]> {
  const { data } = await client.request('room.members', { room_id: roomId });
  const members = new Set((data as { readonly members: readonly User[] }).members.map(({ id }) => id));
  return others.filter(({ user }) => !members.has(user.id));
}

const acceptInvitation = ({ client }: EnteredUser, roomId: string): Promise<unknown> =>
  client.request('room.answer_invite', { room_id: roomId, accept: true });

async function enter(connections: ConnectionFactory, credentials: Credentials, name: string): Promise<EnteredUser> {
  const client = new UserClient(connections, credentials);
  try {
    const frame = await client.request('room.create', { type: 'GroupChat', name });
    const { id, creator } = frame.data as GroupChat;
    if (!creator) throw new Error('A created room has no creator.');
    return { client, credentials, roomId: id, user: creator };
  } catch (error) {
    client.close();
    throw error;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
