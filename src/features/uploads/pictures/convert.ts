import { copyFile, open, readFile, stat, truncate, writeFile } from 'node:fs/promises';

import sharp from 'sharp';
import type { Metadata, Sharp, SharpOptions } from 'sharp';

import { BMP_HEADERS, readBmp } from './formats/bmp.js';
import { framesOfGif, withScreen } from './formats/gif.js';
import { THUMBNAIL_SIDE, TOO_MANY_PIXELS, Unreadable } from './picture-job.js';
import type { Picture, PictureJob } from './picture-job.js';
import { pixelsOfWebp } from './formats/webp.js';

/** More than the cameras of telephones make by default. Such a picture takes up to 840 MiB while it is turned. */
const MAX_PIXELS = 50_000_000;
/** Of all frames together: an animation of 800 x 600 pixels with 200 frames. One frame at a time is decoded. */
const MAX_PIXELS_OF_FRAMES = 100_000_000;
const AVATAR_SIDE = 512;

const FORMATS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

// One thread, and nothing kept between pictures. Formats that nobody may send are not parsed, even if a file is one.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((name) => `VipsForeignLoad${name}File`) });

/**
 * Does a job. When it throws, its targets may be there, incomplete.
 * @throws Unreadable, or an error of the library, if the picture is at fault; ErrnoException
 */
export async function convert({
  source,
  target,
  rewrite,
  isLogo = false,
  mostPixels = MAX_PIXELS_OF_FRAMES,
}: PictureJob): Promise<Picture> {
  const { size } = await stat(source);
  if (size === 0) throw new Unreadable('the file is empty');
  if (mostPixels < MAX_PIXELS_OF_FRAMES) await checkPixels(source, mostPixels);
  if (!rewrite) return isLogo ? makeLogo(source, target) : makeAvatar(source, target);
  if (rewrite.mimeType === 'image/bmp') return cutBmp(source, target, size);
  const format = FORMATS[rewrite.mimeType];
  if (format === undefined) throw new Unreadable(`${rewrite.mimeType} is no type of pictures`);
  const { width, height } = await rewritten(source, target, format, rewrite.keepMetadata);
  await writeFile(rewrite.thumbnail, await thumbnailOf(target));
  return { width, height, hasThumbnail: true };
}

/** Damage that only hides a part of a picture is refused; what cameras often do wrong, such as extra bytes, is not. */
const opened = (source: string, options: SharpOptions = {}): Sharp =>
  sharp(source, { failOn: 'error', limitInputPixels: MAX_PIXELS, ...options });

type Size = Pick<Picture, 'width' | 'height'>;

/** By the header alone. */
async function checkPixels(source: string, most: number): Promise<void> {
  const { width, height, pages = 1 } = await opened(source, { limitInputPixels: false }).metadata();
  if (width * height * pages > most) throw new Unreadable(TOO_MANY_PIXELS);
}

/** Reads no pixels. */
async function headerOf(source: string, format?: string): Promise<Metadata> {
  const header = await opened(source, { limitInputPixels: false }).metadata();
  if (format !== undefined && header.format !== format) throw new Unreadable(`a ${header.format} and no ${format}`);
  const pixels = header.width * header.height;
  const frames = header.pages ?? 1;
  if (pixels > MAX_PIXELS || pixels * frames > MAX_PIXELS_OF_FRAMES) throw new Unreadable(TOO_MANY_PIXELS);
  return header;
}

async function rewritten(source: string, target: string, format: string, keepMetadata: boolean): Promise<Size> {
  if (format === 'gif') {
    const frames = framesOfGif(await readFile(source), keepMetadata);
    await writeFile(target, frames);
    const size = await decodedSize(target, format);
    await writeFile(target, withScreen(frames, size));
    return size;
  }
  const header = await headerOf(source, format);
  if (format === 'webp' && canBeStripped(header, keepMetadata)) {
    await writeFile(target, pixelsOfWebp(await readFile(source), keepMetadata));
    return decodedSize(target, format);
  }
  await writeFile(target, await encoded(source, header, keepMetadata));
  return header.autoOrient;
}

