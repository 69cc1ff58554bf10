import { UploadError } from '@parley/client/files';

import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';

const REASONS: Readonly<Record<string, TextKey>> = {
  blocked: 'files.blocked',
  bytes_differ: 'files.bytesDiffer',
  heic: 'files.heic',
  invalid: 'files.empty',
  not_found: 'errors.notFound',
  offline: 'files.interrupted',
  permission_denied: 'errors.forbidden',
  quota_exceeded: 'files.quota',
  request_too_large: 'files.tooLarge',
  token: 'errors.session',
  too_many_pixels: 'files.tooManyPixels',
  unsupported_media_type: 'files.wrongType',
};

/** With these, the same file is refused again. */
const LASTING: ReadonlySet<string> = new Set([
  'blocked',
  'bytes_differ',
  'heic',
  'invalid',
  'request_too_large',
  'too_many_pixels',
  'unsupported_media_type',
]);

/** Why a file was not uploaded, for the user. */
export function refusalOf(error: unknown): { readonly reason: string; readonly mayRetry: boolean } {
  const code = error instanceof UploadError ? error.code : '';
  return { reason: t(REASONS[code] ?? 'errors.server'), mayRetry: !LASTING.has(code) };
}
