/**
 * `node sdk/conformance/run.js [CLIENT...] [-- PROGRAM WORD...]`: plays all scenarios with the clients of this repository,
 * by default `typescript` and `python`, or with the runner that the words after `--` start. `ONLY=07` plays one.
 */
import { faultOf } from './play.js';
import { Runner } from './runner.js';
import { runners, scenarios } from './suite.js';

const words = process.argv.slice(2);
const at = words.indexOf('--');
const names = at === -1 ? words : words.slice(0, at);
const own = at === -1 ? [] : words.slice(at + 1);
const only = process.env.ONLY ?? '';

/** @type {[string, () => Runner][]} */
const chosen = Object.entries(runners).filter(([name]) => names.includes(name) || words.length === 0);
for (const program of own.slice(0, 1)) chosen.push([program, () => new Runner(program, own.slice(1), {})]);

let failed = 0;
for (const [name, start] of chosen) {
  const began = performance.now();
  const runner = start();
  const played = [...scenarios].filter(([file]) => file.startsWith(only));
  const faults = await Promise.all(
    played.map(async ([file, scenario]) => ({ file, fault: await faultOf(scenario, runner) })),
  );
  await runner.close();
  for (const { file, fault } of faults) {
    if (fault !== undefined) console.log(`${name}, ${file}: ${fault}`);
  }
  const wrong = faults.filter(({ fault }) => fault !== undefined).length;
  failed += wrong;
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`${name}: ${String(faults.length - wrong)} of ${String(faults.length)} scenarios passed in ${seconds} s`);
}
process.exitCode = failed === 0 && chosen.length > 0 ? 0 : 1;