/** A WebP that needs neither a turn nor a conversion of colours. Animations are stored as they are in any case. */
function canBeStripped({ pages = 1, orientation = 1, hasProfile }: Metadata, keepMetadata: boolean): boolean {
  return pages > 1 || (orientation === 1 && (keepMetadata || !hasProfile));
}

/** Decodes all frames, which finds damage in any. */
async function decodedSize(target: string, format: string): Promise<Size> {
  const { width, height } = await headerOf(target, format);
  await opened(target, { animated: true, limitInputPixels: MAX_PIXELS_OF_FRAMES })
    .resize(8, 8, { fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: false })
    .raw()
    .toBuffer();
  return { width, height };
}

/** Without metadata the colours are converted to sRGB. */
async function encoded(source: string, header: Metadata, keepMetadata: boolean): Promise<Buffer> {
  const upright = (): Sharp => {
    const picture = opened(source).autoOrient();
    return keepMetadata ? picture.keepMetadata() : picture;
  };
  const { size } = await stat(source);
  if (header.format === 'webp') {
    return fitting(
      size,
      [90, 60, 40].map((quality) => () => upright().webp({ quality, effort: 2, alphaQuality: 100 })),
      1,
    );
  }
  if (header.format === 'png') {
    const packings = [{ adaptiveFiltering: false }, { adaptiveFiltering: true }, { palette: true }];
    return fitting(
      size,
      packings.map((packing) => () => upright().png(packing)),
    );
  }
  const chromaSubsampling = header.chromaSubsampling === '4:2:0' ? '4:2:0' : '4:4:4';
  return fitting(
    size,
    [90, 80, 60, 40].map((quality) => () => upright().jpeg({ quality, chromaSubsampling })),
  );
}

const MIB = 1_048_576;

/**
 * Encodes a second time, for fewer bytes, if the result is larger than its source, which was then coarser or better
 * packed; and again while it is more than twice as large: nobody is charged for what the service makes of a small file.
 * @param encodings the best first
 * @param eager how many are made while the result is larger than the source
 * @throws Unreadable if each makes more than twice the bytes of the source, and more than a MiB
 */
async function fitting(size: number, encodings: readonly (() => Sharp)[], eager = 2): Promise<Buffer> {
  let smallest: Buffer | undefined;
  for (const [count, encode] of encodings.entries()) {
    const isEnough = count < eager ? size : Math.max(2 * size, MIB);
    if (smallest && smallest.length <= isEnough) break;
    const made = await encode().toBuffer();
    if (!smallest || made.length < smallest.length) smallest = made;
  }
  if (!smallest || smallest.length > Math.max(2 * size, MIB)) throw new Unreadable('its pixels take too many bytes');
  return smallest;
}

/** A still picture, of the first frame: lists of messages show it, and people who want no motion. */
const thumbnailOf = (source: string): Promise<Buffer> =>
  opened(source)
    .autoOrient()
    .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();

/** The middle of the picture, also of a small one, so that all avatars have one size. */
async function makeAvatar(source: string, target: string): Promise<Picture> {
  await headerOf(source);
  const avatar = opened(source).autoOrient().resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' });
  await writeFile(target, await avatar.webp({ quality: 85, effort: 4 }).toBuffer());
  return { width: AVATAR_SIDE, height: AVATAR_SIDE, hasThumbnail: false };
}

/** The whole picture. A small one is not enlarged: it would be blurred. */
async function makeLogo(source: string, target: string): Promise<Picture> {
  await headerOf(source);
  const logo = opened(source)
    .autoOrient()
    .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'inside', withoutEnlargement: true });
  const { data, info } = await logo.webp({ quality: 90, effort: 4 }).toBuffer({ resolveWithObject: true });
  await writeFile(target, data);
  return { width: info.width, height: info.height, hasThumbnail: false };
}

async function cutBmp(source: string, target: string, size: number): Promise<Picture> {
  const { width, height, bytes } = readBmp(await headOf(source), size);
  if (width * height > MAX_PIXELS) throw new Unreadable(TOO_MANY_PIXELS);
  await copyFile(source, target);
  await truncate(target, bytes);
  return { width, height, hasThumbnail: false };
}

async function headOf(source: string): Promise<Buffer> {
  const file = await open(source);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BMP_HEADERS), 0, BMP_HEADERS, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
