import type { Message, ServerEvent, ServerEventName, ServerFrame } from '@parley/protocol';

import type { Emit } from './chat-events.js';
import type { NumberedFrame } from './frames.js';
import type { RoomNews } from './room-news.js';
import type { Timeline } from './timeline.js';
import type { TypingUsers } from './typing-users.js';

/** Whom the news concern beside the application. */
export interface Concerned {
  readonly emit: Emit;
  readonly typing: TypingUsers;
  /** Of a room that the application has opened. */
  timelineOf(roomId: string): Timeline | undefined;
  /** The user's, where it is known. */
  ownId(): number | undefined;
  /** A message is stored that may be one of one's own. */
  stored(message: Message): void;
}

/** By the name of what was said; what this version does not know is passed over. */
type Tellers = { readonly [Name in ServerEventName]?: (event: ServerEvent<Name>, roomId: string) => void };

/** What the service says, in the words of the application. What is numbered comes here in its order, and once. */
export class Interpreter {
  private readonly numbered: Tellers = {
    'message.dispatch': ({ data }, roomId) => {
      this.said(roomId, data);
    },
    'messagemodification.dispatch': ({ data }, roomId) => {
      if (data.action === 'update') this.edited(roomId, data.message);
      else this.deleted(roomId, data.message_ids);
    },
    'reaction.dispatch': ({ data: { type, message } }, roomId) => {
      this.updates(roomId, message);
      this.concerned.emit('reaction', { roomId, type, message });
    },
    'roomcreate.dispatch': ({ data: room }, roomId) => {
      this.concerned.emit('room', { roomId, room });
    },
    'roomupdate.dispatch': ({ data: room }, roomId) => {
      this.concerned.emit('room', { roomId, room });
    },
    'roomaddmembers.dispatch': ({ data: { room, new_members: added, added_by: by } }, roomId) => {
      this.concerned.emit('room', { roomId, room });
      this.concerned.emit('members', { roomId, room, added, removed: [], by });
    },
    'roomremovemembers.dispatch': ({ data: { room, removed_members: removed, removed_by: by } }, roomId) => {
      this.concerned.emit('room', { roomId, room });
      this.concerned.emit('members', { roomId, room, added: [], removed, by });
    },
    'roomexit.dispatch': ({ data: { message } }, roomId) => {
      this.concerned.emit('left', { roomId, message });
    },
    'roomdelete.dispatch': (_event, roomId) => {
      this.concerned.emit('left', { roomId });
    },
  };

  private readonly unnumbered: Tellers = {
    'messagedelivered.dispatch': ({ data: messages }) => {
      for (const message of messages) this.updates(message.room.id, message);
      this.concerned.emit('delivered', { messages });
    },
    'readreceipt.dispatch': ({ data, meta = {} }, roomId) => {
      const messages = Array.isArray(data) ? (data as readonly Message[]) : [data as Message];
      const { user_id: userId, up_to_seq: upToSeq } = meta as { user_id?: number; up_to_seq?: number };
      for (const message of messages) this.updates(roomId, message);
      const upTo = userId === undefined || upToSeq === undefined ? {} : { userId, upToSeq };
      this.concerned.emit('receipt', { roomId, messages, ...upTo });
    },
    'joinrequest.dispatch': ({ data }) => {
      this.concerned.emit('joinRequest', data);
    },
    'presence.dispatch': ({ data }) => {
      this.concerned.emit('presence', data);
    },
    'messagetyping.dispatch': ({ data, request_id: requestId }) => {
      // Whoever has asked is the one who types.
      if (requestId === undefined && data.user_id !== this.concerned.ownId()) this.concerned.typing.hears(data);
    },
  };

  constructor(private readonly concerned: Concerned) {}

  /** A numbered change. */
  told(frame: NumberedFrame): void {
    this.numbered[frame.eventType as ServerEventName]?.(frame as never, frame.room_id);
  }

  /** What has no number: told as it comes. */
  passing(frame: ServerFrame): void {
    this.unnumbered[frame.eventType as ServerEventName]?.(frame as never, frame.room_id ?? '');
  }

  /** What a sync has found. */
  synced({ roomId, isReset, room, fresh, changed, deletedIds, marks }: RoomNews): void {
    const { emit } = this.concerned;
    if (room) emit('room', { roomId, room });
    if (isReset) this.resets(roomId, fresh);
    else for (const message of fresh) this.said(roomId, message);
    for (const message of changed) this.edited(roomId, message);
    if (deletedIds.length > 0) this.deleted(roomId, deletedIds);
    if (marks.length > 0) emit('marks', { roomId, marks });
  }

  private resets(roomId: string, messages: readonly Message[]): void {
    this.concerned.timelineOf(roomId)?.reset(messages);
    this.concerned.emit('reset', { roomId, messages });
    for (const message of messages) this.concerned.stored(message);
  }

  private said(roomId: string, message: Message): void {
    this.concerned.typing.stops(roomId, message.sender.id);
    this.concerned.timelineOf(roomId)?.add([message]);
    this.concerned.emit('message', { roomId, message });
    this.concerned.stored(message);
  }

  private edited(roomId: string, message: Message): void {
    this.updates(roomId, message);
    this.concerned.emit('edited', { roomId, message });
  }

  private deleted(roomId: string, messageIds: readonly string[]): void {
    this.concerned.timelineOf(roomId)?.remove(messageIds);
    this.concerned.emit('deleted', { roomId, messageIds });
  }

  private updates(roomId: string, message: Message): void {
    this.concerned.timelineOf(roomId)?.update(message);
  }
}
