import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 10_000;

/** Waits for what nobody announces. @throws Error if it does not come to pass */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
    if (await holds()) return;
    await delay(10);
  }
  throw new Error(`This did not come to pass in ${String(PATIENCE_MS / 1000)} s: ${String(holds)}`);
}
