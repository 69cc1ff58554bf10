const FINAL_TEXT = 0x81;
/** A header holds a length below 126 in its second byte; these values of it announce a longer length field. */
const IN_TWO_BYTES = 126;
const IN_EIGHT_BYTES = 127;
const MOST_IN_TWO_BYTES = 0xffff;

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
