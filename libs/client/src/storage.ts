import type { Message } from '@parley/protocol';

/** A message that the service has not confirmed as stored. */
export interface QueuedSend {
  readonly room_id: string;
  readonly client_message_id: string;
  readonly content: string;
  readonly extra_fields: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly created_at: string;
}

/** The state that survives a reload. */
export interface StoredState {
  /** By room: the `seq` up to which the application has received everything, at the time when it is read. */
  readonly positions: Readonly<Record<string, number>>;
  /** The epoch of the service's database in which they were reached; undefined from an earlier version. */
  readonly epoch?: string | undefined;
  /** Unsent messages, in order. */
  readonly outbox: readonly QueuedSend[];
}

/** The messages of an opened room. */
export interface OpenedMessages {
  readonly all: readonly ({ readonly id: string } | QueuedSend)[];
  add(messages: readonly Message[]): void;
}

/** Stores the state of one user on one device, for one client at a time. */
export interface Storage {
  load(): Promise<StoredState | undefined>;
  /** Replaces the saved state. Called again only after it has finished. */
  save(state: StoredState): Promise<void>;
  /** The application has opened a room: a storage that has messages of it adds them. */
  opened?(roomId: string, messages: OpenedMessages): void;
}

/** Survives a lost connection, but not a reload. */
export class MemoryStorage implements Storage {
  private state: StoredState | undefined;

  load(): Promise<StoredState | undefined> {
    return Promise.resolve(this.state);
  }

  save(state: StoredState): Promise<void> {
    this.state = state;
    return Promise.resolve();
  }
}

interface KeyValueStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Stores the state in the browser's `localStorage`, under one key. */
export class LocalStorage implements Storage {
  /**
   * @param key names the user, and the tab if there can be several: `parley:ada`
   * @param store another store than `localStorage`
   */
  constructor(
    private readonly key: string,
    private readonly store: KeyValueStore = (globalThis as unknown as { localStorage: KeyValueStore }).localStorage,
  ) {}

  // oxlint-disable-next-line typescript/require-await -- Errors become rejections.
  async load(): Promise<StoredState | undefined> {
    const text = this.store.getItem(this.key);
    return text === null ? undefined : (JSON.parse(text) as StoredState);
  }

  // oxlint-disable-next-line typescript/require-await -- Errors become rejections.
  async save(state: StoredState): Promise<void> {
    this.store.setItem(this.key, JSON.stringify(state));
  }
}
