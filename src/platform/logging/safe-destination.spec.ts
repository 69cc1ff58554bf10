import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { nonBlocking } from './server-logger.js';

const LINE = `${'x'.repeat(999)}\n`;

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-log-'));
  file = join(folder, 'log');
  writeFileSync(file, '');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a log destination writes a line synchronously', () => {
  const fd = openSync(file, 'a');
  nonBlocking(fd).write(LINE);
  expect(readFileSync(file, 'utf8')).toBe(LINE);
  closeSync(fd);
});

it('a log destination does not throw if it cannot be written', () => {
  const fd = openSync(file, 'r');
  const out = nonBlocking(fd);
  for (let count = 0; count < 3; count += 1) {
    expect(() => out.write(LINE)).not.toThrow();
  }
  expect(readFileSync(file, 'utf8')).toBe('');
  closeSync(fd);
});
