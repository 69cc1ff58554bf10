import { randomFillSync } from 'node:crypto';

import { v7 as uuidv7 } from 'uuid';

const BYTES_AN_ID = 16;
const IDS_A_DRAW = 256;

const drawn = new Uint8Array(BYTES_AN_ID * IDS_A_DRAW);
let used = drawn.length;

/**
 * The id of a new message, ordered by time (UUID 7, RFC 9562). Random bytes are generated for many ids at once: one
 * call for each id took longer than to parse and validate the message.
 */
export function newMessageId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += BYTES_AN_ID;
  return uuidv7({ random: drawn.subarray(used - BYTES_AN_ID, used) });
}
