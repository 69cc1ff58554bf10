import { ABNORMAL_CLOSURE } from '../codes.js';
import type { Socket, SocketConstructor } from '../options.js';
import { uuid } from '../uuid.js';
import { FollowerSocket } from './follower-socket.js';
import { LeaderSocket, SharedConnection } from './shared-connection.js';
import { browserPlatform } from './tab-platform.js';
import type { Channel, TabPlatform } from './tab-platform.js';
import type { FromLeader, TabMessage, ToLeader } from './tab-messages.js';
import type { TabRole, TabRoleListener } from './tab-role.js';

/** How long the tab that leads may take to answer. Browsers suspend tabs in the background, above all on phones. */
const ANSWER_MS = 10_000;

/**
 * The tabs of one user in one browser. One of them leads: it has the connection to the service, and writes the messages
 * that all receive. When it is closed or does not answer, another one leads.
 */
export class Tabs implements TabRole {
  readonly id = uuid();
  readonly ready: Promise<void>;
  /** For the option `WebSocket` of the client. */
  readonly WebSocket: SocketConstructor;
  private leads = false;
  private isClosed = false;
  private readonly channel: Channel;
  private readonly connection: SharedConnection;
  private follower: FollowerSocket | undefined;
  private socketCount = 0;
  /** Whether this tab leads as soon as the one that does is gone. */
  private isNext = false;
  private readonly observed = new Set<string>();
  private listener: TabRoleListener | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private release: () => void = () => undefined;
  private readonly released = new Promise<void>((resolve) => (this.release = resolve));

  /** @param name of the user: `parley:ada` */
  constructor(
    private readonly name: string,
    private readonly platform: TabPlatform = browserPlatform(),
  ) {
    this.channel = platform.channel(name);
    this.channel.addEventListener('message', ({ data }) => this.receive(data as TabMessage));
    this.connection = new SharedConnection(platform.WebSocket, this.post);
    this.WebSocket = this.socketClass();
    this.ready = this.join();
  }

  get isLeader(): boolean {
    return this.leads;
  }

  async liveTabs(): Promise<ReadonlySet<string>> {
    const prefix = this.lockOf('');
    const { held = [] } = await this.platform.locks.query();
    const tabs = held.map(({ name = '' }) => name).filter((name) => name.startsWith(prefix));
    return new Set(tabs.map((name) => name.slice(prefix.length)));
  }

  listen(listener: TabRoleListener): void {
    this.listener = listener;
  }

  announceWritten(positions: Readonly<Record<string, number>>): void {
    if (Object.keys(positions).length > 0) this.post({ type: 'written', positions });
  }

  announceRemoval(): void {
    this.post({ type: 'removed' });
  }

  /** Lets another tab lead. Close the client before. */
  close(): void {
    this.endSilence();
    this.isClosed = true;
    this.release();
    this.channel.close();
  }

  private readonly post = (message: TabMessage): void => {
    if (!this.isClosed) this.channel.postMessage(message);
  };

  /** Resolves when it is known which tab leads. */
  private async join(): Promise<void> {
    await this.hold(this.lockOf(this.id));
    const { locks } = this.platform;
    await new Promise<void>((resolve) => {
      const request = locks.request(this.name, { ifAvailable: true }, (lock) => {
        const leading = lock ? this.lead() : undefined;
        resolve();
        return leading;
      });
      request.catch(this.follow);
    });
    if (!this.leads) this.waitForLead();
  }

  /** Leads when the tab that does is gone. */
  private waitForLead(): void {
    if (this.isNext || this.isClosed) return;
    this.isNext = true;
    const request = this.platform.locks.request(this.name, () => {
      this.isNext = false;
      return this.lead();
    });
    request.catch(this.follow);
  }

  /** Leads in place of a tab that does not answer: the browser has suspended it. */
  private readonly takeLead = (): void => {
    if (this.isClosed || this.leads) return;
    this.platform.locks.request(this.name, { steal: true }, () => this.lead()).catch(this.follow);
  };

  private endSilence(): void {
    clearTimeout(this.silence);
    this.silence = undefined;
  }

  /** Another tab has taken the lead. */
  private readonly follow = (): void => {
    if (this.leads) {
      this.leads = false;
      this.listener?.onFollow();
      this.connection.abandon();
    }
    this.waitForLead();
  };

  /** Resolves when the lock is held, until this tab is closed. */
  private hold(lock: string): Promise<void> {
    return new Promise((resolve) => {
      void this.platform.locks.request(lock, () => {
        resolve();
        return this.released;
      });
    });
  }

  /** @returns until when this tab leads */
  private lead(): Promise<void> {
    this.endSilence();
    if (!this.isClosed) {
      this.leads = true;
      this.post({ type: 'lead' });
      this.follower?.lose(ABNORMAL_CLOSURE, 'This tab leads.');
      this.follower = undefined;
      this.listener?.onLead();
      void this.observeAll();
    }
    return this.released;
  }

  private async observeAll(): Promise<void> {
    for (const tab of await this.liveTabs()) this.observe(tab);
  }

  private observe(tab: string): void {
    if (tab === this.id || this.observed.has(tab)) return;
    this.observed.add(tab);
    void this.platform.locks.request(this.lockOf(tab), () => {
      this.observed.delete(tab);
      if (!this.isClosed) this.listener?.onLead();
      return Promise.resolve();
    });
  }

  private receive(message: TabMessage): void {
    if (message.type === 'removed') this.listener?.onRemoval();
    else if (message.type === 'written') this.listener?.onWritten(message.positions);
    else if (message.type === 'open' || message.type === 'send' || message.type === 'close')
      this.receiveAsLeader(message);
    else this.receiveAsFollower(message);
  }

  private receiveAsLeader(message: ToLeader): void {
    if (!this.leads) return;
    if (message.type === 'open') this.observe(message.tab);
    this.connection.receiveFromTab(message);
  }

  private receiveAsFollower(message: FromLeader): void {
    if (message.type === 'opened' || message.type === 'lead') this.endSilence();
    this.follower?.receive(message);
  }

  private lockOf(tab: string): string {
    return `${this.name}/tab/${tab}`;
  }

  private newSocket(url: string, protocols: string[]): Socket {
    if (this.leads) return new LeaderSocket(this.connection, url, protocols);
    this.socketCount += 1;
    this.follower = new FollowerSocket(`${this.id}.${String(this.socketCount)}`, this.id, this.post);
    this.silence ??= setTimeout(this.takeLead, ANSWER_MS);
    return this.follower;
  }

  private socketClass(): SocketConstructor {
    const newSocket = (url: string, protocols: string[]): Socket => this.newSocket(url, protocols);
    // The client creates its socket with `new`: a function that returns an object decides of which class it is.
    return function (url: string, protocols: string[]) {
      return newSocket(url, protocols);
    } as unknown as SocketConstructor;
  }
}
