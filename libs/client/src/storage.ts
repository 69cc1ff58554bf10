/** A message that was not stored yet, as far as anybody knows. */
export interface QueuedSend {
  readonly room_id: string;
  readonly client_message_id: string;
  readonly content: string;
  readonly extra_fields: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly created_at: string;
}

/** What is to survive a reload. */
export interface Kept {
  /** By room: the number up to which the application has been told everything. */
  readonly positions: Readonly<Record<string, number>>;
  /** In the order in which they were sent. */
  readonly outbox: readonly QueuedSend[];
}

/** Where it is kept: of one user on one device, and used by one client at a time. */
export interface Storage {
  load(): Promise<Kept | undefined>;
  /** In place of what was saved before. Called again only when it has finished. */
  save(kept: Kept): Promise<void>;
}

/** Survives a lost line, and no reload. */
export class MemoryStorage implements Storage {
  private kept: Kept | undefined;

  load(): Promise<Kept | undefined> {
    return Promise.resolve(this.kept);
  }

  save(kept: Kept): Promise<void> {
    this.kept = kept;
    return Promise.resolve();
  }
}

interface Items {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** In the browser's `localStorage`, under one key. */
export class LocalStorage implements Storage {
  /**
   * @param key names the user, and the tab where there may be several: `parley:ada`
   * @param items where not in `localStorage`
   */
  constructor(
    private readonly key: string,
    private readonly items: Items = (globalThis as unknown as { localStorage: Items }).localStorage,
  ) {}

  // eslint-disable-next-line @typescript-eslint/require-await -- What is thrown is to be a rejection.
  async load(): Promise<Kept | undefined> {
    const text = this.items.getItem(this.key);
    return text === null ? undefined : (JSON.parse(text) as Kept);
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- What is thrown is to be a rejection.
  async save(kept: Kept): Promise<void> {
    this.items.setItem(this.key, JSON.stringify(kept));
  }
}
