import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

import { sampled } from '../../../test/support/sample.js';
import { mediaInfoOf } from './media-info.js';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const UNKNOWN = { seconds: null, width: null, height: null };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-media-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('the facts of a recording', () => {
  it.each([
    ['tone.mp3', 1.152],
    ['plain.mp3', 1.152],
    ['tone.aac', 1.152],
    ['tone.m4a', 1],
    ['tone-isom.mp4', 1],
    ['tone.ogg', 1],
    ['tone.opus', 1],
    ['tone.wav', 1],
  ])('are the duration of the sound %s', async (name, seconds) => {
    expect(await mediaInfoOf(join(FIXTURES, name))).toEqual({ seconds, width: null, height: null });
  });

  it.each([
    ['film.mp4', 1],
    ['fragmented.mp4', 1.25],
    ['film.mov', 1],
    ['film.webm', 1],
    ['live.webm', 1],
    ['film.mkv', 1],
  ])('are the duration and the size of the film %s', async (name, seconds) => {
    expect(await mediaInfoOf(join(FIXTURES, name))).toEqual({ seconds, width: 32, height: 24 });
  });

  it('are the width and height as a turned film is shown', async () => {
    expect(await mediaInfoOf(join(FIXTURES, 'turned.mp4'))).toEqual({ seconds: 1, width: 24, height: 32 });
  });

  it.each(['film.avi', 'film.ogv', 'picture.heic', 'README.md', 'missing'])('are unknown of %s', async (name) => {
    expect(await mediaInfoOf(join(FIXTURES, name))).toEqual(UNKNOWN);
  });

  it('are unknown if they are not found in time', async () => {
    expect(await mediaInfoOf(join(FIXTURES, 'film.mp4'), 1)).toEqual(UNKNOWN);
  });

  it('are unknown if too much of the file must be read', async () => {
    const path = join(folder, 'long.aac');
    const frames = readFileSync(join(FIXTURES, 'tone.aac'));
    writeFileSync(path, Buffer.alloc(70_000_000, frames));
    expect(await mediaInfoOf(path)).toEqual(UNKNOWN);
  });

  it('are numbers or unknown for any damaged file', async () => {
    const names = ['film.mp4', 'fragmented.mp4', 'film.webm', 'tone.mp3', 'tone.ogg', 'tone.wav', 'tone.aac'];
    const path = join(folder, 'damaged');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.uint8Array({ minLength: 1, maxLength: 16 }),
        fc.nat(),
        async (name, noise, at) => {
          const bytes = readFileSync(join(FIXTURES, name));
          bytes.set(noise, at % (bytes.length - noise.length));
          writeFileSync(path, bytes.subarray(0, Math.max(bytes.length - (at % 100), 1)));
          for (const fact of Object.values(await mediaInfoOf(path)) as unknown[]) {
            expect(fact === null || (Number.isFinite(fact) && Number(fact) > 0)).toBe(true);
          }
        },
      ),
      { numRuns: sampled(20) },
    );
  });
});
