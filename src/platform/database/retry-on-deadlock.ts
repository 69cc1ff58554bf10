import { QueryFailedError } from 'typeorm';

const MOST_ATTEMPTS = 3;
const DEADLOCK_DETECTED = '40P01';

/** Runs a transaction, and retries it if the database aborted it because of a deadlock. */
export async function retryOnDeadlock<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (count === MOST_ATTEMPTS || !isDeadlock(error)) throw error;
    }
  }
}

function isDeadlock(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  return (error.driverError as { code?: string }).code === DEADLOCK_DETECTED;
}
