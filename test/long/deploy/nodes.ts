import { steadyPort } from '../../chaos/steady-port.js';
import type { Environment } from '../../support/environment.js';
import { newServiceData } from '../../support/service-data.js';
import type { ServiceData } from '../../support/service-data.js';
import { prepared } from '../../support/run.js';
import { ServiceProcess } from '../../support/service-process.js';
import type { Exit } from '../../support/service-process.js';

const NODES = 3;

/** A node with a permanent port, which a proxy's configuration names. */
class Node {
  private readonly process: ServiceProcess;

  constructor(
    serviceData: ServiceData,
    readonly port: number,
    private readonly env: Environment,
  ) {
    this.process = new ServiceProcess(serviceData);
  }

  /** `http://127.0.0.1:<port>`, without the proxy. */
  get url(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  begin(): Promise<void> {
    return this.process.start({ ...this.env, PORT: String(this.port) });
  }

  kill(signal: NodeJS.Signals): Promise<Exit> {
    return this.process.kill(signal);
  }

  stop(): Promise<void> {
    return this.process.stop();
  }
}

/** Three nodes on one PostgreSQL and one Redis, to be used behind a proxy. */
export class Nodes {
  private constructor(
    readonly serviceData: ServiceData,
    readonly all: readonly Node[],
  ) {}

  /** @param others settings that differ from those of all specs */
  static async start(others: Environment = {}): Promise<Nodes> {
    const serviceData = await newServiceData();
    const env = { REDIS_URL: prepared('redis').url, ...others };
    const ports = await Promise.all(Array.from({ length: NODES }, () => steadyPort()));
    const nodes = new Nodes(
      serviceData,
      ports.map((port) => new Node(serviceData, port, env)),
    );
    await nodes.begin();
    return nodes;
  }

  async begin(): Promise<void> {
    await Promise.all(this.all.map((node) => node.begin()));
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    await Promise.all(this.all.map((node) => node.kill(signal)));
  }

  /** Replaces one after the other, as an upgrade does. @returns how each ended */
  async replaceAll(): Promise<Exit[]> {
    const exits: Exit[] = [];
    for (const node of this.all) {
      exits.push(await node.kill('SIGTERM'));
      await node.begin();
    }
    return exits;
  }

  async stop(): Promise<void> {
    const ends = await Promise.allSettled(this.all.map((node) => node.stop()));
    await this.serviceData.remove();
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }
}
