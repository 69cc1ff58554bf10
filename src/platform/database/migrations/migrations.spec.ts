import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { migrationTime, RELEASES } from './all-migrations.js';

const named = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

/** Those after the last release: earlier ones may have been applied. */
const files = readdirSync(import.meta.dirname).filter((file) => {
  const time = /^(\d+)-[\w-]+\.ts$/.exec(file)?.[1];
  return time !== undefined && Number(time) > migrationTime(RELEASES['0.3']);
});

it.each(files)('%s makes indexes of its own tables alone: others are declared in online-indexes.ts', (file) => {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const made = named(text, /\bCREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi);
  const indexed = named(text, /\bCREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?\w+\s+ON (\w+)/gi);
  expect(indexed.filter((table) => !made.includes(table))).toEqual([]);
});
