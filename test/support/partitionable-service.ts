import { newServiceData } from './service-data.js';
import type { ServiceData } from './service-data.js';
import { Service } from './service.js';
import { TcpProxy } from './tcp-proxy.js';

/** A service, and the proxy between it and its PostgreSQL. */
export class PartitionableService {
  private constructor(
    readonly serviceData: ServiceData,
    readonly cable: TcpProxy,
    readonly parley: Service,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<PartitionableService> {
    const serviceData = await newServiceData();
    const url = new URL(serviceData.env.DATABASE_URL!);
    const cable = await TcpProxy.to(url.hostname, Number(url.port || 5432));
    url.hostname = '127.0.0.1';
    url.port = String(cable.port);
    return new PartitionableService(
      serviceData,
      cable,
      await Service.start({ ...env, DATABASE_URL: url.href }, serviceData),
    );
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
