import { HttpException, HttpStatus } from '@nestjs/common';

/** The body of an answer other than success. */
export interface HttpError {
  readonly detail: string;
  /** The code for programs. */
  readonly code: string;
}

/** The answer to an invalid body: reasons by field, or an error for the whole body. */
export type BodyRefusal = HttpError | Readonly<Record<string, readonly string[]>>;

/** An answer other than success, in the contract's shape. */
export class ApiError extends HttpException {
  constructor(
    status: number,
    detail: string,
    code: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super({ detail, code } satisfies HttpError, status);
  }
}

/** @param retryAfter whole seconds */
export const throttled = (detail: string, retryAfter: number): ApiError =>
  new ApiError(HttpStatus.TOO_MANY_REQUESTS, detail, 'throttled', { 'Retry-After': String(retryAfter) });
