/** State of one user alone: the same on all devices of the user, and shown to nobody else. */

import type { NotifyChoice, NotifyLevel } from './notify-choice.js';
import type { ShortMessage, User } from './objects.js';
import type { ScheduleRefusal } from './schedule-refusal.js';

/** Whether a room is one of the user's favourites. */
export interface RoomFavourite {
  readonly room_id: string;
  readonly favourite: boolean;
  /** Present if it is not. */
  readonly removed?: true;
}

/** Whether the user has archived a room. A message above `archived_seq` shows it again. */
export interface RoomArchived {
  readonly room_id: string;
  readonly archived: boolean;
  /** The number of the room's latest change when it was archived; null: it is not. */
  readonly archived_seq: number | null;
  /** Present if it is not. */
  readonly removed?: true;
}

/** The number from which on the user wants to see a room as unread, until the user reads in it again. */
export interface UnreadMark {
  readonly room_id: string;
  /** Null: the mark was lifted. */
  readonly from_seq: number | null;
  /** Present if it was lifted. */
  readonly removed?: true;
}

/** Whether the user follows a thread. */
export interface ThreadFollow {
  readonly room_id: string;
  readonly thread_id: string;
  readonly following: boolean;
  /** Present if the user does not. */
  readonly removed?: true;
}

/** The choice of the user for a room. */
export interface RoomNotify extends NotifyChoice {
  readonly room_id: string;
  /** Present if there is no choice any more. */
  readonly removed?: true;
}

/** The hours of each day at which the user gets no push, by the clock of a time zone. */
export interface DoNotDisturb {
  /** As `HH:MM`. The hours begin with this minute. */
  readonly from: string;
  /** As `HH:MM`, not `from`: the first minute after the hours, on the next day if it is earlier than `from`. */
  readonly to: string;
  /** A name of the IANA time zone database, such as `Europe/Paris`. */
  readonly timezone: string;
}

/**
 * Which missed messages are mailed: `mentions` are those that mention the user, answer the user, or are of a chat of
 * two.
 */
export type MailNotices = 'never' | 'mentions' | 'all';

/**
 * Of which messages the user is notified in rooms without a choice of their own, when the user gets no push, and which
 * missed messages are mailed.
 */
export interface UserNotify {
  readonly level: NotifyLevel;
  /** Null: pushes are sent at all hours. */
  readonly do_not_disturb: DoNotDisturb | null;
  /** Null: as the deployment decides. */
  readonly mail: MailNotices | null;
  /** Present if all are as they are for a user who never set them. */
  readonly removed?: true;
}

/** A message that is deleted, or that the user may not read any more. */
export interface GoneMessage {
  readonly id: string;
  readonly gone: true;
}

/** A message that the user has saved. */
export interface SavedMessage {
  /** As it was when the item was sent; without the id of a message that it forwards from another room. */
  readonly message: ShortMessage | GoneMessage;
  readonly saved: boolean;
  /** When it was saved; null: it is not. */
  readonly saved_at: string | null;
  /** When the user is to be reminded of it; null: never, or the user has been. */
  readonly remind_at: string | null;
  /** Present if it is not saved any more. */
  readonly removed?: true;
}

/** A page of saved messages, the last saved first. */
export interface SavedPage {
  readonly saved: readonly SavedMessage[];
  /** Null: there are no further ones. */
  readonly next_cursor: string | null;
}

/** A text that the user is writing in a room or in a thread, and has not sent. */
export interface ComposerDraft {
  readonly room_id: string;
  /** The message that starts the thread; null: the text is for the room. */
  readonly thread_id: string | null;
  /** Empty: there is no draft. */
  readonly content: string;
  /** When the user has changed it last; null: there is none. */
  readonly updated_at: string | null;
  /** Present if there is none. */
  readonly removed?: true;
}

/** A message that is sent at a later time. */
export interface ScheduledMessage {
  /** The `client_message_id` that the sent message has. */
  readonly id: string;
  readonly room_id: string;
  readonly content: string;
  /** As its author has given them. */
  readonly extra_fields: Readonly<Record<string, unknown>>;
  readonly send_at: string;
  readonly created_at: string;
  readonly updated_at: string;
  /**
   * Why it was not sent at its time: it stays until its author sets another time or cancels it. Null: it is scheduled.
   */
  readonly refused: ScheduleRefusal | null;
}

/** A scheduled message that was sent, or that its author has cancelled. */
export interface ScheduleEnd {
  readonly id: string;
  readonly room_id?: string;
  /** The id of the sent message. */
  readonly message_id?: string;
  readonly removed: true;
}

/** A scheduled message that its author has cancelled. */
export interface CancelledSchedule extends ScheduleEnd {
  readonly room_id: string;
  readonly reason: null;
}

/** A scheduled message that the service did not send. Its author still has it. */
export interface RefusedSchedule extends ScheduledMessage {
  /** As `refused`. */
  readonly reason: ScheduleRefusal;
}

/** A scheduled message that is not sent. */
export type ScheduleCancel = CancelledSchedule | RefusedSchedule;

/** A page of scheduled messages, the earliest first. */
export interface SchedulePage {
  readonly scheduled: readonly ScheduledMessage[];
  /** Null: there are no further ones. */
  readonly next_cursor: string | null;
}

/** A user whom the user blocks. */
export interface UserBlock {
  readonly user_id: number;
  readonly blocked: boolean;
  /** Null: the user is not blocked. */
  readonly user: User | null;
  /** When the user was blocked; null: the user is not. */
  readonly blocked_at: string | null;
  /** Present if the user is not blocked any more. */
  readonly removed?: true;
}

/** A page of the users whom the user blocks, in the order of their ids. */
export interface UserBlockPage {
  readonly blocks: readonly UserBlock[];
  /** Null: there are no further ones. */
  readonly next_cursor: string | null;
}

/** The private state of a user, or the part of it that a client missed. */
export interface PrivateState {
  /** The position of a client that has this part; null: further parts follow, which it needs too. */
  readonly seq: number | null;
  /** Whether this and the following parts replace everything that the client has of the private state. */
  readonly reset: boolean;
  readonly favourites: readonly RoomFavourite[];
  readonly archived: readonly RoomArchived[];
  readonly marks: readonly UnreadMark[];
  readonly follows: readonly ThreadFollow[];
  /** The choices for rooms, and at most one item without `room_id`: the user's own. */
  readonly notify: readonly (RoomNotify | UserNotify)[];
  readonly saved: readonly SavedMessage[];
  readonly drafts: readonly ComposerDraft[];
  readonly scheduled: readonly (ScheduledMessage | ScheduleEnd)[];
  readonly blocks: readonly UserBlock[];
}
