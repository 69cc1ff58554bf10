/**
 * The objects of the wire. Times are ISO 8601 UTC with milliseconds; ids are UUIDs version 7, those of users integers.
 */

import type { NotifyChoice } from './notify-choice.js';
import type { NotifiedSchedule } from './schedule-refusal.js';

export interface User {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  /** A URL of an image. */
  readonly avatar: string | null;
  /** Null also if it has ended. */
  readonly status: UserStatus | null;
  readonly is_bot: boolean;
  /** True: a guest, who sees only the rooms it was added to and the people in them. Absent for members. */
  readonly is_guest?: boolean;
}

/** A status that a user has set. */
export interface UserStatus {
  readonly text: string;
  readonly emoji: string | null;
  /** The end of the status; null: it has none. */
  readonly until: string | null;
}

/** A user in an answer about people. Lists and messages have users without `custom`, which can be long. */
export interface Profile extends User {
  /** Data of the deployment's own applications. */
  readonly custom: Readonly<Record<string, unknown>>;
}

/**
 * The users who may add a user to a room: every user, users who share a room with the user, or nobody. Others can
 * invite.
 */
export type AddPolicy = 'everyone' | 'shared' | 'nobody';

/** The role of a user in the whole deployment. Other users do not see it. */
export type DeploymentRole = 'user' | 'moderator' | 'admin';

export type Preferences = Readonly<Record<string, unknown>>;

interface RoomCommon {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly property: { readonly preferences: Preferences };
  readonly member_count: number;
  /** The number of the room's latest persistent change. */
  readonly last_seq: number;
  /** Whether a member may have one reaction to a message, or several. */
  readonly reactions: 'one' | 'many';
}

export interface OneToOneChat extends RoomCommon {
  readonly type: 'OneToOneChat';
  readonly participants: readonly User[];
}

/** The rules for messages that the leaders of a room set. */
interface MessageRules {
  /** The seconds that a member who does not lead the room waits between two messages; 0: none. */
  readonly slow_mode_seconds: number;
  /** The seconds after which messages are deleted that are sent from then on; null: they are kept. */
  readonly message_ttl_seconds: number | null;
  /** The most characters of a message; null: as many as the deployment permits. */
  readonly max_message_length: number | null;
  /** Whether messages may have attachments. */
  readonly media_allowed: boolean;
}

