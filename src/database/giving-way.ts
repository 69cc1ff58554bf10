import { QueryFailedError } from 'typeorm';

const MOST_ATTEMPTS = 3;
const DEADLOCK_DETECTED = '40P01';

/**
 * Does what happens whole or not at all; anew, from its beginning, where the database ended it to let another
 * transaction through.
 */
export async function givingWay<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (count === MOST_ATTEMPTS || !gaveWay(error)) throw error;
    }
  }
}

function gaveWay(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  return (error.driverError as { code?: string }).code === DEADLOCK_DETECTED;
}
