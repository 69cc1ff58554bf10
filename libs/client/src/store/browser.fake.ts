import type { SocketConstructor } from '../options.js';
import type { Channel, Locks, TabPlatform } from './tab-platform.js';

type Listener = (event: { readonly data: unknown }) => void;

interface Waiting {
  readonly tab: object;
  readonly grant: () => void;
}

/** The locks and channels of a browser, whose tabs a test ends. */
export class FakeBrowser {
  private readonly holders = new Map<string, object>();
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly listeners = new Map<object, Listener>();

  constructor(private readonly WebSocket: SocketConstructor) {}

  newTab(): { readonly platform: TabPlatform; readonly end: () => void } {
    const tab = {};
    const channel = (): Channel => ({
      postMessage: (message) => {
        this.post(tab, message);
      },
      addEventListener: (_type, listener) => void this.listeners.set(tab, listener),
      close: () => void this.listeners.delete(tab),
    });
    const platform = { locks: this.locksOf(tab), channel, WebSocket: this.WebSocket };
    return {
      platform,
      end: () => {
        this.listeners.delete(tab);
        for (const [name, holder] of [...this.holders]) if (holder === tab) this.release(name);
      },
    };
  }

  private post(from: object, message: unknown): void {
    const data: unknown = structuredClone(message);
    queueMicrotask(() => {
      for (const [tab, listener] of [...this.listeners]) if (tab !== from) listener({ data });
    });
  }

  private locksOf(tab: object): Locks {
    const request = async (name: string, second: unknown, third?: unknown): Promise<void> => {
      const held = (third ?? second) as (lock: object | null) => Promise<void> | undefined;
      await Promise.resolve();
      if (third && this.holders.has(name)) {
        await held(null);
        return;
      }
      await this.acquire(name, tab);
      await held({});
      this.release(name);
    };
    const query = () => Promise.resolve({ held: [...this.holders.keys()].map((name) => ({ name })) });
    return { request, query };
  }

  private acquire(name: string, tab: object): Promise<void> {
    if (!this.holders.has(name)) {
      this.holders.set(name, tab);
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const grant = (): void => {
        this.holders.set(name, tab);
        resolve();
      };
      this.waiting.set(name, [...(this.waiting.get(name) ?? []), { tab, grant }]);
    });
  }

  private release(name: string): void {
    this.holders.delete(name);
    this.waiting.get(name)?.shift()?.grant();
  }
}
