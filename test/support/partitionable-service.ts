import type { Environment } from './environment.js';
import { newServiceData } from './service-data.js';
import type { ServiceData } from './service-data.js';
import { Service } from './service.js';
import { checkedAfterEachFile } from './shared-services.js';
import { TcpProxy } from './tcp-proxy.js';

let shared: Promise<PartitionableService> | undefined;

/** A service, and the proxy between it and its PostgreSQL. */
export class PartitionableService {
  private constructor(
    readonly serviceData: ServiceData,
    readonly cable: TcpProxy,
    readonly parley: Service,
  ) {}

  static start(env: Record<string, string> = {}): Promise<PartitionableService> {
    return PartitionableService.by((more, serviceData) => Service.start({ ...env, ...more }, serviceData));
  }

  /**
   * The one that all spec files of this worker share, like {@link sharedService}. A spec mends the proxy that it cuts.
   */
  static shared(): Promise<PartitionableService> {
    return (shared ??= PartitionableService.by(async (env, serviceData) =>
      checkedAfterEachFile(await Service.startShared(env, serviceData)),
    ));
  }

  private static async by(
    start: (env: Environment, serviceData: ServiceData) => Promise<Service>,
  ): Promise<PartitionableService> {
    const serviceData = await newServiceData();
    const url = new URL(serviceData.env.DATABASE_URL!);
    const cable = await TcpProxy.to(url.hostname, Number(url.port || 5432));
    url.hostname = '127.0.0.1';
    url.port = String(cable.port);
    return new PartitionableService(serviceData, cable, await start({ DATABASE_URL: url.href }, serviceData));
  }

  async isReady(): Promise<boolean> {
    return (await fetch(`${this.parley.url}/health/ready`)).ok;
  }

  async stop(): Promise<void> {
    await this.parley.stop();
    await this.cable.close();
    await this.serviceData.remove();
  }
}
