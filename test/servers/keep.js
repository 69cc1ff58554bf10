import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** @type {Map<string, import('node:child_process').ChildProcess>} */
const keepers = new Map();

/**
 * Starts a keeper of what specs of one kind need. It runs until {@link release} or the end of this process. The specs
 * get its data in an environment variable.
 *
 * @param {'embedded' | 'postgres' | 'pooler' | 'redis'} kind
 */
export async function keep(kind) {
  const variable = `PARLEY_TEST_${kind.toUpperCase()}`;
  // Another project of this run may have started it.
  if (process.env[variable]) return;
  const keeper = spawn(process.execPath, [`${import.meta.dirname}/keeper.js`, kind], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // In a session of its own, so that it can clean up after Ctrl-C.
    detached: true,
  });
  keepers.set(kind, keeper);
  for await (const line of createInterface({ input: keeper.stdout })) {
    process.env[variable] = line;
    return;
  }
  await release();
  throw new Error(`What the ${kind} specs need could not be set up: see above.`);
}

/** Ends every keeper, and waits until all have cleaned up. */
export async function release() {
  for (const [kind, keeper] of keepers) {
    keepers.delete(kind);
    process.env[`PARLEY_TEST_${kind.toUpperCase()}`] = '';
    if (keeper.exitCode !== null) continue;
    keeper.stdin?.end();
    await once(keeper, 'exit');
  }
}
