/** The slots of every Redis Cluster. */
export const SLOTS = 16_384;

const POLYNOMIAL = 0x1021;
const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) remainder = (remainder << 1) ^ (remainder & 0x8000 ? POLYNOMIAL : 0);
  return remainder;
});

/**
 * The slot of a key or of a sharded channel: CRC-16/XMODEM of its hash tag, or of all of it. The `redis` package has
 * this function, and does not export it.
 */
export function slotOf(key: string): number {
  const bytes = Buffer.from(hashedPart(key));
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ (TABLE[(crc >> 8) ^ byte] ?? 0);
  return crc % SLOTS;
}

/** The text between the first `{` and the next `}`, if it is not empty. */
function hashedPart(key: string): string {
  const start = key.indexOf('{');
  const end = start < 0 ? -1 : key.indexOf('}', start);
  return end > start + 1 ? key.slice(start + 1, end) : key;
}
