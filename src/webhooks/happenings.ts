import type { Message, ServerEvents } from '@parley/protocol';

import type { FeedNews } from '../feed/index.js';

/** The events of rooms, by their names for receivers. A webhook receives these unless it names others. */
export const ROOM_EVENTS = [
  ...['message.created', 'message.updated', 'message.deleted', 'message.reaction'],
  ...['members.added', 'members.removed', 'room.created', 'room.updated', 'room.deleted'],
];
/** Requests of another feature of the service to receivers. Only webhooks that name such an event get it. */
const REQUESTS = ['push.requested'];
export const WEBHOOK_EVENTS: readonly string[] = [...ROOM_EVENTS, ...REQUESTS];

/** An event for webhooks. */
export interface Happening {
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

type Told = Pick<Happening, 'event' | 'messageIds' | 'data'>;

const TELLERS: { readonly [Name in keyof ServerEvents]?: (data: ServerEvents[Name]) => Told } = {
  'message.dispatch': (data) => aboutMessage('message.created', data, data),
  'messagemodification.dispatch': (data) =>
    data.action === 'update'
      ? aboutMessage('message.updated', data.message, data.message)
      : told('message.deleted', { message_ids: data.message_ids }),
  'reaction.dispatch': ({ type, message }) => aboutMessage('message.reaction', message, { type, message }),
  'roomaddmembers.dispatch': (data) => told('members.added', data),
  'roomremovemembers.dispatch': (data) => told('members.removed', data),
  'roomcreate.dispatch': (data) => told('room.created', data),
  'roomupdate.dispatch': (data) => told('room.updated', data),
  'roomdelete.dispatch': (data) => told('room.deleted', data),
};

/** @returns undefined for frames that are not sent to webhooks */
export function happeningOf({ roomId, seq, frame }: FeedNews): Happening | undefined {
  const teller = TELLERS[frame.eventType] as ((data: unknown) => Told) | undefined;
  return teller && { roomId, seq, ...teller(frame.data) };
}

const told = (event: string, data: unknown): Told => ({ event, messageIds: [], data });

const aboutMessage = (event: string, message: Message, data: unknown): Told => {
  const quoted = [message.parent_message, message.forwarded_from].flatMap((quote) => (quote ? [quote.id] : []));
  return { event, messageIds: [message.id, ...quoted], data };
};
