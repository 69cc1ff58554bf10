import { Injectable } from '@nestjs/common';

/**
 * A mutex for each room. Changes of a room on this node wait here and not in the database, where each waiting change
 * would hold a connection that changes of other rooms need. The library with keys (async-lock) takes the work as a
 * callback, while a change releases the mutex at its commit, in the middle of its work.
 */
@Injectable()
export class KeyedMutex {
  private readonly last = new Map<string, Promise<void>>();

  /** Waits for the mutex. @returns the function that releases it, which may be called more than once */
  async lock(key: string): Promise<() => void> {
    const before = this.last.get(key);
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.last.set(key, over);
    await before;
    return () => {
      end();
      if (this.last.get(key) === over) this.last.delete(key);
    };
  }
}
