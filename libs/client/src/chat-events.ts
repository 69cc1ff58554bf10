import type {
  JoinRequest,
  MemberMark,
  Message,
  Notification,
  OwnSettings,
  Presence,
  Profile,
  Room,
  RoomWithoutMembers,
  ServerFrame,
  ShortMessage,
  User,
} from '@parley/protocol';

import type { ParleyError } from './parley-error.js';
import type { State } from './reconnecting-socket.js';
import type { QueuedSend } from './storage.js';

/** A message of the user that is not stored yet. */
export interface Outgoing extends QueuedSend {
  /** False after a permanent refusal. */
  readonly pending: boolean;
  readonly error?: ParleyError;
}

/** The events that an application can listen to. Their objects are those of the wire: see docs/protocol.md. */
export interface ChatEvents {
  state: State;
  /** Once a connection: the pending notifications and the unread counts. */
  notifications: {
    readonly byRoom: Readonly<Record<string, readonly Notification[]>>;
    readonly unread: Readonly<Record<string, number>>;
    /** The numbers of unread messages that mention the user, or the room. */
    readonly unreadMentions: Readonly<Record<string, number>>;
    readonly total: number;
    readonly truncated: boolean;
  };
  /**
   * The current state of a room that is new to the user or has changed. A change of its settings comes without the
   * lists of members, unless the room is open and they are known.
   */
  room: { readonly roomId: string; readonly room: Room | RoomWithoutMembers };
  /** Replace everything held of the room by these messages, its newest. Older ones are in the history. */
  reset: { readonly roomId: string; readonly messages: readonly Message[] };
  /** The user is no longer a member. @param message set when a member removed the user, or the user left */
  left: { readonly roomId: string; readonly message?: string };
  /** Members that were added or removed, by username. `by` is who did it: `self` for a user who joined or left. */
  members: {
    readonly roomId: string;
    readonly room: Room;
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly by: string;
  };
  joinRequest: JoinRequest;
  /** The settings of the user have changed. */
  settings: OwnSettings;
  /** A user who shares a room with the user has changed the own profile. */
  profile: Profile;
  /**
   * A new message: each once, and those of a room in the order of their `seq`. A reply in a thread alone has a `thread`
   * and not `also_to_room`: it is not among the `messages` of its room.
   */
  message: { readonly roomId: string; readonly message: Message };
  /**
   * The current state of a changed message: its text was edited, or a sync found another change of the message or of
   * the message that it replies to.
   */
  edited: { readonly roomId: string; readonly message: Message };
  deleted: { readonly roomId: string; readonly messageIds: readonly string[] };
  /**
   * A reaction was added or removed, by the user `userId` if that is known. Here, in `receipt` and in `delivered` a
   * message is complete if it is among those of an opened room. Otherwise it is as the service sends it: short, and
   * perhaps cut. `mergeMessage` applies it to a message that the application has, and `mergeReceipts` a receipt.
   */
  reaction: {
    readonly roomId: string;
    readonly type: 'add' | 'remove';
    readonly userId: number | null;
    readonly message: Message | ShortMessage;
  };
  /** A message was pinned or unpinned, as its `pinned` says. */
  pin: { readonly roomId: string; readonly message: Message | ShortMessage };
  /** Messages were read. @param upToSeq set when `userId` has read everything up to this `seq` */
  receipt: {
    readonly roomId: string;
    readonly messages: readonly (Message | ShortMessage)[];
    /** The reader, if the frame names one. */
    readonly userId?: number | undefined;
    /** How far; undefined: single messages. */
    readonly upToSeq?: number | undefined;
  };
  /** The delivered and read positions of the members, as a sync found them. */
  marks: { readonly roomId: string; readonly marks: readonly MemberMark[] };
  /** Messages of the user that were delivered to a member. */
  delivered: { readonly messages: readonly (Message | ShortMessage)[] };
  /** The users who are typing now, without the user. */
  typing: { readonly roomId: string; readonly users: readonly Pick<User, 'id' | 'username'>[] };
  presence: readonly Presence[];
  /** `messages` of an opened room have changed. */
  messages: { readonly roomId: string };
  /** A message of the user was queued, or refused permanently. A stored one is emitted as a `message`. */
  outgoing: Outgoing;
  error: ParleyError;
  /**
   * Every frame of the service except errors and heartbeats, unprocessed: for events that this version does not know.
   */
  frame: ServerFrame;
}

/** Calls the handlers of an event in the order in which they were added. */
export class Emitter {
  private readonly handlers = new Map<keyof ChatEvents, Set<(event: never) => void>>();

  /** @returns a function that removes the handler */
  on<Name extends keyof ChatEvents>(name: Name, handler: (event: ChatEvents[Name]) => void): () => void {
    const handlers = this.handlers.get(name) ?? new Set();
    this.handlers.set(name, handlers.add(handler));
    return () => void handlers.delete(handler);
  }

  /** A handler that throws does not stop the others: its error is rethrown after all handlers have run. */
  emit<Name extends keyof ChatEvents>(name: Name, event: ChatEvents[Name]): void {
    for (const handler of new Set(this.handlers.get(name))) {
      try {
        handler(event as never);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
