/** Times in milliseconds. */
export interface Timing {
  /** The first pause before a request is repeated. It doubles with each further one. */
  readonly minRetryDelay: number;
  readonly maxRetryDelay: number;
  /** A longer wait than the service asks for is not done: the refusal is thrown. */
  readonly longestWait: number;
  /** Of one attempt. */
  readonly timeout: number;
}

export const TIMING: Timing = { minRetryDelay: 500, maxRetryDelay: 30_000, longestWait: 60_000, timeout: 30_000 };

/**
 * The pause after a number of failed attempts. Half of it is random, so that callers who failed together do not repeat
 * together.
 */
export function pauseAfter(failures: number, { minRetryDelay, maxRetryDelay }: Timing, chance = Math.random): number {
  const longest = Math.min(maxRetryDelay, minRetryDelay * 2 ** Math.min(failures, 30));
  return longest / 2 + (chance() * longest) / 2;
}
