import type { Writable } from 'node:stream';

import type { ServerFrame } from '@parley/protocol';

import type { Group } from './group.js';
import { isReadableBy, serialise, withParts } from './restricted-part.js';
import type { RestrictedText, SerialisedJson } from './restricted-part.js';

const FINAL_TEXT = 0x81;
/** A header holds a length below 126 in its second byte; these values of it announce a longer length field. */
const IN_TWO_BYTES = 126;
const IN_EIGHT_BYTES = 127;
const MOST_IN_TWO_BYTES = 0xffff;
/** Bytes from which on a write of its own costs less than a copy. */
const LARGE_PART = 8_192;

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
  /** A group, or several, whose connections do not receive it, whatever other groups they are in. */
  readonly notFor?: Group | readonly Group[] | undefined;
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
  readonly bytes: FrameBytes;
  private variants: Map<string, OutboundFrame> | undefined;

  /** @param pieces the text, of which some pieces may be encoded already */
  constructor(
    readonly serialised: SerialisedFrame,
    pieces: SerialisedJson['pieces'] = [serialised.text],
  ) {
    this.roomId = serialised.roomId;
    this.seq = serialised.seq;
    this.droppable = serialised.droppable === true;
    this.bytes = frameOf(pieces);
  }

  /**
   * @param requestId the id under which the requester receives the frame; no other connection gets it
   * @param droppable whether a slow reader can do without the frame
   * @param notFor the groups that do not receive it
   */
  static from(
    frame: ServerFrame,
    requestId?: string,
    droppable?: boolean,
    notFor?: SerialisedFrame['notFor'],
  ): OutboundFrame {
    const json = serialise(fieldsOf(frame));
    const plain = serialisedFrame(frame, json, droppable);
    const serialised = notFor === undefined ? plain : { ...plain, notFor };
    if (requestId === undefined) return new OutboundFrame(serialised, json.pieces);
    return new OutboundFrame(withRequestId(serialised, requestId));
  }

  /** Whether some receivers may read more of it than others. */
  get isRestricted(): boolean {
    return this.serialised.confined !== undefined;
  }

  /** The frame as a member of these groups may read it; serialised once for all receivers that may read the same. */
  visibleTo(groups: ReadonlySet<Group>): OutboundFrame {
    const { text, confined, roomId, seq, droppable } = this.serialised;
    const parts = confined?.filter((part) => isReadableBy(groups, part)) ?? [];
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
export const serialiseFrame = (frame: ServerFrame, droppable?: boolean): SerialisedFrame =>
  serialisedFrame(frame, serialise(fieldsOf(frame)), droppable);

const fieldsOf = ({ eventType, data, room_id, seq, notice, private_seq, meta }: ServerFrame): object => ({
  eventType,
  data,
  room_id,
  seq,
  notice,
  private_seq,
  meta,
});

const serialisedFrame = (
  { room_id, seq }: ServerFrame,
  { text, parts }: SerialisedJson,
  droppable?: boolean,
): SerialisedFrame => ({ text, confined: parts.length > 0 ? parts : undefined, roomId: room_id, seq, droppable });

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
  const header = headerLength(length);
  const frame = Buffer.allocUnsafe(header + length);
  writeHeader(frame, length);
  frame.write(text, header);
  return frame;
}

/** Pieces of a text as one frame. Small pieces are copied together, large ones are parts of their own. */
function frameOf(pieces: SerialisedJson['pieces']): FrameBytes {
  const [only] = pieces;
  if (pieces.length === 1 && typeof only === 'string') return textFrame(only);
  const encoded = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece.utf8));
  const length = encoded.reduce((sum, piece) => sum + piece.length, 0);
  const parts: Buffer[] = [];
  const header = Buffer.allocUnsafe(headerLength(length));
  writeHeader(header, length);
  let small: Buffer[] = [header];
  for (const piece of encoded) {
    if (piece.length < LARGE_PART) small.push(piece);
    else {
      parts.push(Buffer.concat(small), piece);
      small = [];
    }
  }
  return [...parts, Buffer.concat(small)];
}

function headerLength(length: number): number {
  if (length < IN_TWO_BYTES) return 2;
  return length > MOST_IN_TWO_BYTES ? 10 : 4;
}

/** Writes the header of a frame of this length to the start of some bytes. */
function writeHeader(bytes: Buffer, length: number): void {
  bytes[0] = FINAL_TEXT;
  if (length < IN_TWO_BYTES) bytes[1] = length;
  else if (length > MOST_IN_TWO_BYTES) {
    bytes[1] = IN_EIGHT_BYTES;
    bytes.writeBigUInt64BE(BigInt(length), 2);
  } else {
    bytes[1] = IN_TWO_BYTES;
    bytes.writeUInt16BE(length, 2);
  }
}

/** A socket whose writes can be held back and sent together. */
export type BatchableSocket = Pick<Writable, 'cork' | 'uncork' | 'write'>;

/** One WebSocket frame, or its parts, of which large ones are shared by several frames and never copied. */
export type FrameBytes = Buffer | readonly Buffer[];

export const lengthOf = (frame: FrameBytes): number =>
  Buffer.isBuffer(frame) ? frame.length : frame.reduce((sum, { length }) => sum + length, 0);

/**
 * Collects frames that are sent in one go, so that each socket writes its share in one system call. One call for each
 * frame and listener would cost more than all other work on the message.
 */
export class WriteBatch {
  private corked: Set<BatchableSocket> | undefined;

  /** @param work sends frames, synchronously; the sockets write when it returns */
  run(work: () => void): void {
    if (this.corked) {
      work();
      return;
    }
    const corked = (this.corked = new Set<BatchableSocket>());
    try {
      work();
    } finally {
      this.corked = undefined;
      for (const socket of corked) socket.uncork();
    }
  }

  /**
   * Writes a frame: at once, or with the batch that is open.
   * @param written called when the socket has passed the frame on
   */
  write(socket: BatchableSocket, frame: FrameBytes, written: () => void): void {
    if (this.corked && !this.corked.has(socket)) {
      this.corked.add(socket);
      socket.cork();
    }
    if (Buffer.isBuffer(frame)) socket.write(frame, written);
    else writeParts(socket, frame, written);
  }
}

function writeParts(socket: BatchableSocket, parts: readonly Buffer[], written: () => void): void {
  socket.cork();
  for (const [at, part] of parts.entries()) {
    if (at === parts.length - 1) socket.write(part, written);
    else socket.write(part);
  }
  socket.uncork();
}
