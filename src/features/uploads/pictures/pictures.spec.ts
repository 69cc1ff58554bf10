import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';

import sharp from 'sharp';
import type { Sharp } from 'sharp';

import { PictureRefused } from './pictures.js';
import { PictureFolder, USER } from './pictures.fake.js';

const MIB = 1_048_576;
const RED = { r: 255, g: 0, b: 0 };
const blank = (width: number, height: number, background: object = RED): Sharp =>
  sharp({ create: { width, height, channels: 4, background } });
const noise = (width: number, height: number): Sharp =>
  sharp({
    create: { width, height, channels: 3, background: RED, noise: { type: 'gaussian', mean: 128, sigma: 50 } },
  });
/** A red square in the left upper corner of a white picture. */
const corner = (): Sharp =>
  blank(60, 40, { r: 255, g: 255, b: 255 }).composite([{ input: { create: square }, left: 0, top: 0 }]);
const square = { width: 20, height: 20, channels: 3, background: RED } as const;
const frames = (): Promise<Buffer[]> =>
  Promise.all([0, 90, 180, 250].map((g) => blank(50, 30, { r: 9, g, b: 40 }).png().toBuffer()));
const animation = async (): Promise<Sharp> => sharp(await frames(), { join: { animated: true } });
const DELAYS = [100, 200, 300, 400];
const pixels = (file: string | Buffer, animated = true): Promise<Buffer> =>
  sharp(file, { animated }).ensureAlpha().raw().toBuffer();

