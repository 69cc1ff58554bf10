import { SLOTS } from './key-slot.js';
import type { SlotRange } from './masters.js';
import { inTime } from './open-client.js';
import type { Client, OpenClient } from './open-client.js';
import type { Endpoint, Login } from './redis-address.js';
import { reconnectDelay, UnsuitableRedis } from './transport.js';

interface Answer {
  readonly master: Endpoint;
  /** Grows with each failover. */
  readonly epoch: number;
}

/** Asks all Sentinels for the master of a name, which serves all slots, and uses the newest answer. */
export class SentinelMasters {
  private readonly clients: readonly { readonly client: Client; readonly address: string }[];
  private connecting: readonly Promise<unknown>[] | undefined;

  constructor(
    open: OpenClient,
    sentinels: readonly Endpoint[],
    login: Login,
    private readonly name: string,
  ) {
    this.clients = sentinels.map((sentinel) => {
      const client = open(sentinel, login, { reconnect: reconnectDelay, RESP: 2 });
      client.on('error', () => undefined);
      return { client, address: `${sentinel.host}:${String(sentinel.port)}` };
    });
  }

  /**
   * @throws Error one of the reasons, if no Sentinel answers
   * @throws UnsuitableRedis if the servers are no Sentinels, or do not know the name
   */
  async find(): Promise<readonly SlotRange[]> {
    this.connecting ??= await this.connectAll();
    const answers = await Promise.allSettled(this.clients.map(({ client, address }) => this.ask(client, address)));
    const newest = answers
      .flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      .reduce<Answer | undefined>((best, each) => (best && best.epoch >= each.epoch ? best : each), undefined);
    if (!newest) throw this.reasonOf(answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : [])));
    return [{ from: 0, to: SLOTS - 1, master: newest.master }];
  }

  close(): void {
    for (const { client } of this.clients) if (client.isOpen) client.destroy();
  }

  /** Waits for each first attempt. A Sentinel that cannot be reached now is tried again, and the others are asked. */
  private async connectAll(): Promise<readonly Promise<unknown>[]> {
    const connecting = this.clients.map(({ client }) => client.connect().catch(() => undefined));
    const attempts = this.clients.map(
      ({ client }) =>
        new Promise<void>((resolve) => {
          client.once('ready', () => {
            resolve();
          });
          client.once('error', () => {
            resolve();
          });
        }),
    );
    await Promise.all(attempts);
    return connecting;
  }

  private async ask(client: Client, address: string): Promise<Answer> {
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

const NO_SENTINEL =
  'REDIS_URL begins with redis+sentinel:// or rediss+sentinel://, but the server is not a Sentinel: write the hosts and ' +
  'ports of the Sentinels, usually port 26379.';
