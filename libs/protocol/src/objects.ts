/** The objects of the wire. Times are ISO 8601 UTC with milliseconds; ids are UUIDs version 7, of users integers. */

export interface User {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
}

export type Preferences = Readonly<Record<string, unknown>>;

interface RoomCommon {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly property: { readonly preferences: Preferences };
  readonly member_count: number;
  /** The number of the room's latest lasting change. */
  readonly last_seq: number;
}

export interface OneToOneChat extends RoomCommon {
  readonly type: 'OneToOneChat';
  readonly participants: readonly User[];
}

export interface GroupChat extends RoomCommon {
  readonly type: 'GroupChat';
  readonly name: string;
  readonly description: string;
  readonly avatar: string | null;
  readonly creator: User | null;
  readonly participants: readonly User[];
  readonly admins: readonly User[];
  readonly max_participants: number;
  readonly join_approval_required: boolean;
  readonly group_locked: boolean;
}

export interface Channel extends RoomCommon {
  readonly type: 'Channel';
  readonly name: string;
  readonly description: string;
  readonly avatar: string | null;
  readonly creator: User | null;
  readonly subscribers: readonly User[];
  readonly moderators: readonly User[];
  readonly max_subscribers: number;
  readonly is_public: boolean;
}

export type Room = OneToOneChat | GroupChat | Channel;

/** Member lists of a {@link Room}, and what a {@link Message} tells of its readers and reactions, stop here. */
export const MAX_LISTED_MEMBERS = 1_000;

/** What a room's entry in a list has in place of the member lists. */
interface ListEntry {
  readonly last_message: Message | null;
  /** Messages of others that the asker has not read. */
  readonly unread_count: number;
  /** The asker has read everything up to this number. */
  readonly last_read_seq: number;
}

export type RoomListEntry =
  | (Omit<OneToOneChat, 'participants'> & ListEntry & { readonly peer: User | null })
  | (Omit<GroupChat, 'participants' | 'admins'> & ListEntry)
  | (Omit<Channel, 'subscribers' | 'moderators'> & ListEntry);

export type MemberRole = 'creator' | 'admin' | 'moderator' | 'member';

/** A user as a member of one room. */
export interface RoomMember extends User {
  readonly role: MemberRole;
  /** What the member was permitted beyond their role. */
  readonly permissions: readonly string[];
  readonly joined_at: string;
}

/** A part of a room's members, in the order of their joining. */
export interface MemberPage {
  readonly room_id: string;
  readonly members: readonly RoomMember[];
  /** Asks for those who follow; null where there are none. */
  readonly next_cursor: string | null;
}

/** Somebody who asked to be let into a group, and is neither in nor denied. */
export interface PendingRequest {
  readonly user: User;
  readonly created_at: string;
}

/** A part of those who wait to be let into a group, in the order of their ids. */
export interface JoinRequestPage {
  readonly room_id: string;
  readonly join_requests: readonly PendingRequest[];
  /** As that of a {@link MemberPage}. */
  readonly next_cursor: string | null;
}

export interface ReadReceipt {
  readonly reader: User;
  readonly read_at: string;
}

export interface Reaction {
  readonly user: User;
  readonly reaction_content: string;
  readonly created_at: string;
}

export interface Attachment {
  readonly id: string;
  readonly media_url: string;
  readonly media_type: 'image' | 'video' | 'audio' | 'file';
  readonly mime_type: string;
  readonly file_size: number;
  readonly caption: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface Message {
  readonly id: string;
  readonly room: { readonly id: string };
  readonly sender: User;
  readonly content: string;
  readonly is_deleted: boolean;
  readonly is_edited: boolean;
  readonly is_forwarded: boolean;
  /** One level deep: its own `forwarded_from` and `parent_message` are null. */
  readonly forwarded_from: Message | null;
  readonly parent_message: Message | null;
  readonly delivered_to: readonly string[];
  readonly read_receipts: readonly ReadReceipt[];
  readonly reactions: readonly Reaction[];
  readonly attachments: readonly Attachment[];
  readonly created_at: string;
  readonly updated_at: string;
  /** The message's place in the numbered log of its room. */
  readonly seq: number;
  readonly client_message_id: string | null;
}

export type NotificationType = 'NEW_MESSAGE' | 'REPLY' | 'REACTION';

export interface Notification {
  readonly id: string;
  readonly notification_type: NotificationType;
  readonly message: Message;
  readonly created_at: string;
}

/** What is left of a message whose row is gone. */
export interface DeletedMessage {
  readonly id: string;
  readonly is_deleted: true;
}

/** How far a member is in a room: everything up to these numbers of its log has been delivered to them, and read. */
export interface MemberMark {
  readonly user_id: number;
  readonly delivered_seq: number;
  readonly read_seq: number;
}

/** What a client misses of one room, or a part of that. */
export interface SyncedRoom {
  readonly room_id: string;
  /** Whoever has taken this in has everything of the room up to this number. */
  readonly last_seq: number;
  /** Whether what the client has of the room is to be thrown away, for this in its place; older history is to be asked for. */
  readonly reset: boolean;
  /** Null where it has not changed. */
  readonly room: Room | null;
  /** In the order in which they last changed, in their present state. */
  readonly messages: readonly (Message | DeletedMessage)[];
  /** Of every member, as far as members are listed; where more of the room follows, none. */
  readonly marks: readonly MemberMark[];
}

/** A part of the text of a message. */
export interface SearchFragment {
  readonly text: string;
  /** What of it was searched for: where each match starts, and where it has ended, in UTF-16 code units; in order. */
  readonly matches: readonly (readonly [start: number, end: number])[];
}

export interface SearchResult {
  readonly message: Message;
  /** In the order of its text. */
  readonly fragments: readonly SearchFragment[];
}

/** A part of what a search has found, best first. */
export interface SearchPage {
  readonly results: readonly SearchResult[];
  /** Asks for those that follow; null where there are none. */
  readonly next_before: string | null;
}

/** One page of a room's history, newest message first. */
export interface MessagePage {
  readonly has_next: boolean;
  readonly has_previous: boolean;
  readonly next_page_number: number | null;
  readonly prev_page_number: number | null;
  /** Null where the page was asked for by a number of the log. */
  readonly page: number | null;
  readonly size: number;
  readonly data: { readonly room_id: string; readonly messages: readonly Message[] };
}
