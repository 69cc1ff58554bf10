import type { ErrorDetail } from '@parley/protocol';

/**
 * The reason of an error. A number is an error code of the service (see docs/protocol.md); `offline`: there is no
 * connection, and the request is not retried; `stopped`: the client does not reconnect by itself; `storage`: the stored
 * state could not be read or written; `token`: no access token was available; `held`: a moderator has to allow the
 * message first, and if one does, it arrives as any other.
 */
export type ErrorReason = number | 'offline' | 'stopped' | 'storage' | 'token' | 'held';

export class ParleyError extends Error {
  override readonly name = 'ParleyError';

  /**
   * @param detail `{field: [reasons]}` for invalid fields, else one sentence
   * @param retryAfter seconds until a retry is allowed, if the service sent it
   */
  constructor(
    readonly code: ErrorReason,
    readonly detail: ErrorDetail,
    readonly retryAfter?: number,
  ) {
    super(typeof detail === 'string' ? detail : JSON.stringify(detail));
  }

  /** Wraps a thrown value. */
  static of(code: ErrorReason, thrown: unknown): ParleyError {
    return new ParleyError(code, thrown instanceof Error ? thrown.message : String(thrown));
  }
}
