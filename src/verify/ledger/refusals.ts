import { ErrorCode } from '@parley/protocol';

const FOR_NOW: readonly number[] = [ErrorCode.internal, ErrorCode.tooFast];

/** Whether a refusal says nothing of what was asked, so that it is asked for again. */
export const isForNow = (code: number): boolean => FOR_NOW.includes(code);
