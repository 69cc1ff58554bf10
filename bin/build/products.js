import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

import { carryTypes } from './carry-types.js';
import { removeOrphans } from './orphans.js';
import { root } from './places.js';

/**
 * Something that is made in `dist`.
 * @typedef {object} Product
 * @property {string} name
 * @property {string} from the folder without which it is not made but taken as it is, as in the production image
 * @property {() => string[]} sources what it is made of, from the root on
 * @property {string} stamp in `dist`; its time is the moment at which the latest build began
 * @property {string} result in `dist`; without it there is nothing to be taken
 * @property {readonly [tool: string, program: string]} tool the package that makes it, and its program
 * @property {readonly string[]} words what the program is told
 * @property {() => void} [before]
 * @property {() => void} [after]
 */

/** @type {Product} */
export const program = {
  name: 'Parley',
  from: 'src',
  sources: () => [...configurations(), 'src', ...libs().flatMap((lib) => [`${lib}/src`, `${lib}/tsconfig.json`])],
  stamp: '.built',
  result: 'src',
  tool: ['typescript', 'bin/tsc'],
  words: ['-b', 'tsconfig.build.json'],
  before: () => {
    removeOrphans('src');
  },
  after: carryTypes,
};

/** @type {Product} */
export const webClient = {
  name: 'the web client',
  from: 'web',
  sources: () => ['web', 'libs/client/src', 'libs/protocol/src'],
  stamp: '.built-web',
  result: 'web/index.html',
  tool: ['vite', 'bin/vite.js'],
  words: ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'],
};

/** @type {Product} */
export const documentation = {
  name: 'the documentation',
  from: 'docs/.vitepress',
  sources: () => [
    ...filesIn('docs'),
    'contract/reference',
    'src/config/variables.ts',
    'SECURITY.md',
    'libs/client/README.md',
  ],
  stamp: '.built-docs',
  result: 'docs/index.html',
  tool: ['vitepress', 'bin/vitepress.js'],
  words: ['build', 'docs'],
};

const configurations = () => readdirSync(root).filter((name) => /^(ormconfig\.ts|tsconfig.*\.json)$/.test(name));

const libs = () =>
  existsSync(join(root, 'libs')) ? readdirSync(join(root, 'libs')).map((name) => `libs/${name}`) : [];

/**
 * The files alone: to build it writes into the folder, and cleans up.
 * @param {string} folder
 */
const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
