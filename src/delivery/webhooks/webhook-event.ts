import type { Message, ServerEvents, ShortMessage } from '@parley/protocol';

import type { RoomChangeName } from '../../features/rooms/change-log/room-log.js';
import type { OutboxEntry } from '../outbox/outbox-entry-reader.js';

/** The events of rooms, by their names for receivers. A webhook receives these unless it names others. */
export const ROOM_EVENTS = [
  'message.created',
  'message.updated',
  'message.deleted',
  'message.reaction',
  'message.pin',
  'message.poll',
  'message.attachment',
  'message.preview',
  'members.added',
  'members.removed',
  'members.nickname',
  'room.created',
  'room.updated',
  'room.deleted',
] as const;
/** Requests of another feature of the service to receivers. Only webhooks that name such an event get it. */
const REQUESTS = ['push.requested'];
export const WEBHOOK_EVENTS: readonly string[] = [...ROOM_EVENTS, ...REQUESTS];

/** Entries of the audit log, which only `AUDIT_WEBHOOK` gets. */
export const AUDIT_EVENT = 'audit.entries';

export interface WebhookEvent {
  /** One of {@link WEBHOOK_EVENTS}. */
  readonly event: string;
  readonly roomId: string | null;
  /** The sequence number in the room's change log. */
  readonly seq: number | null;
  /** The messages whose texts `data` contains: first the message of the event, then those that it quotes. */
  readonly messageIds: readonly string[];
  /** JSON. */
  readonly data: unknown;
}

interface EventContent extends Pick<WebhookEvent, 'messageIds' | 'data'> {
  readonly event: (typeof ROOM_EVENTS)[number];
}

/** For each change of a room its event. Undefined: it has none, because its reason is for the leaders alone. */
const CONVERTERS: {
  readonly [Name in RoomChangeName]: ((data: ServerEvents[Name]) => EventContent) | undefined;
} = {
  'message.dispatch': (data) => messageContent('message.created', data, data),
  'messagemodification.dispatch': (data) =>
    data.action === 'update'
      ? messageContent('message.updated', data.message, data.message)
      : eventContent('message.deleted', { message_ids: data.message_ids }),
  'reaction.dispatch': ({ type, user_id, message }) =>
    messageContent('message.reaction', message, { type, user_id, message }),
  'messagepin.dispatch': (data) => messageContent('message.pin', data.message, data),
  'pollupdate.dispatch': (data) => ({ event: 'message.poll', messageIds: [data.message_id], data }),
  'attachment.dispatch': (data) => ({ event: 'message.attachment', messageIds: [data.message_id], data }),
  'messagepreview.dispatch': (data) => ({ event: 'message.preview', messageIds: [data.message_id], data }),
  'roomaddmembers.dispatch': (data) => eventContent('members.added', data),
  'roomremovemembers.dispatch': (data) => eventContent('members.removed', data),
  'membernickname.dispatch': (data) => eventContent('members.nickname', data),
  'roomcreate.dispatch': (data) => eventContent('room.created', data),
  'roomupdate.dispatch': (data) => eventContent('room.updated', data),
  'roomdelete.dispatch': (data) => eventContent('room.deleted', data),
  'roomrestrict.dispatch': undefined,
};

/** @returns undefined for frames that are not sent to webhooks */
export function webhookEventOf({ roomId, seq, frame, externalId }: OutboxEntry): WebhookEvent | undefined {
  const convert = CONVERTERS[frame.eventType as RoomChangeName] as ((data: unknown) => EventContent) | undefined;
  if (!convert) return undefined;
  const content = convert(frame.data);
  // Of a deleted room only the outbox knows it still.
  const data = externalId === null ? content.data : { ...(content.data as object), external_id: externalId };
  return { roomId, seq, ...content, data };
}

const eventContent = (event: EventContent['event'], data: unknown): EventContent => ({ event, messageIds: [], data });

const messageContent = (event: EventContent['event'], message: Message | ShortMessage, data: unknown): EventContent => {
  const quoted = [message.parent_message, message.forwarded_from].flatMap((quote) => (quote ? [quote.id] : []));
  return { event, messageIds: [message.id, ...quoted], data };
};