export interface GroupChat extends RoomCommon, MessageRules {
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

export interface Channel extends RoomCommon, MessageRules {
  readonly type: 'Channel';
  readonly name: string;
  readonly description: string;
  readonly avatar: string | null;
  readonly creator: User | null;
  readonly subscribers: readonly User[];
  readonly moderators: readonly User[];
  readonly max_subscribers: number;
  readonly is_public: boolean;
  /** Who may write: all members, or moderators and members with `can_send_messages`. */
  readonly posting: 'everyone' | 'moderators';
}

export type Room = OneToOneChat | GroupChat | Channel;

/** A room without its lists of members and leaders. */
export type RoomWithoutMembers =
  | Omit<OneToOneChat, 'participants'>
  | Omit<GroupChat, 'participants' | 'admins'>
  | Omit<Channel, 'subscribers' | 'moderators'>;

/** The maximum length of the member lists of a {@link Room}, and of the readers and reactions of a {@link Message}. */
export const MAX_LISTED_MEMBERS = 1_000;

/** The number up to which unread messages of a room are counted: it stands for itself and for every higher number. */
export const MAX_COUNTED_UNREAD = 1_000;

/** The fields of a room list entry that replace the member lists. */
interface ListEntry {
  readonly last_message: Message | null;
  /** The number of messages of other users that the user has not read, at most `MAX_COUNTED_UNREAD`. */
  readonly unread_count: number;
  /** The number of those of them that mention the user, or the whole room, at most `MAX_COUNTED_UNREAD`. */
  readonly unread_mentions: number;
  /** The user has read everything up to this number. */
  readonly last_read_seq: number;
  readonly favourite: boolean;
  /** Whether the user has archived the room since its latest message. */
  readonly archived: boolean;
  /** The user wants to see the room as unread from this number on; null: as it is. */
  readonly marked_unread_seq: number | null;
  /** Of which messages of the room the user is notified; null: as everywhere. */
  readonly notify: NotifyChoice | null;
}

export type RoomListEntry =
  | (Omit<OneToOneChat, 'participants'> & ListEntry & { readonly peer: User | null })
  | (Omit<GroupChat, 'participants' | 'admins'> & ListEntry)
  | (Omit<Channel, 'subscribers' | 'moderators'> & ListEntry);

export type MemberRole = 'creator' | 'admin' | 'moderator' | 'member';

/** A user as a member of one room. */
export interface RoomMember extends User {
  /** The name that the member has chosen for this room; null: there is none. */
  readonly nickname: string | null;
  readonly role: MemberRole;
  /** Permissions granted in addition to the role. */
  readonly permissions: readonly string[];
  readonly joined_at: string;
}

/** A page of a room's members, in the order of joining. */
export interface MemberPage {
  readonly room_id: string;
  readonly members: readonly RoomMember[];
  /** The cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
}

/** A pending request to join a group. */
export interface PendingRequest {
  readonly user: User;
  readonly created_at: string;
}

/** A page of the pending join requests of a group, in the order of user ids. */
export interface JoinRequestPage {
  readonly room_id: string;
  readonly join_requests: readonly PendingRequest[];
  /** The cursor of the next page; null on the last one. */
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

/**
 * A file of a message: one that was uploaded to the service, or the address of a file elsewhere. `state` and the fields
 * after it are null for an address.
 */
export interface Attachment {
  readonly id: string;
  /**
   * An http or https URL of a file elsewhere. For an uploaded file: a path of the service, which needs no token for
   * `FILE_URL_SECONDS`; after that time `GET /api/files/{id}` with a token goes on working.
   */
  readonly media_url: string;
  readonly media_type: 'image' | 'video' | 'audio' | 'file';
  readonly mime_type: string;
  readonly file_size: number;
  readonly caption: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** As its sender has named the file: text, never a path. */
  readonly filename: string | null;
  /**
   * Of an uploaded file. `pending`: the service has it scanned, and nobody can read it yet; its addresses are those at
   * which it can be read then. `blocked`: the scanner has found something in it, it has no addresses, and its bytes are
   * deleted.
   */
  readonly state: 'pending' | 'ready' | 'blocked' | null;
  /** Pixels, of a picture that stands upright, or of a video. */
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
  /** A WebP picture of at most 480 pixels a side, at an address as `media_url`; null: there is none. */
  readonly thumbnail_url: string | null;
  /** Of the bytes that are served: lower-case hexadecimal digits. */
  readonly sha256: string | null;
}

export interface Message {
  readonly id: string;
  readonly room: { readonly id: string };
  readonly sender: User;
  readonly content: string;
  readonly is_deleted: boolean;
  readonly is_edited: boolean;
  readonly is_forwarded: boolean;
  /** Embedded one level deep: its own `forwarded_from` and `parent_message` are null. */
  readonly forwarded_from: Message | null;
  readonly parent_message: Message | null;
  readonly delivered_to: readonly string[];
  readonly read_receipts: readonly ReadReceipt[];
  readonly reactions: readonly Reaction[];
  readonly attachments: readonly Attachment[];
  readonly created_at: string;
  readonly updated_at: string;
  /** The position of the message in the log of its room. */
  readonly seq: number;
  readonly client_message_id: string | null;
  /** `text`, or a type of the integrator's own. */
  readonly kind: string;
  /** The integrator's own. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The time of the latest edit. */
  readonly edited_at: string | null;
  /** In the order of their ids. Some may have left the room since. */
  readonly mentions: readonly User[];
  /** Whether it mentions the whole room. */
  readonly mention_room: boolean;
  readonly pinned: Pin | null;
  /** The thread in which the message is a reply. */
  readonly thread: ThreadOfReply | null;
  /** Whether a reply in a thread stands among the messages of the room too. */
  readonly also_to_room: boolean;
  /** Of a message that has started a thread. Null: it has no replies. */
  readonly thread_summary: ThreadSummary | null;
  /** Null also in a message that another one contains. */
  readonly poll: Poll | null;
  /** Of the first links in the content, in their order; those that lead to nothing that can be shown are missing. */
  readonly link_previews: readonly LinkPreview[];
}

/** The page to which a link in a message leads, as the page describes itself. An empty text: it does not say. */
export interface LinkPreview {
  /** The link as the message has it. */
  readonly url: string;
  /** At most 200 code points. */
  readonly title: string;
  /** At most 500 code points. */
  readonly description: string;
  /** The name of the site, at most 100 code points. */
  readonly site: string;
  /** A WebP picture of at most 480 pixels a side: `GET /api/files/{id}`. Null: there is none, as the next three. */
  readonly image_upload_id: string | null;
  /** An address as the `media_url` of an {@link Attachment}. */
  readonly image_url: string | null;
  /** Pixels. */
  readonly image_width: number | null;
  readonly image_height: number | null;
}

/** A poll, of which the content of its message is the question. */
export interface Poll {
  readonly options: readonly PollOption[];
  /** Whether a user may choose several options. */
  readonly multiple: boolean;
  /** Whether nobody sees who voted for what. */
  readonly anonymous: boolean;
  /** Whether no more votes are accepted. */
  readonly closed: boolean;
  /** When it closes by itself, or has closed. */
  readonly closes_at: string | null;
  /**
   * The options that the reader has chosen, by their position. Missing in a frame that does not tell: they are as they
   * were.
   */
  readonly own_votes?: readonly number[];
}

export interface PollOption {
  readonly text: string;
  /** The number of users who have chosen it. */
  readonly votes: number;
  /** The first of them, at most {@link MAX_LISTED_VOTERS} and as many as fit; null in an anonymous poll. */
  readonly voters: readonly User[] | null;
}

/** The maximum length of the list of voters of an option. */
export const MAX_LISTED_VOTERS = 10;

/** The user who pinned a message in its room, and the time. */
export interface Pin {
  readonly by: User;
  readonly at: string;
}

export interface ThreadOfReply {
  /** The message that started it. */
  readonly id: string;
  /** In the dispatch of the reply: the summary of the thread with it. */
  readonly summary?: ThreadSummary | null;
}

/** The number up to which replies of a thread are counted: it stands for itself and for every higher number. */
export const MAX_COUNTED_REPLIES = 200;

/** The replies of a thread that are not deleted. They are counted among the newest {@link MAX_COUNTED_REPLIES}. */
export interface ThreadSummary {
  readonly reply_count: number;
  readonly last_reply_at: string;
  /** The latest of those who replied, the latest first, at most five. */
  readonly participants: readonly User[];
}

/** A message that another one refers to. */
export interface MessageReference {
  readonly id: string;
}

/**
 * A message in the dispatch of a small change: at most 4 KiB of JSON. It has all keys of a {@link Message}, except
 * `link_previews`, which stay as they were. What is too
 * long is cut and marked; a mark is present only if it is true. The entry of the user who made the change is never cut.
 */
export interface ShortMessage extends Omit<Message, 'forwarded_from' | 'parent_message' | 'attachments'> {
  readonly forwarded_from: MessageReference | null;
  readonly parent_message: MessageReference | null;
  readonly attachments: readonly ShortAttachment[];
  /** `content` is the beginning of the text. */
  readonly content_truncated?: true | undefined;
  readonly delivered_to_truncated?: true | undefined;
  readonly read_receipts_truncated?: true | undefined;
  readonly reactions_truncated?: true | undefined;
  /** In `reaction.dispatch`: those of the user who reacted which the cut list does not have; undefined: none. */
  readonly unlisted_reactions?: readonly string[] | undefined;
  readonly attachments_truncated?: true | undefined;
  readonly mentions_truncated?: true | undefined;
  /** `metadata` is empty. */
  readonly metadata_truncated?: true | undefined;
  /** `poll` is null, although the message has one. */
  readonly poll_truncated?: true | undefined;
  /** `pinned` is null, although the message is pinned. */
  readonly pinned_truncated?: true | undefined;
  /** `thread_summary` has no participants. */
  readonly thread_summary_truncated?: true | undefined;
  /** `link_previews` is empty, although the message has some: it always is in a short message. */
  readonly link_previews_truncated?: true | undefined;
}

/** An attachment without its metadata. */
export type ShortAttachment = Omit<Attachment, 'metadata'>;

export type NotificationType = 'NEW_MESSAGE' | 'MENTION' | 'REPLY' | 'REACTION' | 'REMINDER' | 'SCHEDULE_REFUSED';

export interface Notification {
  readonly id: string;
  readonly notification_type: NotificationType;
  /** Of a `SCHEDULE_REFUSED`, which is about no message: a deleted one without content, with the `seq` 0. */
  readonly message: Message;
  readonly created_at: string;
  /** Only of a `SCHEDULE_REFUSED`. */
  readonly scheduled?: NotifiedSchedule;
}

/** A message whose row was deleted. */
export interface DeletedMessage {
  readonly id: string;
  readonly is_deleted: true;
}

/** The positions of a member in a room: everything up to these numbers of its log was delivered, and read. */
export interface MemberMark {
  readonly user_id: number;
  readonly delivered_seq: number;
  readonly read_seq: number;
}

/** The changes of one room that a client missed, or a part of them. */
export interface SyncedRoom {
  readonly room_id: string;
  /** A client that has processed this part has every change of the room up to this number. */
  readonly last_seq: number;
  /** Whether this replaces everything that the client has of the room. Older history has to be requested. */
  readonly reset: boolean;
  /** Null when it has not changed. */
  readonly room: Room | null;
  /** In the order of their last change, in their current state. */
  readonly messages: readonly (Message | DeletedMessage)[];
  /** The positions of all listed members; empty when more parts of the room follow. */
  readonly marks: readonly MemberMark[];
}
