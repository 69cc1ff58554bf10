import { setTimeout as delay } from 'node:timers/promises';

import { Connection } from './connection.js';
import type { Credentials } from './credentials.js';

/** A throttle: resolves calls one after the other, at a fixed rate. */
export class RateLimiter {
  private nextAt = 0;

  constructor(private readonly perSecond: number) {}

  async acquire(): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.nextAt);
    this.nextAt = at + 1_000 / this.perSecond;
    if (at > now) await delay(at - now);
  }
}

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
