import type { Credentials } from './credentials.js';
import { Line } from './line.js';
import { Pace } from './pace.js';

/** Half of the default rate limit of one address. */
const HANDSHAKES_PER_SECOND = 50;

/** Opens connections to the addresses of the deployment in turn, below the rate limit for handshakes. */
export class Door {
  private turns = 0;
  private readonly pace = new Pace(HANDSHAKES_PER_SECOND);

  /** @param addresses ws or wss */
  constructor(private readonly addresses: readonly string[]) {}

  /** @throws TurnedAway, and the errors of the credentials */
  async open(credentials: Credentials): Promise<{ readonly line: Line; readonly token: string }> {
    await this.pace.turn();
    const token = await credentials.access();
    const address = this.addresses[this.turns++ % this.addresses.length] ?? '';
    return { line: await Line.open(address, token), token };
  }
}
