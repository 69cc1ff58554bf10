import { SLOTS } from './key-slot.js';
import type { SlotRange } from './masters.js';
import { inTime } from './open-client.js';
import type { Client, OpenClient } from './open-client.js';
import type { Endpoint, Login } from './redis-address.js';
import { reconnectDelay, UnsuitableRedis } from './transport.js';

interface Sentinel {
  readonly address: string;
  readonly client: Client;
  /** Why it is not connected. */
  lastError: unknown;
}

interface Answer {
  readonly master: Endpoint;
  /** Grows with each failover. */
  readonly epoch: number;
}

/** Asks all Sentinels for the master of a name, which serves all slots, and uses the newest answer. */
export class SentinelMasters {
  private readonly sentinels: readonly Sentinel[];
  private firstAttempts: Promise<unknown> | undefined;

  constructor(
    open: OpenClient,
    sentinels: readonly Endpoint[],
    login: Login,
    private readonly name: string,
  ) {
    this.sentinels = sentinels.map((endpoint) => {
      const client = open(endpoint, login, { reconnect: reconnectDelay, RESP: 2 });
      const sentinel: Sentinel = { address: `${endpoint.host}:${String(endpoint.port)}`, client, lastError: undefined };
      client.on('error', (error: unknown) => {
        sentinel.lastError = error;
      });
      return sentinel;
    });
  }

  /**
   * @throws Error one of the reasons, if no Sentinel answers
   * @throws UnsuitableRedis if the servers are no Sentinels, or do not know the name
   */
  async find(): Promise<readonly SlotRange[]> {
    await (this.firstAttempts ??= Promise.all(this.sentinels.map(attempted)));
    const answers = await Promise.allSettled(this.sentinels.map((sentinel) => this.ask(sentinel)));
    const newest = answers
      .flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      .reduce<Answer | undefined>((best, each) => (best && best.epoch >= each.epoch ? best : each), undefined);
    if (!newest)
      throw this.reasonOf(
        answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : [])),
      );
    return [{ from: 0, to: SLOTS - 1, master: newest.master }];
  }

  close(): void {
    for (const { client } of this.sentinels) if (client.isOpen) client.destroy();
  }

  private async ask({ client, address, lastError }: Sentinel): Promise<Answer> {
    if (!client.isReady) throw lastError;
    const reply = await inTime(client.sendCommand(['SENTINEL', 'MASTER', this.name]), address);
    const words = reply as unknown as readonly string[];
    const field = (name: string): string => words[words.indexOf(name) + 1] ?? '';
    return { master: { host: field('ip'), port: Number(field('port')) }, epoch: Number(field('config-epoch')) };
  }

  private reasonOf(reasons: readonly unknown[]): unknown {
    const texts = reasons.map(String);
    if (texts.some((text) => text.includes('No such master'))) {
      return new UnsuitableRedis(
        `The Sentinels of REDIS_URL know no master with the name "${this.name}": write the name of their configuration ` +
          '(sentinel monitor <name> ...) at the end of REDIS_URL.',
      );
    }
    return texts.some((text) => /unknown command/i.test(text)) ? new UnsuitableRedis(NO_SENTINEL) : reasons[0];
  }
}

/**
 * Resolves after the first attempt to connect. A Sentinel that cannot be reached is tried again, and others are asked.
 */
function attempted({ client }: Sentinel): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['ready', 'error']) {
      client.once(event, () => resolve());
    }
    // Rejects only once it is closed.
    client.connect().catch(() => undefined);
  });
}

const NO_SENTINEL =
  'REDIS_URL begins with redis+sentinel:// or rediss+sentinel://, but the server is not a Sentinel: write the hosts and ' +
  'ports of the Sentinels, usually port 26379.';
