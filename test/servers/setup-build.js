import { stateOf } from '../../bin/build-parts.js';

/** What specs with a service run, and not its sources. */
const RUN = /** @type {const} */ (['program', 'modules']);

/** A build of other sources would pass and fail for reasons that are no longer there. */
export function setup() {
  const old = RUN.filter((name) => stateOf(name) !== 'current');
  if (old.length === 0) return;
  throw new Error(`The build is not that of the sources: run "node bin/build.js ${old.join(' ')}" first.`);
}
