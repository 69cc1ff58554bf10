import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { getMetadataArgsStorage } from 'typeorm';

import { entities, features } from './features.js';
import { EXPORTED_ACCOUNT } from './features/users/users.feature.js';
import { migrations } from './platform/database/migrations/all-migrations.js';
import type { PersonalData } from './platform/feature/personal-data.js';

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

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

interface Column {
  readonly table: string;
  readonly name: string;
}

const columns: readonly Column[] = getMetadataArgsStorage().columns.flatMap(({ target, propertyName }) => {
  const table = getMetadataArgsStorage().tables.find((one) => one.target === target)?.name;
  return table === undefined ? [] : [{ table, name: snake(propertyName) }];
});

/** The columns that name users. Ids of users are integers, and all other ids are not. */
const columnsOfUsers: readonly Column[] = columns.filter(({ table, name }) => {
  const { options } = getMetadataArgsStorage().columns.find(
    ({ target, propertyName }) =>
      snake(propertyName) === name &&
      getMetadataArgsStorage().tables.some((one) => one.target === target && one.name === table),
  )!;
  const isNumber = options.type === Number || options.type === 'int' || options.type === 'integer';
  return isNumber && /(_ids?|_by)$/.test(name);
});

/** The columns of the users, and of all tables that name users. */
const columnsAboutUsers = columns.filter(
  ({ table }) => table === 'users' || columnsOfUsers.some((one) => one.table === table),
);

const ofFeatures = (statements: (data: PersonalData) => readonly string[]): string =>
  features.flatMap(({ personalData }) => (personalData ? statements(personalData) : [])).join(';\n');

/** Those that no statement has together with their table, as `table.column`. */
const missing = (all: readonly Column[], statements: string): string[] => {
  const has = (text: string, word: string): boolean => new RegExp(`\\b${word}\\b`).test(text);
  return all
    .filter(({ table, name }) => !statements.split(';\n').some((text) => has(text, table) && has(text, name)))
    .map(({ table, name }) => `${table}.${name}`)
    .sort();
};

/** The columns, each by the reason that explains it: its own, or that of the rest of its table. */
const explained = (names: readonly string[], reasons: readonly string[]): string[] =>
  [...new Set(names.map((name) => (reasons.includes(name) ? name : name.replace(/\..*/, '.*'))))].sort();

const reasons = (of: (data: PersonalData) => Readonly<Record<string, string>> | undefined): string[] =>
  features.flatMap(({ personalData }) => Object.keys((personalData && of(personalData)) ?? {})).sort();

describe('the personal data of features', () => {
  it('are exported, or say why not', () => {
    const exported = ofFeatures(({ exported: lists = {} }) => Object.values(lists));
    const left = missing(columnsAboutUsers, `${EXPORTED_ACCOUNT};\n${exported}`);
    const why = reasons(({ notExported }) => notExported);
    expect(explained(left, why)).toEqual(why);
  });

  it('have a name for each list of the export, and for each number of the receipt', () => {
    const names = (of: (data: PersonalData) => readonly string[]): string[] =>
      features.flatMap(({ personalData }) => (personalData ? of(personalData) : []));
    const lists = names(({ exported = {} }) => Object.keys(exported));
    expect(lists).toEqual([...new Set(lists)]);
    const counts = names(({ removed = [], counted = {} }) => [
      ...removed.flatMap(({ count }) => count ?? []),
      ...Object.keys(counted),
    ]);
    expect(counts).toEqual([...new Set(counts)]);
  });

  it('are removed with a user, or say why not', () => {
    const removed = ofFeatures(({ removed: removals = [] }) => removals.map(({ statement }) => statement));
    expect(missing(columnsOfUsers, removed)).toEqual(reasons(({ notRemoved }) => notRemoved));
  });
});

describe('the tables of jobs of users', () => {
  it('have an index of the users and of their times, and one of the times', () => {
    const { indices, tables } = getMetadataArgsStorage();
    const indexes = indices.map(({ target, columns: names }) => {
      const ofIndex = Array.isArray(names) ? names.map(snake) : [];
      return `${tables.find((one) => one.target === target)?.name ?? ''} (${ofIndex.join(', ')})`;
    });
    const queues = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.repository.ts'))
      .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
      .filter((text) => text.includes(' = jobsInTurn('));
    const needed = queues.flatMap((text) => {
      const named = (column: string): string =>
        new RegExp(`^ {2}${column}: '(\\w+)',$`, 'm').exec(text)?.[1] ?? `no ${column}`;
      const table = named('table');
      return [`${table} (${named('userId')}, ${named('dueAt')})`, `${table} (${named('dueAt')})`];
    });
    expect(needed).toContain('link_fetches (due_at)');
    expect(needed.filter((index) => !indexes.includes(index))).toEqual([]);
  });
});
