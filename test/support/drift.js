/**
 * Prints, as JSON, the statements that would make the database of this environment what the entities say: none where
 * the migrations have done so. A process of its own, because it imports modules of the compiled program.
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

const { source, close } = await openDatabase(readConfig(), entities, 'command');
const { upQueries } = await source.driver.createSchemaBuilder().log();
process.stdout.write(JSON.stringify(upQueries.map(({ query }) => query)));
await close();
