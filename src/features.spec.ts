import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { getMetadataArgsStorage } from 'typeorm';

import { entities, features } from './features.js';
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

/** The columns that name users, as `table.column`. Ids of users are integers, and all other ids are not. */
const columnsOfUsers = (): string[] =>
  getMetadataArgsStorage().columns.flatMap(({ target, propertyName, options }) => {
    const table = getMetadataArgsStorage().tables.find((one) => one.target === target)?.name;
    const isNumber = options.type === Number || options.type === 'int' || options.type === 'integer';
    return table !== undefined && isNumber && /(Ids?|By)$/.test(propertyName)
      ? [`${table}.${snake(propertyName)}`]
      : [];
  });

const ofFeatures = (statements: (data: PersonalData) => readonly string[]): string =>
  features.flatMap(({ personalData }) => (personalData ? statements(personalData) : [])).join(';\n');

/** Those that no statement has together with their table. */
const missing = (statements: string): string[] =>
  columnsOfUsers().filter((name) => {
    const [table = '', column = ''] = name.split('.');
    const has = (text: string, word: string): boolean => new RegExp(`\\b${word}\\b`).test(text);
    return !statements.split(';\n').some((statement) => has(statement, table) && has(statement, column));
  });

const reasons = (of: (data: PersonalData) => Readonly<Record<string, string>> | undefined): string[] =>
  features.flatMap(({ personalData }) => Object.keys((personalData && of(personalData)) ?? {}));

describe('the personal data of features', () => {
  it('are exported, or say why not', () => {
    const exported = ofFeatures(({ exported: lists = {} }) => Object.values(lists));
    expect(missing(exported).sort()).toEqual(reasons(({ notExported }) => notExported).sort());
  });

  it('are removed with a user, or say why not', () => {
    const removed = ofFeatures(({ removed: removals = [] }) => removals.map(({ statement }) => statement));
    expect(missing(removed).sort()).toEqual(reasons(({ notRemoved }) => notRemoved).sort());
  });
});
