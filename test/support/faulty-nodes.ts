import { FaultyRedis } from './faulty-redis.js';
import type { Faults, Made } from './faulty-redis.js';
import { newPlace } from './place.js';
import type { Place } from './place.js';
import { told } from './run.js';
import { Service } from './service.js';

/** Nodes of one deployment. Each reaches Redis through a proxy of its own that can inject faults. */
export class FaultyNodes {
  private constructor(
    private readonly place: Place,
    private readonly redises: readonly FaultyRedis[],
    readonly services: readonly Service[],
  ) {}

  /** @param seed determines the faults of each proxy */
  static async start(count: number, seed: number): Promise<FaultyNodes> {
    const place = await newPlace();
    const { url } = told('redis');
    const redises = await Promise.all(Array.from({ length: count }, (_, at) => FaultyRedis.to(url, seed + at)));
    const services = await Promise.all(redises.map((redis) => Service.start({ REDIS_URL: redis.url }, place)));
    return new FaultyNodes(place, redises, services);
  }

  /** The sum of the faults of all proxies. */
  get made(): Made {
    const total = { messages: 0, dropped: 0, delayed: 0, doubled: 0, overtaken: 0, waiting: 0 };
    for (const { made } of this.redises) {
      for (const kind of Object.keys(total) as (keyof Made)[]) total[kind] += made[kind];
    }
    return total;
  }

  misbehave(faults: Faults): void {
    for (const redis of this.redises) redis.misbehaves(faults);
  }

  behave(): void {
    for (const redis of this.redises) redis.behaves();
  }

  async stop(): Promise<void> {
    await Promise.all(this.services.map((service) => service.stop()));
    await Promise.all(this.redises.map((redis) => redis.close()));
    await this.place.remove();
  }
}
