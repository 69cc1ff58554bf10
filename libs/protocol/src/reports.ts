import type { HeldMessage } from './held-messages.js';
import type { RoomWithoutMembers, User } from './objects.js';

export type ReportReason = 'spam' | 'abuse' | 'illegal' | 'other';
export type ReportState = 'open' | 'resolved';
export type ReportAction = 'dismiss' | 'delete_message' | 'mute' | 'ban' | 'deactivate';

/** An attachment of a reported message. */
export interface SeenAttachment {
  /** Null: the attachment is an address. */
  readonly filename: string | null;
  readonly media_type: string;
  readonly mime_type: string;
}

/** A message as it was when it was reported. */
export interface SeenMessage {
  readonly content: string;
  readonly created_at: string;
  readonly is_edited: boolean;
  readonly room: { readonly type: RoomWithoutMembers['type']; readonly name: string | null };
  readonly attachments: readonly SeenAttachment[];
}

export interface ReportResolution {
  readonly action: ReportAction;
  readonly note: string | null;
  readonly at: string;
  /** Null: an operator, or a user who was deleted. */
  readonly by: User | null;
}

/** A report of a message or of a user, for those who may resolve it. */
export interface Report {
  readonly report_id: string;
  readonly state: ReportState;
  readonly reason: ReportReason;
  readonly comment: string | null;
  readonly created_at: string;
  /** The reported user: the sender of a reported message. */
  readonly user: User;
  /** Null for leaders of the room, who do not see who reported, and if the reporter was deleted. */
  readonly reporter: User | null;
  /** Null: a report of a user. The message and its room may be gone. */
  readonly message_id: string | null;
  readonly room_id: string | null;
  readonly seen: SeenMessage | null;
  /** Null: it is open. */
  readonly resolution: ReportResolution | null;
}

/**
 * A message or an edit that is held, for moderators of the deployment: they decide by `message.release`, and hear by
 * `messagerelease.dispatch` when it is decided. It is in no list of reports.
 */
export interface HeldReport extends Omit<Report, 'report_id' | 'message_id' | 'room_id' | 'reporter' | 'seen'> {
  readonly report_id: null;
  readonly reporter: null;
  readonly message_id: string;
  readonly room_id: string;
  readonly seen: null;
  readonly held: HeldMessage;
}
