import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from '../../support/eventually.js';
import { Script } from '../../support/script.js';
import type { Chart } from '../../bench/report/chart.js';
import type { Result } from '../../bench/report/result.js';

const BENCH = join(import.meta.dirname, '../../bench/bench.js');

let folder: string;
let runs: Script[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-test-bench-'));
  // PostgreSQL may run as another user, who needs access.
  chmodSync(folder, 0o711);
  runs = [];
});

afterEach(() => {
  for (const run of runs) if (runsStill(run)) process.kill(-groupOf(run), 'SIGKILL');
  rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
});

/** Starts the benchmark as a shell does: as the leader of a process group, which gets Ctrl-C. */
function bench(...words: string[]): Script {
  const run = Script.run(BENCH, words, { detached: true, env: { ...process.env, TMPDIR: folder } });
  runs.push(run);
  return run;
}

/** Its process group, which identifies it after its end. */
const groupOf = (run: Script): number => run.process.pid!;

/** Whether it, or a process that it started, is still running. */
function runsStill(run: Script): boolean {
  try {
    return process.kill(-groupOf(run), 0);
  } catch {
    return false;
  }
}

/** The command lines of its running processes. */
function commandsOf(run: Script): string[] {
  const all = execFileSync('ps', ['-eo', 'pgid=,args='], { encoding: 'utf8' });
  return all.split('\n').filter((line) => Number.parseInt(line) === groupOf(run));
}

const readJson = (out: string, name: string): unknown => JSON.parse(readFileSync(join(out, name), 'utf8'));

it(
  'the benchmark measures, prints, writes and draws the chosen figures, and leaves nothing behind',
  { timeout: 400_000 },
  async () => {
    const out = join(folder, 'out');
    const ofFiles = ['upload', 'ranges', 'memory', 'neighbour'].map((name) => `files-${name}`);
    const measures = ['stored', 'under-load', ...ofFiles, 'pictures-bystander'];
    const requested = [...measures, 'history'];
    const pace = ['--rounds', '1', '--seconds', '0.3', '--steps', '2'];
    const run = bench('--only', requested.join(','), ...pace, '--out', out);
    if ((await run.exitCode('itself')) !== 0) throw new Error(run.printed);
    expect(run.printed).toMatch(/^\| stored +\| Parley +\| [\d.,]+ messages\/s/m);
    expect(run.printed).toMatch(/^\| milliseconds by messages that the room holds \| 0 +\| 10,000 +\|$/m);

    const { results } = readJson(out, 'results.json') as { results: Result[] };
    expect([...new Set(results.map(({ measure }) => measure))].sort()).toEqual([...measures].sort());
    for (const { value, rounds } of results) {
      expect(rounds).toEqual([value]);
      expect(value).toBeGreaterThan(0);
      expect(value).toBeLessThan(Infinity);
    }

    const { charts } = readJson(out, 'curves.json') as { charts: Record<string, Chart> };
    expect(Object.keys(charts)).toEqual(['history-latency', 'history-reads']);
    for (const { points } of Object.values(charts).flatMap(({ lines }) => lines)) {
      expect(points.map(([step]) => step)).toEqual([0, 10_000]);
      for (const [, value] of points) expect(value).toBeGreaterThan(0);
    }
    for (const name of Object.keys(charts)) expect(readFileSync(join(out, `${name}.svg`), 'utf8')).toMatch(/^<svg /);

    expect(runsStill(run)).toBe(false);
    expect(readdirSync(folder)).toEqual(['out']);
  },
);

it('the benchmark scrolls through a room in a browser, and leaves nothing behind', { timeout: 400_000 }, async () => {
  const out = join(folder, 'out');
  const run = bench('--only', 'scrolling', '--rounds', '1', '--seconds', '0.3', '--steps', '1', '--out', out);
  if ((await run.exitCode('itself')) !== 0) throw new Error(run.printed);
  const { charts } = readJson(out, 'curves.json') as { charts: Record<string, Chart> };
  const values = Object.entries(charts).flatMap(([name, { lines }]) =>
    lines.map((line) => [`${name}: ${line.name}`, line.points] as const),
  );
  expect(values.map(([name]) => name)).toEqual(
    [
      'frames: p50',
      'frames: p95',
      'frames: worst',
      'late: late frames',
      'heap: heap',
      'nodes: nodes',
      'jump: jump',
    ].map((name) => `scrolling-${name}`),
  );
  for (const [name, points] of values) {
    expect(points.map(([step]) => step)).toEqual([1_000]);
    if (name !== 'scrolling-late: late frames') expect(points[0]?.[1]).toBeGreaterThan(0);
  }
  expect(runsStill(run)).toBe(false);
  expect(readdirSync(folder)).toEqual(['out']);
});

describe('an interrupted benchmark', () => {
  const measure = (): Script => bench('--only', 'under-load', '--rounds', '1', '--seconds', '30');

  it.each([
    ['while PostgreSQL is initialized', 'initdb'],
    ['while a server starts', 'dist/program/main.js'],
    ['while it measures', 'generator.js'],
  ])('leaves nothing behind (%s)', async (_, program) => {
    const run = measure();
    await eventually(() => commandsOf(run).some((command) => command.includes(program)));
    process.kill(-groupOf(run), 'SIGINT');
    await expect(run.exitCode('itself')).resolves.toBe(1);
    await eventually(() => !runsStill(run));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ends its child processes after a signal to it alone', async () => {
    const run = measure();
    await eventually(() => commandsOf(run).some((command) => command.includes('generator.js')));
    run.process.kill('SIGTERM');
    await expect(run.exitCode('itself')).resolves.toBe(1);
    await eventually(() => !runsStill(run));
    expect(run.printed).toBe('Interrupted.\n');
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('the benchmark prints its usage for an unknown flag', async () => {
  const run = bench('--rounds', 'many');
  await expect(run.exitCode('itself')).resolves.toBe(1);
  expect(run.printed).toContain('npm run bench -- [--curves]');
});
