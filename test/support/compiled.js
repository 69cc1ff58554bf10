/**
 * Modules of the compiled program, for programs of the specs that open a database as a command does. A process of their
 * own imports them: the specs use the service from outside.
 */
import 'reflect-metadata';

const dist = new URL('../../dist/modules/src/', import.meta.url);
/** Imports a module of `dist/modules/src`. @param {string} path @returns {Promise<unknown>} */
export const compiled = (path) => import(new URL(path, dist).href);

const { readConfig } = /** @type {typeof import('../../src/platform/config/read-config.js')} */ (
  await compiled('platform/config/read-config.js')
);
const { openDatabase } = /** @type {typeof import('../../src/platform/database/open-database.js')} */ (
  await compiled('platform/database/open-database.js')
);
const { Config } = /** @type {typeof import('../../src/platform/config/config.js')} */ (
  await compiled('platform/config/config.js')
);
const { settingsParts } = /** @type {typeof import('../../src/settings-parts.js')} */ (
  await compiled('settings-parts.js')
);
const { entities } = /** @type {typeof import('../../src/features.js')} */ (await compiled('features.js'));

export const { migrateDown, migrateUp, migrationStates } =
  /** @type {typeof import('../../src/platform/database/migrate.js')} */ (
    await compiled('platform/database/migrate.js')
  );

export const { RELEASES } = /** @type {typeof import('../../src/platform/database/migrations/all-migrations.js')} */ (
  await compiled('platform/database/migrations/all-migrations.js')
);

/** The database of this environment, with every entity. */
export const openDatabaseOfEnvironment = () => openDatabase(readConfig(settingsParts).of(Config), entities, 'command');
