#!/usr/bin/env node
/**
 * `npm run bench`: measures the service in comparison with others in one run on one machine, or as a quantity grows.
 * Prints tables, writes them with every round as JSON, and draws the curves.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { measured } from './curves/curve.js';
import { curves } from './curves/curves.js';
import { readFlags } from './flags.js';
import { Lab } from './lab.js';
import { besideFiles } from './measures/beside-files.js';
import { channel } from './measures/channel.js';
import { costs } from './measures/costs.js';
import { fanOut } from './measures/fan-out.js';
import { files } from './measures/files.js';
import { firstView } from './measures/first-view.js';
import { handshakes } from './measures/handshakes.js';
import { idle } from './measures/idle.js';
import { latency } from './measures/latency.js';
import { memory } from './measures/memory.js';
import { moderationHook } from './measures/moderation-hook.js';
import { nodeVersions } from './measures/node-versions.js';
import { outage } from './measures/outage.js';
import { provisioning } from './measures/provisioning.js';
import { reads } from './measures/reads.js';
import { redisCluster } from './measures/redis-cluster.js';
import { receipts } from './measures/receipts.js';
import { reconnect } from './measures/reconnect.js';
import { start } from './measures/start.js';
import { stored } from './measures/stored.js';
import { underLoad } from './measures/under-load.js';
import { write } from './report/files.js';
import { machine } from './report/machine.js';
import { tableOf, tableOfChart } from './report/table.js';

/** @type {import('./measures/measure.js').Measure[]} */
const measures = [
  ...fanOut,
  stored,
  latency,
  underLoad,
  handshakes,
  reconnect,
  channel,
  outage,
  memory,
  idle,
  provisioning,
  reads,
  receipts,
  costs,
  redisCluster,
  start,
  firstView,
  nodeVersions,
  ...files,
  ...besideFiles,
  moderationHook,
];

const namesOf = (/** @type {{ name: string }[]} */ each) => each.map(({ name }) => name);
const { only, out, ...pace } = readFlags(process.argv.slice(2), {
  measures: namesOf(measures),
  curves: namesOf(curves),
});
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
const lab = new Lab(folder);
const interruption = new AbortController();

async function closed() {
  await lab.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/**
 * @template Found
 * @param {string} name
 * @param {() => Promise<Found>} run
 */
async function timed(name, run) {
  const began = performance.now();
  const found = await run();
  await lab.clear();
  console.error(`${name}: ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  return found;
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    interruption.abort();
    console.error('Interrupted.');
    void closed().finally(() => process.exit(1));
  });
}
try {
  await lab.open();
  const results = [];
  for (const { name, run } of measures.filter((measure) => only.includes(measure.name))) {
    results.push(...(await timed(name, () => run(lab, pace))));
  }
  /** @type {Record<string, import('./report/chart.js').Chart>} */
  const charts = {};
  for (const curve of curves.filter(({ name }) => only.includes(name))) {
    Object.assign(charts, await timed(curve.name, () => measured(curve, lab, pace)));
  }
  write(out, { ...machine(), rounds: pace.rounds, seconds: pace.seconds }, { results, charts });
  if (results.length > 0) console.log(tableOf(results));
  for (const chart of Object.values(charts)) console.log(`\n${tableOfChart(chart)}`);
} catch (error) {
  // An interruption makes the running measure fail.
  if (!interruption.signal.aborted) throw error;
} finally {
  await closed();
}
