import type { User } from './objects.js';

/** A message or an edit that a moderator has to allow first. Its sender and the leaders of the room see it. */
export interface HeldMessage {
  /** The id that the message has, or will have. */
  readonly message_id: string;
  readonly room_id: string;
  readonly sender: User;
  /** `edit`: the message is stored, and shows its text from before the edit. */
  readonly action: 'create' | 'edit';
  /** Of an edit: the new text, or that of the message if the edit leaves it. */
  readonly content: string;
  /** As in the request. */
  readonly extra_fields: Readonly<Record<string, unknown>>;
  readonly client_message_id: string | null;
  readonly held_at: string;
  /** When it is rejected by itself. */
  readonly held_until: string;
}

/** A held message or edit has been allowed or rejected. */
export interface HeldDecision {
  readonly message_id: string;
  readonly room_id: string;
  readonly sender: User;
  readonly client_message_id: string | null;
  readonly allowed: boolean;
  /** The user who has decided, or the sender who has withdrawn it; null: its time is over. */
  readonly by: User | null;
}

/** A page of the held messages of a room, the oldest first. Members who do not lead it see only their own. */
export interface HeldPage {
  readonly room_id: string;
  readonly held: readonly HeldMessage[];
  /** The cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
}
