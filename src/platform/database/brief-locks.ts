import { setTimeout as delay } from 'node:timers/promises';

import { QueryFailedError } from 'typeorm';

/**
 * SQL, for `SET`: how long a change of the schema waits for a lock. Statements of a running service queue behind it for
 * no longer, and get their turn before the next attempt.
 */
export const BRIEF_LOCK_WAIT = "lock_timeout = '50ms'";

const PAUSE_MS = 200;
/** A long transaction of another program, or a VACUUM, may hold a lock for so long. */
const LONGEST_MS = 300_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Runs a change of the schema under {@link BRIEF_LOCK_WAIT}, and repeats it while another transaction holds a lock. */
export async function untilLocked<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (const deadline = Date.now() + LONGEST_MS; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error) || Date.now() > deadline) throw error;
      await delay(PAUSE_MS);
    }
  }
}

const isLocked = (error: unknown): boolean =>
  error instanceof QueryFailedError && (error.driverError as { code?: string }).code === LOCK_NOT_AVAILABLE;
