/** The codes of error frames. An error answers one request and keeps the connection; a {@link CloseCode} ends it. */
export const ErrorCode = {
  /** The user does not have permission. */
  notPermitted: 4002,
  /** Not JSON, not an object, an unknown event, a missing or invalid field, or a violated rule. */
  invalid: 4003,
  /** No such room, or one that the user is not a member of; no such message; no such user. */
  notFound: 4004,
  /** The request conflicts with the current state. */
  conflict: 4005,
  /**
   * A server error. Its log has the stack trace under the id in `detail`. It comes with `retry_after` if the database
   * is unavailable.
   */
  internal: 4006,
  /** Rate limit exceeded; comes with `retry_after`. */
  tooFast: 4029,
} as const;

export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** `{field: [reasons]}` for invalid fields, else one sentence. */
export type ErrorDetail = string | Readonly<Record<string, readonly string[]>>;

/**
 * An error that the caller can act on. The core throws it with a code of the wire; each edge (socket, HTTP, command
 * line) translates it once. Any other error is reported as {@link ErrorCode.internal}.
 */
export class Refusal extends Error {
  /** @param retryAfter the seconds after which a retry may succeed, with {@link ErrorCode.tooFast}, and
   * with {@link ErrorCode.internal} during an outage
   */
  constructor(
    readonly code: ErrorCode,
    readonly detail: ErrorDetail,
    readonly retryAfter?: number,
  ) {
    super(typeof detail === 'string' ? detail : JSON.stringify(detail));
  }
}

export const notPermitted = (detail: ErrorDetail): Refusal => new Refusal(ErrorCode.notPermitted, detail);
export const invalid = (detail: ErrorDetail): Refusal => new Refusal(ErrorCode.invalid, detail);
export const notFound = (detail: ErrorDetail): Refusal => new Refusal(ErrorCode.notFound, detail);
export const conflict = (detail: ErrorDetail): Refusal => new Refusal(ErrorCode.conflict, detail);
/** @param retryAfter seconds */
export const tooFast = (detail: ErrorDetail, retryAfter: number): Refusal =>
  new Refusal(ErrorCode.tooFast, detail, retryAfter);
