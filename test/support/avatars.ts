import sharp from 'sharp';

import type { TestFile } from './uploads.js';

/** A photograph that is wider than high, of one colour. */
export async function photograph(background = '#3366cc'): Promise<TestFile> {
  const pixels = sharp({ create: { width: 900, height: 600, channels: 3, background } });
  return { filename: 'At home.png', mime_type: 'image/png', bytes: await pixels.png().toBuffer() };
}

/** The side of avatars in pixels. */
export const AVATAR_SIDE = 512;

/** The address of an avatar, whose signature needs no time. */
export const AVATAR_ADDRESS = /^\/api\/files\/[0-9a-f-]{36}\?signature=[\w-]{43}$/;

/** The upload of an address. */
export const uploadIdOf = (address: string | null): string => address!.slice('/api/files/'.length).split('?')[0]!;
