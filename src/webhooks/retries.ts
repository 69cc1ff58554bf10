/** The delay after each attempt, in units of the first delay: with 5 s that is 5 s, 30 s, … 12 h. */
const WAITS = [1, 6, 24, 120, 360, 720, 2_160, 4_320, 8_640];
const JITTER = 0.2;

/**
 * Seconds until the next attempt: up to a fifth longer than the schedule, so that deliveries that failed together are
 * not retried together.
 * @param attempts the number of failed attempts, 1 or more
 * @param first the scheduled delay after the first attempt, in seconds
 * @param random from 0 to 1
 */
export function secondsToRetry(attempts: number, first: number, random: number = Math.random()): number {
  const waits = WAITS[Math.min(attempts, WAITS.length) - 1] ?? 1;
  return first * waits * (1 + JITTER * random);
}
