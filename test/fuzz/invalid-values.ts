import type { Chance } from './chance.js';
import { raw, treeOf } from './json-tree.js';
import type { Tree } from './json-tree.js';
import type { Known } from './existing-ids.js';

const nested = (depth: number, open: string, close: string, core = ''): string =>
  open.repeat(depth) + core + close.repeat(depth);

/** One value of each type, and unusual ones. */
const TYPES = ['null', 'true', 'false', '0', '7', '1.5', '""', '"x"', '[]', '{}', '[null]', '[[]]', '[{}]', '{"id":1}'];

const NUMBERS = [
  '-0',
  '-1',
  '0.1',
  '1e2',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9007199254740991',
  '9007199254740993',
  '1e308',
  '1e309',
  '-1e999',
  '5e-324',
  '1e-999',
  '9'.repeat(400),
  `0.${'3'.repeat(400)}`,
  '18446744073709551616',
];

const TEXTS = [
  '\\u0000',
  '\\ud800',
  '\\udc00x',
  '\\ud83d\\ude00',
  '\\udbff\\udfff',
  '\\uffff',
  '\\ufeff',
  '\\u202e',
  '\\n',
  'null',
  '1',
  'true',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'then',
  '[object Object]',
  "'; DROP TABLE users; --",
  '$1',
  '%s%n',
  '${7*7}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '\\\\',
  'x'.repeat(65),
  'x'.repeat(2_001),
  'x'.repeat(10_001),
  '🦜'.repeat(3_000),
  'e\\u0301'.repeat(500),
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  'javascript:alert(1)',
].map((text) => `"${text}"`);

const CONTAINERS = [
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"length":1e9}',
  '{"then":1}',
  '{"toJSON":1,"toString":1,"valueOf":1}',
  '{"$gt":""}',
  '{"a":1,"a":{},"a":[]}',
  '{"":""}',
  '{"0":0,"1":1}',
  nested(20, '[', ']'),
  nested(40, '{"a":', '}', '1'),
  nested(4_000, '[', ']'),
  nested(4_000, '{"a":', '}', '1'),
  `[${'7,'.repeat(5_000)}7]`,
  `[${'null,'.repeat(500)}null]`,
  `{${Array.from({ length: 500 }, (_, at) => `"k${String(at)}":1`).join(',')}}`,
];

/** Texts that are not JSON. */
const NO_VALUES = [
  '',
  'undefined',
  'NaN',
  '-Infinity',
  '0x1f',
  '01',
  '.5',
  "'x'",
  '"',
  '[1,]',
  '{a:1}',
  '/**/1',
  '\u0000',
];

const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'length',
  '',
  '\ud800',
  'id',
];

export const invalidValues = {
  /** The values for every field of every event: one of each type, and the most difficult ones of each type. */
  ofEveryKind: [...TYPES, ...NUMBERS, ...TEXTS, ...CONTAINERS].map(raw),

  any(known: Known, chance: Chance): Tree {
    if (chance.oneIn(30)) return raw(chance.pick(NO_VALUES));
    const kind = chance.pick([TYPES, TYPES, NUMBERS, TEXTS, CONTAINERS, undefined]);
    if (kind) return raw(chance.pick(kind));
    return treeOf(chance.pick<unknown>([...known.rooms, ...known.messages, ...known.users, [...known.messages]]));
  },

  /** A key that every object has, or a dangerous one. */
  key(chance: Chance): string {
    return chance.pick(KEYS);
  },

  /** Nests a value deeply. @param core JSON */
  deep(chance: Chance, core: string): Tree {
    const depth = 1 + chance.below(chance.pick([3, 40, 5_000]));
    return raw(chance.oneIn(2) ? nested(depth, '[', ']', core) : nested(depth, '{"a":', '}', core));
  },
};
