/** How long after each attempt the next one comes, in units of the first wait: with 5 s that is 5 s, 30 s, … 12 h. */
const WAITS = [1, 6, 24, 120, 360, 720, 2_160, 4_320, 8_640];
const JITTER = 0.2;

/**
 * Seconds until the next attempt: up to a fifth longer than the schedule says, so that what failed together is not tried
 * again together.
 * @param attempts those that have failed, 1 or more
 * @param first seconds after the first, by the schedule
 * @param random from 0 to 1
 */
export function secondsToRetry(attempts: number, first: number, random: number = Math.random()): number {
  const waits = WAITS[Math.min(attempts, WAITS.length) - 1] ?? 1;
  return first * waits * (1 + JITTER * random);
}
