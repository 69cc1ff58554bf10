import type { ErrorDetail } from '@parley/protocol';

/**
 * Why something could not be done: a number is what the service said (see docs/protocol.md); `offline`: there is no
 * line, and what was asked is not repeated; `stopped`: the client does not come back by itself; `storage`: what is kept
 * could not be read or written; `token`: there is none.
 */
export type ErrorReason = number | 'offline' | 'stopped' | 'storage' | 'token';

export class ParleyError extends Error {
  override readonly name = 'ParleyError';

  /**
   * @param detail `{field: [reasons]}` where fields are at fault, else one sentence
   * @param retryAfter seconds until it may be asked again, where the service says so
   */
  constructor(
    readonly code: ErrorReason,
    readonly detail: ErrorDetail,
    readonly retryAfter?: number,
  ) {
    super(typeof detail === 'string' ? detail : JSON.stringify(detail));
  }

  /** Of whatever was thrown. */
  static of(code: ErrorReason, thrown: unknown): ParleyError {
    return new ParleyError(code, thrown instanceof Error ? thrown.message : String(thrown));
  }
}
