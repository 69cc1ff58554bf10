import { Crowd } from '../chaos/crowd.js';
import { randomFrom } from '../support/random.js';
import { accountsOf, UserPool } from './crowd/crowd.js';
import { Counters } from './crowd/counters.js';
import { Deployment } from './deployment.js';
import { metricsOf } from './watch/sample.js';
import { Monitor } from './watch/watch.js';

/**
 * @typedef {object} Run
 * @property {Map<string, import('./watch/sample.js').Sample[]>} series by node
 * @property {Map<string, import('./watch/sample.js').Sample>} before the clients connect, by node
 * @property {Map<string, import('./watch/sample.js').Sample>} after all clients have disconnected
 * @property {readonly (readonly [what: string, times: number])[]} counts of actions and results
 * @property {string[]} complaints faults, one sentence each
 */

/**
 * One soak test. Half of the users are those of `parley verify`, which checks that nothing is lost; the others are
 * normal and abusive clients.
 * @param {string} folder for all files
 * @param {{ minutes: number, users: number, seed: number }} flags
 * @param {AbortSignal} signal aborts
 * @returns {Promise<Run>}
 */
export async function runSoak(folder, flags, signal) {
  const deployment = new Deployment(folder, signal);
  /** @type {Crowd | undefined} */
  let verifying;
  const over = new AbortController();
  try {
    print(`Starting PostgreSQL, Redis and two nodes. The seed is ${String(flags.seed)}.`);
    const { accounts, env } = await deployment.start(flags.users);
    const urls = deployment.nodes.map(({ url }) => url);
    const half = Math.floor(flags.users / 2);
    const counters = new Counters();
    const pool = new UserPool(
      { urls, random: randomFrom(flags.seed), counters },
      accountsOf(accounts).slice(half, flags.users),
    );
    const watch = new Monitor(deployment);
    const before = await watch.now();
    print(`${String(flags.users)} users connect, and stay for ${String(flags.minutes)} min.`);
    verifying = new Crowd({ url: addressesOf(urls), accounts, env }, { ...flags, users: half }, folder);
    await interruptible(Promise.all([Promise.race([verifying.running, verifying.end]), pool.create()]), signal);
    const living = pool.run(over.signal);
    await watch.run(flags.minutes, signal);
    over.abort();
    await interruptible(living, signal);
    await pool.leave();
    const end = await interruptible(verifying.end, signal);
    if (end !== 0) counters.complain(`parley verify reported a fault: it exited with ${String(end)}.`);
    const after = await watch.emptied(before, signal);
    for (const { name, url } of deployment.nodes) complainOfFaults(name, await metricsOf(url), counters);
    const { complaints, waits } = await deployment.stop();
    counters.complaints.push(...complaints);
    counters.counts('refused because the database was too slow', waits);
    return { series: watch.series, before, after, counts: counters.entries(), complaints: counters.complaints };
  } finally {
    over.abort();
    await verifying?.kill();
    await deployment.kill();
  }
}

/** @param {string} name @param {(name: string) => number} metrics @param {Counters} counters */
function complainOfFaults(name, metrics, counters) {
  const failed = metrics('parley_handshakes_total{outcome="failed"}');
  if (failed > 0) counters.complain(`${name} failed in ${String(failed)} handshakes.`);
}

/** @param {string[]} urls */
const addressesOf = (urls) => urls.map((url) => url.replace('http', 'ws')).join(',');

/** @template Found @param {Promise<Found>} work @param {AbortSignal} signal @returns {Promise<Found>} */
function interruptible(work, signal) {
  return new Promise((resolve, reject) => {
    const give = () => reject(new Error('Interrupted.'));
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
    void work.finally(() => signal.removeEventListener('abort', give)).then(resolve, reject);
  });
}

/** @param {string} sentence */
function print(sentence) {
  console.error(sentence);
}
