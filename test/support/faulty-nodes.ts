import { FaultyRedis } from './faulty-redis.js';
import type { Faults, InjectedFaults } from './faulty-redis.js';
import { newServiceData } from './service-data.js';
import type { ServiceData } from './service-data.js';
import { prepared } from './run.js';
import { Service } from './service.js';

/** Nodes of one deployment. Each reaches Redis through a proxy of its own that can inject faults. */
export class FaultyNodes {
  private constructor(
    private readonly serviceData: ServiceData,
    private readonly redises: readonly FaultyRedis[],
    readonly services: readonly Service[],
  ) {}

  /** @param seed determines the faults of each proxy */
  static async start(count: number, seed: number): Promise<FaultyNodes> {
    const serviceData = await newServiceData();
    const { url } = prepared('redis');
    const redises = await Promise.all(Array.from({ length: count }, (_, at) => FaultyRedis.to(url, seed + at)));
    const services = await Promise.all(redises.map((redis) => Service.start({ REDIS_URL: redis.url }, serviceData)));
    return new FaultyNodes(serviceData, redises, services);
  }

  /** The sum of the faults of all proxies. */
  get injected(): InjectedFaults {
    const total = { messages: 0, dropped: 0, delayed: 0, doubled: 0, overtaken: 0, waiting: 0 };
    for (const { injected } of this.redises) {
      for (const kind of Object.keys(total) as (keyof InjectedFaults)[]) total[kind] += injected[kind];
    }
    return total;
  }

  startFaults(faults: Faults): void {
    for (const redis of this.redises) redis.startFaults(faults);
  }

  stopFaults(): void {
    for (const redis of this.redises) redis.stopFaults();
  }

  async stop(): Promise<void> {
    await Promise.all(this.services.map((service) => service.stop()));
    await Promise.all(this.redises.map((redis) => redis.close()));
    await this.serviceData.remove();
  }
}
