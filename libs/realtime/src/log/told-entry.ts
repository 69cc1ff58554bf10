import { answering, OutboundFrame, userGroup, wireOf } from '../hub/index.js';
import type { Group, WireText } from '../hub/index.js';
import type { Asker } from '../inbound/index.js';
import type { LogEntry } from './log-entry.js';

/** An entry as it travels between nodes. */
export interface WireEntry {
  readonly roomId: string;
  readonly seq: number;
  readonly frame: WireText;
  readonly entering: readonly number[];
  readonly leaving: readonly number[];
  readonly farewell: WireText | null;
  readonly isEnd: boolean;
}

/** The connection of this node that asked for the change, and what it hears in place of what everybody hears. */
export interface Answer {
  readonly connectionId: string;
  readonly frame: OutboundFrame;
  /** In place of the frame, where the asker is among those who leave. */
  readonly farewell: OutboundFrame | undefined;
  /** Where its connection has heard the number already, as everybody has: it is answered all the same. */
  readonly repeated: () => OutboundFrame;
}

/** An entry as a node tells it: serialised once for everybody who hears it. */
export interface ToldEntry {
  readonly roomId: string;
  readonly seq: number;
  readonly frame: OutboundFrame;
  /** The ids of users. */
  readonly entering: readonly number[];
  readonly leaving: readonly Group[];
  readonly farewell: OutboundFrame | undefined;
  readonly isEnd: boolean;
  readonly answer: Answer | undefined;
  /** Called once it has been told here. */
  readonly told: (() => void) | undefined;
}

export const toWire = ({ roomId, seq, frame, entering, leaving, isEnd }: LogEntry): WireEntry => ({
  roomId,
  seq,
  frame: wireOf(frame),
  entering: entering ?? [],
  leaving: leaving?.userIds ?? [],
  farewell: leaving ? wireOf(leaving.farewell) : null,
  isEnd: isEnd ?? false,
});

/**
 * @param wire the same entry, serialised
 * @returns undefined to whoever has no `request_id`, and hears what everybody hears
 */
export function answerOf({ frame }: LogEntry, wire: WireEntry, { connectionId, requestId }: Asker): Answer | undefined {
  if (requestId === undefined) return undefined;
  return {
    connectionId,
    frame: new OutboundFrame(answering(wire.frame, requestId)),
    farewell: wire.farewell ? new OutboundFrame(answering(wire.farewell, requestId)) : undefined,
    repeated: () => OutboundFrame.of({ ...frame, meta: { ...frame.meta, duplicate: true, told: true } }, requestId),
  };
}

export const fromWire = (wire: WireEntry, answer?: Answer, told?: () => void): ToldEntry => ({
  roomId: wire.roomId,
  seq: wire.seq,
  frame: new OutboundFrame(wire.frame),
  entering: wire.entering,
  leaving: wire.leaving.map(userGroup),
  farewell: wire.farewell ? new OutboundFrame(wire.farewell) : undefined,
  isEnd: wire.isEnd,
  answer,
  told,
});
