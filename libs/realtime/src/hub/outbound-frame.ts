import type { ServerFrame } from '@parley/protocol';

/** What travels between nodes in place of a frame: its text, made once, and what the hub must know of it. */
export interface WireText {
  readonly text: string;
  readonly roomId?: string | undefined;
  readonly seq?: number | undefined;
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
  /** The text as UTF-8: `ws` sends these bytes as they are, whatever the number of listeners. */
  readonly bytes: Buffer;

  constructor(readonly wire: WireText) {
    this.roomId = wire.roomId;
    this.seq = wire.seq;
    this.bytes = Buffer.from(wire.text);
  }

  /** @param requestId the id under which the one who asked hears the frame; nobody else is told it */
  static of(frame: ServerFrame, requestId?: string): OutboundFrame {
    const text = JSON.stringify({
      eventType: frame.eventType,
      data: frame.data,
      request_id: requestId,
      room_id: frame.room_id,
      seq: frame.seq,
      meta: frame.meta,
    });
    return new OutboundFrame({ text, roomId: frame.room_id, seq: frame.seq });
  }
}
