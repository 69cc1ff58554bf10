import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { machine } from '../../bench/report/machine.js';
import { judged } from '../watch/verdict.js';
import { plotOf } from './plot.js';
import { countsOf, tableOf } from './tables.js';

const MOST_COMPLAINTS = 20;

/**
 * Prints and writes the result of a run: a table, JSON with every sample, and a plot.
 * @param {import('../run-soak.js').Run} run
 * @param {{ minutes: number, users: number, seed: number, out: string }} flags `out` is created if it is missing
 * @returns {boolean} whether there was no fault
 */
export function printReport({ series, before, after, counts, complaints }, { minutes, users, seed, out }) {
  const findings = [...series].flatMap(([node, samples]) => judged(node, samples));
  const left = leftOver(before, after);
  const faults = [...complaints, ...left];
  const isFlat = findings.every((finding) => finding.isFlat);
  const about = { ...machine(), minutes, users, seed };
  mkdirSync(out, { recursive: true });
  writeFileSync(
    join(out, 'soak.json'),
    jsonOf({ ...about, faults, findings, counts, nodes: nodesOf(series, before, after) }),
  );
  writeFileSync(
    join(out, 'soak.svg'),
    plotOf(`${String(users)} users, two nodes, ${String(minutes)} min`, minutes, series),
  );
  console.log(`${countsOf(counts)}\n\n${tableOf(findings)}\n`);
  for (const fault of faults.slice(0, MOST_COMPLAINTS)) console.log(fault);
  if (faults.length > MOST_COMPLAINTS) console.log(`And ${String(faults.length - MOST_COMPLAINTS)} more faults.`);
  console.log(isFlat ? 'Everything was flat.' : 'A figure rises.');
  if (faults.length === 0) console.log('Every promise was kept, and all resources were released.');
  return isFlat && faults.length === 0;
}

/**
 * @param {Map<string, import('../watch/sample.js').Sample>} before
 * @param {Map<string, import('../watch/sample.js').Sample>} after
 * @returns {string[]} resources that were not released, a sentence each
 */
function leftOver(before, after) {
  return [...after].flatMap(([name, { clients, sockets, handles }]) => {
    const had = before.get(name)?.handles ?? NaN;
    return [
      ...(clients > 0 ? [`${name} has ${String(clients)} connections of disconnected clients.`] : []),
      ...(sockets > 0 ? [`${name} counts ${String(sockets)} sockets of disconnected clients.`] : []),
      ...(handles > had ? [`${name} has ${String(handles)} other handles instead of ${String(had)}.`] : []),
    ];
  });
}

/**
 * @param {Map<string, import('../watch/sample.js').Sample[]>} series
 * @param {Map<string, import('../watch/sample.js').Sample>} before
 * @param {Map<string, import('../watch/sample.js').Sample>} after
 */
const nodesOf = (series, before, after) =>
  [...series].map(([name, samples]) => ({ name, before: before.get(name), after: after.get(name), samples }));

/** Numbers are rounded to three decimal places. @param {object} content */
const jsonOf = (content) =>
  `${JSON.stringify(content, (_, value) => (typeof value === 'number' ? Number(value.toFixed(3)) : /** @type {unknown} */ (value)), 1)}\n`;
