import type { Credentials } from './credentials.js';
import { Line } from './line.js';
import { Pace } from './pace.js';

/** Half of what deployments allow one address by default. */
const HANDSHAKES_PER_SECOND = 50;

/** The addresses of the deployment, taken in turns, and no faster than it lets one address in. */
export class Door {
  private turns = 0;
  private readonly pace = new Pace(HANDSHAKES_PER_SECOND);

  /** @param addresses ws or wss */
  constructor(private readonly addresses: readonly string[]) {}

  /** @throws TurnedAway, and whatever keeps the credentials from a token */
  async open(credentials: Credentials): Promise<{ readonly line: Line; readonly token: string }> {
    await this.pace.turn();
    const token = await credentials.access();
    const address = this.addresses[this.turns++ % this.addresses.length] ?? '';
    return { line: await Line.open(address, token), token };
  }
}
