import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { Injectable, Logger } from '@nestjs/common';
import type { Lock, Locker, RequestRelease } from '@tus/server';

import { PeriodicTask } from '../../../platform/async/periodic-task.js';
import { UploadRefused } from '../upload-refused.js';
import { UploadLocksRepository } from './upload-locks.repository.js';

/** A node that is killed holds its locks for this long at most, and for less if another request asks for them. */
const LOCK_SECONDS = 15;
const EXTEND_MS = 5_000;
/** The remaining seconds of a lock when it is extended; fewer remain if another request has asked for it. */
const LEAST_SECONDS = 8;
/** Longer than it takes until a lock ends that was asked for. */
const WAIT_MS = 10_000;
const RETRY_MS = 100;

/** A request that has, or waits for, a lock. */
interface Holder {
  readonly id: string;
  readonly owner: string;
  /** Seconds that are left of its lock, unless another request has asked for it; 0: nobody may ask for it. */
  readonly leastSeconds: number;
}

/**
 * One request at a time writes the bytes of an upload, or checks them, on all nodes. A later request asks the earlier
 * one to end: after a cut, a client resumes before the service knows that the earlier connection is lost. Of the
 * requests of a node that wait to write, only the last waits on, so that many cost no more than one.
 */
@Injectable()
export class UploadLocks implements Locker {
  private readonly log = new Logger(UploadLocks.name);
  /** The requests of this node that hold locks. */
  private readonly holders = new Map<string, RequestRelease>();
  /** The last request of this node that waits to write, by upload. */
  private readonly writers = new Map<string, string>();

  constructor(private readonly repository: UploadLocksRepository) {}

  newLock(id: string): Lock {
    const owner = randomUUID();
    const lock = this.lockOf({ id, owner, leastSeconds: LEAST_SECONDS });
    return {
      ...lock,
      lock: async (signal, release) => {
        this.writers.set(id, owner);
        try {
          await lock.lock(signal, release);
        } finally {
          if (this.writers.get(id) === owner) this.writers.delete(id);
        }
      },
    };
  }

  /**
   * Checks bytes, which is not interrupted.
   * @throws UploadRefused `in_use` if another request holds the lock for too long
   */
  async hold<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const lock = this.lockOf({ id, owner: randomUUID(), leastSeconds: 0 });
    await lock.lock(new AbortController().signal, () => undefined);
    try {
      return await work();
    } finally {
      await lock.unlock();
    }
  }

  private lockOf(holder: Holder): Lock {
    const { id, owner } = holder;
    let extending: PeriodicTask | undefined;
    return {
      lock: async (signal, release) => {
        await this.acquire(holder, signal);
        this.holders.set(id, release);
        extending = new PeriodicTask(
          () => this.extend(holder, release),
          this.log,
          'Cannot extend the lock of an upload',
        );
        extending.start(EXTEND_MS);
      },
      unlock: async () => {
        this.holders.delete(id);
        await extending?.stop();
        await this.repository.giveBack(id, owner);
      },
    };
  }

  private async extend({ id, owner, leastSeconds }: Holder, release: RequestRelease): Promise<void> {
    // A failed extension shortens the lock: its holder goes on, and the size of the file refuses a second writer.
    const isHeld = await this.repository.extend(id, owner, LOCK_SECONDS, leastSeconds);
    if (!isHeld) await release();
  }

  private async acquire(holder: Holder, signal: AbortSignal): Promise<void> {
    const deadline = performance.now() + WAIT_MS;
    for (let isRequested = false; !(await this.isAcquired(holder)); isRequested = true) {
      if (!isRequested) await this.request(holder.id);
      if (signal.aborted || performance.now() > deadline || this.isSuperseded(holder)) {
        throw new UploadRefused('in_use', 'Another request sends the bytes of this upload.');
      }
      await delay(RETRY_MS);
    }
  }

  private async isAcquired({ id, owner }: Holder): Promise<boolean> {
    return !this.holders.has(id) && (await this.repository.take(id, owner, LOCK_SECONDS));
  }

  /** Whether a later request of this node waits to write too. */
  private isSuperseded({ id, owner, leastSeconds }: Holder): boolean {
    return leastSeconds > 0 && this.writers.get(id) !== owner;
  }

  /** Asks the holder of a lock to end: at once if it is of this node. */
  private async request(id: string): Promise<void> {
    const release = this.holders.get(id);
    await (release ? release() : this.repository.request(id));
  }
}
