import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

import { sampled } from '../../../../test/support/sample.js';
import { PictureFolder, USER } from '../pictures/pictures.fake.js';
import { UNKNOWN_MEDIA as UNKNOWN } from '../pictures/picture-job.js';
import type { MediaInfo } from '../pictures/picture-job.js';

const FIXTURES = join(import.meta.dirname, 'fixtures');

let folder: string;
let files: PictureFolder;
const paid: [user: number, cost: number][] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-media-'));
  files = await PictureFolder.create({}, (user, cost) => void paid.push([user, cost]));
});
afterAll(async () => {
  await files.end();
  rmSync(folder, { recursive: true });
});

const readMedia = (path: string): Promise<MediaInfo> => files.pictures.media(USER, path);

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
    expect(await readMedia(join(FIXTURES, name))).toEqual({ seconds, width: null, height: null });
  });

  it.each([
    ['film.mp4', 1],
    ['fragmented.mp4', 1.25],
    ['film.mov', 1],
    ['film.webm', 1],
    ['live.webm', 1],
    ['film.mkv', 1],
  ])('are the duration and the size of the film %s', async (name, seconds) => {
    expect(await readMedia(join(FIXTURES, name))).toEqual({ seconds, width: 32, height: 24 });
  });

  it('are the width and height as a turned film is shown', async () => {
    expect(await readMedia(join(FIXTURES, 'turned.mp4'))).toEqual({ seconds: 1, width: 24, height: 32 });
  });

  it.each(['film.avi', 'film.ogv', 'picture.heic', 'README.md', 'missing'])('are unknown of %s', async (name) => {
    expect(await readMedia(join(FIXTURES, name))).toEqual(UNKNOWN);
  });

  it('are unknown if too much of the file must be read', async () => {
    const path = join(folder, 'long.aac');
    const frames = readFileSync(join(FIXTURES, 'tone.aac'));
    writeFileSync(path, Buffer.alloc(10_000_000, frames));
    expect(await readMedia(path)).toEqual(UNKNOWN);
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
          for (const fact of Object.values(await readMedia(path)) as unknown[]) {
            expect(fact === null || (Number.isFinite(fact) && Number(fact) > 0)).toBe(true);
          }
        },
      ),
      { numRuns: sampled(20) },
    );
  });
});

describe('the user of a recording', () => {
  it('pays for the seconds that it takes, of which there are few', async () => {
    const path = join(folder, 'dear.aac');
    // Frames without content: as many as the bytes can have.
    writeFileSync(path, Buffer.alloc(7_900_000, Buffer.from('fff14c8000fffc', 'hex')));
    paid.length = 0;
    const since = performance.now();
    await readMedia(path);
    const seconds = (performance.now() - since) / 1_000;
    const cost = paid.reduce((sum, [, each]) => sum + each, 0);
    expect(paid.every(([user]) => user === USER)).toBe(true);
    expect([cost > seconds * 5 - 2, cost <= seconds * 5]).toEqual([true, true]);
  });
});
