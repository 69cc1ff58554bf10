import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';

import sharp from 'sharp';
import type { Sharp } from 'sharp';

import { someOf } from '../../../../test/support/sample.js';
import { PictureWorker } from './picture-worker.js';
import { PictureFolder } from './pictures.fake.js';
import { PICTURE_LIMITS } from './pictures.js';

const MIB = 1_048_576;
const SIZE = { width: 10_000, height: 5_000, channels: 3, background: { r: 90, g: 160, b: 30 } } as const;
const large = (): Sharp => sharp({ create: SIZE }).withMetadata({ orientation: 6 });

/** The most memory that a process has had, in bytes. */
const peak = (pid: number): number =>
  1_024 * Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]);

/** The dearest pictures of the largest size. */
const KINDS: readonly [string, string, () => Sharp][] = [
  [
    'progressive JPEG that is turned',
    'image/jpeg',
    () => large().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
  ],
  [
    'interlaced PNG of 16 bits that is turned',
    'image/png',
    () => large().ensureAlpha(0.5).toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 }),
  ],
];

describe('the process of pictures', () => {
  let folder: PictureFolder;
  let worker: PictureWorker;

  beforeAll(async () => {
    folder = await PictureFolder.create();
    // The processor time is measured, not the time on the clock: the machine may have other work.
    worker = new PictureWorker({ ...PICTURE_LIMITS, wallMs: 110_000 });
  });
  afterAll(() => folder.end());
  afterEach(() => worker.stop());

  it.each(someOf(KINDS))('takes less than 900 MiB and 10 s for the largest %s', async (_, mimeType, make) => {
    const source = folder.path();
    await writeFile(source, await make().toBuffer());
    const rewrite = { thumbnail: folder.path(), mimeType, keepMetadata: false };
    const outcome = await worker.run({ source, target: folder.path(), rewrite });
    expect(outcome).toEqual({ name: 'done', result: { width: 5_000, height: 10_000, hasThumbnail: true } });
    expect(peak(worker.pid ?? 0)).toBeLessThan(900 * MIB);
  });
});
