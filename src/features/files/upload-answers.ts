import { HttpStatus } from '@nestjs/common';
import type { PendingUpload } from '@parley/protocol';

import { ApiError } from '../../platform/http/api-error.js';
import { RETRY_AFTER } from '../../platform/http/route-contract.js';
import type { RouteContract } from '../../platform/http/route-contract.js';
import { StoreUnavailable } from '../uploads/store/file-store.js';
import { UploadRefused } from '../uploads/upload-refused.js';
import type { UploadFault } from '../uploads/upload-refused.js';
import type { Upload } from '../uploads/uploads.repository.js';

/** Not among the named statuses of the framework. */
const CHECKSUM_MISMATCH = 460;
const INSUFFICIENT_STORAGE = 507;
/** Faults that pass, with the seconds after which to retry. */
const RETRY_SECONDS: Partial<Record<UploadFault, number>> = { busy: 5, too_many_open: 60 };
const OUTAGE_RETRY_SECONDS = 5;

interface Refused {
  readonly status: number;
  readonly code: string;
}

const REFUSED: Readonly<Record<UploadFault, Refused>> = {
  too_large: { status: HttpStatus.PAYLOAD_TOO_LARGE, code: 'request_too_large' },
  type_not_allowed: { status: HttpStatus.UNSUPPORTED_MEDIA_TYPE, code: 'unsupported_media_type' },
  bytes_differ: { status: HttpStatus.UNPROCESSABLE_ENTITY, code: 'bytes_differ' },
  too_many_pixels: { status: HttpStatus.UNPROCESSABLE_ENTITY, code: 'too_many_pixels' },
  checksum_differs: { status: CHECKSUM_MISMATCH, code: 'checksum_differs' },
  quota_exceeded: { status: INSUFFICIENT_STORAGE, code: 'quota_exceeded' },
  incomplete: { status: HttpStatus.CONFLICT, code: 'conflict' },
  too_many_open: { status: HttpStatus.TOO_MANY_REQUESTS, code: 'throttled' },
  wrong_offset: { status: HttpStatus.CONFLICT, code: 'conflict' },
  malformed: { status: HttpStatus.BAD_REQUEST, code: 'invalid' },
  in_use: { status: HttpStatus.CONFLICT, code: 'conflict' },
  busy: { status: HttpStatus.SERVICE_UNAVAILABLE, code: 'unavailable' },
  gone: { status: HttpStatus.NOT_FOUND, code: 'not_found' },
};

/** While the store of files does not answer. */
export const storeUnavailable = (): ApiError => {
  const headers = { 'Retry-After': String(OUTAGE_RETRY_SECONDS) };
  return new ApiError(HttpStatus.SERVICE_UNAVAILABLE, 'The store of files does not answer.', 'unavailable', headers);
};

/** @throws ApiError in place of UploadRefused and StoreUnavailable */
export async function withAnswers<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StoreUnavailable) throw storeUnavailable();
    if (!(error instanceof UploadRefused)) throw error;
    const { status, code } = REFUSED[error.fault];
    const seconds = RETRY_SECONDS[error.fault];
    throw new ApiError(status, error.detail, code, seconds ? { 'Retry-After': String(seconds) } : {});
  }
}

/** The refusals of the routes that check the bytes of an upload. */
export const checkRefusals = {
  404: { description: 'The user has no such upload: `not_found`.', type: 'HttpError' },
  415: {
    description:
      'The bytes are of a type that the deployment has blocked: `unsupported_media_type`. The upload is removed.',
    type: 'HttpError',
  },
  409: {
    description: 'Bytes are missing, another request writes them, or the offset is not the end: `conflict`.',
    type: 'HttpError',
  },
  422: {
    description:
      'The bytes are not what was declared: `bytes_differ`; or a picture has too many pixels: `too_many_pixels`. The upload is removed.',
    type: 'HttpError',
  },
  503: {
    description: 'Too many pictures are being processed, or the store does not answer: `unavailable`.',
    type: 'HttpError',
    headers: RETRY_AFTER,
  },
} as const satisfies RouteContract['answers'];

/** An upload for its author. */
export const toPendingUpload = (upload: Upload): PendingUpload => ({
  upload_id: upload.id,
  // One that is being removed is not found.
  state: upload.state === 'removing' ? 'open' : upload.state,
  filename: upload.filename,
  mime_type: upload.mimeType,
  file_size: upload.servedBytes ?? upload.bytes,
  width: upload.width,
  height: upload.height,
  duration: upload.duration,
  sha256: upload.sha256,
  expires_at: (upload.expiresAt ?? new Date(0)).toISOString(),
});
