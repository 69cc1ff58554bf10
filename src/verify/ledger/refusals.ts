import { ErrorCode } from '@parley/protocol';

const FOR_NOW: readonly number[] = [ErrorCode.internal, ErrorCode.tooFast];

/** Whether an error is temporary, so that the request is retried. */
export const isForNow = (code: number): boolean => FOR_NOW.includes(code);
