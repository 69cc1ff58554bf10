import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';
import type { Lock, Locker, RequestRelease } from '@tus/server';

import { UploadRefused } from '../upload-refused.js';
import { UploadsRepository } from '../uploads.repository.js';

/** A node that is killed holds its locks for this long. */
const LOCK_SECONDS = 15;
const EXTEND_MS = 5_000;
const WAIT_MS = 10_000;
const RETRY_MS = 100;

/**
 * One request at a time writes the bytes of an upload, or checks them, on all nodes. A later request of the same node asks
 * the earlier one to end: after a cut, a client resumes before the service knows that the earlier connection is lost.
 */
@Injectable()
export class UploadLocks implements Locker {
  /** The requests of this node that hold locks. */
  private readonly holders = new Map<string, RequestRelease>();

  constructor(private readonly uploads: UploadsRepository) {}

  newLock(id: string): Lock {
    const owner = randomUUID();
    let extension: NodeJS.Timeout | undefined;
    return {
      lock: async (signal, release) => {
        await this.acquire(id, owner, signal);
        this.holders.set(id, release);
        // A failed extension shortens the lock: its holder goes on, and the size of the file refuses a second writer.
        extension = setInterval(
          () => void this.uploads.lock(id, owner, LOCK_SECONDS).catch(() => undefined),
          EXTEND_MS,
        );
      },
      unlock: async () => {
        clearInterval(extension);
        this.holders.delete(id);
        await this.uploads.unlock(id, owner);
      },
    };
  }

  /** @throws UploadRefused `in_use` if another request holds the lock for too long */
  async hold<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const lock = this.newLock(id);
    // The check of the bytes is not interrupted.
    await lock.lock(new AbortController().signal, () => undefined);
    try {
      return await work();
    } finally {
      await lock.unlock();
    }
  }

  private async acquire(id: string, owner: string, signal: AbortSignal): Promise<void> {
    for (const deadline = performance.now() + WAIT_MS; ;) {
      if (!this.holders.has(id) && (await this.uploads.lock(id, owner, LOCK_SECONDS))) return;
      await this.holders.get(id)?.();
      if (signal.aborted || performance.now() > deadline) {
        throw new UploadRefused('in_use', 'Another request sends the bytes of this upload.');
      }
      await delay(RETRY_MS);
    }
  }
}
