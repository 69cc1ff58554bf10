import { createClient } from 'redis';

import { eventually } from './eventually.js';
import { prepared } from './run.js';

const redis = () => createClient({ url: prepared('redis').url });
type Redis = ReturnType<typeof redis>;

/** A program that can read and publish on the Redis of a deployment, and has no secret of it. */
export class PacketForger {
  private constructor(
    private readonly publisher: Redis,
    private readonly subscriber: Redis,
    private readonly prefix: string,
    private readonly isSharded: boolean,
  ) {}

  /** @param isSharded whether the nodes use sharded pub/sub, as on Redis 7 */
  static async of(deployment: string, isSharded = true): Promise<PacketForger> {
    const [publisher, subscriber] = [redis(), redis()];
    await Promise.all([publisher.connect(), subscriber.connect()]);
    return new PacketForger(publisher, subscriber, `parley:${deployment}#/#`, isSharded);
  }

  /** Waits until a packet of a group that contains the text has passed. */
  async record(group: string, text: string, send: () => unknown): Promise<Buffer> {
    const recorded: Buffer[] = [];
    const listener = (packet: Buffer): void => {
      if (packet.includes(text)) recorded.push(packet);
    };
    const channel = this.channelOf(group);
    if (this.isSharded) await this.subscriber.sSubscribe(channel, listener, true);
    else await this.subscriber.subscribe(channel, listener, true);
    await send();
    await eventually(() => recorded.length > 0);
    if (this.isSharded) await this.subscriber.sUnsubscribe(channel);
    else await this.subscriber.unsubscribe(channel);
    return recorded[0]!;
  }

  /** @returns the number of subscribers that have received it */
  async publish(group: string, packet: Buffer | string): Promise<number> {
    const channel = this.channelOf(group);
    return this.isSharded ? this.publisher.sPublish(channel, packet) : this.publisher.publish(channel, packet);
  }

  close(): void {
    this.publisher.destroy();
    this.subscriber.destroy();
  }

  private channelOf(group: string): string {
    return `${this.prefix}${group}#`;
  }
}
