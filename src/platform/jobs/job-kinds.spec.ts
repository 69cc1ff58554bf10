import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { getMetadataArgsStorage } from 'typeorm';

import '../../features.js';

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

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

it('every table of jobs has an index of the users and of their times, and one of the times', () => {
  const { indices, tables } = getMetadataArgsStorage();
  const indexes = indices.map(({ target, columns }) => {
    const names = Array.isArray(columns) ? columns.map((column) => snake(column)) : [];
    return `${tables.find((one) => one.target === target)?.name ?? ''} (${names.join(', ')})`;
  });
  const queues = files.filter((text) => text.includes(' = takenJobs('));
  expect(queues.length).toBeGreaterThanOrEqual(kinds.length);
  const needed = queues.flatMap((text) => {
    const named = (column: string): string =>
      new RegExp(`^ {2}${column}: '(\\w+)',$`, 'm').exec(text)?.[1] ?? `no ${column}`;
    const table = named('table');
    return [`${table} (${named('userId')}, ${named('dueAt')})`, `${table} (${named('dueAt')})`];
  });
  expect(needed.filter((index) => !indexes.includes(index))).toEqual([]);
});

it.each(Object.entries(KINDS))('the jobs of the kind %s survive a killed node, and are counted', (_, kind) => {
  expect(read(kind.crash)).toContain("'SIGKILL'");
  expect(files.some((text) => text.includes(`'${kind.waiting}'`))).toBe(true);
  expect(read('docs/monitoring.md')).toContain(`\`${kind.waiting}\``);
});
