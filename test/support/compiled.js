/**
 * Modules of the compiled program, for programs of the specs that open a database as a command does. A process of their
 * own imports them: the specs use the service from outside.
 */
import 'reflect-metadata';

const dist = new URL('../../dist/src/', import.meta.url);
/** @param {string} path @returns {Promise<unknown>} */
const compiled = (path) => import(new URL(path, dist).href);

const { readConfig } = /** @type {typeof import('../../src/config/index.js')} */ (await compiled('config/index.js'));
const { openDatabase } = /** @type {typeof import('../../src/database/index.js')} */ (
  await compiled('database/index.js')
);
const { entities } = /** @type {typeof import('../../src/entities.js')} */ (await compiled('entities.js'));

export const { migrateDown, migrationStates } = /** @type {typeof import('../../src/database/migrate.js')} */ (
  await compiled('database/migrate.js')
);

/** The database of this environment, with every entity. */
export const openDatabaseOfEnvironment = () => openDatabase(readConfig(), entities, 'command');
