import { answered } from './requests.js';
import type { Requests } from './requests.js';
import type { BackendToken, TokenOptions } from './wire.js';

/** Access tokens for the browsers and phones of users of the product. */
export class Tokens {
  constructor(private readonly requests: Requests) {}

  /** A token for one user, which cannot be refreshed: the application asks for the next one. */
  issue(externalId: string, options: TokenOptions = {}): Promise<BackendToken> {
    const params = { path: { external_id: externalId } };
    // A token that nobody has received expires.
    return answered(this.requests.safe.POST('/api/users/external/{external_id}/tokens/', { params, body: options }));
  }

  /** Ends all tokens and log-ins of the user, and closes the connections. */
  async end(externalId: string): Promise<void> {
    const params = { path: { external_id: externalId } };
    await answered(this.requests.safe.DELETE('/api/users/external/{external_id}/tokens/', { params }));
  }
}
