import type {
  JoinRequest,
  MemberMark,
  Message,
  Notification,
  Presence,
  Room,
  ServerFrame,
  User,
} from '@parley/protocol';

import type { State } from './link.js';
import type { ParleyError } from './parley-error.js';
import type { QueuedSend } from './storage.js';

/** A message of one's own that is on its way. */
export interface Outgoing extends QueuedSend {
  /** False once it was refused for good. */
  readonly pending: boolean;
  readonly error?: ParleyError;
}

/** What an application can listen to. The objects are those of the wire: see docs/protocol.md. */
export interface ChatEvents {
  state: State;
  /** Once a connection: what waits for the user. */
  notifications: {
    readonly byRoom: Readonly<Record<string, readonly Notification[]>>;
    readonly unread: Readonly<Record<string, number>>;
    readonly total: number;
    readonly truncated: boolean;
  };
  /** A room as it is now: one that begins, or that has changed. */
  room: { readonly roomId: string; readonly room: Room };
  /** What the application holds of the room is to be thrown away for these, the newest; older ones are in the history. */
  reset: { readonly roomId: string; readonly messages: readonly Message[] };
  /** The user is in the room no more. @param message where somebody put them out, or they left */
  left: { readonly roomId: string; readonly message?: string };
  /** Who came or went, by username, and who did that: `self` for somebody who joined or left. */
  members: {
    readonly roomId: string;
    readonly room: Room;
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly by: string;
  };
  joinRequest: JoinRequest;
  /** A new message: each once, and those of a room in the order of their numbers. */
  message: { readonly roomId: string; readonly message: Message };
  /**
   * A message as it is now: with a new text, or, where that was found by a sync, with whatever else has changed of it or
   * of the message that it answers.
   */
  edited: { readonly roomId: string; readonly message: Message };
  deleted: { readonly roomId: string; readonly messageIds: readonly string[] };
  reaction: { readonly roomId: string; readonly type: 'add' | 'remove'; readonly message: Message };
  /** Somebody has read these. @param upToSeq where `userId` has read everything up to there */
  receipt: {
    readonly roomId: string;
    readonly messages: readonly Message[];
    readonly userId?: number;
    readonly upToSeq?: number;
  };
  /** How far each member has got, as a sync found it. */
  marks: { readonly roomId: string; readonly marks: readonly MemberMark[] };
  /** Messages of one's own that have reached somebody. */
  delivered: { readonly messages: readonly Message[] };
  /** Who is typing now, without oneself. */
  typing: { readonly roomId: string; readonly users: readonly Pick<User, 'id' | 'username'>[] };
  presence: readonly Presence[];
  /** `messages` of a room that was opened have changed: what there is to show. */
  messages: { readonly roomId: string };
  /** A message of one's own was queued, or refused for good; that it is stored is told as a `message`. */
  outgoing: Outgoing;
  error: ParleyError;
  /** Everything that the service says but errors and signs of life, before anything is made of it: for what this version does not know. */
  frame: ServerFrame;
}

export type Emit = <Name extends keyof ChatEvents>(name: Name, told: ChatEvents[Name]) => void;
