import { HttpException, HttpStatus } from '@nestjs/common';

/** What an answer other than success says. */
export interface HttpError {
  readonly detail: string;
  /** What a program goes by. */
  readonly code: string;
}

/** What is said of a body that is at fault: by field where fields are, else as of everything else. */
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
