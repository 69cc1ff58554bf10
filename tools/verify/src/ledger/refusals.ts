import { ErrorCode } from '@parley/protocol';
import type { ErrorFrame } from '@parley/protocol';

const FOR_NOW: readonly number[] = [ErrorCode.internal, ErrorCode.tooFast];

/** Whether an error is temporary, so that the request is retried. */
export const isForNow = (code: number): boolean => FOR_NOW.includes(code);

/** Whether the deployment cannot reach its database, so that it refuses every request. */
export const isOutage = ({ code, retry_after: retryAfter }: ErrorFrame['error']): boolean =>
  code === ErrorCode.internal && retryAfter !== undefined;

/**
 * Whether it is not known if a request was executed, as if it had not been answered. A send that was perhaps stored is
 * answered with a sentence that says so. Any other change may be committed when the database becomes unavailable.
 */
export const isOutcomeUnknown = (eventType: string, refused: ErrorFrame['error']): boolean =>
  eventType === 'message.send'
    ? typeof refused.detail === 'string' && refused.detail.startsWith('It is not known')
    : isOutage(refused);
