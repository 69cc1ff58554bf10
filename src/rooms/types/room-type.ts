import type { Message, Preferences, Room as WireRoom, RoomListEntry, User } from '@parley/protocol';
import type { RequestClass } from '@parley/realtime/requests';
import type { Restrictable } from '@parley/realtime/restricted-part';

import type { Role, RoomTypeName } from '../seat.js';
import type { SettingsRequest } from './settings.request.js';

export interface RoomSeat {
  readonly userId: number;
  readonly role: Role;
}

/** A room as its type makes it from a request, before it has an id. */
export interface RoomDraft {
  readonly type: RoomTypeName;
  readonly name: string;
  readonly description: string;
  readonly avatar: string | null;
  readonly creatorId: number;
  /** What makes the room the only one of its kind, where it must be. */
  readonly pairKey: string | null;
  readonly maxMembers: number | null;
  readonly joinApprovalRequired: boolean;
  readonly groupLocked: boolean;
  readonly isPublic: boolean;
  readonly preferences: Preferences;
  /** The creator's among them. */
  readonly seats: readonly RoomSeat[];
}

export interface RoomMemberView {
  readonly user: User;
  readonly role: Role;
}

/** A room as read from the database. */
interface RoomData extends Omit<RoomDraft, 'seats' | 'pairKey' | 'creatorId'> {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastSeq: number;
  readonly memberCount: number;
  /** Null when the user is gone. */
  readonly creator: User | null;
}

/** A room with its members. */
export interface RoomRecord extends RoomData {
  readonly members: readonly RoomMemberView[];
}

/** A room in the list of one of its members. */
export interface ListedRoom extends RoomData {
  /** The other of two who are a pair; null where there is no pair. */
  readonly peer: User | null;
}

/** What was said in a room, as it concerns one of its members. */
export interface Conversation {
  readonly lastMessage: Restrictable<Message> | null;
  readonly unreadCount: number;
  readonly lastReadSeq: number;
}

/**
 * What is particular to one type of room. A new type is one new file beside this one and a name in room-types.ts;
 * nothing else asks a room for its type.
 */
export abstract class RoomType<Request extends object = object> {
  abstract readonly name: RoomTypeName;
  /** What `room.create` takes for this type. */
  abstract readonly request: RequestClass<Request>;
  /** What its leaders are called; null: it has none. */
  abstract readonly leader: Exclude<Role, 'member'> | null;
  /** What members of it can be permitted. */
  abstract readonly permissions: readonly string[];
  /** What `room.modify` can change of it. */
  abstract readonly settings: readonly (keyof SettingsRequest)[];

  /** @throws Refusal 4003 if the request breaks a rule of the type */
  abstract draft(request: Request, creatorId: number): RoomDraft;

  abstract view(room: RoomRecord): WireRoom;

  abstract entry(room: ListedRoom, conversation: Conversation): Restrictable<RoomListEntry>;
}
