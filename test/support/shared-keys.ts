import { createClient } from 'redis';

import { deploymentOf } from './cluster-barrier.js';
import type { ServiceData } from './service-data.js';
import { prepared } from './run.js';

const redis = () => createClient({ url: prepared('redis').url });

export class SharedKeys {
  private constructor(
    private readonly client: ReturnType<typeof redis>,
    private readonly prefix: string,
  ) {}

  static async of(serviceData: ServiceData): Promise<SharedKeys> {
    const client = redis();
    await client.connect();
    return new SharedKeys(client, `parley:${await deploymentOf(serviceData)}:`);
  }

  /** The names without their common prefix. */
  async names(): Promise<string[]> {
    const keys: string[] = [];
    for await (const found of this.client.scanIterator({ MATCH: `${this.prefix}*`, COUNT: 1_000 })) keys.push(...found);
    return keys.map((key) => key.slice(this.prefix.length));
  }

  /** The items of a list, of which there may be none. @param name without the common prefix */
  list(name: string): Promise<string[]> {
    return this.client.lRange(this.prefix + name, 0, -1);
  }

  /** Removes all keys, as a restart of a Redis without persistence does. */
  async forget(): Promise<void> {
    const names = await this.names();
    if (names.length > 0) await this.client.del(names.map((name) => this.prefix + name));
  }

  close(): void {
    this.client.destroy();
  }
}
