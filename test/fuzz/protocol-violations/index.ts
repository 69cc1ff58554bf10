import { brokenFrames } from './broken-frames.js';
import { endings } from './endings.js';
import { handshakes } from './handshakes.js';
import type { ViolationTarget } from './protocol-violation.js';

export { neverFinish } from './handshakes.js';

const ALL = [...brokenFrames, ...endings, ...handshakes];
const TIMEOUT_MS = 60_000;

/** Runs every protocol violation. @throws Error with the one that the service handled wrongly */
export async function runViolation(target: ViolationTarget): Promise<void> {
  for (const { name, run } of ALL) {
    await inTime(run(target)).catch((error: unknown) => {
      throw new Error(`Protocol violation (${name}): ${String(error)}`);
    });
  }
}

async function inTime(happening: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the service did not answer in time')), TIMEOUT_MS);
  });
  try {
    await Promise.race([happening, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
