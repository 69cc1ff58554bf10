import { FileMissing, FileTooLarge, StoreUnavailable } from './file-store.js';

/** The names that S3 gives to a missing object. Requests without an answer body have only the second. */
const MISSING = new Set(['NoSuchKey', 'NotFound']);

/**
 * The error for callers in place of an error of the SDK. It has no cause, because errors of the SDK hold the headers of
 * the request.
 */
export function s3Failure(error: unknown): Error {
  if (error instanceof StoreUnavailable || error instanceof FileTooLarge || error instanceof RangeError) return error;
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  if (MISSING.has(name)) return new FileMissing();
  if (name === 'InvalidRange') return new RangeError('The file ends before the range.');
  const { $metadata: { httpStatusCode: status } = {} } = error as { $metadata?: { httpStatusCode?: number } };
  const kind = status === undefined ? name : `${String(status)} ${name}`;
  return new StoreUnavailable(`The S3 store failed (${kind}): ${message}`);
}
