import type {
  Attachment,
  AttachmentUpdate,
  Message,
  MessagePreviews,
  PollUpdate,
  Room,
  RoomListEntry,
  RoomWithoutMembers,
  ServerFrame,
  ShortMessage,
  User,
} from '@parley/protocol';

import type { Parley } from '../parley.js';
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
    else if (frame.eventType === 'attachment.dispatch') recordScan(frame as ServerFrame<AttachmentUpdate>, target);
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
  chat.on('receipt', ({ roomId, messages }) => {
    for (const message of messages) merge(roomId, message);
  });
  chat.on('delivered', ({ messages }) => {
    for (const message of messages) merge(message.room.id, message);
  });
}

/** Changes of a poll or of previews, for which the client has no event. */
function recordPart(frame: ServerFrame, target: RecorderTarget): void {
  const { room_id: roomId = '', seq = 0 } = frame;
  const change = PARTS[frame.eventType]?.(frame.data);
  if (!change || target.isRecorded(roomId, seq)) return;
  target.changeMessages(roomId, (timeline) => timeline.change(change.id, change.changed));
}

/** The messages of its room first, which may not be in memory; then those that forward it elsewhere. */
function recordScan({ room_id: roomId = '', data }: ServerFrame<AttachmentUpdate>, target: RecorderTarget): void {
  target.changeMessages(roomId, (timeline) => timeline.updatePart(data.attachment));
  target.update(data.attachment);
}

interface PartChange {
  readonly id: string;
  readonly changed: (known: Message) => Message;
}

const PARTS: Readonly<Record<string, ((data: unknown) => PartChange) | undefined>> = {
  'pollupdate.dispatch': (data) => {
    const { message_id: id, poll } = data as PollUpdate;
    return { id, changed: (known) => ({ ...known, poll: { ...known.poll, ...poll } }) };
  },
  'messagepreview.dispatch': (data) => {
    const { message_id: id, link_previews } = data as MessagePreviews;
    return { id, changed: (known) => ({ ...known, link_previews }) };
  },
};
