import type { ServerFrame } from '@parley/protocol';

import type { Group } from './group.js';
import { serialise, withParts } from './restricted-part.js';
import type { RestrictedText } from './restricted-part.js';

const FINAL_TEXT = 0x81;
/** A header holds a length below 126 in its second byte; these values of it announce a longer length field. */
const IN_TWO_BYTES = 126;
const IN_EIGHT_BYTES = 127;
const MOST_IN_TWO_BYTES = 0xffff;

/** A frame as it travels between nodes: serialised once, with what the hub must know of it. */
export interface SerialisedFrame {
  /** The JSON that every receiver may read. */
  readonly text: string;
  /** The parts that only some receivers may read, in the order of their offsets; undefined: there are none. */
  readonly confined?: readonly RestrictedText[] | undefined;
  readonly roomId?: string | undefined;
  readonly seq?: number | undefined;
  /** Whether a slow reader can do without the frame, as it describes nothing that lasts. */
  readonly droppable?: boolean | undefined;
}

/**
 * A frame that was serialised once for all its receivers.
 *
 * `roomId` and `seq` repeat fields of the text, so that a connection that holds the frame back need not parse it.
 */
export class OutboundFrame {
  readonly roomId: string | undefined;
  readonly seq: number | undefined;
  readonly droppable: boolean;
  /** The WebSocket frame: the same bytes for every socket. */
  readonly bytes: Buffer;
  private variants: Map<string, OutboundFrame> | undefined;

  constructor(readonly serialised: SerialisedFrame) {
    this.roomId = serialised.roomId;
    this.seq = serialised.seq;
    this.droppable = serialised.droppable === true;
    this.bytes = textFrame(serialised.text);
  }

  /**
   * @param requestId the id under which the requester receives the frame; no other connection gets it
   * @param droppable whether a slow reader can do without the frame
   */
  static from(frame: ServerFrame, requestId?: string, droppable?: boolean): OutboundFrame {
    const serialised = serialiseFrame(frame, droppable);
    return new OutboundFrame(requestId === undefined ? serialised : withRequestId(serialised, requestId));
  }

  /** Whether some receivers may read more of it than others. */
  get isRestricted(): boolean {
    return this.serialised.confined !== undefined;
  }

  /** The frame as a member of these groups may read it; serialised once for all receivers that may read the same. */
  visibleTo(groups: ReadonlySet<Group>): OutboundFrame {
    const { text, confined, roomId, seq, droppable } = this.serialised;
    const parts = confined?.filter(({ group }) => groups.has(group)) ?? [];
    if (parts.length === 0) return this;
    const key = parts.map(({ at }) => at).join();
    const known = this.variants?.get(key);
    if (known) return known;
    const variant = new OutboundFrame({ text: withParts(text, parts), roomId, seq, droppable });
    (this.variants ??= new Map<string, OutboundFrame>()).set(key, variant);
    return variant;
  }
}

/** Serialises a frame without preparing it for sockets. */
export function serialiseFrame(frame: ServerFrame, droppable?: boolean): SerialisedFrame {
  const { text, parts } = serialise({
    eventType: frame.eventType,
    data: frame.data,
    room_id: frame.room_id,
    seq: frame.seq,
    meta: frame.meta,
  });
  return {
    text,
    confined: parts.length > 0 ? parts : undefined,
    roomId: frame.room_id,
    seq: frame.seq,
    droppable,
  };
}

/**
 * The frame as the requester receives it. The id is added at the end of the text: nothing is serialised again, and the
 * offsets of restricted parts stay right.
 */
export const withRequestId = (
  { text, confined, roomId, seq, droppable }: SerialisedFrame,
  requestId: string,
): SerialisedFrame => ({
  text: `${text.slice(0, -1)},"request_id":${JSON.stringify(requestId)}}`,
  confined,
  roomId,
  seq,
  droppable,
});

/** A text as one WebSocket frame of a server, with its header: unmasked, final, uncompressed (RFC 6455, 5.2). */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  if (length < IN_TWO_BYTES) return frameOf(2, length, length, text);
  if (length > MOST_IN_TWO_BYTES) {
    const frame = frameOf(10, length, IN_EIGHT_BYTES, text);
    frame.writeBigUInt64BE(BigInt(length), 2);
    return frame;
  }
  const frame = frameOf(4, length, IN_TWO_BYTES, text);
  frame.writeUInt16BE(length, 2);
  return frame;
}

function frameOf(header: number, length: number, secondByte: number, text: string): Buffer {
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = FINAL_TEXT;
  frame[1] = secondByte;
  frame.write(text, header);
  return frame;
}
