/**
 * Prints the statements of all modules of the service as JSON, each with its name, text, types of parameters and
 * columns, and whether it is prepared. A process of its own, because the test runner would transform every module.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MODULES = join(import.meta.dirname, '../../dist/modules/src');
/** Modules of the storeys. The entry files start something, and so does the thread of the embedded database. */
const DECLARES = /^(?:api|delivery|features|platform)\/(?!database\/embedded\/).*\.js$/;

/** @param {string} name @returns {Promise<unknown>} */
const module = (name) => import(pathToFileURL(join(MODULES, name)).href);

for (const name of readdirSync(MODULES, { recursive: true, encoding: 'utf8' })) {
  if (DECLARES.test(name)) await module(name);
}
const { allStatements } = /** @type {typeof import('../../src/platform/database/statement.js')} */ (
  await module('platform/database/statement.js')
);
const printed = allStatements().map(({ name, text, description: { parameters, columns, isPrepared } }) => {
  return { name, text, parameters, columns, isPrepared: isPrepared === true };
});
process.stdout.write(JSON.stringify(printed));
