import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** By the name of a kind: the spec that kills a node during its work, and the metric of the jobs that wait. */
const KINDS: Readonly<Record<string, { readonly crash: string; readonly waiting: string }>> = {
  link_fetches: { crash: 'test/faults/link-fetches.spec.ts', waiting: 'parley_link_fetches_pending' },
  scans: { crash: 'test/server/scanner-outages.spec.ts', waiting: 'parley_scans_waiting' },
};

const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .map((file) => read(join('src', file)));

const kinds = files.filter((text) => text.includes('implements JobKind<'));

it('every kind of jobs has a spec that kills a node, and a metric: both stand in this file', () => {
  const names = kinds.map((text) => /^ {2}readonly name = '(\w+)';$/m.exec(text)?.[1] ?? 'no name');
  expect(names.sort()).toEqual(Object.keys(KINDS).sort());
});

it('every kind of jobs starts its worker, and stops it', () => {
  for (const text of kinds) {
    expect(text).toMatch(/^ {2}onApplicationBootstrap\(\)[^}]+\.worker\.start\(/m);
    expect(text).toMatch(/^ {2}onApplicationShutdown\(\)[^}]+\.worker\.stop\(\)/m);
  }
});

it.each(Object.entries(KINDS))('the jobs of the kind %s survive a killed node, and are counted', (_, kind) => {
  expect(read(kind.crash)).toContain("'SIGKILL'");
  expect(files.some((text) => text.includes(`'${kind.waiting}'`))).toBe(true);
  expect(read('docs/monitoring.md')).toContain(`\`${kind.waiting}\``);
});
