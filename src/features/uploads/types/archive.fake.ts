import { crc32, deflateRawSync } from 'node:zlib';

interface ArchiveEntry {
  readonly name: string;
  readonly bytes: Buffer;
  /** The size that the directory states in place of that of the bytes. */
  readonly statedBytes?: number;
}

/** Flag of an entry whose sizes stand behind its bytes, as programs write that do not know them before. */
const STREAMED = 8;
const DEFLATED = 8;

/** A zip archive that was written as a stream: its entries have no sizes, only its directory has. */
export function archive(entries: readonly ArchiveEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, statedBytes = bytes.length } of entries) {
    const packed = deflateRawSync(bytes);
    const sizes = [crc32(bytes), packed.length, statedBytes];
    const shared = (values: readonly number[]): Buffer[] => [
      halves(20, STREAMED, DEFLATED, 0, 0),
      words(...values),
      halves(name.length, 0),
    ];
    const part = Buffer.concat([
      words(0x04034b50),
      ...shared([0, 0, 0]),
      Buffer.from(name),
      packed,
      words(0x08074b50, ...sizes),
    ]);
    parts.push(part);
    directory.push(words(0x02014b50), halves(20), ...shared(sizes), halves(0, 0, 0), words(0, offset));
    directory.push(Buffer.from(name));
    offset += part.length;
  }
  const listed = Buffer.concat(directory);
  const count = entries.length;
  const end = [words(0x06054b50), halves(0, 0, count, count), words(listed.length, offset), halves(0)];
  return Buffer.concat([...parts, listed, ...end]);
}

const halves = (...values: readonly number[]): Buffer => numbers(values, 2);
const words = (...values: readonly number[]): Buffer => numbers(values, 4);

function numbers(values: readonly number[], bytes: number): Buffer {
  const buffer = Buffer.alloc(values.length * bytes);
  for (const [at, value] of values.entries()) buffer.writeUIntLE(value, at * bytes, bytes);
  return buffer;
}
