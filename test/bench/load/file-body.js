import { randomBytes } from 'node:crypto';

import sharp from 'sharp';

const LINE = 'the quick brown fox jumps over the lazy dog\n';

/**
 * The bytes of a file of a type, as far as the check of the service reads them.
 * @param {string} mimeType `text/plain` or `application/pdf`
 * @param {number} length bytes
 * @returns {import('./file-wires.js').Body}
 */
export function bodyOf(mimeType, length) {
  if (mimeType === 'text/plain') return { mimeType, bytes: Buffer.alloc(length, LINE) };
  const bytes = randomBytes(length);
  bytes.write('%PDF-1.7\n');
  return { mimeType, bytes };
}

/** @returns {Promise<import('./file-wires.js').Body>} a JPEG of 24 megapixels with as many details as a photograph */
export async function photograph() {
  const noise = { type: /** @type {const} */ ('gaussian'), mean: 128, sigma: 30 };
  const create = { width: 6_000, height: 4_000, channels: /** @type {const} */ (3), background: '#80a040', noise };
  return { mimeType: 'image/jpeg', bytes: await sharp({ create }).jpeg({ quality: 60 }).toBuffer() };
}
