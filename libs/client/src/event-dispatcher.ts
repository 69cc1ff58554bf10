import type {
  Message,
  Room,
  RoomWithoutMembers,
  ServerEvent,
  ServerEventName,
  ServerFrame,
  ShortMessage,
} from '@parley/protocol';

import type { Emitter } from './chat-events.js';
import type { NumberedFrame } from './frames.js';
import type { Outbox } from './outbox.js';
import { partChangeOf } from './part-changes.js';
import type { RoomSyncResult } from './room-sequencer.js';
import type { Rooms } from './rooms.js';
import type { TypingUsers } from './typing.js';

/** The state that incoming frames update, and the emitter of the application's events. */
export interface DispatchContext {
  readonly events: Emitter;
  readonly rooms: Rooms;
  readonly outbox: Outbox;
  readonly typingUsers: TypingUsers;
  /** Undefined while the user's id is not known. */
  ownId(): number | undefined;
}

/** By event name. Events that this version does not know are ignored. */
type FrameHandlers = { readonly [Name in ServerEventName]?: (event: ServerEvent<Name>, roomId: string) => void };

/** Translates frames into events of the application. Numbered frames arrive here in order, and once. */
export class EventDispatcher {
  private readonly numbered: FrameHandlers = {
    'message.dispatch': ({ data }, roomId) => this.addMessage(roomId, data),
    'messagemodification.dispatch': ({ data }, roomId) => {
      if (data.action === 'update') this.editMessage(roomId, data.message);
      else this.deleteMessages(roomId, data.message_ids);
    },
    'reaction.dispatch': ({ data: { type, message: short, user_id: userId } }, roomId) => {
      this.context.events.emit('reaction', { roomId, message: this.mergeMessage(roomId, short, userId), type, userId });
    },
    'messagepin.dispatch': ({ data: { message: short } }, roomId) => {
      this.context.events.emit('pin', { roomId, message: this.mergeMessage(roomId, short) });
    },
    'attachment.dispatch': ({ data }) => this.context.rooms.update(data.attachment),
    'roomcreate.dispatch': ({ data: room }, roomId) => this.emitRoom(roomId, room),
    'roomupdate.dispatch': ({ data: room }, roomId) => this.emitRoom(roomId, room),
    'roomaddmembers.dispatch': ({ data: { room, new_members: added, added_by: by } }, roomId) => {
      this.emitRoom(roomId, room);
      this.context.events.emit('members', { roomId, room, added, removed: [], by });
    },
    'roomremovemembers.dispatch': ({ data: { room, removed_members: removed, removed_by: by } }, roomId) => {
      this.emitRoom(roomId, room);
      this.context.events.emit('members', { roomId, room, added: [], removed, by });
    },
    'roomexit.dispatch': ({ data: { message } }, roomId) => this.context.events.emit('left', { roomId, message }),
    'roomdelete.dispatch': (_event, roomId) => {
      // A OneToOneChat that the user has deleted may come back, without its earlier messages.
      this.context.rooms.timelineOf(roomId)?.reset([]);
      this.context.events.emit('left', { roomId });
    },
  };

  /** Of a change that is no event: it is in the messages of opened rooms. */
  private readonly changePart = (frame: ServerFrame, roomId: string): void => {
    const timeline = this.context.rooms.timelineOf(roomId);
    if (timeline) partChangeOf(frame)?.(timeline);
  };

  private readonly unnumbered: FrameHandlers = {
    'messagedelivered.dispatch': ({ data }) => {
      this.context.events.emit('delivered', {
        messages: data.map((short) => this.mergeReceipts(short.room.id, short)),
      });
    },
    'readreceipt.dispatch': ({ data, meta }, roomId) => {
      const messages = [data].flat().map((short) => this.mergeReceipts(roomId, short));
      // Of several readers, whose receipts came together, each is an event: the first one has the messages.
      for (const read of (meta?.reads ?? [meta]) as (ReadMark | undefined)[])
        this.context.events.emit('receipt', {
          roomId,
          messages: messages.splice(0),
          userId: read?.user_id,
          upToSeq: read?.up_to_seq,
        });
    },
    'joinrequest.dispatch': ({ data }) => this.context.events.emit('joinRequest', data),
    'userupdate.dispatch': ({ data }) => {
      this.context.rooms.update(data.user);
      if ('add_policy' in data) this.context.events.emit('settings', data);
      else this.context.events.emit('profile', data.user);
    },
    'sessionsync.dispatch': ({ data: { profiles } }) => {
      for (const user of profiles?.users ?? []) {
        this.context.rooms.update(user);
        this.context.events.emit('profile', user);
      }
    },
    'presence.dispatch': ({ data }) => this.context.events.emit('presence', data),
    'messagetyping.dispatch': ({ data, request_id: requestId }) => {
      // A frame with a request id is the answer to the user's own typing event.
      if (requestId === undefined && data.user_id !== this.context.ownId()) this.context.typingUsers.start(data);
    },
  };

  constructor(private readonly context: DispatchContext) {}

  /** Dispatches a change that has a `seq`. */
  dispatchNumbered(frame: NumberedFrame): void {
    const handle = this.numbered[frame.eventType as ServerEventName] ?? this.changePart;
    handle(frame as never, frame.room_id);
  }

  /** Dispatches a frame without a `seq`, in the order of arrival. */
  dispatchUnnumbered(frame: ServerFrame): void {
    this.unnumbered[frame.eventType as ServerEventName]?.(frame as never, frame.room_id as never);
  }

  dispatchSync({ roomId, isReset, room, fresh, changed, deletedIds, marks }: RoomSyncResult): void {
    if (room) this.emitRoom(roomId, room);
    if (isReset) this.resetRoom(roomId, fresh);
    else for (const message of fresh) this.addMessage(roomId, message);
    for (const message of changed) this.editMessage(roomId, message);
    if (deletedIds.length > 0) this.deleteMessages(roomId, deletedIds);
    if (marks.length > 0) this.context.events.emit('marks', { roomId, marks });
  }

  private emitRoom(roomId: string, room: Room | RoomWithoutMembers): void {
    this.context.events.emit('room', { roomId, room: this.context.rooms.merge(room) });
  }

  private resetRoom(roomId: string, messages: readonly Message[]): void {
    this.context.rooms.timelineOf(roomId)?.reset(messages);
    this.context.events.emit('reset', { roomId, messages });
    for (const message of messages) this.context.outbox.confirm(message);
  }

  private addMessage(roomId: string, message: Message): void {
    this.context.typingUsers.stop(roomId, message.sender.id);
    this.context.rooms.timelineOf(roomId)?.add([message]);
    this.context.events.emit('message', { roomId, message });
    this.context.outbox.confirm(message);
  }

  private editMessage(roomId: string, message: Message): void {
    this.context.rooms.timelineOf(roomId)?.update(message);
    this.context.events.emit('edited', { roomId, message });
  }

  private deleteMessages(roomId: string, messageIds: readonly string[]): void {
    this.context.rooms.timelineOf(roomId)?.remove(messageIds);
    this.context.events.emit('deleted', { roomId, messageIds });
  }

  /** Completes a short message from the room's messages, if they contain it, and updates them. */
  private mergeMessage(roomId: string, short: ShortMessage, userId?: number | null): ShortMessage {
    return this.context.rooms.timelineOf(roomId)?.merge(short, userId) ?? short;
  }

  private mergeReceipts(roomId: string, short: ShortMessage): ShortMessage {
    return this.context.rooms.timelineOf(roomId)?.mergeReceipts(short) ?? short;
  }
}

interface ReadMark {
  readonly user_id?: number;
  readonly up_to_seq?: number;
}
