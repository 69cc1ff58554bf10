import { parley } from './command.js';
import { Crossing } from './crossing.js';
import { JWT_SECRET } from './environment.js';
import type { Environment } from './environment.js';
import { newPlace } from './place.js';
import type { Place } from './place.js';
import { told } from './run.js';
import { ServiceProcess } from './service-process.js';
import type { Exit } from './service-process.js';

/** The real service with a database of its own: one process, or several nodes if the test project says so. */
export class Service {
  private turn = 0;
  private isShared = false;

  private constructor(
    readonly place: Place,
    private readonly nodes: readonly ServiceProcess[],
    private env: Environment,
    private readonly ownsPlace: boolean,
    /** How frames travel between the nodes, if there are several. */
    readonly crossing?: Crossing,
  ) {}

  /**
   * @param env settings that differ from those of all specs
   * @param place the data of another service, to be shared with it
   * @param main the program of another release
   */
  static async start(env: Environment = {}, place?: Place, main?: string): Promise<Service> {
    const service = await Service.of(Number(process.env.TEST_NODES), env, place, main);
    try {
      await service.begin();
    } catch (error) {
      await service.stop();
      throw error;
    }
    return service;
  }

  /** Starts a service that spec files share. It runs until the end of the test run. */
  static async startShared(env: Environment, place?: Place): Promise<Service> {
    const service = await Service.start(env, place);
    service.isShared = true;
    return service;
  }

  /** Starts one process, which is expected to fail. @returns how it ended */
  static async failsToStart(env: Environment, place?: Place): Promise<Exit> {
    const service = await Service.of(1, env, place);
    try {
      return await service.nodes[0]!.failsToBegin(env);
    } finally {
      await service.stop();
    }
  }

  private static async of(size: number, env: Environment, given?: Place, main?: string): Promise<Service> {
    const place = given ?? (await newPlace());
    const nodes = Array.from({ length: size }, () => new ServiceProcess(place, main));
    const ownsPlace = given === undefined;
    if (size === 1) return new Service(place, nodes, env, ownsPlace);
    return new Service(place, nodes, { REDIS_URL: told('redis').url, ...env }, ownsPlace, await Crossing.of(place));
  }

  /** The secret that signs its tokens. */
  get jwtSecret(): string {
    return (this.env.JWT_SECRET ?? JWT_SECRET).split(',')[0]!;
  }

  /** Whether {@link jwtSecret} is enough to sign a valid token of a user of the template. */
  get acceptsMintedTokens(): boolean {
    return this.env.ACCESS_TOKEN_LIFETIME === undefined;
  }

  /** The number of nodes. */
  get size(): number {
    return this.nodes.length;
  }

  /** `http://127.0.0.1:<port>` of each node in turn, as behind a load balancer. */
  get url(): string {
    return this.nodes[this.turn++ % this.size]!.url;
  }

  /** The output of all nodes. */
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
    await Promise.all(this.nodes.map((node) => node.begin(this.env)));
    await this.crossing?.joins(this.size);
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
    await this.crossing?.close();
    if (this.ownsPlace) await this.place.remove();
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** @throws Error if a process has ended, or has printed a secret or a control character */
  check(): void {
    for (const node of this.nodes) node.check();
  }

  /** Runs the operator's command with the settings of this service. @returns the printed JSON */
  parley(...words: string[]): Promise<unknown> {
    return parley(this.place, ...words);
  }
}
