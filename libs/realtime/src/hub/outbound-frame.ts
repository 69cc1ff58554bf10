import type { ServerFrame } from '@parley/protocol';

import { serialised, withParts } from '../frame/confined.js';
import type { ConfinedText } from '../frame/confined.js';
import { textFrame } from './text-frame.js';

/** What travels between nodes in place of a frame: its text, made once, and what the hub must know of it. */
export interface WireText {
  /** As everybody may read it. */
  readonly text: string;
  /** What some read in it, in the order of their places; undefined: nothing. */
  readonly confined?: readonly ConfinedText[] | undefined;
  readonly roomId?: string | undefined;
  readonly seq?: number | undefined;
  /** Whether whoever reads too slowly can do without it: it tells of nothing that lasts. */
  readonly droppable?: boolean | undefined;
}

/**
 * A frame that was serialised once for everybody who hears it.
 *
 * `roomId` and `seq` repeat what the text says, so that whoever holds the frame back can decide
 * about it without parsing it again.
 */
export class OutboundFrame {
  readonly roomId: string | undefined;
  readonly seq: number | undefined;
  readonly droppable: boolean;
  /** The frame as a socket takes it: made once, whatever the number of listeners. */
  readonly bytes: Buffer;
  private readonly variants = new Map<string, OutboundFrame>();

  constructor(readonly wire: WireText) {
    this.roomId = wire.roomId;
    this.seq = wire.seq;
    this.droppable = wire.droppable === true;
    this.bytes = textFrame(wire.text);
  }

  /**
   * @param requestId the id under which the one who asked hears the frame; nobody else is told it
   * @param droppable whether whoever reads too slowly can do without the frame
   */
  static of(frame: ServerFrame, requestId?: string, droppable?: boolean): OutboundFrame {
    const wire = wireOf(frame, droppable);
    return new OutboundFrame(requestId === undefined ? wire : answering(wire, requestId));
  }

  /** The frame as a connection of these groups may read it; made once for all that may read the same. */
  readBy(groups: ReadonlySet<string> | undefined): OutboundFrame {
    const { text, confined, roomId, seq, droppable } = this.wire;
    if (!confined) return this;
    const parts = confined.filter(({ group }) => groups?.has(group));
    if (parts.length === 0) return this;
    const key = parts.map(({ at }) => at).join();
    const known = this.variants.get(key);
    if (known) return known;
    const variant = new OutboundFrame({ text: withParts(text, parts), roomId, seq, droppable });
    this.variants.set(key, variant);
    return variant;
  }
}

/** A frame before it is sent, as for what may not be told here, or not yet. */
export function wireOf(frame: ServerFrame, droppable?: boolean): WireText {
  const { text, confined } = serialised({
    eventType: frame.eventType,
    data: frame.data,
    room_id: frame.room_id,
    seq: frame.seq,
    meta: frame.meta,
  });
  return {
    text,
    confined: confined.length > 0 ? confined : undefined,
    roomId: frame.room_id,
    seq: frame.seq,
    droppable,
  };
}

/**
 * The same as the one who asked hears it, under the `request_id`, which is added at the end: nothing is serialised again,
 * and what is confined stays where it is.
 */
export const answering = ({ text, confined, roomId, seq, droppable }: WireText, requestId: string): WireText => ({
  text: `${text.slice(0, -1)},"request_id":${JSON.stringify(requestId)}}`,
  confined,
  roomId,
  seq,
  droppable,
});
