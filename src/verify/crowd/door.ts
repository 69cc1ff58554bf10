import type { Credentials } from './credentials.js';
import { Connection } from './line.js';
import { RateLimiter } from './pace.js';

/** Half of the default rate limit of one address. */
const HANDSHAKES_PER_SECOND = 50;

/** Opens connections to the addresses of the deployment in turn, below the rate limit for handshakes. */
export class ConnectionFactory {
  private opened = 0;
  private readonly rateLimiter = new RateLimiter(HANDSHAKES_PER_SECOND);

  /** @param addresses ws or wss */
  constructor(private readonly addresses: readonly string[]) {}

  /** @throws ConnectionRefused, and the errors of the credentials */
  async open(credentials: Credentials): Promise<{ readonly connection: Connection; readonly token: string }> {
    await this.rateLimiter.acquire();
    const token = await credentials.access();
    const address = this.addresses[this.opened++ % this.addresses.length] ?? '';
    return { connection: await Connection.open(address, token), token };
  }
}
