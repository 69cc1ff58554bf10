import { ErrorCode } from './error-code.js';
import type { ErrorDetail } from './error-code.js';

/**
 * An error that the caller can act on. The core throws it with a code of the wire; each edge (socket, HTTP, command
 * line) translates it once. Any other error is reported as {@link ErrorCode.internal}.
 */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly detail: ErrorDetail,
  ) {
    super(typeof detail === 'string' ? detail : JSON.stringify(detail));
  }
}

export const notPermitted = (detail: ErrorDetail): Refusal => new Refusal(ErrorCode.notPermitted, detail);
export const invalid = (detail: ErrorDetail): Refusal => new Refusal(ErrorCode.invalid, detail);
export const notFound = (detail: ErrorDetail): Refusal => new Refusal(ErrorCode.notFound, detail);
export const conflict = (detail: ErrorDetail): Refusal => new Refusal(ErrorCode.conflict, detail);
