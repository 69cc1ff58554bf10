import type { Message, Room } from '@parley/protocol';

/** A message that was deleted, whose content is nobody's any more. */
export interface DeletedMessage {
  readonly id: string;
  readonly is_deleted: true;
}

/** What happened in one room since the number that the client had. */
export interface SyncedRoom {
  readonly room_id: string;
  /** With this the client has everything of the room up to here. */
  readonly last_seq: number;
  /** What the client had is no good any more: this takes its place. */
  readonly reset: boolean;
  readonly room: Room | null;
  readonly messages: readonly (Message | DeletedMessage)[];
}

/** `sessionsync.dispatch`, as far as the crowd reads it. */
export interface SyncPage {
  readonly complete: boolean;
  readonly rooms: readonly SyncedRoom[];
  /** Rooms that the client named and that its user is not in. */
  readonly left: readonly string[];
}