const GPS = { IFD0: { Copyright: 'Ada Lovelace' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
const HTML = '<script>alert(1)</script>';

/** A PNG whose header announces a size, with few bytes. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, data: Buffer): Buffer {
  const [length, body, sum] = [Buffer.alloc(4), Buffer.concat([Buffer.from(name), data]), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(data: Buffer): number {
  let sum = -1;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

function bmpOf(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(54 + Math.ceil((width * 24) / 32) * 4 * Math.abs(height), 0x7f);
  bytes.fill(0, 0, 54).write('BM');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

describe('a picture of an upload', () => {
  let folder: PictureFolder;

  beforeAll(async () => {
    folder = await PictureFolder.create();
  });
  afterAll(() => folder.end());

  async function refused(bytes: Buffer, mimeType: string, reason = ''): Promise<void> {
    const error: unknown = await folder.process(bytes, mimeType).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(PictureRefused);
    expect((error as Error).message).toContain(reason);
  }

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is turned upright from the EXIF orientation %i', async (orientation) => {
    const turned = await corner().jpeg({ quality: 100 }).withMetadata({ orientation }).toBuffer();
    const upright = await sharp(turned).autoOrient().raw().toBuffer({ resolveWithObject: true });
    const { target, thumbnail, ...picture } = await folder.process(turned, 'image/jpeg');
    const [width, height] = orientation < 5 ? [60, 40] : [40, 60];
    expect(picture).toEqual({ width, height, hasThumbnail: true });
    for (const file of [target, thumbnail]) {
      const header = await sharp(file).metadata();
      expect(header).toMatchObject({ width, height });
      expect(header.orientation ?? 1).toBe(1);
    }
    const written = await sharp(target).raw().toBuffer();
    const difference = written.reduce((most, byte, at) => Math.max(most, Math.abs(byte - (upright.data[at] ?? 0))), 0);
    expect(difference).toBeLessThan(70);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('loses EXIF, the place and XMP: %s', async (format) => {
    const source = await blank(30, 20).toFormat(format).withExif(GPS).withXmp('<x:xmpmeta>Ada</x:xmpmeta>').toBuffer();
    expect(source.includes('Ada')).toBe(true);
    const { target, thumbnail } = await folder.process(source, `image/${format}`);
    for (const file of [target, thumbnail]) {
      const { exif, xmp, iptc, icc } = await sharp(file).metadata();
      expect({ exif, xmp, iptc, icc }).toEqual({});
      expect((await readFile(file)).includes('Ada')).toBe(false);
    }
  });

  it('keeps metadata if the deployment wants it', async () => {
    const keeping = await PictureFolder.create({ keepMetadata: true });
    try {
      for (const format of ['jpeg', 'png', 'webp'] as const) {
        const source = await corner().toFormat(format).withExif(GPS).withMetadata({ orientation: 6 }).toBuffer();
        const { target, width } = await keeping.process(source, `image/${format}`);
        expect(width).toBe(40);
        const header = await sharp(target).metadata();
        expect(header.exif?.includes('Ada')).toBe(true);
        expect(header).toMatchObject({ width: 40, orientation: 1 });
      }
    } finally {
      await keeping.end();
    }
  });

  it('converts a profile of colours to sRGB', async () => {
    const wide = await blank(9, 9, { r: 0, g: 200, b: 0 }).png().withIccProfile('p3').toBuffer();
    const { target } = await folder.process(wide, 'image/png');
    expect((await sharp(target).metadata()).icc).toBeUndefined();
    const [red = 0, green = 0] = await pixels(target);
    expect(red).toBeLessThan(8);
    expect(Math.abs(green - 200)).toBeLessThan(8);
  });

  it.each(['gif', 'webp'] as const)('keeps moving: %s', async (format) => {
    const moving = (await animation()).toFormat(format, { delay: DELAYS, loop: 3, lossless: true });
    const source = await moving.withXmp('<x:xmpmeta>Ada</x:xmpmeta>').toBuffer();
    const { target, thumbnail, ...picture } = await folder.process(source, `image/${format}`);
    expect(picture).toEqual({ width: 50, height: 30, hasThumbnail: true });
    expect(await sharp(target).metadata()).toMatchObject({ format, pages: 4, delay: DELAYS, loop: 3 });
    expect(await pixels(target)).toEqual(await pixels(source));
    expect((await readFile(target)).includes('Ada')).toBe(false);
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 50, height: 30 });
    expect((await sharp(thumbnail).metadata()).pages ?? 1).toBe(1);
  });

  it('loses the comments of a GIF', async () => {
    const gif = await (await animation()).gif({ delay: DELAYS }).toBuffer();
    const comment = Buffer.from('\x21\xfe\x03Ada\x00', 'latin1');
    const source = Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1), Buffer.from(HTML)]);
    const written = await readFile((await folder.process(source, 'image/gif')).target);
    expect(written).toEqual(gif);
  });

  it('has no larger screen than its frames: GIF', async () => {
    const gif = await blank(50, 30).gif().toBuffer();
    const source = Buffer.from(gif);
    source.fill(0xff, 6, 10);
    const { target, width, height } = await folder.process(source, 'image/gif');
    expect({ width, height }).toEqual({ width: 50, height: 30 });
    expect(await readFile(target)).toEqual(gif);
  });

  it('loses what follows its end', async () => {
    for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
      const source = Buffer.concat([await corner().toFormat(format).toBuffer(), Buffer.from(HTML)]);
      const { target } = await folder.process(source, `image/${format}`);
      expect((await readFile(target)).includes(HTML)).toBe(false);
    }
    const bmp = bmpOf(7, -5);
    const polyglot = Buffer.concat([bmp, Buffer.from(HTML)]);
    const { target, width, height, hasThumbnail } = await folder.process(polyglot, 'image/bmp');
    expect({ width, height, hasThumbnail }).toEqual({ width: 7, height: 5, hasThumbnail: false });
    expect(await readFile(target)).toEqual(bmp);
  });

  it.each(['png', 'webp'] as const)('without loss stays without loss: %s', async (format) => {
    const source = await noise(200, 100).toFormat(format, { lossless: true }).toBuffer();
    expect(await pixels((await folder.process(source, `image/${format}`)).target)).toEqual(await pixels(source));
  });

  it('becomes little larger than a coarse source', async () => {
    const source = await noise(800, 600).blur(2).jpeg({ quality: 60 }).toBuffer();
    const written = await readFile((await folder.process(source, 'image/jpeg')).target);
    expect(written.length).toBeLessThan(1.8 * source.length);
  });

  it('may be CMYK, of 16 bits, transparent, or one pixel', async () => {
    const cmyk = await folder.process(await corner().toColourspace('cmyk').jpeg().toBuffer(), 'image/jpeg');
    expect((await sharp(cmyk.target).metadata()).space).toBe('srgb');
    const deep = await folder.process(await corner().toColourspace('rgb16').png().toBuffer(), 'image/png');
    expect(await sharp(deep.target).metadata()).toMatchObject({ depth: 'uchar', width: 60 });
    const half = await blank(9, 9, { ...RED, alpha: 0.5 })
      .png()
      .toBuffer();
    const clear = await folder.process(half, 'image/png');
    expect((await pixels(clear.target))[3]).toBe(128);
    expect((await pixels(clear.thumbnail))[3]).toBe(128);
    const dot = await folder.process(await blank(1, 1).png().toBuffer(), 'image/png');
    expect(dot).toMatchObject({ width: 1, height: 1 });
  });

  it('has a thumbnail of at most 480 pixels a side', async () => {
    const { thumbnail } = await folder.process(await blank(2_000, 1_000).png().toBuffer(), 'image/png');
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 480, height: 240 });
  });

  it('is refused with too many pixels, before it is decoded', async () => {
    await refused(pngOf(30_000, 30_000), 'image/png', 'too many pixels');
    await refused(pngOf(1, 50_000_001), 'image/png', 'too many pixels');
    const bomb = await blank(50, 30).gif().toBuffer();
    const frame = bomb.lastIndexOf(Buffer.from([0x2c, 0, 0, 0, 0, 50, 0, 30, 0]));
    for (const at of [6, 8, frame + 5, frame + 7]) bomb.writeUInt16LE(60_000, at);
    await refused(bomb, 'image/gif', 'too many pixels');
    await expect(folder.process(pngOf(2_000, 2_000), 'image/png')).resolves.toMatchObject({ width: 2_000 });
  });

  it('is refused if its frames have too many pixels together', async () => {
    const still = await blank(6_000, 6_000).gif().toBuffer();
    const frame = still.subarray(still.lastIndexOf(Buffer.from('\x2c\0\0\0\0\x70\x17\x70\x17', 'latin1')), -1);
    const moving = Buffer.concat([still.subarray(0, -1), frame, frame, still.subarray(-1)]);
    expect(await sharp(moving, { limitInputPixels: false }).metadata()).toMatchObject({ width: 6_000, pages: 3 });
    await refused(moving, 'image/gif', 'too many pixels');
  });

  it.each(['jpeg', 'png', 'gif', 'webp'] as const)(
    'is refused if it is truncated or of another type: %s',
    async (format) => {
      const source = await noise(300, 200).toFormat(format).toBuffer();
      for (const part of [0, 0.02, 0.5, 0.95]) {
        await refused(source.subarray(0, Math.floor(part * source.length)), `image/${format}`);
      }
      await refused(Buffer.from('Not a picture at all, but a text of some length.'), `image/${format}`);
      await refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), `image/${format}`);
      await refused(source, format === 'png' ? 'image/gif' : 'image/png');
    },
  );

  it('is refused if a BMP is truncated, of an unknown kind, or too large', async () => {
    await refused(bmpOf(9, 9).subarray(0, -1), 'image/bmp');
    await refused(bmpOf(9, 9).subarray(0, 30), 'image/bmp');
    const other = bmpOf(9, 9);
    other.writeUInt32LE(5, 30);
    await refused(other, 'image/bmp');
    const large = bmpOf(9, 9);
    large.writeInt32LE(0x7fffffff, 18);
    await refused(large, 'image/bmp');
  });

  it('fails, and is not refused, if a file cannot be written', async () => {
    const [source, thumbnail] = [folder.path(), folder.path()];
    await writeFile(source, await corner().png().toBuffer());
    const input = { source, thumbnail, target: '/dev/null/none', mimeType: 'image/png' };
    await expect(folder.pictures.process(USER, input)).rejects.toThrow('ENOTDIR');
    await expect(folder.pictures.process(USER, input)).rejects.not.toBeInstanceOf(PictureRefused);
  });

  it('takes at most twice the bytes of its source, or a MiB, or is refused', async () => {
    const noise = Buffer.from(Array.from({ length: 12 }, (_, at) => (at * 97) % 256));
    const small = sharp(noise, { raw: { width: 2, height: 2, channels: 3 } });
    const flat = await small.resize(3_000, 3_000, { kernel: 'nearest' }).png({ palette: true }).toBuffer();
    const { target } = await folder.process(flat, 'image/png');
    expect((await stat(target)).size).toBeLessThanOrEqual(Math.max(2 * flat.length, MIB));
    // Of few bytes, because its pixels repeat, which no quality keeps small.
    const tile = randomBytes(64 * 64 * 3);
    const raw = { raw: { width: 64, height: 64, channels: 3 } } as const;
    const tiled = sharp({ create: { width: 2_048, height: 2_048, channels: 3, background: 'black' } }).composite([
      { input: tile, ...raw, tile: true },
    ]);
    const source = await tiled.withMetadata({ orientation: 6 }).webp({ lossless: true, effort: 0 }).toBuffer();
    expect(source.length).toBeLessThan(MIB);
    await expect(folder.process(source, 'image/webp')).rejects.toThrow(/too many bytes/);
  });

  it('of a page has at most 12 million pixels', async () => {
    const made = (side: number): Promise<Buffer> =>
      sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
        .png()
        .toBuffer();
    for (const [side, isAllowed] of [
      [3_400, true],
      [3_500, false],
    ] as const) {
      const [source, target, thumbnail] = [folder.path(), folder.path(), folder.path()];
      await writeFile(source, await made(side));
      const written = folder.pictures.process('pages', { source, target, thumbnail, mimeType: 'image/png' });
      if (isAllowed) await expect(written).resolves.toMatchObject({ width: side });
      else await expect(written).rejects.toThrow('too many pixels');
    }
  });

  it('becomes an avatar: the upright middle of it, square', async () => {
    const [source, target] = [folder.path(), folder.path()];
    await writeFile(source, await corner().jpeg().withExif(GPS).withMetadata({ orientation: 6 }).toBuffer());
    const picture = await folder.pictures.avatar(USER, { source, target });
    expect(picture).toEqual({ width: 512, height: 512, hasThumbnail: false });
    const header = await sharp(target).metadata();
    expect(header).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect(header.exif).toBeUndefined();
  });
  it('becomes an avatar without motion if it is an animation', async () => {
    const [source, target] = [folder.path(), folder.path()];
    await writeFile(source, await (await animation()).gif({ delay: DELAYS }).toBuffer());
    await folder.pictures.avatar(USER, { source, target });
    expect((await sharp(source).metadata()).pages).toBe(4);
    expect((await sharp(target).metadata()).pages ?? 1).toBe(1);
  });
});
