import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

import { ADTS, CustomSource, Input, MATROSKA, MP3, MP4, OGG, QTFF, WAVE, WEBM } from 'mediabunny';

import type { MediaInfo } from '../pictures/picture-job.js';

const FORMATS = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, ADTS];
/** Long recordings without an index need to be read whole, and are not. */
const MAX_READ_BYTES = 8 * 1_024 * 1_024;
const MAX_CACHE_BYTES = 4 * 1_024 * 1_024;
const MAX_SECONDS = 1e9;
const MAX_PIXELS = 65_535;

/**
 * The duration and size of a local audio or video file, in the process of pictures: a malformed file may cause a long
 * loop.
 * @throws ErrnoException
 */
export async function readMedia(path: string): Promise<MediaInfo> {
  const file = await open(path);
  try {
    return await infoOf(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

async function infoOf(from: FileHandle, bytes: number): Promise<MediaInfo> {
  const input = new Input({ formats: FORMATS, source: sourceOf(from, bytes) });
  const track = await known(() => input.getPrimaryVideoTrack());
  const stated = secondsOf(await known(() => input.getDurationFromMetadata()));
  return {
    seconds: stated ?? secondsOf(await known(() => input.computeDuration())),
    width: within(await known(async () => track?.getDisplayWidth()), MAX_PIXELS),
    height: within(await known(async () => track?.getDisplayHeight()), MAX_PIXELS),
  };
}

/** Each fact is read for itself: a fault in one part of a file leaves the others known. */
const known = <Fact>(read: () => Promise<Fact>): Promise<Fact | null> => read().catch(() => null);

function sourceOf(from: FileHandle, bytes: number): CustomSource {
  let left = MAX_READ_BYTES;
  return new CustomSource({
    getSize: () => bytes,
    read: async (start, end) => {
      left -= end - start;
      if (left < 0) throw new Error('the media file needs to be read too far');
      const { buffer, bytesRead } = await from.read(Buffer.alloc(end - start), 0, end - start, start);
      return buffer.subarray(0, bytesRead);
    },
    maxCacheSize: MAX_CACHE_BYTES,
    prefetchProfile: 'fileSystem',
  });
}

/** To a millisecond. */
const secondsOf = (value: number | null): number | null =>
  value === null ? null : within(Math.round(value * 1_000) / 1_000, MAX_SECONDS);

function within(value: number | null | undefined, most: number): number | null {
  const number = value ?? 0;
  return number > 0 && number <= most ? number : null;
}
