import { slotOf } from './key-slot.js';
import type { Master, Masters } from './masters.js';
import type { Client } from './open-client.js';
import type { Endpoint } from './redis-address.js';
import { redirectOf } from './redirect.js';

type Send<Answer> = (client: Client) => Promise<Answer>;

/**
 * One connection to each master. A request goes to the master of its key; a redirect is followed once. Without a
 * connection a request fails at once; those of the `redis` package's clients for Cluster and Sentinel wait, without
 * limit, for the connection to a new master.
 */
export class MasterClients {
  private readonly clients = new Map<Master, Client>();

  /** @param open makes a client, not connected yet, that reports its errors and reconnects by itself */
  constructor(
    private readonly masters: Masters,
    private readonly open: (master: Master) => Client,
  ) {
    masters.onChange(() => this.follow());
  }

  /** @throws Error if a master cannot be reached */
  async connectAll(): Promise<void> {
    await Promise.all([...this.masters.all].map((master) => this.openTo(master).connect()));
  }

  /** Whether there is a connection to each master. */
  get areReady(): boolean {
    return [...this.masters.all].every((master) => this.clients.get(master)?.isReady);
  }

  isReadyFor(key: string): boolean {
    const master = this.masters.of(slotOf(key));
    return master !== undefined && this.clients.get(master)?.isReady === true;
  }

  /** The connection to one master. */
  clientOf(master: Master): Client {
    const known = this.clients.get(master);
    if (known) return known;
    const client = this.openTo(master);
    // Rejects only once it is closed.
    client.connect().catch(() => undefined);
    return client;
  }

  /** @param key that decides which master is asked */
  async request<Answer>(key: string, send: Send<Answer>): Promise<Answer> {
    const master = this.masters.of(slotOf(key));
    if (!master) throw new Error('No master of the Redis Cluster has this slot.');
    try {
      return await send(this.clientOf(master));
    } catch (error) {
      const redirect = redirectOf(error, master);
      if (!redirect) {
        this.masters.searchSoon();
        throw error;
      }
      if (redirect.kind === 'ASK') return this.sendAsking(redirect.to, send);
      this.masters.redirect(redirect.slot, redirect.to);
      const owner = this.masters.of(redirect.slot);
      if (!owner) throw error;
      return send(this.clientOf(owner));
    }
  }

  close(): void {
    for (const client of this.clients.values()) if (client.isOpen) client.destroy();
    this.clients.clear();
  }

  /** Both commands are queued in one step, so no other one comes between them. */
  private sendAsking<Answer>(to: Endpoint, send: Send<Answer>): Promise<Answer> {
    const master = [...this.masters.all].find(({ host, port }) => host === to.host && port === to.port);
    if (!master) throw new Error('The Redis Cluster redirects to a server that is not known yet.');
    const client = this.clientOf(master);
    const asking = client.sendCommand(['ASKING']);
    return Promise.all([send(client), asking]).then(([answer]) => answer);
  }

  private openTo(master: Master): Client {
    const client = this.open(master);
    this.clients.set(master, client);
    return client;
  }

  /** Connects to new masters before the first request, and closes the connections to those that are none any more. */
  private follow(): void {
    for (const [master, client] of this.clients) {
      if (this.masters.has(master)) continue;
      this.clients.delete(master);
      if (client.isOpen) client.destroy();
    }
    for (const master of this.masters.all) this.clientOf(master);
  }
}
