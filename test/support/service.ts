import { parley } from './command.js';
import { ClusterBarrier } from './cluster-barrier.js';
import { JWT_SECRET } from './environment.js';
import type { Environment } from './environment.js';
import { newServiceData } from './service-data.js';
import type { ServiceData } from './service-data.js';
import { prepared } from './run.js';
import { ServiceProcess } from './service-process.js';
import type { Exit } from './service-process.js';

/** The real service with a database of its own: one process, or several nodes if the test project says so. */
export class Service {
  private turn = 0;
  private isShared = false;

  private constructor(
    readonly serviceData: ServiceData,
    private readonly nodes: readonly ServiceProcess[],
    private env: Environment,
    private readonly ownsPlace: boolean,
    /** How frames travel between the nodes, if there are several. */
    readonly clusterBarrier?: ClusterBarrier,
  ) {}

  /**
   * @param env settings that differ from those of all specs
   * @param serviceData the data of another service, to be shared with it
   * @param main the program of another release
   */
  static async start(env: Environment = {}, serviceData?: ServiceData, main?: string): Promise<Service> {
    const service = await Service.of(Number(process.env.TEST_NODES), env, serviceData, main);
    try {
      await service.begin();
    } catch (error) {
      await service.stop();
      throw error;
    }
    return service;
  }

  /** Starts a service that stories share, which none of them may stop. */
  static async startShared(env: Environment, serviceData?: ServiceData): Promise<Service> {
    const service = await Service.start(env, serviceData);
    service.isShared = true;
    return service;
  }

  /** Starts one process, which is expected to fail. @returns how it ended */
  static async expectStartFailure(env: Environment, serviceData?: ServiceData): Promise<Exit> {
    const service = await Service.of(1, env, serviceData);
    try {
      return await service.nodes[0]!.expectStartFailure(env);
    } finally {
      await service.stop();
    }
  }

  private static async of(size: number, env: Environment, given?: ServiceData, main?: string): Promise<Service> {
    const serviceData = given ?? (await newServiceData());
    const nodes = Array.from({ length: size }, () => new ServiceProcess(serviceData, main));
    const ownsPlace = given === undefined;
    if (size === 1) return new Service(serviceData, nodes, env, ownsPlace);
    return new Service(
      serviceData,
      nodes,
      { REDIS_URL: prepared('redis').url, ...env },
      ownsPlace,
      await ClusterBarrier.connect(serviceData, (env.CLUSTER_SECRET ?? env.JWT_SECRET ?? JWT_SECRET).split(',')),
    );
  }

  /** The secret that signs its tokens. */
  get jwtSecret(): string {
    return (this.env.JWT_SECRET ?? JWT_SECRET).split(',')[0]!;
  }

  /** Whether {@link jwtSecret} is enough to sign a valid token of a user of the template. */
  get acceptsMintedTokens(): boolean {
    return this.env.ACCESS_TOKEN_LIFETIME === undefined;
  }

  get size(): number {
    return this.nodes.length;
  }

  /** `http://127.0.0.1:<port>` of each node in turn, as behind a load balancer. */
  get url(): string {
    return this.nodes[this.turn++ % this.size]!.url;
  }

  get output(): string {
    return this.nodes.map(({ output }) => output).join('');
  }

  /** Sends every process a signal, and waits until all have ended. @returns the first failure, if any, else an end */
  async kill(signal: NodeJS.Signals): Promise<Exit> {
    if (this.isShared) throw new Error('Spec files share this service: start one to stop it.');
    const exits = await Promise.all(this.nodes.map((node) => node.kill(signal)));
    return exits.find(({ code }) => code !== 0) ?? exits[0]!;
  }

  async begin(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.start(this.env)));
    await this.clusterBarrier?.waitForNodes(this.size);
  }

  /**
   * Starts new processes on new ports with the same data, as after a power cut, an upgrade or a change of settings.
   * @param env changed settings
   */
  async restart(signal: NodeJS.Signals = 'SIGTERM', env: Environment = {}): Promise<void> {
    await this.kill(signal);
    this.env = { ...this.env, ...env };
    await this.begin();
  }

  /** Stops the service and removes its data. */
  async stop(): Promise<void> {
    if (this.isShared) throw new Error('Spec files share this service: start one to stop it.');
    const ends = await Promise.allSettled(this.nodes.map((node) => node.stop()));
    await this.clusterBarrier?.close();
    if (this.ownsPlace) await this.serviceData.remove();
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** Stops a service that no story uses any more. */
  stopShared(): Promise<void> {
    this.isShared = false;
    return this.stop();
  }

  /** @throws Error if a process has ended, or has printed a secret or a control character */
  check(): void {
    for (const node of this.nodes) node.check();
  }

  /** Runs the operator's command with the settings of this service. @returns the printed JSON */
  parley(...words: string[]): Promise<unknown> {
    return parley(this.serviceData, ...words);
  }
}
