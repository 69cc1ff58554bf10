import { randomUUID } from 'node:crypto';

import type { ClientFrame } from '@parley/protocol';

import type { Frame } from './frames.js';
import type { FrameFaults } from './fault-injecting-proxy.js';

/** A fault is injected at every fourth opportunity. */
const EVERY = 4;

/** Changes live numbered frames on a connection that has synced and receives all broadcasts from then on. */
function liveNumbers(change: (frame: Frame) => readonly Frame[]): () => FrameFaults {
  return () => {
    let synced = false;
    let count = 0;
    return {
      onServerFrame: (frame) => {
        if (frame.eventType === 'sessionsync.dispatch') synced ||= (frame.data as { complete: boolean }).complete;
        const isLive = synced && frame.seq !== undefined && frame.request_id === undefined;
        return isLive && ++count % EVERY === 0 ? change(frame) : [frame];
      },
    };
  };
}

export const drops = liveNumbers(() => []);

/** Drops every private change that the device has not asked for itself. */
export const dropsPrivateChanges = (): FrameFaults => ({
  onServerFrame: (frame) => (frame.private_seq !== undefined && frame.request_id === undefined ? [] : [frame]),
});

export const doubles = liveNumbers((frame) => [frame, frame]);

/** Holds a number of a room back until the next number of that room has been sent. */
export function swaps(): FrameFaults {
  const held = new Map<string, Frame>();
  return {
    onServerFrame: (frame) => {
      const { room_id: room, seq, request_id: requested } = frame;
      if (room === undefined || seq === undefined || requested !== undefined) return [frame];
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

/** Selects some sends by their `client_message_id`, so that a retry gets the same treatment. */
const isChosen = ({ event_type: event, data }: ClientFrame): boolean =>
  event === 'message.send' && parseInt(String(data.client_message_id).slice(0, 8), 16) % EVERY === 0;

/** Answers that a message is stored, and does not store it. */
export function swallows(): () => FrameFaults {
  const swallowed = new Map<unknown, object>();
  return () => ({
    onClientFrame: (frame, answer) => {
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

/** Answers that a vote is counted, and does not store it. */
export const swallowsVotes = (): FrameFaults => ({
  onClientFrame: (frame, answer) => {
    const { event_type: event, data, request_id: requestId } = frame;
    if (event !== 'poll.vote') return frame;
    answer({ eventType: 'pollupdate.dispatch', data: { message_id: data.message_id }, request_id: requestId! });
    return undefined;
  },
});

/** Removes the idempotency key of a send. */
export const stripsKeys = (): FrameFaults => ({
  onClientFrame: (frame) => (isChosen(frame) ? { ...frame, data: { ...frame.data, client_message_id: null } } : frame),
});

/** Answers a retry with a message that no user has sent. */
export const answersWithAnother = (): FrameFaults => ({
  onServerFrame: (frame) => [
    frame.meta?.duplicate ? { ...frame, data: { ...(frame.data as object), id: randomUUID() } } : frame,
  ],
});
