import type { SocketConstructor } from '../options.js';
import type { Channel, Locks, TabPlatform } from './tab-platform.js';

type Listener = (event: { readonly data: unknown }) => void;

interface Holder {
  readonly tab: object;
  /** Rejects the request of the holder. */
  readonly steal: () => void;
}

/** The locks and channels of a browser, whose tabs a test suspends and ends. */
export class FakeBrowser {
  private readonly holders = new Map<string, Holder>();
  private readonly waiting = new Map<string, { readonly tab: object; readonly grant: () => void }[]>();
  private readonly ended = new WeakSet<object>();
  private readonly listeners = new Map<object, Listener>();
  /** The messages that suspended tabs will receive. */
  private readonly suspended = new Map<object, (() => void)[]>();

  constructor(private readonly WebSocket: SocketConstructor) {}

  newTab(): { readonly platform: TabPlatform } & Record<'suspend' | 'resume' | 'end', () => void> {
    const tab = {};
    const channel = (): Channel => ({
      postMessage: (message) => this.post(tab, message),
      addEventListener: (_type, listener) => void this.listeners.set(tab, listener),
      close: () => void this.listeners.delete(tab),
    });
    const platform = { locks: this.locksOf(tab), channel, WebSocket: this.WebSocket };
    return {
      platform,
      suspend: () => void this.suspended.set(tab, []),
      resume: () => {
        const due = this.suspended.get(tab) ?? [];
        this.suspended.delete(tab);
        for (const run of due) run();
      },
      end: () => {
        this.ended.add(tab);
        this.listeners.delete(tab);
        for (const [name, holder] of Array.from(this.holders)) if (holder.tab === tab) this.release(name);
      },
    };
  }

  private post(from: object, message: unknown): void {
    const data: unknown = structuredClone(message);
    queueMicrotask(() => {
      for (const [tab, listener] of Array.from(this.listeners))
        if (tab !== from) this.run(tab, () => listener({ data }));
    });
  }

  /** Runs at once, or when the tab is resumed. */
  private run(tab: object, callback: () => void): void {
    const due = this.suspended.get(tab);
    if (due) due.push(callback);
    else callback();
  }

  private locksOf(tab: object): Locks {
    type Held = (lock: object | null) => Promise<void> | undefined;
    const request = (name: string, second: object, third?: Held): Promise<void> =>
      third ? requestWith(name, second, third) : requestWith(name, {}, second as Held);
    const requestWith = async (
      name: string,
      { ifAvailable, steal }: { readonly ifAvailable?: boolean; readonly steal?: boolean },
      held: Held,
    ): Promise<void> => {
      await Promise.resolve();
      // The requests of a tab end with it.
      if (this.ended.has(tab)) return new Promise(() => undefined);
      if (ifAvailable && this.holders.has(name)) {
        await held(null);
        return undefined;
      }
      if (steal) this.holders.get(name)?.steal();
      else if (this.holders.has(name)) await this.turn(name, tab);
      return this.hold(name, tab, () => held({}));
    };
    const query = () => Promise.resolve({ held: [...this.holders.keys()].map((name) => ({ name })) });
    return { request, query };
  }

  /** Resolves when the holder has released the lock, and rejects when another tab has stolen it. */
  private hold(name: string, tab: object, held: () => Promise<void> | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const steal = (): void => {
        this.run(tab, () => reject(new Error('AbortError')));
      };
      const holder = { tab, steal };
      this.holders.set(name, holder);
      void held()?.then(() => {
        if (this.holders.get(name) === holder) this.release(name);
        resolve();
      });
    });
  }

  /** Resolves when the holders before have released the lock. */
  private turn(name: string, tab: object): Promise<void> {
    return new Promise((grant) => {
      this.waiting.set(name, [...(this.waiting.get(name) ?? []), { tab, grant }]);
    });
  }

  private release(name: string): void {
    this.holders.delete(name);
    const [next, ...others] = (this.waiting.get(name) ?? []).filter(({ tab }) => !this.ended.has(tab));
    this.waiting.set(name, others);
    next?.grant();
  }
}
