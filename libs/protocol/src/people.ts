import type { Profile, User } from './objects.js';

/** Users in an answer about people. */
export interface ProfileList {
  readonly users: readonly Profile[];
}

/** A page of the users whom a search finds, in the order of their usernames. */
export interface ProfilePage extends ProfileList {
  /** The cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
}

/** A room as users see it who are not members of it: those who are invited, or may join or ask to. */
export interface InvitedRoom {
  readonly id: string;
  readonly type: 'GroupChat' | 'Channel';
  readonly name: string;
  readonly description: string;
  readonly avatar: string | null;
  readonly member_count: number;
}

/** A public Channel in the directory. */
export interface ListedChannel extends InvitedRoom {
  readonly type: 'Channel';
  /** Whether the user is a member. */
  readonly joined: boolean;
}

/** A page of the public Channels that a search finds, in the order of their names. */
export interface ChannelPage {
  readonly channels: readonly ListedChannel[];
  /** The cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
}

/** An invitation of a user to a room. */
export interface RoomInvitation {
  readonly id: string;
  readonly room_id: string;
  readonly room: InvitedRoom;
  /** The invited user. */
  readonly user: User;
  readonly invited_by: User;
  readonly status: 'pending' | 'accepted' | 'declined' | 'withdrawn';
  readonly created_at: string;
}

/** A page of the user's pending invitations, newest first. */
export interface InvitationPage {
  readonly invitations: readonly RoomInvitation[];
  /** The id with which the next page is requested; null on the last one. */
  readonly next_before: string | null;
}

/** A log-in of the user, with its open connections. */
export interface Session {
  /** Null for the connections that belong to no log-in of this service, as those by tokens of another issuer. */
  readonly id: string | null;
  /** How the client of the log-in described itself (`User-Agent`); null: unknown. */
  readonly device: string | null;
  /** Where the log-in came from; null: unknown. */
  readonly address: string | null;
  /** When it was made; null: unknown. */
  readonly since: string | null;
  /** Its last log-in, refresh or heartbeat; null: unknown. */
  readonly active: string | null;
  /** Whether the connection that asks belongs to it. */
  readonly current: boolean;
  readonly connections: readonly SessionConnection[];
}

/** An open connection of a session. */
export interface SessionConnection {
  readonly id: string;
  /** How its client described itself; null: not at all. */
  readonly device: string | null;
  readonly since: string;
  /** Its last heartbeat. */
  readonly active: string;
}
