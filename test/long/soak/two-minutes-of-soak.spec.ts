import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from '../../support/eventually.js';
import { Script } from '../../support/script.js';

const SOAK = join(import.meta.dirname, '../../soak/soak.js');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-test-soak-'));
  // PostgreSQL may run as another user, who needs access.
  chmodSync(folder, 0o711);
});

afterEach(() => rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 100 }));

const soak = (...words: string[]): Script => Script.run(SOAK, words, { env: { ...process.env, TMPDIR: folder } });

it(
  'the soak test finds no growth after the warm-up of a two-minute run, and no leftover resources',
  { timeout: 400_000 },
  async () => {
    const out = join(folder, 'out');
    const run = soak('--minutes', '2', '--users', '20', '--seed', '2', '--out', out);
    if ((await run.exitCode()) !== 0) throw new Error(run.printed);
    expect(run.printed).toContain('Everything was flat.');
    expect(readFileSync(join(out, 'soak.svg'), 'utf8')).toMatch(/^<svg /);
    const { nodes, counts } = JSON.parse(readFileSync(join(out, 'soak.json'), 'utf8')) as {
      nodes: { samples: { heap: number; sockets: number }[] }[];
      counts: [what: string, times: number][];
    };
    for (const { samples } of nodes) {
      expect(Math.max(...samples.map(({ sockets }) => sockets))).toBeGreaterThan(0);
      for (const { heap } of samples) expect(heap).toBeGreaterThan(0);
    }
    expect(counts.map(([what]) => what)).toEqual(expect.arrayContaining(['sends', 'reconnect', 'sendHalfAndClose']));
    expect(readdirSync(folder)).toEqual(['out']);
  },
);

it('the soak test leaves nothing behind when it is interrupted', { timeout: 120_000 }, async () => {
  const run = soak('--users', '8', '--out', join(folder, 'out'));
  await eventually(() => run.printed.includes('running...'));
  run.process.kill('SIGINT');
  await expect(run.exitCode()).resolves.toBe(1);
  expect(run.printed).toContain('Interrupted.');
  expect(run.printed).not.toContain('Left running');
  expect(readdirSync(folder)).toEqual([]);
});
