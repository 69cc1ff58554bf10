/** Why a log-in by the provider failed, for the log-in page. */
export type LogInFailureCode =
  /** The provider does not answer, or not as it should. */
  | 'provider_unavailable'
  /** The provider, or its user, has refused the log-in. */
  | 'provider_refused'
  /** The answer of the provider is not valid. */
  | 'provider_failed'
  /** The log-in was begun too long ago, in another browser, or has ended before. */
  | 'log_in_expired'
  /** The provider names no valid username. */
  | 'username_invalid'
  /** Another user has the username, or one that looks like it. */
  | 'username_taken'
  | 'user_inactive'
  /** Too many log-ins from the address have failed. */
  | 'throttled';

/** A log-in by the provider that cannot succeed. */
export class LogInFailure extends Error {
  /** @param detail for operators, without secrets */
  constructor(
    readonly code: LogInFailureCode,
    readonly detail: string = code,
  ) {
    super(`${code}: ${detail}`);
  }
}
