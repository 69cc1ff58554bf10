import type { Message, NotifyChoice, Preferences, User } from '@parley/protocol';
import type { Restrictable } from '@parley/realtime/restricted-part';
import type { Posting, ReactionMode } from '../room.settings.js';
import type { RoomRules } from '../rules/room-rules.js';
import type { Role, RoomTypeName } from '../membership/membership.js';

export interface NewMembership {
  readonly userId: number;
  readonly role: Role;
}

/** A new room, made by its type from a request, before it has an id. */
export interface RoomDraft extends RoomRules {
  readonly type: RoomTypeName;
  readonly name: string;
  readonly description: string;
  readonly avatar: string | null;
  readonly creatorId: number;
  /** A unique key for a room that may exist only once; null for all others. */
  readonly pairKey: string | null;
  readonly maxMembers: number | null;
  readonly joinApprovalRequired: boolean;
  readonly groupLocked: boolean;
  readonly isPublic: boolean;
  /** Of a Channel; other types do not use it. */
  readonly posting: Posting;
  readonly reactions: ReactionMode;
  readonly preferences: Preferences;
  /** Includes the creator. */
  readonly memberships: readonly NewMembership[];
}

export interface RoomMemberView {
  readonly user: User;
  readonly role: Role;
}

/** A room as read from the database. */
interface RoomData extends Omit<RoomDraft, 'memberships' | 'pairKey' | 'creatorId'> {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastSeq: number;
  readonly memberCount: number;
  /** Null if the user was deleted. */
  readonly creator: User | null;
}

/** A room with its members. */
export interface RoomRecord extends RoomData {
  readonly members: readonly RoomMemberView[];
}

/** A room in the list of one of its members. */
export interface ListedRoom extends RoomData {
  /** The other user of a OneToOneChat; null in all other rooms. */
  readonly peer: User | null;
}

/** The messages of a room from the view of one of its members. */
export interface Conversation {
  readonly lastMessage: Restrictable<Message> | null;
  readonly unreadCount: number;
  readonly unreadMentions: number;
  readonly lastReadSeq: number;
  readonly isFavourite: boolean;
  readonly isArchived: boolean;
  readonly markedUnreadSeq: number | null;
  readonly notify: NotifyChoice | null;
}
