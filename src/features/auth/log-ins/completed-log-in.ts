import type { TokenHolder } from '../../users/users.service.js';
import type { ProviderSession } from '../tickets/tickets.js';

export interface CheckedLogIn {
  readonly holder: TokenHolder;
  /** A code of a second factor was given, or a provider of identities vouches for one. */
  readonly hasSecondFactor: boolean;
  /** The session at the provider of identities that it came from, if it came from there. */
  readonly providerSession?: ProviderSession | undefined;
}

/**
 * A log-in that has passed all its checks, the second factor among them. Tokens are issued for nothing else, so a
 * forgotten check does not compile. Only the checks themselves and operators make one.
 */
export class CompletedLogIn {
  private constructor(
    readonly holder: TokenHolder,
    /** Whether the user has proven to be present: a log-in by an operator proves nothing. */
    readonly isAuthenticated: boolean,
    readonly hasSecondFactor: boolean,
    readonly providerSession?: ProviderSession,
  ) {}

  static afterChecks({ holder, hasSecondFactor, providerSession }: CheckedLogIn): CompletedLogIn {
    return new CompletedLogIn(holder, true, hasSecondFactor, providerSession);
  }

  /** An operator vouches for the user. */
  static byOperator(holder: TokenHolder): CompletedLogIn {
    return new CompletedLogIn(holder, false, false);
  }
}
