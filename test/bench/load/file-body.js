import { randomBytes } from 'node:crypto';

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
