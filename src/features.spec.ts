import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { migrations } from './platform/database/migrations/all-migrations.js';
import { entities } from './features.js';

/** The names of the exported classes of files with this ending. */
const classesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(import.meta.dirname, folder, file), 'utf8');
      return [...source.matchAll(/^export class (\w+)/gm)].map(([, name = '']) => name);
    })
    .sort();

const namesOf = (classes: readonly { readonly name: string }[]): string[] => classes.map(({ name }) => name);

describe('the lists of the data source', () => {
  it('name every entity once', () => expect(namesOf(entities).sort()).toEqual(classesIn('.', /\.entity\.ts$/)));

  it('name every migration once, oldest first', () => {
    const names = namesOf(migrations);
    expect(names.toSorted()).toEqual(classesIn('./platform/database/migrations', /^\d+-[\w-]+\.ts$/));
    const times = names.map((name) => Number(name.slice(-13)));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });
});
