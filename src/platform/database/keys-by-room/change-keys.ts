import type { DataSource } from 'typeorm';

import { CannotStart } from '../../config/config.js';
import { BRIEF_LOCK_WAIT, untilLocked } from '../brief-locks.js';
import { KeptLease } from '../leases/kept-lease.js';
import { Leadership } from '../leases/leadership.js';
import { expectNoPooler, Maintenance } from '../maintenance.js';
import type { OnStep } from '../maintenance.js';
import { marked, RELEASE_0_3 } from '../migrations/release-mark.js';
import { watchIndexBuilds } from './index-progress.js';
import { stepsToRoomKeys } from './key-steps.js';
import type { KeyStep } from './key-steps.js';
import { fillRoomPairs } from './room-pairs.js';

const TASK = 'keys by room';

/** Whether the database still has keys of release 0.2. */
export const hasFormerKeys = async (source: DataSource): Promise<boolean> =>
  (await stepsToRoomKeys((statement, parameters) => source.query(statement, parameters))).length > 0;

/**
 * Replaces the keys of release 0.2 with keys by room while the service is running. A send waits at most for the short
 * locks of one step. The steps that are left follow from the keys that are there: the change can be stopped at any
 * moment, and goes on with the next call.
 *
 * No node of release 0.2 may run: its statements need the former keys.
 *
 * @throws CannotStart behind a pooler of transactions, or if another process changes the keys
 */
export async function changeKeys(source: DataSource, onStep: OnStep): Promise<void> {
  expectNoPooler(source);
  const lease = await KeptLease.await(new Leadership(source, TASK));
  if (!lease) throw new CannotStart('Another process changes the keys: try again when it is done.');
  const maintenance = await Maintenance.open(source, () => {
    lease.check();
  });
  try {
    await fillRoomPairs(source);
    const steps = await stepsToRoomKeys((statement, parameters) => maintenance.query(statement, parameters));
    // Before the first step, after which the former keys are not complete.
    await maintenance.query(marked(RELEASE_0_3));
    for (const [at, step] of steps.entries()) {
      const what = `${step.what}, step ${String(at + 1)} of ${String(steps.length)}`;
      lease.check();
      const stop = watchIndexBuilds(source, (done) => {
        onStep(step.table, what, done);
      });
      onStep(step.table, what);
      await run(maintenance, step).finally(stop);
    }
  } finally {
    await maintenance.close();
    await lease.release();
  }
}

async function run(maintenance: Maintenance, { statement, locks }: KeyStep): Promise<void> {
  await maintenance.query(`SET ${locks === 'brief' ? BRIEF_LOCK_WAIT : 'lock_timeout = 0'}`);
  await (locks === 'brief' ? untilLocked(() => maintenance.query(statement)) : maintenance.query(statement));
}
