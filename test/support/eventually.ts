import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;

/**
 * Polls a condition until it holds.
 * @param timeoutMs longer only if the service itself waits, for example for a retry
 * @throws Error if it does not hold in time
 */
export async function eventually(holds: () => boolean | Promise<boolean>, timeoutMs = TIMEOUT_MS): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline;) {
    if (await holds()) return;
    await delay(10);
  }
  throw new Error(`This did not hold in ${String(timeoutMs / 1000)} s: ${String(holds)}`);
}
