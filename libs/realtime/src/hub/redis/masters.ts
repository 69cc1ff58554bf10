import { SLOTS } from './key-slot.js';
import type { Endpoint } from './redis-address.js';

/** One master, the same object for as long as it has slots. */
export type Master = Endpoint & {
  /** `host:port` */
  readonly address: string;
};

/** The slots `from` to `to`, both included, are served by one master. */
export interface SlotRange {
  readonly from: number;
  readonly to: number;
  readonly master: Endpoint;
}

/** Asks the servers which master has which slots. Rejects if none of them knows. */
export type FindMasters = (known: Iterable<Endpoint>) => Promise<readonly SlotRange[]>;

/** Between two questions to the servers, however many requests fail. */
const SHORTEST_PAUSE_MS = 100;
/** Moves of slots arrive one by one, and are handled together. */
const CHANGE_DELAY_MS = 50;

const addressOf = ({ host, port }: Endpoint): string => `${host.includes(':') ? `[${host}]` : host}:${String(port)}`;

/**
 * Which master serves which slot, at present: of a cluster several, with Sentinel one for all slots. It is asked for
 * regularly and after each failure; redirects of the servers correct it at once.
 */
export class Masters {
  private slots: readonly (Master | undefined)[] = [];
  private byAddress = new Map<string, Master>();
  private readonly listeners: (() => void)[] = [];
  private searching: Promise<void> | undefined;
  private searchedAt = -Infinity;
  private nextSearch: NodeJS.Timeout | undefined;
  private announcement: NodeJS.Timeout | undefined;
  private regular: NodeJS.Timeout | undefined;
  private hasFailed = false;
  private isStopped = false;

  /** @param onError called for each search that fails */
  constructor(
    private readonly find: FindMasters,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** @throws Error if the servers cannot say it */
  async start(everyMs: number): Promise<void> {
    this.use(slotsOf(await this.find(this.all), this.byAddress));
    this.regular = setInterval(() => this.searchSoon(), everyMs).unref();
  }

  stop(): void {
    this.isStopped = true;
    for (const timer of [this.regular, this.nextSearch, this.announcement]) clearTimeout(timer);
    this.listeners.length = 0;
  }

  /** Called shortly after slots have got another master. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** @returns undefined if no master serves the slot */
  of(slot: number): Master | undefined {
    return this.slots[slot];
  }

  /** The masters that serve slots. */
  get all(): Iterable<Master> {
    return this.byAddress.values();
  }

  has(master: Master): boolean {
    return this.byAddress.get(master.address) === master;
  }

  /** Whether each slot has a master, and the servers could be asked last time. */
  get areKnown(): boolean {
    return !this.hasFailed && this.uncovered === 0;
  }

  /** The number of slots without a master. */
  get uncovered(): number {
    return SLOTS - this.slots.filter((master) => master !== undefined).length;
  }

  /** Asks the servers again, soon: something has failed that a new master may explain. */
  searchSoon(): void {
    if (this.isStopped || this.nextSearch || this.searching) return;
    const pause = Math.max(0, this.searchedAt + SHORTEST_PAUSE_MS - performance.now());
    this.nextSearch = setTimeout(() => {
      this.nextSearch = undefined;
      this.searching = this.search().finally(() => (this.searching = undefined));
    }, pause);
  }

  /** A server has answered that another one serves a slot. Listeners are called even if that is known. */
  redirect(slot: number, to: Endpoint): void {
    const slots = [...this.slots];
    slots[slot] = masterAt(to, this.byAddress);
    this.use(slots);
    this.announceSoon();
    this.searchSoon();
  }

  private async search(): Promise<void> {
    this.searchedAt = performance.now();
    try {
      this.use(slotsOf(await this.find(this.all), this.byAddress));
      this.hasFailed = false;
    } catch (error) {
      this.hasFailed = true;
      this.onError(error);
    }
  }

  private use(slots: readonly (Master | undefined)[]): void {
    if (this.slots.length === SLOTS && slots.every((master, slot) => master === this.slots[slot])) return;
    this.slots = slots;
    this.byAddress = new Map();
    for (const master of slots) if (master) this.byAddress.set(master.address, master);
    this.announceSoon();
  }

  private announceSoon(): void {
    this.announcement ??= setTimeout(() => {
      this.announcement = undefined;
      for (const listener of this.listeners) listener();
    }, CHANGE_DELAY_MS);
  }
}

const masterAt = (endpoint: Endpoint, known: ReadonlyMap<string, Master>): Master => {
  const address = addressOf(endpoint);
  return known.get(address) ?? { ...endpoint, address };
};

function slotsOf(ranges: readonly SlotRange[], known: ReadonlyMap<string, Master>): (Master | undefined)[] {
  const slots = new Array<Master | undefined>(SLOTS).fill(undefined);
  const named = new Map(known);
  for (const { from, to, master: endpoint } of ranges) {
    const master = masterAt(endpoint, named);
    named.set(master.address, master);
    slots.fill(master, from, to + 1);
  }
  return slots;
}
