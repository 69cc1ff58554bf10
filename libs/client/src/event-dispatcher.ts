import type {
  Attachment,
  Message,
  Room,
  RoomWithoutMembers,
  ServerEvent,
  ServerEventName,
  ServerFrame,
  ShortMessage,
  User,
} from '@parley/protocol';

import type { Emitter } from './chat-events.js';
import type { NumberedFrame } from './frames.js';
import { partChangeOf } from './part-changes.js';
import type { RoomSyncResult } from './room-sequencer.js';
import type { Timeline } from './timeline.js';
import type { TypingUsers } from './typing.js';

/** The state that incoming frames update, and the emitter of the application's events. */
export interface DispatchContext {
  readonly emit: Emitter['emit'];
  readonly typingUsers: TypingUsers;
  /** Undefined for a room that the application has not opened. */
  timelineOf(roomId: string): Timeline | undefined;
  /** Completes a state of a room from what is known. */
  mergeRoom(room: Room | RoomWithoutMembers): Room | RoomWithoutMembers;
  /** Undefined while the user's id is not known. */
  ownId(): number | undefined;
  /** A user, or a file of a message, has changed. */
  update(part: User | Attachment): void;
  /** Confirms the outgoing message, if the stored message is one. */
  confirmStored(message: Message): void;
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
      this.context.emit('reaction', { roomId, message: this.mergeMessage(roomId, short, userId), type, userId });
    },
    'messagepin.dispatch': ({ data: { message: short } }, roomId) => {
      this.context.emit('pin', { roomId, message: this.mergeMessage(roomId, short) });
    },
    'pollupdate.dispatch': (frame, roomId) => this.changePart(roomId, frame),
    'messagepreview.dispatch': (frame, roomId) => this.changePart(roomId, frame),
    'attachment.dispatch': ({ data }) => this.context.update(data.attachment),
    'roomcreate.dispatch': ({ data: room }, roomId) => this.emitRoom(roomId, room),
    'roomupdate.dispatch': ({ data: room }, roomId) => this.emitRoom(roomId, room),
    'roomaddmembers.dispatch': ({ data: { room, new_members: added, added_by: by } }, roomId) => {
      this.emitRoom(roomId, room);
      this.context.emit('members', { roomId, room, added, removed: [], by });
    },
    'roomremovemembers.dispatch': ({ data: { room, removed_members: removed, removed_by: by } }, roomId) => {
      this.emitRoom(roomId, room);
      this.context.emit('members', { roomId, room, added: [], removed, by });
    },
    'roomexit.dispatch': ({ data: { message } }, roomId) => this.context.emit('left', { roomId, message }),
    'roomdelete.dispatch': (_event, roomId) => {
      // A OneToOneChat that the user has deleted may come back, without its earlier messages.
      this.context.timelineOf(roomId)?.reset([]);
      this.context.emit('left', { roomId });
    },
  };

  private readonly unnumbered: FrameHandlers = {
    'messagedelivered.dispatch': ({ data }) => {
      this.context.emit('delivered', { messages: data.map((short) => this.mergeReceipts(short.room.id, short)) });
    },
    'readreceipt.dispatch': ({ data, meta }, roomId) => {
      const messages = [data].flat().map((short) => this.mergeReceipts(roomId, short));
      // Of several readers, whose receipts came together, each is an event: the first one has the messages.
      for (const read of (meta?.reads ?? [meta]) as (ReadMark | undefined)[])
        this.context.emit('receipt', {
          roomId,
          messages: messages.splice(0),
          userId: read?.user_id,
          upToSeq: read?.up_to_seq,
        });
    },
    'joinrequest.dispatch': ({ data }) => this.context.emit('joinRequest', data),
    'userupdate.dispatch': ({ data }) => {
      this.context.update(data.user);
      if ('add_policy' in data) this.context.emit('settings', data);
      else this.context.emit('profile', data.user);
    },
    'sessionsync.dispatch': ({ data: { profiles } }) => {
      for (const user of profiles?.users ?? []) {
        this.context.update(user);
        this.context.emit('profile', user);
      }
    },
    'presence.dispatch': ({ data }) => this.context.emit('presence', data),
    'messagetyping.dispatch': ({ data, request_id: requestId }) => {
      // A frame with a request id is the answer to the user's own typing event.
      if (requestId === undefined && data.user_id !== this.context.ownId()) this.context.typingUsers.start(data);
    },
  };

  constructor(private readonly context: DispatchContext) {}

  /** Dispatches a change that has a `seq`. */
  dispatchNumbered(frame: NumberedFrame): void {
    this.numbered[frame.eventType as ServerEventName]?.(frame as never, frame.room_id);
  }

  /** Dispatches a frame without a `seq`, in the order of arrival. */
  dispatchUnnumbered(frame: ServerFrame): void {
    this.unnumbered[frame.eventType as ServerEventName]?.(frame as never, frame.room_id as never);
  }

  dispatchSync({ roomId, isReset, room, fresh, changed, deletedIds, marks }: RoomSyncResult): void {
    const { emit } = this.context;
    if (room) this.emitRoom(roomId, room);
    if (isReset) this.resetRoom(roomId, fresh);
    else for (const message of fresh) this.addMessage(roomId, message);
    for (const message of changed) this.editMessage(roomId, message);
    if (deletedIds.length > 0) this.deleteMessages(roomId, deletedIds);
    if (marks.length > 0) emit('marks', { roomId, marks });
  }

  private emitRoom(roomId: string, room: Room | RoomWithoutMembers): void {
    this.context.emit('room', { roomId, room: this.context.mergeRoom(room) });
  }

  private resetRoom(roomId: string, messages: readonly Message[]): void {
    this.context.timelineOf(roomId)?.reset(messages);
    this.context.emit('reset', { roomId, messages });
    for (const message of messages) this.context.confirmStored(message);
  }

  private addMessage(roomId: string, message: Message): void {
    this.context.typingUsers.stop(roomId, message.sender.id);
    this.context.timelineOf(roomId)?.add([message]);
    this.context.emit('message', { roomId, message });
    this.context.confirmStored(message);
  }

  private editMessage(roomId: string, message: Message): void {
    this.context.timelineOf(roomId)?.update(message);
    this.context.emit('edited', { roomId, message });
  }

  private deleteMessages(roomId: string, messageIds: readonly string[]): void {
    this.context.timelineOf(roomId)?.remove(messageIds);
    this.context.emit('deleted', { roomId, messageIds });
  }

  /** Completes a short message from the room's messages, if they contain it, and updates them. */
  private mergeMessage(roomId: string, short: ShortMessage, userId?: number | null): ShortMessage {
    return this.context.timelineOf(roomId)?.merge(short, userId) ?? short;
  }

  private changePart(roomId: string, frame: ServerFrame): void {
    const timeline = this.context.timelineOf(roomId);
    if (timeline) partChangeOf(frame)?.(timeline);
  }

  private mergeReceipts(roomId: string, short: ShortMessage): ShortMessage {
    return this.context.timelineOf(roomId)?.mergeReceipts(short) ?? short;
  }
}

interface ReadMark {
  readonly user_id?: number;
  readonly up_to_seq?: number;
}
