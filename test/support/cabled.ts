import { newPlace } from './place.js';
import type { Place } from './place.js';
import { Service } from './service.js';
import { TcpProxy } from './tcp-proxy.js';

/** A service, and the proxy between it and its PostgreSQL. */
export class Cabled {
  private constructor(
    readonly place: Place,
    readonly cable: TcpProxy,
    readonly parley: Service,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<Cabled> {
    const place = await newPlace();
    const url = new URL(place.env.DATABASE_URL!);
    const cable = await TcpProxy.to(url.hostname, Number(url.port || 5432));
    url.hostname = '127.0.0.1';
    url.port = String(cable.port);
    return new Cabled(place, cable, await Service.start({ ...env, DATABASE_URL: url.href }, place));
  }

  async isReady(): Promise<boolean> {
    return (await fetch(`${this.parley.url}/health/ready`)).ok;
  }

  async stop(): Promise<void> {
    await this.parley.stop();
    await this.cable.close();
    await this.place.remove();
  }
}
