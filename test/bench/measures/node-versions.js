import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { generate } from '../load/generate.js';
import { beginWork, reportingMemory } from '../load/server-process.js';
import { quantile, ratios } from '../report/statistics.js';
import { result } from '../report/result.js';
import { receivedPerSecond } from './fan-out.js';
import { timesOf } from './latency.js';
import { inRounds } from './measure.js';
import { sentPerSecond } from './stored.js';

/** @typedef {'present' | 'newer'} Name */

const NAME = 'node-versions';
const CONNECTIONS = 4_000;
const AT_ONCE = 32;
const KIBIBYTE = 1_024;

/**
 * The service with the present Node.js and with that of the variable NODE_24, in turn. Only the service differs: the
 * load generator has the present one. Without the variable there is nothing to compare.
 * @type {import('./measure.js').Measure}
 */
export const nodeVersions = {
  name: NAME,
  run: async (lab, { rounds, seconds }) => {
    const { NODE_24: newer } = process.env;
    if (newer === undefined) return [];
    const file = join(lab.folder(), 'bytes');
    const flags = reportingMemory(file);
    const services = { present: await lab.parley(flags), newer: await lab.parley(flags, newer) };
    /** @type {import('../report/result.js').Result[]} */
    const results = [];
    const add = (
      /** @type {string} */ what,
      /** @type {string} */ unit,
      /** @type {Record<Name, number[]>} */ values,
    ) => {
      results.push(
        result(NAME, `${what}, Node ${process.version}`, values.present, { unit }),
        result(NAME, `${what}, Node ${versionOf(newer)}`, values.newer, { unit }),
        result(NAME, `${what}, ratio`, ratios(values.newer, values.present)),
      );
    };
    const compare = (/** @type {(name: Name) => Promise<number>} */ measured) =>
      inRounds(rounds, { present: () => measured('present'), newer: () => measured('newer') });

    add('a room of 20', 'deliveries/s', await compare((name) => receivedPerSecond(services[name], 20, seconds)));
    add('stored', 'messages/s', await compare((name) => sentPerSecond(services[name], seconds)));
    const latencies = await compare(async (name) =>
      quantile(await timesOf(services[name], await services[name].rooms(1, 2), seconds), 0.5),
    );
    add('sending to receiving, p50', 'ms', latencies);
    /** @type {Record<'spent' | 'kept', Record<Name, number[]>>} */
    const ofConnections = { spent: { present: [], newer: [] }, kept: { present: [], newer: [] } };
    const admitted = await compare(async (name) => {
      const { wire, url, pid, rooms: create } = services[name];
      const place = { wire, url, pid, file, rooms: await create(CONNECTIONS / 2, 2) };
      const costsOf = beginWork([{ pid }]);
      const found = await generate('admit', { ...place, connections: CONNECTIONS, atOnce: AT_ONCE, messages: 0 });
      ofConnections.spent[name].push(...costsOf(CONNECTIONS));
      ofConnections.kept[name].push(found.bytes / KIBIBYTE);
      return found.perSecond;
    });
    add('connections', 'connections/s', admitted);
    add('a connection, the process', 'µs of a core', ofConnections.spent);
    add('a connection, what is kept', 'KiB', ofConnections.kept);
    return results;
  },
};

/** @param {string} runtime */
const versionOf = (runtime) => execFileSync(runtime, ['--version'], { encoding: 'utf8' }).trim();
