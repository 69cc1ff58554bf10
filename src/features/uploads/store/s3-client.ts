import { S3Client } from '@aws-sdk/client-s3';

import type { S3Settings } from './store.settings.js';

export interface S3Times {
  /** Milliseconds in which a connection opens. */
  readonly connectMs: number;
  /** Milliseconds in which a request without content is answered. */
  readonly answerMs: number;
  /** Milliseconds in which a part of a file is sent and answered. */
  readonly sendMs: number;
  /** Milliseconds in which a connection in use carries no byte. A reader that stops for as long loses its stream. */
  readonly idleMs: number;
  /** How often the SDK sends a request that fails in a way that may pass. */
  readonly attempts: number;
}

export const S3_TIMES: S3Times = { connectMs: 5_000, answerMs: 10_000, sendMs: 60_000, idleMs: 30_000, attempts: 3 };

/**
 * A client with bounded requests. Checksums beyond the signed SHA-256 of a body are only sent where S3 requires them,
 * because older S3-compatible stores refuse them, and because a presigned request would fix that of an empty body.
 */
export const newS3Client = (settings: S3Settings, times: S3Times): S3Client =>
  new S3Client({
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    forcePathStyle: settings.forcePathStyle,
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: times.attempts,
    requestHandler: {
      connectionTimeout: times.connectMs,
      requestTimeout: times.sendMs,
      throwOnRequestTimeout: true,
      socketTimeout: times.idleMs,
    },
  });
