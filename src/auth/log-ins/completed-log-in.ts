import type { TokenHolder } from '../../users/users.service.js';
import type { ProviderSession } from '../tickets/tickets.js';

/**
 * A log-in that has passed all its checks, the second factor among them. Tokens are issued for nothing else, so a
 * forgotten check does not compile. Only the checks themselves and operators make one.
 */
export class CompletedLogIn {
  private constructor(
    readonly holder: TokenHolder,
    /** The session at the provider of identities that it came from, if it came from there. */
    readonly providerSession?: ProviderSession,
  ) {}

  static afterChecks(holder: TokenHolder, providerSession?: ProviderSession): CompletedLogIn {
    return new CompletedLogIn(holder, providerSession);
  }

  /** An operator vouches for the user. */
  static byOperator(holder: TokenHolder): CompletedLogIn {
    return new CompletedLogIn(holder);
  }
}
