import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

import { PART_BYTES, partsOf } from './file-parts.js';
import { StoreUnavailable } from './file-store.js';

const BYTES = 3 * PART_BYTES + 17;
const content = randomBytes(BYTES);
let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-parts-'));
  path = join(folder, 'file');
  await writeFile(path, content);
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads all parts, with a pause in which other readers work after each. */
async function readSlowly(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of partsOf(file, { start, end })) {
    await new Promise((resolve) => setImmediate(resolve));
    parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts);
}

const isClosed = ({ fd }: FileHandle): boolean => fd === -1;

describe('the parts of a file', () => {
  it('are its bytes for many readers at once, although they share memory', async () => {
    const edges = fc.constantFrom(0, 1, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES, BYTES - 1);
    const place = fc.oneof(edges, fc.nat(BYTES - 1));
    const ranges = fc.array(fc.tuple(place, place), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(ranges, async (pairs) => {
        await Promise.all(
          pairs.map(async ([one, other]) => {
            const [start, end] = [Math.min(one, other), Math.max(one, other)];
            const file = await open(path);
            const read = await readSlowly(file, start, end);
            expect(read.equals(content.subarray(start, end + 1))).toBe(true);
            expect(isClosed(file)).toBe(true);
          }),
        );
      }),
      { numRuns: 30 },
    );
  });

  it('are none of an empty file, which is closed', async () => {
    const file = await open(path);
    await expect(readSlowly(file, 0, -1)).resolves.toHaveLength(0);
    expect(isClosed(file)).toBe(true);
  });

  it('end when the reader stops, without a read that goes on in the memory of another reader', async () => {
    const file = await open(path);
    for await (const part of partsOf(file, { start: 0, end: BYTES - 1 })) {
      expect(part.equals(content.subarray(0, PART_BYTES))).toBe(true);
      break;
    }
    expect(isClosed(file)).toBe(true);
  });

  it('fail if the file becomes shorter meanwhile', async () => {
    const shorter = join(folder, 'shorter');
    await writeFile(shorter, content);
    const file = await open(shorter);
    const parts = partsOf(file, { start: 0, end: BYTES - 1 });
    await parts.next();
    await truncate(shorter, PART_BYTES);
    await expect(readOn(parts)).rejects.toThrow(StoreUnavailable);
    expect(isClosed(file)).toBe(true);
  });
});

async function readOn(parts: AsyncIterable<Buffer>): Promise<void> {
  for await (const part of parts) expect(part.length).toBeGreaterThan(0);
}
