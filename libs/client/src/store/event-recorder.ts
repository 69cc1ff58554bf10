import type {
  Attachment,
  AttachmentUpdate,
  Message,
  Room,
  RoomListEntry,
  RoomWithoutMembers,
  ServerFrame,
  ShortMessage,
  User,
} from '@parley/protocol';

import type { Parley } from '../parley.js';
import { partChangeOf } from '../part-changes.js';
import type { Timeline } from '../timeline.js';

/** Receives the changes that the events of a client make. */
export interface RecorderTarget {
  changeMessages(roomId: string, change: (timeline: Timeline) => void): void;
  mergeRoom(room: Room | RoomWithoutMembers | RoomListEntry): void;
  /** Removes messages also where they are the last ones of a listed room. */
  removeMessages(roomId: string, ids: readonly string[]): void;
  setUnread(unread: Readonly<Record<string, number>>, mentions: Readonly<Record<string, number>>): void;
  /** A user, or a file of a message, has changed. In the messages of the rooms that are in memory. */
  update(part: User | Attachment): void;
  /** The user is no longer a member. */
  removeRoom(roomId: string): void;
  /** Whether the change of a room with this number was recorded before. */
  isRecorded(roomId: string, seq: number): boolean;
}

/** Passes the events of a client on. Repeated ones are harmless: each contains the state after its change. */
export function recordEvents(chat: Parley, target: RecorderTarget): void {
  recordMessages(chat, target);
  chat.on('room', ({ room }) => target.mergeRoom(room));
  chat.on('left', ({ roomId }) => target.removeRoom(roomId));
  chat.on('profile', (user) => target.update(user));
  chat.on('notifications', ({ unread, unreadMentions, truncated }) => {
    if (!truncated) target.setUnread(unread, unreadMentions);
  });
  chat.on('frame', (frame) => {
    if (frame.eventType === 'roomlist.dispatch')
      for (const room of frame.data as readonly RoomListEntry[]) target.mergeRoom(room);
    else recordPart(frame, target);
  });
}

function recordMessages(chat: Parley, target: RecorderTarget): void {
  const merge = (roomId: string, short: Message | ShortMessage, userId?: number | null): void => {
    target.changeMessages(roomId, (timeline) => timeline.merge(short, userId));
  };
  chat.on('message', ({ roomId, message }) => {
    target.changeMessages(roomId, (timeline) => timeline.add([message]));
  });
  chat.on('edited', ({ roomId, message }) => {
    target.changeMessages(roomId, (timeline) => timeline.update(message));
  });
  chat.on('deleted', ({ roomId, messageIds }) => target.removeMessages(roomId, messageIds));
  chat.on('reset', ({ roomId, messages }) => {
    target.changeMessages(roomId, (timeline) => timeline.reset(messages));
  });
  chat.on('reaction', ({ roomId, message, userId }) => merge(roomId, message, userId));
  chat.on('pin', ({ roomId, message }) => merge(roomId, message));
  for (const name of ['receipt', 'delivered'] as const)
    chat.on(name, ({ messages }) => {
      for (const message of messages)
        target.changeMessages(message.room.id, (timeline) => timeline.mergeReceipts(message));
    });
}

/** Changes of parts of messages, for which the client has no event. */
function recordPart(frame: ServerFrame, target: RecorderTarget): void {
  const { room_id: roomId = '', seq = 0 } = frame;
  const change = partChangeOf(frame);
  if (!change) return;
  if (frame.eventType === 'attachment.dispatch') {
    // The messages of its room first, which may not be in memory; then those that forward it elsewhere.
    target.changeMessages(roomId, change);
    target.update((frame as ServerFrame<AttachmentUpdate>).data.attachment);
  } else if (!target.isRecorded(roomId, seq)) target.changeMessages(roomId, change);
}
