import { randomUUID } from 'node:crypto';

import type { ClientFrame } from '@parley/protocol';

import type { Frame } from './frames.js';
import type { Mischief } from './meddler.js';

/** How often something is done that could be done every time. */
const EVERY = 4;

/** A number of a room that everybody is told, on a connection that has synced and hears all of them from there on. */
function liveNumbers(meddle: (frame: Frame) => readonly Frame[]): () => Mischief {
  return () => {
    let synced = false;
    let count = 0;
    return {
      tells: (frame) => {
        if (frame.eventType === 'sessionsync.dispatch') synced ||= (frame.data as { complete: boolean }).complete;
        const isLive = synced && frame.seq !== undefined && frame.request_id === undefined;
        return isLive && ++count % EVERY === 0 ? meddle(frame) : [frame];
      },
    };
  };
}

export const drops = liveNumbers(() => []);

export const doubles = liveNumbers((frame) => [frame, frame]);

/** Holds a number of a room back until the next one of that room has been told. */
export function swaps(): Mischief {
  const held = new Map<string, Frame>();
  return {
    tells: (frame) => {
      const { room_id: room, seq, request_id: asked } = frame;
      if (room === undefined || seq === undefined || asked !== undefined) return [frame];
      const before = held.get(room);
      if (!before) {
        held.set(room, frame);
        return [];
      }
      held.delete(room);
      return [frame, before];
    },
  };
}

/** Some sends, told from others by their `client_message_id`, so that a resend meets with the same. */
const isChosen = ({ event_type: event, data }: ClientFrame): boolean =>
  event === 'message.send' && parseInt(String(data.client_message_id).slice(0, 8), 16) % EVERY === 0;

/** Says that it is stored, and stores nothing. */
export function swallows(): () => Mischief {
  const swallowed = new Map<unknown, object>();
  return () => ({
    asks: (frame, answer) => {
      if (!isChosen(frame)) return frame;
      const { room_id: room, client_message_id: key, content } = frame.data;
      const meta = swallowed.has(key) ? { meta: { duplicate: true } } : {};
      const data = swallowed.get(key) ?? {
        id: randomUUID(),
        room: { id: room },
        seq: 1,
        client_message_id: key,
        content,
      };
      swallowed.set(key, data);
      answer({ eventType: 'message.dispatch', data, request_id: frame.request_id!, ...meta });
      return undefined;
    },
  });
}

/** Lets the service forget under which key a message was sent. */
export const stripsKeys = (): Mischief => ({
  asks: (frame) => (isChosen(frame) ? { ...frame, data: { ...frame.data, client_message_id: null } } : frame),
});

/** Answers a resend with a message that nobody has sent. */
export const answersWithAnother = (): Mischief => ({
  tells: (frame) => [
    frame.meta?.duplicate ? { ...frame, data: { ...(frame.data as object), id: randomUUID() } } : frame,
  ],
});
