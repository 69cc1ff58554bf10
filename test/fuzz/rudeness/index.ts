import { brokenFrames } from './broken-frames.js';
import { endings } from './endings.js';
import { handshakes } from './handshakes.js';
import type { Doorstep } from './rudeness.js';

export { neverFinish } from './handshakes.js';

const ALL = [...brokenFrames, ...endings, ...handshakes];
const PATIENCE_MS = 60_000;

/** Somebody is rude in each way in turn. @throws Error that says which one was not met as it must be */
export async function isRude(doorstep: Doorstep): Promise<void> {
  for (const { name, happens } of ALL) {
    await inTime(happens(doorstep)).catch((error: unknown) => {
      throw new Error(`Somebody was rude (${name}): ${String(error)}`);
    });
  }
}

async function inTime(happening: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('the service lets it wait'));
    }, PATIENCE_MS);
  });
  try {
    await Promise.race([happening, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
