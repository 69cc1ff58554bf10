import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';

import { pictureSize } from './picture-size.js';

const FIXTURES = join(import.meta.dirname, '../../../src/features/uploads/types/fixtures');

const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } });

it('the size of a PNG is in its head', async () => {
  expect(await pictureSize(new Blob([await picture.png().toBuffer()]))).toEqual({ width: 30, height: 20 });
});

it('the size of a JPEG is behind its metadata', async () => {
  const withMetadata = picture.clone().withExif({ IFD0: { ImageDescription: 'a'.repeat(5_000) } });
  for (const jpeg of [withMetadata.jpeg(), picture.clone().jpeg({ progressive: true })]) {
    expect(await pictureSize(new Blob([await jpeg.toBuffer()]))).toEqual({ width: 30, height: 20 });
  }
});

it.each(['picture.gif', 'picture.heic', 'film.mp4'])('no size is read of %s', async (name) => {
  expect(await pictureSize(new Blob([readFileSync(join(FIXTURES, name))]))).toBeNull();
});

it('no size is read of a file that ends too early', async () => {
  const bytes = await picture.jpeg().toBuffer();
  for (const length of [0, 1, 2, 3, 20, 100]) {
    expect(await pictureSize(new Blob([bytes.subarray(0, length)]))).toBeNull();
  }
  expect(await pictureSize(new Blob([Buffer.alloc(100)]))).toBeNull();
});
